use mirrorcheck::prelude::*;

// A strategy is a value of `mirrorcheck::strategy`.
#[property(strategy = "ordered")]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
