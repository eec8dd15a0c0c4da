use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
union Number {
    whole: u32,
    real: f32,
}

fn main() {}
