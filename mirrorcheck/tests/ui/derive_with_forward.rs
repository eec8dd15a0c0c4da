use mirrorcheck::prelude::*;

#[generator(forward)]
fn dice() -> u32 {
    (0..draw(1..=3)).map(|_| draw(1..=6)).sum()
}

#[derive(Arbitrary)]
struct Thrown {
    #[arbitrary(with = dice())]
    dice: u32,
}

fn main() {}
