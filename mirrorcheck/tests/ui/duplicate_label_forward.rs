use mirrorcheck::prelude::*;

#[generator(forward)]
fn number() -> u8 {
    labeled([("low", 0), ("low", 1)]) + 1
}

fn main() {
    number().sample(1);
}
