//! A result, read as a pattern: which places of it show what was drawn, and which are to be compared.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::syntax::{beginning_of, text_of};

/// An expression that builds a result, as the pattern that takes it apart.
pub(crate) enum Shown {
    /// The value of a draw, by its number.
    Draw(usize),
    /// A variable out of the pattern that a draw was bound to.
    Part(usize, Ident),
    /// Computed, with its text: compared with what stands there.
    Computed(String),
    /// A literal or a constant.
    Constant(TokenStream, Option<String>),
    /// A constructor with its fields, or a tuple (without a path), by name.
    Made { path: Option<syn::Path>, named: bool, fields: Vec<(syn::Member, Shown)> },
    /// An array; `vec` if it is one on the heap.
    List { vec: bool, items: Vec<Shown> },
    /// Behind a `Box`, `Rc` or `Arc`.
    Pointer(Box<Shown>),
}

/// What is wanted from a pattern.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'a> {
    /// Only whether it matches.
    Nothing,
    /// The place of a draw.
    Draw(usize),
    /// The place of a variable out of a draw's pattern.
    Part(usize, &'a Ident),
    /// All places that are compared.
    Computed,
}

/// Statements that take a reference apart, and the variables that hold what was wanted.
pub(crate) struct TakenApart {
    pub(crate) statements: TokenStream,
    pub(crate) places: Vec<(Ident, String)>,
}

impl Shown {
    /// A part that is computed, with its text for messages, the first of it if it is long.
    pub(crate) fn computed(expr: &dyn ToTokens) -> Shown {
        Shown::Computed(text_of(expr).unwrap_or_else(|| beginning_of(expr)))
    }

    /// Takes `value`, a reference, apart; `fail` is what to do where it does not match.
    pub(crate) fn take_apart(&self, value: &Ident, prefix: &str, wanted: Wanted<'_>, fail: &TokenStream) -> TakenApart {
        let mut taken = TakenApart { statements: TokenStream::new(), places: Vec::new() };
        let mut todo = vec![(value.clone(), self)];
        let mut names = 0;
        // A pattern cannot look through a pointer: each one begins a new statement.
        while let Some((value, shown)) = todo.pop() {
            let mut context =
                Context { prefix, wanted, names: &mut names, places: &mut taken.places, below: Vec::new(), top: true };
            let (pattern, refutable) = shown.pattern(&mut context);
            let below = context.below;
            let value = match shown {
                Shown::List { vec: true, .. } => quote!(#value.as_slice()),
                _ => quote!(#value),
            };
            match refutable {
                Refutable::No => {}
                Refutable::Binds => taken.statements.extend(quote!(let #pattern = #value;)),
                Refutable::Yes => taken.statements.extend(quote!(let #pattern = #value else { #fail };)),
            }
            for (name, shown) in below {
                let (inner, shown) = match shown {
                    Shown::Pointer(inner) => (quote!(&**#name), &**inner),
                    shown => (quote!(#name), shown),
                };
                taken.statements.extend(quote!(let #name = #inner;));
                todo.push((name, shown));
            }
        }
        taken
    }

    /// Whether anything in it is compared.
    pub(crate) fn has_computed(&self) -> bool {
        match self {
            Shown::Computed(_) => true,
            Shown::Draw(_) | Shown::Part(..) | Shown::Constant(..) => false,
            Shown::Made { fields, .. } => fields.iter().any(|(_, shown)| shown.has_computed()),
            Shown::List { items, .. } => items.iter().any(Shown::has_computed),
            Shown::Pointer(inner) => inner.has_computed(),
        }
    }

    /// Where it has something that can fail to match.
    pub(crate) fn is_refutable(&self) -> bool {
        match self {
            Shown::Draw(_) | Shown::Part(..) | Shown::Computed(_) => false,
            Shown::Constant(..) => true,
            Shown::Made { path, fields, .. } => path.is_some() || fields.iter().any(|(_, shown)| shown.is_refutable()),
            Shown::List { vec, items } => *vec || items.iter().any(Shown::is_refutable),
            Shown::Pointer(inner) => inner.is_refutable(),
        }
    }

    /// Its shape, for comparing with a sketch.
    pub(crate) fn shape(&self) -> TokenStream {
        let shape = quote!(::mirrorcheck::language::Shape);
        let fields = |fields: Vec<(String, &Shown)>| {
            let fields = fields.into_iter().map(|(name, shown)| {
                let shown = shown.shape();
                quote!((#name, #shown))
            });
            quote!(&[#(#fields),*])
        };
        match self {
            Shown::Draw(_) | Shown::Part(..) | Shown::Computed(_) | Shown::Constant(_, None) => quote!(#shape::Any),
            Shown::Constant(_, Some(name)) => quote!(#shape::Of(#name, &[])),
            Shown::Pointer(inner) => inner.shape(),
            Shown::Made { path, fields: all, .. } => {
                let name = constructor(path.as_ref());
                let fields = fields(all.iter().map(|(name, shown)| (member(name), shown)).collect());
                quote!(#shape::Of(#name, #fields))
            }
            Shown::List { items, .. } => {
                let fields = fields(items.iter().enumerate().map(|(i, shown)| (i.to_string(), shown)).collect());
                quote!(#shape::Of("[]", #fields))
            }
        }
    }

    /// The way to a draw in a sketch: constructors and fields.
    pub(crate) fn path_to(&self, draw: usize) -> Option<Vec<(String, String)>> {
        let below = |step: (String, String), shown: &Shown| {
            shown.path_to(draw).map(|mut path| {
                path.insert(0, step);
                path
            })
        };
        match self {
            Shown::Draw(here) => (*here == draw).then(Vec::new),
            Shown::Part(..) | Shown::Computed(_) | Shown::Constant(..) => None,
            Shown::Pointer(inner) => inner.path_to(draw),
            Shown::Made { path, fields, .. } => {
                fields.iter().find_map(|(name, shown)| below((constructor(path.as_ref()), member(name)), shown))
            }
            Shown::List { items, .. } => {
                items.iter().enumerate().find_map(|(i, shown)| below(("[]".to_owned(), i.to_string()), shown))
            }
        }
    }

    fn pattern<'s>(&'s self, context: &mut Context<'_, 's>) -> (TokenStream, Refutable) {
        match self {
            Shown::Draw(draw) => context.place(matches!(context.wanted, Wanted::Draw(wanted) if wanted == *draw), ""),
            Shown::Part(draw, name) => {
                let wanted = matches!(context.wanted, Wanted::Part(here, part) if here == *draw && part == name);
                context.place(wanted, "")
            }
            Shown::Computed(text) => context.place(matches!(context.wanted, Wanted::Computed), text),
            Shown::Constant(tokens, _) => (tokens.clone(), Refutable::Yes),
            Shown::Pointer(inner) => context.below(self, inner),
            Shown::List { vec: true, .. } if !context.top => context.below(self, self),
            Shown::List { items, .. } => {
                let vec = matches!(self, Shown::List { vec: true, .. });
                let (patterns, refutable) = context.all(items.iter());
                (quote!([#(#patterns),*]), if vec { Refutable::Yes } else { refutable })
            }
            Shown::Made { path, named, fields } => {
                let (patterns, refutable) = context.all(fields.iter().map(|(_, shown)| shown));
                match path {
                    None => (quote!((#(#patterns,)*)), refutable),
                    Some(path) if *named => {
                        let names = fields.iter().map(|(name, _)| name);
                        (quote!(#path { #(#names: #patterns),* }), Refutable::Yes)
                    }
                    Some(path) => (quote!(#path(#(#patterns),*)), Refutable::Yes),
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Refutable {
    /// It matches, and nothing is bound.
    No,
    Binds,
    Yes,
}

struct Context<'c, 's> {
    prefix: &'c str,
    wanted: Wanted<'c>,
    names: &'c mut usize,
    places: &'c mut Vec<(Ident, String)>,
    below: Vec<(Ident, &'s Shown)>,
    top: bool,
}

impl<'s> Context<'_, 's> {
    fn name(&mut self) -> Ident {
        *self.names += 1;
        format_ident!("__{}{}", self.prefix, *self.names, span = Span::call_site())
    }

    fn place(&mut self, wanted: bool, text: &str) -> (TokenStream, Refutable) {
        if !wanted {
            return (quote!(_), Refutable::No);
        }
        let name = self.name();
        self.places.push((name.clone(), text.to_owned()));
        (name.to_token_stream(), Refutable::Binds)
    }

    /// Something behind a pointer, if there is anything to see.
    fn below(&mut self, whole: &'s Shown, inner: &'s Shown) -> (TokenStream, Refutable) {
        if !inner.is_refutable() && !inner.holds(self.wanted) {
            return (quote!(_), Refutable::No);
        }
        let name = self.name();
        self.below.push((name.clone(), whole));
        (name.to_token_stream(), Refutable::Binds)
    }

    fn all(&mut self, items: impl Iterator<Item = &'s Shown>) -> (Vec<TokenStream>, Refutable) {
        self.top = false;
        let mut refutable = Refutable::No;
        let mut patterns = Vec::new();
        for shown in items {
            let (pattern, here) = shown.pattern(self);
            patterns.push(pattern);
            if here > refutable {
                refutable = here;
            }
        }
        (patterns, refutable)
    }
}

impl Shown {
    pub(crate) fn holds(&self, wanted: Wanted<'_>) -> bool {
        match (self, wanted) {
            (_, Wanted::Nothing) => false,
            (Shown::Draw(here), Wanted::Draw(draw)) => *here == draw,
            (Shown::Part(here, name), Wanted::Part(draw, part)) => *here == draw && name == part,
            (Shown::Computed(_), Wanted::Computed) => true,
            (Shown::Made { fields, .. }, _) => fields.iter().any(|(_, shown)| shown.holds(wanted)),
            (Shown::List { items, .. }, _) => items.iter().any(|shown| shown.holds(wanted)),
            (Shown::Pointer(inner), _) => inner.holds(wanted),
            _ => false,
        }
    }
}

/// The name of a constructor in sketches.
pub(crate) fn constructor(path: Option<&syn::Path>) -> String {
    path.and_then(|path| path.segments.last()).map_or_else(|| "()".to_owned(), |segment| segment.ident.to_string())
}

pub(crate) fn member(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => name.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

/// Whether a path names a constructor or a constant: by Rust's convention those begin with a capital.
pub(crate) fn is_constructor(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|segment| {
        segment.ident.to_string().trim_start_matches('_').starts_with(|c: char| c.is_uppercase())
    })
}

/// `Box::new` and its like, which show what they hold.
pub(crate) fn is_pointer(path: &syn::Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    matches!(names.as_slice(), [.., pointer, new] if new == "new" && ["Box", "Rc", "Arc"].contains(&pointer.as_str()))
}

/// Where an error should point, with the names of the macro's own call: those of the expansion all see each other.
pub(crate) fn here(span: Span) -> Span {
    Span::call_site().located_at(span)
}
