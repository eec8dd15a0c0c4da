use mirrorcheck::prelude::*;

#[property(cases = "many")]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
