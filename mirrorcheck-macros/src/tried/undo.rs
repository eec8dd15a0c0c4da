//! Reads a body backward: from its results through what they are computed from to what is drawn.
//!
//! What is found only says where to look first. Where it cannot have been anything else it says so, too, and that has to
//! be right.

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

/// Where something stands in the control flow: which arm of which branch, outermost first.
type Place = Vec<(usize, usize)>;

/// What was read.
#[derive(Default)]
pub(super) struct Reader {
    scope: Vec<(String, usize)>,
    place: Place,
    bindings: Vec<Binding>,
    branches: usize,
    /// How much has been read, to say what comes after what.
    now: usize,
    pub(super) draws: HashMap<usize, DrawRead>,
    ends: Vec<End>,
    items: HashMap<usize, DrawRead>,
    /// The ends of the ranges that the loops around go through.
    loops: Vec<Option<Rc<(Expr, Scope)>>>,
    /// The numbers of calls, as variables.
    calls: HashMap<usize, usize>,
    /// What the variables of closures have to come to.
    collected: HashMap<usize, Vec<Target>>,
}

/// A draw and what it has to come to.
pub(super) struct DrawRead {
    pub(super) name: Option<String>,
    scope: Scope,
    place: Place,
    at: usize,
    arrivals: Vec<(usize, Target)>,
    /// The same for members of a tuple of so many.
    parts: Vec<(usize, Target)>,
    count: usize,
}

/// An expression with the names that it can see, and the members of it that are meant, outermost first: each of how many.
type Source = (Rc<(Expr, Scope)>, Vec<(usize, usize)>);

/// A variable.
#[derive(Default)]
struct Binding {
    name: String,
    is_mutable: bool,
    /// What it is bound to, and by which part of it.
    source: Option<Source>,
    changes: Vec<Change>,
    /// How often it is named, but where something is put into it.
    named: usize,
    /// Whether its length can be asked for.
    has_length: bool,
    /// Whether it is wanted for what it has to come to.
    is_collected: bool,
}

/// What is done to a variable.
#[derive(Clone)]
struct Change {
    kind: ChangeKind,
    value: Rc<(Expr, Scope)>,
    /// How often it is done, if it is done for each number of a range.
    times: Option<Rc<(Expr, Scope)>>,
}

#[derive(Clone)]
enum ChangeKind {
    Set,
    Field(Member),
    /// The item at the end.
    Push,
    /// Any item, or a member of any.
    Put(Option<bool>),
    Extend,
    Add,
    Reverse,
}

/// A result, or another way out.
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

    /// What a draw may be, best first, and whether it can be nothing else.
    pub(super) fn found(&self, draw: usize, may_be_any_number: bool) -> (Vec<TokenStream>, bool) {
        let Some(drawn) = self.draws.get(&draw) else { return (Vec::new(), false) };
        let (mut codes, is_sure) = self.arrived(drawn, &|target| !(target.is_converted && may_be_any_number));
        if !may_be_any_number || !drawn.parts.iter().any(|(_, target)| target.is_converted) {
            codes.extend(self.put_together(drawn));
        }
        (codes, is_sure)
    }

    /// What an item has to be, if that is sure.
    pub(super) fn item(&self, item: usize) -> Option<TokenStream> {
        let (mut codes, is_sure) = self.arrived(self.items.get(&item)?, &|target| !target.is_converted);
        codes.pop().filter(|_| is_sure && codes.is_empty())
    }

    /// What something has to come to, and whether that is sure: wherever control goes from there, it is the same.
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

    /// A tuple of what its members may be.
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

    /// The target, or a weaker one, all of whose variables are known in a scope.
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

/// What has been asked for on the way to a draw.
struct Way {
    end: usize,
    /// The variables on it, so that it does not go in circles.
    busy: Vec<usize>,
}
