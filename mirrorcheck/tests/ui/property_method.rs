use mirrorcheck::prelude::*;

struct List;

impl List {
    #[property]
    fn short(&self) {}
}

fn main() {}
