use mirrorcheck::prelude::*;

#[generator(forward)]
fn digits() -> Vec<u8> {
    (0..3).map(|_| draw(0..=9)).collect()
}

fn main() {
    let _ = digits().probability(&vec![1, 2, 3]);
}
