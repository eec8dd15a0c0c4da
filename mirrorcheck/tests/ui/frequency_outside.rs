use mirrorcheck::prelude::*;

fn main() {
    let _ = frequency([("low", 0..=1), ("high", 8..=9)]);
}
