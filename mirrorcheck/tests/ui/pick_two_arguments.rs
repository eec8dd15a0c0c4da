use mirrorcheck::prelude::*;

#[generator]
fn number() -> u8 {
    oneof(1, 2)
}

fn main() {
    number().sample(1);
}
