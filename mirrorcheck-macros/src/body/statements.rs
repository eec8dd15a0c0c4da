//! Statements: what is drawn into which names, and everything that is neither a draw nor a result.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, Local, Pat, Stmt};

use super::{Draw, Kind, Origin, PICKS, Place, Variable, Walker, or_reject};
use crate::advice;
use crate::focus::focus_of;
use crate::result::here;
use crate::source::written;
use crate::syntax::{
    always_leaves, called, collect_names, diverges, drawn_in_tail, is_part, rebuilt, strip, strip_type, type_whole,
};
use crate::walk::{Node, walk};

impl Walker<'_, '_> {
    /// Statements in a straight line.
    pub(super) fn statements(&mut self, statements: &[Stmt]) -> TokenStream {
        // Items are known in the whole of their block.
        for statement in statements {
            if let Stmt::Item(item @ (syn::Item::Use(_) | syn::Item::Const(_) | syn::Item::Type(_))) = statement {
                self.items.push(quote!(#[allow(dead_code, unused_imports, reason = "a copy for a pattern")] #item));
            }
        }
        let mut read = TokenStream::new();
        for statement in statements {
            match statement {
                Stmt::Local(local) => read.extend(self.local(local)),
                Stmt::Expr(Expr::Call(call), Some(_)) if called(call).as_deref() == Some("draw") => {
                    read.extend(self.unit_draw(call));
                }
                Stmt::Item(item) => item.to_tokens(&mut read),
                Stmt::Macro(mac) => {
                    self.hidden(&mac.mac);
                    mac.to_tokens(&mut read);
                }
                Stmt::Expr(expr, semi) => {
                    read.extend(self.computed(expr));
                    semi.to_tokens(&mut read);
                }
            }
        }
        read
    }

    /// `draw(g);`: nothing but `()` can be drawn without a name.
    pub(super) fn unit_draw(&mut self, call: &syn::ExprCall) -> TokenStream {
        let Some(generator) = call.args.first().filter(|_| self.may_draw("draw", call.span())) else {
            return TokenStream::new();
        };
        if is_part(generator) {
            let drawn = self.draw_part(generator);
            return quote!(let _ = #drawn;);
        }
        let generator = self.argument(generator);
        quote_spanned!(here(call.span())=> match #generator {
            __generator => ::mirrorcheck::language::draw_unit(__cx, __generator, __focus)?,
        };)
    }

    pub(super) fn local(&mut self, local: &Local) -> TokenStream {
        let Some(init) = &local.init else {
            self.bind(&local.pat);
            return local.to_token_stream();
        };
        if init.diverge.is_none() && drawn_in_tail(&init.expr) {
            return self.drawn_local(local, &init.expr);
        }
        let mut local = local.clone();
        if let Some(init) = &mut local.init {
            self.rewrite(&mut init.expr);
            if let Some((_, otherwise)) = &mut init.diverge {
                self.rewrite(otherwise);
            }
        }
        self.bind(&local.pat);
        local.to_token_stream()
    }

    /// `let x = draw(g);`, also where the draw stands in branches.
    pub(super) fn drawn_local(&mut self, local: &Local, init: &Expr) -> TokenStream {
        let name = match strip_type(&local.pat) {
            Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => {
                if name.mutability.is_some() {
                    self.unread(local.pat.span(), advice::changed(&name.ident.to_string()));
                }
                Some(name.ident.to_string())
            }
            _ => None,
        };
        let shown_as = match &name {
            Some(name) => format!("`{name}`"),
            None => "what is drawn here".to_owned(),
        };
        let parts = name.is_none().then(|| local.pat.clone());
        let is_unnamed = self.body.kind != Kind::Value && parts.is_some();
        if is_unnamed {
            self.unread(local.pat.span(), advice::unnamed_piece());
        }
        let draw = self.new_draw(local.pat.span(), shown_as, parts);
        self.body.draws[draw].reported = is_unnamed;
        if let Pat::Ident(name) = strip_type(&local.pat) {
            self.body.draws[draw].ident = Some(name.ident.clone());
        }
        self.body.draws[draw].is_typed = matches!(local.pat, Pat::Type(_));
        let (value, variable) = self.drawn(init, draw);
        // All draws are parts found by `.at`: nothing has to be shown.
        if variable.is_drawn {
            self.body.draws[draw].mixed = variable.has_other;
            self.drawn.push(draw);
            match name {
                Some(name) => {
                    self.body.bound.push(name.clone());
                    self.names.push((name, Origin::Draw(draw)));
                }
                None => {
                    let mut names = Vec::new();
                    collect_names(&local.pat, &mut names);
                    if rebuilt(&local.pat).is_none() {
                        let message = advice::not_shown("what is drawn here and matched by this pattern");
                        self.unread(local.pat.span(), message);
                    }
                    for name in names {
                        self.names.push((name.to_string(), Origin::Part(draw)));
                    }
                }
            }
        } else {
            self.bind(&local.pat);
        }
        let (attrs, pat) = (&local.attrs, &local.pat);
        // Of a piece that is nothing but that, only the name is left.
        let used = match (self.body.kind, &self.body.draws[draw].ident) {
            (Kind::Text, Some(name)) => Some(quote_spanned!(here(name.span())=> let _ = &#name;)),
            _ => None,
        };
        quote_spanned!(here(local.span())=> #(#attrs)* let #pat = #value; #used)
    }

    /// An expression that ends in draws, as the value of a variable.
    pub(super) fn drawn(&mut self, expr: &Expr, draw: usize) -> (TokenStream, Variable) {
        let mut variable = Variable { draw, is_drawn: false, has_other: false };
        let mark = self.enter();
        let value = self.ends(expr, Some(&mut variable));
        self.leave(mark);
        (value, variable)
    }

    /// One of the ends.
    pub(super) fn drawn_end(&mut self, expr: &Expr, variable: &mut Variable) -> TokenStream {
        let draw = variable.draw;
        match expr {
            Expr::Call(call) if called(call).as_deref() == Some("draw") && call.args.len() == 1 => {
                if !self.may_draw("draw", call.span()) {
                    return quote!(::core::unreachable!());
                }
                if is_part(&call.args[0]) {
                    variable.has_other = true;
                    return self.draw_part(&call.args[0]);
                }
                variable.is_drawn = true;
                let generator = self.argument(&call.args[0]);
                if self.body.kind != Kind::Value {
                    let piece = self.piece_of(draw, call.span());
                    return quote_spanned!(here(call.span())=> match #generator { __generator => { #piece } });
                }
                let focus = focus_of(draw);
                let draw_fn = match self.body.draws[draw].parts {
                    Some(_) => quote_spanned!(here(call.args[0].span())=> ::mirrorcheck::language::draw_rebuilt),
                    None => quote_spanned!(here(call.args[0].span())=> ::mirrorcheck::language::draw),
                };
                let drawn = or_reject(quote_spanned!(here(call.span())=> #draw_fn(__cx, #focus, __generator)));
                quote_spanned!(here(call.span())=> match #generator { __generator => #drawn })
            }
            expr => {
                let span = expr.span();
                let leaves = matches!(expr, Expr::Return(_)) || matches!(expr, Expr::Macro(mac) if diverges(&mac.mac));
                variable.has_other |= !leaves;
                let value = self.computed(expr);
                if self.body.kind != Kind::Value && !leaves {
                    let piece = self.computed_piece_of(draw, span);
                    return quote_spanned!(here(span)=> match #value { __value => { #piece } });
                }
                value
            }
        }
    }

    pub(super) fn drawn_block(&mut self, block: &Block, variable: &mut Variable) -> TokenStream {
        let mark = self.enter();
        let (before, last) = match block.stmts.split_last() {
            Some((Stmt::Expr(last, None), before)) => (before, Some(last)),
            _ => {
                variable.has_other |= !always_leaves(block);
                (&block.stmts[..], None)
            }
        };
        let statements = self.statements(before);
        let last = last.map(|last| self.ends(last, Some(variable)));
        self.leave(mark);
        quote!({ #statements #last })
    }

    /// A draw whose focus is found by `.at`.
    pub(super) fn draw_part(&mut self, part: &Expr) -> TokenStream {
        let mut part = strip(part).clone();
        type_whole(&mut part, self.body.value);
        let span = part.span();
        let part = self.argument(&part);
        let drawn = or_reject(quote_spanned!(here(span)=> ::mirrorcheck::language::draw_part(__cx, __part, __focus)));
        quote_spanned!(here(span)=> match #part { __part => #drawn })
    }

    pub(super) fn new_draw(&mut self, span: Span, name: String, parts: Option<Pat>) -> usize {
        let mut known = Vec::new();
        for (name, _) in &self.names {
            known.push(name.clone());
        }
        let (ident, is_typed, format) = (None, false, None);
        let drawn = Draw { span, name, parts, mixed: false, reported: false, ident, is_typed, format, known };
        self.body.draws.push(drawn);
        self.body.draws.len() - 1
    }

    pub(super) fn may_draw(&mut self, what: &str, span: Span) -> bool {
        match self.place {
            Place::Straight => return true,
            Place::Loop => self.unread(span, advice::in_loop()),
            Place::Closure | Place::ArgumentClosure => self.unread(span, advice::in_closure(what)),
            Place::Argument => self.unread(span, advice::not_shown("what is drawn here")),
        }
        false
    }

    /// The argument of a draw: an expression that builds a generator.
    pub(super) fn argument(&mut self, generator: &Expr) -> TokenStream {
        if let Expr::Lit(literal) = strip(generator) {
            self.error(literal.span(), advice::not_a_generator(&literal.to_token_stream().to_string()));
        }
        let outer = std::mem::replace(&mut self.place, Place::Argument);
        let generator = self.computed(generator);
        self.place = outer;
        generator
    }

    /// An expression without draws.
    pub(super) fn computed(&mut self, expr: &Expr) -> TokenStream {
        let mut expr = expr.clone();
        self.rewrite(&mut expr);
        expr.to_token_stream()
    }

    pub(super) fn condition(&mut self, cond: &mut Expr) {
        self.rewrite(cond);
        self.bind_conditions(cond);
    }

    /// `if let`, also in a chain, brings names.
    fn bind_conditions(&mut self, cond: &Expr) {
        match cond {
            Expr::Let(bound) => self.bind(&bound.pat),
            Expr::Binary(both) => {
                self.bind_conditions(&both.left);
                self.bind_conditions(&both.right);
            }
            _ => {}
        }
    }

    /// Names that are bound to something that is not drawn.
    pub(super) fn bind(&mut self, pat: &Pat) {
        let mut names = Vec::new();
        collect_names(pat, &mut names);
        for name in names {
            self.body.bound.push(name.to_string());
            self.names.push((name.to_string(), Origin::Other));
        }
    }

    pub(super) fn visit(&mut self, node: Node<'_>) {
        match node {
            Node::Expr(expr) => self.rewrite(expr),
            Node::Block(block) => self.rewrite_block(block),
            node => walk(node, &mut |node| self.visit(node)),
        }
    }

    /// Everything that is neither a result nor a draw with a name.
    fn rewrite(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) => match called(call).as_deref() {
                // A set of characters is made once, when compiling.
                Some("chars")
                    if self.place.in_argument()
                        && matches!(call.args.first(), Some(Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. }))) =>
                {
                    *expr = Expr::Verbatim(quote!(const { &#call }));
                }
                Some("draw") if call.args.len() != 1 => self.error(call.span(), advice::draws_one()),
                Some("draw") => {
                    let span = call.span();
                    if self.place != Place::Straight {
                        self.may_draw("draw", span);
                    } else if let Some(part) = call.args.first().filter(|part| is_part(part)).cloned() {
                        *expr = Expr::Verbatim(self.draw_part(&part));
                    } else {
                        self.unread(span, advice::drawn_inside(self.body.kind == Kind::Text));
                    }
                }
                Some("assume") if self.place.in_closure() => {
                    self.unread(call.span(), advice::in_closure("assume"));
                }
                Some("assume") if call.args.len() == 1 => {
                    let condition = self.computed(&call.args[0]);
                    let text = written(call.args[0].to_token_stream());
                    *expr = Expr::Verbatim(quote_spanned!(here(call.span())=> if !(#condition) {
                        return ::core::result::Result::Err(::mirrorcheck::language::fails(__cx, #text));
                    }));
                }
                Some(name)
                    if !self.place.in_argument()
                        && (name == "pick_from" || PICKS.iter().any(|(pick, ..)| *pick == name)) =>
                {
                    let message = match self.place {
                        Place::Closure => advice::in_closure(name),
                        _ => advice::not_a_result(name),
                    };
                    self.unread(call.span(), message);
                }
                _ => walk(Node::Expr(expr), &mut |node| self.visit(node)),
            },
            Expr::Return(returned) if !self.place.in_closure() => {
                let result = self.returned(returned);
                *expr = Expr::Verbatim(quote!(return #result));
            }
            Expr::Closure(closure) => {
                let mark = self.enter();
                closure.inputs.iter().for_each(|input| self.bind(input));
                let inner = if self.place.in_argument() { Place::ArgumentClosure } else { Place::Closure };
                let outer = std::mem::replace(&mut self.place, inner);
                self.rewrite(&mut closure.body);
                self.place = outer;
                self.leave(mark);
            }
            Expr::Try(tried) if !self.place.in_closure() => {
                self.unread(tried.question_token.span(), advice::question_mark());
            }
            Expr::Async(_) | Expr::Const(_) => {}
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => {
                let mark = self.enter();
                let inner = if self.place == Place::Straight { Place::Loop } else { self.place };
                let outer = std::mem::replace(&mut self.place, inner);
                if let Expr::ForLoop(each) = expr {
                    self.bind(&each.pat);
                }
                walk(Node::Expr(expr), &mut |node| self.visit(node));
                self.place = outer;
                self.leave(mark);
            }
            Expr::If(branch) => {
                let names = self.names.len();
                self.condition(&mut branch.cond);
                self.rewrite_block(&mut branch.then_branch);
                self.names.truncate(names);
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.rewrite(otherwise);
                }
            }
            Expr::Match(chosen) => {
                self.rewrite(&mut chosen.expr);
                for arm in &mut chosen.arms {
                    let names = self.names.len();
                    self.bind(&arm.pat);
                    self.visit(Node::Pat(&mut arm.pat));
                    self.rewrite(&mut arm.body);
                    self.names.truncate(names);
                }
            }
            Expr::Macro(mac) => drop(self.hidden(&mac.mac)),
            _ => walk(Node::Expr(expr), &mut |node| self.visit(node)),
        }
    }

    fn rewrite_block(&mut self, block: &mut Block) {
        let mut mark = self.enter();
        // What is drawn in a block that is left for good does not reach what comes after it.
        let leaves = always_leaves(block);
        let statements = self.statements(&block.stmts);
        if !leaves {
            mark.drawn = self.drawn.len();
        }
        self.leave(mark);
        block.stmts = vec![Stmt::Expr(Expr::Verbatim(statements), None)];
    }
}
