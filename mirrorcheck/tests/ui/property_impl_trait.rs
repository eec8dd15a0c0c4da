use mirrorcheck::prelude::*;

#[property]
fn ends(values: impl Iterator<Item = u8>) {
    assert!(values.count() < 100);
}

fn main() {}
