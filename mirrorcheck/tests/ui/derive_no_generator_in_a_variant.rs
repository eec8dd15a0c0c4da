use mirrorcheck::prelude::*;

struct Name(&'static str);

#[derive(Arbitrary)]
enum Person {
    Nobody,
    Somebody(u8, Box<Name>),
}

fn main() {}
