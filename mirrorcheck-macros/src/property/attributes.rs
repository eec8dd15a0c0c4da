//! The attributes of a property: which of them make it a test, and where each goes.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, FnArg, Lit, Meta, MetaNameValue, Path, Signature, Token};

use super::{Argument, Function};
use crate::advice;

/// Attributes that make a function a test by themselves, whatever crate they are from.
const TESTS: [&str; 4] = ["test", "rstest", "gtest", "wasm_bindgen_test"];

/// Crates whose `test` runs a function that is `async`.
const RUNTIMES: [&str; 9] =
    ["tokio", "async_std", "actix_rt", "actix_web", "smol_potat", "ntex", "futures_test", "tokio_test", "sqlx"];

/// Attributes that give a test its arguments from a list, and those that say more about a fixture.
const CASES: [&str; 4] = ["case", "values", "test_case", "parameterized"];
const FIXTURES: [&str; 5] = ["with", "future", "by_ref", "default", "files"];

/// Refuses attributes that a property cannot have, with what to write instead.
pub(super) fn check(function: &Function, arguments: &[Argument<'_>]) -> syn::Result<()> {
    let attrs = &function.attrs;
    if let Some(attr) = attrs.iter().find(|attr| is_runtime(attr.path())) {
        return Err(syn::Error::new(attr.span(), advice::ASYNC_TEST));
    }
    if let Some(attr) = attrs.iter().filter(|attr| last(attr.path(), &["test"])).nth(1) {
        return Err(syn::Error::new(attr.span(), advice::TEST_TWICE));
    }
    if let Some(attr) = attrs.iter().find(|attr| is_any(attr.path(), &CASES)) {
        return Err(syn::Error::new(attr.span(), advice::CASE));
    }
    let rstest = attrs.iter().find(|attr| last(attr.path(), &["rstest"]));
    match rstest {
        Some(attr) if arguments.iter().any(|argument| !argument.has_generator()) => {
            Err(syn::Error::new(attr.span(), advice::FIXTURE))
        }
        _ => Ok(()),
    }
}

/// Refuses attributes of arguments that are for others.
pub(super) fn check_arguments(sig: &Signature) -> syn::Result<()> {
    for input in &sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        for attr in &input.attrs {
            if is_any(attr.path(), &CASES) {
                return Err(syn::Error::new(attr.span(), advice::CASE));
            }
            if is_any(attr.path(), &FIXTURES) {
                return Err(syn::Error::new(attr.span(), advice::FIXTURE));
            }
        }
    }
    Ok(())
}

/// Whether it says where an argument comes from, but not to `#[property]`.
pub(super) fn is_for_others(attr: &Attribute) -> bool {
    is_any(attr.path(), &CASES) || is_any(attr.path(), &FIXTURES)
}

/// What makes the function a test, unless another attribute does.
pub(super) fn marker(attrs: &[Attribute]) -> TokenStream {
    let test = quote!(::core::prelude::v1::test);
    if attrs.iter().any(is_test) {
        return TokenStream::new();
    }
    let conditions = conditions(attrs, |path| last(path, &TESTS));
    if conditions.is_empty() { quote!(#[#test]) } else { quote!(#[cfg_attr(not(any(#(#conditions),*)), #test)]) }
}

/// The text that a panic of the test must contain, as an expression: empty for any panic, `None` if there should be none.
pub(super) fn should_panic(attrs: &[Attribute]) -> TokenStream {
    let mut expected = quote!(::core::option::Option::None);
    for attr in attrs {
        if let Some(text) = panic_text(&attr.meta) {
            return quote!(::core::option::Option::Some(#text));
        }
        let Some((condition, metas)) = conditional(attr) else { continue };
        if let Some(text) = metas.iter().find_map(panic_text) {
            expected = quote!(if ::core::cfg!(#condition) { ::core::option::Option::Some(#text) } else { #expected });
        }
    }
    expected
}

/// The text that a panic must contain by `#[should_panic]`, `#[should_panic = "…"]` or `#[should_panic(expected = "…")]`.
fn panic_text(meta: &Meta) -> Option<String> {
    if !meta.path().is_ident("should_panic") {
        return None;
    }
    let value = match meta {
        Meta::Path(_) => None,
        Meta::NameValue(value) => Some(value.value.clone()),
        Meta::List(list) => list.parse_args::<MetaNameValue>().ok().map(|value| value.value),
    };
    match value {
        Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => Some(text.value()),
        _ => Some(String::new()),
    }
}

fn is_test(attr: &Attribute) -> bool {
    last(attr.path(), &TESTS)
}

/// Whether it sets the levels of lints, perhaps under a condition.
pub(super) fn is_lint(attr: &Attribute) -> bool {
    match conditional(attr) {
        Some((_, attrs)) => !attrs.is_empty() && attrs.iter().all(|attr| is_level(attr.path())),
        None => is_level(attr.path()),
    }
}

fn is_level(path: &Path) -> bool {
    ["allow", "expect", "warn", "deny", "forbid"].iter().any(|level| path.is_ident(level))
}

/// The conditions under which there is such an attribute.
fn conditions(attrs: &[Attribute], is_wanted: impl Fn(&Path) -> bool) -> Vec<TokenStream> {
    let conditional = attrs.iter().filter_map(conditional);
    let wanted = conditional.filter(|(_, attrs)| attrs.iter().any(|attr| is_wanted(attr.path())));
    wanted.map(|(condition, _)| condition).collect()
}

/// The condition of `#[cfg_attr(condition, …)]`, and what stands under it.
fn conditional(attr: &Attribute) -> Option<(TokenStream, Vec<Meta>)> {
    let Meta::List(list) = &attr.meta else { return None };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let parts = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(list.tokens.clone()).ok()?;
    let mut parts = parts.into_iter();
    let condition = parts.next()?;
    Some((quote!(#condition), parts.collect()))
}

fn is_runtime(path: &Path) -> bool {
    last(path, &["test"])
        && path.segments.len() > 1
        && RUNTIMES.iter().any(|name| path.segments.first().is_some_and(|segment| segment.ident == name))
}

/// Whether a path is one of these names, or leads to or from one: `case`, `rstest::case`, `case::first`.
fn is_any(path: &Path, names: &[&str]) -> bool {
    path.segments.iter().any(|segment| names.iter().any(|name| segment.ident == name))
}

/// Whether a path ends with one of these names.
fn last(path: &Path, names: &[&str]) -> bool {
    path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
}
