use mirrorcheck::prelude::*;

fn main() {
    (0..=9, 0..=9).complete(&sketch!(), 1);
}
