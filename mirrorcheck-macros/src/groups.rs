//! Conditionals and loops in direct style as groups of choices, so that shrinking what is drawn in one leaves alone
//! what is drawn after it: halcheck's heuristic.
//!
//! Whatever may draw is a group: a conditional, a loop and each of its iterations, if a plain function is called in it.
//! The group is a variable of a block around the expression, which must not change what the program means: temporaries
//! of a `match` live as long as the statement around it, so that it is left alone in the middle of an expression.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprIf, ExprLoop, ExprWhile, Stmt, parse_quote_spanned};

use crate::walk::{Node, walk};

/// Wraps the conditionals and loops of a body.
pub(crate) fn wrap(block: &mut Block) {
    wrap_in(Node::Block(block));
}

/// Only what runs here and now: no constants, types and patterns, and nothing that may go on elsewhere.
fn wrap_in(node: Node<'_>) {
    match node {
        Node::Expr(expr) => wrap_in_expr(expr),
        Node::Stmt(stmt) => wrap_in_stmt(stmt),
        Node::Arm(arm) => wrap_whole(&mut arm.body),
        Node::Block(_) => walk(node, &mut wrap_in),
        _ => {}
    }
}

fn wrap_in_stmt(stmt: &mut Stmt) {
    match stmt {
        Stmt::Local(local) => {
            if let Some(init) = &mut local.init {
                wrap_whole(&mut init.expr);
                if let Some((_, diverge)) = &mut init.diverge {
                    wrap_in_expr(diverge);
                }
            }
        }
        Stmt::Expr(Expr::Assign(assign), _) => {
            wrap_in_expr(&mut assign.left);
            wrap_whole(&mut assign.right);
        }
        Stmt::Expr(Expr::Return(syn::ExprReturn { expr: Some(expr), .. }), _) => wrap_whole(expr),
        Stmt::Expr(expr, _) => wrap_whole(expr),
        _ => {}
    }
}

/// An expression whose temporaries end with it, or with the statement that it is.
fn wrap_whole(expr: &mut Expr) {
    if !is_control(expr) {
        return wrap_in_expr(expr);
    }
    if !calls(expr) {
        return;
    }
    wrap_parts(expr);
    let group = group(expr.span());
    *expr = parse_quote_spanned!(hidden()=> { #group #expr });
}

fn wrap_in_expr(expr: &mut Expr) {
    if !is_control(expr) {
        return wrap_inside(expr);
    }
    if let Expr::If(branch) = expr {
        // All temporaries of it end in it, wherever it stands.
        if is_plain(branch) {
            return wrap_whole(expr);
        }
    }
    if calls(expr) { wrap_parts(expr) } else { wrap_inside(expr) }
}

/// What is inside of a conditional or a loop, and each iteration.
fn wrap_parts(expr: &mut Expr) {
    wrap_inside(expr);
    match expr {
        Expr::ForLoop(each) => each.body.stmts.insert(0, group(each.body.span())),
        Expr::Loop(each) => each.body.stmts.insert(0, group(each.body.span())),
        Expr::While(each) => *expr = Expr::Loop(endless(each)),
        _ => {}
    }
}

fn wrap_inside(expr: &mut Expr) {
    match expr {
        Expr::If(branch) => wrap_branches(branch),
        Expr::Closure(closure) if closure.asyncness.is_none() => wrap_whole(&mut closure.body),
        // The length is a constant.
        Expr::Repeat(repeat) => wrap_in_expr(&mut repeat.expr),
        Expr::Closure(_) | Expr::Async(_) | Expr::Const(_) => {}
        expr => walk(Node::Expr(expr), &mut wrap_in),
    }
}

fn wrap_branches(branch: &mut ExprIf) {
    wrap_in_expr(&mut branch.cond);
    wrap_in(Node::Block(&mut branch.then_branch));
    if let Some((_, other)) = &mut branch.else_branch {
        match &mut **other {
            // The other branches belong to the same conditional.
            Expr::If(other) => wrap_branches(other),
            other => wrap_in_expr(other),
        }
    }
}

/// A `while` with a group around condition and body.
fn endless(each: &ExprWhile) -> ExprLoop {
    let (label, cond, body, group) = (&each.label, &each.cond, &each.body, group(each.body.span()));
    parse_quote_spanned! {hidden()=>
        #label loop {
            #group
            if #cond #body else { break }
        }
    }
}

/// A group that stands where the expression does: its place tells it from others.
fn group(place: Span) -> Stmt {
    parse_quote_spanned!(hidden().located_at(place)=> let _group = ::mirrorcheck::language::Group::here();)
}

/// The span of names that the user's expressions must not see.
fn hidden() -> Span {
    Span::mixed_site()
}

fn is_control(expr: &Expr) -> bool {
    let attrs = match expr {
        Expr::If(expr) => &expr.attrs,
        Expr::Match(expr) => &expr.attrs,
        Expr::While(expr) => &expr.attrs,
        Expr::ForLoop(expr) => &expr.attrs,
        Expr::Loop(expr) => &expr.attrs,
        _ => return false,
    };
    // An attribute can stand in fewer places than an expression.
    attrs.is_empty()
}

/// Whether no condition of an `if` binds a name.
fn is_plain(branch: &mut ExprIf) -> bool {
    fn find_let(node: Node<'_>, found: &mut bool) {
        match node {
            Node::Expr(Expr::Let(_)) => *found = true,
            Node::Block(_) => {}
            node => walk(node, &mut |node| find_let(node, found)),
        }
    }

    let mut binds = false;
    find_let(Node::Expr(&mut branch.cond), &mut binds);
    !binds
        && match &mut branch.else_branch {
            Some((_, other)) => match &mut **other {
                Expr::If(other) => is_plain(other),
                _ => true,
            },
            None => true,
        }
}

/// Whether a plain function is called in an expression: one that is no method and no constructor.
fn calls(expr: &mut Expr) -> bool {
    fn find_call(node: Node<'_>, found: &mut bool) {
        match &node {
            Node::Expr(Expr::Call(call)) => {
                *found |= match &*call.func {
                    Expr::Path(path) => {
                        path.path.segments.last().is_some_and(|last| is_function(&last.ident.to_string()))
                    }
                    _ => true,
                };
            }
            Node::Macro(mac) => *found |= calls_in(mac.tokens.clone()),
            _ => {}
        }
        if !*found {
            walk(node, &mut |node| find_call(node, found));
        }
    }

    let mut found = false;
    find_call(Node::Expr(expr), &mut found);
    found
}

fn is_function(name: &str) -> bool {
    !name.starts_with(char::is_uppercase)
}

/// Whether a function is called in the argument of a macro: a name, or the end of its type arguments, and then parentheses.
fn calls_in(tokens: TokenStream) -> bool {
    let (mut before, mut is_callable) = (None, false);
    for token in tokens {
        match &token {
            TokenTree::Group(group) => {
                let is_call = is_callable && group.delimiter() == Delimiter::Parenthesis;
                if is_call || calls_in(group.stream()) {
                    return true;
                }
                is_callable = false;
            }
            TokenTree::Ident(name) => is_callable = before != Some('.') && is_function(&name.to_string()),
            TokenTree::Punct(punct) => is_callable = punct.as_char() == '>' && before.is_none(),
            TokenTree::Literal(_) => is_callable = false,
        }
        before = match &token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    /// The attribute could not stand before the block that a group needs.
    #[test]
    fn a_conditional_with_an_attribute_is_no_group() {
        let mut block: Block = syn::parse_quote!({
            #[cfg(unix)]
            if f() {
                g();
            }
        });
        let before = block.to_token_stream().to_string();
        wrap(&mut block);
        assert_eq!(block.to_token_stream().to_string(), before);
    }
}
