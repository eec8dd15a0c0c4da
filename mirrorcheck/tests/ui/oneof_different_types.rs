use mirrorcheck::prelude::*;

fn main() {
    let _ = oneof((0..=9u8, 'a'..='z'));
}
