use mirrorcheck::prelude::*;

#[generator(forward)]
fn word() -> String {
    (0..draw(1..=3)).map(|_| draw('a'..='z')).collect()
}

#[generator]
fn quoted() -> String {
    let word = draw(word());
    format!("'{word}'")
}

fn main() {
    quoted().sample(1);
}
