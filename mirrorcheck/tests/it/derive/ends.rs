//! Types that contain themselves come to an end, neither always at once nor always as late as they may.

use mirrorcheck::prelude::*;

use super::{Condition, Expr, List, Statement, Tree};

/// How large the values are that a generator makes at a size.
struct Sizes(Vec<usize>);

impl Sizes {
    fn of<G: Generator>(size: u32, generator: G, count: impl Fn(&G::Value) -> usize) -> Sizes {
        let mut all: Vec<usize> = (0..2_000).map(|seed| count(&resize(size, &generator).sample(seed))).collect();
        all.sort_unstable();
        Sizes(all)
    }

    /// So large that this part of all is smaller.
    fn at(&self, part: f64) -> usize {
        self.0[((self.0.len() - 1) as f64 * part) as usize]
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<usize>() as f64 / self.0.len() as f64
    }

    fn largest(&self) -> usize {
        self.at(1.0)
    }

    /// Among the values are small, middling and large ones.
    #[track_caller]
    fn are_spread(&self, small: usize, large: usize) {
        assert!(self.at(0.1) <= small, "a tenth is below {}, which is not small", self.at(0.1));
        assert!(self.at(0.9) >= large, "a tenth is above {}, which is not large", self.at(0.9));
        let middling = self.0.iter().filter(|size| (small..large).contains(*size)).count();
        assert!(middling >= self.0.len() / 4, "{middling} are in the middle");
    }
}

fn nodes(tree: &Tree) -> usize {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(left, _, right) => 1 + nodes(left) + nodes(right),
    }
}

fn length(list: &List) -> usize {
    std::iter::successors(Some(list), |list| list.next.as_deref()).count()
}

fn expressions(expr: &Expr) -> usize {
    match expr {
        Expr::Number(_) => 1,
        Expr::Negated(inner) => 1 + expressions(inner),
        Expr::Sum(left, right) => 1 + expressions(left) + expressions(right),
        Expr::Choice { condition, then } => 1 + conditions(condition) + expressions(then),
    }
}

fn conditions(condition: &Condition) -> usize {
    match condition {
        Condition::True => 1,
        Condition::Not(inner) => 1 + conditions(inner),
        Condition::Less(left, right) => 1 + expressions(left) + expressions(right),
        Condition::After(statement) => 1 + statements(statement),
    }
}

fn statements(statement: &Statement) -> usize {
    match statement {
        Statement::Skip => 1,
        Statement::Both(first, second) => 1 + statements(first) + statements(second),
        Statement::While(condition, body) => 1 + conditions(condition) + statements(body),
    }
}

#[test]
fn trees() {
    Sizes::of(100, any::<Tree>(), nodes).are_spread(2, 25);
    Sizes::of(10, any::<Tree>(), nodes).are_spread(1, 4);
    assert!(Sizes::of(0, any::<Tree>(), nodes).mean() < 0.1);
}

#[test]
fn lists() {
    Sizes::of(100, any::<List>(), length).are_spread(20, 80);
    Sizes::of(10, any::<List>(), length).are_spread(2, 9);
    assert!(Sizes::of(0, any::<List>(), length).mean() < 1.1);
}

#[test]
fn types_that_contain_each_other() {
    Sizes::of(100, any::<Expr>(), expressions).are_spread(4, 30);
    Sizes::of(100, any::<Condition>(), conditions).are_spread(4, 30);
    Sizes::of(100, any::<Statement>(), statements).are_spread(4, 30);
    assert!(Sizes::of(0, any::<Expr>(), expressions).mean() < 1.2);
}

/// A weight that makes it always go on while there is room.
#[derive(Arbitrary)]
enum Eager {
    Leaf,
    #[arbitrary(weight = u64::MAX)]
    Node(Box<Eager>, Box<Eager>, Box<Eager>),
}

fn eager(tree: &Eager) -> usize {
    match tree {
        Eager::Leaf => 0,
        Eager::Node(a, b, c) => 1 + eager(a) + eager(b) + eager(c),
    }
}

#[test]
fn no_weight_is_too_much() {
    let sizes = Sizes::of(100, any::<Eager>(), eager);
    assert!(sizes.at(0.1) >= 13 && sizes.largest() <= 150, "{} to {}", sizes.at(0.1), sizes.largest());
}

/// The most shallow value of one is large, and each level is three of the other.
#[derive(Debug, Arbitrary)]
struct Wide(Many, Many, Many, Many, Many, Many, Many, Many, Many, Many);

#[derive(Debug, Arbitrary)]
enum Many {
    None,
    Some(Box<Three>),
}

#[derive(Debug, Arbitrary)]
struct Three(Many, Many, Box<Wide>);

#[test]
fn without_room_it_ends_soon_whatever_it_consists_of() {
    let count = |wide: &Wide| format!("{wide:?}").matches("Some").count();
    assert!(Sizes::of(0, any::<Wide>(), count).mean() < 0.2);
    Sizes::of(100, any::<Wide>(), count).are_spread(6, 13);
}

/// All variants lead back; those that do so by the shortest way are taken for the end.
#[derive(Debug, Arbitrary)]
enum Either {
    Long(Box<Longer>),
    Short(Box<Tail>),
}

#[derive(Debug, Arbitrary)]
struct Longer(Either, Tail);

#[derive(Debug, Arbitrary)]
enum Tail {
    End,
    On(Box<Either>),
}

#[test]
fn all_variants_lead_back() {
    let count =
        |either: &Either| format!("{either:?}").matches("Tail").count() + format!("{either:?}").matches("On").count();
    assert!(Sizes::of(0, any::<Either>(), count).mean() < 0.2);
    Sizes::of(100, any::<Either>(), count).are_spread(4, 15);
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Json {
    Null,
    Flag(bool),
    List(#[arbitrary(len = 0..=5)] Vec<Json>),
    Table(#[arbitrary(with = vec(any::<Json>(), 0..=6))] Vec<Json>),
}

#[test]
fn collections_of_a_given_length() {
    fn count(json: &Json) -> usize {
        match json {
            Json::Null | Json::Flag(_) => 1,
            Json::List(items) | Json::Table(items) => 1 + items.iter().map(count).sum::<usize>(),
        }
    }
    let sizes = Sizes::of(100, any::<Json>(), count);
    sizes.are_spread(1, 25);
    assert!(sizes.largest() < 1_000, "{}", sizes.largest());
    assert!(Sizes::of(0, any::<Json>(), count).mean() < 1.2);
    crate::laws::check_large(any::<Json>());
}

/// Each value of it would contain another.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Endless(Box<Endless>);

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Ends {
    Never(Endless),
    Here,
}

#[test]
fn a_type_without_an_end() {
    let error = any::<Endless>().try_sample(1).unwrap_err().to_string();
    assert!(error.contains("every value of `Endless` contains another of its kind"), "{error}");
    assert_eq!(any::<Endless>().all_values().next(), None);
    // A variant that would never end is not there.
    assert_eq!(any::<Ends>().all_values().collect::<Vec<_>>(), [Ends::Here]);
    assert_eq!(any::<Ends>().probability(&Ends::Here), 1.0);
}

#[test]
fn room_changes_weights_and_never_the_range() {
    let tree = any::<Tree>().sample(3);
    for size in [0, 1, 7, 100, 10_000, u32::MAX] {
        assert!(resize(size, any::<Tree>()).contains(&tree));
        let choices = resize(size, any::<Tree>()).reflect(&tree).next().unwrap();
        assert_eq!(choices.size(), 100, "no other size has to be remembered");
    }
}
