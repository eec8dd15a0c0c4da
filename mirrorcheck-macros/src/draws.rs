//! The draws in the body of a property, with the names that reports call them by.
//!
//! Nobody knows here what `draw` is: it may be somebody's own function. So the call stays as it was written. What it gives
//! is passed through a function that looks at it, and before it there is a look at what it draws from.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprCall, Macro, Member, Pat, Stmt, Token, parse_quote_spanned};

use crate::source::written;
use crate::walk::{Node, walk};

/// Names the draws of a body.
pub(crate) fn name(block: &mut Block) {
    let mut naming = Naming { repeats: false, found: false };
    naming.visit(Node::Block(block));
    if naming.found {
        let traits: Stmt = parse_quote_spanned! {hidden(Span::call_site())=>
            #[allow(unused_imports, reason = "each is for some types")]
            use ::mirrorcheck::language::{
                MayDebug as _, MayGive as _, MayKnow as _, MayNotDebug as _, MayNotGive as _, MayNotKnow as _,
            };
        };
        block.stmts.insert(0, traits);
    }
}

/// A walk through a body.
struct Naming {
    /// Whether what is visited may run more than once.
    repeats: bool,
    /// Whether there was a draw.
    found: bool,
}

impl Naming {
    fn visit(&mut self, node: Node<'_>) {
        match node {
            Node::Expr(expr) => self.expr(expr, None),
            Node::Stmt(stmt) => self.stmt(stmt),
            Node::Macro(mac) => self.arguments(mac),
            Node::Block(_) | Node::Arm(_) => walk(node, &mut |node| self.visit(node)),
            Node::Pat(Pat::Guard(guarded)) => self.expr(&mut guarded.guard, None),
            // Constants, types and patterns draw nothing.
            _ => {}
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        let Stmt::Local(local) = stmt else { return walk(Node::Stmt(stmt), &mut |node| self.visit(node)) };
        let name = of_pattern(&local.pat);
        if let Some(init) = &mut local.init {
            self.expr(&mut init.expr, name);
            if let Some((_, diverge)) = &mut init.diverge {
                self.expr(diverge, None);
            }
        }
    }

    /// `name` is what the value of the expression is called.
    fn expr(&mut self, expr: &mut Expr, name: Option<String>) {
        match expr {
            Expr::Call(call) if is_draw(call) => {
                let shown = name.unwrap_or_else(|| short(&written(call.to_token_stream())));
                for argument in &mut call.args {
                    self.expr(argument, None);
                }
                self.found = true;
                *expr = seen(call, &shown, self.repeats);
            }
            Expr::Paren(inner) => self.expr(&mut inner.expr, name),
            Expr::Group(inner) => self.expr(&mut inner.expr, name),
            Expr::Assign(assign) => {
                self.expr(&mut assign.left, None);
                let name = short(&written(assign.left.to_token_stream()));
                self.expr(&mut assign.right, Some(name));
            }
            Expr::Struct(built) => {
                for field in &mut built.fields {
                    let name = match &field.member {
                        Member::Named(name) => Some(name.to_string()),
                        Member::Unnamed(_) => None,
                    };
                    self.expr(&mut field.expr, name);
                }
                if let Some(rest) = &mut built.rest {
                    self.expr(rest, None);
                }
            }
            Expr::ForLoop(each) => {
                self.expr(&mut each.expr, None);
                self.repeated(Node::Block(&mut each.body));
            }
            Expr::While(each) => {
                self.repeated(Node::Expr(&mut each.cond));
                self.repeated(Node::Block(&mut each.body));
            }
            Expr::Loop(each) => self.repeated(Node::Block(&mut each.body)),
            Expr::Closure(closure) => self.repeated(Node::Expr(&mut closure.body)),
            // The length is a constant.
            Expr::Repeat(repeat) => self.expr(&mut repeat.expr, None),
            Expr::Const(_) => {}
            expr => walk(Node::Expr(expr), &mut |node| self.visit(node)),
        }
    }

    fn repeated(&mut self, node: Node<'_>) {
        let outer = std::mem::replace(&mut self.repeats, true);
        self.visit(node);
        self.repeats = outer;
    }

    /// The arguments of a macro, where they are known to be expressions.
    fn arguments(&mut self, mac: &mut Macro) {
        let name = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if !TAKE_EXPRESSIONS.contains(&name.as_str()) || !has_draw(mac.tokens.clone()) {
            return;
        }
        if name == "vec" {
            if let Ok((mut element, length)) = repeated.parse2(mac.tokens.clone()) {
                self.expr(&mut element, None);
                mac.tokens = quote!(#element; #length);
                return;
            }
        }
        let list = Punctuated::<Expr, Token![,]>::parse_terminated;
        let Ok(mut arguments) = list.parse2(mac.tokens.clone()) else { return };
        let before = mac.tokens.clone();
        let is_alone = arguments.len() == 1;
        for argument in &mut arguments {
            self.expr(argument, None);
        }
        mac.tokens = if is_alone && name.ends_with("assert") {
            // Without a message of its own, it says what was written.
            let argument = &arguments[0];
            quote!(#argument, "{}", ::core::concat!("assertion failed: ", ::core::stringify!(#before)))
        } else {
            arguments.into_token_stream()
        };
    }
}

/// Macros of the standard library whose arguments are expressions, and are evaluated in their order.
const TAKE_EXPRESSIONS: [&str; 15] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "vec",
    "format",
    "print",
    "println",
    "eprint",
    "eprintln",
    "write",
    "writeln",
    "panic",
];

/// `element; length`.
fn repeated(input: syn::parse::ParseStream<'_>) -> syn::Result<(Expr, Expr)> {
    let element = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok((element, input.parse()?))
}

fn is_draw(call: &ExprCall) -> bool {
    let Expr::Path(path) = &*call.func else { return false };
    let is_called_so = path.path.segments.last().is_some_and(|last| last.ident == "draw");
    is_called_so && path.qself.is_none() && call.args.len() == 1 && call.attrs.is_empty()
}

/// Whether `draw(…)` is among tokens.
fn has_draw(tokens: TokenStream) -> bool {
    let mut is_after_name = false;
    tokens.into_iter().any(|token| {
        let was_after_name =
            std::mem::replace(&mut is_after_name, matches!(&token, TokenTree::Ident(name) if name == "draw"));
        match token {
            TokenTree::Group(group) => {
                (was_after_name && group.delimiter() == Delimiter::Parenthesis) || has_draw(group.stream())
            }
            _ => false,
        }
    })
}

/// A call of `draw` whose value is seen.
fn seen(call: &ExprCall, name: &str, repeats: bool) -> Expr {
    let (func, argument) = (&call.func, &call.args[0]);
    let hidden = hidden(argument.span());
    // Where the call is, in the words that say it of the call itself.
    let place = func.to_token_stream().into_iter().next().map_or(hidden, |first| first.span());
    let (line, column) = (quote_spanned!(place=> ::core::line!()), quote_spanned!(place=> ::core::column!()));
    let site = quote_spanned! {hidden=>
        &::mirrorcheck::language::DrawSite { name: #name, repeats: #repeats, line: #line, column: #column }
    };
    let giving = quote_spanned!(hidden=> (&&::mirrorcheck::language::Drawing(__generator)).giving());
    let drawn = match bare(argument) {
        // A variable that is lent must not be moved.
        Expr::Path(_) | Expr::Field(_) => quote_spanned! {hidden=>
            {
                if ::mirrorcheck::language::is_given() {
                    let __generator = &#argument;
                    ::mirrorcheck::language::give(#site, #giving);
                }
                #call
            }
        },
        // No generators, or none that should pass through another function first: this one gives a closure its type.
        Expr::Closure(_) | Expr::Lit(_) => call.to_token_stream(),
        Expr::Reference(reference)
            if reference.mutability.is_some() || matches!(bare(&reference.expr), Expr::Closure(_)) =>
        {
            call.to_token_stream()
        }
        _ => {
            // Errors about it are errors about the argument.
            let giving = quote_spanned!(hidden=> |__generator| #giving);
            let from = quote_spanned! {argument.span()=>
                ::mirrorcheck::language::drawn_from(#site, #argument, #giving)
            };
            let mut call = call.clone();
            call.args = Punctuated::from_iter([Expr::Verbatim(from)]);
            call.to_token_stream()
        }
    };
    let look = quote_spanned! {hidden=>
        |__value| ::mirrorcheck::language::Look {
            debug: (&&::mirrorcheck::language::Seen(__value)).debug(),
            known: (&&::mirrorcheck::language::Seen(__value)).known(),
        }
    };
    Expr::Verbatim(quote_spanned!(hidden=> ::mirrorcheck::language::drawn(#site, #drawn, #look)))
}

/// An expression without parentheses around it.
fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => bare(&inner.expr),
        Expr::Group(inner) => bare(&inner.expr),
        expr => expr,
    }
}

/// What a value is called that a pattern takes; nothing if it takes none.
pub(crate) fn of_pattern(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Ident(name) if name.subpat.is_none() => Some(name.ident.to_string()),
        Pat::Type(typed) => of_pattern(&typed.pat),
        Pat::Paren(inner) => of_pattern(&inner.pat),
        Pat::Wild(_) => None,
        pat => Some(short(&written(pat.to_token_stream()))),
    }
}

/// How long a name may be.
const LONGEST: usize = 40;

/// A text on one line, and not too long.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The span of names that the user's expressions must not see, at a place.
fn hidden(place: Span) -> Span {
    Span::mixed_site().located_at(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the draws in a body, in the order of their places, with `*` after those that may repeat.
    fn names(body: TokenStream) -> Vec<String> {
        let mut block: Block = syn::parse2(body).expect("a block");
        name(&mut block);
        let (text, mut names) = (block.to_token_stream().to_string(), Vec::new());
        for (at, _) in text.match_indices(":: drawn (") {
            let site = &text[at..];
            let (name, rest) = site.split_once("name : \"").and_then(|(_, rest)| rest.split_once('"')).expect("a name");
            let star = if rest.starts_with(" , repeats : true") { "*" } else { "" };
            names.push(format!("{name}{star}"));
        }
        names
    }

    #[test]
    fn a_variable_gives_its_name() {
        let body = quote!({
            let a = draw(0..=9);
            let mut b: u8 = draw(0..=9);
            let (c, d) = draw((0..=9, 0..=9));
            let Some(e) = (draw(option(0..=9))) else { return };
            f = draw(0..=9);
            let _ = draw(0..=9);
            let g = Config { size: draw(0..=9), ..draw(any::<Config>()) };
        });
        let call = "draw(0..=9)";
        let expected = ["a", "b", "(c, d)", "Some(e)", "f", call, "size", "draw(any::<Config>())"];
        assert_eq!(names(body), expected);
    }

    #[test]
    fn what_may_repeat_is_known() {
        let body = quote!({
            for i in 0..draw(n()) {
                let a = draw(g);
            }
            while draw(any::<bool>()) {}
            loop {
                if let Some(x) = draw(h) {}
            }
            let all = (0..3).map(|_| draw(g)).collect::<Vec<u8>>();
            match draw(g) {
                x if draw(h) => draw(i),
                _ => {}
            }
        });
        let expected =
            ["draw(n())", "a*", "draw(any::<bool>())*", "draw(h)*", "draw(g)*", "draw(g)", "draw(h)", "draw(i)"];
        assert_eq!(names(body), expected);
    }

    #[test]
    fn arguments_of_macros_are_expressions() {
        let body = quote!({
            assert!(draw(a) < 5, "text");
            assert_eq!(draw(b), vec![draw(c); 3]);
            println!("{x} {}", draw(d), x = draw(e));
            somebodys!(draw(f));
        });
        // The elements of a list are tokens of a macro in a macro, which is visited when it is an expression.
        assert_eq!(names(body), ["draw(a)", "draw(b)", "draw(c)", "draw(d)", "x"]);
    }

    #[test]
    fn other_calls_stay_as_they_are() {
        let body = quote!({
            deck.draw(1);
            draw(1, 2);
            draw();
            withdraw(1);
            <T as Deck>::draw(1);
            fn inner() {
                draw(1);
            }
        });
        let mut block: Block = syn::parse2(body.clone()).expect("a block");
        name(&mut block);
        assert_eq!(block.to_token_stream().to_string(), body.to_string());
    }
}
