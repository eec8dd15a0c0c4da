use mirrorcheck::prelude::*;

#[generator]
fn number() -> u8 {
    let number = draw();
    number
}

fn main() {
    number().sample(1);
}
