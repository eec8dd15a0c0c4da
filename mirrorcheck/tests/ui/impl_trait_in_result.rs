use mirrorcheck::prelude::*;

#[generator]
fn number() -> Option<impl Copy> {
    Some(draw(0..=9))
}

fn main() {}
