//! The arguments of a property: what is made for each, and how it is lent to the body.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, Lifetime, Meta, Pat, PatType, Type};

use super::attributes::is_for_others;
use super::hidden;
use crate::advice;
use crate::draws::of_pattern;
use crate::result::here;
use crate::syntax::{collect_names, strip_type};
use crate::types::{Scope, find_opaque, name_lifetimes};
use crate::walk::Node;

/// As many as the tuples that are generators have parts.
const MOST: usize = 12;

pub(super) struct Argument<'f> {
    /// What it is called in a report.
    pub(super) name: String,
    pat: &'f Pat,
    /// The type as it is written.
    pub(super) ty: &'f Type,
    /// The type of the value that is made.
    pub(super) owned: Type,
    lending: Lending,
    from: Option<Expr>,
}

/// How the body gets a value.
#[derive(Clone, Copy, PartialEq)]
enum Lending {
    Moved,
    Shared,
    Mutable,
}

pub(super) fn read(sig: &syn::Signature) -> syn::Result<Vec<Argument<'_>>> {
    if let Some(extra) = sig.inputs.iter().nth(MOST) {
        return Err(syn::Error::new(extra.span(), advice::too_many_arguments(MOST)));
    }
    sig.inputs.iter().enumerate().map(|(i, input)| Argument::read(i, input)).collect()
}

/// Takes away what the compiler would not know.
pub(super) fn forget_from(input: &mut FnArg) {
    if let FnArg::Typed(input) = input {
        input.attrs.retain(|attr| !attr.path().is_ident("from") && !is_for_others(attr));
    }
}

impl<'f> Argument<'f> {
    fn read(i: usize, input: &'f FnArg) -> syn::Result<Argument<'f>> {
        let input = match input {
            FnArg::Typed(input) => input,
            FnArg::Receiver(receiver) => return Err(syn::Error::new(receiver.span(), advice::METHOD_PROPERTY)),
        };
        if let Some(span) = find_opaque(&input.ty) {
            return Err(syn::Error::new(span, advice::OPAQUE_ARGUMENT));
        }
        let name = match strip_type(&input.pat) {
            Pat::Ident(name) => name.ident.unraw().to_string(),
            pat => {
                let mut names = Vec::new();
                collect_names(pat, &mut names);
                let pattern = of_pattern(pat).filter(|_| !names.is_empty());
                pattern.unwrap_or_else(|| format!("argument {}", i + 1))
            }
        };
        let (owned, lending) = owned(&input.ty);
        Ok(Argument { name, pat: &input.pat, ty: &input.ty, owned, lending, from: from(input)? })
    }

    /// What it is called as a parameter.
    pub(super) fn parameter(&self, i: usize) -> Ident {
        match strip_type(self.pat) {
            Pat::Ident(name) => name.ident.clone(),
            _ => format_ident!("argument{}", i + 1),
        }
    }

    /// Whether it says which generator makes it.
    pub(super) fn has_generator(&self) -> bool {
        self.from.is_some()
    }

    pub(super) fn is_lent_mutably(&self) -> bool {
        self.lending == Lending::Mutable
    }

    /// What to write before a value to lend it.
    pub(super) fn lending(&self) -> &'static str {
        match self.lending {
            Lending::Moved => "",
            Lending::Shared => "&",
            Lending::Mutable => "&mut ",
        }
    }

    pub(super) fn lent(&self, value: &Ident) -> TokenStream {
        match self.lending {
            Lending::Moved => quote!(#value),
            Lending::Shared => quote!(&#value),
            Lending::Mutable => quote!(&mut #value),
        }
    }

    pub(super) fn generator(&self) -> TokenStream {
        let owned = &self.owned;
        match &self.from {
            Some(generator) => {
                quote_spanned!(here(generator.span())=>
                    ::mirrorcheck::language::FromGenerator::<#owned, _>::new(#generator).generator()
                )
            }
            None => quote_spanned!(self.span()=> ::mirrorcheck::language::FromType::<#owned>::HERE.generator()),
        }
    }

    /// Where the type stands that has to be known.
    fn span(&self) -> Span {
        match self.ty {
            Type::Reference(reference) => here(reference.elem.span()),
            ty => here(ty.span()),
        }
    }

    /// Shows the value with this index under its name.
    pub(super) fn show(&self, i: usize) -> TokenStream {
        let (name, i) = (&self.name, syn::Index { index: i as u32, span: hidden() });
        quote_spanned!(self.span()=>
            __show(#name, (&&::mirrorcheck::language::Shown(&__values.#i)).debug());
        )
    }

    /// An example of it: where the value is lent, what is natural to write there will do.
    pub(super) fn example(&self, example: &Expr) -> TokenStream {
        let unsized_type = match self.ty {
            Type::Reference(reference) if self.lending != Lending::Moved => is_unsized(&reference.elem),
            _ => false,
        };
        match example {
            _ if unsized_type => quote_spanned!(here(example.span())=> ::core::convert::From::from(#example)),
            Expr::Reference(reference) if self.lending != Lending::Moved => reference.expr.to_token_stream(),
            example => example.to_token_stream(),
        }
    }
}

/// The generator in `#[from(generator)]`.
fn from(input: &PatType) -> syn::Result<Option<Expr>> {
    let mut all = input.attrs.iter().filter(|attr| attr.path().is_ident("from"));
    let Some(first) = all.next() else { return Ok(None) };
    if let Some(second) = all.next() {
        return Err(syn::Error::new(second.span(), advice::FROM_TWICE));
    }
    match &first.meta {
        Meta::List(list) if !list.tokens.is_empty() => first
            .parse_args()
            .map(Some)
            .map_err(|error| syn::Error::new(error.span(), format!("{}: {error}", advice::FROM_ONE))),
        _ => Err(syn::Error::new(first.span(), advice::FROM_NOTHING)),
    }
}

/// The type of the value that is made for an argument. A reference is to a value that lives as long as the call.
fn owned(ty: &Type) -> (Type, Lending) {
    let mut ty = ty.clone();
    let (mut owned, lending) = match &mut ty {
        Type::Reference(reference) if !is_static(reference.lifetime.as_ref()) => {
            let lending = if reference.mutability.is_some() { Lending::Mutable } else { Lending::Shared };
            (owner(&reference.elem), lending)
        }
        ty => (ty.clone(), Lending::Moved),
    };
    // A value that is made can only borrow what lives forever.
    name_lifetimes(Node::Type(&mut owned), Scope::Own, &mut |span| Lifetime::new("'static", span));
    (owned, lending)
}

fn is_static(lifetime: Option<&Lifetime>) -> bool {
    lifetime.is_some_and(|lifetime| lifetime.ident == "static")
}

/// What owns a value of a type that may have no size of its own.
fn owner(ty: &Type) -> Type {
    let span = here(ty.span());
    match ty {
        Type::Slice(slice) => {
            let elem = &slice.elem;
            syn::parse_quote_spanned!(span=> ::std::vec::Vec<#elem>)
        }
        Type::Paren(inner) => owner(&inner.elem),
        Type::Group(inner) => owner(&inner.elem),
        Type::Path(path) if path.path.is_ident("str") => syn::parse_quote_spanned!(span=> ::std::string::String),
        ty if is_unsized(ty) => syn::parse_quote_spanned!(span=> <#ty as ::std::borrow::ToOwned>::Owned),
        ty => ty.clone(),
    }
}

fn is_unsized(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) => true,
        Type::Paren(inner) => is_unsized(&inner.elem),
        Type::Group(inner) => is_unsized(&inner.elem),
        Type::Path(path) => {
            let names = ["str", "Path", "OsStr"];
            path.path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
        }
        _ => false,
    }
}
