use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
enum Nothing {}

fn main() {
    any::<Nothing>().sample(1);
}
