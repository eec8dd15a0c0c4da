use mirrorcheck::prelude::*;

#[generator(forward)]
fn number() -> u8 {
    1 + frequency([(1, 0), (2, "two", 9)])
}

fn main() {
    number().sample(1);
}
