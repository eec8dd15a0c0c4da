//! A choice with other probabilities than its own.

use std::rc::Rc;

use crate::core::choice::{Ask, Choice, Scale, Spread};
use crate::core::mass::Mass;
use crate::core::rng::Rng;
use crate::core::sort::sort_by_key;

/// What weights make of a choice.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shares {
    /// The choice stays as it is.
    Same,
    /// The weight of each alternative of a pick.
    Each(Vec<u64>),
    /// A range some of whose alternatives are more or less likely than before.
    Mixed(Points),
}

/// How likely some alternatives of a range are.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Points {
    /// Each of them, in the order of their indices.
    points: Vec<(u128, f64)>,
    /// All other alternatives are so many times as likely as they were.
    rest: f64,
    /// How likely one of these is.
    others: f64,
}

impl Points {
    /// The range's own probabilities `rest` times, but for those of some alternatives.
    fn new(ask: &Ask<'_>, points: impl Iterator<Item = (u128, f64)>, rest: f64) -> Points {
        let mut points: Vec<(u128, f64)> = points.collect();
        sort_by_key(&mut points, |(index, _)| *index);
        let seen: f64 = points.iter().map(|(index, _)| ask.chance(*index)).sum();
        let is_all = points.len() as u128 > ask.last();
        let rest = if is_all { 0.0 } else { rest };
        Points { points, rest, others: rest * (1.0 - seen).max(f64::MIN_POSITIVE) }
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.points.iter().all(|(_, point)| *point == 0.0) && self.rest == 0.0
    }

    #[inline]
    fn point(&self, index: u128) -> Option<f64> {
        self.points.binary_search_by_key(&index, |(index, _)| *index).ok().map(|at| self.points[at].1)
    }

    /// Whether only some of the points are possible, and nothing else.
    #[inline]
    fn is_listed(&self) -> bool {
        self.rest == 0.0
    }

    #[inline]
    fn listed(&self, is_possible: bool) -> impl Iterator<Item = u128> + '_ {
        self.points.iter().filter(move |(_, point)| (*point > 0.0) == is_possible).map(|(index, _)| *index)
    }
}

impl Shares {
    /// From probabilities, or any other weights.
    pub(crate) fn each(weights: impl Iterator<Item = f64>) -> Shares {
        /// The weights add up to about as much, which is as exact as a float is.
        const WHOLE: f64 = (1u64 << 53) as f64;
        let weights: Vec<f64> = weights.collect();
        let whole: f64 = weights.iter().sum();
        let scaled = |weight: &f64| if *weight > 0.0 { ((weight / whole * WHOLE).round() as u64).max(1) } else { 0 };
        Shares::Each(weights.iter().map(scaled).collect())
    }

    /// A range's own probabilities `rest` times, but for those of some alternatives.
    pub(crate) fn mixed(ask: &Ask<'_>, points: impl IntoIterator<Item = (u128, f64)>, rest: f64) -> Shares {
        Shares::Mixed(Points::new(ask, points.into_iter(), rest))
    }

    /// The choice's own probabilities, but for what they make impossible.
    #[inline]
    pub(crate) fn or_own(&self, ask: &Ask<'_>) -> Shares {
        let own = |(index, weight): (u128, &u64)| if *weight > 0 { ask.chance(index) } else { 0.0 };
        match self {
            Shares::Each(weights) => Shares::each((0..).zip(weights).map(own)),
            // How often a number is chosen seldom decides whether there is an end.
            shares => shares.clone(),
        }
    }

    /// Gives the choice with these probabilities to `body`; none if nothing is left to choose.
    pub(crate) fn apply<R>(&self, ask: &Ask<'_>, body: impl FnOnce(Option<&Ask<'_>>) -> R) -> R {
        match self {
            Shares::Same => body(Some(ask)),
            Shares::Each(weights) => body(ask.with_weights(weights).as_ref()),
            Shares::Mixed(points) if points.is_empty() => body(None),
            Shares::Mixed(points) => body(Some(&ask.with_spread(&Mixture { base: *ask, points }))),
        }
    }
}

/// A range some alternatives of which are more or less likely than they were.
#[derive(Debug)]
struct Mixture<'a> {
    base: Ask<'a>,
    points: &'a Points,
}

impl Mixture<'_> {
    /// One that is none of the points.
    #[inline]
    fn draw_other(&self, rng: &mut Rng) -> u128 {
        let points = &self.points.points;
        if self.base.is_uniform() {
            let others = self.base.last() - points.len() as u128;
            // In ascending order, each point that is not after it moves it on by one.
            let drawn = rng.up_to(others);
            return points.iter().fold(drawn, |index, (point, _)| if *point <= index { index + 1 } else { index });
        }
        // Where most of what is likely is theirs, plain chance soon hits one of them.
        for _ in 0..8 {
            let index = self.base.draw(rng);
            if self.points.point(index).is_none() {
                return index;
            }
        }
        let (mut first, mut last) = (0, self.base.last());
        while first < last {
            let middle = self.base.middle(first, last);
            let (simpler, other) = (self.others_among(first, middle), self.others_among(middle + 1, last));
            let share = simpler.over(simpler.plus(other)).probability();
            if rng.unit() < share { last = middle } else { first = middle + 1 }
        }
        first
    }

    /// How likely the alternatives of a part are that are none of the points, before they were mixed.
    #[inline]
    fn others_among(&self, first: u128, last: u128) -> Mass {
        let points = self.points.points.iter().filter(|(index, _)| (first..=last).contains(index));
        let (count, mass) = points
            .fold((0u128, Mass::ZERO), |(count, mass), (index, _)| (count + 1, mass.plus(self.base.mass(*index))));
        // Where all of them are points, what is left is nothing but an error of rounding.
        if count > last - first { Mass::ZERO } else { self.base.mass_among(first, last).less(mass).plus(Mass::TINY) }
    }
}

impl Spread for Mixture<'_> {
    #[inline]
    fn last(&self) -> u128 {
        self.base.last()
    }

    #[inline]
    fn choice(&self, index: u128) -> Choice {
        self.base.choice(index)
    }

    #[inline]
    fn find(&self, choice: &Choice) -> Option<u128> {
        self.base.find(choice)
    }

    #[inline]
    fn mass(&self, index: u128) -> Mass {
        match self.points.point(index) {
            Some(point) => Mass::from(point),
            None => self.base.mass(index).times(Mass::from(self.points.rest)),
        }
    }

    #[inline]
    fn mass_among(&self, first: u128, last: u128) -> Mass {
        let inside = self.points.points.iter().filter(|(index, _)| (first..=last).contains(index));
        let (points, replaced) = inside.fold((Mass::ZERO, Mass::ZERO), |(points, replaced), (index, point)| {
            (points.plus(Mass::from(*point)), replaced.plus(self.base.mass(*index)))
        });
        let others = self.base.mass_among(first, last).less(replaced);
        points.plus(others.times(Mass::from(self.points.rest)))
    }

    #[inline]
    fn is_possible(&self, index: u128) -> bool {
        match self.points.point(index) {
            Some(point) => point > 0.0,
            None => self.points.rest > 0.0,
        }
    }

    #[inline]
    fn rank(&self, index: u128) -> u128 {
        let before = |possible| self.points.listed(possible).filter(|&listed| listed < index).count() as u128;
        if self.points.is_listed() { before(true) } else { index - before(false) }
    }

    #[inline]
    fn at_rank(&self, rank: u128) -> Option<u128> {
        if self.points.is_listed() {
            return self.points.listed(true).nth(usize::try_from(rank).ok()?);
        }
        // In ascending order, each that is left out and not after it moves it on by one.
        let index = self.points.listed(false).fold(rank, |index, out| if out <= index { index + 1 } else { index });
        (index <= self.last()).then_some(index)
    }

    #[inline]
    fn last_rank(&self) -> u128 {
        if self.points.is_listed() {
            (self.points.listed(true).count() as u128).saturating_sub(1)
        } else {
            self.last() - self.points.listed(false).count() as u128
        }
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> u128 {
        let mut left =
            rng.unit() * (self.points.points.iter().map(|(_, point)| point).sum::<f64>() + self.points.others);
        let mut last = None;
        for &(index, point) in self.points.points.iter().filter(|(_, point)| *point > 0.0) {
            if left < point {
                return index;
            }
            left -= point;
            last = Some(index);
        }
        if self.points.rest > 0.0 { self.draw_other(rng) } else { last.unwrap_or(0) }
    }

    #[inline]
    fn share(&self) -> Rc<dyn Spread> {
        Rc::new(Owned { scale: self.base.scale(), last: self.last(), points: self.points.clone() })
    }
}

/// A mixture that outlives the choice that it was made of.
#[derive(Debug, Clone)]
struct Owned {
    scale: Scale,
    last: u128,
    points: Points,
}

impl Owned {
    #[inline]
    fn mixture(&self) -> Mixture<'_> {
        Mixture { base: self.scale.ask(self.last), points: &self.points }
    }
}

impl Spread for Owned {
    #[inline]
    fn last(&self) -> u128 {
        self.last
    }

    #[inline]
    fn choice(&self, index: u128) -> Choice {
        self.scale.choice(index)
    }

    #[inline]
    fn find(&self, choice: &Choice) -> Option<u128> {
        self.mixture().find(choice)
    }

    #[inline]
    fn mass(&self, index: u128) -> Mass {
        self.mixture().mass(index)
    }

    #[inline]
    fn mass_among(&self, first: u128, last: u128) -> Mass {
        self.mixture().mass_among(first, last)
    }

    #[inline]
    fn is_possible(&self, index: u128) -> bool {
        self.mixture().is_possible(index)
    }

    #[inline]
    fn rank(&self, index: u128) -> u128 {
        self.mixture().rank(index)
    }

    #[inline]
    fn at_rank(&self, rank: u128) -> Option<u128> {
        self.mixture().at_rank(rank)
    }

    #[inline]
    fn last_rank(&self) -> u128 {
        self.mixture().last_rank()
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> u128 {
        self.mixture().draw(rng)
    }

    #[inline]
    fn share(&self) -> Rc<dyn Spread> {
        Rc::new(self.clone())
    }
}
