use mirrorcheck::prelude::*;

#[property]
#[from(0..=9)]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
