use mirrorcheck::prelude::*;

#[generator]
fn list() -> String {
    let items = draw(vec(0..=9, 0..=3));
    format!("[{items}]")
}

fn main() {
    list().sample(1);
}
