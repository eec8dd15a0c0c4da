//! Marks the expressions that the undo steps refer to: each draw, and each expression that makes an item.

use proc_macro2::Ident;
use quote::{ToTokens, format_ident};
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprCall, Pat, Stmt, parse_quote_spanned};

use crate::result::{here, is_constructor};
use crate::syntax::{called, find_call, strip, strip_type};
use crate::walk::{Node, walk};

const DRAW: &str = "__mirrorcheck_draw_";
const ITEM: &str = "__mirrorcheck_item_";
const CALL: &str = "__mirrorcheck_call_";
const RESTART: &str = "__mirrorcheck_restart_";

/// What a marked call stands for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Marked {
    /// `draw(g)`.
    Draw(usize),
    /// An expression that makes an item, which is checked at once.
    Item(usize),
    /// The body of a closure, which makes an item in each call.
    Call(usize),
    /// The receiver of such a closure's `map`, which restarts the count of its calls.
    Restart(usize),
}

/// Returns the mark of a call.
pub(crate) fn marked(call: &ExprCall) -> Option<Marked> {
    let name = called(call)?;
    let number = |prefix| name.strip_prefix(prefix).and_then(|number: &str| number.parse().ok());
    None.or(number(DRAW).map(Marked::Draw))
        .or(number(ITEM).map(Marked::Item))
        .or(number(CALL).map(Marked::Call))
        .or(number(RESTART).map(Marked::Restart))
}

/// Functions that call a closure for each item.
const MAKERS: [&str; 2] = ["repeat_with", "from_fn"];

/// Methods that put their arguments into a collection.
pub(crate) const PUTS: [&str; 6] = ["push", "push_back", "push_front", "insert", "add", "append"];

/// The marks of a body.
#[derive(Default)]
pub(crate) struct Marks {
    pub(crate) draws: usize,
    /// For each item, whether a closure makes it, so that the closure's calls are counted.
    pub(crate) items: Vec<bool>,
}

impl Marks {
    pub(crate) fn of(block: &mut Block) -> Marks {
        let mut marks = Marks::default();
        marks.visit(Node::Block(block));
        marks
    }

    fn visit(&mut self, node: Node<'_>) {
        match node {
            Node::Expr(expr) => self.expr(expr),
            Node::Macro(mac) => {
                let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                if let Ok(mut items) = mac.parse_body_with(parser) {
                    items.iter_mut().for_each(|item| self.expr(item));
                    mac.tokens = items.to_token_stream();
                }
            }
            Node::Stmt(Stmt::Local(local)) => {
                let is_name = matches!(strip_type(&local.pat), Pat::Ident(name) if name.by_ref.is_none());
                if let (true, Some(init)) = (is_name, local.init.as_mut().filter(|init| init.diverge.is_none())) {
                    self.computed(&mut init.expr);
                }
                if let Some(init) = &mut local.init {
                    self.expr(&mut init.expr);
                    if let Some((_, other)) = &mut init.diverge {
                        self.expr(other);
                    }
                }
            }
            node => walk(node, &mut |node| self.visit(node)),
        }
    }

    /// Marks an expression computed from draws as an item, because it can be compared at once.
    fn computed(&mut self, expr: &mut Expr) {
        let is_computed = match strip(expr) {
            // The value of a constructor may hold references to temporaries that live only as long.
            Expr::Call(call) => {
                called(call).as_deref() != Some("draw")
                    && !matches!(&*call.func, Expr::Path(path) if is_constructor(&path.path))
            }
            Expr::MethodCall(_) | Expr::Binary(_) | Expr::Cast(_) | Expr::If(_) | Expr::Match(_) => true,
            _ => false,
        };
        if is_computed && draws(expr) {
            self.item(expr, false);
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Async(_) | Expr::Const(_) => return,
            Expr::Call(call) if called(call).as_deref() == Some("draw") && call.args.len() == 1 => {
                walk(Node::Expr(&mut call.args[0]), &mut |node| self.visit(node));
                let draw = self.draws;
                self.draws += 1;
                let span = call.func.to_token_stream().into_iter().next().map_or(call.span(), |name| name.span());
                let name = format_ident!("{DRAW}{draw}", span = span);
                *call.func = parse_quote_spanned!(span=> #name);
                return;
            }
            Expr::Call(call) => {
                let is_maker = matches!(&*call.func, Expr::Path(path)
                    if path.path.segments.last().is_some_and(|last| MAKERS.iter().any(|maker| last.ident == maker)));
                if is_maker && call.args.len() == 1 {
                    self.closure(&mut call.args[0]);
                }
            }
            Expr::Struct(made) => made.fields.iter_mut().for_each(|field| self.computed(&mut field.expr)),
            Expr::Tuple(made) => made.elems.iter_mut().for_each(|member| self.computed(member)),
            Expr::MethodCall(call) if call.method == "map" && call.args.len() == 1 => {
                if let Some(item) = self.closure(&mut call.args[0]) {
                    let restart = name(RESTART, item, &call.receiver);
                    let receiver = &call.receiver;
                    *call.receiver = parse_quote_spanned!(here(receiver.span())=> #restart(#receiver));
                }
            }
            Expr::MethodCall(call) if PUTS.iter().any(|put| call.method == put) => {
                let is_list = matches!(strip(&call.receiver), Expr::Path(_));
                for argument in call.args.iter_mut().filter(|argument| is_list || draws(argument)) {
                    self.item(argument, false);
                }
            }
            _ => {}
        }
        walk(Node::Expr(expr), &mut |node| self.visit(node));
    }

    /// Marks the body of a closure that draws as an item.
    fn closure(&mut self, closure: &mut Expr) -> Option<usize> {
        match closure {
            Expr::Closure(closure) if draws(&closure.body) => Some(self.item(&mut closure.body, true)),
            _ => None,
        }
    }

    fn item(&mut self, expr: &mut Expr, is_counted: bool) -> usize {
        let item = self.items.len();
        self.items.push(is_counted);
        let name = name(if is_counted { CALL } else { ITEM }, item, expr);
        *expr = parse_quote_spanned!(here(expr.span())=> #name(#expr));
        item
    }
}

fn name(prefix: &str, number: usize, expr: &Expr) -> Ident {
    format_ident!("{prefix}{number}", span = here(expr.span()))
}

fn draws(expr: &Expr) -> bool {
    find_call(strip(expr).to_token_stream()).is_some()
}

/// Finds the closures in a node whose calls are counted.
pub(crate) fn counted(node: Node<'_>, found: &mut Vec<usize>) {
    if let Node::Expr(Expr::Call(call)) = &node {
        if let Some(Marked::Call(item)) = marked(call) {
            found.push(item);
        }
    }
    walk(node, &mut |node| counted(node, found));
}
