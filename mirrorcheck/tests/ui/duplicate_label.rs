use mirrorcheck::prelude::*;

#[generator]
fn number() -> u8 {
    pick([(1, "low", 0), (1, "high", 9), (1, "low", 1)])
}

fn main() {
    number().sample(1);
}
