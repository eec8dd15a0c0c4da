use mirrorcheck::prelude::*;

#[generator]
fn number(limit: U9) -> u8 {
    draw(0..=limit)
}

fn main() {}
