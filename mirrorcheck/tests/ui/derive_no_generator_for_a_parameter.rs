use mirrorcheck::prelude::*;

#[derive(Arbitrary)]
struct Pair<T>(T, T);

struct Name;

fn main() {
    any::<Pair<Name>>();
}
