use mirrorcheck::prelude::*;

#[generator(strict)]
fn below() -> String {
    let limit = draw(1..=9);
    let value = draw(0..=limit);
    format!("[{value}]")
}

fn main() {
    below().sample(1);
}
