use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary(label = "number")]
    One,
    #[arbitrary(label = "number")]
    Two,
}

fn main() {}
