use mirrorcheck::prelude::*;

#[derive(Debug)]
struct Database;

#[property]
#[rstest]
fn small(database: Database, n: u8) {
    assert!(n < 255, "{database:?}");
}

fn main() {}
