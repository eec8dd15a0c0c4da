use mirrorcheck::prelude::*;

#[generator(strict)]
fn point() -> String {
    format!("({}, 0)", draw(0..=9))
}

fn main() {
    point().sample(1);
}
