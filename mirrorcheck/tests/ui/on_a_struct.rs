use mirrorcheck::prelude::*;

#[generator]
struct Number(u8);

fn main() {}
