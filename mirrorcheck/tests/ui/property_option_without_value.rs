use mirrorcheck::prelude::*;

#[property(timeout)]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
