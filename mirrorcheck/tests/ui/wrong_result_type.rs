use mirrorcheck::prelude::*;

#[generator]
fn number() -> u8 {
    let low = draw(0..=9u32);
    low
}

fn main() {
    number().sample(1);
}
