//! Choice gradient sampling: of each alternative of the next choice it is tried what follows, and one is taken in
//! proportion to how often that was valid (004 Fig. 3.3). A range is split into parts, and the part that is taken is split
//! again.

use crate::core::choice::Ask;
use crate::core::rng::Rng;

/// How often a wide range is halved into the parts that are tried.
const HALVINGS: u32 = 3;

/// How often the continuation of each alternative is tried.
const TRIES: u32 = 24;

/// Where a choice has to be: its first and its last rank.
type Span = (u128, u128);

pub(super) struct Walk {
    /// The choices so far, all but the last of them decided.
    path: Vec<Span>,
    /// The parts of the next one, with how often what followed was valid.
    gradient: Vec<(Span, f64, u32)>,
    /// The part that is being tried.
    part: usize,
    tries: u32,
    /// The next choice of this run.
    at: usize,
    /// The parts of the first choice after the path, or those of the part that is to be split.
    next: Option<Vec<Span>>,
    /// A part of it that is to be split again.
    wide: Option<Span>,
    size: u32,
}

impl Walk {
    #[inline]
    pub(super) fn new() -> Walk {
        Walk { path: Vec::new(), gradient: Vec::new(), part: 0, tries: 0, at: 0, next: None, wide: None, size: 0 }
    }

    /// Begins a run along the path.
    #[inline]
    pub(super) fn begin(&mut self, rng: &mut Rng) -> u32 {
        if self.path.is_empty() && self.gradient.is_empty() && self.wide.is_none() {
            self.size = super::small_size(rng.next());
        }
        (self.at, self.next) = (0, None);
        self.size
    }

    #[inline]
    pub(super) fn answer(&mut self, ask: &Ask<'_>, rng: &mut Rng) -> u128 {
        let at = self.at;
        self.at += 1;
        let span = match self.path.get(at) {
            Some(span) => Some(*span),
            None if at == self.path.len() => {
                if self.gradient.is_empty() {
                    self.next = Some(ask.parts_of(self.wide.unwrap_or((0, ask.last_rank())), HALVINGS));
                }
                self.gradient.get(self.part).map(|(span, ..)| *span).or(self.wide)
            }
            None => None,
        };
        match span {
            Some((first, last)) if first <= ask.last_rank() => {
                ask.draw_among(first, last.min(ask.last_rank()), rng).unwrap_or(0)
            }
            _ => ask.draw(rng),
        }
    }

    /// Hears what came of it.
    #[inline]
    pub(super) fn end(&mut self, is_valid: bool, rng: &mut Rng) {
        if self.gradient.is_empty() {
            // The first run along a path tells what comes next.
            match self.next.take() {
                Some(next) => self.gradient = next.into_iter().map(|span| (span, 0.0, 0)).collect(),
                // There is nothing left to choose.
                None => self.start_over(),
            }
            (self.part, self.tries, self.wide) = (0, 0, None);
            return;
        }
        let (_, valid, tried) = &mut self.gradient[self.part];
        *valid += f64::from(u8::from(is_valid));
        *tried += 1;
        self.tries += 1;
        if self.tries < TRIES {
            return;
        }
        (self.part, self.tries) = (self.part + 1, 0);
        if self.part < self.gradient.len() {
            return;
        }
        self.step(rng);
    }

    /// Takes one part in proportion to its fitness; where none was ever valid, by chance.
    #[inline]
    fn step(&mut self, rng: &mut Rng) {
        let whole: f64 = self.gradient.iter().map(|(_, valid, _)| valid).sum();
        let mut left = rng.unit() * whole;
        let by_fitness = self.gradient.iter().position(|(_, valid, _)| {
            left -= valid;
            left < 0.0
        });
        let taken = match by_fitness {
            Some(at) if whole > 0.0 => at,
            _ => rng.below(self.gradient.len() as u64) as usize,
        };
        let span = self.gradient[taken].0;
        self.gradient.clear();
        if span.0 == span.1 {
            self.path.push(span)
        } else {
            self.wide = Some(span)
        }
        self.part = 0;
        if self.path.len() > 10_000 {
            self.start_over();
        }
    }

    #[inline]
    fn start_over(&mut self) {
        self.path.clear();
        self.gradient.clear();
        self.wide = None;
    }
}

#[cfg(test)]
mod tests {
    use super::Walk;
    use crate::core::choice::{Ask, Names, Number};
    use crate::core::rng::Rng;

    /// How many lists of so many numbers up to `last` are sorted, of those that a walk leads to and of random ones.
    fn sorted(last: u128, length: usize, runs: u32) -> (u32, u32) {
        let ask = Ask::uniform(last, Names::Numbers(Number::from(0)));
        let (mut walk, mut rng) = (Walk::new(), Rng::new(1, 0));
        let (mut led, mut random) = (0, 0);
        for _ in 0..runs {
            walk.begin(&mut rng);
            let list: Vec<u128> = (0..length).map(|_| walk.answer(&ask, &mut rng)).collect();
            led += u32::from(list.is_sorted());
            walk.end(list.is_sorted(), &mut rng);
            let list: Vec<u128> = (0..length).map(|_| ask.draw(&mut rng)).collect();
            random += u32::from(list.is_sorted());
        }
        (led, random)
    }

    #[test]
    fn leads_to_what_is_valid() {
        let (led, random) = sorted(9, 4, 100_000);
        assert!(led > 3 * random, "{led} {random}");
    }

    #[test]
    fn splits_wide_ranges() {
        let (led, random) = sorted(u128::from(u64::MAX), 4, 200_000);
        assert!(led > 3 * random, "{led} {random}");
    }
}
