use mirrorcheck::prelude::*;

#[property(strategy = Ordered)]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
