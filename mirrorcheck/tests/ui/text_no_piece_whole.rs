use mirrorcheck::prelude::*;

#[generator]
fn list() -> String {
    draw(vec('a'..='z', 0..=3))
}

fn main() {
    list().sample(1);
}
