//! Values: lists, sets, maps, orders and trees.

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;

use mirrorcheck::collections::{btree_map, btree_set, permutation, shuffle};
use mirrorcheck::prelude::*;

use super::{Subject, Work};

const LARGEST: usize = 10_000_000;
/// Nested values: as deep as the native stacks allow.
const DEEPEST: usize = 1_000_000;
/// Mutants of one value.
const MUTANTS: usize = 10;

/// A kind of generator, by size.
trait Kind: 'static {
    const NAME: &'static str;
    const LARGEST: usize = LARGEST;
    type Value: Clone + 'static;

    /// Makes values of just this size.
    fn of_size(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static;

    /// Makes values of up to this size.
    fn up_to(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static;

    /// How large a value is, for shrinking.
    fn size(value: &Self::Value) -> usize;

    fn value(size: usize) -> Self::Value {
        Self::of_size(size).sample(1)
    }
}

struct Lists;

impl Kind for Lists {
    const NAME: &'static str = "list";
    type Value = Vec<i32>;

    fn of_size(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        vec(any::<i32>(), size)
    }

    fn up_to(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        vec(any::<i32>(), 0..=size)
    }

    fn size(value: &Self::Value) -> usize {
        value.len()
    }
}

struct Sets;

impl Kind for Sets {
    const NAME: &'static str = "set";
    type Value = BTreeSet<i32>;

    fn of_size(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        btree_set(any::<i32>(), size)
    }

    fn up_to(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        btree_set(any::<i32>(), 0..=size)
    }

    fn size(value: &Self::Value) -> usize {
        value.len()
    }
}

struct Maps;

impl Kind for Maps {
    const NAME: &'static str = "map";
    type Value = BTreeMap<i32, bool>;

    fn of_size(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        btree_map(any::<i32>(), any::<bool>(), size)
    }

    fn up_to(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        btree_map(any::<i32>(), any::<bool>(), 0..=size)
    }

    fn size(value: &Self::Value) -> usize {
        value.len()
    }
}

/// How many elements are not in their place.
fn moved(order: &[usize]) -> usize {
    order.iter().enumerate().filter(|(i, item)| i != *item).count()
}

struct Permutations;

impl Kind for Permutations {
    const NAME: &'static str = "permutation";
    type Value = Vec<usize>;

    fn of_size(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        permutation(size)
    }

    fn up_to(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        permutation(size)
    }

    fn size(value: &Self::Value) -> usize {
        moved(value)
    }
}

/// Ten kinds of elements: each comes many times.
struct Shuffles;

impl Kind for Shuffles {
    const NAME: &'static str = "shuffle";
    type Value = Vec<usize>;

    fn of_size(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        shuffle((0..size).map(|i| i % 10).collect::<Vec<_>>())
    }

    fn up_to(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        Self::of_size(size)
    }

    fn size(value: &Self::Value) -> usize {
        value.iter().enumerate().filter(|(i, item)| i % 10 != **item).count()
    }
}

/// A natural number, one box for each. Copied and freed without recursion, because it is as deep as it is large.
struct Natural(Option<Box<Natural>>);

impl Clone for Natural {
    fn clone(&self) -> Natural {
        Natural::of_depth(self.depth())
    }
}

impl Drop for Natural {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut inner) = next {
            next = inner.0.take();
        }
    }
}

impl Natural {
    fn depth(&self) -> usize {
        std::iter::successors(Some(self), |natural| natural.0.as_deref()).count() - 1
    }

    fn of_depth(depth: usize) -> Natural {
        (0..depth).fold(Natural(None), |inner, _| Natural(Some(Box::new(inner))))
    }
}

#[generator]
fn natural(depth: usize) -> Natural {
    if depth == 0 { Natural(None) } else { Natural(Some(Box::new(draw(natural(depth - 1))))) }
}

#[generator]
fn any_natural() -> Natural {
    oneof([Natural(None), Natural(Some(Box::new(draw(any_natural()))))])
}

#[generator]
fn two_ways() -> Natural {
    oneof([Natural(None), Natural(Some(Box::new(draw(two_ways())))), Natural(Some(Box::new(draw(two_ways()))))])
}

struct Deep;

impl Kind for Deep {
    const NAME: &'static str = "deep tree";
    const LARGEST: usize = DEEPEST;
    type Value = Natural;

    fn of_size(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        natural(size)
    }

    fn up_to(_: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        any_natural()
    }

    fn size(value: &Self::Value) -> usize {
        value.depth()
    }

    fn value(size: usize) -> Natural {
        Natural::of_depth(size)
    }
}

struct TwoWays;

impl Kind for TwoWays {
    const NAME: &'static str = "two ways a level";
    const LARGEST: usize = DEEPEST;
    type Value = Natural;

    fn of_size(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        natural(size)
    }

    fn up_to(_: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        two_ways()
    }

    fn size(value: &Self::Value) -> usize {
        value.depth()
    }

    fn value(size: usize) -> Natural {
        Natural::of_depth(size)
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

/// A balanced tree of so many inner nodes.
#[generator]
fn balanced(nodes: usize) -> Tree {
    if nodes == 0 {
        Tree::Leaf
    } else {
        Tree::Node(Box::new(draw(balanced((nodes - 1) / 2))), Box::new(draw(balanced(nodes / 2))))
    }
}

#[generator]
fn any_tree() -> Tree {
    oneof([Tree::Leaf, Tree::Node(Box::new(draw(any_tree())), Box::new(draw(any_tree())))])
}

struct Wide;

impl Kind for Wide {
    const NAME: &'static str = "wide tree";
    const LARGEST: usize = DEEPEST;
    type Value = Tree;

    fn of_size(size: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        balanced(size)
    }

    fn up_to(_: usize) -> impl Reflective<Value = Self::Value> + Clone + 'static {
        any_tree()
    }

    fn size(value: &Self::Value) -> usize {
        match value {
            Tree::Leaf => 0,
            Tree::Node(left, right) => 1 + Self::size(left) + Self::size(right),
        }
    }
}

pub(super) fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    directions::<Lists>(&mut all, true);
    directions::<Sets>(&mut all, true);
    directions::<Maps>(&mut all, true);
    directions::<Permutations>(&mut all, true);
    directions::<Shuffles>(&mut all, true);
    directions::<Deep>(&mut all, true);
    directions::<Wide>(&mut all, true);
    directions::<TwoWays>(&mut all, false);
    all.extend(enumerations());
    all
}

/// All directions of a kind; making and recording only where that is its own.
fn directions<K: Kind>(all: &mut Vec<Subject>, is_made: bool) {
    let mut add = |direction, prepare: fn(usize) -> Work| {
        all.push(Subject { kind: K::NAME, direction, largest: K::LARGEST, prepare: Box::new(prepare) });
    };
    if is_made {
        add("sample", |size| {
            let generator = K::of_size(size);
            Box::new(move || {
                black_box(generator.sample(1));
                true
            })
        });
        add("record", |size| {
            let generator = K::of_size(size);
            Box::new(move || {
                black_box(generator.randomness(1));
                true
            })
        });
    }
    add("replay", |size| {
        let generator = K::up_to(size);
        let choices = generator.reflect_first(&K::value(size)).ok().flatten();
        Box::new(move || choices.as_ref().is_some_and(|choices| generator.replay(choices).is_ok()))
    });
    add("reflect", |size| {
        let (generator, value) = (K::up_to(size), K::value(size));
        Box::new(move || matches!(generator.reflect_first(&value), Ok(Some(_))))
    });
    add("reflect, all", |size| {
        let (generator, value) = (K::up_to(size), K::value(size));
        Box::new(move || generator.reflect(&value).next().is_some())
    });
    add("contains", |size| {
        let (generator, value) = (K::up_to(size), K::value(size));
        Box::new(move || generator.contains(&value))
    });
    add("probability", |size| {
        let (generator, value) = (K::up_to(size), K::value(size));
        Box::new(move || generator.log_probability(&value) <= 0.0)
    });
    add("shrink to half", |size| {
        let (generator, value) = (K::up_to(size), K::value(size));
        let least = K::size(&value) / 2;
        Box::new(move || K::size(&generator.shrink(value.clone(), |value| K::size(value) >= least).value) >= least)
    });
    add("shrink to one", |size| {
        let (generator, value) = (K::up_to(size), K::value(size));
        Box::new(move || K::size(&generator.shrink(value.clone(), |value| K::size(value) >= 1).value) >= 1)
    });
    add("mutate", |size| {
        let (generator, value) = (K::up_to(size), K::value(size));
        Box::new(move || generator.mutate(&value, 1).take(MUTANTS).count() == MUTANTS)
    });
}

/// Values one after another: by how many, and by how many choices one has.
fn enumerations() -> Vec<Subject> {
    let taken =
        |size: usize| -> Work { Box::new(move || vec(any::<bool>(), 0..).all_values().take(size).count() == size) };
    let trees = |size: usize| -> Work { Box::new(move || any_tree().all_values().take(size).count() == size) };
    let long = |size: usize| -> Work {
        Box::new(move || {
            vec(any::<bool>(), size).all_values().take(3).map(|list| list.len()).sum::<usize>() == 3 * size
        })
    };
    vec![
        Subject { kind: "list", direction: "all_values, first n", largest: LARGEST, prepare: Box::new(taken) },
        Subject { kind: "wide tree", direction: "all_values, first n", largest: LARGEST, prepare: Box::new(trees) },
        Subject { kind: "list", direction: "all_values, n choices each", largest: LARGEST, prepare: Box::new(long) },
    ]
}
