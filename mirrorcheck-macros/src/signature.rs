//! The function becomes a struct that holds its arguments, with the body as its run.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{FnArg, GenericParam, ItemFn, Lifetime, Pat, ReturnType, Type, parse_quote};

use crate::body::{Kind, Unread, kind_of};
use crate::methods::Owner;
use crate::result::here;
use crate::types::{Scope, find_opaque, mentions, name_lifetimes};
use crate::walk::{Node, walk};
use crate::{body, forward, methods, tried};

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let mode = Mode::of(&options)?;
    if let Ok(block) = syn::parse2::<syn::ItemImpl>(item.clone()) {
        return methods::expand(block, mode);
    }
    let function: ItemFn = syn::parse2(item).map_err(|error| {
        let message = format!("`#[generator]` can only be applied to a function or an `impl` block: {error}");
        syn::Error::new(error.span(), message)
    })?;
    let Made { function, beside } = expand_function(&function, mode, None)?;
    Ok(quote!(#beside #function))
}

/// What a function becomes: itself, and what stands beside it.
pub(crate) struct Made {
    pub(crate) function: TokenStream,
    pub(crate) beside: TokenStream,
}

pub(crate) fn expand_function(function: &ItemFn, mode: Mode, owner: Option<Owner>) -> syn::Result<Made> {
    let mut signature = Signature::read(function)?;
    signature.owner = owner;
    let made = match mode {
        Mode::Forward => signature.forward(function),
        Mode::Strict | Mode::Reflective => signature.reflective(function, mode),
    };
    // Where the body is wrong, the function is still there, so that its callers are not wrong as well.
    Ok(made.unwrap_or_else(|error| {
        let errors = error.to_compile_error();
        let Made { function, beside } = signature.broken(function, mode);
        Made { function, beside: quote!(#errors #beside) }
    }))
}

/// In which directions a generator is to run.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mode {
    Reflective,
    /// Backward without trying: each draw has its place in the result.
    Strict,
    Forward,
}

impl Mode {
    pub(crate) fn of(options: &TokenStream) -> syn::Result<Mode> {
        match options.to_string().as_str() {
            "" => Ok(Mode::Reflective),
            "strict" => Ok(Mode::Strict),
            "forward" => Ok(Mode::Forward),
            _ => {
                let message = "unknown option: `#[generator]` takes `forward` or `strict`";
                Err(syn::Error::new(options.span(), message))
            }
        }
    }
}

struct Signature {
    name: Ident,
    generics: syn::Generics,
    arguments: Vec<Argument>,
    value: Type,
    /// Whether the value may borrow, so that its type has no identity at run time.
    borrows: bool,
    /// The block that it is a method of.
    owner: Option<Owner>,
}

struct Argument {
    /// The field that holds it.
    field: Ident,
    pat: Pat,
    ty: Type,
}

impl Signature {
    fn read(function: &ItemFn) -> syn::Result<Signature> {
        let signature = &function.sig;
        let refuse = |span: Span, what: &str| Err(syn::Error::new(span, format!("a generator cannot be {what}")));
        if let Some(token) = &signature.constness {
            return refuse(token.span(), "`const`");
        }
        if let Some(token) = &signature.asyncness {
            return refuse(token.span(), "`async`");
        }
        if !matches!(signature.safety, syn::Safety::Default) {
            return refuse(signature.safety.span(), "`unsafe`");
        }
        if let Some(abi) = &signature.abi {
            return refuse(abi.span(), "`extern`");
        }
        if let Some(token) = &signature.variadic {
            return refuse(token.span(), "variadic");
        }
        let mut generics = signature.generics.clone();
        let (mut lifetimes, mut types) = (Vec::new(), Vec::new());
        let mut arguments = Vec::new();
        for (i, input) in signature.inputs.iter().enumerate() {
            let FnArg::Typed(input) = input else {
                let message = "a generator can only be a method with `#[generator]` on the `impl` block";
                return Err(syn::Error::new(input.span(), message));
            };
            let mut ty = (*input.ty).clone();
            name_opaque(Node::Type(&mut ty), &mut types);
            name_lifetimes(Node::Type(&mut ty), Scope::Own, &mut |_| {
                let name = Lifetime::new(&format!("'__a{}", lifetimes.len()), Span::call_site());
                lifetimes.push(name.clone());
                name
            });
            let field = match &*input.pat {
                Pat::Ident(name) if name.subpat.is_none() => name.ident.clone(),
                _ => format_ident!("__argument{i}"),
            };
            arguments.push(Argument { field, pat: (*input.pat).clone(), ty });
        }
        let mut value: Type = match &signature.output {
            ReturnType::Type(_, ty) => (**ty).clone(),
            ReturnType::Default => parse_quote!(()),
        };
        if let Some(span) = find_opaque(&value) {
            return Err(syn::Error::new(span, "a generator must return a type that has a name"));
        }
        // As Rust's own elision: one lifetime among the arguments is that of the result.
        for lifetime in lifetimes {
            generics.params.insert(0, GenericParam::Lifetime(syn::LifetimeParam::new(lifetime)));
        }
        let mut all = generics.lifetimes();
        if let (Some(only), None) = (all.next(), all.next()) {
            let only = &only.lifetime;
            name_lifetimes(Node::Type(&mut value), Scope::Everywhere, &mut |_| only.clone());
        }
        for param in types {
            generics.params.push(GenericParam::Type(param));
        }
        let borrows = mentions(&generics, &value);
        let name = signature.ident.clone();
        Ok(Signature { name, generics, arguments, value, borrows, owner: None })
    }

    /// The function's own name in it, so that no two functions share a type.
    fn type_name(&self) -> Ident {
        methods::type_name(self.owner.as_ref(), &self.name)
    }

    fn forward(&self, function: &ItemFn) -> syn::Result<Made> {
        let body = forward::read(&function.block)?;
        let (bindings, value) = (self.bindings(), &self.value);
        let program = Program {
            shapes: quote!(&[]),
            arguments: quote!(__arguments.unknown();),
            shown: quote!(__from),
            body: quote!(::mirrorcheck::language::scope(__cx, || -> #value { #bindings #body })),
            resolved: quote!(::mirrorcheck::Focus::Free),
            leads: quote!(&[]),
            comparison: None,
        };
        Ok(self.items(function, Some(program), false, Kind::Value))
    }

    fn reflective(&self, function: &ItemFn, mode: Mode) -> syn::Result<Made> {
        let mut names = Vec::new();
        self.arguments.iter().for_each(|argument| crate::syntax::collect_names(&argument.pat, &mut names));
        let generic = self.generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(&param.ident),
            GenericParam::Const(param) => Some(&param.ident),
            GenericParam::Lifetime(_) => None,
        });
        let names: Vec<String> = names.iter().chain(generic).map(ToString::to_string).collect();
        let kind = kind_of(&function.block, &self.value);
        let resolved = if self.borrows { quote!(__focus) } else { quote!(__focus.resolve()) };
        let (arguments, bindings) = (self.told_arguments(), self.bindings());
        let read = match body::read(&function.block, &self.value, kind, self.borrows, names.clone()) {
            Ok(read) => read,
            // A text that goes with a value has to be read with it.
            Err(Unread::Hidden(_)) if mode != Mode::Strict && kind != Kind::Written => {
                let value = &self.value;
                let program = Program {
                    shapes: quote!(&[::mirrorcheck::language::Shape::Any]),
                    arguments,
                    shown: quote!(__from),
                    body: tried::read(&function.block, value, &bindings, &names)?,
                    resolved,
                    leads: quote!(&[]),
                    comparison: Some(tried::comparison(value)),
                };
                return Ok(self.items(function, Some(program), true, Kind::Value));
            }
            Err(Unread::Hidden(error) | Unread::Wrong(error)) => return Err(error),
        };
        let body = read.body;
        let program = Program {
            shapes: read.shapes,
            arguments,
            shown: read.shows,
            body: quote!(#bindings #body),
            resolved,
            leads: read.leads,
            comparison: None,
        };
        Ok(self.items(function, Some(program), true, kind))
    }

    /// The arguments as far as one call can be told from another.
    fn told_arguments(&self) -> TokenStream {
        if self.arguments.is_empty() {
            return TokenStream::new();
        }
        let fields = self.arguments.iter().map(|argument| &argument.field);
        quote! {
            use ::mirrorcheck::language::{ByBits as _, ByHash as _, ByNothing as _};
            #((&&::mirrorcheck::language::Arg(&self.#fields)).take(__arguments);)*
        }
    }

    /// The function without a body, for when the body is wrong.
    fn broken(&self, function: &ItemFn, mode: Mode) -> Made {
        let is_forward = mode == Mode::Forward;
        let kind = if is_forward { Kind::Value } else { kind_of(&function.block, &self.value) };
        self.items(function, None, !is_forward, kind)
    }

    /// The arguments as the body knows them.
    fn bindings(&self) -> TokenStream {
        if self.arguments.is_empty() {
            return TokenStream::new();
        }
        let bindings = self
            .arguments
            .iter()
            .map(|Argument { field, pat, ty }| quote_spanned!(here(ty.span())=> let #pat: #ty = __arguments.#field;));
        quote!(let __arguments = ::core::clone::Clone::clone(self); #(#bindings)*)
    }

    /// The body runs many times, so that what it is given must be copied. References can always be, and saying so
    /// would tie the lifetimes of a recursive call to these.
    fn with_clone(&self, where_clause: Option<&syn::WhereClause>) -> syn::WhereClause {
        let mut clause = where_clause.cloned().unwrap_or_else(|| parse_quote!(where));
        for Argument { ty, .. } in self.arguments.iter().filter(|argument| !matches!(argument.ty, Type::Reference(_))) {
            if mentions(&self.generics, ty) && self.generics.type_params().next().is_some() {
                // With a span of its own: a bound that nobody wrote is no matter for lints.
                let ty = here_all(ty.to_token_stream());
                clause.predicates.push(parse_quote!(#ty: ::core::clone::Clone));
            }
        }
        clause
    }

    /// The struct, the function that makes it, and its run.
    fn items(&self, function: &ItemFn, program: Option<Program>, is_reflective: bool, kind: Kind) -> Made {
        let (name, type_name, value) = (&self.name, self.type_name(), &self.value);
        let (vis, attrs, cfgs) = (&function.vis, &function.attrs, cfgs(function));
        let (impl_generics, type_generics, where_clause) = self.generics.split_for_impl();
        let fields: Vec<&Ident> = self.arguments.iter().map(|argument| &argument.field).collect();
        let types: Vec<&Type> = self.arguments.iter().map(|argument| &argument.ty).collect();
        let used = self.generics.params.iter().filter_map(|param| match param {
            GenericParam::Lifetime(param) => {
                let lifetime = &param.lifetime;
                Some(quote!(&#lifetime ()))
            }
            GenericParam::Type(param) => {
                let name = &param.ident;
                Some(quote!(::core::marker::PhantomData<#name>))
            }
            GenericParam::Const(_) => None,
        });
        let is_generic = self.generics.params.iter().any(|param| !matches!(param, GenericParam::Const(_)));
        let marker = is_generic.then(|| quote!(__marker: ::core::marker::PhantomData<fn() -> (#(#used,)*)>,));
        let no_marker = is_generic.then(|| quote!(__marker: ::core::marker::PhantomData,));
        let mut run_clause = self.with_clone(where_clause);
        let compares = self.generics.type_params().next().is_some() && mentions(&self.generics, value);
        if compares && program.as_ref().is_some_and(|program| program.comparison.is_some()) {
            let value = here_all(value.to_token_stream());
            run_clause.predicates.push(parse_quote!(#value: ::core::cmp::PartialEq));
            // What is drawn is compared as well.
            for param in self.generics.type_params().map(|param| here_all(param.ident.to_token_stream())) {
                if crate::syntax::mentions(value.clone(), &format_ident!("{}", param.to_string())) {
                    run_clause.predicates.push(parse_quote!(#param: ::core::cmp::PartialEq));
                }
            }
        }
        let lints = lints(&function.attrs);
        let attrs = attrs.iter().filter(|attr| !attr.path().is_ident("expect"));
        let documentation = format!("The generator that [`{name}`] makes.");
        let cloned = self.arguments.iter().map(|Argument { field, ty, .. }| {
            quote_spanned!(here(ty.span())=> #field: ::core::clone::Clone::clone(&self.#field),)
        });
        let run = match &program {
            None => quote!(::core::unreachable!()),
            Some(_) if kind == Kind::Text => quote!(::mirrorcheck::language::run_string(self, __cx, __focus)),
            Some(Program { resolved, .. }) if kind == Kind::Written => {
                quote!(::mirrorcheck::language::run_written(self, __cx, #resolved))
            }
            Some(Program { resolved, .. }) => quote! {
                use ::mirrorcheck::language;
                if __cx.is_plain() {
                    return language::Program::body(self, __cx, ::mirrorcheck::Focus::Free, language::FORWARD);
                }
                language::run(self, __cx, #resolved)
            },
        };
        let run_text = match (&program, kind) {
            (None, _) => quote!(::core::unreachable!()),
            (_, Kind::Text) => quote!(::mirrorcheck::language::run_string_text(self, __cx, __wanted)),
            (_, _) => quote!(::mirrorcheck::language::run_written_text(self, __cx)),
        };
        let text = (kind != Kind::Value).then(|| {
            quote! {
                #(#cfgs)*
                #[automatically_derived]
                impl #impl_generics ::mirrorcheck::language::Text for #type_name #type_generics #run_clause {
                    fn run_text(
                        &self,
                        __cx: &mut ::mirrorcheck::Cx<'_>,
                        __wanted: bool,
                    ) -> ::core::result::Result<::core::option::Option<#value>, ::mirrorcheck::Rejected> {
                        #run_text
                    }
                }
            }
        });
        let is_text = kind == Kind::Text;
        let is_plain = self.arguments.is_empty() && self.generics.params.is_empty();
        let program = program.map(|Program { shapes, arguments, shown, body, leads, comparison, .. }| {
            let (name, is_tried) = (name.to_string(), comparison.is_some());
            quote! {
                #(#cfgs)*
                #[automatically_derived]
                impl #impl_generics ::mirrorcheck::language::Program for #type_name #type_generics #run_clause {
                    const SITE: &'static ::mirrorcheck::language::Site<'static> = &::mirrorcheck::language::Site {
                        name: #name,
                        generator: ::mirrorcheck::language::of_type::<Self>,
                        shapes: #shapes,
                        leads: #leads,
                        is_plain: #is_plain,
                        is_text: #is_text,
                        is_tried: #is_tried,
                    };

                    fn arguments(&self, __arguments: &mut ::mirrorcheck::language::Arguments) {
                        #arguments
                    }

                    #[allow(
                        irrefutable_let_patterns, unreachable_code, unused_imports, unused_variables, dead_code,
                        clippy::all, clippy::pedantic, clippy::restriction, reason = "written by a macro"
                    )]
                    fn shown_from(__value: &#value, __from: u32) -> u32 {
                        #shown
                    }

                    // Optimised, it is copied into the two places that run it, so that the forward one has no trace
                    // of the other direction. Otherwise one copy compiles faster.
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    #(#lints)*
                    #[allow(
                        irrefutable_let_patterns, unreachable_patterns, unreachable_code, unused_braces,
                        unused_parens, unused_imports, clippy::all, clippy::pedantic, clippy::restriction,
                        reason = "written by a macro"
                    )]
                    fn body(
                        &self,
                        __cx: &mut ::mirrorcheck::Cx<'_>,
                        __focus: ::mirrorcheck::Focus<'_, #value>,
                        __toward: u32,
                    ) -> ::core::result::Result<#value, ::mirrorcheck::Rejected> {
                        #body
                    }

                    #comparison
                }
            }
        });
        let reflective = is_reflective.then(|| {
            quote! {
                #(#cfgs)*
                #[automatically_derived]
                impl #impl_generics ::mirrorcheck::Reflective for #type_name #type_generics #run_clause {}
            }
        });
        let receiver = self.owner.as_ref().filter(|owner| owner.has_receiver).and(fields.first().zip(types.first()));
        let taken = receiver.map(|(_, ty)| quote!(self: #ty,));
        let given = receiver.map(|(field, _)| quote!(#field: self,));
        let (other_fields, other_types) =
            if receiver.is_some() { (&fields[1..], &types[1..]) } else { (&*fields, &*types) };
        let own_generics = match &self.owner {
            None => impl_generics.to_token_stream(),
            Some(owner) => {
                let own = owner.own(&self.generics);
                quote!(<#(#own),*>)
            }
        };
        let function = quote! {
            #(#attrs)*
            #(#lints)*
            #vis fn #name #own_generics (#taken #(#other_fields: #other_types),*) -> #type_name #type_generics #run_clause {
                #type_name { #given #(#other_fields,)* #no_marker }
            }
        };
        let beside = quote! {
            #(#cfgs)*
            #[doc = #documentation]
            #[allow(non_camel_case_types, reason = "named after a function")]
            #vis struct #type_name #impl_generics #where_clause { #(#fields: #types,)* #marker }

            #(#cfgs)*
            #[automatically_derived]
            impl #impl_generics ::core::clone::Clone for #type_name #type_generics #run_clause {
                fn clone(&self) -> Self {
                    #type_name { #(#cloned)* #no_marker }
                }
            }

            #(#cfgs)*
            #[automatically_derived]
            impl #impl_generics ::mirrorcheck::Generator for #type_name #type_generics #run_clause {
                type Value = #value;

                fn run(
                    &self,
                    __cx: &mut ::mirrorcheck::Cx<'_>,
                    __focus: ::mirrorcheck::Focus<'_, Self::Value>,
                ) -> ::core::result::Result<Self::Value, ::mirrorcheck::Rejected> {
                    #run
                }
            }

            #program

            #reflective

            #text
        };
        Made { function, beside }
    }
}

/// The levels of lints hold for everything that the function becomes. It cannot be known which of the pieces meets an
/// expectation, so that it becomes a permission.
pub(crate) fn lints(attrs: &[syn::Attribute]) -> Vec<TokenStream> {
    let levels = attrs.iter().filter_map(|attr| {
        let syn::Meta::List(list) = &attr.meta else { return None };
        let tokens = &list.tokens;
        match list.path.get_ident()?.to_string().as_str() {
            "allow" | "expect" => Some(quote!(#[allow(#tokens)])),
            "warn" | "deny" | "forbid" => Some(attr.to_token_stream()),
            _ => None,
        }
    });
    levels.collect()
}

/// Returns the tokens with the spans of the macro's own.
fn here_all(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let proc_macro2::TokenTree::Group(group) = &token {
                token = proc_macro2::Group::new(group.delimiter(), here_all(group.stream())).into();
            }
            token.set_span(Span::call_site());
            token
        })
        .collect()
}

/// What a generator's body decides.
struct Program {
    shapes: TokenStream,
    arguments: TokenStream,
    shown: TokenStream,
    body: TokenStream,
    /// The focus, seen through what a sketch gives.
    resolved: TokenStream,
    /// What texts begin with.
    leads: TokenStream,
    /// How what was made is compared with the focus, where draws are tried.
    comparison: Option<TokenStream>,
}

/// What decides whether the function is there at all holds for everything that it becomes.
fn cfgs(function: &ItemFn) -> Vec<&syn::Attribute> {
    function.attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect()
}

/// Gives a name to each `impl Trait` of an argument, which a struct has to name.
fn name_opaque(node: Node<'_>, named: &mut Vec<syn::TypeParam>) {
    match node {
        Node::Function(_) | Node::Type(Type::FnPtr(_)) => {}
        Node::Type(ty @ Type::ImplTrait(_)) => {
            let name = format_ident!("__G{}", named.len());
            let opaque = std::mem::replace(ty, parse_quote!(#name));
            let mut param = syn::TypeParam::from(name);
            if let Type::ImplTrait(opaque) = opaque {
                param.bounds = opaque.bounds;
            }
            named.push(param);
        }
        node => walk(node, &mut |node| name_opaque(node, named)),
    }
}
