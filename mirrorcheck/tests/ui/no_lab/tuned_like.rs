use mirrorcheck::prelude::*;

fn main() {
    let like = (0..=9).tuned_like(&[7]);
}
