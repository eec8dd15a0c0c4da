//! A choice among many as several between two: by halves, in the order from the simplest.

use super::Rejected;
use super::{Ask, Law};
use crate::core::mass::Mass;
use crate::core::rng::Rng;

/// The weights of two parts add up to no more than this.
const WHOLE: f64 = (1u64 << 62) as f64;

impl Ask<'_> {
    /// Asks between two parts until one alternative is left: `false` is the part with the simpler ones. The weights are
    /// those of the parts, so that whoever goes by them chooses each alternative as often as chance does.
    pub(crate) fn by_halves(&self, mut next: impl FnMut(u64, u64) -> Result<bool, Rejected>) -> Result<u128, Rejected> {
        let weights = match self.law {
            Law::Each(weights) => weights.iter().copied().filter(|&weight| weight > 0).collect(),
            Law::Equal | Law::Alike | Law::Spread(_) => Vec::new(),
        };
        let (mut first, mut last) = match self.law {
            Law::Spread(spread) => (0, spread.last_with_weight()),
            Law::Equal | Law::Alike | Law::Each(_) => (0, self.last_rank()),
        };
        while first < last {
            let (middle, simpler, other) = match self.law {
                Law::Equal | Law::Alike => {
                    let middle = middle(first, last);
                    let (simpler, other) = scaled(middle - first + 1, last - middle);
                    (middle, simpler, other)
                }
                Law::Each(_) => {
                    let middle = middle(first, last);
                    let sum =
                        |from: u128, to: u128| weights[from as usize..=to as usize].iter().map(|&w| u128::from(w));
                    let (simpler, other) = scaled(sum(first, middle).sum(), sum(middle + 1, last).sum());
                    (middle, simpler, other)
                }
                Law::Spread(spread) => {
                    let middle = spread.middle(first, last);
                    let (simpler, other) =
                        shares(spread.mass_among(first, middle), spread.mass_among(middle + 1, last));
                    (middle, simpler, other)
                }
            };
            let goes_on = match (simpler, other) {
                // A part in which nothing is possible is not asked for.
                (0, _) => true,
                (_, 0) => false,
                _ => next(simpler, other)?,
            };
            if goes_on { first = middle + 1 } else { last = middle }
        }
        match self.law {
            Law::Spread(_) => Ok(first),
            Law::Equal | Law::Alike | Law::Each(_) => self.at_rank(first).ok_or(Rejected),
        }
    }
}

impl Ask<'_> {
    /// The last rank of the simpler one of two parts that ranks are split into.
    #[inline]
    pub(crate) fn middle(&self, first: u128, last: u128) -> u128 {
        match self.law {
            Law::Spread(spread) => spread.middle(first, last).clamp(first, last - 1),
            Law::Equal | Law::Alike | Law::Each(_) => middle(first, last),
        }
    }

    /// Parts of all ranks, from the first to the last, halved so many times.
    #[inline]
    pub(crate) fn parts(&self, halvings: u32) -> Vec<(u128, u128)> {
        self.parts_of((0, self.last_rank()), halvings)
    }

    #[inline]
    pub(crate) fn parts_of(&self, span: (u128, u128), halvings: u32) -> Vec<(u128, u128)> {
        (0..halvings).fold(vec![span], |parts, _| {
            let halves = |(first, last): (u128, u128)| {
                if first < last {
                    let middle = self.middle(first, last);
                    [Some((first, middle)), Some((middle + 1, last))]
                } else {
                    [Some((first, last)), None]
                }
            };
            parts.into_iter().flat_map(halves).flatten().collect()
        })
    }

    /// A random alternative with one of these ranks, as likely among them as it is among all.
    #[inline]
    pub(crate) fn draw_among(&self, mut first: u128, mut last: u128, rng: &mut Rng) -> Option<u128> {
        if first == last {
            return self.at_rank(first);
        }
        let Law::Spread(spread) = self.law else {
            let weight = |rank| u128::from(self.at_rank(rank).map_or(0, |index| self.weight(index)));
            if self.weights().is_some() {
                let mut left = rng.up_to((first..=last).map(weight).sum::<u128>().max(1) - 1);
                while first < last && left >= weight(first) {
                    (left, first) = (left - weight(first), first + 1);
                }
                return self.at_rank(first);
            }
            return self.at_rank(first + rng.up_to(last - first));
        };
        // Where the part is likely, plain chance soon hits it.
        for _ in 0..4 {
            let index = spread.draw(rng);
            if (first..=last).contains(&spread.rank(index)) {
                return Some(index);
            }
        }
        (first, last) = (spread.at_rank(first)?, spread.at_rank(last)?);
        while first < last {
            let middle = self.middle(first, last);
            let (simpler, other) = shares(spread.mass_among(first, middle), spread.mass_among(middle + 1, last));
            if rng.below(simpler + other) < simpler { last = middle } else { first = middle + 1 }
        }
        Some(first)
    }
}

/// Where the simpler half ends: of an odd number, it is the smaller one.
pub(super) fn middle(first: u128, last: u128) -> u128 {
    first + (last - first - 1) / 2
}

/// Two weights, neither of them 0, in so few bits that their sum is one of 64.
#[inline]
fn scaled(simpler: u128, other: u128) -> (u64, u64) {
    let bits = u128::BITS - simpler.max(other).leading_zeros();
    let down = bits.saturating_sub(63);
    let scale = |weight: u128| ((weight >> down) as u64).max(1);
    (scale(simpler), scale(other))
}

/// Two masses, one of which may be 0, as weights of 64 bits.
#[inline]
fn shares(simpler: Mass, other: Mass) -> (u64, u64) {
    let whole = simpler.plus(other);
    if whole == Mass::ZERO {
        return (1, 1);
    }
    let share =
        |mass: Mass| if mass == Mass::ZERO { 0 } else { ((mass.over(whole).probability() * WHOLE) as u64).max(1) };
    (share(simpler), share(other))
}

#[cfg(test)]
mod tests {
    use crate::core::choice::{Ask, Names};

    /// The weights that lead to an alternative.
    fn asked(ask: &Ask<'_>, rank: u128) -> Vec<(u64, u64)> {
        let (mut first, mut last) = (0, ask.last_rank());
        let mut asked = Vec::new();
        let index = ask.by_halves(|simpler, other| {
            asked.push((simpler, other));
            let middle = super::middle(first, last);
            if rank <= middle {
                last = middle
            } else {
                first = middle + 1
            }
            Ok(rank > middle)
        });
        assert_eq!(index.ok(), ask.at_rank(rank));
        asked
    }

    #[test]
    fn weights_are_those_of_the_parts() {
        let ask = Ask::uniform(6, Names::Unnamed);
        assert_eq!(asked(&ask, 0), [(3, 4), (1, 2)]);
        assert_eq!(asked(&ask, 6), [(3, 4), (2, 2), (1, 1)]);
        let ask = Ask::among(&[5, 0, 2, 3], Names::Unnamed).unwrap();
        assert_eq!(asked(&ask, 0), [(5, 5)]);
        assert_eq!(asked(&ask, 2), [(5, 5), (2, 3)]);
        assert_eq!(asked(&Ask::uniform(0, Names::Unnamed), 0), []);
    }

    #[test]
    fn wide_ranges_are_scaled() {
        let asked = asked(&Ask::uniform(u128::MAX, Names::Unnamed), u128::MAX);
        assert_eq!(asked.len(), 128);
        assert!(asked.iter().all(|(simpler, other)| simpler == other && simpler.checked_add(*other).is_some()));
    }
}
