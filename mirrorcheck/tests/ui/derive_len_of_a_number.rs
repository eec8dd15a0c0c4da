use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(len = 1..=3)]
    value: u8,
}

fn main() {}
