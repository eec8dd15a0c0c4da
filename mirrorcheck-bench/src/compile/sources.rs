//! The sources that are compiled: four small kinds of values in turn, each with its type, written for both sides; and
//! types of ten fields, with one derive or the other.

/// Who makes the values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Side {
    ByHand,
    Generators,
    /// The derive of the crate of that name.
    Arbitrary,
    Derived,
}

impl Side {
    pub(super) fn framework(self) -> &'static str {
        match self {
            Side::ByHand => "hand-written",
            Side::Arbitrary => "arbitrary",
            Side::Generators | Side::Derived => "mirrorcheck",
        }
    }

    /// The name of its crate.
    pub(super) fn name(self) -> &'static str {
        match self {
            Side::ByHand => "functions",
            Side::Generators => "generators",
            Side::Arbitrary => "arbitrary-types",
            Side::Derived => "derived-types",
        }
    }
}

/// One kind of value. `@` stands for the number that makes its names unique.
struct Kind {
    types: &'static str,
    by_hand: &'static str,
    generator: &'static str,
}

/// A library of so many functions or types.
pub(super) fn crate_source(side: Side, items: u64) -> String {
    let head = match side {
        Side::ByHand => {
            format!("#[allow(dead_code, reason = \"not all of it is used\")]\nmod rng {{\n{}}}\nuse rng::Rng;\n", rng())
        }
        Side::Generators | Side::Derived => "use mirrorcheck::prelude::*;\n".to_owned(),
        Side::Arbitrary => "use arbitrary::{Arbitrary, Unstructured};\n".to_owned(),
    };
    let all = (0..items).zip(KINDS.iter().cycle()).map(|(number, kind)| {
        let (types, function) = match side {
            Side::ByHand => (kind.types, kind.by_hand),
            Side::Generators => (kind.types, kind.generator),
            Side::Arbitrary => (TYPES[number as usize % 2], USE_ARBITRARY),
            Side::Derived => (TYPES[number as usize % 2], USE_DERIVED),
        };
        format!("{types}{function}").replace('@', &number.to_string())
    });
    std::iter::once(head).chain(all).collect()
}

const TYPES: [&str; 2] = [
    "
#[derive(Debug, Arbitrary)]
pub struct Type@ {
    pub a: i32, pub b: u8, pub c: bool, pub d: String, pub e: Vec<u8>,
    pub f: Option<u16>, pub g: (i64, char), pub h: [u32; 2], pub i: u64, pub j: Box<i16>,
}
",
    "
#[derive(Debug, Arbitrary)]
pub enum Type@ {
    Empty,
    One(i32),
    Two(u8, bool),
    Three { text: String, list: Vec<u8>, number: Option<u16> },
    More(Box<Type@>, (i64, char)),
    Both([u32; 2], u64),
}
",
];
const USE_ARBITRARY: &str = "
pub fn make_@(source: &mut Unstructured<'_>) -> arbitrary::Result<Type@> {
    source.arbitrary()
}
";
const USE_DERIVED: &str = "
pub fn make_@(seed: u64) -> Type@ {
    any::<Type@>().sample(seed)
}
";

/// The random source of the other experiments, without the comment on the module, and as public as what uses it.
fn rng() -> String {
    let lines = include_str!("../rng.rs").lines().filter(|line| !line.starts_with("//!"));
    lines.map(|line| line.replace("pub(crate)", "pub") + "\n").collect()
}

const KINDS: [Kind; 4] = [
    Kind {
        types: "
#[derive(Debug, Clone, PartialEq)]
pub struct Point@ { pub x: i32, pub y: i32, pub is_set: bool }
",
        by_hand: "
pub fn point_@(rng: &mut Rng) -> Point@ {
    let x = rng.between(-100, 100) as i32;
    let y = rng.between(0, 50) as i32;
    let is_set = rng.below(2) == 1;
    Point@ { x, y, is_set }
}
",
        generator: "
#[generator]
pub fn point_@() -> Point@ {
    let x = draw(-100..=100);
    let y = draw(0..=50);
    let is_set = draw(any::<bool>());
    Point@ { x, y, is_set }
}
",
    },
    Kind {
        types: "
#[derive(Debug, Clone, PartialEq)]
pub enum Shape@ { Empty, Circle(u32), Rectangle { width: u32, height: u32 } }
",
        by_hand: "
pub fn shape_@(rng: &mut Rng) -> Shape@ {
    match rng.below(5) {
        0 => Shape@::Empty,
        1 | 2 => Shape@::Circle(rng.between(1, 10) as u32),
        _ => {
            let width = rng.between(1, 10) as u32;
            let height = rng.between(i64::from(width), 20) as u32;
            Shape@::Rectangle { width, height }
        }
    }
}
",
        generator: "
#[generator]
pub fn shape_@() -> Shape@ {
    pick([
        (1, \"empty\", Shape@::Empty),
        (2, \"circle\", Shape@::Circle(draw(1..=10))),
        (2, \"rectangle\", {
            let width = draw(1..=10);
            let height = draw(width..=20);
            Shape@::Rectangle { width, height }
        }),
    ])
}
",
    },
    Kind {
        types: "
#[derive(Debug, Clone, PartialEq)]
pub enum Tree@ { Leaf, Node(Box<Tree@>, i32, Box<Tree@>) }
",
        by_hand: "
pub fn tree_@(rng: &mut Rng, lo: i32, hi: i32) -> Tree@ {
    if lo > hi || rng.below(6) < 1 {
        return Tree@::Leaf;
    }
    let key = rng.between(lo.into(), hi.into()) as i32;
    let left = tree_@(rng, lo, key - 1);
    let right = tree_@(rng, key + 1, hi);
    Tree@::Node(Box::new(left), key, Box::new(right))
}
",
        generator: "
#[generator]
pub fn tree_@(lo: i32, hi: i32) -> Tree@ {
    if lo > hi {
        return Tree@::Leaf;
    }
    pick([
        (1, \"leaf\", Tree@::Leaf),
        (5, \"node\", {
            let key = draw(lo..=hi);
            let left = draw(tree_@(lo, key - 1));
            let right = draw(tree_@(key + 1, hi));
            Tree@::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}
",
    },
    Kind {
        types: "
#[derive(Debug, Clone, PartialEq)]
pub struct Order@ { pub items: Vec<u8>, pub total: usize, pub note: Option<char> }
",
        by_hand: "
pub fn order_@(rng: &mut Rng) -> Order@ {
    let length = rng.below(6) as usize;
    let mut items = Vec::with_capacity(length);
    for _ in 0..length {
        items.push(rng.below(10) as u8);
    }
    let note = match rng.below(4) {
        0 => None,
        _ => Some((b'a' + rng.below(26) as u8) as char),
    };
    Order@ { total: items.len(), items, note }
}
",
        generator: "
#[generator]
pub fn order_@() -> Order@ {
    let items = draw(vec(0..=9u8, 0..=5));
    let note = draw(option('a'..='z'));
    Order@ { total: items.len(), items, note }
}
",
    },
];
