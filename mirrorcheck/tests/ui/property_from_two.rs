use mirrorcheck::prelude::*;

#[property]
fn small(#[from(0..=4, 5..=9)] n: u8) {
    assert!(n < 10);
}

fn main() {}
