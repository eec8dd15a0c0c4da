use mirrorcheck::prelude::*;

#[generator]
fn pair() -> Result<u8, u8> {
    Ok(draw(0..=9))
}

fn main() {
    pair().complete(&sketch!(Ok(_, 5)), 1);
}
