use mirrorcheck::prelude::*;

#[property]
fn twice(n: u8) -> u32 {
    u32::from(n) * 2
}

fn main() {}
