use mirrorcheck::prelude::*;
use mirrorcheck::text::many;

#[generator(strict)]
fn word() -> String {
    draw(many('a'..='z', 1..=3))
}

#[generator(strict)]
fn framed() -> String {
    let payload = draw(word());
    let length = payload.len();
    format!("{length}:{payload}")
}

fn main() {
    framed().sample(1);
}
