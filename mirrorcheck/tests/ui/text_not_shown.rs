use mirrorcheck::prelude::*;

#[generator]
fn below() -> String {
    let limit = draw(1..=9);
    let value = draw(0..=limit);
    format!("[{value}]")
}

fn main() {
    below().sample(1);
}
