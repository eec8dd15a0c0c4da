use mirrorcheck::prelude::*;

#[generator(strict)]
fn number(is_short: bool) -> u8 {
    'short: {
        if is_short {
            let digit = draw(0..=9);
            assert!(digit < 10);
            break 'short;
        }
    }
    7
}

fn main() {
    number(true).sample(1);
}
