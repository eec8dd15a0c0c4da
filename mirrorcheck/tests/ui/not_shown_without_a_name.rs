use mirrorcheck::prelude::*;

#[generator(strict)]
fn text() -> String {
    "x".repeat(draw(0..=9))
}

fn main() {
    text().sample(1);
}
