//! Follows targets from expressions down to the draws in them.

use std::rc::Rc;

use proc_macro2::Ident;
use quote::{format_ident, quote};
use syn::{Block, Expr, Lit, Stmt, UnOp};

use super::known::{any_item, find, length, look_tuple, reversed};
use super::{Binding, ChangeKind, Reader, Scope, Way};
use crate::body::{Part, read_format};
use crate::syntax::strip;
use crate::tried::mark::{Marked, marked};
use crate::tried::target::{Look, Target, Use};

impl Reader {
    /// Follows a target through an expression.
    pub(super) fn demand(&mut self, expr: &Expr, scope: &Scope, target: Target, way: &mut Way) {
        match expr {
            Expr::Paren(inner) => self.demand(&inner.expr, scope, target, way),
            Expr::Group(inner) => self.demand(&inner.expr, scope, target, way),
            Expr::Reference(inner) => self.demand(&inner.expr, scope, target.converted(), way),
            Expr::Cast(inner) => {
                // The type between two conversions is not known, and may have cut something off.
                let converted = if target.is_converted { target.converted().unsure() } else { target.converted() };
                self.demand(&inner.expr, scope, converted, way);
            }
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

    pub(super) fn demand_in(&mut self, expr: &Expr, scope: &Scope, target: Option<Target>, way: &mut Way) {
        if let Some(target) = target {
            self.demand(expr, scope, target, way);
        }
    }

    /// Follows a target through a block. The names in it were not kept, so only its last expression can be read.
    pub(super) fn demand_block(&mut self, block: &Block, scope: &Scope, target: Target, way: &mut Way) {
        if let Some(Stmt::Expr(last, None)) = block.stmts.last() {
            let is_bare = block.stmts.len() == 1;
            // If the block has names of its own, a name may mean another variable here.
            if is_bare || matches!(strip(last), Expr::Call(call) if marked(call).is_some()) {
                self.demand(last, scope, target, way);
            } else if let Some((value, scope)) = self.inner_end(block, last, scope) {
                self.demand(&value, &scope, target.unsure(), way);
            }
        }
    }

    /// Returns the last expression of a block, with the names in scope there.
    pub(super) fn inner_end(&mut self, block: &Block, last: &Expr, scope: &Scope) -> Option<(Expr, Scope)> {
        let outer = std::mem::replace(&mut self.scope, scope.as_ref().clone());
        for stmt in &block.stmts[..block.stmts.len() - 1] {
            if let Stmt::Local(local) = stmt {
                let value = local.init.as_ref().map(|init| self.keep(&init.expr));
                self.bind_pat(&local.pat, value.as_ref(), &mut Vec::new());
                // Nothing counts the uses of this variable in the block, so assume that there are some.
                if let Some(last) = self.bindings.last_mut() {
                    last.named += 2;
                }
            }
        }
        let inner = std::mem::replace(&mut self.scope, outer);
        Some((last.clone(), Rc::new(inner)))
    }

    pub(super) fn demand_variable(&mut self, binding: usize, target: Target, way: &mut Way) {
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
        // Whether the body only ever pushes to the list and returns it.
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

    /// Follows a target to the member of an expression that a pattern binds.
    pub(super) fn demand_part(
        &mut self,
        expr: &Expr,
        scope: &Scope,
        parts: &[(usize, usize)],
        target: Target,
        way: &mut Way,
    ) {
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

    /// Follows the pieces of formatted text to the arguments that printed them.
    pub(super) fn demand_pieces(&mut self, mac: &syn::Macro, scope: &Scope, target: &Target, way: &mut Way) {
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
}
