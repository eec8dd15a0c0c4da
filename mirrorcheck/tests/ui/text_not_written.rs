use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq)]
enum Bit {
    Zero,
    One,
}

#[generator]
fn bit() -> Bit {
    oneof([written(Bit::Zero, "0"), Bit::One])
}

fn main() {
    bit().sample(1);
}
