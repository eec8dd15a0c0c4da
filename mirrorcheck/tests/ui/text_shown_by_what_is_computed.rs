use mirrorcheck::prelude::*;

#[generator(strict)]
fn doubled() -> String {
    let n = draw(0..=9);
    format!("{}", n * 2)
}

fn main() {
    doubled().sample(1);
}
