use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary(label = one)]
    One,
    Two,
}

fn main() {}
