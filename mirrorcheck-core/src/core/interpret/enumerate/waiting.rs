//! The sequences of one size that are still to come, packed: a family of them, the children of one sequence, takes a few
//! bytes however many they are, and what was given is forgotten.

/// The beginning of a sequence, as ranks of alternatives.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Prefix {
    /// First alternatives follow.
    Sequence(Vec<u128>),
    /// First alternatives come to no end here: one more choice at a time, which counts as a step of size. With the
    /// greatest rank that the last choice can have.
    Step(Vec<u128>, u128),
}

/// The children of a sequence that are still to come.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Children {
    ranks: Vec<u128>,
    /// Whether the first is the next alternative of the last choice.
    goes_on: bool,
    /// Later choices that have a second alternative, as ranges of positions; those to come first are last.
    places: Vec<(usize, usize)>,
}

impl Children {
    pub(super) fn new(ranks: Vec<u128>, goes_on: bool, places: impl Iterator<Item = usize>) -> Children {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for place in places {
            match ranges.last_mut() {
                Some((_, end)) if *end == place => *end += 1,
                _ => ranges.push((place, place + 1)),
            }
        }
        ranges.reverse();
        Children { ranks, goes_on, places: ranges }
    }

    pub(super) fn next_only(ranks: Vec<u128>, goes_on: bool) -> Children {
        Children { ranks, goes_on, places: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        !self.goes_on && self.places.is_empty()
    }

    fn pop(&mut self) -> Option<Vec<u128>> {
        if std::mem::take(&mut self.goes_on) {
            let mut ranks = self.ranks.clone();
            if let Some(last) = ranks.last_mut() {
                *last += 1;
            }
            return Some(ranks);
        }
        let (place, end) = self.places.last_mut()?;
        let mut ranks = Vec::with_capacity(*place + 1);
        ranks.extend_from_slice(&self.ranks);
        ranks.resize(*place, 0);
        ranks.push(1);
        *place += 1;
        if place == end {
            self.places.pop();
        }
        Some(ranks)
    }
}

/// What is waiting, first in first out.
#[derive(Debug, Clone, Default)]
pub(super) struct Waiting {
    packed: Vec<u8>,
    at: usize,
    /// The family that is being gone through.
    open: Option<Children>,
    root: bool,
}

const STEP: u128 = 0;
const CHILDREN: u128 = 1;
const CHILDREN_AND_NEXT: u128 = 2;

impl Waiting {
    /// The empty sequence, which has no parent.
    pub(super) fn root() -> Waiting {
        Waiting { root: true, ..Waiting::default() }
    }

    pub(super) fn push_children(&mut self, children: &Children) {
        if children.is_empty() {
            return;
        }
        self.put(if children.goes_on { CHILDREN_AND_NEXT } else { CHILDREN });
        self.put_ranks(&children.ranks);
        self.put(children.places.len() as u128);
        for &(start, end) in &children.places {
            self.put(start as u128);
            self.put((end - start) as u128);
        }
    }

    pub(super) fn push_step(&mut self, ranks: &[u128], greatest: u128) {
        self.put(STEP);
        self.put_ranks(ranks);
        self.put(greatest);
    }

    pub(super) fn pop(&mut self) -> Option<Prefix> {
        if std::mem::take(&mut self.root) {
            return Some(Prefix::Sequence(Vec::new()));
        }
        loop {
            if let Some(ranks) = self.open.as_mut().and_then(Children::pop) {
                return Some(Prefix::Sequence(ranks));
            }
            self.open = None;
            if self.at >= self.packed.len() {
                self.packed = Vec::new();
                self.at = 0;
                return None;
            }
            // What was taken out is given back once it is half of all.
            if self.at > 1 << 16 && self.at > self.packed.len() / 2 {
                self.packed.drain(..self.at);
                self.packed.shrink_to_fit();
                self.at = 0;
            }
            let kind = self.take();
            let ranks = self.take_ranks();
            if kind == STEP {
                return Some(Prefix::Step(ranks, self.take()));
            }
            let count = self.take();
            let range = |waiting: &mut Waiting| {
                let start = waiting.take() as usize;
                (start, start + waiting.take() as usize)
            };
            let places = (0..count).map(|_| range(self)).collect();
            self.open = Some(Children { ranks, goes_on: kind == CHILDREN_AND_NEXT, places });
        }
    }

    /// The length, and those that are not 0: the number of zeros before each, and itself; and of zeros at the end.
    fn put_ranks(&mut self, ranks: &[u128]) {
        self.put(ranks.len() as u128);
        let mut zeros = 0;
        for &rank in ranks {
            if rank == 0 {
                zeros += 1;
            } else {
                self.put(zeros);
                self.put(rank);
                zeros = 0;
            }
        }
        if zeros > 0 {
            self.put(zeros);
        }
    }

    fn take_ranks(&mut self) -> Vec<u128> {
        let length = self.take() as usize;
        let mut ranks = Vec::with_capacity(length);
        while ranks.len() < length {
            let zeros = self.take() as usize;
            ranks.resize(ranks.len() + zeros, 0);
            // Nothing comes after zeros at the end.
            if ranks.len() < length {
                let rank = self.take();
                ranks.push(rank);
            }
        }
        ranks
    }

    /// Seven bits a byte, the lowest first; the highest bit says that there are more.
    fn put(&mut self, mut number: u128) {
        while number >= 0x80 {
            self.packed.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.packed.push(number as u8);
    }

    fn take(&mut self) -> u128 {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.packed[self.at];
            self.at += 1;
            number |= u128::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::{Children, Prefix, Waiting};

    /// All that is waiting.
    fn all(mut waiting: Waiting) -> Vec<Prefix> {
        std::iter::from_fn(|| waiting.pop()).collect()
    }

    #[test]
    fn comes_out_as_it_went_in() {
        assert_eq!(all(Waiting::root()), [Prefix::Sequence(vec![])]);
        let mut waiting = Waiting::default();
        waiting.push_children(&Children::new(vec![0, 300, u128::MAX - 1], true, [3, 4, 7].into_iter()));
        waiting.push_children(&Children::next_only(vec![9], false));
        waiting.push_step(&[1, 0, 0], 5);
        waiting.push_children(&Children::new(vec![], false, [2].into_iter()));
        let expected = [
            Prefix::Sequence(vec![0, 300, u128::MAX]),
            Prefix::Sequence(vec![0, 300, u128::MAX - 1, 1]),
            Prefix::Sequence(vec![0, 300, u128::MAX - 1, 0, 1]),
            Prefix::Sequence(vec![0, 300, u128::MAX - 1, 0, 0, 0, 0, 1]),
            Prefix::Step(vec![1, 0, 0], 5),
            Prefix::Sequence(vec![0, 0, 1]),
        ];
        assert_eq!(all(waiting), expected);
    }

    #[test]
    fn a_family_takes_a_few_bytes_and_what_was_given_none() {
        let mut waiting = Waiting::default();
        for _ in 0..10_000 {
            waiting.push_children(&Children::new(vec![1], true, 1..16_000));
        }
        assert!(waiting.packed.len() <= 10 * 10_000, "{} bytes", waiting.packed.len());
        let whole = waiting.packed.len();
        for _ in 0..9_000 {
            waiting.pop();
            // Without going through the rest of the family.
            waiting.open = None;
        }
        assert!(waiting.packed.len() < 3 * whole / 4, "{} bytes of {whole} are left", waiting.packed.len());
    }
}
