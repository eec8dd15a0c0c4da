use mirrorcheck::prelude::*;

#[property(serde = true)]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
