use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(with = 0..=9, range = 0..=9)]
    value: u8,
}

fn main() {}
