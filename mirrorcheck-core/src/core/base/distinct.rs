//! Sets, maps, and lists without repetition.
//!
//! If the values of a generator are numbered, because it is a range or makes few of them, each choice is among the
//! values not taken yet: nothing is drawn twice. Otherwise duplicates are dropped and drawn again.

mod catalogue;
mod draws;
mod entries;

pub(super) use catalogue::FEW;
pub(crate) use entries::in_any_order;
pub use entries::{Entries, EntriesOf, btree_map, btree_set, hash_map, hash_set};

use std::rc::Rc;

use crate::core::choice::{Ask, Choice, Spread};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Order, Reflective, Rejected};
use crate::core::lengths::{Lengths, LengthsOf};
use crate::core::mass::Mass;
use crate::core::rng::Rng;
use catalogue::Keys;

/// How often to redraw a duplicate before giving up.
const TRIES: u32 = 1_000;

/// Makes lists in which no two elements are equal, in any order.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::unique;
///
/// let hand = unique(1..=52u8, 5);
/// assert!(hand.contains(&vec![3, 1, 52, 7, 8]));
/// assert!(!hand.contains(&vec![3, 1, 52, 7, 3]));
/// assert_eq!(unique(0..=2, 3).probability(&vec![2, 0, 1]), 1.0 / 6.0);
/// ```
pub fn unique<G: Generator>(element: G, lengths: impl Lengths) -> UniqueOf<G>
where
    G::Value: PartialEq,
{
    UniqueOf { keys: Keys::new(element, Order::Simple), lengths: LengthsOf::new(lengths) }
}

/// The generator that [`unique`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::unique;
///
/// assert_eq!(unique(any::<bool>(), 0..).all_values().count(), 5);
/// ```
#[derive(Debug, Clone)]
pub struct UniqueOf<G: Generator> {
    keys: Keys<G>,
    lengths: LengthsOf,
}

impl<G: Generator> Generator for UniqueOf<G>
where
    G::Value: PartialEq,
{
    type Value = Vec<G::Value>;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Vec<G::Value>>) -> Result<Vec<G::Value>, Rejected> {
        let lengths = self.keys.lengths(self.lengths, cx)?;
        let shown = match focus {
            Focus::On(items) => Some(items),
            Focus::Free | Focus::Sketch(_) => None,
        };
        if let Some(twice) = shown.and_then(|items| first_twice(items)) {
            return Err(cx.reject(|| format!("element {twice} appears twice")));
        }
        cx.group(|cx| {
            let length = lengths.choose(cx, shown.map(Vec::len))?;
            let room = lengths.room(cx.room(), length);
            let mut items: Vec<G::Value> = Vec::new();
            cx.with_room(room, |cx| match self.keys.last() {
                Some(last) => {
                    let mut taken: Vec<u128> = Vec::new();
                    for i in 0..length {
                        let left = Left { keys: &self.keys, last, taken: &taken };
                        let shown = match shown {
                            Some(items) => {
                                let index = self.keys.index(&items[i]);
                                Some(index.map(|index| left.rank(index)).ok_or_else(|| self.keys.foreign(cx))?)
                            }
                            None => None,
                        };
                        let index = left.at(cx.choose(&Ask::spread(&left), shown)?);
                        taken.insert(taken.partition_point(|&other| other < index), index);
                        items.push(self.keys.at(index)?);
                    }
                    Ok(items)
                }
                None => {
                    for i in 0..length {
                        items.push(match shown {
                            Some(shown) => self.keys.generator.run(cx, Focus::On(&shown[i]))?,
                            None => self.keys.draw_new(cx, |key| items.contains(key))?,
                        });
                    }
                    let chances = self.keys.chances(cx, items.iter())?;
                    cx.factor(|| {
                        let mut left = 1.0;
                        let mut factor = Mass::ONE;
                        for chance in chances {
                            factor = factor.over(Mass::from(left));
                            left -= chance.probability();
                        }
                        (factor, factor)
                    });
                    Ok(items)
                }
            })
        })
    }
}

impl<G: Reflective> Reflective for UniqueOf<G> where G::Value: PartialEq {}

fn first_twice<T: PartialEq>(items: &[T]) -> Option<usize> {
    (1..items.len()).find(|&i| items[..i].contains(&items[i]))
}

/// The choice of a value that is not taken yet.
struct Left<'k, G: Generator> {
    keys: &'k Keys<G>,
    last: u128,
    taken: &'k [u128],
}

impl<G: Generator> Left<'_, G> {
    /// Returns the index of the value at this rank among those not taken.
    fn at(&self, rank: u128) -> u128 {
        self.taken.iter().fold(rank, |index, taken| index + u128::from(*taken <= index))
    }

    fn rank(&self, index: u128) -> u128 {
        index - self.taken.iter().filter(|taken| **taken < index).count() as u128
    }
}

impl<G: Generator> std::fmt::Debug for Left<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "all but {:?} of {}", self.taken, self.last)
    }
}

impl<G: Generator> Spread for Left<'_, G> {
    fn last(&self) -> u128 {
        self.last - self.taken.len() as u128
    }

    fn choice(&self, index: u128) -> Choice {
        self.keys.choice(self.at(index))
    }

    fn find(&self, choice: &Choice) -> Option<u128> {
        let index = self.keys.find(choice)?;
        (!self.taken.contains(&index)).then(|| self.rank(index))
    }

    fn mass(&self, _: u128) -> Mass {
        Mass::from(1.0 / (Spread::last(self) as f64 + 1.0))
    }

    fn mass_among(&self, first: u128, last: u128) -> Mass {
        Mass::from((last - first) as f64 + 1.0).times(self.mass(first))
    }

    fn draw(&self, rng: &mut Rng) -> u128 {
        rng.up_to(Spread::last(self))
    }

    fn share(&self) -> Rc<dyn Spread> {
        catalogue::SharedKeys::all(self)
    }
}

/// Makes sorted lists, with repetition. If the elements are numbered, all sorted lists of a length are equally likely.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::sorted;
///
/// let marks = sorted(1..=6, 3);
/// assert!(marks.contains(&vec![2, 2, 5]));
/// assert!(!marks.contains(&vec![5, 2, 2]));
/// assert_eq!(sorted(any::<bool>(), 2).all_values().count(), 3);
/// ```
pub fn sorted<G: Generator>(element: G, lengths: impl Lengths) -> SortedOf<G>
where
    G::Value: Ord,
{
    SortedOf::new(element, LengthsOf::new(lengths))
}

/// The generator that [`sorted`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::sorted;
///
/// assert!(sorted(any::<i32>(), ..).sample(1).is_sorted());
/// ```
#[derive(Debug, Clone)]
pub struct SortedOf<G: Generator> {
    keys: Keys<G>,
    lengths: LengthsOf,
}

impl<G: Generator> SortedOf<G>
where
    G::Value: Ord,
{
    pub(crate) fn new(element: G, lengths: LengthsOf) -> SortedOf<G> {
        let mut keys = Keys::new(element, Order::ByValue);
        keys.sort();
        SortedOf { keys, lengths }
    }

    /// Runs on as many elements as are shown, which are sorted.
    pub(crate) fn look(&self, cx: &mut Cx<'_>, shown: Option<Vec<&G::Value>>) -> Result<Vec<G::Value>, Rejected> {
        let lengths = self.lengths;
        cx.group(|cx| {
            let length = lengths.choose(cx, shown.as_ref().map(Vec::len))?;
            let room = lengths.room(cx.room(), length);
            cx.with_room(room, |cx| {
                let mut items: Vec<G::Value> = Vec::new();
                if self.keys.last().is_some() {
                    let indices = match &shown {
                        Some(shown) => Some(self.keys.indices(cx, shown.iter().copied())?),
                        None => None,
                    };
                    draws::increasing(&self.keys, cx, length, indices, true, |_, index| {
                        items.push(self.keys.at(index)?);
                        Ok(())
                    })?;
                    return Ok(items);
                }
                for i in 0..length {
                    let focus = shown.as_ref().map_or(Focus::Free, |shown| Focus::On(shown[i]));
                    items.push(self.keys.generator.run(cx, focus)?);
                }
                items.sort();
                // Each order of the elements makes the same list.
                cx.factor(|| {
                    let mut factor = Mass::ONE;
                    let mut equal = 0.0;
                    for i in 0..items.len() {
                        equal = if i > 0 && items[i] == items[i - 1] { equal + 1.0 } else { 1.0 };
                        factor = factor.times(Mass::from((i as f64 + 1.0) / equal));
                    }
                    (factor, factor)
                });
                Ok(items)
            })
        })
    }
}

impl<G: Generator> Generator for SortedOf<G>
where
    G::Value: Ord,
{
    type Value = Vec<G::Value>;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Vec<G::Value>>) -> Result<Vec<G::Value>, Rejected> {
        match focus {
            Focus::On(items) if !items.is_sorted() => Err(cx.reject(|| "the list is not sorted".to_owned())),
            Focus::On(items) => self.look(cx, Some(items.iter().collect())),
            Focus::Free | Focus::Sketch(_) => self.look(cx, None),
        }
    }
}

impl<G: Reflective> Reflective for SortedOf<G> where G::Value: Ord {}
