use mirrorcheck::prelude::*;

#[property]
#[tokio::test]
fn small(n: u8) {
    assert!(n < 255);
}

fn main() {}
