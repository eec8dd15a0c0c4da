//! Items of what was made.

use std::cell::Cell;

use super::{At, Candidates, Is, Unknown};

/// The item at a place of a collection, and where the order says nothing, any other.
pub struct Item<S> {
    step: Cell<Option<S>>,
    at: usize,
}

impl<S> Item<S> {
    /// Takes the step.
    pub fn new(step: S, at: usize) -> Item<S> {
        Item { step: Cell::new(Some(step)), at }
    }

    /// The item at the place before all others.
    fn first<T>(&self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut items: Vec<T> = items.into_iter().collect();
        if self.at < items.len() {
            items[..=self.at].rotate_right(1);
        }
        items
    }
}

/// Of a list, whose items are in order.
pub trait ItemOfList<'f, T> {
    /// The item.
    fn item(&self) -> At<'f, T>;

    /// The item, or any other.
    fn any_item(&self) -> At<'f, T>;
}

impl<'f, T> ItemOfList<'f, T> for &&&&&Item<At<'f, Vec<T>>> {
    fn item(&self) -> At<'f, T> {
        let Some(At { places, is_all }) = self.step.take() else { return At { places: Vec::new(), is_all: false } };
        At { places: places.into_iter().filter_map(|list| list.get(self.at)).collect(), is_all }
    }

    fn any_item(&self) -> At<'f, T> {
        let places = self.step.take().map_or_else(Vec::new, |at| at.places);
        At { places: places.into_iter().flat_map(|list| self.first(list)).collect(), is_all: false }
    }
}

macro_rules! any_items {
    ($($(#[$doc:meta])* $name:ident for $level:ty: [$($generics:tt)*] [$($bounds:tt)*] $found:ty, |$step:ident| $list:expr;)*) => { $(
        $(#[$doc])*
        pub trait $name {
            /// What is found.
            type Found;

            /// The item.
            fn item(&self) -> Self::Found;

            /// The item, or any other.
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
    /// Of a map, whose items are pairs.
    ItemOfMap for &&&&Item<At<'f, C>>: ['f, C, K: Clone + 'f, V: Clone + 'f] [&'f C: IntoIterator<Item = (&'f K, &'f V)>]
        Is<(K, V)>, |step| {
            let places = step.step.take().map_or_else(Vec::new, |at| at.places);
            let pairs = places.into_iter().flat_map(|map| step.first(map)).map(|(key, value)| (key.clone(), value.clone()));
            Is { values: pairs.collect(), is_all: false }
        };
    /// Of any other collection.
    ItemOfAny for &&&Item<At<'f, C>>: ['f, C, T: 'f] [&'f C: IntoIterator<Item = &'f T>]
        At<'f, T>, |step| {
            let places = step.step.take().map_or_else(Vec::new, |at| at.places);
            At { places: places.into_iter().flat_map(|items| step.first(items)).collect(), is_all: false }
        };
    /// Of a text.
    ItemOfText for &&Item<At<'f, C>>: ['f, C: AsRef<str>] []
        Is<char>, |step| {
            let places = step.step.take().map_or_else(Vec::new, |at| at.places);
            Is { values: places.into_iter().flat_map(|text| step.first(text.as_ref().chars())).collect(), is_all: false }
        };
    /// Of a collection that was computed.
    ItemOfMade for &Item<Is<C>>: [C: IntoIterator] []
        Is<C::Item>, |step| {
            let values = step.step.take().map_or_else(Vec::new, |is| is.values);
            Is { values: values.into_iter().flat_map(|items| step.first(items)).collect(), is_all: false }
        };
}

/// There are no items.
pub trait NoItem {
    /// Nothing is known.
    fn item(&self) -> Unknown {
        Unknown
    }

    /// Nothing is known.
    fn any_item(&self) -> Unknown {
        Unknown
    }
}

impl<S> NoItem for Item<S> {}

/// A pair, or a collection of pairs.
pub struct Pairs<S>(Cell<Option<S>>);

impl<S> Pairs<S> {
    /// Takes the step.
    pub fn new(step: S) -> Pairs<S> {
        Pairs(Cell::new(Some(step)))
    }
}

/// The members of a pair in a place.
pub trait PairIn<'f, A, B> {
    /// The first.
    fn first(&self) -> At<'f, A>;

    /// The second.
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

/// The members of a pair that was computed.
pub trait PairMade<A, B> {
    /// The first.
    fn first(&self) -> Is<A>;

    /// The second.
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

/// The members of the pairs of a collection.
pub trait PairsOf<A, B> {
    /// The firsts.
    fn firsts(&self) -> Is<Vec<A>>;

    /// The seconds.
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

/// There are no pairs.
pub trait NoPair {
    /// Nothing is known.
    fn first(&self) -> Unknown {
        Unknown
    }

    /// Nothing is known.
    fn second(&self) -> Unknown {
        Unknown
    }

    /// Nothing is known.
    fn firsts(&self) -> Unknown {
        Unknown
    }

    /// Nothing is known.
    fn seconds(&self) -> Unknown {
        Unknown
    }
}

impl<S> NoPair for Pairs<S> {}
