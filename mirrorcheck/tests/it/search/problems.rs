//! The problems of 004 Table 3.1, with what makes a value valid written out by hand.

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

impl Tree {
    pub(crate) fn size(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + left.size() + right.size(),
        }
    }
}

#[generator]
pub(crate) fn tree(depth: u32) -> Tree {
    if depth == 0 {
        return Tree::Leaf;
    }
    labeled([
        ("leaf", Tree::Leaf),
        ("node", {
            let key = draw(0..=9);
            let left = draw(tree(depth - 1));
            let right = draw(tree(depth - 1));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

pub(crate) fn is_search_tree(tree: &Tree, low: i32, high: i32) -> bool {
    match tree {
        Tree::Leaf => true,
        Tree::Node(left, key, right) => {
            low <= *key && *key <= high && is_search_tree(left, low, key - 1) && is_search_tree(right, key + 1, high)
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Avl {
    Leaf,
    Node(i32, i32, Box<Avl>, Box<Avl>),
}

impl Avl {
    pub(crate) fn size(&self) -> usize {
        match self {
            Avl::Leaf => 0,
            Avl::Node(_, _, left, right) => 1 + left.size() + right.size(),
        }
    }

    fn height(&self) -> i32 {
        match self {
            Avl::Leaf => 0,
            Avl::Node(_, _, left, right) => 1 + left.height().max(right.height()),
        }
    }
}

#[generator]
pub(crate) fn avl(depth: u32) -> Avl {
    if depth == 0 {
        return Avl::Leaf;
    }
    labeled([
        ("leaf", Avl::Leaf),
        ("node", {
            let height = draw(0..=9);
            let key = draw(0..=9);
            let left = draw(avl(depth - 1));
            let right = draw(avl(depth - 1));
            Avl::Node(height, key, Box::new(left), Box::new(right))
        }),
    ])
}

pub(crate) fn is_avl(tree: &Avl, low: i32, high: i32) -> bool {
    match tree {
        Avl::Leaf => true,
        Avl::Node(height, key, left, right) => {
            low <= *key
                && *key <= high
                && *height == tree.height()
                && (left.height() - right.height()).abs() <= 1
                && is_avl(left, low, key - 1)
                && is_avl(right, key + 1, high)
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    Int,
    Function(Box<Type>, Box<Type>),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    Int(i32),
    Plus(Box<Term>, Box<Term>),
    Lambda(Type, Box<Term>),
    Apply(Box<Term>, Box<Term>),
    Variable(usize),
}

#[generator]
pub(crate) fn types(depth: u32) -> Type {
    if depth == 0 {
        return Type::Int;
    }
    labeled([
        ("int", Type::Int),
        ("function", {
            let from = draw(types(depth - 1));
            let to = draw(types(depth - 1));
            Type::Function(Box::new(from), Box::new(to))
        }),
    ])
}

#[generator]
pub(crate) fn term(depth: u32) -> Term {
    if depth == 0 {
        return labeled([
            ("int", {
                let n = draw(0..=3);
                Term::Int(n)
            }),
            ("variable", {
                let index = draw(0..=2usize);
                Term::Variable(index)
            }),
        ]);
    }
    labeled([
        ("int", {
            let n = draw(0..=3);
            Term::Int(n)
        }),
        ("plus", {
            let left = draw(term(depth - 1));
            let right = draw(term(depth - 1));
            Term::Plus(Box::new(left), Box::new(right))
        }),
        ("lambda", {
            let argument = draw(types(2));
            let body = draw(term(depth - 1));
            Term::Lambda(argument, Box::new(body))
        }),
        ("apply", {
            let function = draw(term(depth - 1));
            let argument = draw(term(depth - 1));
            Term::Apply(Box::new(function), Box::new(argument))
        }),
        ("variable", {
            let index = draw(0..=2usize);
            Term::Variable(index)
        }),
    ])
}

pub(crate) fn is_typed(term: &Term) -> bool {
    type_of(term, &mut Vec::new()).is_some()
}

fn type_of(term: &Term, around: &mut Vec<Type>) -> Option<Type> {
    match term {
        Term::Int(_) => Some(Type::Int),
        Term::Plus(left, right) => {
            (type_of(left, around)? == Type::Int && type_of(right, around)? == Type::Int).then_some(Type::Int)
        }
        Term::Lambda(argument, body) => {
            around.push(argument.clone());
            let result = type_of(body, around);
            around.pop();
            Some(Type::Function(Box::new(argument.clone()), Box::new(result?)))
        }
        Term::Apply(function, argument) => match type_of(function, around)? {
            Type::Function(from, to) => (type_of(argument, around)? == *from).then_some(*to),
            Type::Int => None,
        },
        Term::Variable(index) => around.len().checked_sub(index + 1).map(|place| around[place].clone()),
    }
}
