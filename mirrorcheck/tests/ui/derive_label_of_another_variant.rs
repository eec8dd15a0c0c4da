use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary(label = "Two")]
    One,
    Two,
}

fn main() {}
