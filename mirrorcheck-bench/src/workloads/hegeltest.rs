//! Generators of hegeltest. Its lengths are short by themselves, so that each list and each word draws one.

use hegel::generators::{self as gs, BoxedGenerator, Generator};
use hegel::{TestCase, compose};

use super::Workload;
use super::json::{self, Documents, Json};
use super::lambda::{self, Context, Term, Terms, Type};
use super::plain::{Lists, Numbers, Words};
use super::tree::{SearchTrees, Tree};

pub(crate) trait Hegeltest: Workload {
    /// How many values one case draws. A case costs several microseconds by itself.
    const VALUES: usize;

    fn draw(tc: &TestCase) -> Self::Value;
}

impl Hegeltest for Numbers {
    const VALUES: usize = 100;

    fn draw(tc: &TestCase) -> u64 {
        tc.draw_silent(gs::integers().min_value(0).max_value(999))
    }
}

impl Hegeltest for Lists {
    const VALUES: usize = 8;

    fn draw(tc: &TestCase) -> Vec<i32> {
        let length = tc.draw_silent(below(100));
        tc.draw_silent(gs::vecs(gs::integers()).min_size(length).max_size(length))
    }
}

impl Hegeltest for Words {
    const VALUES: usize = 8;

    fn draw(tc: &TestCase) -> String {
        tc.draw_silent(word(50))
    }
}

impl Hegeltest for SearchTrees {
    const VALUES: usize = 8;

    fn draw(tc: &TestCase) -> Tree {
        tc.draw_silent(tree(0, 100))
    }
}

impl Hegeltest for Documents {
    const VALUES: usize = 8;

    fn draw(tc: &TestCase) -> Json {
        tc.draw_silent(document(json::DEPTH))
    }
}

impl Hegeltest for Terms {
    const VALUES: usize = 8;

    fn draw(tc: &TestCase) -> Term {
        let ty = tc.draw_silent(types(lambda::TYPE_DEPTH));
        tc.draw_silent(term(&lambda::EMPTY, &ty, lambda::DEPTH))
    }
}

fn below(bound: usize) -> impl Generator<usize> {
    gs::integers().min_value(0).max_value(bound - 1)
}

/// Makes words of fewer letters than this.
fn word(bound: usize) -> impl Generator<String> {
    compose!(|tc| {
        let length = tc.draw_silent(below(bound));
        tc.draw_silent(gs::text().min_size(length).max_size(length).alphabet("abcdefghijklmnopqrstuvwxyz"))
    })
}

fn tree(lo: i32, hi: i32) -> BoxedGenerator<'static, Tree> {
    compose!(|tc| {
        if lo > hi || !tc.draw_silent(gs::weighted_booleans(5.0 / 6.0)) {
            return Tree::Leaf;
        }
        let key = tc.draw_silent(gs::integers().min_value(lo).max_value(hi));
        let left = tc.draw_silent(tree(lo, key - 1));
        let right = tc.draw_silent(tree(key + 1, hi));
        Tree::Node(Box::new(left), key, Box::new(right))
    })
    .boxed()
}

fn document(depth: u32) -> BoxedGenerator<'static, Json> {
    compose!(|tc| {
        match tc.draw_silent(below(if depth > 0 { 8 } else { 4 })) {
            0 => Json::Null,
            1 => Json::Bool(tc.draw_silent(gs::booleans())),
            2 => Json::Num(tc.draw_silent(gs::integers().min_value(-1000).max_value(1000))),
            3 => Json::Str(tc.draw_silent(word(9))),
            4 | 5 => {
                let length = tc.draw_silent(below(5));
                Json::Array(tc.draw_silent(gs::vecs(document(depth - 1)).min_size(length).max_size(length)))
            }
            _ => {
                let length = tc.draw_silent(below(5));
                let member = hegel::tuples!(word(9), document(depth - 1));
                Json::Object(tc.draw_silent(gs::vecs(member).min_size(length).max_size(length)))
            }
        }
    })
    .boxed()
}

fn types(depth: u32) -> BoxedGenerator<'static, Type> {
    compose!(|tc| {
        if depth == 0 || !tc.draw_silent(gs::weighted_booleans(1.0 / 3.0)) {
            return Type::Int;
        }
        let from = tc.draw_silent(types(depth - 1));
        let to = tc.draw_silent(types(depth - 1));
        Type::Fun(Box::new(from), Box::new(to))
    })
    .boxed()
}

/// Booleans are as likely as they are said to be, numbers are not, so that each alternative is asked for by itself.
fn term<'a>(context: &'a Context<'a>, wanted: &'a Type, depth: u32) -> BoxedGenerator<'a, Term> {
    compose!(|tc| {
        let deeper = f64::from(depth.min(1));
        let variables: Vec<usize> = context.variables(wanted).collect();
        let known = 2.0 * variables.len() as f64;
        let (leaves, sums, applications) = match wanted {
            Type::Int => (1.0, 2.0 * deeper, 2.0 * deeper),
            Type::Fun(..) => (1.0 + 3.0 * deeper, 0.0, deeper),
        };
        if tc.draw_silent(gs::weighted_booleans(leaves / (leaves + known + sums + applications))) {
            match wanted {
                Type::Int => Term::Int(tc.draw_silent(gs::integers().min_value(0).max_value(3))),
                Type::Fun(from, to) => {
                    let body = tc.draw_silent(term(&context.with(from), to, depth.saturating_sub(1)));
                    Term::Lambda((**from).clone(), Box::new(body))
                }
            }
        } else if tc.draw_silent(gs::weighted_booleans(known / (known + sums + applications))) {
            Term::Var(tc.draw_silent(gs::sampled_from(variables)))
        } else if tc.draw_silent(gs::weighted_booleans(sums / (sums + applications))) {
            let left = tc.draw_silent(term(context, &Type::Int, depth - 1));
            let right = tc.draw_silent(term(context, &Type::Int, depth - 1));
            Term::Plus(Box::new(left), Box::new(right))
        } else {
            let from = tc.draw_silent(types(1));
            let function_type = Type::Fun(Box::new(from.clone()), Box::new(wanted.clone()));
            let function = tc.draw_silent(term(context, &function_type, depth - 1));
            let argument = tc.draw_silent(term(context, &from, depth - 1));
            Term::Apply(Box::new(function), Box::new(argument))
        }
    })
    .boxed()
}
