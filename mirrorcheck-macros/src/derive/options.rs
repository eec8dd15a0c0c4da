//! What `#[arbitrary(…)]` says, and what it cannot say.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ItemEnum, Lit, LitStr, Meta, Token, WherePredicate};

use super::advice;

/// What stands before a type.
#[derive(Default)]
pub(super) struct TypeOptions {
    pub(super) bound: Option<Punctuated<WherePredicate, Token![,]>>,
    pub(super) filter: Option<Expr>,
}

/// What stands before a variant.
#[derive(Default)]
pub(super) struct VariantOptions {
    pub(super) weight: Option<Expr>,
    pub(super) label: Option<LitStr>,
    pub(super) is_skipped: bool,
}

/// What stands before a field.
pub(super) struct FieldOptions {
    pub(super) source: Source,
    pub(super) filter: Option<Expr>,
}

/// Where the value of a field comes from.
pub(super) enum Source {
    /// The generator of its type.
    Any,
    /// This generator.
    Generator(Expr),
    /// The generator of its type, for these lengths.
    Length(Expr),
    /// Always this value, or the default one.
    Fixed(Option<Expr>),
}

impl TypeOptions {
    pub(super) fn read(attrs: &[Attribute], kind: &'static str) -> syn::Result<TypeOptions> {
        let mut options = TypeOptions::default();
        for Opt { name, value } in read(attrs)? {
            match name.to_string().as_str() {
                "bound" => options.bound = Some(bound(&text(&name, value, advice::BOUND)?)?),
                "filter" => options.filter = Some(needed(&name, value)?),
                "weight" | "label" if kind == "a struct" => {
                    return Err(syn::Error::new(name.span(), advice::no_choice(&name)));
                }
                "weight" | "label" | "skip" if kind == "an enum" => {
                    return Err(syn::Error::new(name.span(), advice::before_a_variant(&name)));
                }
                _ => return Err(syn::Error::new(name.span(), advice::unknown(&name, kind))),
            }
        }
        Ok(options)
    }
}

impl VariantOptions {
    pub(super) fn read(attrs: &[Attribute]) -> syn::Result<VariantOptions> {
        let mut options = VariantOptions::default();
        let all = read(attrs)?;
        let names: Vec<String> = all.iter().map(|opt| opt.name.to_string()).collect();
        for Opt { name, value } in all {
            match name.to_string().as_str() {
                "weight" if names.contains(&"skip".to_owned()) => {
                    return Err(syn::Error::new(name.span(), advice::conflict("weight", "skip")));
                }
                "weight" => options.weight = Some(weight(&name, value)?),
                "label" => options.label = Some(text(&name, value, advice::LABEL)?),
                "skip" => options.is_skipped = flag(&name, value, advice::SKIP_VARIANT)?,
                _ => return Err(syn::Error::new(name.span(), advice::unknown(&name, "a variant"))),
            }
        }
        Ok(options)
    }

    fn is_never_made(&self) -> bool {
        let is_zero = |weight: &Expr| matches!(weight, Expr::Lit(lit) if matches!(&lit.lit, Lit::Int(int) if int.base10_digits() == "0"));
        self.is_skipped || self.weight.as_ref().is_some_and(is_zero)
    }
}

impl FieldOptions {
    pub(super) fn read(attrs: &[Attribute]) -> syn::Result<FieldOptions> {
        let mut options = FieldOptions { source: Source::Any, filter: None };
        let mut before: Option<String> = None;
        for Opt { name, value } in read(attrs)? {
            let this = name.to_string();
            let source = match this.as_str() {
                "with" => Source::Generator(needed(&name, value)?),
                "range" => Source::Generator(range(&name, value)?),
                "len" => Source::Length(needed(&name, value)?),
                "default" => Source::Fixed(Some(needed(&name, value)?)),
                "skip" => {
                    flag(&name, value, advice::SKIP_FIELD)?;
                    Source::Fixed(None)
                }
                "filter" => {
                    options.filter = Some(needed(&name, value)?);
                    continue;
                }
                _ => return Err(syn::Error::new(name.span(), advice::unknown(&name, "a field"))),
            };
            if let Some(before) = before.replace(this) {
                return Err(syn::Error::new(name.span(), advice::conflict(&before, &name.to_string())));
            }
            options.source = source;
        }
        match (&options.source, &options.filter) {
            (Source::Fixed(_), Some(filter)) => Err(syn::Error::new(filter.span(), advice::FILTERED_VALUE)),
            _ => Ok(options),
        }
    }
}

/// What is wrong with the variants together.
pub(super) fn check_variants(item: &ItemEnum, variants: &[(&Ident, &VariantOptions)]) -> syn::Result<()> {
    if variants.iter().all(|(_, options)| options.is_never_made()) {
        return Err(syn::Error::new(item.ident.span(), advice::ALL_SKIPPED));
    }
    let mut seen: Vec<(String, Span)> = Vec::new();
    for (name, options) in variants {
        let (label, span) = match &options.label {
            Some(label) => (label.value(), label.span()),
            None => (name.unraw().to_string(), name.span()),
        };
        let span_to_show = |other: Span| if options.label.is_some() { span } else { other };
        match seen.iter().find(|(known, _)| *known == label) {
            Some((_, other)) if !label.is_empty() => {
                return Err(syn::Error::new(span_to_show(*other), advice::repeated_label(&label)));
            }
            _ => seen.push((label, span)),
        }
    }
    Ok(())
}

/// One option: a name, and perhaps a value.
struct Opt {
    name: Ident,
    value: Option<Expr>,
}

impl Parse for Opt {
    fn parse(input: ParseStream<'_>) -> syn::Result<Opt> {
        let name = input.call(Ident::parse_any)?;
        let value = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Opt { name, value })
    }
}

/// All options; none stands twice.
fn read(attrs: &[Attribute]) -> syn::Result<Vec<Opt>> {
    let mut all: Vec<Opt> = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("arbitrary")) {
        let Meta::List(list) = &attr.meta else {
            return Err(syn::Error::new(attr.meta.span(), advice::PARENTHESES));
        };
        let options = list.parse_args_with(Punctuated::<Opt, Token![,]>::parse_terminated)?;
        for option in options {
            if all.iter().any(|other| other.name == option.name) {
                return Err(syn::Error::new(option.name.span(), advice::twice(&option.name)));
            }
            all.push(option);
        }
    }
    Ok(all)
}

fn needed(name: &Ident, value: Option<Expr>) -> syn::Result<Expr> {
    value.ok_or_else(|| syn::Error::new(name.span(), advice::no_value(name)))
}

fn flag(name: &Ident, value: Option<Expr>, message: &str) -> syn::Result<bool> {
    match value {
        Some(value) => Err(syn::Error::new(value.span(), message)),
        None => Ok(name == "skip"),
    }
}

fn text(name: &Ident, value: Option<Expr>, message: &str) -> syn::Result<LitStr> {
    match needed(name, value)? {
        Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Ok(text),
        other => Err(syn::Error::new(other.span(), message)),
    }
}

fn bound(text: &LitStr) -> syn::Result<Punctuated<WherePredicate, Token![,]>> {
    text.parse_with(Punctuated::parse_terminated)
        .map_err(|error| syn::Error::new(text.span(), advice::not_a_bound(&error.to_string())))
}

fn weight(name: &Ident, value: Option<Expr>) -> syn::Result<Expr> {
    let value = needed(name, value)?;
    match &value {
        Expr::Lit(lit) if !matches!(lit.lit, Lit::Int(_)) => Err(syn::Error::new(value.span(), advice::WEIGHT)),
        Expr::Unary(_) => Err(syn::Error::new(value.span(), advice::WEIGHT)),
        _ => Ok(value),
    }
}

fn range(name: &Ident, value: Option<Expr>) -> syn::Result<Expr> {
    let value = needed(name, value)?;
    match &value {
        Expr::Lit(_) | Expr::Unary(_) => {
            Err(syn::Error::new(value.span(), advice::not_a_range(&value.to_token_stream().to_string())))
        }
        _ => Ok(value),
    }
}
