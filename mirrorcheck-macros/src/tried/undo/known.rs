//! What the macro knows about expressions from their syntax alone.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Lit};

use super::Place;
use crate::body::PICKS;
use crate::syntax::{called, strip};
use crate::tried::mark::{Marked, marked};
use crate::tried::target::{Look, Target};
use crate::walk::{Node, walk};

/// Returns whether a path is `u64::from` or the like, for a primitive type.
pub(super) fn is_numeric_conversion(path: &syn::Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    matches!(names.as_slice(), [ty, from] if NUMBERS.contains(&ty.as_str()) && (from == "from" || from == "try_from"))
}

pub(super) const NUMBERS: [&str; 15] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64", "char"];

/// Returns whether an expression consists of unsuffixed integers.
pub(super) fn is_integer(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(literal) => matches!(&literal.lit, Lit::Int(int) if int.suffix().is_empty()),
        Expr::Unary(inner) => is_integer(&inner.expr),
        Expr::Binary(both) => is_integer(&both.left) && is_integer(&both.right),
        _ => false,
    }
}

/// Returns a target for the length of the target.
pub(super) fn length(target: &Target) -> Target {
    target.converted().unsure().step(|code| quote!((&&__undo::Length::new(#code)).length()))
}

/// Returns a target for the target in reverse order.
pub(super) fn reversed(target: &Target) -> Target {
    target.clone().unsure().step(|code| quote!((&&__undo::Reversed::new(#code)).reversed()))
}

/// Returns the end of a range that starts at 0.
pub(super) fn range_end(expr: &Expr) -> Option<&Expr> {
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

pub(super) fn any_item(target: &Target, at: TokenStream) -> Target {
    target.clone().unsure().step(|code| quote!((&&&&&&__undo::Item::new(#code, #at)).any_item()))
}

/// Returns the step to a member of a tuple, or of a tuple struct or variant with this path.
pub(super) fn look_tuple(path: Option<&syn::Path>, index: usize, count: usize) -> Look {
    let members = (0..count).map(|i| if i == index { quote!(__t) } else { quote!(_) });
    let pattern = quote!(#path(#(#members,)*));
    if path.is_none() && count == 2 { Look::Pair(index == 0, pattern) } else { Look::Pattern(pattern) }
}

pub(super) fn find(scope: &[(String, usize)], name: &str) -> Option<usize> {
    scope.iter().rev().find(|(known, _)| known == name).map(|(_, binding)| *binding)
}

/// Returns whether one run can pass through both places.
pub(super) fn are_one_way(one: &Place, other: &Place) -> bool {
    one.iter().all(|(branch, arm)| other.iter().all(|(same, other)| branch != same || arm == other))
}

pub(super) fn is_pick(call: &syn::ExprCall) -> bool {
    let name = called(call);
    PICKS.iter().any(|(pick, ..)| name.as_deref() == Some(pick))
}

/// Returns the results that a pick chooses from.
pub(super) fn alternatives(call: &mut syn::ExprCall) -> Vec<&mut Expr> {
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

/// Returns whether a generator takes a size, as `vec(g, n)` does.
pub(in crate::tried) fn is_sized(generator: &syn::ExprCall) -> bool {
    let is_known = |name: String| ["vec", "string", "unique", "sorted", "many"].contains(&name.as_str());
    generator.args.len() == 2 && called(generator).is_some_and(is_known)
}

/// Collections with a known length.
pub(super) const COUNTED: [&str; 9] =
    ["Vec", "String", "VecDeque", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "BinaryHeap", "LinkedList"];

/// Returns whether an expression makes a collection of a type with a known length.
pub(super) fn is_list(expr: &Expr) -> bool {
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

pub(super) fn first_draw(node: Node<'_>, found: &mut Option<usize>) {
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
