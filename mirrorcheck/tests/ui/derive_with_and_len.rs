use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Numbers {
    #[arbitrary(with = vec(0..=9, 1..=3), len = 1..=3)]
    values: Vec<u8>,
}

fn main() {}
