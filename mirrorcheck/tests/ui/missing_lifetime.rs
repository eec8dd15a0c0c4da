use mirrorcheck::prelude::*;

#[generator]
fn either(first: &str, second: &str) -> &str {
    oneof([first, second])
}

fn main() {
    either("a", "b").sample(1);
}
