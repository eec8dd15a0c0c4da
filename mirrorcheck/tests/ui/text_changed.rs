use mirrorcheck::prelude::*;
use mirrorcheck::text::many;

#[generator(strict)]
fn word() -> String {
    draw(many('a'..='z', 1..=3))
}

#[generator(strict)]
fn loud() -> String {
    let mut word = draw(word());
    word.push('!');
    word
}

fn main() {
    loud().sample(1);
}
