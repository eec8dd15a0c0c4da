use mirrorcheck::prelude::*;

#[generator(strict)]
fn quoted() -> String {
    let word = draw(many('a'..='z', 1..=3));
    format!("{word:?}")
}

fn main() {
    quoted().sample(1);
}
