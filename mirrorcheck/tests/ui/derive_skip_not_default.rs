use mirrorcheck::prelude::*;

struct Name(&'static str);

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.0 == other.0
    }
}

#[derive(Arbitrary)]
struct Number {
    #[arbitrary(skip)]
    name: Name,
}

fn main() {}
