use mirrorcheck::prelude::*;

#[generator]
fn pair() -> (u8, u8) {
    (draw(0..=9), draw(0..=9))
}

fn main() {
    pair().parse("12").unwrap();
}
