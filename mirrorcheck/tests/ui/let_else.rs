use mirrorcheck::prelude::*;

#[generator(strict)]
fn number() -> u8 {
    let Some(number) = draw(option(0..=9)) else { return 0 };
    number
}

fn main() {
    number().sample(1);
}
