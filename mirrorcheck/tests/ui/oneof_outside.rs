use mirrorcheck::prelude::*;

fn main() {
    let _ = oneof([1, 2, 3]);
}
