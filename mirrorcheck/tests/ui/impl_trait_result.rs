use mirrorcheck::prelude::*;

#[generator]
fn number() -> impl Copy {
    draw(0..=9)
}

fn main() {}
