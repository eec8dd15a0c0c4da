//! Expands bodies whose results do not show each draw unchanged. Going backward, such a body runs forward, with each
//! draw on a candidate, and its result is compared with the focus.

pub(crate) mod mark;
mod target;
mod undo;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprCall, Lit, Type};

use self::mark::Marks;
use self::undo::{Reader, is_sized};
use crate::forward::{Draws, Style, rewrite};
use crate::groups;
use crate::result::here;
use crate::source::written;
use crate::syntax::{find_call, is_part, strip};
use crate::walk::{Node, walk};

/// Expands a body. `bindings` bind its arguments, which have these `names`.
pub(crate) fn read(block: &Block, value: &Type, bindings: &TokenStream, names: &[String]) -> syn::Result<TokenStream> {
    let is_straight = is_straight(block);
    let mut block = block.clone();
    let marks = Marks::of(&mut block);
    let draws = Known { value, reader: Reader::read(&block, names), is_straight };
    let counters = marks.items.iter().enumerate().filter(|(_, is_counted)| **is_counted).map(|(item, _)| {
        let calls = format_ident!("__calls_{item}");
        quote!(let #calls = &::core::cell::Cell::new(0usize);)
    });
    let witnesses = (0..marks.items.len()).map(|item| format_ident!("__witness_{item}"));
    let before = quote! {
        #[allow(unused_imports, reason = "there may be nothing to undo")]
        use ::mirrorcheck::language::undo as __undo;
        #(let #witnesses = __undo::Witness::new();)*
        #(#counters)*
        #bindings
    };
    if is_straight {
        let body = rewrite(&mut block, Style::Straight(&draws))?;
        return Ok(quote! {
            #before
            let __out: #value = { #body };
            ::core::result::Result::Ok(__out)
        });
    }
    groups::wrap(&mut block);
    let body = rewrite(&mut block, Style::Direct(Some(&draws)))?;
    Ok(quote!(::mirrorcheck::language::scope(__cx, || -> #value { #before #body })))
}

/// Returns the functions that compare a result with the focus.
pub(crate) fn comparison(value: &Type) -> TokenStream {
    let compared = quote_spanned!(here(value.span())=> ::mirrorcheck::language::is_compared::<#value>());
    quote! {
        fn written(__value: &#value) -> ::core::option::Option<::std::string::String> {
            use ::mirrorcheck::language::{NotReadable as _, Readable as _};
            (&&::mirrorcheck::language::Pair(__value, __value)).text()
        }

        #[allow(clippy::all, clippy::pedantic, clippy::restriction, reason = "written by a macro")]
        fn compare(
            __cx: &mut ::mirrorcheck::Cx<'_>,
            __made: &#value,
            __wanted: &#value,
        ) -> ::core::result::Result<(), ::mirrorcheck::Rejected> {
            use ::mirrorcheck::language::{
                MissingComparison as _, NotWritable as _, SameBits as _, SameValue as _, Writable as _,
            };
            #compared;
            let __is_same = (&&::mirrorcheck::language::Pair(__made, __wanted)).same();
            ::mirrorcheck::language::compared(
                __cx,
                __is_same,
                &|| !(&&::mirrorcheck::language::Pair(__wanted, __wanted)).same(),
                &|| (&&::mirrorcheck::language::Pair(__made, __wanted)).written(),
            )
        }
    }
}

/// What the macro knows about the draws of a body.
struct Known<'k> {
    value: &'k Type,
    reader: Reader,
    is_straight: bool,
}

impl Draws for Known<'_> {
    fn whole(&self) -> &Type {
        self.value
    }

    fn arguments(&self, draw: usize, call: &ExprCall) -> TokenStream {
        if call.args.first().is_some_and(is_part) {
            return quote!(__focus);
        }
        let generator = call.args.first();
        let own_name = self.reader.draws.get(&draw).and_then(|draw| draw.name.as_ref());
        let name =
            own_name.map_or_else(|| format!("`{}`", written(quote!(draw(#generator)))), |name| format!("`{name}`"));
        let whole = written(self.value.to_token_stream());
        let generator = generator.map(|generator| written(generator.to_token_stream())).unwrap_or_default();
        let advice = advice(&generator, &whole, own_name);
        let place = call.func.to_token_stream().into_iter().next().map_or(call.span(), |first| first.span());
        let line = quote_spanned!(place=> ::core::line!());
        let hints = self.hints(draw, call);
        quote!(&::mirrorcheck::language::TriedDraw { name: #name, line: #line, advice: #advice }, __focus, #hints)
    }

    fn item(&self, item: usize, is_counted: bool, inner: &[usize], value: TokenStream) -> TokenStream {
        let (witness, calls) = (format_ident!("__witness_{item}"), format_ident!("__calls_{item}"));
        let call = format_ident!("__call_{item}");
        let count = is_counted.then(|| quote!(let #call = #calls.get(); #calls.set(#call + 1);));
        let restart = inner.iter().map(|inner| {
            let calls = format_ident!("__calls_{inner}");
            quote!(#calls.set(0);)
        });
        let check = self.reader.item(item).map(|code| {
            let (reject, settle) = if self.is_straight {
                (
                    quote!(return ::core::result::Result::Err(::mirrorcheck::language::Rejected)),
                    quote!(::mirrorcheck::language::settle(__cx)),
                )
            } else {
                (quote!(::mirrorcheck::language::reject_here()), quote!(::mirrorcheck::language::settle_here()))
            };
            quote! {
                if let ::mirrorcheck::Focus::On(__value) = __focus {
                    use __undo::traits::*;
                    match (&&__undo::Check::new(#code, &__item)).is_right() {
                        ::core::option::Option::Some(true) => #settle,
                        ::core::option::Option::Some(false) => #reject,
                        ::core::option::Option::None => {}
                    }
                }
            }
        });
        quote!({
            #count
            #(#restart)*
            let __item = #value;
            #witness.of(&__item);
            #check
            __item
        })
    }
}

impl Known<'_> {
    /// Returns the code for the hints of a draw.
    fn hints(&self, draw: usize, call: &ExprCall) -> TokenStream {
        let (codes, is_sure) = self.reader.found(draw, may_be_any_number(&call.args[0]));
        if codes.is_empty() {
            return quote!(|_, _| ::mirrorcheck::language::Hints::none());
        }
        quote!(|__value, __generator| {
            use __undo::traits::*;
            let mut __found = __undo::Found::new();
            #(__found.add((&&&&&&&&&&&__undo::Fit::new(#codes, __generator)).fit());)*
            (&&__undo::Distinct::new(__found)).distinct(#is_sure)
        })
    }
}

/// Returns the line to write where the search does not find a draw, with the names at hand.
fn advice(generator: &str, whole: &str, name: Option<&String>) -> String {
    // A range, or anything else with an operator, needs parentheses.
    let is_bare = generator.chars().all(|c| c.is_alphanumeric() || "_:(), <>&'\"".contains(c));
    let generator = if is_bare { generator.to_owned() } else { format!("({generator})") };
    let is_path = whole.chars().all(|c| c.is_alphanumeric() || c == '_');
    match name {
        Some(name) if is_path => {
            let made: String = whole.chars().flat_map(char::to_lowercase).collect();
            format!("let {name} = draw({generator}.at(|{made}: &{whole}| {made}.{name}()));")
        }
        Some(name) => format!("let {name} = draw({generator}.at(|whole: &{whole}| …));"),
        None => format!("draw({generator}.at(|whole: &{whole}| …))"),
    }
}

/// Returns whether the value of a generator contains numbers whose type is inferred later, and might be inferred from a
/// hint. Numbers and lists of numbers get hints that leave their type open.
fn may_be_any_number(generator: &Expr) -> bool {
    let element = match strip(generator) {
        Expr::Call(call) if is_sized(call) => &call.args[0],
        generator => generator,
    };
    !matches!(strip(element), Expr::Range(_)) && has_bare_number(element)
}

fn has_bare_number(generator: &Expr) -> bool {
    match strip(generator) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(int) => int.suffix().is_empty(),
            Lit::Float(float) => float.suffix().is_empty(),
            _ => false,
        },
        Expr::Range(range) => range.start.iter().chain(&range.end).all(|end| has_bare_number(end)),
        Expr::Unary(unary) => has_bare_number(&unary.expr),
        Expr::Reference(reference) => has_bare_number(&reference.expr),
        Expr::Call(call) if is_sized(call) => has_bare_number(&call.args[0]),
        Expr::Call(call) => call.args.iter().any(has_bare_number),
        Expr::MethodCall(call) => has_bare_number(&call.receiver),
        Expr::Tuple(tuple) => tuple.elems.iter().any(has_bare_number),
        Expr::Array(array) => array.elems.iter().any(has_bare_number),
        _ => false,
    }
}

/// Returns whether only the body itself draws, outside loops and closures, so that a `return` can leave it.
fn is_straight(block: &Block) -> bool {
    let mut straight = true;
    let mut block = block.clone();
    look(Node::Block(&mut block), &mut straight);
    straight
}

fn look(node: Node<'_>, straight: &mut bool) {
    if let Node::Expr(expr) = &node {
        let is_far = match &**expr {
            Expr::Try(_) => true,
            Expr::Closure(closure) => find_call(closure.body.to_token_stream()).is_some(),
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => find_call(expr.to_token_stream()).is_some(),
            Expr::Async(_) | Expr::Const(_) => return,
            _ => false,
        };
        *straight &= !is_far;
    }
    if let Node::Macro(mac) = &node {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        match mac.parse_body_with(parser) {
            Ok(items) => items.into_iter().for_each(|mut item| look(Node::Expr(&mut item), straight)),
            Err(_) => *straight &= find_call(mac.tokens.clone()).is_none(),
        }
        return;
    }
    walk(node, &mut |node| look(node, straight));
}
