use mirrorcheck::prelude::*;

#[generator(strict)]
fn repeated(n: usize) -> Vec<u8> {
    let a = draw(0..=9);
    vec![a; n]
}

fn main() {
    repeated(2).sample(1);
}
