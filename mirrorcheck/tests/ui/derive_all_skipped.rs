use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Number {
    #[arbitrary(skip)]
    One,
    #[arbitrary(weight = 0)]
    Two,
}

fn main() {
    any::<Number>().sample(1);
}
