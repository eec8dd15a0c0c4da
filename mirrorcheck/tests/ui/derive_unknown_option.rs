use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(ranges = 0..=9)]
    value: u8,
}

fn main() {}
