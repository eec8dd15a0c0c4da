use mirrorcheck::prelude::*;
use mirrorcheck::strategy::Gradient;

fn main() {
    let _ = (0..=9, Gradient::default());
}
