//! Collections that are lists in another form.

use std::collections::{BinaryHeap, LinkedList, VecDeque};
use std::marker::PhantomData;

use super::collections::VecOf;
use super::distinct::{SortedOf, sorted};
use crate::core::arbitrary::Outline;
use crate::core::arbitrary::{Arbitrary, any};
use crate::core::cx::Cx;
use crate::core::derived::WithLength;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::lengths::{Lengths, LengthsOf};
use crate::core::source::{self, AsSource};

/// A collection with ordered elements.
///
/// ```
/// use std::collections::VecDeque;
/// use mirrorcheck::collections::Sequence;
///
/// fn last<S: Sequence>(sequence: &S) -> Option<&S::Item> {
///     sequence.items().pop()
/// }
/// assert_eq!(last(&VecDeque::from([1, 2, 3])), Some(&3));
/// ```
pub trait Sequence: FromIterator<Self::Item> {
    /// The type of its elements.
    type Item;

    /// Returns its elements.
    ///
    /// ```
    /// use std::collections::LinkedList;
    /// use mirrorcheck::collections::Sequence;
    ///
    /// assert_eq!(LinkedList::from([1, 2]).items(), [&1, &2]);
    /// ```
    fn items(&self) -> Vec<&Self::Item>;
}

macro_rules! sequences {
    ($($collection:ident)*) => { $(
        impl<T> Sequence for $collection<T> {
            type Item = T;

            fn items(&self) -> Vec<&T> {
                self.iter().collect()
            }
        }

        impl<T: Arbitrary> Arbitrary for $collection<T> {
            type Generator = SequenceOf<Self, T::Generator>;

            fn arbitrary() -> Self::Generator {
                SequenceOf { items: VecOf::new(any::<T>(), LengthsOf::ANY), sequence: PhantomData }
            }

            fn source(&self) -> Option<String> {
                let before = concat!("::std::collections::", stringify!($collection), "::from([");
                source::list(before, &mut self.iter().map(|item| item as &dyn AsSource), "])")
            }

            fn outline(outline: &mut Outline) {
                outline.perhaps::<T>();
            }
        }

        impl<T: Arbitrary> WithLength for $collection<T> {
            type OfLength = SequenceOf<Self, T::Generator>;

            fn with_length(lengths: impl Lengths) -> Self::OfLength {
                SequenceOf { items: VecOf::new(any::<T>(), LengthsOf::leaning(lengths)), sequence: PhantomData }
            }

            fn outline(outline: &mut Outline) {
                outline.perhaps::<T>();
            }
        }
    )* };
}
sequences!(VecDeque LinkedList);

/// Makes collections with ordered elements, of a length from a range, as [`vec()`](crate::vec()) makes vectors.
///
/// ```
/// use std::collections::VecDeque;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::sequence;
///
/// let queue = sequence::<VecDeque<u8>, _>(0..=9, 2);
/// assert!(queue.contains(&VecDeque::from([1, 2])));
/// ```
pub fn sequence<S: Sequence, G: Generator<Value = S::Item>>(element: G, lengths: impl Lengths) -> SequenceOf<S, G> {
    SequenceOf { items: VecOf::new(element, LengthsOf::new(lengths)), sequence: PhantomData }
}

/// The generator that [`sequence`] returns.
///
/// ```
/// use std::collections::LinkedList;
/// use mirrorcheck::prelude::*;
///
/// assert!(any::<LinkedList<u8>>().contains(&LinkedList::from([1, 2, 3])));
/// ```
#[derive(Debug)]
pub struct SequenceOf<S, G> {
    items: VecOf<G>,
    sequence: PhantomData<fn() -> S>,
}

impl<S, G: Clone> Clone for SequenceOf<S, G> {
    fn clone(&self) -> Self {
        SequenceOf { items: self.items.clone(), sequence: PhantomData }
    }
}

impl<S: Sequence, G: Generator<Value = S::Item>> Generator for SequenceOf<S, G> {
    type Value = S;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, S>) -> Result<S, Rejected> {
        let made = match focus {
            Focus::On(sequence) => {
                let items = sequence.items();
                self.items.look(cx, Some(items.len()), |i| Focus::On(items[i]))
            }
            Focus::Free | Focus::Sketch(_) => self.items.run(cx, Focus::Free),
        };
        made.map(S::from_iter)
    }
}

impl<S: Sequence, G: Reflective<Value = S::Item>> Reflective for SequenceOf<S, G> {}

/// Makes heaps from sorted lists, because the order of insertion cannot be observed.
///
/// ```
/// use std::collections::BinaryHeap;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::binary_heap;
///
/// let heap = binary_heap(0..=9u8, 0..=3);
/// assert!(heap.contains(&BinaryHeap::from([3, 1, 3])));
/// ```
pub fn binary_heap<G: Generator>(element: G, lengths: impl Lengths) -> HeapOf<G>
where
    G::Value: Ord,
{
    HeapOf { items: sorted(element, lengths) }
}

/// The generator that [`binary_heap`] returns.
///
/// ```
/// use std::collections::BinaryHeap;
/// use mirrorcheck::prelude::*;
///
/// assert!(any::<BinaryHeap<i32>>().contains(&BinaryHeap::from([3, -1])));
/// ```
#[derive(Debug, Clone)]
pub struct HeapOf<G: Generator> {
    items: SortedOf<G>,
}

impl<G: Generator> Generator for HeapOf<G>
where
    G::Value: Ord,
{
    type Value = BinaryHeap<G::Value>;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, BinaryHeap<G::Value>>) -> Result<BinaryHeap<G::Value>, Rejected> {
        let made = match focus {
            Focus::On(heap) => {
                let mut items: Vec<&G::Value> = heap.iter().collect();
                items.sort();
                self.items.look(cx, Some(items))
            }
            Focus::Free | Focus::Sketch(_) => self.items.run(cx, Focus::Free),
        };
        made.map(BinaryHeap::from)
    }
}

impl<G: Reflective> Reflective for HeapOf<G> where G::Value: Ord {}

impl<T: Arbitrary + Ord> Arbitrary for BinaryHeap<T> {
    type Generator = HeapOf<T::Generator>;

    fn arbitrary() -> Self::Generator {
        binary_heap(any::<T>(), ..)
    }

    fn source(&self) -> Option<String> {
        source::unordered("::std::collections::BinaryHeap::from([", &mut self.iter().map(T::source))
    }

    fn outline(outline: &mut Outline) {
        outline.perhaps::<T>();
    }
}

impl<T: Arbitrary + Ord> WithLength for BinaryHeap<T> {
    type OfLength = HeapOf<T::Generator>;

    fn with_length(lengths: impl Lengths) -> Self::OfLength {
        HeapOf { items: SortedOf::new(any::<T>(), LengthsOf::leaning(lengths)) }
    }

    fn outline(outline: &mut Outline) {
        outline.perhaps::<T>();
    }
}

impl<T: Arbitrary> WithLength for Vec<T> {
    type OfLength = VecOf<T::Generator>;

    fn with_length(lengths: impl Lengths) -> Self::OfLength {
        VecOf::new(T::arbitrary(), LengthsOf::leaning(lengths))
    }

    fn outline(outline: &mut Outline) {
        outline.perhaps::<T>();
    }
}
