use mirrorcheck::prelude::*;

#[generator]
fn number() -> u8 {
    draw(0..=9);
    7
}

fn main() {
    number().sample(1);
}
