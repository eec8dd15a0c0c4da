use mirrorcheck::prelude::*;

struct Limits {
    high: u8,
}

impl Limits {
    #[generator]
    fn number(&self) -> u8 {
        draw(0..=self.high)
    }
}

fn main() {
    let _ = Limits { high: 9 }.high;
}
