use mirrorcheck::prelude::*;

#[property]
extern "C" fn small(n: u8) {
    assert!(n < 255);
}

fn main() {}
