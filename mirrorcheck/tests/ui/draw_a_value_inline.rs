use mirrorcheck::prelude::*;

#[generator]
fn number() -> Option<&'static str> {
    Some(draw("five"))
}

fn main() {
    number().sample(1);
}
