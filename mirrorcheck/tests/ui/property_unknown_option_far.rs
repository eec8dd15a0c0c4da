use mirrorcheck::prelude::*;

#[property(repetitions = 100)]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
