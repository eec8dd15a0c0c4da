use mirrorcheck::prelude::*;

struct Name(&'static str);

#[generator]
fn named(name: &'static str) -> (Name, u8) {
    (make(name), draw(0..=9))
}

fn make(name: &'static str) -> Name {
    Name(name)
}

fn main() {
    let (name, _) = named("a").sample(1);
    let _ = name.0;
}
