//! How far a value is from the goal. No single distance always works: a sum gets stuck where leaves depend on each other,
//! and an order gets stuck where the last choice decides the first leaf. So several distances take turns.

use super::reading::{Leaf, Reading};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Distance {
    /// Leaves in order, up to the first wrong one.
    Forward,
    /// Leaves in reverse order, up to the first wrong one.
    Backward,
    /// Characters of the text in order, up to the first wrong one.
    Text,
    /// The leaves between the longest correct prefix and the longest correct suffix.
    Middle,
    /// The sum over all leaves.
    Sum,
    /// Leaves in order, by the number of bits that are wrong.
    Bits,
}

impl Distance {
    pub(super) const ALL: [Distance; 6] =
        [Distance::Forward, Distance::Backward, Distance::Middle, Distance::Sum, Distance::Text, Distance::Bits];
}

/// A lower score is nearer; scores are compared lexicographically.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(super) struct Score([f64; 3]);

/// The distance of a missing or superfluous leaf.
const MISSING: f64 = 50.0;

#[inline]
pub(super) fn score(distance: Distance, goal: &Reading, made: &Reading) -> Score {
    let (g, m) = (&goal.leaves[..], &made.leaves[..]);
    match distance {
        Distance::Forward => in_order(g.iter(), m.iter(), g.len(), Leaf::apart),
        Distance::Backward => in_order(g.iter().rev(), m.iter().rev(), g.len(), Leaf::apart),
        Distance::Bits => in_order(g.iter(), m.iter(), g.len(), Leaf::bits_apart),
        Distance::Text => {
            let (g, m) = (goal.text.as_bytes(), made.text.as_bytes());
            let same = g.iter().zip(m).take_while(|(a, b)| a == b).count();
            let next = match (g.get(same), m.get(same)) {
                (Some(a), Some(b)) => f64::from(a.abs_diff(*b)),
                _ => 256.0,
            };
            let rest = g.iter().zip(m).skip(same).filter(|(a, b)| a != b).count() + g.len().abs_diff(m.len());
            Score([(g.len() - same) as f64, next, rest as f64])
        }
        Distance::Middle => {
            let start = g.iter().zip(m).take_while(|(a, b)| is_right(a, b)).count();
            let (g, m) = (&g[start..], &m[start..]);
            let end = g.iter().rev().zip(m.iter().rev()).take_while(|(a, b)| is_right(a, b)).count();
            let (g, m) = (&g[..g.len() - end], &m[..m.len() - end]);
            Score([(g.len() + m.len()) as f64, sum(g, m, Leaf::apart), 0.0])
        }
        Distance::Sum => Score([sum(g, m, Leaf::apart), 0.0, 0.0]),
    }
}

impl Leaf {
    #[inline]
    pub(super) fn apart(&self, other: &Leaf) -> f64 {
        self.atom.distance(other.atom) + if self.place == other.place { 0.0 } else { MISSING }
    }

    #[inline]
    fn bits_apart(&self, other: &Leaf) -> f64 {
        self.atom.bits_apart(other.atom) + if self.place == other.place { 0.0 } else { MISSING }
    }
}

#[inline]
pub(super) fn is_right(a: &Leaf, b: &Leaf) -> bool {
    a.place == b.place && a.atom == b.atom
}

#[inline]
fn in_order<'a>(
    goal: impl Iterator<Item = &'a Leaf>,
    made: impl Iterator<Item = &'a Leaf>,
    length: usize,
    apart: impl Fn(&Leaf, &Leaf) -> f64,
) -> Score {
    let (mut right, mut first, mut rest) = (0, None, 0.0);
    let mut made = made.fuse();
    for leaf in goal {
        let apart = made.next().map_or(4.0 * MISSING, |other| apart(leaf, other));
        match first {
            None if apart == 0.0 => right += 1,
            None => first = Some(apart),
            Some(_) => rest += apart,
        }
    }
    rest += MISSING * made.count() as f64;
    Score([(length - right) as f64, first.unwrap_or(0.0), rest])
}

#[inline]
fn sum(goal: &[Leaf], made: &[Leaf], apart: impl Fn(&Leaf, &Leaf) -> f64) -> f64 {
    let sum: f64 = goal.iter().zip(made).map(|(a, b)| apart(a, b)).sum();
    sum + MISSING * goal.len().abs_diff(made.len()) as f64
}
