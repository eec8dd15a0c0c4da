//! Reads a body backward, from its results through what they are computed from to its draws.
//!
//! The candidates it finds only say where to look first. Where it says that there are no others, that must be right.

mod body;
mod calls;
mod known;
mod operands;
mod ways;

use std::collections::HashMap;
use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Block, Expr, Member};

use self::known::are_one_way;
pub(super) use self::known::is_sized;
use super::target::{Target, Use};

type Scope = Rc<Vec<(String, usize)>>;

/// A place in the control flow: the branches and arms it is in, outermost first.
type Place = Vec<(usize, usize)>;

/// Everything read from a body.
#[derive(Default)]
pub(super) struct Reader {
    scope: Vec<(String, usize)>,
    place: Place,
    bindings: Vec<Binding>,
    branches: usize,
    /// How much has been read so far, which orders draws and ends.
    now: usize,
    pub(super) draws: HashMap<usize, DrawRead>,
    ends: Vec<End>,
    items: HashMap<usize, DrawRead>,
    /// For each enclosing loop, the end of the range it runs through, if it runs through one.
    loops: Vec<Option<Rc<(Expr, Scope)>>>,
    /// The variables that hold the number of a closure's call, by item.
    calls: HashMap<usize, usize>,
    /// The targets collected for the variables of closures.
    collected: HashMap<usize, Vec<Target>>,
}

/// A draw, or an item, and its targets.
pub(super) struct DrawRead {
    pub(super) name: Option<String>,
    scope: Scope,
    place: Place,
    at: usize,
    arrivals: Vec<(usize, Target)>,
    /// Targets for members of a tuple, of which there are `count`.
    parts: Vec<(usize, Target)>,
    count: usize,
}

/// An expression with the names in scope, and the path to a member of it: the index and the size of each tuple.
type Source = (Rc<(Expr, Scope)>, Vec<(usize, usize)>);

/// A variable.
#[derive(Default)]
struct Binding {
    name: String,
    is_mutable: bool,
    /// The expression it is bound to, and the member of it.
    source: Option<Source>,
    changes: Vec<Change>,
    /// How often it is named, except where something is put into it.
    named: usize,
    /// Whether it has a type whose length the code can ask for.
    has_length: bool,
    /// Whether to collect its targets instead of following them to draws.
    is_collected: bool,
}

/// A change to a variable.
#[derive(Clone)]
struct Change {
    kind: ChangeKind,
    value: Rc<(Expr, Scope)>,
    /// The number of times, if a loop over a range makes the change.
    times: Option<Rc<(Expr, Scope)>>,
}

#[derive(Clone)]
enum ChangeKind {
    Set,
    Field(Member),
    /// A new last item.
    Push,
    /// A new item anywhere, or the first (`true`) or second member of one.
    Put(Option<bool>),
    Extend,
    Add,
    Reverse,
}

/// A result, or another way to leave the body.
struct End {
    place: Place,
    at: usize,
    value: Option<Rc<(Expr, Scope)>>,
}

impl Reader {
    /// Reads the body of a function with these arguments.
    pub(super) fn read(block: &Block, arguments: &[String]) -> Reader {
        let mut reader = Reader::default();
        for name in arguments {
            reader.bind(name, false, None);
        }
        reader.tail_block(&mut block.clone());
        for end in 0..reader.ends.len() {
            if let Some(value) = reader.ends[end].value.clone() {
                reader.demand(&value.0, &value.1, Target::whole(), &mut Way { end, busy: Vec::new() });
            }
        }
        reader
    }

    /// Returns code for the candidates of a draw, best first, and whether control flow allows no others.
    pub(super) fn found(&self, draw: usize, may_be_any_number: bool) -> (Vec<TokenStream>, bool) {
        let Some(drawn) = self.draws.get(&draw) else { return (Vec::new(), false) };
        let (mut codes, is_sure) = self.arrived(drawn, &|target| !(target.is_converted && may_be_any_number));
        if !may_be_any_number || !drawn.parts.iter().any(|(_, target)| target.is_converted) {
            codes.extend(self.put_together(drawn));
        }
        (codes, is_sure)
    }

    /// Returns code for the only possible candidate of an item, if there is just one.
    pub(super) fn item(&self, item: usize) -> Option<TokenStream> {
        let (mut codes, is_sure) = self.arrived(self.items.get(&item)?, &|target| !target.is_converted);
        codes.pop().filter(|_| is_sure && codes.is_empty())
    }

    /// Returns code for the candidates, and whether control flow allows no others: every end within reach must agree.
    fn arrived(&self, drawn: &DrawRead, may_be: &dyn Fn(&Target) -> bool) -> (Vec<TokenStream>, bool) {
        let mut sure_of = Vec::new();
        let mut codes: Vec<TokenStream> = Vec::new();
        for (end, target) in &drawn.arrivals {
            let Some(target) = self.known_at(target, &drawn.scope).filter(|target| may_be(target)) else { continue };
            if target.is_sure {
                sure_of.push(*end);
            }
            let code = target.code();
            if !codes.iter().any(|other| other.to_string() == code.to_string()) {
                codes.push(code);
            }
        }
        let reached = |end: &End| end.at > drawn.at && are_one_way(&end.place, &drawn.place);
        let mut ends = self.ends.iter().enumerate().filter(|(_, end)| reached(end)).map(|(i, _)| i).peekable();
        let is_sure = ends.peek().is_some() && ends.all(|end| sure_of.contains(&end));
        (codes, is_sure)
    }

    /// Returns code for a tuple that combines the candidates of its members.
    fn put_together(&self, drawn: &DrawRead) -> Option<TokenStream> {
        let mut members: Vec<Vec<TokenStream>> = vec![Vec::new(); drawn.count];
        for (index, target) in &drawn.parts {
            members[*index].extend(self.known_at(target, &drawn.scope).map(Target::code));
        }
        if !(2..=4).contains(&drawn.count) || members.iter().any(Vec::is_empty) {
            return None;
        }
        let tuple = format_ident!("Tuple{}", drawn.count);
        let members = members.iter().map(|codes| {
            let either = |one: TokenStream, other: &TokenStream| quote!((&&__undo::Or::new(#one, #other)).or());
            codes[1..].iter().take(3).fold(codes[0].clone(), either)
        });
        Some(quote!((&&__undo::#tuple::new(#(#members),*)).tuple()))
    }

    /// Returns the target, or the next weaker one, whose variables are all known in a scope.
    fn known_at<'t>(&self, target: &'t Target, scope: &Scope) -> Option<&'t Target> {
        let is_known = |used: &Use| {
            let known = scope.iter().rev().find(|(name, _)| *name == used.name).map(|(_, binding)| *binding);
            known == Some(used.binding) && (used.may_change || !self.bindings[used.binding].is_mutable)
        };
        if target.uses.iter().all(is_known) {
            return Some(target);
        }
        self.known_at(target.weaker.as_deref()?, scope)
    }
}

/// The path from an end of the body to a draw.
struct Way {
    end: usize,
    /// The variables on the path, so that it does not go in circles.
    busy: Vec<usize>,
}
