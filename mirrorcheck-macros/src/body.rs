//! The body of a generator that runs both ways. Every expression that can be the result gets a number; a run on a
//! focus goes toward one of them, and every draw looks at the place where that result shows it.

mod built;
mod statements;
mod text;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, Pat, Stmt, Type};

use self::text::Text;
pub(crate) use self::text::{Kind, Part, kind_of, read_format};
use crate::advice::{self, Lack};
use crate::focus::{focus_of, shows};
use crate::result::{Shown, Wanted, here};
use crate::syntax::{
    always_leaves, called, collect_names, diverges, is_part, literal_weight, mentions, names_of, strip, text_of,
};
use crate::walk::Node;

/// What was read of a body.
pub(crate) struct Body<'a> {
    value: &'a Type,
    /// Whether values may borrow, so that their types have no identity at run time.
    pub(crate) borrows: bool,
    /// Each with the items that its names may need.
    pub(crate) results: Vec<(Shown, Vec<TokenStream>)>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) kind: Kind,
    /// The results as texts, where they are.
    pub(crate) texts: Vec<Text>,
    /// All names that are bound somewhere.
    bound: Vec<String>,
    source: TokenStream,
    errors: Vec<syn::Error>,
    /// What is right in itself, but cannot be read backward.
    unread: Vec<syn::Error>,
}

pub(crate) struct Draw {
    pub(crate) span: Span,
    name: String,
    /// The pattern that it is bound to, if that is more than a name.
    pub(crate) parts: Option<Pat>,
    /// Not every way to the variable draws it, so that it is compared as well.
    mixed: bool,
    reported: bool,
    /// The variable, and whether its type is written.
    ident: Option<Ident>,
    is_typed: bool,
    /// How it is formatted in a text, if in a way of its own.
    format: Option<String>,
    /// The names that are bound before it.
    known: Vec<String>,
}

/// What the body has become: a body that returns a `Result`, and what is known of its results.
pub(crate) struct Read {
    pub(crate) body: TokenStream,
    pub(crate) shows: TokenStream,
    pub(crate) shapes: TokenStream,
    pub(crate) leads: TokenStream,
}

/// Why a body was not read.
pub(crate) enum Unread {
    /// It is wrong.
    Wrong(syn::Error),
    /// It does not show where its draws stand in the result.
    Hidden(syn::Error),
}

/// Reads a body whose arguments have these names.
pub(crate) fn read(
    block: &Block,
    value: &Type,
    kind: Kind,
    borrows: bool,
    arguments: Vec<String>,
) -> Result<Read, Unread> {
    let mut body = Body {
        value,
        borrows,
        results: Vec::new(),
        draws: Vec::new(),
        kind,
        texts: Vec::new(),
        bound: Vec::new(),
        source: block.to_token_stream(),
        errors: Vec::new(),
        unread: Vec::new(),
    };
    let names = arguments.into_iter().map(|name| (name, Origin::Other)).collect();
    let mut walker = Walker { body: &mut body, names, drawn: Vec::new(), items: Vec::new(), place: Place::Straight };
    let read = walker.tail_block(block);
    if body.errors.is_empty() && body.unread.is_empty() {
        body.check_texts();
    }
    check(std::mem::take(&mut body.errors)).map_err(Unread::Wrong)?;
    check(std::mem::take(&mut body.unread)).map_err(Unread::Hidden)?;
    Ok(Read { body: body.fill_in(read), shows: body.shows(), shapes: body.shapes(), leads: body.leads() })
}

/// All errors as one, if there are any.
pub(crate) fn check(errors: Vec<syn::Error>) -> syn::Result<()> {
    let mut errors = errors.into_iter();
    let Some(mut all) = errors.next() else { return Ok(()) };
    for next in errors {
        all.combine(next);
    }
    Err(all)
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
    /// The names that are known here; the last of two hides the first.
    names: Vec<(String, Origin)>,
    /// The draws that have been made here.
    drawn: Vec<usize>,
    /// `use` and `const` in the blocks around, which patterns elsewhere need as well.
    items: Vec<TokenStream>,
    place: Place,
}

/// What is known at the beginning of a part, whose names, draws and items do not reach further.
#[derive(Clone, Copy)]
struct Mark {
    names: usize,
    drawn: usize,
    items: usize,
}

/// A variable that is drawn on some way.
struct Variable {
    draw: usize,
    is_drawn: bool,
    /// Whether a way leads to it that does not draw it.
    has_other: bool,
}

/// The functions that choose among alternatives, with the shape of one.
pub(crate) const PICKS: [(&str, usize, &str); 4] = [
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

    /// Something that cannot be read backward.
    fn unread(&mut self, span: Span, message: String) {
        self.body.unread.push(syn::Error::new(span, message));
    }

    fn enter(&self) -> Mark {
        Mark { names: self.names.len(), drawn: self.drawn.len(), items: self.items.len() }
    }

    /// Forgets what has become known since then.
    fn leave(&mut self, mark: Mark) {
        self.names.truncate(mark.names);
        self.drawn.truncate(mark.drawn);
        self.items.truncate(mark.items);
    }

    /// Where a name comes from, if it is known.
    fn origin(&self, name: &str) -> Option<Origin> {
        self.names.iter().rev().find(|(known, _)| known == name).map(|(_, origin)| *origin)
    }

    /// A block that ends in the result.
    fn tail_block(&mut self, block: &Block) -> TokenStream {
        let mark = self.enter();
        let made;
        let (before, last) = match block.stmts.split_last() {
            Some((Stmt::Expr(last, None), before)) => (before, Some(last)),
            // A diverging macro, such as `unreachable!()`, or one that builds the result.
            Some((Stmt::Macro(last), before)) if last.semi_token.is_none() => {
                made = Expr::Macro(syn::ExprMacro { attrs: last.attrs.clone(), mac: last.mac.clone() });
                (before, Some(&made))
            }
            _ if always_leaves(block) => (&block.stmts[..], None),
            // A block of type `()`.
            _ => {
                made = unit();
                (&block.stmts[..], Some(&made))
            }
        };
        let statements = self.statements(before);
        let last = last.map(|last| self.tail(last));
        self.leave(mark);
        quote!({ #statements #last })
    }

    /// An expression in the place of the result: it becomes one of type `Result`.
    fn tail(&mut self, expr: &Expr) -> TokenStream {
        self.ends(expr, None)
    }

    /// An expression whose ends, in each branch, are results, or what a variable is bound to.
    fn ends(&mut self, expr: &Expr, mut variable: Option<&mut Variable>) -> TokenStream {
        match expr {
            Expr::Paren(inner) => self.ends(&inner.expr, variable),
            Expr::Group(inner) => self.ends(&inner.expr, variable),
            Expr::Block(block) if block.label.is_none() => self.ends_of_block(&block.block, variable),
            Expr::If(branch) if branch.else_branch.is_some() => {
                let mark = self.enter();
                let mut cond = branch.cond.clone();
                self.condition(&mut cond);
                let then = self.ends_of_block(&branch.then_branch, variable.as_deref_mut());
                let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| self.ends(otherwise, variable));
                self.leave(mark);
                let if_token = branch.if_token;
                quote!(#if_token #cond #then else { #otherwise })
            }
            Expr::Match(chosen) => {
                let on = self.computed(&chosen.expr);
                let mut arms = TokenStream::new();
                for arm in &chosen.arms {
                    let mark = self.enter();
                    let mut pat = arm.pat.clone();
                    self.bind(&pat);
                    self.visit(Node::Pat(&mut pat));
                    let body = self.ends(&arm.body, variable.as_deref_mut());
                    self.leave(mark);
                    let attrs = &arm.attrs;
                    arms.extend(quote!(#(#attrs)* #pat => #body,));
                }
                let match_token = chosen.match_token;
                quote!(#match_token #on { #arms })
            }
            expr => match variable {
                Some(variable) => self.drawn_end(expr, variable),
                None => self.result_end(expr),
            },
        }
    }

    fn ends_of_block(&mut self, block: &Block, variable: Option<&mut Variable>) -> TokenStream {
        match variable {
            Some(variable) => self.drawn_block(block, variable),
            None => self.tail_block(block),
        }
    }

    fn result_end(&mut self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::Return(returned) => {
                let result = self.returned(returned);
                quote!(return #result)
            }
            Expr::Macro(mac) if diverges(&mac.mac) => expr.to_token_stream(),
            Expr::Call(call) => match called(call).as_deref() {
                Some("pick_from") => self.list(call),
                Some("exact") if call.args.len() == 1 && self.body.kind == Kind::Text => {
                    self.text_result(&call.args[0])
                }
                Some("exact") if call.args.len() == 1 => {
                    let value = self.computed(&call.args[0]);
                    self.result(expr, Shown::computed(&call.args[0]), value)
                }
                Some(name) if GENERATORS.contains(&name) => self.whole(expr, expr),
                Some("draw") if call.args.len() == 1 && !is_part(&call.args[0]) => self.whole(expr, &call.args[0]),
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
        let mark = self.enter();
        let result = match &returned.expr {
            Some(value) => self.tail(value),
            None => self.tail(&unit()),
        };
        self.leave(mark);
        result
    }

    /// A result that is drawn as a whole.
    fn whole(&mut self, expr: &Expr, generator: &Expr) -> TokenStream {
        let span = expr.span();
        match self.body.kind {
            Kind::Value => {}
            Kind::Text => {
                let generator = self.argument(generator);
                let draw = self.new_draw(span, "the result".to_owned(), None);
                self.drawn.push(draw);
                let piece = self.piece_of(draw, span);
                let value = quote_spanned!(here(span)=> match #generator { __generator => { #piece } });
                let value = quote!({ #value; ::std::string::String::new() });
                let segments = vec![text::Segment::Draw(draw, TokenStream::new())];
                return self.text_numbered(expr, segments, Shown::Draw(draw), value);
            }
            Kind::Written => return self.whole_written(expr, generator),
        }
        let generator = self.argument(generator);
        let draw = self.new_draw(span, "the result".to_owned(), None);
        self.drawn.push(draw);
        let focus = focus_of(draw);
        let drawn = or_reject(quote_spanned!(here(span)=> ::mirrorcheck::language::draw(__cx, #focus, __generator)));
        let value = quote_spanned!(here(span)=> match #generator { __generator => #drawn });
        self.result(expr, Shown::Draw(draw), value)
    }

    /// A value that is drawn with its text.
    fn whole_written(&mut self, expr: &Expr, generator: &Expr) -> TokenStream {
        let span = expr.span();
        let generator = self.argument(generator);
        let draw = self.new_draw(span, "the result".to_owned(), None);
        self.body.draws[draw].ident = Some(format_ident!("__whole"));
        self.drawn.push(draw);
        let piece = self.piece_of(draw, span);
        let value = quote_spanned!(here(span)=> match #generator { __generator => { #piece } });
        let segments = vec![text::Segment::Draw(draw, TokenStream::new())];
        self.text_numbered(expr, segments, Shown::Draw(draw), value)
    }

    /// `pick_from(list)`: a result out of a list that is made at run time.
    fn list(&mut self, call: &syn::ExprCall) -> TokenStream {
        let items = call.args.iter().map(|items| self.computed(items)).collect::<Vec<_>>();
        match self.body.kind {
            Kind::Value => {}
            Kind::Text => {
                let draw = self.new_draw(call.span(), "the result".to_owned(), None);
                self.drawn.push(draw);
                let value = or_reject(
                    quote_spanned!(here(call.span())=> ::mirrorcheck::language::pick_from_text(__cx, #(#items),*)),
                );
                let segments = vec![text::Segment::Draw(draw, TokenStream::new())];
                return self.text_numbered(call, segments, Shown::Draw(draw), value);
            }
            Kind::Written => return self.written_result(&Expr::Call(call.clone())),
        }
        let value = or_reject(
            quote_spanned!(here(call.span())=> ::mirrorcheck::language::pick_from(__cx, #(#items),*, __focus)),
        );
        let draw = self.new_draw(call.span(), "the result".to_owned(), None);
        self.drawn.push(draw);
        self.result(call, Shown::Draw(draw), value)
    }

    /// A result that is built out of its parts.
    fn built(&mut self, expr: &Expr) -> TokenStream {
        match self.body.kind {
            Kind::Value => {}
            Kind::Text => return self.text_result(expr),
            Kind::Written => return self.written_result(expr),
        }
        let mut seen = Vec::new();
        let first = self.body.results.len();
        let (shown, value) = self.read_result(expr, &mut seen);
        // A `return` inside is a result of its own, and must be reached before this one is found to be another.
        let is_last = first == self.body.results.len();
        self.numbered(expr, shown, value, is_last)
    }

    fn result(&mut self, expr: &dyn ToTokens, shown: Shown, value: TokenStream) -> TokenStream {
        self.numbered(expr, shown, value, true)
    }

    /// Gives a result its number. `early` if it can be left before its value is made.
    fn numbered(&mut self, expr: &dyn ToTokens, shown: Shown, value: TokenStream, early: bool) -> TokenStream {
        let span = expr.span();
        for draw in self.drawn.clone() {
            let in_value = self.body.kind == Kind::Text || shows(&shown, draw, self.body.draws[draw].parts.as_ref());
            let in_text = self.body.kind == Kind::Value
                || self.body.texts.last().is_some_and(|text| {
                    text.segments.iter().any(|part| matches!(part, text::Segment::Draw(here, _) if *here == draw))
                });
            if !in_value || !in_text {
                // One message for a draw, however many results lack it.
                if !std::mem::replace(&mut self.body.draws[draw].reported, true) {
                    let message = self.lacking(draw, expr, in_value);
                    self.unread(self.body.draws[draw].span, message);
                }
            }
        }
        let number = self.body.results.len() as u32;
        let is_text = self.body.kind == Kind::Text;
        let mixed =
            !is_text && self.body.draws.iter().enumerate().any(|(i, draw)| draw.mixed && self.drawn.contains(&i));
        let check = (!is_text && shown.has_computed() || mixed).then(|| {
            let ours = format_ident!("__out", span = Span::call_site());
            self.comparison(&shown, &ours, mixed, span)
        });
        self.body.results.push((shown, self.items.clone()));
        let wanted = self.body.value;
        let arrive = quote_spanned!(here(span)=>
            if __toward != #number && __toward != ::mirrorcheck::language::FORWARD {
                return ::core::result::Result::Err(::mirrorcheck::language::astray(__cx));
            }
        );
        let (before, after) = if early { (Some(&arrive), None) } else { (None, Some(&arrive)) };
        quote_spanned!(here(span)=> {
            #before
            let __out: #wanted = #value;
            #after
            #check
            ::core::result::Result::Ok(__out)
        })
    }

    /// The message about a draw that a result does not show. `in_value` if its value does, but not its text.
    fn lacking(&self, draw: usize, expr: &dyn ToTokens, in_value: bool) -> String {
        let Draw { name, ident, parts, .. } = &self.body.draws[draw];
        let is_text = self.body.kind == Kind::Text || in_value;
        let (place, tokens) = match (self.body.kind, syn::parse2(expr.to_token_stream())) {
            (Kind::Written, Ok(Expr::Call(written))) if written.args.len() == 2 => {
                let (part, name) = if is_text { (1, "text") } else { (0, "value") };
                (format!("the {name} of this result"), written.args[part].to_token_stream())
            }
            _ => {
                let place =
                    text_of(expr).map_or_else(|| "the result".to_owned(), |text| format!("the result `{text}`"));
                (place, expr.to_token_stream())
            }
        };
        let mut names = Vec::from_iter(ident.clone());
        if let Some(pat) = parts {
            collect_names(pat, &mut names);
        }
        let lack = match names.iter().find(|name| mentions(tokens.clone(), name)) {
            None => Lack::Absent,
            Some(name) => match self.origin(&name.to_string()) {
                Some(Origin::Draw(here) | Origin::Part(here)) if here == draw => Lack::Unreadable { is_text },
                _ => Lack::Shadowed,
            },
        };
        advice::not_shown_in(name, &place, &lack)
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
            let texts: Vec<String> = left.places.iter().map(|(_, text)| text.clone()).collect();
            let lefts: Vec<Ident> = left.places.into_iter().map(|(name, _)| name).collect();
            let rights: Vec<Ident> = right.places.into_iter().map(|(name, _)| name).collect();
            quote_spanned!(here(span)=> {
                #left_statements
                #right_statements
                #(if !(&&::mirrorcheck::language::Pair(#lefts, #rights)).same() {
                    let __written = || (&&::mirrorcheck::language::Pair(#lefts, #rights)).written();
                    return ::core::result::Result::Err(::mirrorcheck::language::differs(__cx, #texts, &__written));
                })*
            })
        });
        quote_spanned!(here(span)=> if let ::mirrorcheck::language::Focus::On(#theirs) = __focus {
            use ::mirrorcheck::language::{NotWritable as _, SameBits as _, SameValue as _, Writable as _};
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
            let mark = self.enter();
            let result = self.tail(parts[arity - 1]);
            self.leave(mark);
            let end = self.body.results.len() as u32;
            let pattern = if i + 1 == list.elems.len() { quote!(_) } else { i.into_token_stream() };
            arms.push(quote!(#pattern => #result,));
            if first < end {
                let last = end - 1;
                shown.push(quote!(#first..=#last => ::core::option::Option::Some(#i),));
            }
        }
        if arms.is_empty() {
            return quote!(::core::result::Result::Err(::mirrorcheck::language::nothing(__cx)));
        }
        let names = self.labels(&labels);
        let picked = or_reject(quote!(__cx.pick(&[#(#weights),*], #names, __shown)));
        quote_spanned!(here(call.span())=> {
            let __shown: ::core::option::Option<usize> = match __toward {
                ::mirrorcheck::language::FORWARD => ::core::option::Option::None,
                #(#shown)*
                _ => return ::core::result::Result::Err(::mirrorcheck::language::astray(__cx)),
            };
            match #picked {
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
        let (names, repeated) = names_of(labels, &mut |label| self.computed(label));
        if let Some((span, label)) = repeated {
            self.error(span, advice::repeated_label(&label));
        }
        names
    }
}

fn unit() -> Expr {
    syn::parse_quote!(())
}

/// The value of a `Result`, or an early return: what `?` does, in less code to compile.
pub(crate) fn or_reject(result: TokenStream) -> TokenStream {
    quote!(match #result {
        ::core::result::Result::Ok(__ok) => __ok,
        ::core::result::Result::Err(_) => return ::core::result::Result::Err(::mirrorcheck::language::Rejected),
    })
}
