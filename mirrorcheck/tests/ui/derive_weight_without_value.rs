use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary(weight)]
    One,
    Two,
}

fn main() {}
