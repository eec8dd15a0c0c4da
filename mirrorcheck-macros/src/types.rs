//! Questions about types, and names for what is left out in them.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Generics, Lifetime, Type};

use crate::walk::{Node, walk};

/// Where an `impl Trait` stands in a type.
pub(crate) fn find_opaque(ty: &Type) -> Option<Span> {
    fn find(node: Node<'_>, found: &mut Option<Span>) {
        match node {
            Node::Type(Type::ImplTrait(opaque)) => drop(found.get_or_insert(opaque.span())),
            node => walk(node, &mut |node| find(node, found)),
        }
    }

    let mut found = None;
    find(Node::Type(&mut ty.clone()), &mut found);
    found
}

/// Whether a type has a lifetime or a type parameter in it, so that it may borrow.
pub(crate) fn mentions(generics: &Generics, ty: &Type) -> bool {
    fn find(node: Node<'_>, generics: &Generics, found: &mut bool) {
        match &node {
            Node::Path(path) => {
                *found |= path.segments.first().is_some_and(|first| {
                    first.ident == "Self" && borrows(generics)
                        || generics.type_params().any(|param| param.ident == first.ident)
                });
            }
            Node::Lifetime(lifetime) => *found |= lifetime.ident != "static",
            _ => {}
        }
        walk(node, &mut |node| find(node, generics, found));
    }

    let mut found = false;
    find(Node::Type(&mut ty.clone()), generics, &mut found);
    found
}

/// Whether a type with these parameters may borrow, so that it has no identity at run time.
pub(crate) fn borrows(generics: &Generics) -> bool {
    generics.lifetimes().next().is_some() || generics.type_params().next().is_some()
}

/// Whose lifetimes to name.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Scope {
    /// The lifetimes of the type itself. Those in `Fn(&T) -> &U` and `fn(&T)` belong to the function.
    Own,
    Everywhere,
}

/// Puts a lifetime where one is left out. `name` is told where it will stand.
pub(crate) fn name_lifetimes(mut node: Node<'_>, scope: Scope, name: &mut dyn FnMut(Span) -> Lifetime) {
    match &mut node {
        Node::Function(_) | Node::Type(Type::FnPtr(_)) if scope == Scope::Own => return,
        Node::Type(Type::Reference(reference)) if reference.lifetime.is_none() => {
            reference.lifetime = Some(name(Span::call_site()));
        }
        Node::Lifetime(lifetime) if lifetime.ident == "_" => **lifetime = name(lifetime.span()),
        _ => {}
    }
    walk(node, &mut |node| name_lifetimes(node, scope, name));
}
