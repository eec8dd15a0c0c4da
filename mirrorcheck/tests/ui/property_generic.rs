use mirrorcheck::prelude::*;

#[property]
fn same<T: PartialEq>(value: T) -> bool {
    value == value
}

fn main() {}
