use mirrorcheck::prelude::*;

#[property(time = "2 sec")]
fn small(n: u8) {
    assert!(n < 10);
}

fn main() {}
