//! Orders, parts and positions of given lists.

use super::distinct::sorted;
use crate::core::choice::{Ask, Names};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::lengths::{Lengths, LengthsOf};
use crate::core::search::{Arguments, Program, Site, of_type, run};
use crate::core::sketch::Shape;

/// Makes the elements of a list in any order, all orders equally likely.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::shuffle;
///
/// let cards = shuffle(vec!['A', 'K', 'K']);
/// assert_eq!(cards.probability(&vec!['K', 'A', 'K']), 1.0 / 3.0);
/// assert!(!cards.contains(&vec!['K', 'A', 'A']));
/// ```
pub fn shuffle<T: Clone + PartialEq>(items: impl Into<Vec<T>>) -> Shuffled<T> {
    let items = items.into();
    // Equal elements are one alternative, so that there is one way to each order.
    let kinds: Vec<usize> = (0..items.len()).map(|i| (0..i).find(|&j| items[j] == items[i]).unwrap_or(i)).collect();
    Shuffled { items, kinds, find: |items, item| items.iter().position(|other| other == item) }
}

/// Makes the numbers below `count` in any order, all orders equally likely.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::permutation;
///
/// assert_eq!(permutation(3).all_values().count(), 6);
/// ```
#[inline]
pub fn permutation(count: usize) -> Shuffled<usize> {
    let find = |items: &[usize], item: &usize| (*item < items.len()).then_some(*item);
    Shuffled { items: (0..count).collect(), kinds: (0..count).collect(), find }
}

/// The generator that [`shuffle`] and [`permutation`] return.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::{Shuffled, permutation};
///
/// let order: Shuffled<usize> = permutation(4);
/// assert!(order.contains(&vec![2, 0, 3, 1]));
/// ```
#[derive(Debug, Clone)]
pub struct Shuffled<T> {
    items: Vec<T>,
    /// For each element, the first one equal to it.
    kinds: Vec<usize>,
    /// Finds the first element that is equal to another.
    find: fn(&[T], &T) -> Option<usize>,
}

impl<T: Clone + PartialEq> Generator for Shuffled<T> {
    type Value = Vec<T>;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Vec<T>>) -> Result<Vec<T>, Rejected> {
        let made = cx.by_chance(&focus, |rng| {
            let mut order: Vec<usize> = (0..self.items.len()).collect();
            for i in (1..order.len()).rev() {
                order.swap(i, rng.below(i as u64 + 1) as usize);
            }
            order
        });
        match made {
            Some(order) if cx.is_plain() => Ok(order.into_iter().map(|i| self.items[i].clone()).collect()),
            Some(order) => self.one_by_one(cx, Some(&order.into_iter().map(|i| self.kinds[i]).collect::<Vec<_>>())),
            None => match focus {
                Focus::On(shown) => {
                    match shown.iter().map(|item| (self.find)(&self.items, item)).collect::<Option<Vec<_>>>() {
                        Some(kinds) if kinds.len() == self.items.len() => self.one_by_one(cx, Some(&kinds)),
                        _ => Err(cx.reject(|| "these are different elements".to_owned())),
                    }
                }
                Focus::Free | Focus::Sketch(_) => self.one_by_one(cx, None),
            },
        }
    }
}

impl<T: Clone + PartialEq> Shuffled<T> {
    fn one_by_one(&self, cx: &mut Cx<'_>, shown: Option<&[usize]>) -> Result<Vec<T>, Rejected> {
        let mut left = Left::new(&self.kinds);
        cx.group(|cx| {
            let mut made = Vec::with_capacity(self.items.len());
            for i in 0..self.items.len() {
                let shown = match shown {
                    Some(kinds) => match left.place(kinds[i]) {
                        Some(place) => Some(place as u128),
                        None => return Err(cx.reject(|| "an element appears too often".to_owned())),
                    },
                    None => None,
                };
                let Some(ask) = left.ask() else { return Err(Rejected) };
                // What comes after it is not below it.
                let place = cx.group(|cx| cx.choose(&ask, shown))?;
                made.push(self.items[left.take(place as usize)].clone());
            }
            Ok(made)
        })
    }
}

/// The elements that are not taken yet, in their order.
enum Left {
    /// All are different: for each position from 1 on how many are left of those that its lowest bit stands for, and
    /// how many are left in all. To find one among n takes log n steps.
    Different(Vec<usize>, usize),
    /// Kinds with how many of each are left.
    Equal(Vec<usize>, Vec<u64>),
}

impl Left {
    fn new(kinds: &[usize]) -> Left {
        if kinds.iter().enumerate().all(|(i, kind)| i == *kind) {
            return Left::Different((0..=kinds.len()).map(|i| i & i.wrapping_neg()).collect(), kinds.len());
        }
        let mut counts = vec![0u64; kinds.len()];
        kinds.iter().for_each(|&kind| counts[kind] += 1);
        let open: Vec<usize> = (0..kinds.len()).filter(|&kind| counts[kind] > 0).collect();
        let weights = open.iter().map(|&kind| counts[kind]).collect();
        Left::Equal(open, weights)
    }

    fn ask(&self) -> Option<Ask<'_>> {
        match self {
            Left::Different(_, count) => Some(Ask::alike((*count as u128).checked_sub(1)?)),
            Left::Equal(_, weights) => Ask::among(weights, Names::Unnamed),
        }
    }

    /// The place of a kind among those that are left.
    fn place(&self, kind: usize) -> Option<usize> {
        match self {
            Left::Different(counts, _) => {
                let before = |mut end: usize| {
                    let mut count = 0;
                    while end > 0 {
                        count += counts[end];
                        end &= end - 1;
                    }
                    count
                };
                let place = before(kind);
                (before(kind + 1) > place).then_some(place)
            }
            Left::Equal(open, _) => open.binary_search(&kind).ok(),
        }
    }

    /// Takes one out at a place; gives its kind.
    fn take(&mut self, place: usize) -> usize {
        match self {
            Left::Different(counts, count) => {
                *count -= 1;
                let (mut kind, mut rest) = (0, place);
                let mut step = counts.len().next_power_of_two() / 2;
                // The tree node that the one taken is under counts one less, all the way down.
                while step > 0 {
                    let at = kind + step;
                    if at < counts.len() {
                        if counts[at] <= rest {
                            (kind, rest) = (at, rest - counts[at]);
                        } else {
                            counts[at] -= 1;
                        }
                    }
                    step /= 2;
                }
                kind
            }
            Left::Equal(open, weights) => {
                let kind = open[place];
                weights[place] -= 1;
                if weights[place] == 0 {
                    open.remove(place);
                    weights.remove(place);
                }
                kind
            }
        }
    }
}

impl<T: Clone + PartialEq> Reflective for Shuffled<T> {}

/// Makes selections of the elements of a list, in their order: the number of them comes from a range, and all
/// selections of that number are equally likely.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::subsequence;
///
/// let some = subsequence(vec![1, 2, 3, 2], 2);
/// assert!(some.contains(&vec![1, 3]));
/// assert!(!some.contains(&vec![3, 1]));
/// // There are two ways to take 1 and 2, out of six.
/// assert_eq!(some.probability(&vec![1, 2]), 1.0 / 3.0);
/// ```
pub fn subsequence<T: Clone + PartialEq>(items: impl Into<Vec<T>>, lengths: impl Lengths) -> Subsequence<T> {
    Subsequence { items: items.into(), lengths: LengthsOf::new(lengths) }
}

/// The generator that [`subsequence`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::subsequence;
///
/// assert_eq!(subsequence(vec!['a', 'b', 'c'], ..).all_values().count(), 8);
/// ```
#[derive(Debug, Clone)]
pub struct Subsequence<T> {
    items: Vec<T>,
    lengths: LengthsOf,
}

impl<T: Clone + PartialEq> Generator for Subsequence<T> {
    type Value = Vec<T>;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Vec<T>>) -> Result<Vec<T>, Rejected> {
        let count = self.items.len();
        if self.lengths.least > count {
            let least = self.lengths.least;
            return Err(cx.reject(|| format!("{least} elements are wanted, but there are only {count}")));
        }
        let lengths = self.lengths.capped(count);
        cx.group(|cx| {
            let shown = match focus {
                Focus::On(shown) => Some(shown),
                Focus::Free | Focus::Sketch(_) => None,
            };
            let length = lengths.choose(cx, shown.map(Vec::len))?;
            if let Some(shown) = shown {
                Rest { items: &self.items, shown }.run(cx, Focus::On(&()))?;
                return Ok(shown.clone());
            }
            let mut made = Vec::with_capacity(length);
            for (i, item) in self.items.iter().enumerate() {
                if keep(cx, count - i, length - made.len(), None)? {
                    made.push(item.clone());
                }
            }
            Ok(made)
        })
    }
}

impl<T: Clone + PartialEq> Reflective for Subsequence<T> {}

/// Decides whether to keep the first of `left` elements, of which `wanted` are to be kept.
#[inline]
fn keep(cx: &mut Cx<'_>, left: usize, wanted: usize, shown: Option<bool>) -> Result<bool, Rejected> {
    // That nothing more is kept goes without saying; what is kept is always there to be seen.
    if wanted == 0 {
        return if shown == Some(true) { Err(Rejected) } else { Ok(false) };
    }
    let (weights, shown) = ([wanted as u64, (left - wanted) as u64], shown.map(|keep| usize::from(!keep)));
    cx.group(|cx| cx.pick(&weights, Names::Literals(&["keep", "skip"]), shown)).map(|i| i == 0)
}

/// The rest of a list, and of what is shown of it. It is a program of its own, so that the ways to go on from here are
/// searched only once, however often they come up.
struct Rest<'a, T> {
    items: &'a [T],
    shown: &'a [T],
}

impl<T: PartialEq> Generator for Rest<'_, T> {
    type Value = ();

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, ()>) -> Result<(), Rejected> {
        run(self, cx, focus)
    }
}

impl<T: PartialEq> Program for Rest<'_, T> {
    const SITE: &'static Site<'static> = &Site {
        name: "subsequence",
        generator: of_type::<Self>,
        shapes: &[Shape::Any, Shape::Any],
        leads: &[],
        is_plain: false,
        is_text: false,
        is_tried: false,
    };

    fn arguments(&self, arguments: &mut Arguments) {
        let place = |items: &[T]| (items.as_ptr() as usize, items.len());
        arguments.known(&(place(self.items), place(self.shown)));
    }

    fn shown_from(_: &(), from: u32) -> u32 {
        from
    }

    fn body(&self, cx: &mut Cx<'_>, focus: Focus<'_, ()>, toward: u32) -> Result<(), Rejected> {
        let Some((first, items)) = self.items.split_first() else {
            // Nothing is left, so that there is one way to go on.
            return if self.shown.is_empty() && toward == 0 { Ok(()) } else { Err(Rejected) };
        };
        let kept = toward == 0;
        let shown = match (kept, self.shown.split_first()) {
            (true, Some((item, shown))) if item == first => shown,
            (true, _) => return Err(cx.reject(|| "another element comes first".to_owned())),
            (false, _) => self.shown,
        };
        if self.shown.len() > self.items.len() {
            return Err(cx.reject(|| "there are too many".to_owned()));
        }
        keep(cx, self.items.len(), self.shown.len(), Some(kept))?;
        Rest { items, shown }.run(cx, focus)
    }
}

/// Makes lists of numbers that add up to a total: their number comes from a range, and all such lists are equally
/// likely.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::partition;
///
/// let chunks = partition(10, 3);
/// assert_eq!(chunks.sample(1).iter().sum::<usize>(), 10);
/// assert!(chunks.contains(&vec![7, 0, 3]));
/// assert_eq!(partition(2, 2).all_values().count(), 3);
/// ```
pub fn partition(total: usize, parts: impl Lengths) -> Partition {
    Partition { total, parts: LengthsOf::new(parts) }
}

/// The generator that [`partition`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::partition;
///
/// assert!(partition(5, 1..=2).contains(&vec![5]));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Partition {
    total: usize,
    parts: LengthsOf,
}

impl Generator for Partition {
    type Value = Vec<usize>;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Vec<usize>>) -> Result<Vec<usize>, Rejected> {
        // Without parts there is nothing to add up.
        let least = self.parts.least.max(usize::from(self.total > 0));
        let parts = LengthsOf { least, ..self.parts };
        let shown = match focus {
            Focus::On(shown) => Some(shown),
            Focus::Free | Focus::Sketch(_) => None,
        };
        if shown.is_some_and(|shown| {
            shown.iter().try_fold(0, |sum: usize, part| sum.checked_add(*part)) != Some(self.total)
        }) {
            return Err(cx.reject(|| format!("these do not add up to {}", self.total)));
        }
        cx.group(|cx| {
            let count = parts.choose(cx, shown.map(Vec::len))?;
            let Some(cuts) = count.checked_sub(1) else { return Ok(Vec::new()) };
            let shown: Option<Vec<usize>> = shown.map(|shown| {
                let sums = shown.iter().scan(0, |sum, part| {
                    *sum += part;
                    Some(*sum)
                });
                sums.take(cuts).collect()
            });
            let cutting = sorted(0..=self.total, cuts);
            let mut cuts = cutting.look(cx, shown.as_ref().map(|cuts| cuts.iter().collect()))?;
            cuts.push(self.total);
            let mut before = 0;
            Ok(cuts.into_iter().map(|cut| cut - std::mem::replace(&mut before, cut)).collect())
        })
    }
}

impl Reflective for Partition {}

/// Makes positions in a list.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::index_into;
///
/// let names = ["ann", "bob", "eve"];
/// assert_eq!(index_into(&names).all_values().collect::<Vec<_>>(), [0, 1, 2]);
/// ```
pub fn index_into<T>(items: &[T]) -> std::ops::Range<usize> {
    0..items.len()
}

#[cfg(test)]
mod tests {
    use super::Left;

    #[test]
    fn what_is_left_of_different_elements() {
        for count in 0..40 {
            let mut left = Left::new(&(0..count).collect::<Vec<_>>());
            let mut plain: Vec<usize> = (0..count).collect();
            for step in 0..count {
                for kind in 0..count {
                    assert_eq!(left.place(kind), plain.iter().position(|other| *other == kind));
                }
                let place = (step * 7 + count) % plain.len();
                assert_eq!(left.ask().map(|ask| ask.last()), Some(plain.len() as u128 - 1));
                assert_eq!(left.take(place), plain.remove(place));
            }
            assert!(left.ask().is_none());
        }
    }
}
