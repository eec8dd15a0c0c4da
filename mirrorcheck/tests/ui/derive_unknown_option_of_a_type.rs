use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
#[arbitrary(bounds = "")]
struct Number(u8);

fn main() {}
