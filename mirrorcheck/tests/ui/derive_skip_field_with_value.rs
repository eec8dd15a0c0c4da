use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(skip = 3)]
    value: u8,
}

fn main() {}
