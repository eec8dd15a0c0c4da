use mirrorcheck::prelude::*;

#[property]
fn small(#[from(7)] n: u8) {
    assert!(n < 10);
}

fn main() {}
