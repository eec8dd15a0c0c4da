//! Generators that are methods: an attribute on an `impl` block, which can put what each of them becomes beside the block.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{FnArg, GenericParam, Generics, ImplItem, ImplItemFn, ItemFn, ItemImpl, Receiver, ReceiverKind, Type};

use crate::signature::{self, Mode};
use crate::syntax::find_call;
use crate::types::{Scope, name_lifetimes};
use crate::walk::Node;

/// The `impl` block around a generator.
pub(crate) struct Owner {
    /// What a type of the generator's own begins with.
    pub(crate) name: String,
    /// The names of the parameters of the block: the function itself does not take them.
    parameters: Vec<String>,
    /// Whether the generator takes `self`.
    pub(crate) has_receiver: bool,
}

impl Owner {
    /// What the method itself has of all parameters.
    pub(crate) fn own<'g>(&self, generics: &'g Generics) -> Vec<&'g GenericParam> {
        generics.params.iter().filter(|param| !self.parameters.contains(&name_of(param))).collect()
    }
}

/// What stands for `self` in a body.
pub(crate) fn receiver(span: Span) -> Ident {
    Ident::new("__self", Span::call_site().located_at(span))
}

/// Expands the functions of a block that draw; if some of them are marked, those.
pub(crate) fn expand(mut block: ItemImpl, mode: Mode) -> syn::Result<TokenStream> {
    if let Some((path, _)) = &block.trait_ {
        let message = "a generator cannot be a method of a trait: write an `impl` block without one";
        return Err(syn::Error::new(path.span(), message));
    }
    let mut unnamed = Vec::new();
    name_lifetimes(Node::Type(&mut block.self_ty), Scope::Own, &mut |span| {
        let name = syn::Lifetime::new(&format!("'__s{}", unnamed.len()), span);
        unnamed.push(name.clone());
        name
    });
    for name in unnamed {
        block.generics.params.insert(0, GenericParam::Lifetime(syn::LifetimeParam::new(name)));
    }
    let modes: Vec<Option<Mode>> = block.items.iter_mut().map(|item| marked(item, mode)).collect::<syn::Result<_>>()?;
    let are_marked = modes.iter().any(Option::is_some);
    let mut beside = Vec::new();
    let mut items = Vec::new();
    for (item, marked) in std::mem::take(&mut block.items).into_iter().zip(modes) {
        match item {
            ImplItem::Fn(method) if marked.is_some() || !are_marked && draws(&method) => {
                let (function, owner) = alone(&block, &method)?;
                let made = signature::expand_function(&function, marked.unwrap_or(mode), Some(owner))?;
                items.push(made.function);
                beside.push(made.beside);
            }
            item => items.push(item.to_token_stream()),
        }
    }
    if beside.is_empty() {
        let message = "there is no generator in this block: none of its functions draws";
        return Err(syn::Error::new(block.self_ty.span(), message));
    }
    let ItemImpl { attrs, unsafety, generics, self_ty, .. } = &block;
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    Ok(quote! {
        #(#attrs)*
        #unsafety impl #impl_generics #self_ty #where_clause { #(#items)* }
        #(#beside)*
    })
}

/// Takes `#[generator]` off a function of the block, if it is there.
fn marked(item: &mut ImplItem, mode: Mode) -> syn::Result<Option<Mode>> {
    let ImplItem::Fn(method) = item else { return Ok(None) };
    let is_mark = |attr: &syn::Attribute| attr.path().segments.last().is_some_and(|last| last.ident == "generator");
    let Some(at) = method.attrs.iter().position(is_mark) else { return Ok(None) };
    let attr = method.attrs.remove(at);
    match &attr.meta {
        syn::Meta::Path(_) => Ok(Some(mode)),
        syn::Meta::List(list) => Mode::of(&list.tokens).map(Some),
        syn::Meta::NameValue(_) => Mode::of(&attr.meta.to_token_stream()).map(Some),
    }
}

fn draws(method: &ImplItemFn) -> bool {
    let is_opaque =
        matches!(&method.sig.output, syn::ReturnType::Type(_, ty) if crate::types::find_opaque(ty).is_some());
    !is_opaque && find_call(method.block.to_token_stream()).is_some()
}

/// The method as a function of its own, which knows the type by its name.
fn alone(block: &ItemImpl, method: &ImplItemFn) -> syn::Result<(ItemFn, Owner)> {
    let ty = &block.self_ty;
    let path = path_of(ty);
    let ImplItemFn { attrs, vis, sig, block: body, .. } = method;
    let mut sig = sig.clone();
    let mut has_receiver = false;
    if let Some(FnArg::Receiver(taken)) = sig.inputs.first() {
        let (name, mutability) = (receiver(taken.self_token.span()), &taken.mutability);
        let ty = receiver_type(taken, ty)?;
        sig.inputs[0] = syn::parse_quote!(#mutability #name: #ty);
        has_receiver = true;
    }
    let renamed = renamed(quote!(#sig #body), &path);
    let mut function: ItemFn = syn::parse2(quote!(#(#attrs)* #vis #renamed))?;
    function.attrs.extend(block.attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned());
    let parameters = block.generics.params.iter().map(name_of).collect();
    let own = std::mem::replace(&mut function.sig.generics, block.generics.clone());
    let (lifetimes, others): (Vec<_>, Vec<_>) =
        own.params.into_iter().partition(|param| matches!(param, GenericParam::Lifetime(_)));
    lifetimes.into_iter().for_each(|lifetime| function.sig.generics.params.insert(0, lifetime));
    function.sig.generics.params.extend(others);
    if let Some(clause) = own.where_clause {
        function.sig.generics.make_where_clause().predicates.extend(clause.predicates);
    }
    let name = match &**ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.unraw().to_string()),
        _ => None,
    };
    let name = format!("{}_", name.unwrap_or_else(|| "type".to_owned()));
    Ok((function, Owner { name, parameters, has_receiver }))
}

fn receiver_type(taken: &Receiver, ty: &Type) -> syn::Result<TokenStream> {
    match &taken.kind {
        ReceiverKind::Value => Ok(quote!(#ty)),
        ReceiverKind::Reference(and, lifetime, None) => Ok(quote!(#and #lifetime #ty)),
        _ => {
            let message = "a generator runs many times, so that it takes `&self` or `self`, or no `self` at all";
            Err(syn::Error::new(taken.span(), message))
        }
    }
}

fn name_of(param: &GenericParam) -> String {
    match param {
        GenericParam::Lifetime(param) => param.lifetime.to_string(),
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
    }
}

/// The type as it may stand wherever `Self` may: in types, expressions and patterns.
fn path_of(ty: &Type) -> TokenStream {
    let Type::Path(syn::TypePath { qself: None, path, .. }) = ty else { return quote!(<#ty>) };
    let mut path = path.clone();
    for segment in &mut path.segments {
        if let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token.get_or_insert_with(Default::default);
        }
    }
    path.to_token_stream()
}

/// `self` and `Self` under their other names. A path may begin with `self::`, which is a module.
fn renamed(tokens: TokenStream, ty: &TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut all = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), renamed(group.stream(), ty));
                inner.set_span(group.span());
                all.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(name) if name == "Self" => all.extend(ty.clone()),
            TokenTree::Ident(name) if name == "self" => {
                let is_module = matches!(tokens.peek(), Some(TokenTree::Punct(next))
                    if next.as_char() == ':' && next.spacing() == proc_macro2::Spacing::Joint);
                let name = if is_module { name } else { receiver(name.span()) };
                all.extend([TokenTree::Ident(name)]);
            }
            token => all.extend([token]),
        }
    }
    all
}

/// The name of a type for a generator of a block.
pub(crate) fn type_name(owner: Option<&Owner>, name: &Ident) -> Ident {
    let owner = owner.map_or("", |owner| owner.name.as_str());
    format_ident!("__generator_{}{}", owner, name.unraw(), span = name.span())
}
