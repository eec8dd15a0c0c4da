use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(default = 3, filter = |value| *value > 2)]
    value: u8,
}

fn main() {}
