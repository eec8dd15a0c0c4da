use mirrorcheck::prelude::*;

#[generator]
fn number() -> u8 {
    pick([(1, "low", 0), (9, 9)])
}

fn main() {
    number().sample(1);
}
