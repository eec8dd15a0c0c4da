//! Steps back from a collection to its items.

use std::cell::Cell;

use super::{At, Candidates, Is, Unknown};

/// The operand of `ItemOfList` and its kind: a collection, and the index of the wanted item.
pub struct Item<S> {
    step: Cell<Option<S>>,
    at: usize,
}

impl<S> Item<S> {
    /// Wraps the step that leads to the collection.
    pub fn new(step: S, at: usize) -> Item<S> {
        Item { step: Cell::new(Some(step)), at }
    }

    /// Returns all items, with the one at the index first.
    fn first<T>(&self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut items: Vec<T> = items.into_iter().collect();
        if self.at < items.len() {
            items[..=self.at].rotate_right(1);
        }
        items
    }
}

/// Takes an item of a `Vec`, whose items are in order.
pub trait ItemOfList<'f, T> {
    /// Returns the item at the index.
    fn item(&self) -> At<'f, T>;

    /// Returns all items, with the one at the index first.
    fn any_item(&self) -> At<'f, T>;
}

impl<'f, T> ItemOfList<'f, T> for &&&&&&Item<At<'f, Vec<T>>> {
    fn item(&self) -> At<'f, T> {
        let Some(At { places, is_all }) = self.step.take() else { return At { places: Vec::new(), is_all: false } };
        At { places: places.into_iter().filter_map(|list| list.get(self.at)).collect(), is_all }
    }

    fn any_item(&self) -> At<'f, T> {
        let places = self.step.take().map_or_else(Vec::new, |at| at.places);
        At { places: places.into_iter().flat_map(|list| self.first(list)).collect(), is_all: false }
    }
}

/// Takes a character of a `String`, whose characters are in order.
pub trait ItemOfString {
    /// Returns the character at the index.
    fn item(&self) -> Is<char>;

    /// Returns all characters, with the one at the index first.
    fn any_item(&self) -> Is<char>;
}

impl ItemOfString for &&&&&Item<At<'_, String>> {
    fn item(&self) -> Is<char> {
        let Some(At { places, is_all }) = self.step.take() else { return Is { values: Vec::new(), is_all: false } };
        Is { values: places.into_iter().filter_map(|text| text.chars().nth(self.at)).collect(), is_all }
    }

    fn any_item(&self) -> Is<char> {
        let places = self.step.take().map_or_else(Vec::new, |at| at.places);
        Is { values: places.into_iter().flat_map(|text| self.first(text.chars())).collect(), is_all: false }
    }
}

macro_rules! any_items {
    ($($(#[$doc:meta])* $name:ident for $level:ty: [$($generics:tt)*] [$($bounds:tt)*] $found:ty, |$step:ident| $list:expr;)*) => { $(
        $(#[$doc])*
        pub trait $name {
            /// The candidates.
            type Found;

            /// Returns all items, with the one at the index first.
            fn item(&self) -> Self::Found;

            /// Returns all items, with the one at the index first.
            fn any_item(&self) -> Self::Found;
        }

        impl<$($generics)*> $name for $level where $($bounds)* {
            type Found = $found;

            fn item(&self) -> $found {
                self.any_item()
            }

            fn any_item(&self) -> $found {
                let $step = self;
                $list
            }
        }
    )* };
}

any_items! {
    /// Takes an entry of a map.
    ItemOfMap for &&&&Item<At<'f, C>>: ['f, C, K: Clone + 'f, V: Clone + 'f] [&'f C: IntoIterator<Item = (&'f K, &'f V)>]
        Is<(K, V)>, |step| {
            let places = step.step.take().map_or_else(Vec::new, |at| at.places);
            let pairs = places.into_iter().flat_map(|map| step.first(map)).map(|(key, value)| (key.clone(), value.clone()));
            Is { values: pairs.collect(), is_all: false }
        };
    /// Takes an item of any other collection.
    ItemOfAny for &&&Item<At<'f, C>>: ['f, C, T: 'f] [&'f C: IntoIterator<Item = &'f T>]
        At<'f, T>, |step| {
            let places = step.step.take().map_or_else(Vec::new, |at| at.places);
            At { places: places.into_iter().flat_map(|items| step.first(items)).collect(), is_all: false }
        };
    /// Takes a character of any other text.
    ItemOfText for &&Item<At<'f, C>>: ['f, C: AsRef<str>] []
        Is<char>, |step| {
            let places = step.step.take().map_or_else(Vec::new, |at| at.places);
            Is { values: places.into_iter().flat_map(|text| step.first(text.as_ref().chars())).collect(), is_all: false }
        };
    /// Takes an item of a collection that was computed.
    ItemOfMade for &Item<Is<C>>: [C: IntoIterator] []
        Is<C::Item>, |step| {
            let values = step.step.take().map_or_else(Vec::new, |is| is.values);
            Is { values: values.into_iter().flat_map(|items| step.first(items)).collect(), is_all: false }
        };
}

/// The fallback for candidates without items.
pub trait NoItem {
    /// Returns that nothing is known.
    fn item(&self) -> Unknown {
        Unknown
    }

    /// Returns that nothing is known.
    fn any_item(&self) -> Unknown {
        Unknown
    }
}

impl<S> NoItem for Item<S> {}

/// The operand of `PairIn` and its kind: a pair, or a collection of pairs.
pub struct Pairs<S>(Cell<Option<S>>);

impl<S> Pairs<S> {
    /// Wraps the step that leads to the pair or the pairs.
    pub fn new(step: S) -> Pairs<S> {
        Pairs(Cell::new(Some(step)))
    }
}

/// Takes a member of a pair that is a place.
pub trait PairIn<'f, A, B> {
    /// Returns the first member.
    fn first(&self) -> At<'f, A>;

    /// Returns the second member.
    fn second(&self) -> At<'f, B>;
}

impl<'f, A, B> PairIn<'f, A, B> for &&&Pairs<At<'f, (A, B)>> {
    fn first(&self) -> At<'f, A> {
        let Some(At { places, is_all }) = self.0.take() else { return At { places: Vec::new(), is_all: false } };
        At { places: places.into_iter().map(|pair| &pair.0).collect(), is_all }
    }

    fn second(&self) -> At<'f, B> {
        let Some(At { places, is_all }) = self.0.take() else { return At { places: Vec::new(), is_all: false } };
        At { places: places.into_iter().map(|pair| &pair.1).collect(), is_all }
    }
}

/// Takes a member of a pair that was computed.
pub trait PairMade<A, B> {
    /// Returns the first member.
    fn first(&self) -> Is<A>;

    /// Returns the second member.
    fn second(&self) -> Is<B>;
}

impl<A, B> PairMade<A, B> for &&Pairs<Is<(A, B)>> {
    fn first(&self) -> Is<A> {
        self.0.take().map_or(Is { values: Vec::new(), is_all: false }, |is| is.map(|pair| Some(pair.0)))
    }

    fn second(&self) -> Is<B> {
        self.0.take().map_or(Is { values: Vec::new(), is_all: false }, |is| is.map(|pair| Some(pair.1)))
    }
}

/// Takes the pairs of a collection apart.
pub trait PairsOf<A, B> {
    /// Returns the first members.
    fn firsts(&self) -> Is<Vec<A>>;

    /// Returns the second members.
    fn seconds(&self) -> Is<Vec<B>>;
}

impl<S: Candidates, A, B> PairsOf<A, B> for &Pairs<S>
where
    S::Value: IntoIterator<Item = (A, B)>,
{
    fn firsts(&self) -> Is<Vec<A>> {
        let found = self.0.take().map_or(Is { values: Vec::new(), is_all: false }, Candidates::owned);
        Is { is_all: false, ..found.map(|pairs| Some(pairs.into_iter().map(|pair| pair.0).collect())) }
    }

    fn seconds(&self) -> Is<Vec<B>> {
        let found = self.0.take().map_or(Is { values: Vec::new(), is_all: false }, Candidates::owned);
        Is { is_all: false, ..found.map(|pairs| Some(pairs.into_iter().map(|pair| pair.1).collect())) }
    }
}

/// The fallback for candidates that are not pairs.
pub trait NoPair {
    /// Returns that nothing is known.
    fn first(&self) -> Unknown {
        Unknown
    }

    /// Returns that nothing is known.
    fn second(&self) -> Unknown {
        Unknown
    }

    /// Returns that nothing is known.
    fn firsts(&self) -> Unknown {
        Unknown
    }

    /// Returns that nothing is known.
    fn seconds(&self) -> Unknown {
        Unknown
    }
}

impl<S> NoPair for Pairs<S> {}

/// A collection that knows its length.
pub trait Count {
    /// Returns the number of items, or of characters.
    fn count(&self) -> usize;
}

macro_rules! counts {
    ($($collection:ident <$($T:ident),*>;)*) => { $(
        impl<$($T),*> Count for std::collections::$collection<$($T),*> {
            fn count(&self) -> usize {
                self.len()
            }
        }
    )* };
}
counts! { VecDeque<T>; BTreeMap<K, V>; BTreeSet<T>; BinaryHeap<T>; LinkedList<T>; HashMap<K, V, S>; HashSet<T, S>; }

impl<T> Count for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }
}

impl Count for String {
    fn count(&self) -> usize {
        self.chars().count()
    }
}

/// Returns how much a collection holds at this moment of the run.
pub fn count<C: Count>(collection: &C) -> usize {
    collection.count()
}

/// The operand of `LengthOf`.
pub struct Length<S>(Cell<Option<S>>);

impl<S> Length<S> {
    /// Wraps the step that leads to the collection.
    pub fn new(step: S) -> Length<S> {
        Length(Cell::new(Some(step)))
    }
}

/// Takes the length of a collection.
pub trait LengthOf {
    /// Returns the length of each candidate.
    fn length(&self) -> Is<usize>;
}

impl<S: Candidates> LengthOf for &Length<S>
where
    S::Value: Countable,
{
    fn length(&self) -> Is<usize> {
        let found = self.0.take().map_or(Is { values: Vec::new(), is_all: false }, Candidates::owned);
        Is { is_all: false, ..found.map(|items| Some(items.part_count())) }
    }
}

/// A text or collection whose parts can be counted.
pub trait Countable {
    /// Returns the number of characters, items or entries.
    fn part_count(self) -> usize;
}

impl Countable for String {
    fn part_count(self) -> usize {
        self.chars().count()
    }
}

impl Countable for Box<str> {
    fn part_count(self) -> usize {
        self.chars().count()
    }
}

macro_rules! sizable {
    ($($T:ident => $collection:ty;)*) => { $(
        impl<$T> Countable for $collection {
            fn part_count(self) -> usize {
                self.len()
            }
        }
    )* };
}
sizable! { T => Vec<T>; T => Box<[T]>; T => std::rc::Rc<[T]>; T => std::sync::Arc<[T]>; }

macro_rules! sizable_collections {
    ($($collection:ident <$($T:ident),*>;)*) => { $(
        impl<$($T),*> Countable for std::collections::$collection<$($T),*> {
            fn part_count(self) -> usize {
                self.len()
            }
        }
    )* };
}
sizable_collections! { VecDeque<T>; BTreeMap<K, V>; BTreeSet<T>; BinaryHeap<T>; LinkedList<T>; HashMap<K, V, S>; HashSet<T, S>; }

/// The fallback for candidates without a known length.
pub trait NoLength {
    /// Returns that nothing is known.
    fn length(&self) -> Unknown {
        Unknown
    }
}

impl<S> NoLength for Length<S> {}

/// The operand of `EachItem` and `EachOption`.
pub struct Each<S>(Cell<Option<S>>);

impl<S> Each<S> {
    /// Wraps the step that leads to the items.
    pub fn new(step: S) -> Each<S> {
        Each(Cell::new(Some(step)))
    }
}

/// The result of a step that is taken for each item.
pub trait Gather: Sized {
    /// The result for a collection.
    type Gathered;
    /// The result for an `Option`.
    type Some;

    /// Returns a list with the first candidate for each item, unless an item has none.
    fn gather(steps: Vec<Self>) -> Self::Gathered;

    /// Returns the candidates for the item in `Some`, or `None` as a candidate if there is no item.
    fn some(step: Option<Self>) -> Self::Some;
}

impl<S: Candidates> Gather for S {
    type Gathered = Is<Vec<S::Value>>;
    type Some = Is<Option<S::Value>>;

    fn gather(steps: Vec<S>) -> Self::Gathered {
        let items: Option<Vec<S::Value>> =
            steps.into_iter().map(|step| step.owned().values.into_iter().next()).collect();
        Is { values: Vec::from_iter(items), is_all: false }
    }

    fn some(step: Option<S>) -> Self::Some {
        let values = match step {
            Some(step) => step.owned().values.into_iter().map(Some).collect(),
            None => vec![None],
        };
        Is { values, is_all: false }
    }
}

impl Gather for Unknown {
    type Gathered = Unknown;
    type Some = Unknown;

    fn gather(_: Vec<Unknown>) -> Unknown {
        Unknown
    }

    fn some(_: Option<Unknown>) -> Unknown {
        Unknown
    }
}

/// Takes a step for the item of an `Option`.
pub trait EachOption<T> {
    /// Takes the step if there is an item.
    fn each<R: Gather>(&self, step: impl Fn(Is<T>) -> R) -> R::Some;
}

impl<S: Candidates<Value = Option<T>>, T> EachOption<T> for &&Each<S> {
    fn each<R: Gather>(&self, step: impl Fn(Is<T>) -> R) -> R::Some {
        let found = self.0.take().and_then(|found| found.owned().values.into_iter().next());
        R::some(found.flatten().map(|item| step(Is { values: vec![item], is_all: false })))
    }
}

/// Takes a step for each item of a collection.
pub trait EachItem<T> {
    /// Takes the step for each item of the first candidate.
    fn each<R: Gather>(&self, step: impl Fn(Is<T>) -> R) -> R::Gathered;
}

impl<S: Candidates, T> EachItem<T> for &Each<S>
where
    S::Value: IntoIterator<Item = T>,
{
    fn each<R: Gather>(&self, step: impl Fn(Is<T>) -> R) -> R::Gathered {
        let found = self.0.take().and_then(|found| found.owned().values.into_iter().next());
        let items = found.into_iter().flatten();
        R::gather(items.map(|item| step(Is { values: vec![item], is_all: false })).collect())
    }
}

/// The fallback for candidates without items.
pub trait EachNothing {
    /// Returns that nothing is known.
    fn each<R>(&self, _: impl Fn(Unknown) -> R) -> Unknown {
        Unknown
    }
}

impl<S> EachNothing for Each<S> {}

/// The operand of `ReversedItems`.
pub struct Reversed<S>(Cell<Option<S>>);

impl<S> Reversed<S> {
    /// Wraps the step that leads to the list.
    pub fn new(step: S) -> Reversed<S> {
        Reversed(Cell::new(Some(step)))
    }
}

/// Undoes a reversal.
pub trait ReversedItems {
    /// The type of the list.
    type List;

    /// Returns each candidate in reverse order.
    fn reversed(&self) -> Is<Self::List>;
}

impl<S: Candidates> ReversedItems for &Reversed<S>
where
    S::Value: Reversible,
{
    type List = S::Value;

    fn reversed(&self) -> Is<S::Value> {
        let found = self.0.take().map_or(Is { values: Vec::new(), is_all: false }, Candidates::owned);
        Is { is_all: false, ..found.map(|list| Some(list.reversed())) }
    }
}

/// A collection or text that can be reversed.
pub trait Reversible {
    /// Returns it in reverse order.
    fn reversed(self) -> Self;
}

impl<T> Reversible for Vec<T> {
    fn reversed(mut self) -> Self {
        self.reverse();
        self
    }
}

impl<T> Reversible for std::collections::VecDeque<T> {
    fn reversed(self) -> Self {
        self.into_iter().rev().collect()
    }
}

impl Reversible for String {
    fn reversed(self) -> Self {
        self.chars().rev().collect()
    }
}

/// The fallback for candidates that cannot be reversed.
pub trait NotReversed {
    /// Returns that nothing is known.
    fn reversed(&self) -> Unknown {
        Unknown
    }
}

impl<S> NotReversed for Reversed<S> {}

/// The operand of `ZippedItems`: two collections that were unzipped.
pub struct Zipped<S>(Cell<Option<S>>);

impl<S> Zipped<S> {
    /// Wraps the step that leads to both collections.
    pub fn new(step: S) -> Zipped<S> {
        Zipped(Cell::new(Some(step)))
    }
}

/// Undoes `unzip`.
pub trait ZippedItems {
    /// The type of the list of pairs.
    type Pairs;

    /// Returns the pairs.
    fn zipped(&self) -> Is<Self::Pairs>;
}

impl<S: Candidates<Value = (A, B)>, A: IntoIterator, B: IntoIterator> ZippedItems for &Zipped<S> {
    type Pairs = Vec<(A::Item, B::Item)>;

    fn zipped(&self) -> Is<Self::Pairs> {
        let found = self.0.take().map_or(Is { values: Vec::new(), is_all: false }, Candidates::owned);
        Is { is_all: false, ..found.map(|(a, b)| Some(a.into_iter().zip(b).collect())) }
    }
}

/// The fallback for candidates that are not two collections.
pub trait NoZip {
    /// Returns that nothing is known.
    fn zipped(&self) -> Unknown {
        Unknown
    }
}

impl<S> NoZip for Zipped<S> {}
