//! The body of a generator whose results do not show where its draws are: it is run forward, each draw on what may have
//! been drawn, and the whole is compared.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprCall, Type};

use crate::forward::{Draws, Style, rewrite};
use crate::groups;
use crate::source::written;
use crate::result::here;
use crate::syntax::{called, find_call};
use crate::walk::{Node, walk};

/// Expands a body that has these bindings of its arguments.
pub(crate) fn read(
    block: &Block,
    value: &Type,
    bindings: &TokenStream,
    _names: &[String],
) -> syn::Result<TokenStream> {
    let mut block = block.clone();
    let draws = Known { value };
    if is_straight(&block) {
        let body = rewrite(&mut block, Style::Straight(&draws))?;
        return Ok(quote! {
            #bindings
            let __out: #value = { #body };
            ::core::result::Result::Ok(__out)
        });
    }
    groups::wrap(&mut block);
    let body = rewrite(&mut block, Style::Direct(Some(&draws)))?;
    Ok(quote!(::mirrorcheck::language::scope(__cx, || -> #value { #bindings #body })))
}

/// The comparison of what was made with the focus.
pub(crate) fn comparison(value: &Type) -> TokenStream {
    let compared = quote_spanned!(here(value.span())=> ::mirrorcheck::language::is_compared::<#value>());
    quote! {
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

/// What is known of the draws.
struct Known<'k> {
    value: &'k Type,
}

impl Draws for Known<'_> {
    fn whole(&self) -> &Type {
        self.value
    }

    fn arguments(&self, call: &ExprCall, is_part: bool) -> TokenStream {
        if is_part {
            return quote!(__focus);
        }
        let name = "what is drawn";
        let value = self.value.to_token_stream();
        let whole = written(value);
        let generator = call.args.first().map(|generator| written(generator.to_token_stream())).unwrap_or_default();
        let advice = format!("draw(({generator}).at(|whole: &{whole}| …))");
        let place = call.func.to_token_stream().into_iter().next().map_or(call.span(), |first| first.span());
        let line = quote_spanned!(place=> ::core::line!());
        quote!(
            &::mirrorcheck::language::TriedDraw { name: #name, line: #line, advice: #advice },
            __focus,
            |_, _| ::mirrorcheck::language::Hints::none()
        )
    }
}

/// Whether everything is drawn by the body itself, and not again and again, so that it can be left by a `return`.
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

#[expect(dead_code, reason = "for what follows")]
fn is_draw(call: &ExprCall) -> bool {
    called(call).as_deref() == Some("draw") && call.args.len() == 1
}
