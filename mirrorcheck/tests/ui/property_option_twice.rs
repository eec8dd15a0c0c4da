use mirrorcheck::prelude::*;

#[property(cases = 100, seed = 1, cases = 200)]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
