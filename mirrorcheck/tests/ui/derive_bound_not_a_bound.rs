use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
#[arbitrary(bound = "T is Clone")]
struct Number<T>(T);

fn main() {}
