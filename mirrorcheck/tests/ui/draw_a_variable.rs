use mirrorcheck::prelude::*;

#[generator]
fn number(limit: u8) -> (u8, u8) {
    let number = draw(limit);
    (limit, number)
}

fn main() {
    number(1).sample(1);
}
