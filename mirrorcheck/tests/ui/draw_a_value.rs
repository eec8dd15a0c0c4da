use mirrorcheck::prelude::*;

#[generator]
fn number() -> u8 {
    let five = draw(5);
    five
}

fn main() {
    number().sample(1);
}
