use mirrorcheck::prelude::*;

#[property]
#[test]
fn small(n: u8) {
    assert!(n < 255);
}

fn main() {}
