use mirrorcheck::prelude::*;

#[generator(strict)]
fn padded() -> String {
    let n = draw(0..=9);
    format!("{n}{:>1$}", 7, 3)
}

fn main() {
    padded().sample(1);
}
