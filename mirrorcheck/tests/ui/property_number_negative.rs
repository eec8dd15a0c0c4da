use mirrorcheck::prelude::*;

#[property(seed = -1)]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
