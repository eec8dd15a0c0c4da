use mirrorcheck::prelude::*;

#[property]
async fn small(n: u8) {
    assert!(n < 255);
}

fn main() {}
