use mirrorcheck::prelude::*;

#[property(example("one"))]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
