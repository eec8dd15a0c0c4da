use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary]
    One,
    Two,
}

fn main() {}
