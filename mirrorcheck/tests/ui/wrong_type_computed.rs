use mirrorcheck::prelude::*;

#[generator]
fn number(limit: u8) -> String {
    limit
}

fn main() {
    number(1).sample(1);
}
