use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary(skip = true)]
    One,
    Two,
}

fn main() {}
