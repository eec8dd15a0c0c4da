//! Sets and maps: a set is a map to `()`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;

use super::catalogue::Keys;
use super::draws;
use crate::core::arbitrary::Outline;
use crate::core::arbitrary::{Arbitrary, any};
use crate::core::cx::Cx;
use crate::core::derived::WithLength;
use crate::core::generator::Order;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::lengths::{Lengths, LengthsOf};
use crate::core::mass::Mass;
use crate::core::sort::{sort_by, sort_by_key};
use crate::core::source;

/// A set or a map, as its generator sees it.
///
/// ```
/// use std::collections::{BTreeMap, BTreeSet};
/// use mirrorcheck::collections::Entries;
///
/// fn of<E: Entries>(key: E::Key, value: E::Value) -> E {
///     let mut entries = E::default();
///     entries.put(key, value);
///     entries
/// }
/// assert_eq!(of::<BTreeMap<_, _>>(1, 'a'), BTreeMap::from([(1, 'a')]));
/// assert_eq!(of::<BTreeSet<_>>(1, ()), BTreeSet::from([1]));
/// ```
pub trait Entries: Default {
    /// The type of its keys; in a set, of its elements.
    type Key;
    /// The type of the values of a map; `()` for a set.
    type Value;

    /// Whether the entries are in the order of their keys.
    const IS_SORTED: bool;

    /// Inserts an entry.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use mirrorcheck::collections::Entries;
    ///
    /// let mut squares = BTreeMap::new();
    /// squares.put(3, 9);
    /// assert_eq!(squares[&3], 9);
    /// ```
    fn put(&mut self, key: Self::Key, value: Self::Value);

    /// Returns whether there is an entry with this key.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use mirrorcheck::collections::Entries;
    ///
    /// assert!(BTreeSet::from([1, 2]).has(&2));
    /// ```
    fn has(&self, key: &Self::Key) -> bool;

    /// Returns all entries.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use mirrorcheck::collections::Entries;
    ///
    /// assert_eq!(BTreeMap::from([(2, 'b'), (1, 'a')]).entries(), [(&1, &'a'), (&2, &'b')]);
    /// ```
    fn entries(&self) -> Vec<(&Self::Key, &Self::Value)>;
}

/// Makes B-tree sets of elements from a generator.
///
/// If the generator is a range or makes few different values, all sets of a length are equally likely. Otherwise it
/// draws elements until there are enough different ones; then `probability` is exact for sets of up to 12 elements, and
/// lies between the bounds of the [`likelihood`](crate::Interpretations::likelihood) for larger ones.
///
/// ```
/// use std::collections::BTreeSet;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::btree_set;
///
/// let lottery = btree_set(1..=49u8, 6);
/// let one_in = 1.0 / lottery.probability(&BTreeSet::from([4, 8, 15, 16, 23, 42]));
/// assert_eq!(one_in.round(), 13_983_816.0);
///
/// // More than there are is an error, not an endless search.
/// let error = btree_set(any::<bool>(), 3).try_sample(1).unwrap_err();
/// assert!(error.to_string().contains("3 different values are wanted, but there are only 2"), "{error}");
/// ```
pub fn btree_set<G: Generator>(element: G, lengths: impl Lengths) -> EntriesOf<BTreeSet<G::Value>, G, ()>
where
    G::Value: Ord,
{
    EntriesOf::new(element, (), LengthsOf::new(lengths))
}

/// Makes hash sets of elements from a generator, as [`btree_set`] makes B-tree sets.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::hash_set;
///
/// assert_eq!(hash_set(any::<bool>(), ..).all_values().count(), 4);
/// ```
pub fn hash_set<G: Generator>(element: G, lengths: impl Lengths) -> EntriesOf<HashSet<G::Value>, G, ()>
where
    G::Value: Hash + Eq,
{
    EntriesOf::new(element, (), LengthsOf::new(lengths))
}

/// Makes B-tree maps with keys from one generator, as in [`btree_set`], and values from another.
///
/// ```
/// use std::collections::BTreeMap;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::btree_map;
///
/// let scores = btree_map(string('a'..='z', 1..=5), 0..=100, 0..=3);
/// assert!(scores.contains(&BTreeMap::from([("ann".to_owned(), 7), ("bob".to_owned(), 7)])));
/// ```
pub fn btree_map<K: Generator, V: Generator>(
    key: K,
    value: V,
    lengths: impl Lengths,
) -> EntriesOf<BTreeMap<K::Value, V::Value>, K, V>
where
    K::Value: Ord,
{
    EntriesOf::new(key, value, LengthsOf::new(lengths))
}

/// Makes hash maps, as [`btree_map`] makes B-tree maps.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::hash_map;
///
/// let flags = hash_map('a'..='c', any::<bool>(), 2);
/// assert_eq!(flags.all_values().count(), 3 * 4);
/// ```
pub fn hash_map<K: Generator, V: Generator>(
    key: K,
    value: V,
    lengths: impl Lengths,
) -> EntriesOf<HashMap<K::Value, V::Value>, K, V>
where
    K::Value: Hash + Eq,
{
    EntriesOf::new(key, value, LengthsOf::new(lengths))
}

/// The generator that [`btree_set`], [`hash_set`], [`btree_map`] and [`hash_map`] return.
///
/// ```
/// use std::collections::HashMap;
/// use mirrorcheck::prelude::*;
///
/// let ages: HashMap<String, u8> = any::<HashMap<String, u8>>().sample(1);
/// assert!(any::<HashMap<String, u8>>().contains(&ages));
/// ```
#[derive(Debug)]
pub struct EntriesOf<C, K: Generator, V> {
    keys: Keys<K>,
    values: V,
    lengths: LengthsOf,
    collection: PhantomData<fn() -> C>,
}

impl<C, K: Generator + Clone, V: Clone> Clone for EntriesOf<C, K, V> {
    fn clone(&self) -> Self {
        let (keys, values) = (self.keys.clone(), self.values.clone());
        EntriesOf { keys, values, lengths: self.lengths, collection: PhantomData }
    }
}

impl<C, K: Generator, V> EntriesOf<C, K, V>
where
    K::Value: PartialEq,
{
    pub(crate) fn new(keys: K, values: V, lengths: LengthsOf) -> EntriesOf<C, K, V> {
        EntriesOf { keys: Keys::new(keys, Order::Simple), values, lengths, collection: PhantomData }
    }
}

impl<C, K, V> Generator for EntriesOf<C, K, V>
where
    C: Entries<Key = K::Value, Value = V::Value>,
    K: Generator,
    K::Value: PartialEq,
    V: Generator,
{
    type Value = C;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, C>) -> Result<C, Rejected> {
        let lengths = self.keys.lengths(self.lengths, cx)?;
        let shown = match focus {
            Focus::On(collection) => Some(collection.entries()),
            Focus::Free | Focus::Sketch(_) => None,
        };
        cx.group(|cx| {
            let length = lengths.choose(cx, shown.as_ref().map(Vec::len))?;
            let room = lengths.room(cx.room(), length);
            cx.with_room(room, |cx| match self.keys.last() {
                Some(_) => self.by_number(cx, length, shown),
                None => self.one_by_one(cx, length, shown),
            })
        })
    }
}

impl<C, K, V> EntriesOf<C, K, V>
where
    C: Entries<Key = K::Value, Value = V::Value>,
    K: Generator,
    K::Value: PartialEq,
    V: Generator,
{
    fn by_number(
        &self,
        cx: &mut Cx<'_>,
        length: usize,
        shown: Option<Vec<(&K::Value, &V::Value)>>,
    ) -> Result<C, Rejected> {
        let mut collection = C::default();
        let mut entries = Vec::new();
        if let Some(shown) = shown {
            let indices = self.keys.indices(cx, shown.iter().map(|(key, _)| *key))?;
            entries = indices.into_iter().zip(shown).collect();
            sort_by_key(&mut entries, |(index, _)| *index);
        }
        let indices =
            (entries.len() == length && length > 0).then(|| entries.iter().map(|(index, _)| *index).collect());
        let mut shown = entries.iter();
        draws::increasing(&self.keys, cx, length, indices, false, |cx, index| {
            let value = shown.next().map_or(Focus::Free, |(_, (_, value))| Focus::On(*value));
            let value = self.values.run(cx, value)?;
            collection.put(self.keys.at(index)?, value);
            Ok(())
        })?;
        Ok(collection)
    }

    fn one_by_one(
        &self,
        cx: &mut Cx<'_>,
        length: usize,
        shown: Option<Vec<(&K::Value, &V::Value)>>,
    ) -> Result<C, Rejected> {
        let mut collection = C::default();
        let Some(mut shown) = shown else {
            for _ in 0..length {
                cx.group(|cx| {
                    let key = self.keys.draw_new(cx, |key| collection.has(key))?;
                    let value = self.values.run(cx, Focus::Free)?;
                    collection.put(key, value);
                    Ok(())
                })?;
            }
            return Ok(collection);
        };
        if !C::IS_SORTED {
            shown.sort_by_cached_key(|(key, _)| self.keys.order_of(key));
        }
        for (key, value) in &shown {
            cx.group(|cx| {
                let key = self.keys.generator.run(cx, Focus::On(*key))?;
                collection.put(key, self.values.run(cx, Focus::On(*value))?);
                Ok(())
            })?;
        }
        let chances = self.keys.chances(cx, shown.iter().map(|(key, _)| *key))?;
        cx.factor(|| in_any_order(&chances));
        Ok(collection)
    }
}

/// Up to this many elements, all orders in which they can be drawn are enumerated.
const EXACT: usize = 12;

/// Returns how much more likely a set is than its elements drawn one after another, once each: in any order, and each
/// among those not taken yet. The result is exact, or lies between two bounds.
pub(crate) fn in_any_order(chances: &[Mass]) -> (Mass, Mass) {
    let chances: Vec<f64> = chances.iter().map(|chance| chance.probability()).collect();
    let count = chances.len();
    if count <= EXACT {
        // For each subset, the sum over its orders of what remains to be divided by.
        let mut sums = vec![0.0; 1 << count];
        sums[0] = 1.0;
        for subset in 0..1usize << count {
            let taken: f64 = (0..count).filter(|i| subset >> i & 1 == 1).map(|i| chances[i]).sum();
            let each = sums[subset] / (1.0 - taken);
            (0..count).filter(|i| subset >> i & 1 == 0).for_each(|i| sums[subset | 1 << i] += each);
        }
        let exact = Mass::from(sums[(1 << count) - 1]);
        return (exact, exact);
    }
    // The least that can be taken away before each draw, and the most.
    let mut sorted = chances;
    sort_by(&mut sorted, f64::total_cmp);
    let bound = |chances: &mut dyn Iterator<Item = &f64>| {
        let (mut taken, mut factor) = (0.0, Mass::ONE);
        for (i, chance) in chances.enumerate() {
            factor = factor.times(Mass::from((i as f64 + 1.0) / (1.0 - taken)));
            taken = f64::min(taken + chance, 1.0 - f64::EPSILON);
        }
        factor
    };
    (bound(&mut sorted.iter()), bound(&mut sorted.iter().rev()))
}

impl<C, K, V> Reflective for EntriesOf<C, K, V>
where
    C: Entries<Key = K::Value, Value = V::Value>,
    K: Reflective,
    K::Value: PartialEq,
    V: Reflective,
{
}

macro_rules! entries {
    ($(($($bounds:tt)*) $collection:ty, $key:ty, $value:ty, $sorted:literal, $this:ident $k:ident $v:ident:
        $put:expr, $has:expr, $entries:expr;)*) => { $(
        impl<$($bounds)*> Entries for $collection {
            type Key = $key;
            type Value = $value;
            const IS_SORTED: bool = $sorted;

            fn put(&mut self, $k: $key, $v: $value) {
                let $this = self;
                $put;
            }

            fn has(&self, $k: &$key) -> bool {
                let $this = self;
                $has
            }

            fn entries(&self) -> Vec<(&$key, &$value)> {
                let $this = self;
                $entries.collect()
            }
        }
    )* };
}
entries! {
    (K: Ord) BTreeSet<K>, K, (), true, this k _v: this.insert(k), this.contains(k), this.iter().map(|k| (k, &()));
    (K: Hash + Eq, S: BuildHasher + Default) HashSet<K, S>, K, (), false, this k _v:
        this.insert(k), this.contains(k), this.iter().map(|k| (k, &()));
    (K: Ord, V) BTreeMap<K, V>, K, V, true, this k v: this.insert(k, v), this.contains_key(k), this.iter();
    (K: Hash + Eq, V, S: BuildHasher + Default) HashMap<K, V, S>, K, V, false, this k v:
        this.insert(k, v), this.contains_key(k), this.iter();
}

macro_rules! arbitrary {
    ($(($($bounds:tt)*) $collection:ty, $key:ty, $value:ty, $before:literal |$k:ident, $v:ident| $entry:expr;)*) => { $(
        impl<$($bounds)*> Arbitrary for $collection {
            type Generator = EntriesOf<Self, <$key as Arbitrary>::Generator, <$value as Arbitrary>::Generator>;

            fn arbitrary() -> Self::Generator {
                EntriesOf::new(any::<$key>(), any::<$value>(), LengthsOf::ANY)
            }

            fn source(&self) -> Option<String> {
                let mut texts = self.entries().into_iter().map(|($k, $v)| $entry);
                if Self::IS_SORTED { source::ordered($before, &mut texts) } else { source::unordered($before, &mut texts) }
            }

            fn outline(outline: &mut Outline) {
                outline.perhaps::<($key, $value)>();
            }
        }

        impl<$($bounds)*> WithLength for $collection {
            type OfLength = EntriesOf<Self, <$key as Arbitrary>::Generator, <$value as Arbitrary>::Generator>;

            fn with_length(lengths: impl Lengths) -> Self::OfLength {
                EntriesOf::new(any::<$key>(), any::<$value>(), LengthsOf::leaning(lengths))
            }

            fn outline(outline: &mut Outline) {
                outline.perhaps::<($key, $value)>();
            }
        }
    )* };
}
arbitrary! {
    (K: Arbitrary + Ord) BTreeSet<K>, K, (), "::std::collections::BTreeSet::from([" |key, _value| key.source();
    (K: Arbitrary + Hash + Eq, S: BuildHasher + Default) HashSet<K, S>, K, (),
        "::std::collections::HashSet::from_iter([" |key, _value| key.source();
    (K: Arbitrary + Ord, V: Arbitrary) BTreeMap<K, V>, K, V,
        "::std::collections::BTreeMap::from([" |key, value| source::call("", &[key, value]);
    (K: Arbitrary + Hash + Eq, V: Arbitrary, S: BuildHasher + Default) HashMap<K, V, S>, K, V,
        "::std::collections::HashMap::from_iter([" |key, value| source::call("", &[key, value]);
}
