use mirrorcheck::prelude::*;

fn is_short(text: &String) -> bool {
    text.len() < 3
}

#[derive(Arbitrary)]
#[arbitrary(filter = is_short)]
struct Number(u8);

fn main() {}
