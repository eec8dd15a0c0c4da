//! Statements: what is drawn into which names, and everything that is neither a draw nor a result.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Stmt};

use super::{Draw, Kind, Origin, PICKS, Place, Walker, or_reject};
use crate::advice;
use crate::focus::focus_of;
use crate::result::here;
use crate::syntax::{
    always_leaves, called, collect_names, diverges, drawn_in_tail, is_part, rebuilt, strip, strip_type,
};

impl Walker<'_, '_> {
    /// Statements in a straight line.
    pub(super) fn statements(&mut self, statements: &[Stmt]) -> Vec<TokenStream> {
        // Items are known in the whole of their block.
        self.items.extend(statements.iter().filter_map(|statement| match statement {
            Stmt::Item(item @ (syn::Item::Use(_) | syn::Item::Const(_) | syn::Item::Type(_))) => {
                Some(quote!(#[allow(dead_code, unused_imports, reason = "a copy for a pattern")] #item))
            }
            _ => None,
        }));
        statements
            .iter()
            .map(|statement| match statement {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(Expr::Call(call), Some(_)) if called(call).as_deref() == Some("draw") => {
                    self.unit_draw(call)
                }
                Stmt::Item(item) => item.to_token_stream(),
                Stmt::Macro(mac) => {
                    self.hidden(&mac.mac);
                    mac.to_token_stream()
                }
                Stmt::Expr(expr, semi) => {
                    let mut expr = expr.clone();
                    self.visit_expr_mut(&mut expr);
                    quote!(#expr #semi)
                }
            })
            .collect()
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
            self.visit_expr_mut(&mut init.expr);
            if let Some((_, otherwise)) = &mut init.diverge {
                self.visit_expr_mut(otherwise);
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
                    self.error(local.pat.span(), advice::changed(&name.ident.to_string()));
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
            self.error(local.pat.span(), advice::unnamed_piece());
        }
        let draw = self.new_draw(local.pat.span(), shown_as, parts);
        self.body.draws[draw].reported = is_unnamed;
        if let Pat::Ident(name) = strip_type(&local.pat) {
            self.body.draws[draw].ident = Some(name.ident.clone());
        }
        self.body.draws[draw].is_typed = matches!(local.pat, Pat::Type(_));
        let mut any_drawn = false;
        let mut any_other = false;
        let value = self.nested(|walker| walker.drawn_tail(init, draw, &mut any_drawn, &mut any_other));
        // All draws are parts found by `.at`: nothing has to be shown.
        if any_drawn {
            self.body.draws[draw].mixed = any_other;
            self.drawn.push(draw);
            match name {
                Some(name) => {
                    self.body.bound.insert(name.clone());
                    self.names.insert(name, Origin::Draw(draw));
                }
                None => {
                    let mut names = Vec::new();
                    collect_names(&local.pat, &mut names);
                    if rebuilt(&local.pat).is_none() {
                        let message = advice::not_shown("what is drawn here and matched by this pattern");
                        self.error(local.pat.span(), message);
                    }
                    self.names.extend(names.into_iter().map(|name| (name.to_string(), Origin::Part(draw))));
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

    /// The value of a `let`, with draws where it ends.
    pub(super) fn drawn_tail(&mut self, expr: &Expr, draw: usize, drawn: &mut bool, other: &mut bool) -> TokenStream {
        match expr {
            Expr::Paren(inner) => self.drawn_tail(&inner.expr, draw, drawn, other),
            Expr::Group(inner) => self.drawn_tail(&inner.expr, draw, drawn, other),
            Expr::Block(block) if block.label.is_none() => self.drawn_block(&block.block, draw, drawn, other),
            Expr::If(branch) if branch.else_branch.is_some() => self.nested(|walker| {
                let mut cond = branch.cond.clone();
                walker.condition(&mut cond);
                let then = walker.drawn_block(&branch.then_branch, draw, drawn, other);
                let otherwise =
                    branch.else_branch.as_ref().map(|(_, otherwise)| walker.drawn_tail(otherwise, draw, drawn, other));
                quote!(if #cond #then else { #otherwise })
            }),
            Expr::Match(chosen) => {
                let mut on = chosen.expr.clone();
                self.visit_expr_mut(&mut on);
                let arms: Vec<TokenStream> = chosen
                    .arms
                    .iter()
                    .map(|arm| {
                        self.nested(|walker| {
                            let mut pat = arm.pat.clone();
                            walker.bind(&pat);
                            walker.visit_pat_mut(&mut pat);
                            let body = walker.drawn_tail(&arm.body, draw, drawn, other);
                            quote!(#pat => #body,)
                        })
                    })
                    .collect();
                quote!(match #on { #(#arms)* })
            }
            Expr::Call(call) if called(call).as_deref() == Some("draw") && call.args.len() == 1 => {
                if !self.may_draw("draw", call.span()) {
                    return quote!(::core::unreachable!());
                }
                if is_part(&call.args[0]) {
                    *other = true;
                    return self.draw_part(&call.args[0]);
                }
                *drawn = true;
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
                let mut expr = expr.clone();
                let leaves =
                    matches!(&expr, Expr::Return(_)) || matches!(&expr, Expr::Macro(mac) if diverges(&mac.mac));
                *other |= !leaves;
                self.visit_expr_mut(&mut expr);
                if self.body.kind != Kind::Value && !leaves {
                    let piece = self.computed_piece_of(draw, span);
                    return quote_spanned!(here(span)=> match #expr { __value => { #piece } });
                }
                expr.to_token_stream()
            }
        }
    }

    pub(super) fn drawn_block(
        &mut self,
        block: &Block,
        draw: usize,
        drawn: &mut bool,
        other: &mut bool,
    ) -> TokenStream {
        self.nested(|walker| match block.stmts.split_last() {
            Some((Stmt::Expr(last, None), before)) => {
                let statements = walker.statements(before);
                let last = walker.drawn_tail(last, draw, drawn, other);
                quote!({ #(#statements)* #last })
            }
            _ => {
                *other |= !always_leaves(block);
                let statements = walker.statements(&block.stmts);
                quote!({ #(#statements)* })
            }
        })
    }

    /// A draw whose focus is found by `.at`.
    pub(super) fn draw_part(&mut self, part: &Expr) -> TokenStream {
        let mut part = strip(part).clone();
        if let Expr::MethodCall(call) = &mut part {
            if let Some(Expr::Closure(look)) = call.args.first_mut() {
                // The closure's argument is the whole result; its type need not be written.
                if let [only] = look.inputs.iter_mut().collect::<Vec<_>>().as_mut_slice() {
                    if matches!(
                        only,
                        Pat::Ident(_) | Pat::Wild(_) | Pat::Tuple(_) | Pat::TupleStruct(_) | Pat::Struct(_)
                    ) {
                        let value = self.body.value;
                        **only = Pat::Type(syn::PatType {
                            attrs: Vec::new(),
                            pat: Box::new(only.clone()),
                            colon_token: Default::default(),
                            ty: syn::parse_quote!(&#value),
                        });
                    }
                }
            }
        }
        let span = part.span();
        let part = self.argument(&part);
        let drawn = or_reject(quote_spanned!(here(span)=> ::mirrorcheck::language::draw_part(__cx, __part, __focus)));
        quote_spanned!(here(span)=> match #part { __part => #drawn })
    }

    pub(super) fn new_draw(&mut self, span: Span, name: String, parts: Option<Pat>) -> usize {
        let known = self.names.keys().cloned().collect();
        let (ident, is_typed, format) = (None, false, None);
        let drawn = Draw { span, name, parts, mixed: false, reported: false, ident, is_typed, format, known };
        self.body.draws.push(drawn);
        self.body.draws.len() - 1
    }

    pub(super) fn may_draw(&mut self, what: &str, span: Span) -> bool {
        match self.place {
            Place::Straight => return true,
            Place::Loop => self.error(span, advice::in_loop()),
            Place::Closure | Place::ArgumentClosure => self.error(span, advice::in_closure(what)),
            Place::Argument => self.error(span, advice::not_shown("what is drawn here")),
        }
        false
    }

    /// The argument of a draw: an expression that builds a generator.
    pub(super) fn argument(&mut self, generator: &Expr) -> TokenStream {
        if let Expr::Lit(literal) = strip(generator) {
            self.error(literal.span(), advice::not_a_generator(&literal.to_token_stream().to_string()));
        }
        let outer = std::mem::replace(&mut self.place, Place::Argument);
        let mut generator = generator.clone();
        self.visit_expr_mut(&mut generator);
        self.place = outer;
        generator.to_token_stream()
    }

    /// An expression without draws.
    pub(super) fn computed(&mut self, expr: &Expr) -> TokenStream {
        let mut expr = expr.clone();
        self.visit_expr_mut(&mut expr);
        expr.to_token_stream()
    }

    pub(super) fn condition(&mut self, cond: &mut Expr) {
        self.visit_expr_mut(cond);
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
        self.body.bound.extend(names.iter().map(ToString::to_string));
        self.names.extend(names.into_iter().map(|name| (name.to_string(), Origin::Other)));
    }
}

/// Everything that is neither a result nor a draw with a name.
impl VisitMut for Walker<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
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
                        self.error(span, advice::not_shown("what is drawn here"));
                    }
                }
                Some("assume") if self.place.in_closure() => {
                    self.error(call.span(), advice::in_closure("assume"));
                }
                Some("assume") if call.args.len() == 1 => {
                    let condition = self.computed(&call.args[0]);
                    let text = call.args[0].to_token_stream().to_string();
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
                    self.error(call.span(), message);
                }
                _ => visit_mut::visit_expr_call_mut(self, call),
            },
            Expr::Return(returned) if !self.place.in_closure() => {
                let result = self.returned(returned);
                *expr = Expr::Verbatim(quote!(return #result));
            }
            Expr::Closure(closure) => self.nested(|walker| {
                closure.inputs.iter().for_each(|input| walker.bind(input));
                let inner = if walker.place.in_argument() { Place::ArgumentClosure } else { Place::Closure };
                let outer = std::mem::replace(&mut walker.place, inner);
                walker.visit_expr_mut(&mut closure.body);
                walker.place = outer;
            }),
            Expr::Try(tried) if !self.place.in_closure() => {
                self.error(tried.question_token.span(), advice::question_mark());
            }
            Expr::Async(_) | Expr::Const(_) => {}
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => self.nested(|walker| {
                let inner = if walker.place == Place::Straight { Place::Loop } else { walker.place };
                let outer = std::mem::replace(&mut walker.place, inner);
                if let Expr::ForLoop(each) = expr {
                    walker.bind(&each.pat);
                }
                visit_mut::visit_expr_mut(walker, expr);
                walker.place = outer;
            }),
            Expr::If(branch) => {
                let names = self.names.clone();
                self.condition(&mut branch.cond);
                self.visit_block_mut(&mut branch.then_branch);
                self.names = names;
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.visit_expr_mut(otherwise);
                }
            }
            Expr::Match(chosen) => {
                self.visit_expr_mut(&mut chosen.expr);
                for arm in &mut chosen.arms {
                    let names = self.names.clone();
                    self.bind(&arm.pat);
                    self.visit_pat_mut(&mut arm.pat);
                    self.visit_expr_mut(&mut arm.body);
                    self.names = names;
                }
            }
            Expr::Macro(mac) => drop(self.hidden(&mac.mac)),
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let names = self.names.clone();
        let drawn = self.drawn.clone();
        let items = self.items.len();
        let leaves = always_leaves(block);
        let statements = self.statements(&block.stmts);
        self.items.truncate(items);
        self.names = names;
        // What is drawn in a block that is left for good does not reach what comes after it.
        if leaves {
            self.drawn = drawn;
        }
        block.stmts = statements.into_iter().map(|tokens| Stmt::Expr(Expr::Verbatim(tokens), None)).collect();
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
