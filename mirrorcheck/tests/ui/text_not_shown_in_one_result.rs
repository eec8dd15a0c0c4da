use mirrorcheck::prelude::*;

#[generator(strict)]
fn number() -> String {
    let n = draw(0..=9);
    if n == 0 { "none".to_string() } else { format!("{n}") }
}

fn main() {
    number().sample(1);
}
