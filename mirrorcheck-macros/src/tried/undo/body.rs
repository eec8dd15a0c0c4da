//! Reads the variables of a body and their changes, its draws, and its ends.

use std::rc::Rc;

use proc_macro2::Ident;
use syn::{BinOp, Block, Expr, Pat, Stmt};

use super::known::{COUNTED, alternatives, find, is_list, is_pick, range_end};
use super::{Binding, Change, ChangeKind, DrawRead, End, Reader, Scope, Source};
use crate::syntax::{always_leaves, diverges, strip, strip_type};
use crate::tried::mark::{Marked, PUTS, marked};
use crate::walk::{Node, walk};

impl Reader {
    pub(super) fn bind(&mut self, name: &str, is_mutable: bool, source: Option<Source>) {
        let has_length = source.as_ref().is_some_and(|(value, _)| is_list(&value.0));
        self.bindings.push(Binding { name: name.to_owned(), is_mutable, source, has_length, ..Binding::default() });
        self.scope.push((name.to_owned(), self.bindings.len() - 1));
    }

    /// Binds all names of a pattern, and follows tuples to their members.
    pub(super) fn bind_pat(&mut self, pat: &Pat, value: Option<&Rc<(Expr, Scope)>>, way: &mut Vec<(usize, usize)>) {
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

    pub(super) fn shared_scope(&self) -> Scope {
        Rc::new(self.scope.clone())
    }

    pub(super) fn keep(&self, expr: &Expr) -> Rc<(Expr, Scope)> {
        Rc::new((expr.clone(), self.shared_scope()))
    }

    pub(super) fn end(&mut self, value: Option<&Expr>) {
        self.now += 1;
        let value = value.map(|value| self.keep(value));
        self.ends.push(End { place: self.place.clone(), at: self.now, value });
    }

    pub(super) fn branch(&mut self) -> usize {
        self.branches += 1;
        self.branches
    }

    pub(super) fn in_arm(&mut self, branch: usize, arm: usize, read: impl FnOnce(&mut Self)) {
        let names = self.scope.len();
        self.place.push((branch, arm));
        read(self);
        self.place.pop();
        self.scope.truncate(names);
    }

    pub(super) fn tail_block(&mut self, block: &mut Block) {
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

    /// Reads an expression in tail position.
    pub(super) fn tail(&mut self, expr: &mut Expr) {
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

    pub(super) fn bind_arm(&mut self, pat: &Pat, value: &Rc<(Expr, Scope)>) {
        match pat {
            // These bind the value itself, or its members.
            Pat::Ident(_) | Pat::Tuple(_) => self.bind_pat(pat, Some(value), &mut Vec::new()),
            pat => self.bind_pat(pat, None, &mut Vec::new()),
        }
    }

    pub(super) fn condition(&mut self, cond: &mut Expr) {
        self.expr(cond);
        if let Expr::Let(bound) = strip(cond) {
            self.bind_pat(&bound.pat, None, &mut Vec::new());
        }
    }

    pub(super) fn stmt(&mut self, stmt: &mut Stmt) {
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

    pub(super) fn visit(&mut self, node: Node<'_>) {
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
                    // The macro may do anything to any variable.
                    Err(_) => self.bindings.iter_mut().for_each(|binding| binding.named += 2),
                }
            }
            Node::Type(_) | Node::Pat(_) | Node::Path(_) => {}
            node => walk(node, &mut |node| self.visit(node)),
        }
    }

    pub(super) fn binding(&self, name: &Ident) -> Option<usize> {
        find(&self.scope, &name.to_string())
    }

    /// Reads an expression that is not in tail position.
    pub(super) fn expr(&mut self, expr: &mut Expr) {
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
                // The early exit is an arm of its own.
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
                    Expr::Field(field) if matches!(&*field.base, Expr::Path(_)) => {
                        if let Expr::Path(path) = &*field.base {
                            let kind = ChangeKind::Field(field.member.clone());
                            self.change(path.path.get_ident(), kind, &assigned.right);
                        }
                    }
                    // Counts as a use of the variable, which may change anything in it.
                    _ => self.expr(&mut assigned.left),
                }
            }
            Expr::Binary(both) if matches!(both.op, BinOp::AddAssign(_)) => {
                self.expr(&mut both.right);
                match &*both.left {
                    Expr::Path(path) => self.change(path.path.get_ident(), ChangeKind::Add, &both.right),
                    _ => self.expr(&mut both.left),
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
                            // A method of somebody's own may change anything.
                            _ => {
                                if let Some(binding) = self.binding(&name) {
                                    self.bindings[binding].named += 2;
                                }
                            }
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

    /// Records a draw or an item that the body makes at this point.
    pub(super) fn drawn(&mut self) -> DrawRead {
        self.now += 1;
        let (arrivals, parts) = (Vec::new(), Vec::new());
        let (scope, place, at) = (self.shared_scope(), self.place.clone(), self.now);
        DrawRead { name: None, scope, place, at, arrivals, parts, count: 0 }
    }

    pub(super) fn change(&mut self, name: Option<&Ident>, kind: ChangeKind, value: &Expr) {
        if let Some(binding) = name.and_then(|name| self.binding(name)) {
            let value = self.keep(value);
            let times = self.loops.last().cloned().flatten();
            self.bindings[binding].changes.push(Change { kind, value, times });
        }
    }
}
