use mirrorcheck::prelude::*;

struct Wrapped<T>(T);

#[generator]
fn wrapped<T: Clone>(number: impl Reflective<Value = T>) -> Wrapped<T> {
    Wrapped(draw(number))
}

fn main() {
    struct Once;
    impl mirrorcheck::Generator for Once {
        type Value = u8;
        fn run(&self, _: &mut mirrorcheck::Cx<'_>, _: Focus<'_, u8>) -> Result<u8, mirrorcheck::Rejected> {
            Ok(1)
        }
    }
    impl Reflective for Once {}
    let _ = wrapped(Once);
}
