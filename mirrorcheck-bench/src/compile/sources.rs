//! The sources that are compiled: four small kinds of values in turn, each with its type, written for both sides.

/// Who makes the values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Side {
    ByHand,
    Generators,
}

impl Side {
    pub(super) fn framework(self) -> &'static str {
        match self {
            Side::ByHand => "hand-written",
            Side::Generators => "mirrorcheck",
        }
    }
}

/// One kind of value. `@` stands for the number that makes its names unique.
struct Kind {
    types: &'static str,
    by_hand: &'static str,
    generator: &'static str,
}

/// A library of so many functions.
pub(super) fn crate_source(side: Side, functions: u64) -> String {
    let head = match side {
        Side::ByHand => format!("#[allow(dead_code)]\nmod rng {{\n{}}}\nuse rng::Rng;\n", rng()),
        Side::Generators => "use mirrorcheck::prelude::*;\n".to_owned(),
    };
    let all = (0..functions).zip(KINDS.iter().cycle()).map(|(number, kind)| {
        let function = match side {
            Side::ByHand => kind.by_hand,
            Side::Generators => kind.generator,
        };
        format!("{}{}", kind.types, function).replace('@', &number.to_string())
    });
    std::iter::once(head).chain(all).collect()
}

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
