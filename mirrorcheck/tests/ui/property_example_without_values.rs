use mirrorcheck::prelude::*;

#[property(example = 1)]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
