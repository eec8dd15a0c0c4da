use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary(weight = "3")]
    One,
    Two,
}

fn main() {}
