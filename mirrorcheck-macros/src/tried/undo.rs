//! Reads a body backward: from its results through what they are computed from to what is drawn.
//!
//! What is found only says where to look first. Where it cannot have been anything else it says so, too, and that has to
//! be right.

use std::collections::HashMap;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{BinOp, Block, Expr, Lit, Member, Pat, Stmt, UnOp};

use super::mark::{Marked, PUTS, marked};
use super::target::{Look, Target, Use};
use crate::body::{PICKS, Part, read_format};
use crate::result::{is_constructor, is_pointer};
use crate::syntax::{always_leaves, called, diverges, strip, strip_type};
use crate::walk::{Node, walk};

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

    fn bind(&mut self, name: &str, is_mutable: bool, source: Option<Source>) {
        let has_length = source.as_ref().is_some_and(|(value, _)| is_list(&value.0));
        self.bindings.push(Binding { name: name.to_owned(), is_mutable, source, has_length, ..Binding::default() });
        self.scope.push((name.to_owned(), self.bindings.len() - 1));
    }

    /// Binds all names of a pattern. Tuples are looked into.
    fn bind_pat(&mut self, pat: &Pat, value: Option<&Rc<(Expr, Scope)>>, way: &mut Vec<(usize, usize)>) {
        match strip_type(pat) {
            Pat::Ident(name) => {
                let source = value.map(|value| (value.clone(), way.clone()));
                self.bind(&name.ident.to_string(), name.mutability.is_some(), source);
                if let (true, Pat::Type(typed)) = (name.mutability.is_some(), pat) {
                    let is_list = matches!(&*typed.ty, syn::Type::Path(path)
                        if path.path.segments.last().is_some_and(|last| COUNTED.iter().any(|list| last.ident == list)));
                    if let Some(last) = self.bindings.last_mut() {
                        last.has_length |= is_list;
                    }
                }
            }
            Pat::Tuple(tuple) if !tuple.elems.iter().any(|pat| matches!(pat, Pat::Rest(_))) => {
                let count = tuple.elems.len();
                for (i, pat) in tuple.elems.iter().enumerate() {
                    way.push((i, count));
                    self.bind_pat(pat, value, way);
                    way.pop();
                }
            }
            pat => {
                let mut names = Vec::new();
                crate::syntax::collect_names(pat, &mut names);
                names.iter().for_each(|name| self.bind(&name.to_string(), true, None));
            }
        }
    }

    fn shared_scope(&self) -> Scope {
        Rc::new(self.scope.clone())
    }

    fn keep(&self, expr: &Expr) -> Rc<(Expr, Scope)> {
        Rc::new((expr.clone(), self.shared_scope()))
    }

    fn end(&mut self, value: Option<&Expr>) {
        self.now += 1;
        let value = value.map(|value| self.keep(value));
        self.ends.push(End { place: self.place.clone(), at: self.now, value });
    }

    fn branch(&mut self) -> usize {
        self.branches += 1;
        self.branches
    }

    fn in_arm(&mut self, branch: usize, arm: usize, read: impl FnOnce(&mut Self)) {
        let names = self.scope.len();
        self.place.push((branch, arm));
        read(self);
        self.place.pop();
        self.scope.truncate(names);
    }

    fn tail_block(&mut self, block: &mut Block) {
        let names = self.scope.len();
        let leaves = always_leaves(block);
        match block.stmts.split_last_mut() {
            Some((Stmt::Expr(last, None), before)) => {
                before.iter_mut().for_each(|stmt| self.stmt(stmt));
                self.tail(last);
            }
            _ if leaves => block.stmts.iter_mut().for_each(|stmt| self.stmt(stmt)),
            Some((Stmt::Macro(last), before)) if last.semi_token.is_none() => {
                before.iter_mut().for_each(|stmt| self.stmt(stmt));
                self.tail(&mut Expr::Macro(syn::ExprMacro { attrs: Vec::new(), mac: last.mac.clone() }));
            }
            _ => {
                block.stmts.iter_mut().for_each(|stmt| self.stmt(stmt));
                self.end(None);
            }
        }
        self.scope.truncate(names);
    }

    /// An expression that is the result, or whose ends are.
    fn tail(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Paren(inner) => self.tail(&mut inner.expr),
            Expr::Group(inner) => self.tail(&mut inner.expr),
            Expr::Block(block) if block.label.is_none() => self.tail_block(&mut block.block),
            Expr::Return(_) => self.expr(expr),
            Expr::Macro(mac) if diverges(&mac.mac) => {}
            Expr::If(branch) if branch.else_branch.is_some() => {
                let number = self.branch();
                let names = self.scope.len();
                self.condition(&mut branch.cond);
                self.in_arm(number, 0, |reader| reader.tail_block(&mut branch.then_branch));
                self.scope.truncate(names);
                if let Some((_, other)) = &mut branch.else_branch {
                    self.in_arm(number, 1, |reader| reader.tail(other));
                }
            }
            Expr::Match(chosen) => {
                self.expr(&mut chosen.expr);
                let number = self.branch();
                let value = self.keep(&chosen.expr);
                for (i, arm) in chosen.arms.iter_mut().enumerate() {
                    self.in_arm(number, i, |reader| {
                        reader.bind_arm(&arm.pat, &value);
                        reader.tail(&mut arm.body);
                    });
                }
            }
            Expr::Call(call) if is_pick(call) => {
                let number = self.branch();
                for (i, alternative) in alternatives(call).into_iter().enumerate() {
                    self.in_arm(number, i, |reader| reader.tail(alternative));
                }
            }
            expr => {
                self.expr(expr);
                self.end(Some(expr));
            }
        }
    }

    fn bind_arm(&mut self, pat: &Pat, value: &Rc<(Expr, Scope)>) {
        match pat {
            // The value itself.
            Pat::Ident(_) | Pat::Tuple(_) => self.bind_pat(pat, Some(value), &mut Vec::new()),
            pat => self.bind_pat(pat, None, &mut Vec::new()),
        }
    }

    fn condition(&mut self, cond: &mut Expr) {
        self.expr(cond);
        if let Expr::Let(bound) = strip(cond) {
            self.bind_pat(&bound.pat, None, &mut Vec::new());
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Local(local) => {
                let Some(init) = &mut local.init else { return self.bind_pat(&local.pat, None, &mut Vec::new()) };
                self.expr(&mut init.expr);
                if let Some((_, other)) = &mut init.diverge {
                    let number = self.branch();
                    self.in_arm(number, 0, |reader| reader.expr(other));
                }
                if let (Pat::Ident(name), Expr::Call(call)) = (strip_type(&local.pat), strip(&init.expr)) {
                    if let Some(Marked::Draw(draw)) = marked(call) {
                        if let Some(drawn) = self.draws.get_mut(&draw) {
                            drawn.name = Some(name.ident.to_string());
                        }
                    }
                }
                let value = self.keep(&init.expr);
                let is_refutable = init.diverge.is_some();
                let value = (!is_refutable).then_some(&value);
                let pat = local.pat.clone();
                self.bind_pat(&pat, value, &mut Vec::new());
            }
            Stmt::Expr(expr, _) => self.expr(expr),
            Stmt::Macro(mac) => self.visit(Node::Macro(&mut mac.mac)),
            Stmt::Item(_) => {}
        }
    }

    fn visit(&mut self, node: Node<'_>) {
        match node {
            Node::Expr(expr) => self.expr(expr),
            Node::Stmt(stmt) => self.stmt(stmt),
            Node::Block(block) => {
                let names = self.scope.len();
                block.stmts.iter_mut().for_each(|stmt| self.stmt(stmt));
                self.scope.truncate(names);
            }
            Node::Macro(mac) => {
                let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                match mac.parse_body_with(parser) {
                    Ok(mut items) => items.iter_mut().for_each(|item| self.expr(item)),
                    // What is done to the variables in it is not known.
                    Err(_) => self.bindings.iter_mut().for_each(|binding| binding.named += 2),
                }
            }
            Node::Type(_) | Node::Pat(_) | Node::Path(_) => {}
            node => walk(node, &mut |node| self.visit(node)),
        }
    }

    fn binding(&self, name: &Ident) -> Option<usize> {
        find(&self.scope, &name.to_string())
    }

    /// What is neither a result nor a statement.
    fn expr(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) => {
                match marked(call) {
                    Some(Marked::Draw(draw)) => {
                        call.args.iter_mut().for_each(|argument| self.expr(argument));
                        let drawn = self.drawn();
                        self.draws.insert(draw, drawn);
                    }
                    Some(Marked::Item(item)) => {
                        self.expr(&mut call.args[0]);
                        let made = self.drawn();
                        self.items.insert(item, made);
                    }
                    Some(Marked::Call(item)) => {
                        let names = self.scope.len();
                        self.calls.insert(item, self.bindings.len());
                        self.bind(&format!("__call_{item}"), false, None);
                        self.expr(&mut call.args[0]);
                        let made = self.drawn();
                        self.items.insert(item, made);
                        self.scope.truncate(names);
                    }
                    _ => walk(Node::Expr(expr), &mut |node| self.visit(node)),
                };
            }
            Expr::Path(path) => {
                if let Some(binding) = path.path.get_ident().and_then(|name| self.binding(name)) {
                    self.bindings[binding].named += 1;
                }
            }
            Expr::Closure(closure) => {
                let number = self.branch();
                self.in_arm(number, 0, |reader| {
                    for input in &closure.inputs {
                        reader.bind_pat(input, None, &mut Vec::new());
                    }
                    reader.expr(&mut closure.body);
                });
            }
            Expr::Return(returned) => match &mut returned.expr {
                Some(value) => self.tail(value),
                None => self.end(None),
            },
            Expr::Try(tried) => {
                self.expr(&mut tried.expr);
                // The way out is not on the way on.
                let number = self.branch();
                self.in_arm(number, 0, |reader| reader.end(None));
            }
            Expr::If(branch) => {
                let number = self.branch();
                let names = self.scope.len();
                self.condition(&mut branch.cond);
                self.in_arm(number, 0, |reader| reader.visit(Node::Block(&mut branch.then_branch)));
                self.scope.truncate(names);
                if let Some((_, other)) = &mut branch.else_branch {
                    self.in_arm(number, 1, |reader| reader.expr(other));
                }
            }
            Expr::Match(chosen) => {
                self.expr(&mut chosen.expr);
                let number = self.branch();
                let value = self.keep(&chosen.expr);
                for (i, arm) in chosen.arms.iter_mut().enumerate() {
                    self.in_arm(number, i, |reader| {
                        reader.bind_arm(&arm.pat, &value);
                        reader.expr(&mut arm.body);
                    });
                }
            }
            Expr::ForLoop(each) => {
                self.expr(&mut each.expr);
                let names = self.scope.len();
                let times = range_end(&each.expr).map(|end| self.keep(end));
                self.loops.push(times);
                self.bind_pat(&each.pat, None, &mut Vec::new());
                self.visit(Node::Block(&mut each.body));
                self.loops.pop();
                self.scope.truncate(names);
            }
            Expr::Assign(assigned) => {
                self.expr(&mut assigned.right);
                match &*assigned.left {
                    Expr::Path(path) => {
                        self.change(path.path.get_ident(), ChangeKind::Set, &assigned.right);
                    }
                    Expr::Field(field) => {
                        if let Expr::Path(path) = &*field.base {
                            let kind = ChangeKind::Field(field.member.clone());
                            self.change(path.path.get_ident(), kind, &assigned.right);
                        }
                    }
                    _ => self.expr(&mut assigned.left),
                }
            }
            Expr::Binary(both) if matches!(both.op, BinOp::AddAssign(_)) => {
                self.expr(&mut both.right);
                if let Expr::Path(path) = &*both.left {
                    self.change(path.path.get_ident(), ChangeKind::Add, &both.right);
                }
            }
            Expr::MethodCall(call) => {
                let receiver = match strip(&call.receiver) {
                    Expr::Path(path) => path.path.get_ident().filter(|name| self.binding(name).is_some()).cloned(),
                    _ => None,
                };
                let is_put = PUTS.iter().any(|put| call.method == put) || call.method == "extend";
                match receiver {
                    Some(name) if is_put => {
                        call.args.iter_mut().for_each(|argument| self.expr(argument));
                        let method = call.method.to_string();
                        match (method.as_str(), call.args.len()) {
                            ("extend" | "append", 1) => self.change(Some(&name), ChangeKind::Extend, &call.args[0]),
                            ("push" | "push_back", 1) => self.change(Some(&name), ChangeKind::Push, &call.args[0]),
                            (_, 1) => self.change(Some(&name), ChangeKind::Put(None), &call.args[0]),
                            ("insert", 2) => {
                                self.change(Some(&name), ChangeKind::Put(Some(true)), &call.args[0]);
                                self.change(Some(&name), ChangeKind::Put(Some(false)), &call.args[1]);
                            }
                            _ => {}
                        }
                    }
                    Some(name) if call.method == "reverse" && call.args.is_empty() => {
                        let value = (*call.receiver).clone();
                        self.change(Some(&name), ChangeKind::Reverse, &value);
                        if let Some(binding) = self.binding(&name) {
                            self.bindings[binding].named += 1;
                        }
                    }
                    _ => walk(Node::Expr(expr), &mut |node| self.visit(node)),
                }
            }
            Expr::Async(_) | Expr::Const(_) => {}
            _ => walk(Node::Expr(expr), &mut |node| self.visit(node)),
        }
    }

    /// Something that is made here.
    fn drawn(&mut self) -> DrawRead {
        self.now += 1;
        let (arrivals, parts) = (Vec::new(), Vec::new());
        let (scope, place, at) = (self.shared_scope(), self.place.clone(), self.now);
        DrawRead { name: None, scope, place, at, arrivals, parts, count: 0 }
    }

    fn change(&mut self, name: Option<&Ident>, kind: ChangeKind, value: &Expr) {
        if let Some(binding) = name.and_then(|name| self.binding(name)) {
            let value = self.keep(value);
            let times = self.loops.last().cloned().flatten();
            self.bindings[binding].changes.push(Change { kind, value, times });
        }
    }
}

/// What has been asked for on the way to a draw.
struct Way {
    end: usize,
    /// The variables on it, so that it does not go in circles.
    busy: Vec<usize>,
}

impl Reader {
    /// An expression has to come to this.
    fn demand(&mut self, expr: &Expr, scope: &Scope, target: Target, way: &mut Way) {
        match expr {
            Expr::Paren(inner) => self.demand(&inner.expr, scope, target, way),
            Expr::Group(inner) => self.demand(&inner.expr, scope, target, way),
            Expr::Reference(inner) => self.demand(&inner.expr, scope, target.converted(), way),
            Expr::Cast(inner) => self.demand(&inner.expr, scope, target.converted(), way),
            Expr::Try(inner) => self.demand(&inner.expr, scope, target.converted(), way),
            Expr::Range(range) => {
                let path = match (&range.limits, &range.start, &range.end) {
                    (syn::RangeLimits::HalfOpen(_), Some(_), Some(_)) => quote!(::core::ops::Range),
                    (syn::RangeLimits::HalfOpen(_), Some(_), None) => quote!(::core::ops::RangeFrom),
                    (syn::RangeLimits::HalfOpen(_), None, Some(_)) => quote!(::core::ops::RangeTo),
                    _ => {
                        return self.demand_arguments(
                            range.start.iter().chain(&range.end).map(|e| &**e),
                            scope,
                            &target,
                            way,
                        );
                    }
                };
                for (end, name) in [(&range.start, quote!(start)), (&range.end, quote!(end))] {
                    if let Some(end) = end {
                        self.demand_in(end, scope, target.look(Look::Pattern(quote!(#path { #name: __t, .. }))), way);
                    }
                }
            }
            Expr::Unary(inner) => match inner.op {
                UnOp::Deref(_) => self.demand(&inner.expr, scope, target.converted(), way),
                UnOp::Neg(_) => {
                    let undone = target.step(|code| quote!((&&__undo::Negated::new(#code)).negated()));
                    self.demand(&inner.expr, scope, undone, way);
                }
                _ => {}
            },
            Expr::Path(path) => {
                if let Some(binding) = path.path.get_ident().and_then(|name| find(scope, &name.to_string())) {
                    self.demand_variable(binding, target, way);
                }
            }
            Expr::Struct(made) => {
                for field in &made.fields {
                    let (path, name) = (&made.path, &field.member);
                    let pattern = quote!(#path { #name: __t, .. });
                    self.demand_in(&field.expr, scope, target.look(Look::Pattern(pattern)), way);
                }
                if let Some(rest) = &made.rest {
                    self.demand(rest, scope, target.unsure(), way);
                }
            }
            Expr::Tuple(made) => {
                for (i, member) in made.elems.iter().enumerate() {
                    self.demand_in(member, scope, target.look(look_tuple(None, i, made.elems.len())), way);
                }
            }
            Expr::Array(made) => {
                for (i, item) in made.elems.iter().enumerate() {
                    self.demand_in(item, scope, target.look(Look::Index(i, made.elems.len())), way);
                }
            }
            Expr::Repeat(made) => self.demand_in(&made.expr, scope, Some(any_item(&target, quote!(0))), way),
            Expr::Macro(made) if made.mac.path.is_ident("vec") => {
                let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                if let Ok(items) = made.mac.parse_body_with(parser) {
                    for (i, item) in items.iter().enumerate() {
                        self.demand_in(item, scope, target.look(Look::Index(i, items.len())), way);
                    }
                }
            }
            Expr::Macro(made) if made.mac.path.is_ident("format") => self.demand_pieces(&made.mac, scope, &target, way),
            Expr::Binary(both) => self.demand_operands(both, scope, &target, way),
            Expr::Block(block) if block.label.is_none() => self.demand_block(&block.block, scope, target, way),
            Expr::If(branch) => {
                self.demand_block(&branch.then_branch, scope, target.clone().unsure(), way);
                if let Some((_, other)) = &branch.else_branch {
                    self.demand(other, scope, target.unsure(), way);
                }
            }
            Expr::Match(chosen) => {
                for arm in &chosen.arms {
                    self.demand(&arm.body, scope, target.clone().unsure(), way);
                }
            }
            Expr::Call(call) => self.demand_call(call, scope, target, way),
            Expr::MethodCall(call) => self.demand_method(call, scope, target, way),
            _ => {}
        }
    }

    fn demand_in(&mut self, expr: &Expr, scope: &Scope, target: Option<Target>, way: &mut Way) {
        if let Some(target) = target {
            self.demand(expr, scope, target, way);
        }
    }

    /// A block whose names were not kept: only what it ends in can be read.
    fn demand_block(&mut self, block: &Block, scope: &Scope, target: Target, way: &mut Way) {
        if let Some(Stmt::Expr(last, None)) = block.stmts.last() {
            let is_bare = block.stmts.len() == 1;
            // With names of its own, others may be meant.
            if is_bare || matches!(strip(last), Expr::Call(call) if marked(call).is_some()) {
                self.demand(last, scope, target, way);
            } else if let Some((value, scope)) = self.inner_end(block, last, scope) {
                self.demand(&value, &scope, target.unsure(), way);
            }
        }
    }

    /// The end of a block in its own scope.
    fn inner_end(&mut self, block: &Block, last: &Expr, scope: &Scope) -> Option<(Expr, Scope)> {
        let outer = std::mem::replace(&mut self.scope, scope.as_ref().clone());
        for stmt in &block.stmts[..block.stmts.len() - 1] {
            if let Stmt::Local(local) = stmt {
                let value = local.init.as_ref().map(|init| self.keep(&init.expr));
                self.bind_pat(&local.pat, value.as_ref(), &mut Vec::new());
                // How often it is named is not known here.
                if let Some(last) = self.bindings.last_mut() {
                    last.named += 2;
                }
            }
        }
        let inner = std::mem::replace(&mut self.scope, outer);
        Some((last.clone(), Rc::new(inner)))
    }

    fn demand_variable(&mut self, binding: usize, target: Target, way: &mut Way) {
        if way.busy.contains(&binding) || way.busy.len() > 20 {
            return;
        }
        if self.bindings[binding].is_collected {
            return self.collected.entry(binding).or_default().push(target);
        }
        way.busy.push(binding);
        let Binding { is_mutable, source, changes, named, has_length, name, .. } = &self.bindings[binding];
        let (is_mutable, named, has_length) = (*is_mutable, *named, *has_length);
        let (source, changes) = (source.clone(), changes.clone());
        let name = name.clone();
        // Where all that is ever done to a list is to push, and to return it.
        let only_pushed =
            has_length && named <= 1 && changes.iter().all(|change| matches!(change.kind, ChangeKind::Push));
        let mut target = target;
        for change in changes.iter().rev() {
            let (value, scope) = (&change.value.0, &change.value.1);
            let unsure = target.clone().unsure();
            if let (Some(times), ChangeKind::Push | ChangeKind::Put(_) | ChangeKind::Extend) =
                (&change.times, &change.kind)
            {
                self.demand(&times.0, &times.1, length(&unsure), way);
            }
            match &change.kind {
                ChangeKind::Reverse => target = reversed(&target),
                ChangeKind::Set => self.demand(value, scope, unsure, way),
                ChangeKind::Field(member) => {
                    self.demand_in(value, scope, unsure.look(Look::Field(member.clone())), way);
                }
                ChangeKind::Push if has_length => {
                    let length = Use { name: name.clone(), binding, may_change: true };
                    let variable = format_ident!("{name}", span = proc_macro2::Span::call_site());
                    let is_direct = matches!(strip(value), Expr::Call(call) if marked(call).is_some());
                    let item = if only_pushed && is_direct {
                        target.step(|code| quote!((&&&&&&__undo::Item::new(#code, __undo::count(&#variable))).item()))
                    } else {
                        any_item(&unsure, quote!(__undo::count(&#variable)))
                    };
                    self.demand(value, scope, item.with([length]).or_else(any_item(&unsure, quote!(0))), way);
                }
                ChangeKind::Push | ChangeKind::Put(None) if !has_length => {
                    self.demand(value, scope, any_item(&unsure, quote!(0)), way);
                }
                ChangeKind::Push | ChangeKind::Put(None) => {
                    let length = Use { name: name.clone(), binding, may_change: true };
                    let variable = format_ident!("{name}", span = proc_macro2::Span::call_site());
                    let item = any_item(&unsure, quote!(__undo::count(&#variable))).with([length]);
                    self.demand(value, scope, item.or_else(any_item(&unsure, quote!(0))), way);
                }
                ChangeKind::Put(Some(is_key)) => {
                    let variable = format_ident!("{name}", span = proc_macro2::Span::call_site());
                    let pair = if has_length {
                        let length = Use { name: name.clone(), binding, may_change: true };
                        any_item(&unsure, quote!(__undo::count(&#variable))).with([length])
                    } else {
                        any_item(&unsure, quote!(0))
                    };
                    let pattern = if *is_key { quote!((__t, _)) } else { quote!((_, __t)) };
                    self.demand_in(value, scope, pair.look(Look::Pair(*is_key, pattern)), way);
                }
                ChangeKind::Extend => self.demand(value, scope, unsure, way),
                ChangeKind::Add => {
                    let before = Use { name: name.clone(), binding, may_change: true };
                    let variable = format_ident!("{name}", span = proc_macro2::Span::call_site());
                    let undone =
                        unsure.step(|code| quote!((&&&__undo::Op::new(__undo::Add, #code, &#variable)).undo()));
                    self.demand(value, scope, undone.with([before]).or_else(unsure), way);
                }
            }
        }
        if let Some((value, parts)) = source {
            let target = if is_mutable { target.unsure() } else { target };
            self.demand_part(&value.0, &value.1, &parts, target, way);
        }
        way.busy.pop();
    }

    /// A part of what an expression is taken apart into.
    fn demand_part(&mut self, expr: &Expr, scope: &Scope, parts: &[(usize, usize)], target: Target, way: &mut Way) {
        let Some((&(index, _), rest)) = parts.split_first() else { return self.demand(expr, scope, target, way) };
        match strip(expr) {
            Expr::Call(call) => {
                if let (Some(Marked::Draw(draw)), [(index, count)]) = (marked(call), parts) {
                    if let Some(drawn) = self.draws.get_mut(&draw) {
                        drawn.count = *count;
                        drawn.parts.push((*index, target));
                    }
                }
            }
            Expr::Tuple(made) => {
                if let Some(member) = made.elems.iter().nth(index) {
                    self.demand_part(member, scope, rest, target, way);
                }
            }
            Expr::Block(block) if block.block.stmts.len() == 1 => {
                if let Some(Stmt::Expr(last, None)) = block.block.stmts.last() {
                    self.demand_part(last, scope, parts, target, way);
                }
            }
            Expr::If(branch) => {
                let ends = [branch.then_branch.stmts.last()];
                for end in ends.into_iter().flatten() {
                    if let Stmt::Expr(last, None) = end {
                        self.demand_part(last, scope, parts, target.clone().unsure(), way);
                    }
                }
                if let Some((_, other)) = &branch.else_branch {
                    self.demand_part(other, scope, parts, target.unsure(), way);
                }
            }
            Expr::Match(chosen) => {
                for arm in &chosen.arms {
                    self.demand_part(&arm.body, scope, parts, target.clone().unsure(), way);
                }
            }
            _ => {}
        }
    }

    /// What stands between the literals of a text.
    fn demand_pieces(&mut self, mac: &syn::Macro, scope: &Scope, target: &Target, way: &mut Way) {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        let Ok(arguments) = mac.parse_body_with(parser) else { return };
        let mut arguments = arguments.into_iter();
        let Some(Expr::Lit(syn::ExprLit { lit: Lit::Str(format), .. })) = arguments.next() else { return };
        let Some(parts) = read_format(&format.value()) else { return };
        let mut positional: Vec<Expr> = arguments.filter(|argument| !matches!(argument, Expr::Assign(_))).collect();
        let literals: Vec<String> = parts
            .iter()
            .filter_map(|part| if let Part::Literal(text) = part { Some(text.clone()) } else { None })
            .collect();
        let named = parts.iter().filter_map(|part| match part {
            Part::Argument(name, spec) => Some((name, spec)),
            Part::Literal(_) => None,
        });
        let mut next = 0;
        for (at, (name, spec)) in named.enumerate() {
            let argument: Expr = if name.is_empty() {
                next += 1;
                let Some(argument) = positional.get_mut(next - 1) else { return };
                argument.clone()
            } else if let Ok(name) = syn::parse_str::<Ident>(name) {
                syn::parse_quote!(#name)
            } else {
                continue;
            };
            let piece = target
                .converted()
                .unsure()
                .step(|code| quote!((&&__undo::Piece::new(#code, &[#(#literals),*], #at)).piece()));
            let radix = match spec.chars().last() {
                Some('x' | 'X') => Some(16u32),
                Some('o') => Some(8),
                Some('b') => Some(2),
                _ => None,
            };
            let piece = match radix {
                Some(radix) => piece.step(|code| quote!((&&__undo::Numeral::new(#code, #radix)).number())),
                None => piece,
            };
            self.demand(&argument, scope, piece, way);
        }
    }

    fn demand_operands(&mut self, both: &syn::ExprBinary, scope: &Scope, target: &Target, way: &mut Way) {
        // The step for what stands before, and for what stands after.
        let (forward, backward) = match both.op {
            BinOp::Add(_) => (quote!(Op Add undo), quote!(Op Add undo)),
            BinOp::Sub(_) => (quote!(Op Sub undo), quote!(Op SubFrom undo)),
            BinOp::Mul(_) => (quote!(Op Mul undo), quote!(Op Mul undo)),
            BinOp::Div(_) => (quote!(Op Div undo), quote!(Op DivInto undo)),
            BinOp::BitXor(_) => (quote!(Op BitXor undo), quote!(Op BitXor undo)),
            BinOp::BitOr(_) => (quote!(Hinted BitOr hint), quote!(Hinted BitOr hint)),
            BinOp::Shl(_) => (quote!(Hinted Shl hint), TokenStream::new()),
            BinOp::Shr(_) => (quote!(Hinted Shr hint), TokenStream::new()),
            // What is left may be all there was.
            BinOp::Rem(_) | BinOp::BitAnd(_) => {
                return self.demand(&both.left, scope, target.converted().unsure(), way);
            }
            _ => return,
        };
        for (operand, other, step) in [(&both.left, &both.right, forward), (&both.right, &both.left, backward)] {
            let words: Vec<proc_macro2::TokenTree> = step.into_iter().collect();
            let [kind, operation, method] = words.as_slice() else { continue };
            let undone = self.operand(other, scope).map(|(code, uses)| {
                // The type of a literal, or of a variable, must not be taken from what was converted.
                let (levels, code) = match target.is_converted {
                    false => (quote!(&&&), code),
                    true if is_integer(other) => (quote!(&&), quote!((#code) as i128)),
                    true => (quote!(&&), code),
                };
                let step = |found| quote!((#levels __undo::#kind::new(__undo::#operation, #found, &(#code))).#method());
                target.step(step).with(uses)
            });
            let about = match (both.op, self.unit(other, scope)) {
                (BinOp::Add(_) | BinOp::BitOr(_), Some((unit, uses))) => target
                    .clone()
                    .unsure()
                    .step(|code| quote!((&&__undo::Hinted::new(__undo::Within, #code, &(#unit))).hint()))
                    .with(uses),
                _ => target.about(),
            };
            let undone = match (undone, both.op) {
                (Some(undone), BinOp::BitOr(_)) => undone.unsure().or_else(about),
                (Some(undone), BinOp::Add(_) | BinOp::Sub(_)) => undone.or_else(about),
                (Some(undone), BinOp::Shl(_) | BinOp::Shr(_)) => undone.unsure(),
                (Some(undone), _) => undone,
                (None, BinOp::Add(_) | BinOp::Sub(_) | BinOp::BitOr(_)) => about,
                (None, _) => continue,
            };
            self.demand(operand, scope, undone, way);
        }
    }

    /// What an operand is a multiple of, so that the other one is what is left.
    fn unit(&self, operand: &Expr, scope: &Scope) -> Option<(TokenStream, Vec<Use>)> {
        match strip(operand) {
            Expr::Cast(inner) => self.unit(&inner.expr, scope),
            Expr::Binary(both) => match both.op {
                BinOp::Mul(_) => [&both.right, &both.left].into_iter().find_map(|factor| {
                    let (code, uses) = self.operand(factor, scope)?;
                    Some(if is_integer(factor) { (quote!((#code) as i128), uses) } else { (code, uses) })
                }),
                BinOp::Shl(_) => {
                    let (by, uses) = self.operand(&both.right, scope)?;
                    Some((quote!(__undo::bit((#by) as u32)), uses))
                }
                BinOp::Add(_) | BinOp::BitOr(_) => {
                    self.unit(&both.right, scope).or_else(|| self.unit(&both.left, scope))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// An operand that can be evaluated once more, with the variables in it.
    fn operand(&self, expr: &Expr, scope: &Scope) -> Option<(TokenStream, Vec<Use>)> {
        let mut uses = Vec::new();
        self.is_plain(expr, scope, &mut uses).then(|| (expr.to_token_stream(), uses))
    }

    fn is_plain(&self, expr: &Expr, scope: &Scope, uses: &mut Vec<Use>) -> bool {
        match expr {
            Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_) | Lit::Byte(_)),
            Expr::Paren(inner) => self.is_plain(&inner.expr, scope, uses),
            Expr::Group(inner) => self.is_plain(&inner.expr, scope, uses),
            Expr::Cast(inner) => self.is_plain(&inner.expr, scope, uses),
            Expr::Unary(inner) => self.is_plain(&inner.expr, scope, uses),
            Expr::Field(inner) => self.is_plain(&inner.base, scope, uses),
            Expr::Binary(both) => {
                matches!(both.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Shl(_) | BinOp::BitOr(_))
                    && self.is_plain(&both.left, scope, uses)
                    && self.is_plain(&both.right, scope, uses)
            }
            Expr::Path(path) => match path.path.get_ident().map(ToString::to_string) {
                Some(name) => match find(scope, &name) {
                    Some(binding) => {
                        uses.push(Use { name, binding, may_change: false });
                        true
                    }
                    // A constant.
                    None => is_constructor(&path.path),
                },
                None => path.qself.is_none(),
            },
            _ => false,
        }
    }

    fn demand_call(&mut self, call: &syn::ExprCall, scope: &Scope, target: Target, way: &mut Way) {
        match marked(call) {
            Some(Marked::Draw(draw)) => {
                if let Expr::Call(generator) = strip(&call.args[0]) {
                    if let (true, Some(Expr::Path(_))) = (is_sized(generator), generator.args.iter().nth(1)) {
                        self.demand(&generator.args[1], scope, length(&target), way);
                    }
                }
                if let Some(drawn) = self.draws.get_mut(&draw) {
                    drawn.arrivals.push((way.end, target));
                }
                return;
            }
            Some(Marked::Item(item) | Marked::Call(item)) => {
                let witness = format_ident!("__witness_{item}");
                let target = target.witnessed(quote!(#witness));
                if let Some(made) = self.items.get_mut(&item) {
                    made.arrivals.push((way.end, target.clone()));
                }
                let scope = self.item_scope(&call.args[0]).unwrap_or_else(|| scope.clone());
                return self.demand(&call.args[0], &scope, target, way);
            }
            Some(Marked::Restart(_)) => return self.demand(&call.args[0], scope, target, way),
            None => {}
        }
        let Expr::Path(function) = &*call.func else { return };
        let path = &function.path;
        let last = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if is_pick(call) {
            for alternative in alternatives(&mut call.clone()) {
                self.demand(alternative, scope, target.clone().unsure(), way);
            }
        } else if is_pointer(path) && call.args.len() == 1 {
            self.demand_in(&call.args[0], scope, target.look(Look::Pointer), way);
        } else if is_constructor(path) {
            for (i, argument) in call.args.iter().enumerate() {
                self.demand_in(argument, scope, target.look(look_tuple(Some(path), i, call.args.len())), way);
            }
        } else if (last == "repeat_with" || last == "from_fn") && call.args.len() == 1 {
            self.demand_closure(&call.args[0], scope, &target, way);
        } else {
            if let (true, [argument]) = (is_numeric_conversion(path), Vec::from_iter(&call.args).as_slice()) {
                return self.demand(argument, scope, target.converted(), way);
            }
            // What `from_x` made, `to_x` may take back.
            if let (Some(back), [argument]) = (last.strip_prefix("from_"), Vec::from_iter(&call.args).as_slice()) {
                let back = format_ident!("to_{back}");
                let undone = target.converted().unsure().step(|code| {
                    quote!({
                        trait __To {
                            fn #back(&self) -> __undo::Unknown {
                                __undo::Unknown
                            }
                        }
                        impl<__T: ?::core::marker::Sized> __To for __T {}
                        (&&__undo::Through::new(#code)).through(|__t| (*__t).#back())
                    })
                });
                self.demand(argument, scope, undone, way);
            }
            self.demand_arguments(call.args.iter(), scope, &target, way);
        }
    }

    /// The arguments of something that makes this.
    fn demand_arguments<'e>(
        &mut self,
        arguments: impl Iterator<Item = &'e Expr>,
        scope: &Scope,
        target: &Target,
        way: &mut Way,
    ) {
        let arguments: Vec<&Expr> = arguments.collect();
        let count = arguments.len();
        for (i, argument) in arguments.into_iter().enumerate() {
            let part = target.step(|code| quote!((&&&__undo::PartOf::<_, #i, #count>::new(#code)).part()));
            // A function of one argument may be a conversion.
            if count == 1 {
                self.demand(argument, scope, target.converted().unsure(), way);
            }
            self.demand(argument, scope, part.unsure(), way);
        }
    }

    /// What a closure makes an item of each time that it is called.
    fn demand_closure(&mut self, closure: &Expr, _: &Scope, target: &Target, way: &mut Way) {
        let Expr::Closure(closure) = closure else { return };
        if let Expr::Call(call) = &*closure.body {
            if let Some(Marked::Call(item)) = marked(call) {
                let Some(&binding) = self.calls.get(&item) else { return };
                let number = format_ident!("__call_{item}");
                let number_of_call = Use { name: number.to_string(), binding, may_change: true };
                let item = target.step(|code| quote!((&&&&&&__undo::Item::new(#code, #number)).item()));
                let item = item.with([number_of_call]).or_else(any_item(target, quote!(0)));
                self.demand(&closure.body, &Rc::new(Vec::new()), item, way);
            }
        }
    }

    /// What the items are that a closure turned into these.
    fn each(&mut self, closure: &Expr, scope: &Scope, target: &Target, way: &mut Way) -> Option<Target> {
        let Expr::Closure(closure) = closure else {
            // A function by its name may be a conversion.
            return Some(target.converted().unsure());
        };
        let inputs: Vec<&Pat> = closure.inputs.iter().collect();
        let ([input], None) = (inputs.as_slice(), self.closure_item(&closure.body)) else { return None };
        let Pat::Ident(name) = strip_type(input) else { return None };
        let mut inner = scope.as_ref().clone();
        let binding = self.bindings.len();
        self.bindings.push(Binding { name: name.ident.to_string(), is_collected: true, ..Binding::default() });
        inner.push((name.ident.to_string(), binding));
        self.demand(&closure.body, &Rc::new(inner), Target::given(quote!(__each)), way);
        let found = self.collected.remove(&binding)?.into_iter().next()?;
        let code = found.code();
        let each = target.clone().unsure().step(|items| quote!((&&&__undo::Each::new(#items)).each(|__each| #code)));
        Some(each.with(found.uses))
    }

    fn closure_item(&self, body: &Expr) -> Option<usize> {
        match body {
            Expr::Call(call) => match marked(call) {
                Some(Marked::Call(item)) => Some(item),
                _ => None,
            },
            _ => None,
        }
    }

    /// The names that are known where an item is made: those of a draw in it.
    fn item_scope(&self, item: &Expr) -> Option<Scope> {
        let mut found = None;
        let mut item = item.clone();
        first_draw(Node::Expr(&mut item), &mut found);
        self.draws.get(&found?).map(|drawn| drawn.scope.clone())
    }

    fn demand_method(&mut self, call: &syn::ExprMethodCall, scope: &Scope, target: Target, way: &mut Way) {
        let method = call.method.to_string();
        match (method.as_str(), call.args.len()) {
            (
                "unwrap" | "clone" | "cloned" | "copied" | "to_owned" | "iter" | "into_iter" | "collect" | "into"
                | "try_into" | "as_str" | "to_string" | "to_vec" | "into_boxed_slice" | "into_boxed_str" | "as_bytes"
                | "into_bytes" | "chars" | "bytes",
                0,
            )
            | ("expect", 1) => {
                let target = if method == "clone" { target } else { target.converted() };
                self.demand(&call.receiver, scope, target, way);
            }
            (
                "unwrap_or_default" | "min" | "max" | "clamp" | "filter" | "rem_euclid" | "unwrap_or"
                | "unwrap_or_else" | "or" | "or_else" | "take" | "skip" | "abs" | "to_lowercase" | "to_uppercase"
                | "to_ascii_lowercase" | "to_ascii_uppercase" | "trim" | "saturating_add" | "saturating_sub"
                | "and_then" | "chain" | "inspect" | "as_ref" | "as_slice" | "ok" | "into_string" | "into_owned"
                | "by_ref" | "peekable" | "fuse" | "boxed" | "deref" | "into_inner" | "get" | "to_bytes",
                _,
            ) => {
                let unsure = target.converted().unsure();
                self.demand(&call.receiver, scope, unsure.clone(), way);
                if let ("min" | "max" | "chain" | "unwrap_or" | "or" | "saturating_add", [other]) =
                    (method.as_str(), Vec::from_iter(&call.args).as_slice())
                {
                    self.demand(other, scope, unsure, way);
                }
            }
            ("map", 1) => {
                let mut receiver = &*call.receiver;
                if let Expr::Call(call) = receiver {
                    if let Some(Marked::Restart(_)) = marked(call) {
                        receiver = &call.args[0];
                    }
                }
                if let Some(end) = range_end(receiver) {
                    self.demand(end, scope, length(&target), way);
                }
                self.demand_closure(&call.args[0], scope, &target, way);
                if let Some(each) = self.each(&call.args[0], scope, &target, way) {
                    self.demand(&call.receiver, scope, each, way);
                }
            }
            ("unzip", 0) => {
                let pairs = target.unsure().step(|code| quote!((&&__undo::Zipped::new(#code)).zipped()));
                self.demand(&call.receiver, scope, pairs, way);
            }
            ("join", 1) => {
                if let Expr::Lit(between) = strip(&call.args[0]) {
                    let texts = target.unsure().step(|code| quote!((&&__undo::Joined::new(#code, #between)).texts()));
                    self.demand(&call.receiver, scope, texts, way);
                }
            }
            ("zip", 1) => {
                let unsure = target.unsure();
                let firsts = unsure.step(|code| quote!((&&&&__undo::Pairs::new(#code)).firsts()));
                let seconds = unsure.step(|code| quote!((&&&&__undo::Pairs::new(#code)).seconds()));
                self.demand(&call.receiver, scope, firsts, way);
                self.demand(&call.args[0], scope, seconds, way);
            }
            ("rev", 0) => self.demand(&call.receiver, scope, reversed(&target), way),
            ("enumerate", 0) => {
                let seconds = target.unsure().step(|code| quote!((&&&&__undo::Pairs::new(#code)).seconds()));
                self.demand(&call.receiver, scope, seconds, way);
            }
            _ => {
                // A chain of calls makes it of all of their arguments.
                let mut arguments: Vec<&Expr> = call.args.iter().collect();
                let mut receiver = &*call.receiver;
                let mut is_chain = true;
                loop {
                    match strip(receiver) {
                        Expr::MethodCall(inner) => {
                            arguments.splice(0..0, inner.args.iter());
                            receiver = &inner.receiver;
                        }
                        Expr::Call(inner) if marked(inner).is_none() => {
                            arguments.splice(0..0, inner.args.iter());
                            break;
                        }
                        _ => {
                            is_chain = false;
                            break;
                        }
                    }
                }
                if !is_chain {
                    arguments.insert(0, receiver);
                    self.demand(receiver, scope, target.converted().unsure(), way);
                }
                self.demand_arguments(arguments.into_iter(), scope, &target, way);
            }
        }
    }
}

/// Whether it is `u64::from` or the like, of a type of Rust's own.
fn is_numeric_conversion(path: &syn::Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    matches!(names.as_slice(), [ty, from] if NUMBERS.contains(&ty.as_str()) && (from == "from" || from == "try_from"))
}

const NUMBERS: [&str; 15] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64", "char"];

/// Whether it is made of integers whose type is not written.
fn is_integer(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(literal) => matches!(&literal.lit, Lit::Int(int) if int.suffix().is_empty()),
        Expr::Unary(inner) => is_integer(&inner.expr),
        Expr::Binary(both) => is_integer(&both.left) && is_integer(&both.right),
        _ => false,
    }
}

/// How much is in it.
fn length(target: &Target) -> Target {
    target.converted().unsure().step(|code| quote!((&&__undo::Length::new(#code)).length()))
}

/// The other way round.
fn reversed(target: &Target) -> Target {
    target.clone().unsure().step(|code| quote!((&&__undo::Reversed::new(#code)).reversed()))
}

/// The end of a range that begins with 0.
fn range_end(expr: &Expr) -> Option<&Expr> {
    match strip(expr) {
        Expr::Range(range) => match range.start.as_deref().map(strip) {
            Some(Expr::Lit(syn::ExprLit { lit: Lit::Int(zero), .. })) if zero.base10_digits() == "0" => {
                range.end.as_deref()
            }
            _ => None,
        },
        _ => None,
    }
}

fn any_item(target: &Target, at: TokenStream) -> Target {
    target.clone().unsure().step(|code| quote!((&&&&&&__undo::Item::new(#code, #at)).any_item()))
}

/// The pattern of a member of a tuple, or of something like it.
fn look_tuple(path: Option<&syn::Path>, index: usize, count: usize) -> Look {
    let members = (0..count).map(|i| if i == index { quote!(__t) } else { quote!(_) });
    let pattern = quote!(#path(#(#members,)*));
    if path.is_none() && count == 2 { Look::Pair(index == 0, pattern) } else { Look::Pattern(pattern) }
}

fn find(scope: &[(String, usize)], name: &str) -> Option<usize> {
    scope.iter().rev().find(|(known, _)| known == name).map(|(_, binding)| *binding)
}

/// Whether a run that comes to the one place can come to the other.
fn are_one_way(one: &Place, other: &Place) -> bool {
    one.iter().all(|(branch, arm)| other.iter().all(|(same, other)| branch != same || arm == other))
}

fn is_pick(call: &syn::ExprCall) -> bool {
    let name = called(call);
    PICKS.iter().any(|(pick, ..)| name.as_deref() == Some(pick))
}

/// The results of a pick.
fn alternatives(call: &mut syn::ExprCall) -> Vec<&mut Expr> {
    let arity = PICKS.iter().find(|(pick, ..)| called(call).as_deref() == Some(pick)).map_or(1, |(_, arity, _)| *arity);
    let Some(Expr::Array(list)) = call.args.first_mut() else { return Vec::new() };
    list.elems
        .iter_mut()
        .filter_map(|alternative| {
            if !matches!(alternative, Expr::Tuple(_)) || arity == 1 {
                return Some(alternative);
            }
            if let Expr::Tuple(tuple) = alternative { tuple.elems.iter_mut().last() } else { None }
        })
        .collect()
}

/// Whether it is a generator that is told how much to make, as `vec(g, n)` is.
pub(super) fn is_sized(generator: &syn::ExprCall) -> bool {
    let is_known = |name: String| ["vec", "string", "unique", "sorted", "many"].contains(&name.as_str());
    generator.args.len() == 2 && called(generator).is_some_and(is_known)
}

/// Collections that say how much is in them.
const COUNTED: [&str; 9] =
    ["Vec", "String", "VecDeque", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "BinaryHeap", "LinkedList"];

/// Whether it makes a list whose type is known to have a length.
fn is_list(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Macro(mac) => mac.mac.path.is_ident("vec"),
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if {
            let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            matches!(names.as_slice(), [.., list, new]
                if COUNTED.contains(&list.as_str()) && matches!(new.as_str(), "new" | "with_capacity"))
        }),
        _ => false,
    }
}

fn first_draw(node: Node<'_>, found: &mut Option<usize>) {
    if let Node::Expr(Expr::Call(call)) = &node {
        if let (Some(Marked::Draw(draw)), None) = (marked(call), &found) {
            *found = Some(draw);
        }
    }
    if let Node::Macro(mac) = &node {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(items) = mac.parse_body_with(parser) {
            items.into_iter().for_each(|mut item| first_draw(Node::Expr(&mut item), found));
        }
        return;
    }
    walk(node, &mut |node| first_draw(node, found));
}
