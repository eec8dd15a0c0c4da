use mirrorcheck::prelude::*;

struct Name(&'static str);

#[derive(Arbitrary)]
struct Named {
    #[arbitrary(with = Name("x"))]
    name: Name,
}

fn main() {}
