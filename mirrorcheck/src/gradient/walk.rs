//! Choice gradient sampling: of each alternative of the next choice it is tried what follows, and one is taken in
//! proportion to how often that was valid (004 Fig. 3.3). A range is split into parts, and the part that is taken is split
//! again.

use crate::choice::Ask;
use crate::cx::DEFAULT_SIZE;
use crate::rng::Rng;

/// Into so many parts a wide range is split.
const PARTS: u128 = 8;

/// So often what follows an alternative is tried.
const TRIES: u32 = 24;

/// Where a choice has to be: one of `first..=last` by rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    first: u128,
    last: u128,
}

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
    /// What the first choice after the path was among.
    next: Option<Span>,
    size: u32,
}

impl Walk {
    pub(super) fn new() -> Walk {
        Walk { path: Vec::new(), gradient: Vec::new(), part: 0, tries: 0, at: 0, next: None, size: 0 }
    }

    /// Begins a run along the path.
    pub(super) fn begin(&mut self, rng: &mut Rng) -> u32 {
        if self.path.is_empty() && self.gradient.is_empty() {
            self.size = rng.below(u64::from(DEFAULT_SIZE) + 1) as u32;
        }
        (self.at, self.next) = (0, None);
        self.size
    }

    pub(super) fn answer(&mut self, ask: &Ask<'_>, rng: &mut Rng) -> u128 {
        let at = self.at;
        self.at += 1;
        let span = match self.path.get(at) {
            Some(span) => Some(*span),
            None if at == self.path.len() => {
                if self.gradient.is_empty() {
                    self.next = Some(Span { first: 0, last: ask.last_rank() });
                }
                self.gradient.get(self.part).map(|(span, ..)| *span)
            }
            None => None,
        };
        match span {
            Some(span) if span.first <= ask.last_rank() => {
                let last = span.last.min(ask.last_rank());
                among(ask, span.first, last, rng)
            }
            _ => ask.draw(rng),
        }
    }

    /// Hears what came of it.
    pub(super) fn end(&mut self, is_valid: bool, rng: &mut Rng) {
        if self.gradient.is_empty() {
            // The first run along a path tells what comes next.
            match self.next {
                Some(next) => self.gradient = parts(next).map(|span| (span, 0.0, 0)).collect(),
                // There is nothing left to choose.
                None => self.start_over(),
            }
            (self.part, self.tries) = (0, 0);
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
    fn step(&mut self, rng: &mut Rng) {
        let whole: f64 = self.gradient.iter().map(|(_, valid, _)| valid).sum();
        let mut left = crate::tuning::unit(rng) * whole;
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
        match span.first == span.last {
            true => self.path.push(span),
            // Split again.
            false => self.gradient = parts(span).map(|span| (span, 0.0, 0)).collect(),
        }
        self.part = 0;
        if self.path.len() > 10_000 {
            self.start_over();
        }
    }

    fn start_over(&mut self) {
        self.path.clear();
        self.gradient.clear();
    }
}

/// A rank of a span, as likely as chance makes it where the choice is a pick, and all alike where it is a range.
fn among(ask: &Ask<'_>, first: u128, last: u128, rng: &mut Rng) -> u128 {
    ask.at_rank(first + rng.up_to(last - first)).unwrap_or(0)
}

fn parts(span: Span) -> impl Iterator<Item = Span> {
    let Span { first, last } = span;
    let width = (last - first) / PARTS + 1;
    let count = (last - first) / width + 1;
    (0..count)
        .map(move |i| Span { first: first + i * width, last: last.min(first + (i * width).saturating_add(width - 1)) })
}
