use mirrorcheck::prelude::*;

#[generator(strict)]
fn sorted() -> Vec<u8> {
    let mut items = draw(vec(0..=9, 0..=3));
    items.sort();
    items
}

fn main() {
    sorted().sample(1);
}
