//! The body of a generator that only runs forward: draws and picks may stand anywhere, in direct style.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr};

use crate::body::check;
use crate::result::here;
use crate::syntax::{called, literal_weight, names_of, strip};
use crate::walk::{Node, walk};
use crate::{advice, groups};

/// Rewrites the picks of a body. Draws are plain function calls already.
pub(crate) fn read(block: &Block) -> syn::Result<TokenStream> {
    let mut picks = Picks { errors: Vec::new() };
    let mut block = block.clone();
    groups::wrap(&mut block);
    picks.visit(Node::Block(&mut block));
    check(picks.errors)?;
    let statements = &block.stmts;
    Ok(quote!(#(#statements)*))
}

struct Picks {
    errors: Vec<syn::Error>,
}

impl Picks {
    fn visit(&mut self, node: Node<'_>) {
        match node {
            Node::Expr(expr) => self.rewrite(expr),
            Node::Macro(mac) => self.rewrite_in_macro(mac),
            node => walk(node, &mut |node| self.visit(node)),
        }
    }

    fn rewrite(&mut self, expr: &mut Expr) {
        let Expr::Call(call) = expr else { return walk(Node::Expr(expr), &mut |node| self.visit(node)) };
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
            _ => return walk(Node::Expr(expr), &mut |node| self.visit(node)),
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
            parts.iter_mut().for_each(|part| self.rewrite(part));
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
        let (names, repeated) = names_of(&labels, &mut ToTokens::to_token_stream);
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
    fn rewrite_in_macro(&mut self, mac: &mut syn::Macro) {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(mut items) = mac.parse_body_with(parser) {
            items.iter_mut().for_each(|item| self.rewrite(item));
            mac.tokens = items.to_token_stream();
        }
    }
}
