use mirrorcheck::prelude::*;

#[generator]
fn point() -> String {
    format!("({}, 0)", draw(0..=9))
}

fn main() {
    point().sample(1);
}
