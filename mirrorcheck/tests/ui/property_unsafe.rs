use mirrorcheck::prelude::*;

#[property]
unsafe fn small(n: u8) {
    assert!(n < 255);
}

fn main() {}
