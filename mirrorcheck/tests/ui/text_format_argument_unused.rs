use mirrorcheck::prelude::*;

#[generator]
fn point() -> String {
    let x = draw(0..=9);
    format!("({x})", 7)
}

fn main() {
    point().sample(1);
}
