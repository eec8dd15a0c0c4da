use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(range = 9)]
    value: u8,
}

fn main() {}
