//! The values of a generator by number.

use std::fmt;
use std::rc::Rc;

use super::TRIES;
use crate::core::choice::{Choice, Spread};
use crate::core::choices::Choices;
use crate::core::cx::Cx;
use crate::core::generator::{Catalogue, Focus, Generator, Order, Rejected};
use crate::core::interpret::{Language, backward};
use crate::core::lengths::LengthsOf;
use crate::core::mass::Mass;
use crate::core::replay::replay;
use crate::core::rng::Rng;
use crate::core::sort::sort_by;

/// A generator of elements that must all differ.
pub(crate) struct Keys<G: Generator> {
    pub(crate) generator: G,
    kind: KeySource<G::Value>,
}

impl<G: Generator + Clone> Clone for Keys<G> {
    fn clone(&self) -> Self {
        Keys { generator: self.generator.clone(), kind: self.kind.clone() }
    }
}

enum KeySource<T> {
    Range(Catalogue<T>),
    Listed(Rc<Listing<T>>),
    Open,
}

impl<T> Clone for KeySource<T> {
    fn clone(&self) -> Self {
        match self {
            KeySource::Range(catalogue) => KeySource::Range(catalogue.clone()),
            KeySource::Listed(listing) => KeySource::Listed(listing.clone()),
            KeySource::Open => KeySource::Open,
        }
    }
}

impl<G: Generator + fmt::Debug> fmt::Debug for Keys<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.generator.fmt(f)
    }
}

/// All values of a generator that makes few of them, by the first choices that make each.
struct Listing<T> {
    values: Vec<T>,
    ways: Vec<Choices>,
    names: Vec<Choice>,
}

/// With more values than this, or more choices for all of them, a generator counts as infinite.
pub(crate) const FEW: usize = 1_024;
const CHOICES: usize = 20_000;

impl<T: PartialEq> Listing<T> {
    fn of<G: Generator<Value = T>>(generator: &G) -> Option<Listing<T>> {
        let mut listing = Listing { values: Vec::new(), ways: Vec::new(), names: Vec::new() };
        let mut choices = 0;
        for way in Language::new(generator).take(FEW + 1) {
            choices += 1 + way.len();
            let is_large = way.made().any(|made| made.place().is_none_or(|(_, last)| last >= FEW as u128));
            if is_large || choices > CHOICES || listing.ways.len() == FEW {
                return None;
            }
            let value = replay(generator, &way).ok()?;
            if listing.values.contains(&value) {
                continue;
            }
            let only = if way.len() == 1 { way.sequence().next() } else { None };
            let name = only.filter(|choice| !listing.names.contains(choice));
            let name = name.unwrap_or(Choice::Index(listing.values.len() as u128));
            listing.names.push(name);
            listing.values.push(value);
            listing.ways.push(way);
        }
        Some(listing)
    }
}

impl<G: Generator> Keys<G>
where
    G::Value: PartialEq,
{
    pub(crate) fn new(generator: G, order: Order) -> Keys<G> {
        let kind = match generator.catalogue(order) {
            Some(catalogue) => KeySource::Range(catalogue),
            None => match Listing::of(&generator) {
                Some(listing) => KeySource::Listed(Rc::new(listing)),
                None => KeySource::Open,
            },
        };
        Keys { generator, kind }
    }

    /// Numbers listed values by size.
    pub(crate) fn sort(&mut self)
    where
        G::Value: Ord,
    {
        let KeySource::Listed(listing) = &mut self.kind else { return };
        if let Some(listing) = Rc::get_mut(listing) {
            let unsorted = std::mem::replace(listing, Listing { values: vec![], ways: vec![], names: vec![] });
            let mut rows: Vec<_> =
                unsorted.values.into_iter().zip(unsorted.ways.into_iter().zip(unsorted.names)).collect();
            sort_by(&mut rows, |a, b| a.0.cmp(&b.0));
            for (value, (way, name)) in rows {
                listing.values.push(value);
                listing.ways.push(way);
                // An index is the place in the list.
                let place = listing.names.len() as u128;
                listing.names.push(if matches!(name, Choice::Index(_)) { Choice::Index(place) } else { name });
            }
        }
    }

    pub(crate) fn index(&self, value: &G::Value) -> Option<u128> {
        match &self.kind {
            KeySource::Range(catalogue) => catalogue.0.index(value),
            KeySource::Listed(listing) => listing.values.iter().position(|listed| listed == value).map(|i| i as u128),
            KeySource::Open => None,
        }
    }

    /// Returns the numbers of given values.
    pub(crate) fn indices<'v>(
        &self,
        cx: &mut Cx<'_>,
        values: impl Iterator<Item = &'v G::Value>,
    ) -> Result<Vec<u128>, Rejected>
    where
        G::Value: 'v,
    {
        let indices: Option<Vec<u128>> = values.map(|value| self.index(value)).collect();
        indices.ok_or_else(|| self.foreign(cx))
    }
}

impl<G: Generator> Keys<G> {
    /// Returns the greatest number, if values have one.
    pub(crate) fn last(&self) -> Option<u128> {
        match &self.kind {
            KeySource::Range(catalogue) => Some(catalogue.0.last()),
            // Where there are none, no list but the empty one can be made.
            KeySource::Listed(listing) => (listing.values.len() as u128).checked_sub(1),
            KeySource::Open => None,
        }
    }

    pub(crate) fn at(&self, index: u128) -> Result<G::Value, Rejected> {
        match &self.kind {
            KeySource::Range(catalogue) => Ok(catalogue.0.at(index)),
            KeySource::Listed(listing) => replay(&self.generator, &listing.ways[index as usize]).map_err(|_| Rejected),
            KeySource::Open => Err(Rejected),
        }
    }

    pub(crate) fn choice(&self, index: u128) -> Choice {
        match &self.kind {
            KeySource::Range(catalogue) => catalogue.0.choice(index),
            KeySource::Listed(listing) => listing.names[index as usize].clone(),
            KeySource::Open => Choice::Index(index),
        }
    }

    pub(crate) fn find(&self, choice: &Choice) -> Option<u128> {
        match &self.kind {
            KeySource::Range(catalogue) => catalogue.0.find(choice),
            KeySource::Listed(listing) => listing.names.iter().position(|name| name == choice).map(|i| i as u128),
            KeySource::Open => None,
        }
    }

    /// Limits the number of elements to the number of values; an error if that is too few.
    pub(crate) fn lengths(&self, lengths: LengthsOf, cx: &mut Cx<'_>) -> Result<LengthsOf, Rejected> {
        let count = match (&self.kind, self.last()) {
            (KeySource::Open, _) => return Ok(lengths),
            (_, None) => 0,
            (_, Some(last)) => usize::try_from(last).map_or(usize::MAX, |last| last.saturating_add(1)),
        };
        if lengths.least > count {
            return Err(
                cx.reject(|| format!("{} different values are wanted, but there are only {count}", lengths.least))
            );
        }
        Ok(lengths.capped(count))
    }

    #[cold]
    pub(crate) fn foreign(&self, cx: &mut Cx<'_>) -> Rejected {
        cx.reject(|| "an element is out of the generator's range".to_owned())
    }

    /// Draws a value that is not taken yet.
    pub(crate) fn draw_new(&self, cx: &mut Cx<'_>, is_there: impl Fn(&G::Value) -> bool) -> Result<G::Value, Rejected> {
        cx.retry(TRIES, |cx| {
            let key = self.generator.run(cx, Focus::Free)?;
            if is_there(&key) {
                Err(cx.reject(|| "could not find enough different values".to_owned()))
            } else {
                Ok(key)
            }
        })
    }

    /// Returns how likely each value is by itself, if requested.
    pub(crate) fn chances<'v>(
        &self,
        cx: &mut Cx<'_>,
        values: impl Iterator<Item = &'v G::Value>,
    ) -> Result<Vec<Mass>, Rejected>
    where
        G::Value: 'v,
    {
        if !cx.is_weighing() {
            return Ok(Vec::new());
        }
        let here = ListedRun { generator: &self.generator, size: cx.size_unseen(), room: cx.room() };
        values.map(|value| here.mass(value).ok_or_else(|| cx.out_of_fuel())).collect()
    }

    /// Orders values that have no order of their own: by their first choices.
    pub(crate) fn order_of(&self, value: &G::Value) -> String {
        let first = backward::first(&self.generator, value, true);
        first.ok().flatten().map_or_else(String::new, |choices| choices.to_string())
    }
}

/// A generator at one size and with this much room.
struct ListedRun<'g, G> {
    generator: &'g G,
    size: u32,
    room: u32,
}

impl<G: Generator> ListedRun<'_, G> {
    fn mass(&self, value: &G::Value) -> Option<Mass> {
        let (forest, _) = backward::forest(self, value, self.size).ok()?;
        forest.map_or(Some(Mass::ZERO), |forest| forest.probability(crate::core::forest::Estimate::Middle).ok())
    }
}

impl<G: Generator> Generator for ListedRun<'_, G> {
    type Value = G::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        cx.resized(self.size, |cx| cx.with_room(self.room, |cx| self.generator.run(cx, focus)))
    }
}

/// The alternatives of a choice that cannot be stored, listed as far as anyone will look.
#[derive(Debug)]
pub(crate) struct SharedKeys {
    choices: Vec<Choice>,
    masses: Vec<Mass>,
    last: u128,
}

/// How many alternatives are listed.
const SPELLED: u128 = 10_000;

impl SharedKeys {
    pub(crate) fn all(spread: &dyn Spread) -> Rc<dyn Spread> {
        let spelled = || 0..=spread.last().min(SPELLED);
        let choices = spelled().map(|index| spread.choice(index)).collect();
        Rc::new(SharedKeys {
            choices,
            masses: spelled().map(|index| spread.mass(index)).collect(),
            last: spread.last(),
        })
    }
}

impl Spread for SharedKeys {
    fn last(&self) -> u128 {
        self.last
    }

    fn choice(&self, index: u128) -> Choice {
        usize::try_from(index).ok().and_then(|i| self.choices.get(i)).cloned().unwrap_or(Choice::Index(index))
    }

    fn find(&self, choice: &Choice) -> Option<u128> {
        self.choices.iter().position(|known| known == choice).map(|i| i as u128)
    }

    fn mass(&self, index: u128) -> Mass {
        usize::try_from(index).ok().and_then(|i| self.masses.get(i)).copied().unwrap_or(Mass::ZERO)
    }

    fn mass_among(&self, first: u128, last: u128) -> Mass {
        let spelled = self.masses.iter().take(usize::try_from(last).unwrap_or(usize::MAX).saturating_add(1));
        spelled.skip(usize::try_from(first).unwrap_or(usize::MAX)).fold(Mass::ZERO, |sum, mass| sum.plus(*mass))
    }

    fn draw(&self, rng: &mut Rng) -> u128 {
        rng.up_to(self.last)
    }

    fn share(&self) -> Rc<dyn Spread> {
        SharedKeys::all(self)
    }
}
