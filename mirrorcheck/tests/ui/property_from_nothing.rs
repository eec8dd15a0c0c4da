use mirrorcheck::prelude::*;

#[property]
fn small(#[from] n: u8) {
    assert!(n < 10);
}

fn main() {}
