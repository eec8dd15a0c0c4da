use mirrorcheck::prelude::*;

#[property]
const fn small(n: u8) {
    assert!(n < 255);
}

fn main() {}
