use mirrorcheck::prelude::*;

#[generator(strict)]
fn pair(is_short: bool) -> (u8, u8) {
    let first = draw(0..=9);
    let second = draw(0..=9);
    if is_short {
        return (first, 0);
    }
    (first, second)
}

fn main() {
    pair(true).sample(1);
}
