//! What is known when the whole body is read: where each draw looks, for each result.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::Pat;

use crate::body::{Body, or_reject};
use crate::result::{Shown, Wanted, here};
use crate::syntax::{collect_names, rebuilt};

impl Body<'_> {
    /// Puts the focus of each draw where it is needed, now that all results are known.
    pub(crate) fn fill_in(&self, tokens: TokenStream) -> TokenStream {
        tokens
            .into_iter()
            .map(|token| match token {
                TokenTree::Group(group) => {
                    let mut filled = proc_macro2::Group::new(group.delimiter(), self.fill_in(group.stream()));
                    filled.set_span(group.span());
                    TokenTree::Group(filled).into()
                }
                TokenTree::Ident(ident) => match ident.to_string().strip_prefix(FOCUS_OF) {
                    Some(draw) => draw.parse().map_or_else(|_| quote!(), |draw| self.focus(draw, ident.span())),
                    None => match self.text_code(&ident.to_string(), ident.span()) {
                        // What it stands for may stand for something, too.
                        Some(code) => self.fill_in(code),
                        None => TokenTree::Ident(ident).into(),
                    },
                },
                token => token.into(),
            })
            .collect::<TokenStream>()
    }

    /// The focus of a draw: the place where the result that the run goes toward shows it.
    pub(crate) fn focus(&self, draw: usize, span: Span) -> TokenStream {
        let focus = quote_spanned!(here(span)=> ::mirrorcheck::language::Focus);
        let fail = quote!(return ::core::result::Result::Err(::mirrorcheck::language::Rejected));
        let shown = |parts| self.results.iter().enumerate().filter(move |(_, (shown, _))| shows(shown, draw, parts));
        let value = Ident::new("__value", Span::call_site());
        if let Some(pat) = &self.draws[draw].parts {
            return self.rebuilt_focus(draw, pat, shown(Some(pat)), &value, &fail);
        }
        let (mut values, mut paths) = (Vec::new(), Vec::new());
        let follow = if self.borrows {
            quote!(::mirrorcheck::language::follow_borrowed)
        } else {
            quote!(::mirrorcheck::language::follow)
        };
        for (number, (shown, items)) in shown(None) {
            let number = number as u32;
            let taken = shown.take_apart(&value, "p", Wanted::Draw(draw), &fail);
            let (statements, places) = (taken.statements, taken.places);
            let place = places.first().map(|(name, _)| name);
            values.push(
                quote_spanned!(here(self.draws[draw].span)=> #number => { #(#items)* #statements #focus::On(#place) }),
            );
            let path = shown.path_to(draw).unwrap_or_default();
            let steps = path.iter().map(|(constructor, field)| quote!((#constructor, #field)));
            paths.push(quote!((#number, &[#(#steps),*])));
        }
        let followed = or_reject(quote!(#follow(__sketch, __toward, &[#(#paths),*])));
        quote_spanned!(here(span)=> match __focus {
            #focus::Free => #focus::Free,
            #focus::On(#value) => match __toward { #(#values)* _ => #fail },
            #focus::Sketch(__sketch) => #followed,
        })
    }

    /// Finds the focus of a draw that was bound to a pattern: its value is put together again.
    fn rebuilt_focus<'s>(
        &self,
        draw: usize,
        pat: &Pat,
        shown: impl Iterator<Item = (usize, &'s (Shown, Vec<TokenStream>))>,
        value: &Ident,
        fail: &TokenStream,
    ) -> TokenStream {
        let mut names = Vec::new();
        collect_names(pat, &mut names);
        let whole = rebuilt(pat).unwrap_or_default();
        let arms = shown.map(|(number, (shown, items))| {
            let number = number as u32;
            let parts = names.iter().enumerate().map(|(i, name)| {
                let taken = shown.take_apart(value, &format!("p{i}_"), Wanted::Part(draw, name), fail);
                let (statements, places) = (taken.statements, taken.places);
                let place = places.first().map(|(name, _)| name);
                quote!(#statements let #name = ::core::clone::Clone::clone(#place);)
            });
            quote!(#number => { #(#items)* #(#parts)* ::core::option::Option::Some(#whole) })
        });
        quote!(match __focus {
            ::mirrorcheck::language::Focus::On(#value) => match __toward { #(#arms)* _ => #fail },
            _ => ::core::option::Option::None,
        })
    }

    /// The next result from `__from` on that shows `__value`.
    pub(crate) fn shows(&self) -> TokenStream {
        let value = Ident::new("__value", Span::call_site());
        let fail = quote!(break 'next);
        let tests = self.results.iter().enumerate().map(|(number, (shown, items))| {
            let number = number as u32;
            if !shown.is_refutable() {
                return quote!(if __from <= #number { return #number; });
            }
            let statements = shown.take_apart(&value, "p", Wanted::Nothing, &fail).statements;
            quote!('next: { if __from <= #number { #(#items)* #statements return #number; } })
        });
        quote!(#(#tests)* ::core::primitive::u32::MAX)
    }

    pub(crate) fn shapes(&self) -> TokenStream {
        let shapes = self.results.iter().map(|(shown, _)| shown.shape());
        quote!(&[#(#shapes),*])
    }
}

/// Stands for the focus of a draw until all results are known.
const FOCUS_OF: &str = "__mirrorcheck_focus_of_";

pub(crate) fn focus_of(draw: usize) -> Ident {
    format_ident!("{FOCUS_OF}{draw}", span = Span::call_site())
}

/// Whether a result shows a draw: itself, or everything that it was matched into.
pub(crate) fn shows(shown: &Shown, draw: usize, parts: Option<&Pat>) -> bool {
    match parts {
        None => shown.path_to(draw).is_some(),
        Some(pat) => {
            let mut names = Vec::new();
            collect_names(pat, &mut names);
            names.iter().all(|name| shown.holds(Wanted::Part(draw, name)))
        }
    }
}
