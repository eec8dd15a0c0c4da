use mirrorcheck::prelude::*;

#[generator(forward)]
fn digits() -> Vec<u8> {
    (0..3).map(|_| draw(0..=9)).collect()
}

#[generator]
fn named() -> (&'static str, Vec<u8>) {
    let digits = draw(digits());
    ("digits", digits)
}

fn main() {
    named().sample(1);
}
