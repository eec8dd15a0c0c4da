use mirrorcheck::prelude::*;

#[generator]
fn counted() -> Vec<bool> {
    let length = draw((0..=3usize).at(|items| items.size()));
    draw(vec(any::<bool>(), length))
}

fn main() {
    counted().sample(1);
}
