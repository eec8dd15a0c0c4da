use mirrorcheck::prelude::*;

#[generator(strict)]
fn number(wide: bool) -> String {
    let n = draw(0..=99);
    if wide { format!("{n:04}") } else { format!("{n:02}") }
}

fn main() {
    number(true).sample(1);
}
