use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
#[arbitrary(weight = 3)]
struct Number(u8);

fn main() {
    any::<Number>().sample(1);
}
