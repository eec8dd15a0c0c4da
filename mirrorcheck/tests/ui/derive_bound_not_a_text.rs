use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
#[arbitrary(bound = Clone)]
struct Number<T>(T);

fn main() {}
