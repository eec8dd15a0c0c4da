//! The body of a generator that only runs forward: draws and picks may stand anywhere, in direct style.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr};

use crate::result::here;
use crate::syntax::{called, literal_weight, names_of, strip};
use crate::{advice, groups};

/// Rewrites the picks of a body. Draws are plain function calls already.
pub(crate) fn read(block: &Block) -> syn::Result<TokenStream> {
    let mut picks = Picks { errors: Vec::new() };
    let mut block = block.clone();
    groups::wrap(&mut block);
    picks.visit_block_mut(&mut block);
    match picks.errors.into_iter().reduce(|mut all, next| {
        all.combine(next);
        all
    }) {
        Some(error) => Err(error),
        None => {
            let statements = &block.stmts;
            Ok(quote!(#(#statements)*))
        }
    }
}

struct Picks {
    errors: Vec<syn::Error>,
}

impl VisitMut for Picks {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let Expr::Call(call) = expr else { return visit_mut::visit_expr_mut(self, expr) };
        let (name, arity, shape) = match called(call).as_deref() {
            // In the argument of a draw generators are built, and `pick` is a combinator.
            Some("draw") => {
                let generator = &call.args;
                *expr =
                    Expr::Verbatim(quote_spanned!(here(call.span())=> ::mirrorcheck::language::draw_here(#generator)));
                return;
            }
            Some("pick_from") => {
                let items = &call.args;
                *expr =
                    Expr::Verbatim(quote_spanned!(here(call.span())=> ::mirrorcheck::language::pick_from_here(#items)));
                return;
            }
            Some("pick") => ("pick", 3, "(weight, \"label\", value)"),
            Some("labeled") => ("labeled", 2, "(\"label\", value)"),
            Some("frequency") => ("frequency", 2, "(weight, value)"),
            Some("oneof") => ("oneof", 1, "value"),
            _ => return visit_mut::visit_expr_call_mut(self, call),
        };
        let Some(Expr::Array(list)) = call.args.first_mut() else {
            self.errors.push(syn::Error::new(call.span(), advice::alternatives(name, shape)));
            return;
        };
        let (mut weights, mut labels, mut arms) = (Vec::new(), Vec::new(), Vec::new());
        let count = list.elems.len();
        for (i, alternative) in list.elems.iter_mut().enumerate() {
            let mut parts: Vec<Expr> = match strip(alternative) {
                Expr::Tuple(tuple) if arity > 1 => tuple.elems.iter().cloned().collect(),
                alternative => vec![alternative.clone()],
            };
            if parts.len() != arity {
                self.errors.push(syn::Error::new(alternative.span(), advice::alternative(name, shape)));
                continue;
            }
            parts.iter_mut().for_each(|part| self.visit_expr_mut(part));
            weights.push(match name {
                "pick" | "frequency" => literal_weight(&parts[0]).unwrap_or_else(|| {
                    let weight = &parts[0];
                    quote!(::mirrorcheck::language::weight(#weight))
                }),
                _ => quote!(1u64),
            });
            if matches!(name, "pick" | "labeled") {
                labels.push(parts[arity - 2].clone());
            }
            let pattern = if i + 1 == count { quote!(_) } else { i.into_token_stream() };
            let value = &parts[arity - 1];
            arms.push(quote!(#pattern => #value,));
        }
        if count == 0 {
            *expr = Expr::Verbatim(quote_spanned!(here(call.span())=> ::mirrorcheck::language::nothing_here()));
            return;
        }
        let (names, repeated) = names_of(&labels, ToTokens::to_token_stream);
        if let Some((span, label)) = repeated {
            self.errors.push(syn::Error::new(span, advice::repeated_label(&label)));
        }
        *expr = Expr::Verbatim(quote_spanned!(here(call.span())=> {
            let __group = ::mirrorcheck::language::Group::new();
            let __value = match ::mirrorcheck::language::pick_here(&[#(#weights),*], #names) { #(#arms)* };
            ::core::mem::drop(__group);
            __value
        }));
    }

    /// The argument of a macro can be read if it is a list of expressions, as it mostly is.
    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(mut items) = mac.parse_body_with(parser) {
            items.iter_mut().for_each(|item| self.visit_expr_mut(item));
            mac.tokens = items.to_token_stream();
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
