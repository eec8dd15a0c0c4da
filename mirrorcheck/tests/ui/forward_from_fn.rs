use mirrorcheck::prelude::*;

fn main() {
    let dice = from_fn(|| draw(1..=6) + draw(1..=6));
    dice.contains(&7);
}
