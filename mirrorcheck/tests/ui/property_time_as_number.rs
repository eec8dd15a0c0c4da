use mirrorcheck::prelude::*;

#[property(shrink_time = 5)]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
