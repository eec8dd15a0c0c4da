use mirrorcheck::prelude::*;

struct User {
    name: String,
}

impl User {
    fn new(name: String) -> User {
        User { name }
    }
}

#[generator(strict)]
fn user() -> User {
    let name = draw(any::<String>());
    User::new(name)
}

fn main() {
    user().sample(1);
}
