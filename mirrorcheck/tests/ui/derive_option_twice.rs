use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary(weight = 1)]
    #[arbitrary(weight = 2)]
    One,
    Two,
}

fn main() {}
