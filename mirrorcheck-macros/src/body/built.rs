//! The expression that builds a result, read as a pattern.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

use super::{Origin, Walker, or_reject};
use crate::advice;
use crate::focus::focus_of;
use crate::result::{Shown, here, is_constructor, is_pointer};
use crate::syntax::{called, drawn_in_tail, find_call, is_part, is_plain, is_unit};

impl Walker<'_, '_> {
    /// Reads an expression of the result as a pattern, and gives the code that builds it.
    pub(super) fn read_result(&mut self, expr: &Expr, seen: &mut Vec<String>) -> (Shown, TokenStream) {
        let span = expr.span();
        match expr {
            Expr::Paren(inner) => self.read_result(&inner.expr, seen),
            Expr::Group(inner) => self.read_result(&inner.expr, seen),
            // Floats are the same when their bits are, and a string is no pattern behind a reference.
            Expr::Lit(literal) if !is_plain(&literal.lit) => (Shown::computed(expr), expr.to_token_stream()),
            Expr::Lit(literal) => (Shown::Constant(literal.to_token_stream(), None), expr.to_token_stream()),
            Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr: inner, .. })
                if matches!(**inner, Expr::Lit(_)) =>
            {
                (Shown::Constant(expr.to_token_stream(), None), expr.to_token_stream())
            }
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                let origin = name.as_ref().and_then(|name| self.origin(name));
                let shown = match (name, origin) {
                    // The second time it is compared.
                    (Some(name), Some(Origin::Draw(draw))) if is_new(seen, &name) => Shown::Draw(draw),
                    (Some(name), Some(Origin::Part(draw))) if is_new(seen, &name) => {
                        Shown::Part(draw, Ident::new(&name, span))
                    }
                    // What belongs to a generic parameter is computed, and what is written in capitals is a constant.
                    (_, None) if is_unit(&path.path) && !self.is_known(&path.path) => {
                        let name = crate::result::constructor(Some(&path.path));
                        Shown::Constant(expr.to_token_stream(), Some(name))
                    }
                    _ => Shown::computed(expr),
                };
                (shown, expr.to_token_stream())
            }
            Expr::Tuple(tuple) => {
                let (fields, values) = self.read_fields(tuple.elems.iter(), seen);
                (Shown::Made { path: None, named: false, fields }, quote_spanned!(here(span)=> (#(#values,)*)))
            }
            Expr::Array(array) => {
                let (fields, values) = self.read_fields(array.elems.iter(), seen);
                let items = fields.into_iter().map(|(_, shown)| shown).collect();
                (Shown::List { vec: false, items }, quote_spanned!(here(span)=> [#(#values),*]))
            }
            Expr::Macro(mac) if mac.mac.path.is_ident("vec") => self.read_vec(mac, seen),
            Expr::Struct(built) if built.rest.is_none() && built.qself.is_none() => {
                let mut fields = Vec::new();
                let mut values = Vec::new();
                for field in &built.fields {
                    let (shown, value) = self.read_result(&field.expr, seen);
                    fields.push((field.member.clone(), shown));
                    let member = &field.member;
                    values.push(quote!(#member: #value));
                }
                let path = &built.path;
                let value = quote_spanned!(here(span)=> #path { #(#values),* });
                (Shown::Made { path: Some(path.clone()), named: true, fields }, value)
            }
            Expr::Call(call) => self.read_call(call, seen),
            // As in `let x = if …`: the draws stand where it ends.
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) if drawn_in_tail(expr) => {
                let draw = self.new_draw(span, "what is drawn here".to_owned(), None);
                let (value, variable) = self.drawn(expr, draw);
                self.body.draws[draw].mixed = variable.has_other;
                if !variable.is_drawn {
                    return (Shown::computed(expr), value);
                }
                self.drawn.push(draw);
                (Shown::Draw(draw), value)
            }
            _ => (Shown::computed(expr), self.computed(expr)),
        }
    }

    /// Whether a path begins with a name that is bound here, such as a generic parameter.
    pub(super) fn is_known(&self, path: &syn::Path) -> bool {
        path.segments.first().is_some_and(|first| self.origin(&first.ident.to_string()).is_some())
    }

    pub(super) fn read_call(&mut self, call: &syn::ExprCall, seen: &mut Vec<String>) -> (Shown, TokenStream) {
        let span = call.span();
        if called(call).as_deref() == Some("draw") && call.args.len() == 1 && !is_part(&call.args[0]) {
            if !self.may_draw("draw", span) {
                return (Shown::computed(call), quote!(::core::unreachable!()));
            }
            let generator = self.argument(&call.args[0]);
            let draw = self.new_draw(span, "what is drawn here".to_owned(), None);
            let focus = focus_of(draw);
            let drawn =
                or_reject(quote_spanned!(here(span)=> ::mirrorcheck::language::draw(__cx, #focus, __generator)));
            let value = quote_spanned!(here(span)=> match #generator { __generator => #drawn });
            return (Shown::Draw(draw), value);
        }
        let Expr::Path(path) = &*call.func else {
            return (Shown::computed(call), self.computed(&Expr::Call(call.clone())));
        };
        if is_pointer(&path.path) && call.args.len() == 1 {
            let (inner, value) = self.read_result(&call.args[0], seen);
            return (Shown::Pointer(Box::new(inner)), quote_spanned!(here(span)=> #path(#value)));
        }
        if !is_constructor(&path.path) || path.qself.is_some() {
            return (Shown::computed(call), self.computed(&Expr::Call(call.clone())));
        }
        let (fields, values) = self.read_fields(call.args.iter(), seen);
        let shown = Shown::Made { path: Some(path.path.clone()), named: false, fields };
        (shown, quote_spanned!(here(span)=> #path(#(#values),*)))
    }

    pub(super) fn read_fields<'e>(
        &mut self,
        exprs: impl Iterator<Item = &'e Expr>,
        seen: &mut Vec<String>,
    ) -> (Vec<(syn::Member, Shown)>, Vec<TokenStream>) {
        exprs
            .enumerate()
            .map(|(i, expr)| {
                let (shown, value) = self.read_result(expr, seen);
                ((syn::Member::from(i), shown), value)
            })
            .unzip()
    }

    pub(super) fn read_vec(&mut self, mac: &syn::ExprMacro, seen: &mut Vec<String>) -> (Shown, TokenStream) {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        match mac.mac.parse_body_with(parser) {
            Ok(items) if self.hidden(&mac.mac) => {
                let (fields, values) = self.read_fields(items.iter(), seen);
                let items = fields.into_iter().map(|(_, shown)| shown).collect();
                (Shown::List { vec: true, items }, quote_spanned!(here(mac.span())=> ::std::vec![#(#values),*]))
            }
            _ => (Shown::computed(mac), mac.to_token_stream()),
        }
    }

    /// Whether a macro's argument is free of draws; if not, says so.
    pub(super) fn hidden(&mut self, mac: &syn::Macro) -> bool {
        match find_call(mac.tokens.clone()) {
            Some((span, what)) => {
                self.unread(span, advice::in_macro(&what));
                false
            }
            None => true,
        }
    }
}

/// Whether a name is seen for the first time, which makes it known.
pub(super) fn is_new(seen: &mut Vec<String>, name: &str) -> bool {
    let is_new = !seen.iter().any(|known| known == name);
    if is_new {
        seen.push(name.to_owned());
    }
    is_new
}
