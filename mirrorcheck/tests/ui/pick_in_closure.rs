use mirrorcheck::prelude::*;

#[generator(strict)]
fn signs() -> Vec<i8> {
    (0..3).map(|_| oneof([-1, 1])).collect()
}

fn main() {
    signs().sample(1);
}
