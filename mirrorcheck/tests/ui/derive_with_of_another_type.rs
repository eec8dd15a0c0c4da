use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(with = vec(0..=9, 1..=3))]
    value: u8,
}

fn main() {}
