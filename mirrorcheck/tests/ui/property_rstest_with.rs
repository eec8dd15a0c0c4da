use mirrorcheck::prelude::*;

#[property]
fn small(#[with(3)] database: u8) {
    assert!(database < 255);
}

fn main() {}
