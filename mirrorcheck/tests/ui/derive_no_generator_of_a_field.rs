use mirrorcheck::prelude::*;

struct Name(&'static str);

#[derive(Arbitrary)]
struct Person {
    age: u8,
    name: Name,
}

fn main() {}
