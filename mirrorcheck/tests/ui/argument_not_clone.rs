use mirrorcheck::prelude::*;

struct Limits {
    high: u8,
}

#[generator]
fn number(limits: Limits) -> u8 {
    draw(0..=limits.high)
}

fn main() {
    number(Limits { high: 9 }).sample(1);
}
