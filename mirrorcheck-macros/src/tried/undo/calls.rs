//! Undo steps for calls of functions and methods.

use std::rc::Rc;

use quote::{format_ident, quote};
use syn::{Expr, Pat};

use super::known::{
    alternatives, any_item, first_draw, is_numeric_conversion, is_pick, is_sized, length, look_tuple, range_end,
    reversed,
};
use super::{Binding, Reader, Scope, Way};
use crate::result::{is_constructor, is_pointer};
use crate::syntax::{strip, strip_type};
use crate::tried::mark::{Marked, marked};
use crate::tried::target::{Look, Target, Use};
use crate::walk::Node;

/// The `x` for which `as_x` undoes `from_x`. These methods take no further arguments, and no trait has them.
const GETTERS: [&str; 8] = ["secs", "millis", "micros", "nanos", "secs_f32", "secs_f64", "str", "bytes"];

impl Reader {
    pub(super) fn demand_call(&mut self, call: &syn::ExprCall, scope: &Scope, target: Target, way: &mut Way) {
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
            // `to_x` may undo `from_x`.
            if let (Some(back), [argument]) = (last.strip_prefix("from_"), Vec::from_iter(&call.args).as_slice()) {
                let getter = GETTERS.contains(&back).then(|| format_ident!("as_{back}"));
                for back in [Some(format_ident!("to_{back}")), getter].into_iter().flatten() {
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
            }
            self.demand_arguments(call.args.iter(), scope, &target, way);
        }
    }

    /// Follows the target to the arguments of a call that makes it.
    pub(super) fn demand_arguments<'e>(
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

    /// Follows each item of the target to the call of the closure that made it.
    pub(super) fn demand_closure(&mut self, closure: &Expr, _: &Scope, target: &Target, way: &mut Way) {
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

    /// Returns the target for the items before a closure converted each of them.
    pub(super) fn each(&mut self, closure: &Expr, scope: &Scope, target: &Target, way: &mut Way) -> Option<Target> {
        let Expr::Closure(closure) = closure else {
            // A function given by name may be a conversion.
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

    pub(super) fn closure_item(&self, body: &Expr) -> Option<usize> {
        match body {
            Expr::Call(call) => match marked(call) {
                Some(Marked::Call(item)) => Some(item),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the names in scope where an item is made, which are those of its first draw.
    pub(super) fn item_scope(&self, item: &Expr) -> Option<Scope> {
        let mut found = None;
        let mut item = item.clone();
        first_draw(Node::Expr(&mut item), &mut found);
        self.draws.get(&found?).map(|drawn| drawn.scope.clone())
    }

    pub(super) fn demand_method(&mut self, call: &syn::ExprMethodCall, scope: &Scope, target: Target, way: &mut Way) {
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
                // A chain of calls makes its value from the arguments of all of them.
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
