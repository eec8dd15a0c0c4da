use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary(frequency = 3)]
    One,
}

fn main() {}
