use mirrorcheck::prelude::*;

#[property(example(1))]
fn small(n: u8, text: &str) {
    assert!(n < 10 && text.is_empty());
}

fn main() {}
