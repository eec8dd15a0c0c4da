use mirrorcheck::prelude::*;

#[generator]
fn point() -> String {
    let x = draw(0..=9);
    format!("({x")
}

fn main() {
    point().sample(1);
}
