use mirrorcheck::prelude::*;

#[property]
fn short<'a>(text: &'a str) -> bool {
    text.len() < 100
}

fn main() {}
