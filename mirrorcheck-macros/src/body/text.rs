//! Results that are text: pieces in the order in which they are drawn, with literals and computed pieces between them.
//!
//! Each piece is written, or read, when it is drawn, and what stands before it right before that. So a body runs
//! through its text once, in either direction.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

use super::built::is_new;
use super::{Body, Origin, Walker, or_reject};
use crate::advice;
use crate::result::{Shown, here};
use crate::syntax::{called, strip};

/// What kind of result a body has.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// A value, which shows its parts.
    Value,
    /// A text.
    Text,
    /// A value together with its text: `written(value, format!(…))`.
    Written,
}

/// A part of a text.
#[derive(Clone)]
pub(crate) enum Segment {
    Literal(String),
    /// A draw, with the expression that it is named by.
    Draw(usize, TokenStream),
    /// Computed, with how it is formatted.
    Computed(TokenStream),
}

impl Segment {
    /// To compare.
    fn text(&self) -> String {
        match self {
            Segment::Literal(text) => format!("l{text}"),
            Segment::Draw(draw, _) => format!("d{draw}"),
            Segment::Computed(tokens) => format!("c{tokens}"),
        }
    }
}

/// A result as a text.
pub(crate) struct Text {
    pub(crate) segments: Vec<Segment>,
    span: Span,
    tokens: TokenStream,
}

const PIECE: &str = "__mirrorcheck_piece_";
const COMPUTED: &str = "__mirrorcheck_computed_";
const TAIL: &str = "__mirrorcheck_tail_";

impl Walker<'_, '_> {
    /// The code that draws a piece out of `__generator`.
    pub(super) fn piece_of(&self, draw: usize, span: Span) -> TokenStream {
        format_ident!("{PIECE}{draw}", span = here(span)).into_token_stream()
    }

    /// The code for a piece that is computed in place of a draw: `__value`.
    pub(super) fn computed_piece_of(&self, draw: usize, span: Span) -> TokenStream {
        format_ident!("{COMPUTED}{draw}", span = here(span)).into_token_stream()
    }

    /// A result that is a text.
    pub(super) fn text_result(&mut self, expr: &Expr) -> TokenStream {
        let (mut segments, mut seen) = (Vec::new(), Vec::new());
        self.sum(expr, &mut segments, &mut seen);
        self.text_numbered(expr, segments, Shown::computed(&expr), quote!(::std::string::String::new()))
    }

    /// A result that is a value with its text.
    pub(super) fn written_result(&mut self, expr: &Expr) -> TokenStream {
        let Expr::Call(call) = strip(expr) else { return self.not_written(expr) };
        if called(call).as_deref() != Some("written") {
            return self.not_written(expr);
        }
        match (call.args.len(), call.args.first().map(strip)) {
            // What is drawn has its own text.
            (1, Some(Expr::Call(drawn))) if called(drawn).as_deref() == Some("draw") && drawn.args.len() == 1 => {
                return self.whole_written(expr, &drawn.args[0]);
            }
            (2, _) => {}
            _ => return self.not_written(expr),
        }
        let (mut segments, mut seen) = (Vec::new(), Vec::new());
        self.segments(&call.args[1], &mut segments, &mut seen);
        let (shown, value) = self.read_result(&call.args[0], &mut Vec::new());
        self.text_numbered(expr, segments, shown, value)
    }

    fn not_written(&mut self, expr: &Expr) -> TokenStream {
        self.error(expr.span(), advice::not_written());
        quote!(::core::unreachable!())
    }

    /// Gives a text result its number; what is written after the last draw comes before its value is made.
    pub(super) fn text_numbered(
        &mut self,
        expr: &dyn ToTokens,
        segments: Vec<Segment>,
        shown: Shown,
        value: TokenStream,
    ) -> TokenStream {
        let span = expr.span();
        self.check_order(&segments, span);
        let number = self.body.texts.len();
        let tail = format_ident!("{TAIL}{number}", span = here(span));
        self.body.texts.push(Text { segments, span, tokens: expr.to_token_stream() });
        self.numbered(expr, shown, quote_spanned!(here(span)=> { #tail #value }), true)
    }

    /// Pieces come in the order in which they are drawn.
    fn check_order(&mut self, segments: &[Segment], span: Span) {
        let draws: Vec<usize> = segments
            .iter()
            .filter_map(|segment| match segment {
                Segment::Draw(draw, _) => Some(*draw),
                _ => None,
            })
            .collect();
        if let Some(pair) = draws.windows(2).find(|pair| pair[0] > pair[1]) {
            let (first, second) = (self.body.draws[pair[0]].name.clone(), self.body.draws[pair[1]].name.clone());
            self.unread(span, advice::out_of_order(&first, &second));
        }
    }

    /// Reads an expression that is a `String`, so that `+` puts two together.
    fn sum(&mut self, expr: &Expr, segments: &mut Vec<Segment>, seen: &mut Vec<String>) {
        match strip(expr) {
            Expr::Binary(syn::ExprBinary { left, op: syn::BinOp::Add(_), right, .. }) => {
                self.sum(left, segments, seen);
                self.typed(right, segments, seen);
            }
            expr => self.typed(expr, segments, seen),
        }
    }

    /// Reads an expression; where it is computed, it must be a text.
    fn typed(&mut self, expr: &Expr, segments: &mut Vec<Segment>, seen: &mut Vec<String>) {
        let before = segments.len();
        self.segments(expr, segments, seen);
        // A literal and what is written `.into()` or the like may be of another.
        let is_typed = !matches!(strip(expr), Expr::MethodCall(_) | Expr::Reference(_) | Expr::Macro(_) | Expr::Lit(_));
        if is_typed && matches!(segments[before..], [Segment::Computed(_)]) {
            let computed = self.computed(expr);
            let span = expr.span();
            segments.truncate(before);
            let typed = quote_spanned!(here(span)=> ::mirrorcheck::language::text_of(#computed));
            segments.push(Segment::Computed(quote!("{}", #typed)));
        }
    }

    /// Reads an expression as a text.
    fn segments(&mut self, expr: &Expr, segments: &mut Vec<Segment>, seen: &mut Vec<String>) {
        match strip(expr) {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => push_literal(segments, &text.value()),
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Char(c), .. }) => push_literal(segments, &c.value().to_string()),
            Expr::Macro(mac) if mac.mac.path.is_ident("format") => self.format(&mac.mac, segments, seen),
            Expr::MethodCall(call)
                if call.args.is_empty()
                    && ["to_string", "to_owned", "into", "clone", "as_str"].iter().any(|name| call.method == name) =>
            {
                self.segments(&call.receiver, segments, seen);
            }
            Expr::Reference(reference) => self.segments(&reference.expr, segments, seen),
            Expr::Call(call) if is_string_from(call) => {
                if let Some(text) = call.args.first() {
                    self.segments(text, segments, seen);
                }
            }
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                match name.as_ref().and_then(|name| self.origin(name)) {
                    Some(Origin::Draw(draw)) if name.as_ref().is_some_and(|name| is_new(seen, name)) => {
                        self.has_format(draw, "{}", path.span());
                        segments.push(Segment::Draw(draw, path.to_token_stream()));
                    }
                    _ => segments.push(Segment::Computed(quote!("{}", #path))),
                }
            }
            expr => {
                let computed = self.computed(expr);
                segments.push(Segment::Computed(quote!("{}", #computed)));
            }
        }
    }

    /// Reads a `format!`.
    fn format(&mut self, mac: &syn::Macro, segments: &mut Vec<Segment>, seen: &mut Vec<String>) {
        if !self.hidden(mac) {
            return;
        }
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        let Ok(arguments) = mac.parse_body_with(parser) else {
            segments.push(Segment::Computed(quote!("{}", #mac)));
            return;
        };
        let mut arguments = arguments.into_iter();
        let Some(Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(format), .. })) = arguments.next() else {
            segments.push(Segment::Computed(quote!("{}", #mac)));
            return;
        };
        let (mut named, mut positional) = (Vec::new(), Vec::new());
        for argument in arguments {
            match argument {
                Expr::Assign(assigned) => named.push((assigned.left.to_token_stream().to_string(), *assigned.right)),
                argument => positional.push(argument),
            }
        }
        let Some(parts) = read_format(&format.value()) else {
            self.error(format.span(), advice::broken_format());
            // That is enough to be said of it.
            self.drawn.iter().for_each(|&draw| self.body.draws[draw].reported = true);
            return;
        };
        let (mut next, mut used) = (0, Vec::new());
        for part in parts {
            let (name, spec) = match part {
                Part::Literal(text) => {
                    push_literal(segments, &text);
                    continue;
                }
                Part::Argument(name, spec) => (name, spec),
            };
            // A width that is another argument would be counted among those of the whole.
            let is_width = |name: &str| name.parse::<usize>().is_ok() || named.iter().any(|(known, _)| known == name);
            let widths = spec.split('$').rev().skip(1).map(|before| {
                let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
                &before[start..]
            });
            if spec.contains('*') || widths.into_iter().any(is_width) {
                self.unread(format.span(), advice::width_by_argument());
                self.drawn.iter().for_each(|&draw| self.body.draws[draw].reported = true);
                return;
            }
            let argument = if name.is_empty() {
                used.push(next);
                next += 1;
                positional.get(next - 1).cloned()
            } else if let Ok(index) = name.parse::<usize>() {
                used.push(index);
                positional.get(index).cloned()
            } else if let Some((_, value)) = named.iter().find(|(known, _)| *known == name) {
                Some(value.clone())
            } else {
                let name = Ident::new(&name, here(format.span()));
                Some(syn::parse_quote!(#name))
            };
            let Some(argument) = argument else {
                // The compiler says it best.
                segments.push(Segment::Computed(quote!("{}", #mac)));
                return;
            };
            if spec.is_empty() {
                self.segments(&argument, segments, seen);
            } else {
                self.formatted(&argument, &spec, segments, seen, format.span());
            }
        }
        if let Some(unused) = (0..positional.len()).find(|index| !used.contains(index)) {
            self.error(positional[unused].span(), advice::unused_argument());
        }
    }

    /// Notes the format of a draw, which can have only one.
    fn has_format(&mut self, draw: usize, format: &str, span: Span) {
        let known = self.body.draws[draw].format.get_or_insert_with(|| format.to_owned());
        if known != format {
            self.unread(span, advice::two_formats());
        }
    }

    /// A piece with a format of its own, such as `{n:02}`.
    fn formatted(
        &mut self,
        argument: &Expr,
        spec: &str,
        segments: &mut Vec<Segment>,
        seen: &mut Vec<String>,
        span: Span,
    ) {
        let format = format!("{{:{spec}}}");
        if let Expr::Path(path) = strip(argument) {
            let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
            if let Some(Origin::Draw(draw)) = self.origin(&name) {
                if is_new(seen, &name) {
                    if !is_readable(spec) {
                        self.unread(span, advice::format_of_a_draw(spec));
                    }
                    self.has_format(draw, &format, span);
                    segments.push(Segment::Draw(draw, path.to_token_stream()));
                    return;
                }
            }
        }
        let computed = self.computed(argument);
        segments.push(Segment::Computed(quote!(#format, #computed)));
    }
}

fn push_literal(segments: &mut Vec<Segment>, text: &str) {
    match segments.last_mut() {
        _ if text.is_empty() => {}
        Some(Segment::Literal(before)) => before.push_str(text),
        _ => segments.push(Segment::Literal(text.to_owned())),
    }
}

/// `String::from(…)` and `String::new()`.
fn is_string_from(call: &syn::ExprCall) -> bool {
    let name = call.func.to_token_stream().to_string().replace(' ', "");
    (name == "String::from" && call.args.len() == 1) || (name == "String::new" && call.args.is_empty())
}

pub(crate) enum Part {
    Literal(String),
    /// A name, a position or nothing; and how to format it.
    Argument(String, String),
}

/// The parts of a format string; nothing if its braces do not match.
pub(crate) fn read_format(format: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut chars = format.chars().peekable();
    let mut literal = String::new();
    while let Some(c) = chars.next() {
        match c {
            '{' | '}' if chars.peek() == Some(&c) => {
                chars.next();
                literal.push(c);
            }
            '{' => {
                parts.push(Part::Literal(std::mem::take(&mut literal)));
                let mut inside = String::new();
                loop {
                    match chars.next()? {
                        '}' => break,
                        c => inside.push(c),
                    }
                }
                let (name, spec) = inside.split_once(':').unwrap_or((&inside, ""));
                parts.push(Part::Argument(name.trim().to_owned(), spec.trim_end().to_owned()));
            }
            '}' => return None,
            c => literal.push(c),
        }
    }
    parts.push(Part::Literal(literal));
    Some(parts)
}

/// Whether a number in this format can be read back: with a sign, with zeros in front.
fn is_readable(spec: &str) -> bool {
    let spec = spec.strip_prefix('+').unwrap_or(spec);
    spec.is_empty() || spec.starts_with('0') && spec.chars().all(|c| c.is_ascii_digit())
}

/// How often a variable stands among tokens, in the texts of macros as well.
fn count(tokens: TokenStream, name: &str) -> usize {
    let mut tokens = tokens.into_iter().peekable();
    let mut sum = 0;
    while let Some(token) = tokens.next() {
        sum += match token {
            TokenTree::Group(group) => count(group.stream(), name),
            // A function may have the name of a variable; what is drawn is none.
            TokenTree::Ident(ident) if ident == name => usize::from(!matches!(tokens.peek(),
                Some(TokenTree::Group(group)) if group.delimiter() == proc_macro2::Delimiter::Parenthesis)),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                text.matches(&format!("{{{name}}}")).count() + text.matches(&format!("{{{name}:")).count()
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => 0,
        };
    }
    sum
}

impl Body<'_> {
    /// What each result begins with.
    pub(crate) fn leads(&self) -> TokenStream {
        let leads = self.texts.iter().map(|text| match text.segments.first() {
            Some(Segment::Literal(lead)) => lead.as_str(),
            _ => "",
        });
        quote!(&[#(#leads),*])
    }

    /// The texts that show a draw, with the place of it.
    fn showing(&self, draw: usize) -> impl Iterator<Item = (usize, &Text, usize)> + '_ {
        self.texts.iter().enumerate().filter_map(move |(number, text)| {
            let is_it = |segment: &Segment| matches!(segment, Segment::Draw(here, _) if *here == draw);
            text.segments.iter().position(is_it).map(|at| (number, text, at))
        })
    }

    /// Whether all that stands before a draw is known when it is made, whatever the result will be.
    fn is_streamed(&self, draw: usize) -> bool {
        let mut gaps = self.showing(draw).map(|(_, text, at)| gap(text, at));
        let Some(first) = gaps.next() else { return true };
        let text = |gap: &[Segment]| gap.iter().map(Segment::text).collect::<Vec<_>>();
        let same = text(first);
        gaps.all(|gap| text(gap) == same)
            && self.showing(draw).all(|(_, text, at)| {
                text.segments[..at].iter().all(|segment| match segment {
                    Segment::Draw(before, _) => self.is_streamed(*before),
                    _ => true,
                })
            })
    }

    /// Whether the value of a draw is used for anything but being a piece of the text.
    fn is_needed(&self, draw: usize) -> bool {
        let drawn = &self.draws[draw];
        let Some(name) = &drawn.ident else { return false };
        if self.kind == Kind::Written || drawn.mixed || drawn.is_typed || !self.is_streamed(draw) {
            return true;
        }
        let name = name.to_string();
        let in_results: usize = self.texts.iter().map(|text| count(text.tokens.clone(), &name)).sum();
        let as_pieces = self.texts.iter().flat_map(|text| &text.segments).filter(|segment| match segment {
            Segment::Draw(here, _) => self.draws[*here].ident.as_ref().is_some_and(|ident| *ident == name),
            _ => false,
        });
        let bound = self.draws.iter().filter(|draw| draw.ident.as_ref().is_some_and(|ident| *ident == name)).count();
        let all = count(self.source.clone(), &name);
        // More often in the results than as a piece: it is computed with. More often in all: it is used before.
        in_results > as_pieces.count() || all > in_results + bound
    }

    /// What cannot be known in time.
    pub(crate) fn check_texts(&mut self) {
        let mut errors = Vec::new();
        for draw in 0..self.draws.len() {
            for (_, text, at) in self.showing(draw) {
                for segment in gap(text, at) {
                    let Segment::Computed(tokens) = segment else { continue };
                    if let Some(late) = late_name(tokens.clone(), &self.draws[draw].known, &self.bound) {
                        let is_itself = self.draws[draw].name == format!("`{late}`");
                        let message = if is_itself {
                            advice::computed_from_what_follows(&late)
                        } else {
                            advice::computed_late(&late, &self.draws[draw].name)
                        };
                        errors.push(syn::Error::new(text.span, message));
                    }
                }
            }
        }
        self.unread.extend(errors);
    }

    /// The code that a placeholder stands for.
    pub(crate) fn text_code(&self, placeholder: &str, span: Span) -> Option<TokenStream> {
        let number = |prefix| placeholder.strip_prefix(prefix).and_then(|number: &str| number.parse::<usize>().ok());
        if let Some(draw) = number(PIECE) {
            return Some(self.piece(draw, span));
        }
        if let Some(draw) = number(COMPUTED) {
            let gap = self.gap_before(draw, span);
            let write = or_reject(quote!(__cx.computed(&__value)));
            return Some(if self.is_streamed(draw) {
                quote_spanned!(here(span)=> { #gap #write; __value })
            } else {
                quote_spanned!(here(span)=> { if __cx.is_reading() { #gap #write; } __value })
            });
        }
        number(TAIL).map(|text| self.tail_of(text, span))
    }

    fn piece(&self, draw: usize, span: Span) -> TokenStream {
        let (gap, next, needed) = (self.gap_before(draw, span), self.next_after(draw), self.is_needed(draw));
        let focus = match self.kind {
            Kind::Written => self.focus(draw, span),
            _ => quote!(::mirrorcheck::language::Focus::Free),
        };
        let drawn = match self.draws[draw].format.as_deref() {
            None | Some("{}") => quote_spanned!(here(span)=> {
                use ::mirrorcheck::language::{NativePiece as _, NoPiece as _, PrintedPiece as _};
                (&&::mirrorcheck::language::TextPiece(&__generator)).draw(__cx, #focus, #next, #needed)
            }),
            Some(format) => quote_spanned!(here(span)=>
                ::mirrorcheck::language::draw_formatted(__cx, #focus, &__generator, #next, &|__value, __text| {
                    let _ = ::core::fmt::Write::write_fmt(__text, ::core::format_args!(#format, __value));
                })
            ),
        };
        let (value, apart) = if needed {
            (
                quote!(::core::result::Result::Ok(::core::option::Option::Some(__ok)) => __ok,),
                or_reject(quote!(::mirrorcheck::Generator::run(&__generator, __cx, ::mirrorcheck::Focus::Free))),
            )
        } else {
            (quote!(::core::result::Result::Ok(_) => (),), quote!())
        };
        let streamed = quote_spanned!(here(span)=> {
            #gap
            match #drawn {
                #value
                _ => return ::core::result::Result::Err(::mirrorcheck::language::Rejected),
            }
        });
        if self.is_streamed(draw) || self.kind == Kind::Written && self.showing(draw).next().is_none() {
            streamed
        } else {
            // What stands before it depends on the result, which is not known yet when writing: it is written then.
            quote_spanned!(here(span)=> if __cx.is_writing() { #apart } else { #streamed })
        }
    }

    /// Writes or reads what stands between the draw before and this one.
    fn gap_before(&self, draw: usize, span: Span) -> TokenStream {
        let mut gaps: Vec<(u32, &[Segment])> =
            self.showing(draw).map(|(number, text, at)| (number as u32, gap(text, at))).collect();
        if self.is_streamed(draw) {
            gaps.truncate(1);
            return gaps.first().map(|(_, gap)| emit(gap, span)).unwrap_or_default();
        }
        let arms = gaps.iter().map(|(number, gap)| {
            let code = emit(gap, span);
            quote!(#number => { #code })
        });
        quote_spanned!(here(span)=> match __toward { #(#arms)* _ => {} })
    }

    /// What is known to come after a draw.
    fn next_after(&self, draw: usize) -> TokenStream {
        let next = |text: &Text, at: usize| match text.segments.get(at + 1) {
            None => quote!(::mirrorcheck::language::Next::Outer),
            Some(Segment::Literal(text)) => quote!(const { ::mirrorcheck::language::Next::literal(#text) }),
            Some(_) => quote!(::mirrorcheck::language::Next::Unknown),
        };
        let all: Vec<(u32, TokenStream)> =
            self.showing(draw).map(|(number, text, at)| (number as u32, next(text, at))).collect();
        match all.split_first() {
            None => quote!(::mirrorcheck::language::Next::Unknown),
            Some(((_, first), rest)) if rest.iter().all(|(_, next)| next.to_string() == first.to_string()) => {
                first.clone()
            }
            Some(_) => {
                let arms = all.iter().map(|(number, next)| quote!(#number => #next,));
                quote!(match __toward { #(#arms)* _ => ::mirrorcheck::language::Next::Unknown })
            }
        }
    }

    /// Writes or reads what is left when the result is reached.
    fn tail_of(&self, number: usize, span: Span) -> TokenStream {
        let segments = &self.texts[number].segments;
        let is_draw = |segment: &Segment| matches!(segment, Segment::Draw(..));
        let after_last = segments.iter().rposition(is_draw).map_or(0, |last| last + 1);
        let tail = emit(&segments[after_last..], span);
        let first_apart =
            segments.iter().position(|segment| matches!(segment, Segment::Draw(draw, _) if !self.is_streamed(*draw)));
        let Some(apart) = first_apart else { return tail };
        let after_streamed = segments[..apart].iter().rposition(is_draw).map_or(0, |last| last + 1);
        let all = emit(&segments[after_streamed..], span);
        quote_spanned!(here(span)=> if __cx.is_writing() { #all } else { #tail })
    }
}

/// What stands between the draw before and the segment at `at`.
fn gap(text: &Text, at: usize) -> &[Segment] {
    let before = &text.segments[..at];
    let start = before.iter().rposition(|segment| matches!(segment, Segment::Draw(..))).map_or(0, |last| last + 1);
    &before[start..]
}

fn emit(segments: &[Segment], span: Span) -> TokenStream {
    let code = segments.iter().map(|segment| {
        let written = match segment {
            Segment::Literal(text) => quote_spanned!(here(span)=> __cx.literal(#text)),
            Segment::Computed(format) => quote_spanned!(here(span)=> __cx.computed(&::core::format_args!(#format))),
            Segment::Draw(_, name) => quote_spanned!(here(span)=> __cx.computed(&#name)),
        };
        let written = or_reject(written);
        quote!(#written;)
    });
    quote!(#(#code)*)
}

/// A name in an expression that is bound only later.
fn late_name(tokens: TokenStream, known: &[String], bound: &[String]) -> Option<String> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => late_name(group.stream(), known, bound),
        TokenTree::Ident(ident) => {
            let name = ident.to_string();
            (bound.contains(&name) && !known.contains(&name)).then_some(name)
        }
        _ => None,
    })
}

/// What kind of result a body has, as far as its words tell.
pub(crate) fn kind_of(block: &syn::Block, value: &syn::Type) -> Kind {
    let tokens = block.to_token_stream();
    if has_call(tokens.clone(), "written") {
        return Kind::Written;
    }
    let is_string = matches!(value, syn::Type::Path(path)
        if path.qself.is_none() && path.path.segments.last().is_some_and(|last| last.ident == "String"));
    // Where `.at` looks at the whole, the whole must be there.
    if is_string && !["at", "at_sketch", "try_at"].iter().any(|at| has_call(tokens.clone(), at)) {
        Kind::Text
    } else {
        Kind::Value
    }
}

fn has_call(tokens: TokenStream, name: &str) -> bool {
    let mut before = false;
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            let is_call = before && group.delimiter() == proc_macro2::Delimiter::Parenthesis;
            before = false;
            is_call || has_call(group.stream(), name)
        }
        TokenTree::Ident(ident) => {
            before = ident == name;
            false
        }
        _ => {
            before = false;
            false
        }
    })
}
