use mirrorcheck::prelude::*;

#[property(memory = "512")]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
