//! Generators that are methods.

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq)]
struct Shape<T> {
    sides: Vec<T>,
    name: Option<String>,
}

#[derive(Debug, Clone)]
struct Shapes<T> {
    most: usize,
    sizes: Vec<T>,
}

#[generator]
impl<T: Clone + PartialEq + std::fmt::Debug> Shapes<T> {
    fn of(sizes: &[T]) -> Shapes<T> {
        Shapes { most: 3, sizes: sizes.to_vec() }
    }

    /// Draws by means of another one.
    fn shape(&self) -> Shape<T> {
        let name = draw(option(Self::name('a')));
        Shape { sides: draw(vec(self.side(), 0..=self.most)), name }
    }

    fn side(&self) -> T {
        draw(element_of(&self.sizes)).clone()
    }

    fn name(first: char) -> String {
        draw(string(first..='c', 1..=3))
    }

    fn owned(self, more: usize) -> (usize, T) {
        let side = draw(self.side());
        (draw(0..=self.most + more), side)
    }
}

/// Only what is marked.
struct Dice {
    sides: u32,
}

#[generator]
impl Dice {
    #[generator]
    fn throw(&self) -> u32 {
        draw(1..=self.sides)
    }

    #[generator(forward)]
    fn sum(&self) -> u32 {
        draw(self.throw()) + draw(self.throw())
    }

    fn pair(&self) -> impl Reflective<Value = (u32, u32)> + Clone + use<> {
        (self.throw_of(), self.throw_of())
    }

    fn throw_of(&self) -> std::ops::RangeInclusive<u32> {
        1..=self.sides
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf(u8),
    Node(Vec<Tree>),
}

#[generator]
impl Tree {
    fn tree(depth: u32) -> Self {
        if depth == 0 {
            return Self::Leaf(draw(0..=9));
        }
        labeled([("leaf", Self::Leaf(draw(0..=9))), ("node", Self::Node(draw(vec(Self::tree(depth - 1), 0..=2))))])
    }
}

fn of_a_value() -> impl Reflective<Value = Shape<u32>> + Clone {
    erased_by(Box::leak(Box::new(Shapes::of(&[1, 2, 3]))))
}

fn erased_by(shapes: &'static Shapes<u32>) -> impl Reflective<Value = Shape<u32>> + Clone {
    shapes.shape()
}

fn of_a_type() -> impl Reflective<Value = String> + Clone {
    Shapes::<u8>::name('b')
}

fn by_value() -> impl Reflective<Value = (usize, char)> + Clone {
    Shapes::of(&['x', 'y']).owned(2)
}

fn recursive() -> impl Reflective<Value = Tree> + Clone {
    Tree::tree(2)
}

#[test]
fn only_marked_functions_are_generators() {
    let dice = Dice { sides: 6 };
    assert!(dice.throw().contains(&6) && !dice.throw().contains(&7));
    assert!((2..=12).contains(&dice.sum().sample(1)));
    assert!(dice.pair().contains(&(1, 6)));
}

#[test]
fn arguments_decide_what_is_contained() {
    assert!(of_a_value().contains(&Shape { sides: vec![3, 1], name: Some("ab".to_owned()) }));
    assert!(!of_a_value().contains(&Shape { sides: vec![4], name: None }));
    assert!(!of_a_value().contains(&Shape { sides: vec![1], name: Some("d".to_owned()) }));
}

forms! {
    "Methods, with `#[generator]` on the `impl` block":
    of_a_value Few "`fn shape(&self) -> Shape`";
    by_value Few "`fn owned(self, more: usize) -> …`";
    of_a_type Once "`fn name(first: char) -> String`";
    recursive Once "`fn tree(depth: u32) -> Self`";
}
