//! The expression that builds the result, read as a pattern.

use std::rc::Rc;
use std::sync::Arc;

use mirrorcheck::prelude::*;

use super::{labels, makes, makes_if_any, refuses, takes_apart};

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Dot,
    Circle(u8),
    Rectangle { width: u8, height: u8 },
    Group(Vec<Shape>),
}

#[generator]
fn shape() -> Shape {
    pick([
        (1, "dot", Shape::Dot),
        (2, "circle", Shape::Circle(draw(1..=3))),
        (3, "rectangle", {
            let width = draw(1..=2);
            let height = draw(width..=3);
            Shape::Rectangle { height, width }
        }),
    ])
}

#[test]
fn variants_with_and_without_names() {
    let mut all = vec![Shape::Dot, Shape::Circle(1), Shape::Circle(2), Shape::Circle(3)];
    all.extend([(1, 1), (1, 2), (1, 3), (2, 2), (2, 3)].map(|(width, height)| Shape::Rectangle { width, height }));
    makes(&shape(), &all);
    refuses(&shape(), &[Shape::Circle(4), Shape::Rectangle { width: 2, height: 1 }, Shape::Group(vec![])]);
    assert_eq!(labels(&shape(), &Shape::Rectangle { width: 1, height: 3 }), ["rectangle", "1", "3"]);
    assert_eq!(shape().probability(&Shape::Dot), 1.0 / 6.0);
}

#[derive(Debug, Clone, PartialEq)]
struct Point {
    x: i8,
    y: i8,
}

#[derive(Debug, Clone, PartialEq)]
struct Pair(u8, u8);

#[derive(Debug, Clone, PartialEq)]
struct Unit;

#[test]
fn structs_of_all_kinds() {
    #[generator]
    fn point() -> Point {
        let y = draw(-1..=0);
        Point { x: draw(0..=1), y }
    }
    let point_at = |x, y| Point { x, y };
    makes(&point(), &[point_at(0, -1), point_at(0, 0), point_at(1, -1), point_at(1, 0)]);
    refuses(&point(), &[point_at(0, 1), point_at(2, 0)]);
    // In the order of drawing, whatever the order of the fields.
    assert_eq!(labels(&point(), &point_at(1, -1)), ["-1", "1"]);

    #[generator]
    fn pair() -> Pair {
        Pair(draw(0..=1), 7)
    }
    makes(&pair(), &[Pair(0, 7), Pair(1, 7)]);
    refuses(&pair(), &[Pair(0, 6), Pair(2, 7)]);

    #[generator]
    fn unit() -> Unit {
        Unit
    }
    makes(&unit(), &[Unit]);

    #[generator]
    fn by_number() -> Pair {
        Pair { 1: draw(0..=1), 0: draw(2..=3) }
    }
    makes(&by_number(), &[Pair(2, 0), Pair(3, 0), Pair(2, 1), Pair(3, 1)]);
    refuses(&by_number(), &[Pair(0, 2)]);
}

#[test]
fn pointers_nested_in_each_other() {
    #[generator]
    fn nested() -> Box<Rc<Arc<(u8, Box<char>)>>> {
        let digit = draw(0..=2);
        Box::new(Rc::new(Arc::new((digit, Box::new(draw('a'..='b'))))))
    }
    let value = |digit, letter| Box::new(Rc::new(Arc::new((digit, Box::new(letter)))));
    let all: Vec<_> = (0..=2).flat_map(|digit| ['a', 'b'].map(|letter| value(digit, letter))).collect();
    makes(&nested(), &all);
    refuses(&nested(), &[value(3, 'a'), value(0, 'c')]);

    #[generator]
    fn qualified() -> (std::rc::Rc<u8>, Box<Option<bool>>) {
        (std::rc::Rc::new(draw(0..=1)), Box::<Option<bool>>::new(Some(draw(any::<bool>()))))
    }
    takes_apart(&qualified(), &[(Rc::new(1), Box::new(Some(false)))]);
    refuses(&qualified(), &[(Rc::new(2), Box::new(Some(false))), (Rc::new(1), Box::new(None))]);
}

#[test]
fn options_and_results() {
    #[generator]
    fn outcome() -> Result<Option<u8>, (char, bool)> {
        labeled([("some", Ok(Some(draw(0..=1)))), ("none", Ok(None)), ("error", Err((draw('x'..='y'), true)))])
    }
    makes(&outcome(), &[Ok(Some(0)), Ok(Some(1)), Ok(None), Err(('x', true)), Err(('y', true))]);
    refuses(&outcome(), &[Ok(Some(2)), Err(('z', true)), Err(('x', false))]);
}

#[test]
fn tuples_arrays_and_vectors() {
    #[generator]
    fn tuple() -> ((u8, (bool,)), ()) {
        ((draw(0..=1), (draw(any::<bool>()),)), ())
    }
    makes(&tuple(), &[((0, (false,)), ()), ((0, (true,)), ()), ((1, (false,)), ()), ((1, (true,)), ())]);

    #[generator]
    fn array() -> [[u8; 2]; 2] {
        let first = draw(0..=1);
        let last = draw(0..=1);
        [[first, 9], [8, last]]
    }
    makes(&array(), &[[[0, 9], [8, 0]], [[0, 9], [8, 1]], [[1, 9], [8, 0]], [[1, 9], [8, 1]]]);
    refuses(&array(), &[[[0, 8], [8, 0]], [[0, 9], [8, 2]]]);

    #[generator]
    fn vectors() -> Vec<Vec<u8>> {
        oneof([vec![], {
            let first = draw(0..=1);
            let last = draw(3..=4);
            vec![vec![first], vec![], vec![2, last]]
        }])
    }
    let mut all = vec![vec![]];
    all.extend([(0, 3), (0, 4), (1, 3), (1, 4)].map(|(first, last)| vec![vec![first], vec![], vec![2, last]]));
    makes(&vectors(), &all);
    refuses(&vectors(), &[vec![vec![]], vec![vec![1]], vec![vec![1], vec![], vec![2, 3], vec![]]]);
    refuses(&vectors(), &[vec![vec![1], vec![], vec![3, 3]], vec![vec![1], vec![0], vec![2, 3]]]);

    #[generator]
    fn hidden() -> Box<Vec<Box<u8>>> {
        let digit = draw(0..=1);
        Box::new(vec![Box::new(digit), Box::new(5)])
    }
    makes(&hidden(), &[Box::new(vec![Box::new(0), Box::new(5)]), Box::new(vec![Box::new(1), Box::new(5)])]);
    refuses(&hidden(), &[Box::new(vec![Box::new(0), Box::new(6)]), Box::new(vec![Box::new(0)])]);
}

#[test]
fn a_bare_variable() {
    #[generator]
    fn number() -> u8 {
        let number = draw(3..=5);
        number
    }
    makes(&number(), &[3, 4, 5]);
    refuses(&number(), &[2, 6]);
}

#[test]
fn the_rest_is_computed_and_compared() {
    #[derive(Debug, Clone, PartialEq)]
    struct List {
        len: usize,
        items: Vec<bool>,
        name: String,
    }
    #[generator]
    fn list(name: &'static str) -> List {
        let items = draw(vec(any::<bool>(), 0..=2));
        List { len: items.len(), items, name: name.to_owned() + "!" }
    }
    let value = |len, items: &[bool], name: &str| List { len, items: items.to_vec(), name: name.to_owned() };
    takes_apart(&list("a"), &[value(0, &[], "a!"), value(2, &[true, false], "a!")]);
    refuses(&list("a"), &[value(1, &[], "a!"), value(2, &[true, false], "a"), value(3, &[true; 3], "a!")]);

    // An argument, a variable out of a plain `let`, an operator, a block, a field, an index, a cast.
    #[generator]
    fn many(pair: (u8, u8)) -> (u8, u8, u8, u8, u8, [u8; 2], u32) {
        let digit = draw(0..=1);
        let ten = 10;
        let list = [4, 5];
        (digit, pair.0, ten, digit * 2 + 1, { digit }, [list[1], -(-(1_i8)) as u8], u32::from(digit))
    }
    makes(&many((7, 8)), &[(0, 7, 10, 1, 0, [5, 1], 0), (1, 7, 10, 3, 1, [5, 1], 1)]);
    refuses(&many((7, 8)), &[(0, 8, 10, 1, 0, [5, 1], 0), (0, 7, 10, 3, 0, [5, 1], 0), (0, 7, 10, 1, 1, [5, 1], 0)]);
}

#[test]
fn macros_in_a_result() {
    #[derive(Debug, Clone, PartialEq)]
    struct Described {
        digit: u8,
        text: String,
        is_low: bool,
    }
    #[generator]
    fn described(name: &str) -> Described {
        let digit = draw(0..=9);
        Described { text: format!("{name} is {digit}"), digit, is_low: matches!(digit, 0..=4) }
    }
    let value = |digit, text: &str, is_low| Described { digit, text: text.to_owned(), is_low };
    takes_apart(&described("x"), &[value(4, "x is 4", true), value(5, "x is 5", false)]);
    refuses(&described("x"), &[value(4, "x is 5", true), value(4, "x is 4", false), value(10, "x is 10", false)]);
}

#[test]
fn constructors_under_other_names() {
    mod shapes {
        #[derive(Debug, Clone, PartialEq)]
        pub(super) struct Sized<T> {
            pub(super) size: T,
        }
    }
    type Small = shapes::Sized<u8>;
    type Checked<T> = Result<T, ()>;
    #[generator]
    fn alias() -> Checked<Small> {
        oneof([Ok(Small { size: draw(0..=1) }), Ok(shapes::Sized::<u8> { size: 5 }), Err(())])
    }
    makes(&alias(), &[Ok(Small { size: 0 }), Ok(Small { size: 1 }), Ok(Small { size: 5 }), Err(())]);
    refuses(&alias(), &[Ok(Small { size: 2 })]);

    #[generator]
    fn of_the_library() -> (std::ops::Range<u8>, std::num::Wrapping<u8>) {
        (std::ops::Range { start: draw(0..=1), end: 5 }, std::num::Wrapping(draw(7..=7)))
    }
    makes(&of_the_library(), &[(0..5, std::num::Wrapping(7)), (1..5, std::num::Wrapping(7))]);
    refuses(&of_the_library(), &[(0..6, std::num::Wrapping(7)), (0..5, std::num::Wrapping(8))]);
}

#[test]
fn a_variable_twice_in_one_result() {
    #[generator]
    fn twice() -> (u8, Option<u8>, [u8; 2]) {
        let digit = draw(0..=1);
        let other = draw(5..=6);
        (digit, Some(digit), [other, digit])
    }
    makes(&twice(), &[(0, Some(0), [5, 0]), (0, Some(0), [6, 0]), (1, Some(1), [5, 1]), (1, Some(1), [6, 1])]);
    refuses(&twice(), &[(0, Some(1), [5, 0]), (1, Some(1), [5, 0]), (1, Some(1), [1, 1])]);

    #[generator]
    fn cloned() -> (Vec<u8>, Vec<u8>) {
        let list = draw(vec(0..=1, 1));
        (list.clone(), list)
    }
    makes(&cloned(), &[(vec![0], vec![0]), (vec![1], vec![1])]);
    refuses(&cloned(), &[(vec![0], vec![1]), (vec![], vec![])]);
}

#[test]
fn a_variable_at_different_places_in_different_results() {
    #[derive(Debug, Clone, PartialEq)]
    enum Side {
        Left(u8, bool),
        Right { on: bool, digit: Box<u8> },
    }
    #[generator]
    fn side() -> Side {
        let digit = draw(0..=1);
        let on = draw(any::<bool>());
        labeled([("left", Side::Left(digit, on)), ("right", Side::Right { on, digit: Box::new(digit) })])
    }
    let mut all = Vec::new();
    for digit in 0..=1 {
        for on in [false, true] {
            all.extend([Side::Left(digit, on), Side::Right { on, digit: Box::new(digit) }]);
        }
    }
    makes(&side(), &all);
    refuses(&side(), &[Side::Left(2, true), Side::Right { on: true, digit: Box::new(2) }]);
    assert_eq!(labels(&side(), &Side::Left(1, true)), ["1", "true", "left"]);

    // The same type at both places: one value can come from both results.
    #[generator]
    fn swapped() -> (u8, u8) {
        let low = draw(0..=1);
        let high = draw(1..=2);
        oneof([(low, high), (high, low)])
    }
    makes(&swapped(), &[(0, 1), (0, 2), (1, 1), (1, 2), (1, 0), (2, 0), (2, 1)]);
    assert_eq!(swapped().reflect(&(1, 1)).count(), 2);
    assert_eq!(swapped().probability(&(1, 1)), 0.25);
}

#[test]
fn constructors_nested_with_draws_in_their_arguments() {
    #[generator]
    fn deep() -> Option<Result<(Box<Shape>, [Option<u8>; 2]), ()>> {
        Some(Ok((Box::new(Shape::Rectangle { width: draw(0..=1), height: 3 }), [Some(draw(0..=1)), None])))
    }
    let value = |width, digit| Some(Ok((Box::new(Shape::Rectangle { width, height: 3 }), [Some(digit), None])));
    makes(&deep(), &[value(0, 0), value(0, 1), value(1, 0), value(1, 1)]);
    refuses(&deep(), &[value(2, 0), value(0, 2), None, Some(Err(()))]);
    refuses(&deep(), &[Some(Ok((Box::new(Shape::Dot), [Some(0), None])))]);

    // A variant with a vector whose elements are drawn.
    #[generator]
    fn group() -> Shape {
        let one = draw(shape());
        Shape::Group(vec![one, Shape::Dot])
    }
    takes_apart(&group(), &[Shape::Group(vec![Shape::Circle(2), Shape::Dot])]);
    refuses(&group(), &[Shape::Group(vec![Shape::Dot]), Shape::Group(vec![Shape::Circle(2); 2])]);
}

#[test]
fn nothing_is_a_value_too() {
    #[generator]
    fn nothing() {}
    makes(&nothing(), &[()]);

    #[generator]
    fn coin() {
        labeled([("heads", ()), ("tails", ())])
    }
    assert_eq!(coin().reflect(&()).count(), 2);
    assert_eq!(coin().probability(&()), 1.0);
}

#[test]
fn a_result_that_is_drawn_as_a_whole() {
    #[generator]
    fn either() -> Shape {
        oneof([draw(shape()), draw(shape().such_that(|shape| *shape != Shape::Dot))])
    }
    takes_apart(&either(), &[Shape::Dot, Shape::Circle(1)]);
    assert_eq!(either().reflect(&Shape::Dot).count(), 1);
    assert_eq!(either().reflect(&Shape::Circle(1)).count(), 2);
    refuses(&either(), &[Shape::Circle(9)]);
}

#[test]
fn exact_as_a_result() {
    #[generator]
    fn number(given: u8) -> u8 {
        labeled([("given", exact(given)), ("next", exact(given + 1)), ("drawn", draw(7..=8))])
    }
    makes(&number(3), &[3, 4, 7, 8]);
    refuses(&number(3), &[5, 6]);
    assert_eq!(labels(&number(3), &4), ["next"]);
}

#[test]
fn types_that_can_do_nothing() {
    // No Debug, no Clone, no PartialEq: nothing here needs them.
    struct Bare(u8);
    enum Tree {
        Leaf(Bare),
        Node(Box<Tree>, Box<Tree>),
    }
    #[generator]
    fn tree(depth: u8) -> Tree {
        if depth == 0 {
            return Tree::Leaf(Bare(draw(0..=3)));
        }
        let left = draw(tree(depth - 1));
        let right = draw(tree(depth - 1));
        Tree::Node(Box::new(left), Box::new(right))
    }
    fn sum(tree: &Tree) -> u32 {
        match tree {
            Tree::Leaf(Bare(digit)) => u32::from(*digit),
            Tree::Node(left, right) => sum(left) + sum(right),
        }
    }
    let value = tree(3).sample(1);
    let way = tree(3).reflect(&value).next().unwrap();
    assert_eq!(way.len(), 8);
    assert_eq!(sum(&tree(3).replay(&way).unwrap()), sum(&value));
    assert_eq!(tree(3).probability(&value), 0.25_f64.powi(8));
    assert!(!tree(2).contains(&value));
    assert!(!tree(0).contains(&Tree::Leaf(Bare(4))));
    assert_eq!(tree(1).all_values().count(), 16);
}

#[test]
fn a_rejected_part_rejects_the_whole() {
    #[generator]
    fn uneven() -> (u8, u8) {
        let first = draw(0..=2);
        let second = draw((0..=2).such_that(move |second| *second != first));
        (first, second)
    }
    let all = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
    let total = makes_if_any(&uneven(), &all);
    assert!((total - 2.0 / 3.0).abs() < 1e-9, "{total}");
    refuses(&uneven(), &[(1, 1), (0, 3)]);
}
