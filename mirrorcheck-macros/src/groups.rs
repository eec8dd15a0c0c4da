//! Conditionals and loops in direct style as groups of choices, so that shrinking what is drawn in one leaves alone
//! what is drawn after it: halcheck's heuristic.
//!
//! Whatever may draw is a group: a conditional, a loop and each of its iterations, if a plain function is called in it.
//! The group is a variable of a block around the expression, which must not change what the program means: temporaries
//! of a `match` live as long as the statement around it, so that it is left alone in the middle of an expression.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprIf, ExprLoop, ExprWhile, Stmt, parse_quote_spanned};

/// Wraps the conditionals and loops of a body.
pub(crate) fn wrap(block: &mut Block) {
    Groups.visit_block_mut(block);
}

struct Groups;

impl Groups {
    /// An expression whose temporaries end with it, or with the statement that it is.
    fn whole(&mut self, expr: &mut Expr) {
        if !is_control(expr) {
            return self.visit_expr_mut(expr);
        }
        if !calls(expr) {
            return;
        }
        self.parts(expr);
        let group = group(expr.span());
        *expr = parse_quote_spanned!(hidden()=> { #group #expr });
    }

    /// What is inside of a conditional or a loop, and each iteration.
    fn parts(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::ForLoop(each) => each.body.stmts.insert(0, group(each.body.span())),
            Expr::Loop(each) => each.body.stmts.insert(0, group(each.body.span())),
            Expr::While(each) => *expr = Expr::Loop(endless(each)),
            _ => {}
        }
    }
}

impl VisitMut for Groups {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Local(local) => {
                if let Some(init) = &mut local.init {
                    self.whole(&mut init.expr);
                    if let Some((_, diverge)) = &mut init.diverge {
                        self.visit_expr_mut(diverge);
                    }
                }
            }
            Stmt::Expr(Expr::Assign(assign), _) => {
                self.visit_expr_mut(&mut assign.left);
                self.whole(&mut assign.right);
            }
            Stmt::Expr(Expr::Return(syn::ExprReturn { expr: Some(expr), .. }), _) => self.whole(expr),
            Stmt::Expr(expr, _) => self.whole(expr),
            _ => {}
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            // All temporaries of it end in it, wherever it stands.
            Expr::If(branch) if is_plain(branch) => self.whole(expr),
            expr if is_control(expr) && calls(expr) => self.parts(expr),
            expr => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_expr_if_mut(&mut self, branch: &mut ExprIf) {
        self.visit_expr_mut(&mut branch.cond);
        self.visit_block_mut(&mut branch.then_branch);
        if let Some((_, other)) = &mut branch.else_branch {
            match &mut **other {
                // The other branches belong to the same conditional.
                Expr::If(other) => self.visit_expr_if_mut(other),
                other => self.visit_expr_mut(other),
            }
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.whole(&mut arm.body);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        if closure.asyncness.is_none() {
            self.whole(&mut closure.body);
        }
    }

    fn visit_expr_repeat_mut(&mut self, repeat: &mut syn::ExprRepeat) {
        // The length is a constant.
        self.visit_expr_mut(&mut repeat.expr);
    }

    // Constants, types, and what may go on elsewhere.
    fn visit_expr_async_mut(&mut self, _: &mut syn::ExprAsync) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_path_mut(&mut self, _: &mut syn::Path) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
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
fn is_plain(branch: &ExprIf) -> bool {
    struct Binds(bool);

    impl<'ast> Visit<'ast> for Binds {
        fn visit_expr_let(&mut self, _: &'ast syn::ExprLet) {
            self.0 = true;
        }
        fn visit_block(&mut self, _: &'ast Block) {}
    }

    let mut binds = Binds(false);
    binds.visit_expr(&branch.cond);
    let others = branch.else_branch.as_ref().is_none_or(|(_, other)| match &**other {
        Expr::If(other) => is_plain(other),
        _ => true,
    });
    !binds.0 && others
}

/// Whether a plain function is called in an expression: one that is no method and no constructor.
fn calls(expr: &Expr) -> bool {
    struct Calls(bool);

    impl<'ast> Visit<'ast> for Calls {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            self.0 |= match &*call.func {
                Expr::Path(path) => path.path.segments.last().is_some_and(|last| is_function(&last.ident.to_string())),
                _ => true,
            };
            visit::visit_expr_call(self, call);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            self.0 |= calls_in(mac.tokens.clone());
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }

    let mut calls = Calls(false);
    calls.visit_expr(expr);
    calls.0
}

fn is_function(name: &str) -> bool {
    !name.starts_with(char::is_uppercase)
}

/// The same for the argument of a macro: a name, or the end of its type arguments, and then parentheses.
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
