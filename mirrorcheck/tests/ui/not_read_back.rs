use mirrorcheck::prelude::*;

struct User {
    name: String,
    age: u8,
}

impl User {
    fn new(name: String, age: u8) -> User {
        User { name, age }
    }
}

#[generator]
fn user() -> User {
    let name = draw(any::<String>());
    let age = draw(0..=99);
    User::new(name, age)
}

#[generator]
fn repeated(n: usize) -> Vec<u8> {
    let a = draw(0..=9);
    vec![a; n]
}

#[generator]
fn sum() -> u8 {
    let (a, b) = draw((0..=9, 0..=9));
    a + b * 2
}

fn main() {
    user().sample(1);
    repeated(2).sample(1);
    sum().sample(1);
}
