use mirrorcheck::prelude::*;

#[property]
struct Point;

fn main() {}
