//! The body of a generator that runs both ways. Every expression that can be the result gets a number; a run on a
//! focus goes toward one of them, and every draw looks at the place where that result shows it.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Stmt, Type};

use crate::advice;
use crate::result::{Shown, Wanted, here, is_constructor, is_pointer};

/// What was read of a body.
pub(crate) struct Body<'a> {
    value: &'a Type,
    /// Whether values may borrow, so that their types have no identity at run time.
    borrows: bool,
    results: Vec<Shown>,
    draws: Vec<Draw>,
    errors: Vec<syn::Error>,
}

struct Draw {
    span: Span,
    name: String,
    /// The pattern that it is bound to, if that is more than a name.
    parts: Option<Pat>,
    /// Not every way to the variable draws it, so that it is compared as well.
    mixed: bool,
    reported: bool,
}

/// What the body has become: a body that returns a `Result`, and what is known of its results.
pub(crate) struct Read {
    pub(crate) body: TokenStream,
    pub(crate) shows: TokenStream,
    pub(crate) shapes: TokenStream,
}

/// Reads a body whose arguments have these names.
pub(crate) fn read(block: &Block, value: &Type, borrows: bool, arguments: HashSet<String>) -> syn::Result<Read> {
    let mut body = Body { value, borrows, results: Vec::new(), draws: Vec::new(), errors: Vec::new() };
    let names = arguments.into_iter().map(|name| (name, Origin::Other)).collect();
    let mut walker = Walker { body: &mut body, names, drawn: Vec::new(), place: Place::Straight };
    let read = walker.tail_block(block);
    let errors = std::mem::take(&mut body.errors);
    if let Some(error) = errors.into_iter().reduce(|mut all, next| {
        all.combine(next);
        all
    }) {
        return Err(error);
    }
    Ok(Read { body: body.fill_in(read), shows: body.shows(), shapes: body.shapes() })
}

/// Where a name comes from.
#[derive(Clone, Copy)]
enum Origin {
    Draw(usize),
    Part(usize),
    Other,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Straight,
    Loop,
    Closure,
    /// In the argument of a draw, where generators are built and `pick` is a combinator.
    Argument,
    /// In a closure there.
    ArgumentClosure,
}

impl Place {
    fn in_closure(self) -> bool {
        matches!(self, Place::Closure | Place::ArgumentClosure)
    }

    fn in_argument(self) -> bool {
        matches!(self, Place::Argument | Place::ArgumentClosure)
    }
}

struct Walker<'w, 'a> {
    body: &'w mut Body<'a>,
    names: HashMap<String, Origin>,
    /// The draws that have been made here.
    drawn: Vec<usize>,
    place: Place,
}

/// The functions that choose among alternatives, with the shape of one.
const PICKS: [(&str, usize, &str); 4] = [
    ("pick", 3, "(weight, \"label\", result)"),
    ("labeled", 2, "(\"label\", result)"),
    ("frequency", 2, "(weight, result)"),
    ("oneof", 1, "result"),
];

/// Generators that can be written as a result by themselves.
const GENERATORS: [&str; 3] = ["sized", "resize", "lazy"];

impl Walker<'_, '_> {
    fn error(&mut self, span: Span, message: String) {
        self.body.errors.push(syn::Error::new(span, message));
    }

    /// Runs `walk` for a part whose names and draws do not reach further.
    fn nested<R>(&mut self, walk: impl FnOnce(&mut Self) -> R) -> R {
        let names = self.names.clone();
        let drawn = self.drawn.clone();
        let result = walk(self);
        self.names = names;
        self.drawn = drawn;
        result
    }

    /// A block that ends in the result.
    fn tail_block(&mut self, block: &Block) -> TokenStream {
        self.nested(|walker| {
            let (last, before) = match block.stmts.split_last() {
                Some((Stmt::Expr(last, None), before)) => (Some(last), before),
                Some((Stmt::Macro(last), before)) if last.semi_token.is_none() => {
                    // A diverging macro, such as `unreachable!()`, or one that builds the result.
                    let statements = walker.statements(before);
                    let last = Expr::Macro(syn::ExprMacro { attrs: last.attrs.clone(), mac: last.mac.clone() });
                    let last = walker.tail(&last);
                    return quote!({ #(#statements)* #last });
                }
                _ => (None, &block.stmts[..]),
            };
            let statements = walker.statements(before);
            match last {
                Some(last) => {
                    let last = walker.tail(last);
                    quote!({ #(#statements)* #last })
                }
                None if always_leaves(block) => quote!({ #(#statements)* }),
                None => {
                    // A block of type `()`.
                    let unit: Expr = syn::parse_quote!(());
                    let last = walker.tail(&unit);
                    quote!({ #(#statements)* #last })
                }
            }
        })
    }

    /// An expression in the place of the result: it becomes one of type `Result`.
    fn tail(&mut self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::Paren(inner) => self.tail(&inner.expr),
            Expr::Group(inner) => self.tail(&inner.expr),
            Expr::Block(block) if block.label.is_none() => self.tail_block(&block.block),
            Expr::If(branch) if branch.else_branch.is_some() => self.nested(|walker| {
                let mut cond = branch.cond.clone();
                walker.condition(&mut cond);
                let then = walker.tail_block(&branch.then_branch);
                let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| walker.tail(otherwise));
                let if_token = branch.if_token;
                quote!(#if_token #cond #then else { #otherwise })
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
                            let body = walker.tail(&arm.body);
                            let attrs = &arm.attrs;
                            quote!(#(#attrs)* #pat => #body,)
                        })
                    })
                    .collect();
                let match_token = chosen.match_token;
                quote!(#match_token #on { #(#arms)* })
            }
            Expr::Return(returned) => {
                let result = self.returned(returned);
                quote!(return #result)
            }
            Expr::Macro(mac) if diverges(&mac.mac) => expr.to_token_stream(),
            Expr::Call(call) => match called(call).as_deref() {
                Some("pick_from") => self.list(call),
                Some("exact") if call.args.len() == 1 => {
                    let value = self.computed(&call.args[0]);
                    self.result(expr.span(), Shown::Computed, value)
                }
                Some(name) if GENERATORS.contains(&name) => self.whole(expr.span(), expr),
                Some("draw") if call.args.len() == 1 && !is_part(&call.args[0]) => {
                    self.whole(call.span(), &call.args[0])
                }
                Some(name) => match PICKS.iter().find(|(pick, ..)| *pick == name) {
                    Some((_, arity, shape)) => self.choice(call, name, *arity, shape),
                    None => self.built(expr),
                },
                None => self.built(expr),
            },
            _ => self.built(expr),
        }
    }

    fn returned(&mut self, returned: &syn::ExprReturn) -> TokenStream {
        self.nested(|walker| match &returned.expr {
            Some(value) => walker.tail(value),
            None => {
                let unit: Expr = syn::parse_quote!(());
                walker.tail(&unit)
            }
        })
    }

    /// A result that is drawn as a whole.
    fn whole(&mut self, span: Span, generator: &Expr) -> TokenStream {
        let generator = self.argument(generator);
        let draw = self.new_draw(span, "the result".to_owned(), None);
        self.drawn.push(draw);
        let focus = focus_of(draw);
        let value = quote_spanned!(here(span)=> match #generator {
            __generator => ::mirrorcheck::language::draw(__cx, __generator, #focus)?
        });
        self.result(span, Shown::Draw(draw), value)
    }

    /// `pick_from(list)`: a result out of a list that is made at run time.
    fn list(&mut self, call: &syn::ExprCall) -> TokenStream {
        let items = call.args.iter().map(|items| self.computed(items)).collect::<Vec<_>>();
        let value = quote_spanned!(here(call.span())=> ::mirrorcheck::language::pick_from(__cx, #(#items),*, __focus)?);
        let draw = self.new_draw(call.span(), "the result".to_owned(), None);
        self.drawn.push(draw);
        self.result(call.span(), Shown::Draw(draw), value)
    }

    /// A result that is built out of its parts.
    fn built(&mut self, expr: &Expr) -> TokenStream {
        let mut seen = HashSet::new();
        let (shown, value) = self.read_result(expr, &mut seen);
        self.result(expr.span(), shown, value)
    }

    /// Gives a result its number.
    fn result(&mut self, span: Span, shown: Shown, value: TokenStream) -> TokenStream {
        let text = span.source_text().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        let text = text.filter(|text| text.chars().count() <= 60);
        for draw in self.drawn.clone() {
            if !shows(&shown, draw, self.body.draws[draw].parts.as_ref()) {
                // One message for a draw, however many results lack it.
                if !std::mem::replace(&mut self.body.draws[draw].reported, true) {
                    let message = advice::not_shown_in(&self.body.draws[draw].name, text.as_deref());
                    self.error(self.body.draws[draw].span, message);
                }
            }
        }
        let number = self.body.results.len() as u32;
        let mixed = self.body.draws.iter().enumerate().any(|(i, draw)| draw.mixed && self.drawn.contains(&i));
        let check = (shown.has_computed() || mixed).then(|| {
            let ours = format_ident!("__out", span = Span::call_site());
            self.comparison(&shown, &ours, mixed, span)
        });
        self.body.results.push(shown);
        let wanted = self.body.value;
        quote_spanned!(here(span)=> {
            ::mirrorcheck::language::arrive(__cx, __toward, #number)?;
            let __out: #wanted = #value;
            #check
            ::core::result::Result::Ok(__out)
        })
    }

    /// The comparison of what was computed with what stands in the focus.
    fn comparison(&self, shown: &Shown, ours: &Ident, mixed: bool, span: Span) -> TokenStream {
        let fail = quote!(return ::core::result::Result::Err(::mirrorcheck::language::Rejected));
        let mut wanted = vec![Wanted::Computed];
        if mixed {
            let mixed_draws = self.body.draws.iter().enumerate().filter(|(_, draw)| draw.mixed);
            wanted.extend(mixed_draws.map(|(i, _)| Wanted::Draw(i)));
        }
        let theirs = format_ident!("__theirs", span = Span::call_site());
        let ours_ref = format_ident!("__ours", span = Span::call_site());
        let comparisons = wanted.into_iter().map(|wanted| {
            let left = shown.take_apart(&ours_ref, "l", wanted, &fail);
            let right = shown.take_apart(&theirs, "r", wanted, &fail);
            let (left_statements, right_statements) = (left.statements, right.statements);
            let (lefts, rights) = (left.places, right.places);
            quote_spanned!(here(span)=> {
                #left_statements
                #right_statements
                #(if !(&&::mirrorcheck::language::Pair(#lefts, #rights)).same() {
                    return ::core::result::Result::Err(::mirrorcheck::language::differs(__cx, "what is computed"));
                })*
            })
        });
        quote_spanned!(here(span)=> if let ::mirrorcheck::language::Focus::On(#theirs) = __focus {
            use ::mirrorcheck::language::{SameBits as _, SameValue as _};
            let #ours_ref = &#ours;
            #(#comparisons)*
        })
    }

    /// `pick([…])` and its relatives.
    fn choice(&mut self, call: &syn::ExprCall, name: &str, arity: usize, shape: &str) -> TokenStream {
        let Some(Expr::Array(list)) = call.args.first().filter(|_| call.args.len() == 1) else {
            self.error(call.span(), advice::alternatives(name, shape));
            return quote!(::core::unreachable!());
        };
        let (has_weight, has_label) = (matches!(name, "pick" | "frequency"), matches!(name, "pick" | "labeled"));
        let (mut weights, mut labels, mut arms, mut shown) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (i, alternative) in list.elems.iter().enumerate() {
            let parts: Vec<&Expr> = match strip(alternative) {
                Expr::Tuple(tuple) if arity > 1 => tuple.elems.iter().collect(),
                alternative => vec![alternative],
            };
            if parts.len() != arity {
                self.error(alternative.span(), advice::alternative(name, shape));
                continue;
            }
            if has_weight {
                weights.push(self.weight(parts[0]));
            } else {
                weights.push(quote!(1u64));
            }
            if has_label {
                labels.push(parts[arity - 2].clone());
            }
            let first = self.body.results.len() as u32;
            let result = self.nested(|walker| walker.tail(parts[arity - 1]));
            let end = self.body.results.len() as u32;
            let pattern = if i + 1 == list.elems.len() { quote!(_) } else { i.into_token_stream() };
            arms.push(quote!(#pattern => #result,));
            if first < end {
                let last = end - 1;
                shown.push(quote!(#first..=#last => ::core::option::Option::Some(#i),));
            }
        }
        if arms.is_empty() {
            return quote!(::core::result::Result::Err(::mirrorcheck::language::fails(__cx, "a pick of nothing")));
        }
        let names = self.labels(&labels);
        quote_spanned!(here(call.span())=> {
            let __shown: ::core::option::Option<usize> = match __toward {
                ::mirrorcheck::language::FORWARD => ::core::option::Option::None,
                #(#shown)*
                _ => return ::core::result::Result::Err(::mirrorcheck::language::astray(__cx)),
            };
            match __cx.pick(&[#(#weights),*], #names, __shown)? {
                #(#arms)*
            }
        })
    }

    fn weight(&mut self, weight: &Expr) -> TokenStream {
        match literal_weight(weight) {
            Some(literal) => literal,
            None => {
                let weight = self.computed(weight);
                quote!(::mirrorcheck::language::weight(#weight))
            }
        }
    }

    fn labels(&mut self, labels: &[Expr]) -> TokenStream {
        let (names, repeated) = names_of(labels, |label| self.computed(label));
        if let Some((span, label)) = repeated {
            self.error(span, advice::repeated_label(&label));
        }
        names
    }

    /// Statements in a straight line.
    fn statements(&mut self, statements: &[Stmt]) -> Vec<TokenStream> {
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
    fn unit_draw(&mut self, call: &syn::ExprCall) -> TokenStream {
        let Some(generator) = call.args.first().filter(|_| self.may_draw("draw", call.span())) else {
            return TokenStream::new();
        };
        if is_part(generator) {
            let drawn = self.draw_part(generator);
            return quote!(let _ = #drawn;);
        }
        let generator = self.argument(generator);
        quote_spanned!(here(call.span())=> match #generator {
            __generator => ::mirrorcheck::language::draw_unit(__cx, __generator)?,
        };)
    }

    fn local(&mut self, local: &Local) -> TokenStream {
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
    fn drawn_local(&mut self, local: &Local, init: &Expr) -> TokenStream {
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
        let draw = self.new_draw(local.pat.span(), shown_as, parts);
        let mut any_drawn = false;
        let mut any_other = false;
        let value = self.nested(|walker| walker.drawn_tail(init, draw, &mut any_drawn, &mut any_other));
        // All draws are parts found by `.at`: nothing has to be shown.
        if any_drawn {
            self.body.draws[draw].mixed = any_other;
            self.drawn.push(draw);
            match name {
                Some(name) => drop(self.names.insert(name, Origin::Draw(draw))),
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
        quote_spanned!(here(local.span())=> #(#attrs)* let #pat = #value;)
    }

    /// The value of a `let`, with draws where it ends.
    fn drawn_tail(&mut self, expr: &Expr, draw: usize, drawn: &mut bool, other: &mut bool) -> TokenStream {
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
                let focus = focus_of(draw);
                let draw_fn = match self.body.draws[draw].parts {
                    Some(_) => quote_spanned!(here(call.args[0].span())=> ::mirrorcheck::language::draw_rebuilt),
                    None => quote_spanned!(here(call.args[0].span())=> ::mirrorcheck::language::draw),
                };
                quote_spanned!(here(call.span())=> match #generator { __generator => #draw_fn(__cx, __generator, #focus)? })
            }
            expr => {
                let mut expr = expr.clone();
                if !matches!(&expr, Expr::Return(_)) && !matches!(&expr, Expr::Macro(mac) if diverges(&mac.mac)) {
                    *other = true;
                }
                self.visit_expr_mut(&mut expr);
                expr.to_token_stream()
            }
        }
    }

    fn drawn_block(&mut self, block: &Block, draw: usize, drawn: &mut bool, other: &mut bool) -> TokenStream {
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
    fn draw_part(&mut self, part: &Expr) -> TokenStream {
        let mut part = part.clone();
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
        quote_spanned!(here(span)=> match #part { __part => ::mirrorcheck::language::draw_part(__cx, __part, __focus)? })
    }

    fn new_draw(&mut self, span: Span, name: String, parts: Option<Pat>) -> usize {
        self.body.draws.push(Draw { span, name, parts, mixed: false, reported: false });
        self.body.draws.len() - 1
    }

    fn may_draw(&mut self, what: &str, span: Span) -> bool {
        match self.place {
            Place::Straight => return true,
            Place::Loop => self.error(span, advice::in_loop()),
            Place::Closure | Place::ArgumentClosure => self.error(span, advice::in_closure(what)),
            Place::Argument => self.error(span, advice::not_shown("what is drawn here")),
        }
        false
    }

    /// The argument of a draw: an expression that builds a generator.
    fn argument(&mut self, generator: &Expr) -> TokenStream {
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
    fn computed(&mut self, expr: &Expr) -> TokenStream {
        let mut expr = expr.clone();
        self.visit_expr_mut(&mut expr);
        expr.to_token_stream()
    }

    fn condition(&mut self, cond: &mut Expr) {
        self.visit_expr_mut(cond);
        // `if let` brings names.
        if let Expr::Let(bound) = cond {
            let pat = bound.pat.clone();
            self.bind(&pat);
        }
        if let Expr::Binary(both) = cond {
            for side in [&both.left, &both.right] {
                if let Expr::Let(bound) = &**side {
                    self.bind(&bound.pat);
                }
            }
        }
    }

    /// Names that are bound to something that is not drawn.
    fn bind(&mut self, pat: &Pat) {
        let mut names = Vec::new();
        collect_names(pat, &mut names);
        self.names.extend(names.into_iter().map(|name| (name.to_string(), Origin::Other)));
    }

    /// Reads an expression of the result as a pattern, and gives the code that builds it.
    fn read_result(&mut self, expr: &Expr, seen: &mut HashSet<String>) -> (Shown, TokenStream) {
        let span = expr.span();
        match expr {
            Expr::Paren(inner) => self.read_result(&inner.expr, seen),
            Expr::Group(inner) => self.read_result(&inner.expr, seen),
            // Floats are the same when their bits are, and a string is no pattern behind a reference.
            Expr::Lit(literal) if !is_plain(&literal.lit) => (Shown::Computed, expr.to_token_stream()),
            Expr::Lit(literal) => (Shown::Constant(literal.to_token_stream(), None), expr.to_token_stream()),
            Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr: inner, .. })
                if matches!(**inner, Expr::Lit(_)) =>
            {
                (Shown::Constant(expr.to_token_stream(), None), expr.to_token_stream())
            }
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                let origin = name.as_ref().and_then(|name| self.names.get(name)).copied();
                let shown = match (name, origin) {
                    // The second time it is compared.
                    (Some(name), Some(Origin::Draw(draw))) if seen.insert(name.clone()) => Shown::Draw(draw),
                    (Some(name), Some(Origin::Part(draw))) if seen.insert(name.clone()) => {
                        Shown::Part(draw, Ident::new(&name, span))
                    }
                    // What belongs to a generic parameter is computed, and what is written in capitals is a constant.
                    (_, None) if is_unit(&path.path) && !self.is_known(&path.path) => {
                        let name = crate::result::constructor(Some(&path.path));
                        Shown::Constant(expr.to_token_stream(), Some(name))
                    }
                    _ => Shown::Computed,
                };
                (shown, expr.to_token_stream())
            }
            Expr::Tuple(tuple) => {
                let (fields, values) = self.read_fields(tuple.elems.iter(), seen);
                (Shown::Made { path: None, named: false, fields }, quote_spanned!(here(span)=> (#(#values,)*)))
            }
            Expr::Array(array) => {
                let (fields, values) = self.read_fields(array.elems.iter(), seen);
                let items = fields.into_iter().map(|(_, shown)| shown).collect();
                (Shown::List { vec: false, items }, quote_spanned!(here(span)=> [#(#values),*]))
            }
            Expr::Macro(mac) if mac.mac.path.is_ident("vec") => self.read_vec(mac, seen),
            Expr::Struct(built) if built.rest.is_none() && built.qself.is_none() => {
                let mut fields = Vec::new();
                let mut values = Vec::new();
                for field in &built.fields {
                    let (shown, value) = self.read_result(&field.expr, seen);
                    fields.push((field.member.clone(), shown));
                    let member = &field.member;
                    values.push(quote!(#member: #value));
                }
                let path = &built.path;
                let value = quote_spanned!(here(span)=> #path { #(#values),* });
                (Shown::Made { path: Some(path.clone()), named: true, fields }, value)
            }
            Expr::Call(call) => self.read_call(call, seen),
            _ => (Shown::Computed, self.computed(expr)),
        }
    }

    /// Whether a path begins with a name that is bound here, such as a generic parameter.
    fn is_known(&self, path: &syn::Path) -> bool {
        path.segments.first().is_some_and(|first| self.names.contains_key(&first.ident.to_string()))
    }

    fn read_call(&mut self, call: &syn::ExprCall, seen: &mut HashSet<String>) -> (Shown, TokenStream) {
        let span = call.span();
        if called(call).as_deref() == Some("draw") && call.args.len() == 1 && !is_part(&call.args[0]) {
            if !self.may_draw("draw", span) {
                return (Shown::Computed, quote!(::core::unreachable!()));
            }
            let generator = self.argument(&call.args[0]);
            let draw = self.new_draw(span, "what is drawn here".to_owned(), None);
            let focus = focus_of(draw);
            let value = quote_spanned!(here(span)=> match #generator {
                __generator => ::mirrorcheck::language::draw(__cx, __generator, #focus)?
            });
            return (Shown::Draw(draw), value);
        }
        let Expr::Path(path) = &*call.func else { return (Shown::Computed, self.computed(&Expr::Call(call.clone()))) };
        if is_pointer(&path.path) && call.args.len() == 1 {
            let (inner, value) = self.read_result(&call.args[0], seen);
            return (Shown::Pointer(Box::new(inner)), quote_spanned!(here(span)=> #path(#value)));
        }
        if !is_constructor(&path.path) || path.qself.is_some() {
            return (Shown::Computed, self.computed(&Expr::Call(call.clone())));
        }
        let (fields, values) = self.read_fields(call.args.iter(), seen);
        let shown = Shown::Made { path: Some(path.path.clone()), named: false, fields };
        (shown, quote_spanned!(here(span)=> #path(#(#values),*)))
    }

    fn read_fields<'e>(
        &mut self,
        exprs: impl Iterator<Item = &'e Expr>,
        seen: &mut HashSet<String>,
    ) -> (Vec<(syn::Member, Shown)>, Vec<TokenStream>) {
        exprs
            .enumerate()
            .map(|(i, expr)| {
                let (shown, value) = self.read_result(expr, seen);
                ((syn::Member::from(i), shown), value)
            })
            .unzip()
    }

    fn read_vec(&mut self, mac: &syn::ExprMacro, seen: &mut HashSet<String>) -> (Shown, TokenStream) {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        match mac.mac.parse_body_with(parser) {
            Ok(items) if self.hidden(&mac.mac) => {
                let (fields, values) = self.read_fields(items.iter(), seen);
                let items = fields.into_iter().map(|(_, shown)| shown).collect();
                (Shown::List { vec: true, items }, quote_spanned!(here(mac.span())=> ::std::vec![#(#values),*]))
            }
            _ => (Shown::Computed, mac.to_token_stream()),
        }
    }

    /// Whether a macro's argument is free of draws; if not, says so.
    fn hidden(&mut self, mac: &syn::Macro) -> bool {
        match find_call(mac.tokens.clone()) {
            Some((span, what)) => {
                self.error(span, advice::in_macro(&what));
                false
            }
            None => true,
        }
    }
}

/// Everything that is neither a result nor a draw with a name.
impl VisitMut for Walker<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) => match called(call).as_deref() {
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
        let leaves = always_leaves(block);
        let statements = self.statements(&block.stmts);
        self.names = names;
        // What is drawn in a block that is left for good does not reach what comes after it.
        if leaves {
            self.drawn = drawn;
        }
        block.stmts = statements.into_iter().map(|tokens| Stmt::Expr(Expr::Verbatim(tokens), None)).collect();
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Body<'_> {
    /// Puts the focus of each draw where it is needed, now that all results are known.
    fn fill_in(&self, tokens: TokenStream) -> TokenStream {
        tokens
            .into_iter()
            .map(|token| match token {
                TokenTree::Group(group) => {
                    let mut filled = proc_macro2::Group::new(group.delimiter(), self.fill_in(group.stream()));
                    filled.set_span(group.span());
                    TokenTree::Group(filled).into()
                }
                TokenTree::Ident(ident) => match ident.to_string().strip_prefix(FOCUS_OF) {
                    Some(draw) => draw.parse().map_or_else(|_| quote!(), |draw| self.focus(draw, ident.span())),
                    None => TokenTree::Ident(ident).into(),
                },
                token => token.into(),
            })
            .collect::<TokenStream>()
    }

    /// The focus of a draw: the place where the result that the run goes toward shows it.
    fn focus(&self, draw: usize, span: Span) -> TokenStream {
        let focus = quote_spanned!(here(span)=> ::mirrorcheck::language::Focus);
        let fail = quote!(return ::core::result::Result::Err(::mirrorcheck::language::Rejected));
        let shown = |parts| self.results.iter().enumerate().filter(move |(_, shown)| shows(shown, draw, parts));
        let value = Ident::new("__value", Span::call_site());
        if let Some(pat) = &self.draws[draw].parts {
            return self.rebuilt_focus(draw, pat, shown(Some(pat)), &value, &fail);
        }
        let (mut values, mut sketches) = (Vec::new(), Vec::new());
        let follow = match self.borrows {
            true => quote!(::mirrorcheck::language::follow_borrowed),
            false => quote!(::mirrorcheck::language::follow),
        };
        for (number, shown) in shown(None) {
            let number = number as u32;
            let taken = shown.take_apart(&value, "p", Wanted::Draw(draw), &fail);
            let (statements, places) = (taken.statements, taken.places);
            let place = places.first();
            values.push(quote_spanned!(here(self.draws[draw].span)=> #number => { #statements #focus::On(#place) }));
            let path = shown.path_to(draw).unwrap_or_default();
            let steps = path.iter().map(|(constructor, field)| quote!((#constructor, #field)));
            sketches.push(match path.is_empty() {
                true => quote!(#number => __focus,),
                false => quote!(#number => #follow(__sketch, &[#(#steps),*])?,),
            });
        }
        quote_spanned!(here(span)=> match __focus {
            #focus::Free => #focus::Free,
            #focus::On(#value) => match __toward { #(#values)* _ => #fail },
            #focus::Sketch(__sketch) => match __toward { #(#sketches)* _ => #fail },
        })
    }

    /// The same for a draw that was bound to a pattern: its value is put together again.
    fn rebuilt_focus<'s>(
        &self,
        draw: usize,
        pat: &Pat,
        shown: impl Iterator<Item = (usize, &'s Shown)>,
        value: &Ident,
        fail: &TokenStream,
    ) -> TokenStream {
        let mut names = Vec::new();
        collect_names(pat, &mut names);
        let whole = rebuilt(pat).unwrap_or_default();
        let arms = shown.map(|(number, shown)| {
            let number = number as u32;
            let parts = names.iter().enumerate().map(|(i, name)| {
                let taken = shown.take_apart(value, &format!("p{i}_"), Wanted::Part(draw, name), fail);
                let (statements, places) = (taken.statements, taken.places);
                let place = places.first();
                quote!(#statements let #name = ::core::clone::Clone::clone(#place);)
            });
            quote!(#number => { #(#parts)* ::core::option::Option::Some(#whole) })
        });
        quote!(match __focus {
            ::mirrorcheck::language::Focus::On(#value) => match __toward { #(#arms)* _ => #fail },
            _ => ::core::option::Option::None,
        })
    }

    /// `match` arms that say which results show a value.
    fn shows(&self) -> TokenStream {
        let value = Ident::new("__value", Span::call_site());
        let fail = quote!(return false);
        let arms = self.results.iter().enumerate().filter(|(_, shown)| shown.is_refutable()).map(|(number, shown)| {
            let number = number as u32;
            let statements = shown.take_apart(&value, "p", Wanted::Nothing, &fail).statements;
            quote!(#number => { #statements true })
        });
        quote!(match __result { #(#arms)* _ => true })
    }

    fn shapes(&self) -> TokenStream {
        let shapes = self.results.iter().map(Shown::shape);
        quote!(&[#(#shapes),*])
    }
}

/// Stands for the focus of a draw until all results are known.
const FOCUS_OF: &str = "__mirrorcheck_focus_of_";

fn focus_of(draw: usize) -> Ident {
    format_ident!("{FOCUS_OF}{draw}", span = Span::call_site())
}

/// Whether a result shows a draw: itself, or everything that it was matched into.
fn shows(shown: &Shown, draw: usize, parts: Option<&Pat>) -> bool {
    match parts {
        None => shown.path_to(draw).is_some(),
        Some(pat) => {
            let mut names = Vec::new();
            collect_names(pat, &mut names);
            names.iter().all(|name| shown.holds(Wanted::Part(draw, name)))
        }
    }
}

/// The last name of the function that is called: `draw` or `mirrorcheck::draw`.
pub(crate) fn called(call: &syn::ExprCall) -> Option<String> {
    let Expr::Path(path) = &*call.func else { return None };
    let segments = &path.path.segments;
    let known = segments.len() == 1 || segments.first().is_some_and(|first| first.ident == "mirrorcheck");
    segments.last().filter(|_| known).map(|last| last.ident.to_string())
}

/// Whether what is drawn says itself where to look.
fn is_part(generator: &Expr) -> bool {
    matches!(strip(generator), Expr::MethodCall(call)
        if ["at", "at_sketch", "try_at"].iter().any(|at| call.method == at))
}

pub(crate) fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        Expr::Group(inner) => strip(&inner.expr),
        expr => expr,
    }
}

fn strip_type(pat: &Pat) -> &Pat {
    match pat {
        Pat::Type(typed) => strip_type(&typed.pat),
        Pat::Paren(inner) => strip_type(&inner.pat),
        pat => pat,
    }
}

/// Whether an expression ends in a draw on some way.
fn drawn_in_tail(expr: &Expr) -> bool {
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
fn always_leaves(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(expr, _)) => leaves(expr),
        Some(Stmt::Macro(mac)) => diverges(&mac.mac),
        _ => false,
    }
}

fn leaves(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(mac) => diverges(&mac.mac),
        Expr::Block(inner) => always_leaves(&inner.block),
        Expr::If(branch) => {
            always_leaves(&branch.then_branch) && branch.else_branch.as_ref().is_some_and(|(_, other)| leaves(other))
        }
        Expr::Match(chosen) => chosen.arms.iter().all(|arm| leaves(&arm.body)),
        Expr::Loop(_) => true,
        _ => false,
    }
}

fn diverges(mac: &syn::Macro) -> bool {
    ["panic", "unreachable", "todo", "unimplemented"].iter().any(|name| mac.path.is_ident(name))
}

/// The names that a pattern binds.
pub(crate) fn collect_names(pat: &Pat, names: &mut Vec<Ident>) {
    struct Names<'n>(&'n mut Vec<Ident>);
    impl<'ast> syn::visit::Visit<'ast> for Names<'_> {
        fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
            // A capital is a constant or a constructor.
            if !pat.ident.to_string().starts_with(char::is_uppercase) {
                self.0.push(pat.ident.clone());
            }
            syn::visit::visit_pat_ident(self, pat);
        }
        fn visit_expr(&mut self, _: &'ast Expr) {}
    }
    syn::visit::Visit::visit_pat(&mut Names(names), pat);
}

/// The expression that a pattern takes apart, if it leaves nothing out.
fn rebuilt(pat: &Pat) -> Option<TokenStream> {
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

/// Whether a literal can stand in a pattern as it is.
fn is_plain(literal: &syn::Lit) -> bool {
    matches!(literal, syn::Lit::Int(_) | syn::Lit::Bool(_) | syn::Lit::Char(_) | syn::Lit::Byte(_))
}

/// Whether a path names a constructor without fields: not a constant, which is written in capitals.
fn is_unit(path: &syn::Path) -> bool {
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
    mut computed: impl FnMut(&Expr) -> TokenStream,
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
    let mut seen = HashSet::new();
    let repeated = literals
        .iter()
        .find(|literal| !literal.value().is_empty() && !seen.insert(literal.value()))
        .map(|literal| (literal.span(), literal.value()));
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
fn find_call(tokens: TokenStream) -> Option<(Span, String)> {
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
