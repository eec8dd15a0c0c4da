use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(skip, default = 3)]
    value: u8,
}

fn main() {}
