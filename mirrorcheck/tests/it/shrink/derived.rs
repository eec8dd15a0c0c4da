//! Derived types: structs, enums, recursive ones.

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Named {
    first: bool,
    second: (u8, i8),
    third: Option<u8>,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Mixed {
    Unit,
    Tuple(bool, u8),
    Named { one: bool, two: Option<bool> },
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct List {
    item: u8,
    next: Option<Box<List>>,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Expr {
    Number(u8),
    Negated(Box<Expr>),
    Sum(Box<Expr>, Box<Expr>),
    Quotient(Box<Expr>, Box<Expr>),
    When { condition: Box<Condition>, then: Box<Expr> },
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Condition {
    Always,
    Not(Box<Condition>),
    Less(Expr, Expr),
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Rose(u8, Vec<Rose>);

impl Tree {
    fn keys(&self) -> Vec<i32> {
        match self {
            Tree::Leaf => Vec::new(),
            Tree::Node(left, key, right) => [left.keys(), vec![*key], right.keys()].concat(),
        }
    }

    fn height(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + left.height().max(right.height()),
        }
    }
}

impl List {
    fn items(&self) -> Vec<u8> {
        let mut items = vec![self.item];
        let mut rest = &self.next;
        while let Some(list) = rest {
            items.push(list.item);
            rest = &list.next;
        }
        items
    }
}

impl Expr {
    /// Nothing where something is divided by zero.
    fn value(&self) -> Option<i64> {
        match self {
            Expr::Number(n) => Some(i64::from(*n)),
            Expr::Negated(inner) => inner.value()?.checked_neg(),
            Expr::Sum(left, right) => left.value()?.checked_add(right.value()?),
            Expr::Quotient(left, right) => left.value()?.checked_div(right.value()?),
            Expr::When { condition, then } => Some(if condition.holds()? { then.value()? } else { 0 }),
        }
    }

    fn has_condition(&self, wanted: &dyn Fn(&Condition) -> bool) -> bool {
        match self {
            Expr::Number(_) => false,
            Expr::Negated(inner) => inner.has_condition(wanted),
            Expr::Sum(left, right) | Expr::Quotient(left, right) => {
                left.has_condition(wanted) || right.has_condition(wanted)
            }
            Expr::When { condition, then } => wanted(condition) || then.has_condition(wanted),
        }
    }
}

impl Condition {
    fn holds(&self) -> Option<bool> {
        match self {
            Condition::Always => Some(true),
            Condition::Not(inner) => inner.holds().map(|holds| !holds),
            Condition::Less(left, right) => Some(left.value()? < right.value()?),
        }
    }
}

fn node(left: Tree, key: i32, right: Tree) -> Tree {
    Tree::Node(Box::new(left), key, Box::new(right))
}

fn leaf_node(key: i32) -> Tree {
    node(Tree::Leaf, key, Tree::Leaf)
}

fn list(items: &[u8]) -> List {
    let next = items[1..].first().map(|_| Box::new(list(&items[1..])));
    List { item: items[0], next }
}

fn number(n: u8) -> Box<Expr> {
    Box::new(Expr::Number(n))
}

fn deeply_below(rose: &Rose) -> usize {
    1 + rose.1.iter().map(deeply_below).max().unwrap_or(0)
}

minimal! {
    a_struct: any::<Named>(), |n| n.first && n.second.1 < 0 =>
        Named { first: true, second: (0, -1), third: None }, 35;
    a_struct_with_an_option: any::<Named>(), |n| n.third.is_some_and(|third| third > n.second.0) =>
        Named { first: false, second: (0, 0), third: Some(1) }, 15;
    a_unit_variant: any::<Mixed>(), |_| true => Mixed::Unit, 10;
    a_tuple_variant: any::<Mixed>(), |m| matches!(m, Mixed::Tuple(_, n) if *n > 9) => Mixed::Tuple(false, 10), 30;
    a_named_variant: any::<Mixed>(), |m| matches!(m, Mixed::Named { two: Some(_), .. }) =>
        Mixed::Named { one: false, two: Some(false) }, 15;

    a_tree_with_a_key: any::<Tree>(), |t| t.keys().iter().any(|k| *k > 20) => leaf_node(21), 50;
    a_tree_of_two: any::<Tree>(), |t| t.keys().len() > 1 => node(Tree::Leaf, 0, leaf_node(0)), 10;
    a_tree_of_height: any::<Tree>(), |t| t.height() > 2 =>
        node(Tree::Leaf, 0, node(Tree::Leaf, 0, leaf_node(0))), 15;
    a_tree_with_equal_keys: any::<Tree>(), |t| t.keys().windows(2).any(|k| k[0] == k[1]) =>
        node(Tree::Leaf, 0, leaf_node(0)), 10;

    a_list: any::<List>(), |l| l.items().contains(&9) => list(&[9]), 45;
    a_list_of_three: any::<List>(), |l| l.items().len() > 2 => list(&[0, 0, 0]), 10;
    a_list_out_of_order: any::<List>(), |l| !l.items().is_sorted() => list(&[1, 0]), 15;

    a_division_by_zero: any::<Expr>(), |e| e.value().is_none() => Expr::Quotient(number(0), number(0)), 15;
    a_large_sum: any::<Expr>(), |e| e.value().is_some_and(|n| n > 255) => Expr::Sum(number(1), number(255)), 285;
    a_negative_number: any::<Expr>(), |e| e.value().is_some_and(|n| n < 0) => Expr::Negated(number(1)), 15;
    a_comparison: any::<Expr>(), |e| e.has_condition(&|c| matches!(c, Condition::Less(..))) =>
        Expr::When { condition: Box::new(Condition::Less(*number(0), *number(0))), then: number(0) }, 45;
    a_condition_that_does_not_hold: any::<Expr>(), |e| e.has_condition(&|c| c.holds() == Some(false)) =>
        Expr::When { condition: Box::new(Condition::Not(Box::new(Condition::Always))), then: number(0) }, 30;

    a_rose: any::<Rose>(), |r| deeply_below(r) > 2 => Rose(0, vec![Rose(0, vec![Rose(0, vec![])])]), 10;
    a_wide_rose: any::<Rose>(), |r| r.1.len() > 2 => Rose(0, vec![Rose(0, vec![]); 3]), 20;
    a_tree_with_two_equal_keys_over_a_bound: any::<Tree>(), |t| t.keys().windows(2).any(|k| k[0] == k[1] && k[0] > 1) =>
        node(Tree::Leaf, 2, leaf_node(2)), 85;
}

// No edit moves a branch to the other side.
near! {
    a_tree_out_of_order: any::<Tree>(), |t| !t.keys().is_sorted() => node(Tree::Leaf, 1, leaf_node(0)),
        |t| t.keys().len() == 2, 40;
}
