use mirrorcheck::prelude::*;

#[generator(strict)]
fn number(limit: Option<u8>) -> u8 {
    let digit = draw(0..=9u8);
    if let Some(limit) = limit
        && let Some(digit) = digit.checked_add(limit)
        && digit > limit
        && limit > 0
    {
        return digit;
    }
    digit
}

fn main() {
    number(None).sample(1);
}
