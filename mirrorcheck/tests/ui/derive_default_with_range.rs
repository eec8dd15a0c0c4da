use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(default = 3, range = 0..=9)]
    value: u8,
}

fn main() {}
