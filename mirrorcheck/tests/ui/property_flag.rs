use mirrorcheck::prelude::*;

#[property(fork = "yes")]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
