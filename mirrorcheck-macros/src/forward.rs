//! The body of a generator that only runs forward: draws and picks may stand anywhere, in direct style.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprCall, Type};

use crate::body::{check, or_reject};
use crate::result::here;
use crate::source::written;
use crate::syntax::{called, is_part, literal_weight, names_of, strip, type_whole};
use crate::tried::mark::{Marked, counted, marked};
use crate::walk::{Node, walk};
use crate::{advice, groups};

/// Rewrites the picks of a body. Draws are plain function calls already.
pub(crate) fn read(block: &Block) -> syn::Result<TokenStream> {
    let mut block = block.clone();
    groups::wrap(&mut block);
    rewrite(&mut block, Style::Direct(None))
}

/// Rewrites draws and picks.
pub(crate) fn rewrite(block: &mut Block, style: Style<'_>) -> syn::Result<TokenStream> {
    let mut picks = Picks { errors: Vec::new(), style, in_closure: false };
    picks.visit(Node::Block(block));
    check(picks.errors)?;
    let statements = &block.stmts;
    Ok(quote!(#(#statements)*))
}

/// How a draw is written.
pub(crate) trait Draws {
    /// What is known of where the value of this draw is, as the arguments of a function before the generator.
    fn arguments(&self, draw: usize, call: &ExprCall) -> TokenStream;

    /// An expression that makes an item, with the closures inside of it that have calls to be counted.
    fn item(&self, item: usize, is_counted: bool, inner: &[usize], value: TokenStream) -> TokenStream;

    /// The type of the whole result.
    fn whole(&self) -> &Type;
}

/// What draws and picks become.
pub(crate) enum Style<'d> {
    /// Calls of plain functions, wherever they stand. Where they are to run backward, it is said where to look.
    Direct(Option<&'d dyn Draws>),
    /// Code that knows `__cx`, and leaves the body with an `Err`.
    Straight(&'d dyn Draws),
}

struct Picks<'d> {
    errors: Vec<syn::Error>,
    style: Style<'d>,
    in_closure: bool,
}

impl Picks<'_> {
    fn visit(&mut self, node: Node<'_>) {
        match node {
            Node::Expr(expr) => self.rewrite(expr),
            Node::Macro(mac) => self.rewrite_in_macro(mac),
            node => walk(node, &mut |node| self.visit(node)),
        }
    }

    fn rewrite(&mut self, expr: &mut Expr) {
        let call = match expr {
            Expr::Call(call) => call,
            Expr::Closure(closure) => {
                let outer = std::mem::replace(&mut self.in_closure, true);
                self.rewrite(&mut closure.body);
                self.in_closure = outer;
                return;
            }
            Expr::Return(returned) if matches!(self.style, Style::Straight(_)) && !self.in_closure => {
                if let Some(value) = &mut returned.expr {
                    self.rewrite(value);
                }
                let value = returned.expr.as_ref().map_or_else(|| quote!(()), ToTokens::to_token_stream);
                *expr = Expr::Verbatim(quote!(return ::core::result::Result::Ok(#value)));
                return;
            }
            expr => return walk(Node::Expr(expr), &mut |node| self.visit(node)),
        };
        if let Some(mark) = marked(call) {
            *expr = Expr::Verbatim(self.marked(mark, call));
            return;
        }
        let (name, arity, shape) = match called(call).as_deref() {
            // In the argument of a draw generators are built, and `pick` is a combinator.
            Some("draw") => {
                let generator = &call.args;
                *expr =
                    Expr::Verbatim(quote_spanned!(here(call.span())=> ::mirrorcheck::language::draw_here(#generator)));
                return;
            }
            Some("pick_from") => {
                let (items, span) = (&call.args, here(call.span()));
                *expr = Expr::Verbatim(match self.style {
                    Style::Direct(_) => quote_spanned!(span=> ::mirrorcheck::language::pick_from_here(#items)),
                    Style::Straight(_) => {
                        let picked = or_reject(quote_spanned!(span=>
                            ::mirrorcheck::language::pick_from(__cx, #items, ::mirrorcheck::Focus::Free)));
                        quote!((#picked))
                    }
                });
                return;
            }
            Some("assume") if matches!(self.style, Style::Straight(_)) && call.args.len() == 1 => {
                let condition = &mut call.args[0];
                let text = written(condition.to_token_stream());
                self.rewrite(condition);
                *expr = Expr::Verbatim(quote_spanned!(here(condition.span())=> if !(#condition) {
                    return ::core::result::Result::Err(::mirrorcheck::language::fails(__cx, #text));
                }));
                return;
            }
            Some("pick") => ("pick", 3, "(weight, \"label\", value)"),
            Some("labeled") => ("labeled", 2, "(\"label\", value)"),
            Some("frequency") => ("frequency", 2, "(weight, value)"),
            Some("oneof") => ("oneof", 1, "value"),
            _ => return walk(Node::Expr(expr), &mut |node| self.visit(node)),
        };
        let Some(Expr::Array(list)) = call.args.first_mut() else {
            self.errors.push(syn::Error::new(call.span(), advice::alternatives(name, shape)));
            return;
        };
        let (mut weights, mut labels, mut arms) = (Vec::new(), Vec::new(), Vec::new());
        let count = list.elems.len();
        for (i, alternative) in list.elems.iter_mut().enumerate() {
            let mut parts: Vec<Expr> = match strip(alternative) {
                Expr::Tuple(tuple) if arity > 1 => tuple.elems.iter().cloned().collect(),
                alternative => vec![alternative.clone()],
            };
            if parts.len() != arity {
                self.errors.push(syn::Error::new(alternative.span(), advice::alternative(name, shape)));
                continue;
            }
            parts.iter_mut().for_each(|part| self.rewrite(part));
            weights.push(match name {
                "pick" | "frequency" => literal_weight(&parts[0]).unwrap_or_else(|| {
                    let weight = &parts[0];
                    quote!(::mirrorcheck::language::weight(#weight))
                }),
                _ => quote!(1u64),
            });
            if matches!(name, "pick" | "labeled") {
                labels.push(parts[arity - 2].clone());
            }
            let pattern = if i + 1 == count { quote!(_) } else { i.into_token_stream() };
            let value = &parts[arity - 1];
            arms.push(quote!(#pattern => #value,));
        }
        if count == 0 {
            *expr = Expr::Verbatim(match self.style {
                Style::Direct(_) => quote_spanned!(here(call.span())=> ::mirrorcheck::language::nothing_here()),
                Style::Straight(_) => {
                    quote!(return ::core::result::Result::Err(::mirrorcheck::language::nothing(__cx)))
                }
            });
            return;
        }
        let (names, repeated) = names_of(&labels, &mut ToTokens::to_token_stream);
        if let Some((span, label)) = repeated {
            self.errors.push(syn::Error::new(span, advice::repeated_label(&label)));
        }
        if let Style::Straight(_) = self.style {
            let picked = or_reject(quote!(__cx.pick(&[#(#weights),*], #names, ::core::option::Option::None)));
            *expr = Expr::Verbatim(quote_spanned!(here(call.span())=> (match #picked { #(#arms)* })));
            return;
        }
        *expr = Expr::Verbatim(quote_spanned!(here(call.span())=> {
            let __group = ::mirrorcheck::language::Group::new();
            let __value = match ::mirrorcheck::language::pick_here(&[#(#weights),*], #names) { #(#arms)* };
            ::core::mem::drop(__group);
            __value
        }));
    }

    /// What is read backward.
    fn marked(&mut self, mark: Marked, call: &mut ExprCall) -> TokenStream {
        let (Style::Direct(Some(draws)) | Style::Straight(draws)) = self.style else { return quote!(#call) };
        let span = here(call.span());
        match mark {
            Marked::Restart(item) => {
                let (receiver, calls) = (&mut call.args[0], format_ident!("__calls_{item}"));
                self.rewrite(receiver);
                quote_spanned!(span=> ::mirrorcheck::language::undo::restarted(#calls, #receiver))
            }
            Marked::Item(item) | Marked::Call(item) => {
                let mut inner = Vec::new();
                counted(Node::Expr(&mut call.args[0]), &mut inner);
                self.rewrite(&mut call.args[0]);
                let is_counted = mark == Marked::Call(item);
                draws.item(item, is_counted, &inner, call.args[0].to_token_stream())
            }
            Marked::Draw(draw) => {
                let arguments = draws.arguments(draw, call);
                let generator = &mut call.args[0];
                let what = if is_part(generator) { "part" } else { "draw" };
                type_whole(generator, draws.whole());
                // What is drawn in the argument is drawn first; generators are built there, and `pick` is a combinator.
                Inner(self).visit(Node::Expr(generator));
                if let Style::Direct(_) = self.style {
                    let draw = format_ident!("try_{what}_here", span = span);
                    return quote_spanned!(span=> ::mirrorcheck::language::#draw(#arguments, #generator));
                }
                let draw = format_ident!("try_{what}", span = span);
                let drawn =
                    or_reject(quote_spanned!(span=> ::mirrorcheck::language::#draw(__cx, #arguments, __generator)));
                // In brackets, because an operator may follow.
                quote_spanned!(span=> (match #generator { __generator => #drawn }))
            }
        }
    }

    /// The argument of a macro can be read if it is a list of expressions, as it mostly is.
    fn rewrite_in_macro(&mut self, mac: &mut syn::Macro) {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(mut items) = mac.parse_body_with(parser) {
            items.iter_mut().for_each(|item| self.rewrite(item));
            mac.tokens = items.to_token_stream();
        }
    }
}

/// Rewrites only draws, where `pick` and the like are combinators.
struct Inner<'p, 'd>(&'p mut Picks<'d>);

impl Inner<'_, '_> {
    fn visit(&mut self, node: Node<'_>) {
        match node {
            Node::Expr(Expr::Closure(closure)) => {
                let outer = std::mem::replace(&mut self.0.in_closure, true);
                self.visit(Node::Expr(&mut closure.body));
                self.0.in_closure = outer;
            }
            Node::Expr(expr) => match expr {
                Expr::Call(call) => match marked(call) {
                    Some(mark) => *expr = Expr::Verbatim(self.0.marked(mark, call)),
                    None => walk(Node::Expr(expr), &mut |node| self.visit(node)),
                },
                expr => walk(Node::Expr(expr), &mut |node| self.visit(node)),
            },
            node => walk(node, &mut |node| self.visit(node)),
        }
    }
}
