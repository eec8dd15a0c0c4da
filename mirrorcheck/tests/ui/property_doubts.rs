use mirrorcheck::prelude::*;

#[property(doubts = "never")]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
