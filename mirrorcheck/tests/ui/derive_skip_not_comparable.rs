use mirrorcheck::prelude::*;

#[derive(Default)]
struct Name(&'static str);

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(skip)]
    name: Name,
}

fn main() {}
