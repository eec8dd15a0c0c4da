use mirrorcheck::prelude::*;

#[property]
fn small(#[from('a'..='z')] n: u8) {
    assert!(n < 10);
}

fn main() {}
