//! Strategies of collections: crates from iddqd to itertools.

use std::collections::{BTreeMap, HashMap, HashSet};

use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("i_collections.rs"));
    let iddqd = "iddqd 0.5.0";
    suite.add([iddqd, "src/bi_hash_map/proptest_impls.rs:298"], Proptest, 18, "bi_map", bi_map());
    suite.advised("bi_map_advised", bi_map_advised());
    suite.add([iddqd, "src/id_hash_map/proptest_impls.rs:285"], Proptest, 17, "id_map", id_map());
    suite.advised("id_map_advised", id_map_advised());
    suite.add(["im 15.1.0", "src/arbitrary.rs:11"], Arb, 3, "shared_vector", shared_vector());
    suite.advised("shared_vector_advised", shared_vector_advised());
    suite.add(["im 15.1.0", "src/arbitrary.rs:27"], Arb, 3, "ordered_map", ordered_map());
    suite.advised("ordered_map_advised", ordered_map_advised());
    suite.add(["imbl 7.0.2", "src/arbitrary.rs:71"], Arb, 9, "hashed_map", hashed_map());
    suite.advised("hashed_map_advised", hashed_map_advised());
    suite.add(["imbl 7.0.2", "src/arbitrary.rs:93"], Arb, 8, "hashed_set", hashed_set());
    suite.advised("hashed_set_advised", hashed_set_advised());
    suite.add(["incrementalmerkletree 0.9.0", "src/frontier.rs:758"], Proptest, 3, "leaf", leaf());
    suite.add(["indexmap 2.14.2", "src/arbitrary.rs:8"], Arb, 8, "index_map", index_map());
    suite.advised("index_map_advised", index_map_advised());
    suite.add(["indexmap 2.14.2", "src/arbitrary.rs:23"], Arb, 7, "index_set", index_set());
    suite.advised("index_set_advised", index_set_advised());
    suite.add(["itertools 0.15.0", "tests/quick.rs:43"], Quickcheck, 3, "exact_hint", exact_hint());
    suite.add(["itertools 0.15.0", "tests/quick.rs:69"], Quickcheck, 10, "inexact_hint", inexact_hint());
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Person {
    id: u32,
    email: String,
    age: u8,
}

/// People by number and by address; both are unique.
#[derive(Debug, Clone, PartialEq, Default)]
struct BiMap {
    people: Vec<Person>,
}

impl BiMap {
    fn insert_overwrite(&mut self, person: Person) {
        self.people.retain(|other| other.id != person.id && other.email != person.email);
        self.people.push(person);
    }
}

#[generator]
fn bi_map() -> BiMap {
    let people = draw(vec(any::<Person>(), 0..10));
    let mut map = BiMap::default();
    for person in people {
        map.insert_overwrite(person);
    }
    map
}

#[generator]
fn bi_map_advised() -> BiMap {
    let people = draw(vec(any::<Person>(), 0..10).at(|map: &BiMap| map.people.clone()));
    let mut map = BiMap::default();
    for person in people {
        map.insert_overwrite(person);
    }
    map
}

#[derive(Debug, Clone, PartialEq, Default)]
struct IdMap {
    people: HashMap<u32, Person>,
}

impl IdMap {
    fn insert_overwrite(&mut self, person: Person) -> Option<Person> {
        self.people.insert(person.id, person)
    }
}

#[generator]
fn id_map() -> IdMap {
    let people = draw(vec(any::<Person>(), 0..10));
    let mut map = IdMap::default();
    for person in people {
        map.insert_overwrite(person);
    }
    map
}

#[generator]
fn id_map_advised() -> IdMap {
    let people = draw(vec(any::<Person>(), 0..10).at(|map: &IdMap| map.people.values().cloned().collect::<Vec<_>>()));
    let mut map = IdMap::default();
    for person in people {
        map.insert_overwrite(person);
    }
    map
}

#[derive(Debug, Clone, PartialEq)]
struct SharedVector<T>(std::rc::Rc<Vec<T>>);

impl<T> FromIterator<T> for SharedVector<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        SharedVector(std::rc::Rc::new(items.into_iter().collect()))
    }
}

impl<T: Clone> IntoIterator for SharedVector<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        std::rc::Rc::unwrap_or_clone(self.0).into_iter()
    }
}

#[generator]
fn shared_vector() -> SharedVector<i16> {
    draw(any::<Vec<i16>>()).into_iter().collect()
}

#[generator]
fn shared_vector_advised() -> SharedVector<i16> {
    draw(any::<Vec<i16>>().at(|list: &SharedVector<i16>| list.0.to_vec())).into_iter().collect()
}

#[derive(Debug, Clone, PartialEq)]
struct OrderedMap<K, V>(BTreeMap<K, V>);

impl<K: Ord, V> FromIterator<(K, V)> for OrderedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(items: I) -> Self {
        OrderedMap(items.into_iter().collect())
    }
}

impl<K, V> IntoIterator for OrderedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::collections::btree_map::IntoIter<K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[generator]
fn ordered_map() -> OrderedMap<u16, String> {
    draw(any::<Vec<(u16, String)>>()).into_iter().collect()
}

#[generator]
fn ordered_map_advised() -> OrderedMap<u16, String> {
    let pairs = any::<Vec<(u16, String)>>();
    draw(pairs.at(|map: &OrderedMap<u16, String>| map.clone().into_iter().collect::<Vec<_>>())).into_iter().collect()
}

#[derive(Debug, Clone, PartialEq)]
struct HashedMap(HashMap<u8, i64>);

impl FromIterator<(u8, i64)> for HashedMap {
    fn from_iter<I: IntoIterator<Item = (u8, i64)>>(items: I) -> Self {
        HashedMap(items.into_iter().collect())
    }
}

impl IntoIterator for HashedMap {
    type Item = (u8, i64);
    type IntoIter = std::collections::hash_map::IntoIter<u8, i64>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[generator]
fn hashed_map() -> HashedMap {
    (0..draw(0..=20usize)).map(|_| (draw(any::<u8>()), draw(any::<i64>()))).collect()
}

#[generator]
fn hashed_map_advised() -> HashedMap {
    let len = draw((0..=20usize).at(|map: &HashedMap| map.0.len()));
    let pair = (any::<u8>(), any::<i64>());
    (0..len).map(|i| draw(pair.at(move |map: &HashedMap| map.0.iter().nth(i).map(|(&k, &v)| (k, v))))).collect()
}

#[derive(Debug, Clone, PartialEq)]
struct HashedSet(HashSet<u8>);

impl FromIterator<u8> for HashedSet {
    fn from_iter<I: IntoIterator<Item = u8>>(items: I) -> Self {
        HashedSet(items.into_iter().collect())
    }
}

#[generator]
fn hashed_set() -> HashedSet {
    (0..draw(0..=20usize)).map(|_| draw(any::<u8>())).collect()
}

#[generator]
fn hashed_set_advised() -> HashedSet {
    let len = draw((0..=20usize).at(|set: &HashedSet| set.0.len()));
    (0..len).map(|i| draw(any::<u8>().at(move |set: &HashedSet| set.0.iter().nth(i).copied()))).collect()
}

#[derive(Debug, Clone, PartialEq)]
struct Leaf(u64);

#[generator]
fn leaf() -> Leaf {
    Leaf(draw(any::<u64>()))
}

/// A map that keeps the order of insertion.
#[derive(Debug, Clone, PartialEq)]
struct IndexMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K: PartialEq, V> FromIterator<(K, V)> for IndexMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(items: I) -> Self {
        let mut entries: Vec<(K, V)> = Vec::new();
        for (key, value) in items {
            match entries.iter_mut().find(|(other, _)| *other == key) {
                Some(entry) => entry.1 = value,
                None => entries.push((key, value)),
            }
        }
        IndexMap { entries }
    }
}

impl<K, V> IntoIterator for IndexMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

#[generator]
fn index_map() -> IndexMap<String, u8> {
    draw(any::<Vec<(String, u8)>>()).into_iter().collect()
}

#[generator]
fn index_map_advised() -> IndexMap<String, u8> {
    draw(any::<Vec<(String, u8)>>().at(|map: &IndexMap<String, u8>| map.entries.clone())).into_iter().collect()
}

#[derive(Debug, Clone, PartialEq)]
struct IndexSet<T> {
    entries: Vec<T>,
}

impl<T: PartialEq> FromIterator<T> for IndexSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut entries: Vec<T> = Vec::new();
        for item in items {
            if !entries.contains(&item) {
                entries.push(item);
            }
        }
        IndexSet { entries }
    }
}

impl<T> IntoIterator for IndexSet<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

#[generator]
fn index_set() -> IndexSet<char> {
    draw(any::<Vec<char>>()).into_iter().collect()
}

#[generator]
fn index_set_advised() -> IndexSet<char> {
    draw(any::<Vec<char>>().at(|set: &IndexSet<char>| set.entries.clone())).into_iter().collect()
}

#[derive(Debug, Clone, PartialEq)]
struct ExactHint {}

#[generator]
fn exact_hint() -> ExactHint {
    ExactHint {}
}

#[derive(Debug, Clone, PartialEq)]
struct InexactHint {
    under: usize,
    over: usize,
}

#[generator]
fn inexact_hint() -> InexactHint {
    let under = draw(any::<usize>());
    let over = draw(any::<usize>());
    // Extreme values come too rarely by themselves.
    InexactHint { under: draw(element_of(&[0, under, usize::MAX])), over: draw(element_of(&[0, over, usize::MAX])) }
}
