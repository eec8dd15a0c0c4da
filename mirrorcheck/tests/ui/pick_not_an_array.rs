use mirrorcheck::prelude::*;

#[generator]
fn number(numbers: Vec<(u32, &'static str, u8)>) -> u8 {
    pick(numbers)
}

fn main() {
    number(Vec::new()).sample(1);
}
