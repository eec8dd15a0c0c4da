use mirrorcheck::prelude::*;

#[property]
fn small(n: u8) {
    for i in 0..draw(0..=n) {
        let _text: &str = i;
    }
}

fn main() {}
