use mirrorcheck::prelude::*;

#[generator(strict)]
fn positive() -> Vec<u8> {
    let items = draw(vec(0..=9, 0..=3));
    items.iter().for_each(|item| assume(*item > 0));
    items
}

fn main() {
    positive().sample(1);
}
