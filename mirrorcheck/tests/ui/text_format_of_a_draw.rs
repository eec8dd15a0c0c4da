use mirrorcheck::prelude::*;

#[generator(strict)]
fn padded() -> String {
    let n = draw(0..=99);
    format!("[{n:>4}]")
}

fn main() {
    padded().sample(1);
}
