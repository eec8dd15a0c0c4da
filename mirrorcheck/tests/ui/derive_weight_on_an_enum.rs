use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
#[arbitrary(weight = 3)]
enum Number {
    One,
    Two,
}

fn main() {}
