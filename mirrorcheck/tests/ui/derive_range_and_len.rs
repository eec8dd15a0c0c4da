use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Numbers {
    #[arbitrary(range = 0..=9, len = 1..=3)]
    values: Vec<u8>,
}

fn main() {}
