//! Questions about syntax.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Block, Expr, Pat, Stmt, Type};

use crate::body::PICKS;
use crate::result::{here, is_constructor};
use crate::source::written;
use crate::walk::{Node, walk};

/// The last name of the function that is called: `draw` or `mirrorcheck::draw`.
pub(crate) fn called(call: &syn::ExprCall) -> Option<String> {
    let Expr::Path(path) = &*call.func else { return None };
    let segments = &path.path.segments;
    let known = segments.len() == 1 || segments.first().is_some_and(|first| first.ident == "mirrorcheck");
    segments.last().filter(|_| known).map(|last| last.ident.to_string())
}

/// Whether what is drawn says itself where to look.
pub(crate) fn is_part(generator: &Expr) -> bool {
    matches!(strip(generator), Expr::MethodCall(call)
        if ["at", "at_sketch", "try_at"].iter().any(|at| call.method == at))
}

/// The closure in `.at(|whole| …)` takes the whole result; its type need not be written.
pub(crate) fn type_whole(part: &mut Expr, value: &Type) {
    let Expr::MethodCall(call) = part else { return };
    let Some(Expr::Closure(look)) = call.args.first_mut() else { return };
    if let [only] = look.inputs.iter_mut().collect::<Vec<_>>().as_mut_slice() {
        if matches!(only, Pat::Ident(_) | Pat::Wild(_) | Pat::Tuple(_) | Pat::TupleStruct(_) | Pat::Struct(_)) {
            **only = Pat::Type(syn::PatType {
                attrs: Vec::new(),
                pat: Box::new(only.clone()),
                colon_token: Default::default(),
                ty: syn::parse_quote!(&#value),
            });
        }
    }
}

pub(crate) fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        Expr::Group(inner) => strip(&inner.expr),
        expr => expr,
    }
}

pub(crate) fn strip_type(pat: &Pat) -> &Pat {
    match pat {
        Pat::Type(typed) => strip_type(&typed.pat),
        Pat::Paren(inner) => strip_type(&inner.pat),
        pat => pat,
    }
}

/// Whether an expression ends in a draw on some way.
pub(crate) fn drawn_in_tail(expr: &Expr) -> bool {
    let block = |block: &Block| matches!(block.stmts.last(), Some(Stmt::Expr(last, None)) if drawn_in_tail(last));
    match expr {
        Expr::Paren(inner) => drawn_in_tail(&inner.expr),
        Expr::Group(inner) => drawn_in_tail(&inner.expr),
        Expr::Call(call) => called(call).as_deref() == Some("draw") && call.args.len() == 1,
        Expr::Block(inner) => block(&inner.block),
        Expr::If(branch) => {
            branch.else_branch.as_ref().is_some_and(|(_, other)| block(&branch.then_branch) || drawn_in_tail(other))
        }
        Expr::Match(chosen) => chosen.arms.iter().any(|arm| drawn_in_tail(&arm.body)),
        _ => false,
    }
}

/// Whether control never reaches the end of a block.
pub(crate) fn always_leaves(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(expr, _)) => leaves(expr),
        Some(Stmt::Macro(mac)) => diverges(&mac.mac),
        _ => false,
    }
}

pub(crate) fn leaves(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Return(_) => true,
        Expr::Macro(mac) => diverges(&mac.mac),
        Expr::Block(inner) => always_leaves(&inner.block),
        Expr::If(branch) => {
            always_leaves(&branch.then_branch) && branch.else_branch.as_ref().is_some_and(|(_, other)| leaves(other))
        }
        Expr::Match(chosen) => chosen.arms.iter().all(|arm| leaves(&arm.body)),
        _ => false,
    }
}

pub(crate) fn diverges(mac: &syn::Macro) -> bool {
    ["panic", "unreachable", "todo", "unimplemented"].iter().any(|name| mac.path.is_ident(name))
}

/// The names that a pattern binds.
pub(crate) fn collect_names(pat: &Pat, names: &mut Vec<Ident>) {
    fn collect(node: Node<'_>, names: &mut Vec<Ident>) {
        let Node::Pat(pat) = node else { return };
        if let Pat::Ident(name) = pat {
            // A capital is a constant or a constructor.
            if !name.ident.to_string().starts_with(char::is_uppercase) {
                names.push(name.ident.clone());
            }
        }
        walk(Node::Pat(pat), &mut |node| collect(node, names));
    }

    collect(Node::Pat(&mut pat.clone()), names);
}

/// The expression that a pattern takes apart, if it leaves nothing out.
pub(crate) fn rebuilt(pat: &Pat) -> Option<TokenStream> {
    let all = |pats: &mut dyn Iterator<Item = &Pat>| pats.map(rebuilt).collect::<Option<Vec<_>>>();
    match pat {
        Pat::Type(typed) => rebuilt(&typed.pat),
        Pat::Paren(inner) => rebuilt(&inner.pat),
        Pat::Ident(name) if name.mutability.is_none() && name.by_ref.is_none() && name.subpat.is_none() => {
            Some(name.ident.to_token_stream())
        }
        Pat::Tuple(tuple) => all(&mut tuple.elems.iter()).map(|parts| quote!((#(#parts,)*))),
        Pat::TupleStruct(made) => {
            let path = &made.path;
            all(&mut made.elems.iter()).map(|parts| quote!(#path(#(#parts),*)))
        }
        Pat::Struct(made) if made.rest.is_none() => {
            let path = &made.path;
            let members = made.fields.iter().map(|field| &field.member);
            all(&mut made.fields.iter().map(|field| &*field.pat)).map(|parts| quote!(#path { #(#members: #parts),* }))
        }
        Pat::Slice(list) => all(&mut list.elems.iter()).map(|parts| quote!([#(#parts),*])),
        _ => None,
    }
}

/// The most characters of an expression in a message.
const SHORT: usize = 60;

/// The source of an expression, if it is short enough for a message.
pub(crate) fn text_of(expr: &dyn ToTokens) -> Option<String> {
    let text = written(expr.to_token_stream());
    (text.chars().count() <= SHORT && !text.contains('\n')).then_some(text)
}

/// How the source of a long expression begins, in one line.
pub(crate) fn beginning_of(expr: &dyn ToTokens) -> String {
    let text = written(expr.to_token_stream()).split_whitespace().collect::<Vec<&str>>().join(" ");
    let short: String = text.chars().take(SHORT).collect();
    if short.len() < text.len() { format!("{}…", short.trim_end()) } else { short }
}

/// Whether a literal can stand in a pattern as it is.
pub(crate) fn is_plain(literal: &syn::Lit) -> bool {
    matches!(literal, syn::Lit::Int(_) | syn::Lit::Bool(_) | syn::Lit::Char(_) | syn::Lit::Byte(_))
}

/// Whether a path names a constructor without fields: not a constant, which is written in capitals.
pub(crate) fn is_unit(path: &syn::Path) -> bool {
    let is_constant = path.segments.last().is_some_and(|segment| {
        let name = segment.ident.to_string();
        name.len() > 1 && !name.contains(char::is_lowercase)
    });
    is_constructor(path) && !is_constant
}

/// A weight that is known when compiling.
pub(crate) fn literal_weight(weight: &Expr) -> Option<TokenStream> {
    let Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) = strip(weight) else { return None };
    let value: u64 = int.base10_parse().ok()?;
    Some(quote_spanned!(here(int.span())=> #value))
}

/// The names of alternatives, and a label that stands twice.
pub(crate) fn names_of(
    labels: &[Expr],
    computed: &mut dyn FnMut(&Expr) -> TokenStream,
) -> (TokenStream, Option<(Span, String)>) {
    if labels.is_empty() {
        return (quote!(::mirrorcheck::language::Names::Unnamed), None);
    }
    let literals: Vec<syn::LitStr> = labels
        .iter()
        .filter_map(|label| match strip(label) {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(literal), .. }) => Some(literal.clone()),
            _ => None,
        })
        .collect();
    let mut seen = Vec::new();
    let mut repeated = None;
    for literal in &literals {
        let label = literal.value();
        if repeated.is_none() && !label.is_empty() && seen.contains(&label) {
            repeated = Some((literal.span(), label.clone()));
        }
        seen.push(label);
    }
    if literals.len() == labels.len() {
        return (quote!(::mirrorcheck::language::Names::Literals(&[#(#literals),*])), repeated);
    }
    let labels = labels.iter().map(|label| {
        let label = computed(label);
        quote!(::core::convert::AsRef::<str>::as_ref(&#label))
    });
    (quote!(::mirrorcheck::language::Names::Labels(&[#(#labels),*])), repeated)
}

/// A call of `draw` or `pick` among tokens that cannot be read.
pub(crate) fn find_call(tokens: TokenStream) -> Option<(Span, String)> {
    let mut before: Option<Ident> = None;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            if let Some(name) = &before {
                let is_call = group.delimiter() == proc_macro2::Delimiter::Parenthesis;
                let known = name == "draw" || name == "assume" || PICKS.iter().any(|(pick, ..)| name == pick);
                if is_call && known {
                    return Some((name.span(), name.to_string()));
                }
            }
            if let Some(found) = find_call(group.stream()) {
                return Some(found);
            }
        }
        before = match token {
            TokenTree::Ident(name) => Some(name),
            _ => None,
        };
    }
    None
}

/// Whether a name is among tokens.
pub(crate) fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(here) => here == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}
