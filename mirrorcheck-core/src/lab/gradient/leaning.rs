//! Random runs in which numbers depend on those before them: sorted, or the same again and again.

use crate::core::choice::{Ask, Choice, Number, Role};
use crate::core::rng::Rng;

/// How often a number that leads the wrong way is drawn again before the last one is taken once more.
const AGAIN: usize = 3;

#[derive(Debug, Clone)]
pub(super) struct Leaning {
    toward: Toward,
    last: Option<Number>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Toward {
    Up,
    Down,
    Same,
}

impl Leaning {
    /// Each in its turn, and none.
    #[inline]
    pub(super) fn of(run: u64) -> Option<Leaning> {
        let toward = match run / 4 % 4 {
            0 => return None,
            1 => Toward::Up,
            2 => Toward::Down,
            _ => Toward::Same,
        };
        Some(Leaning { toward, last: None })
    }

    #[inline]
    pub(super) fn draw(&mut self, ask: &Ask<'_>, rng: &mut Rng) -> u128 {
        let mut index = ask.draw(rng);
        if ask.is_pick() || ask.role() == Role::Count {
            return index;
        }
        let Choice::Number(mut number) = ask.choice(index) else { return index };
        if let Some(last) = self.last {
            for _ in 0..AGAIN {
                if self.leads(last, number, rng) {
                    break;
                }
                index = ask.draw(rng);
                let Choice::Number(other) = ask.choice(index) else { return index };
                number = other;
            }
            if !self.leads(last, number, rng) {
                if let Some(same) = ask.find(&Choice::Number(last)) {
                    (index, number) = (same, last);
                }
            }
        }
        self.last = Some(number);
        index
    }

    #[inline]
    fn leads(&self, last: Number, number: Number, rng: &mut Rng) -> bool {
        let order = order(last).cmp(&order(number));
        match self.toward {
            Toward::Up => order.is_le(),
            Toward::Down => order.is_ge(),
            Toward::Same => order.is_eq() || rng.below(4) == 0,
        }
    }
}

/// Numbers in the order of their size.
#[inline]
fn order(number: Number) -> (bool, i128) {
    let magnitude = number.magnitude().min(i128::MAX as u128) as i128;
    (!number.is_negative(), if number.is_negative() { -magnitude } else { magnitude })
}
