//! `#[derive(Parts)]`: a struct was made of its fields, in their order.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Attribute, Fields, Generics, ItemStruct, Member, Type, parse_quote};

use crate::syntax::mentions;

/// No constructor is known to take more.
const MOST: usize = 12;

pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let Ok(item) = syn::parse2::<ItemStruct>(item.clone()) else {
        let message = "`Parts` can only be derived for a struct: implement it, and match on the variants";
        return syn::Error::new(
            item.into_iter().nth(1).map_or_else(proc_macro2::Span::call_site, |at| at.span()),
            message,
        )
        .to_compile_error();
    };
    match read(&item.fields) {
        Ok(parts) => implementation(&item.ident, &item.generics, &parts),
        Err(error) => {
            // The type has parts all the same, so that what uses them is not wrong as well.
            let errors = error.to_compile_error();
            let rest = implementation(&item.ident, &item.generics, &[]);
            quote!(#errors #rest)
        }
    }
}

/// The fields that the constructor takes.
fn read(fields: &Fields) -> syn::Result<Vec<(Member, &Type)>> {
    let mut parts = Vec::new();
    for (member, field) in fields.members().zip(fields) {
        if !is_skipped(&field.attrs)? {
            parts.push((member, &field.ty));
        }
    }
    if parts.len() > MOST {
        let message = format!("`Parts` can be derived for at most {MOST} fields: skip some with `#[parts(skip)]`");
        return Err(syn::Error::new(fields.span(), message));
    }
    Ok(parts)
}

fn is_skipped(attrs: &[Attribute]) -> syn::Result<bool> {
    let mut is_skipped = false;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("parts")) {
        attr.parse_nested_meta(|option| {
            if !option.path.is_ident("skip") {
                return Err(option.error("unknown option: `#[parts(…)]` takes `skip`"));
            }
            is_skipped = true;
            Ok(())
        })?;
    }
    Ok(is_skipped)
}

fn implementation(name: &Ident, generics: &Generics, parts: &[(Member, &Type)]) -> TokenStream {
    let mut bounded = generics.clone();
    for param in generics.type_params() {
        let is_part = parts.iter().any(|(_, ty)| mentions(ty.to_token_stream(), &param.ident));
        if is_part {
            let param = &param.ident;
            bounded.make_where_clause().predicates.push(parse_quote!(#param: ::core::clone::Clone));
        }
    }
    let (impl_generics, _, where_clause) = bounded.split_for_impl();
    let (_, type_generics, _) = generics.split_for_impl();
    let (members, types): (Vec<&Member>, Vec<&&Type>) = parts.iter().map(|(member, ty)| (member, ty)).unzip();
    quote! {
        #[automatically_derived]
        impl #impl_generics ::mirrorcheck::Parts for #name #type_generics #where_clause {
            type Parts = (#(#types,)*);

            fn parts(&self) -> ::core::option::Option<Self::Parts> {
                ::core::option::Option::Some((#(::core::clone::Clone::clone(&self.#members),)*))
            }
        }
    }
}
