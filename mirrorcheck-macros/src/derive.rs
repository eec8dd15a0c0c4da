//! `#[derive(Arbitrary)]`: a type becomes a list of variants, and each field of a variant a generator.

mod advice;
mod options;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Fields, Generics, Item, Member, Type, parse_quote};

use crate::result::member;
use crate::types::{borrows, mentions};
use options::{FieldOptions, Source, TypeOptions, VariantOptions};

pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let item = match syn::parse2::<Item>(item) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let (name, generics) = match &item {
        Item::Struct(item) => (&item.ident, &item.generics),
        Item::Enum(item) => (&item.ident, &item.generics),
        Item::Union(item) => (&item.ident, &item.generics),
        _ => return syn::Error::new(item.span(), advice::NO_TYPE).to_compile_error(),
    };
    let read = read(&item).map(|derived| derived.expand());
    // Where something is wrong, the type is still there, so that what uses it is not wrong as well.
    read.unwrap_or_else(|error| {
        let errors = error.to_compile_error();
        let broken = Derived { name, generics, options: TypeOptions::default(), is_enum: false, variants: Vec::new() };
        let rest = broken.expand();
        quote!(#errors #rest)
    })
}

struct Derived<'i> {
    name: &'i Ident,
    generics: &'i Generics,
    options: TypeOptions,
    is_enum: bool,
    variants: Vec<Variant<'i>>,
}

struct Variant<'i> {
    name: &'i Ident,
    /// Whether nothing stands after its name.
    is_unit: bool,
    options: VariantOptions,
    fields: Vec<Field<'i>>,
}

struct Field<'i> {
    member: Member,
    ty: &'i Type,
    options: FieldOptions,
}

fn read(item: &Item) -> syn::Result<Derived<'_>> {
    match item {
        Item::Struct(item) => {
            let options = TypeOptions::read(&item.attrs, "a struct")?;
            let variant = Variant {
                name: &item.ident,
                is_unit: matches!(item.fields, Fields::Unit),
                options: VariantOptions::default(),
                fields: read_fields(&item.fields)?,
            };
            let (name, generics) = (&item.ident, &item.generics);
            Ok(Derived { name, generics, options, is_enum: false, variants: vec![variant] })
        }
        Item::Enum(item) => {
            let options = TypeOptions::read(&item.attrs, "an enum")?;
            if item.variants.is_empty() {
                return Err(syn::Error::new(item.ident.span(), advice::NO_VARIANTS));
            }
            let mut variants = Vec::new();
            for variant in &item.variants {
                let options = VariantOptions::read(&variant.attrs)?;
                // What is never made needs no generators.
                let fields = if options.is_skipped { Vec::new() } else { read_fields(&variant.fields)? };
                variants.push(Variant {
                    name: &variant.ident,
                    is_unit: matches!(variant.fields, Fields::Unit),
                    options,
                    fields,
                });
            }
            options::check_variants(item, &variants.iter().map(|v| (v.name, &v.options)).collect::<Vec<_>>())?;
            Ok(Derived { name: &item.ident, generics: &item.generics, options, is_enum: true, variants })
        }
        Item::Union(item) => Err(syn::Error::new(item.union_token.span(), advice::UNION)),
        _ => Err(syn::Error::new(item.span(), advice::NO_TYPE)),
    }
}

fn read_fields(fields: &Fields) -> syn::Result<Vec<Field<'_>>> {
    let read = fields.iter().enumerate().map(|(i, field)| {
        let member = field.ident.clone().map_or_else(|| Member::from(i), Member::Named);
        Ok(Field { member, ty: &field.ty, options: FieldOptions::read(&field.attrs)? })
    });
    read.collect()
}

impl Derived<'_> {
    fn expand(&self) -> TokenStream {
        let name = self.name;
        let (impl_generics, type_generics, _) = self.generics.split_for_impl();
        let where_clause = self.where_clause();
        let (form, make, source) = (self.form(), self.make(), self.source());
        let shown = self.is_enum.then(|| self.shown());
        let resolve = (!borrows(self.generics)).then(|| {
            quote! {
                const RESOLVE: for<'a> fn(::mirrorcheck::Focus<'a, Self>) -> ::mirrorcheck::Focus<'a, Self> =
                    ::mirrorcheck::language::resolve;
            }
        });
        let filter = self.options.filter.as_ref().map(|filter| {
            quote_spanned! {hidden()=>
                const IS_FILTERED: bool = true;

                fn is_kept(&self) -> bool {
                    let __keeps: fn(&Self) -> bool = #filter;
                    __keeps(self)
                }
            }
        });
        quote_spanned! {hidden()=>
            #[automatically_derived]
            impl #impl_generics ::mirrorcheck::Arbitrary for #name #type_generics #where_clause {
                type Generator = ::mirrorcheck::language::Derived<Self>;

                fn arbitrary() -> Self::Generator {
                    ::mirrorcheck::language::Derived::HERE
                }

                fn source(&self) -> ::core::option::Option<::std::string::String> {
                    #source
                }

                fn outline(__outline: &mut ::mirrorcheck::language::Outline) {
                    __outline.derived(<Self as ::mirrorcheck::language::Derive>::FORM);
                }
            }

            #[automatically_derived]
            impl #impl_generics ::mirrorcheck::language::Derive for #name #type_generics #where_clause {
                const FORM: &'static ::mirrorcheck::language::TypeForm = &#form;
                #resolve
                #make
                #shown
                #filter
            }
        }
    }

    fn where_clause(&self) -> syn::WhereClause {
        let mut clause = self.generics.where_clause.clone().unwrap_or_else(|| parse_quote!(where));
        match &self.options.bound {
            Some(bound) => clause.predicates.extend(bound.iter().cloned()),
            None => clause.predicates.extend(self.generics.type_params().map(|param| -> syn::WherePredicate {
                let name = &param.ident;
                parse_quote!(#name: ::mirrorcheck::Arbitrary)
            })),
        }
        clause
    }

    fn form(&self) -> TokenStream {
        let name = self.name.to_string();
        let shapes = self.variants.iter().map(|variant| {
            let name = variant.name.to_string();
            quote!(::mirrorcheck::language::Shape::Of(#name, &[]))
        });
        let labels = self.variants.iter().filter(|_| self.is_enum).map(|variant| match &variant.options.label {
            Some(label) => label.value(),
            None => variant.name.unraw().to_string(),
        });
        let is_weighted = self.variants.iter().any(|v| v.options.is_skipped || v.options.weight.is_some());
        let weights = self.variants.iter().filter(|_| is_weighted).map(|variant| match &variant.options {
            VariantOptions { is_skipped: true, .. } => quote!(0),
            VariantOptions { weight: Some(weight), .. } => weight.to_token_stream(),
            VariantOptions { weight: None, .. } => quote!(1),
        });
        let identity = if borrows(self.generics) {
            quote!(::mirrorcheck::language::of_type::<Self>)
        } else {
            quote!(::core::any::TypeId::of::<Self>)
        };
        let parts = self.parts();
        quote! {
            ::mirrorcheck::language::TypeForm::new(
                #name, #identity, #parts, &[#(#shapes),*], &[#(#labels),*], &[#(#weights),*],
            )
        }
    }

    /// Says what the variants consist of.
    fn parts(&self) -> TokenStream {
        let variants = self.variants.iter().map(|variant| {
            let fields = variant.fields.iter().map(Field::outline);
            quote_spanned!(hidden()=> __outline.variant(); #(#fields)*)
        });
        quote_spanned!(hidden()=> |__outline| { #(#variants)* })
    }

    fn shown(&self) -> TokenStream {
        let arms = self.variants.iter().enumerate().map(|(i, variant)| {
            let (name, i) = (variant.name, i as u32);
            quote!(Self::#name { .. } => #i,)
        });
        quote! {
            fn shown(&self) -> u32 {
                match self { #(#arms)* }
            }
        }
    }

    fn make(&self) -> TokenStream {
        let arms = self.variants.iter().enumerate().filter(|(_, variant)| !variant.options.is_skipped);
        let arms = arms.map(|(i, variant)| {
            let (i, made) = (i as u32, self.make_variant(variant));
            quote!(#i => #made,)
        });
        let body = match self.variants.as_slice() {
            [only] => self.make_variant(only),
            _ => quote_spanned! {hidden()=>
                match __variant {
                    #(#arms)*
                    _ => ::core::result::Result::Err(::mirrorcheck::Rejected),
                }
            },
        };
        quote_spanned! {hidden()=>
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn make(
                __cx: &mut ::mirrorcheck::Cx<'_>,
                __shown: ::core::option::Option<&Self>,
                __sketch: ::core::option::Option<&::mirrorcheck::Partial>,
                __variant: u32,
            ) -> ::core::result::Result<Self, ::mirrorcheck::Rejected> {
                #body
            }
        }
    }

    /// The value as source.
    fn source(&self) -> TokenStream {
        let arms = self.variants.iter().map(|variant| {
            let (name, path) = (variant.name, self.path(variant));
            let constructor = if self.is_enum { quote!(Self::#name) } else { quote!(Self) };
            let members: Vec<&Member> = variant.fields.iter().map(|field| &field.member).collect();
            let parts: Vec<Ident> = (0..members.len()).map(|i| format_ident!("__part{i}", span = hidden())).collect();
            let sources = variant.fields.iter().zip(&parts).map(|(field, part)| field.source(part));
            let language = quote!(::mirrorcheck::language);
            match members.first() {
                _ if variant.options.is_skipped => quote!(#constructor { .. } => ::core::option::Option::None,),
                None if variant.is_unit => quote!(#constructor => #language::source_leaf(#path),),
                None => quote!(#constructor { .. } => #language::source_fields(#path, &[]),),
                Some(Member::Unnamed(_)) => quote! {
                    #constructor { #(#members: #parts),* } => #language::source_call(#path, &[#(#sources),*]),
                },
                Some(Member::Named(_)) => {
                    let names = members.iter().map(|name| name.to_token_stream().to_string());
                    quote! {
                        #constructor { #(#members: #parts),* } => {
                            #language::source_fields(#path, &[#((#names, #sources)),*])
                        }
                    }
                }
            }
        });
        if self.variants.is_empty() {
            quote!(::core::option::Option::None)
        } else {
            quote_spanned!(hidden()=> match self { #(#arms)* })
        }
    }

    /// The name of a variant, as it is written where the type is in scope.
    fn path(&self, variant: &Variant<'_>) -> String {
        if self.is_enum { format!("{}::{}", self.name, variant.name) } else { self.name.to_string() }
    }

    fn make_variant(&self, variant: &Variant<'_>) -> TokenStream {
        let name = variant.name;
        let constructor = if self.is_enum { quote!(Self::#name) } else { quote!(Self) };
        if variant.fields.is_empty() {
            return quote!(::core::result::Result::Ok(#constructor {}));
        }
        let members: Vec<&Member> = variant.fields.iter().map(|field| &field.member).collect();
        let shown: Vec<Ident> = (0..members.len()).map(|i| format_ident!("__shown{i}", span = hidden())).collect();
        let nothing = members.iter().map(|_| quote!(::core::option::Option::None));
        let made = variant.fields.iter().zip(&shown).map(|(field, shown)| field.make(self.generics, shown));
        let constructor_name = name.to_string();
        quote_spanned! {hidden()=> {
            let (#(#shown,)*) = match __shown {
                ::core::option::Option::Some(#constructor { #(#members: #shown,)* }) => {
                    (#(::core::option::Option::Some(#shown),)*)
                }
                _ => (#(#nothing,)*),
            };
            let __place = ::mirrorcheck::language::FieldPlace { sketch: __sketch, constructor: #constructor_name };
            ::core::result::Result::Ok(#constructor { #(#members: #made,)* })
        }}
    }
}

impl Field<'_> {
    /// What the field consists of, as far as that is known.
    fn outline(&self) -> TokenStream {
        let (ty, span) = (self.ty, hidden().located_at(self.ty.span()));
        match &self.options.source {
            Source::Any => quote_spanned!(span=> <#ty as ::mirrorcheck::language::Field>::part(__outline);),
            Source::Length(lengths) => {
                quote_spanned!(span=> <#ty as ::mirrorcheck::language::WithLength>::part(__outline, #lengths);)
            }
            Source::Generator(_) => quote_spanned! {span=> {
                use ::mirrorcheck::language::{MaybeArbitrary as _, MaybeNot as _};
                (&&::mirrorcheck::language::Maybe::<#ty>::HERE).outline(__outline);
            }},
            Source::Fixed(_) => TokenStream::new(),
        }
    }

    /// The field as what may have a source.
    fn source(&self, part: &Ident) -> TokenStream {
        match self.options.source {
            Source::Any => {
                let (ty, span) = (self.ty, hidden().located_at(self.ty.span()));
                quote_spanned!(span=> <#ty as ::mirrorcheck::language::Field>::as_source(#part))
            }
            _ => quote_spanned! {hidden()=> {
                use ::mirrorcheck::language::{NoSource as _, SomeSource as _};
                (&&::mirrorcheck::language::MaybeSource(#part)).find()
            }},
        }
    }

    fn make(&self, generics: &Generics, shown: &Ident) -> TokenStream {
        let (ty, name) = (self.ty, member(&self.member));
        let span = hidden().located_at(ty.span());
        let (make, function) = if mentions(generics, ty) {
            (quote!(make_borrowed), quote!(field_borrowed))
        } else {
            (quote!(make), quote!(field))
        };
        let generator = match (&self.options.source, &self.options.filter) {
            (Source::Any, None) => {
                let field = quote_spanned!(span=> <#ty as ::mirrorcheck::language::Field>);
                return or_return(quote_spanned!(span=> #field::#make(__cx, #shown, __place, #name)));
            }
            (Source::Length(lengths), None) => {
                let field = quote_spanned!(span=> <#ty as ::mirrorcheck::language::WithLength>);
                return or_return(quote_spanned!(span=> #field::#make(__cx, #shown, __place, #name, #lengths)));
            }
            (Source::Any, _) => quote_spanned!(span=> <#ty as ::mirrorcheck::Arbitrary>::arbitrary()),
            (Source::Length(lengths), _) => {
                quote_spanned!(span=> <#ty as ::mirrorcheck::language::WithLength>::with_length(#lengths))
            }
            (Source::Generator(generator), _) => generator.to_token_stream(),
            (Source::Fixed(value), _) => return fixed(ty, shown, &name, value.as_ref()),
        };
        let generator = match &self.options.filter {
            Some(filter) => quote_spanned!(span=> ::mirrorcheck::Combinators::such_that(#generator, #filter)),
            None => generator,
        };
        or_return(quote_spanned!(span=> ::mirrorcheck::language::#function(__cx, #shown, __place, #name, #generator)))
    }
}

/// A field that is always the same.
fn fixed(ty: &Type, shown: &Ident, name: &str, value: Option<&Expr>) -> TokenStream {
    let span = hidden().located_at(ty.span());
    let value = match value {
        Some(value) => value.to_token_stream(),
        None => quote_spanned!(span=> <#ty as ::core::default::Default>::default()),
    };
    or_return(quote_spanned! {span=>
        ::mirrorcheck::language::field_fixed(__cx, #shown, #name, #value, |__one, __other| {
            use ::mirrorcheck::language::{SameBits as _, SameValue as _};
            (&&::mirrorcheck::language::Pair(__one, __other)).same()
        })
    })
}

/// What a call makes. Not `?`, which takes longer to compile.
fn or_return(call: TokenStream) -> TokenStream {
    quote_spanned! {hidden()=>
        match #call {
            ::core::result::Result::Ok(__made) => __made,
            ::core::result::Result::Err(__rejected) => return ::core::result::Result::Err(__rejected),
        }
    }
}

/// The span of names that the user's expressions must not see.
fn hidden() -> Span {
    Span::mixed_site()
}
