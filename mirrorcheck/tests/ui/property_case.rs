use mirrorcheck::prelude::*;

#[property]
#[case(1, 2)]
fn small(a: u8, b: u8) {
    assert!(a < 255 || b < 255);
}

fn main() {}
