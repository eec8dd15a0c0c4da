use mirrorcheck::prelude::*;

#[property(choices = 5)]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
