use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary(skip, weight = 2)]
    One,
    Two,
}

fn main() {}
