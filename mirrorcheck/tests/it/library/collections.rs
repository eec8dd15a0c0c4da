use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZero, Wrapping};
use std::ops::{Bound, Range, RangeInclusive, RangeTo};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use mirrorcheck::collections::{btree_map, btree_set, hash_map, hash_set, sequence, sorted, unique};
use mirrorcheck::numbers::uniform;
use mirrorcheck::prelude::*;
use mirrorcheck::text::chars;

laws! {
    vectors: vec(0..=9u8, 0..=3);
    vectors_in_bulk: vec(uniform::<i32>(), 0..5);
    vectors_in_bulk_without_a_bound: vec(uniform::<u8>(), 1..);
    strings_in_bulk_without_a_bound: string('a'..='z', ..);
    vectors_of_at_most: (vec(any::<bool>(), ..=2), vec(any::<bool>(), ..2));
    vectors_of_at_least: vec(any::<bool>(), 2..);
    vectors_of_vectors: vec(vec(any::<bool>(), ..), ..);
    any_vectors: any::<Vec<i8>>();
    strings: string('a'..='c', 0..=3);
    strings_of_a_set: string(chars("a-zäöü"), 2);
    any_strings: any::<String>();
    queues: any::<VecDeque<u16>>();
    linked_lists: sequence::<LinkedList<u8>, _>(0..=4, 0..=3);
    arrays: any::<[u8; 3]>();
    arrays_of_nothing: any::<[u8; 0]>();
    arrays_of_generators: [0..=3, 5..=9];
    tuples: any::<(u8, bool, char)>();
    tuples_of_twelve: any::<(u8, i8, u16, i16, u32, i32, u64, i64, bool, char, (), u8)>();
    boxes: any::<Box<u8>>();
    shared: any::<(Rc<bool>, Arc<i8>)>();
    shared_text: any::<(Rc<str>, Arc<[bool]>)>();
    cells: any::<(Cell<u8>, RefCell<bool>)>();
    wrapping: any::<(Wrapping<i8>, Reverse<u8>)>();
    copies_on_write: any::<std::borrow::Cow<'static, str>>();
    ranges: any::<(Range<u8>, RangeInclusive<i8>, RangeTo<bool>)>();
    bounds: any::<Bound<u8>>();
    durations: any::<Duration>();
    times: any::<SystemTime>();
    addresses: any::<IpAddr>();
    socket_addresses: any::<SocketAddr>();
    orderings: any::<Ordering>();
    phantoms: any::<PhantomData<String>>();
    non_zeros: any::<(NonZero<u8>, NonZero<i16>)>();
    sets_of_a_range: btree_set(-3..=3i8, 0..=3);
    sets_of_a_large_range: btree_set(uniform::<u64>(), 0..=4);
    sets_of_few: hash_set(any::<bool>(), ..);
    sets_of_letters: hash_set('a'..='f', 2..);
    sets_of_bytes: any::<BTreeSet<u8>>();
    maps_of_a_range: btree_map(0..=5u8, any::<bool>(), 1..=3);
    hash_maps_of_a_range: hash_map(0..=5u8, 'a'..='z', 1..=3);
    maps_of_few: any::<BTreeMap<bool, u8>>();
    unique_of_a_range: unique(0..=5u8, 0..=4);
    unique_of_few: unique(any::<Option<bool>>(), ..);
    sorted_of_a_range: sorted(-2..=2i8, 0..=4);
    sorted_of_few: sorted(any::<(bool, bool)>(), 0..=3);
}

/// Where elements are dropped that came twice, choices alone do not say how likely a value is.
mod drawn_again {
    use super::*;
    use crate::laws::{check_but_probability, erased};

    #[test]
    fn any_set() {
        check_but_probability(erased(any::<BTreeSet<i32>>()));
        check_but_probability(erased(any::<HashSet<String>>()));
    }

    #[test]
    fn any_map() {
        check_but_probability(erased(any::<HashMap<u16, bool>>()));
        check_but_probability(erased(any::<BTreeMap<String, Vec<u8>>>()));
    }

    #[test]
    fn unique_without_end() {
        check_but_probability(erased(unique(any::<i16>(), 0..=6)));
    }

    #[test]
    fn sorted_without_end() {
        check_but_probability(erased(sorted(any::<i16>(), 0..=6)));
    }
}
