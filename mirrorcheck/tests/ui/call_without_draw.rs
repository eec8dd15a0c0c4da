use mirrorcheck::prelude::*;

#[generator]
fn digit() -> u8 {
    draw(0..=9)
}

#[generator]
fn number() -> u8 {
    digit()
}

fn main() {
    number().sample(1);
}
