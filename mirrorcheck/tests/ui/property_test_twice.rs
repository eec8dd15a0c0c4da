use mirrorcheck::prelude::*;

#[property]
#[test]
#[test]
fn small(n: u8) {
    assert!(n < 255);
}

fn main() {}
