//! What `#[property(…)]` says.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Lit, LitStr, Token};

use super::arguments::Argument;
use crate::advice;
use crate::result::here;
use crate::syntax::strip;

/// The options, as a list for advice.
const KNOWN: [&str; 18] = [
    "cases",
    "seed",
    "jobs",
    "time",
    "shrink",
    "shrink_time",
    "discards",
    "fork",
    "timeout",
    "hang_limit",
    "memory",
    "keep",
    "doubts",
    "verbose",
    "serde",
    "strategy",
    "example",
    "choices",
];

#[derive(Default)]
pub(super) struct Options {
    /// What is set, with its value.
    fields: Vec<(Ident, TokenStream)>,
    examples: Vec<Vec<Expr>>,
    /// Examples by their choices.
    pub(super) choices: Vec<LitStr>,
    /// Where `serde` was asked for.
    pub(super) serde: Option<Span>,
    /// The strategy.
    pub(super) strategy: Option<Expr>,
}

/// One option: `name`, `name = value` or `name(values)`.
struct Opt {
    name: Ident,
    value: Option<Expr>,
    list: Option<Punctuated<Expr, Token![,]>>,
}

impl Parse for Opt {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.call(Ident::parse_any)?;
        let mut opt = Opt { name, value: None, list: None };
        if input.peek(syn::token::Paren) {
            let inside;
            syn::parenthesized!(inside in input);
            opt.list = Some(inside.parse_terminated(Expr::parse, Token![,])?);
        } else if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            opt.value = Some(input.parse()?);
        }
        Ok(opt)
    }
}

impl Options {
    pub(super) fn read(tokens: TokenStream, arguments: &[Argument<'_>]) -> syn::Result<Options> {
        let mut options = Options::default();
        let mut seen: Vec<Ident> = Vec::new();
        for opt in Punctuated::<Opt, Token![,]>::parse_terminated.parse2(tokens)? {
            let may_repeat = opt.name == "example" || opt.name == "choices";
            if !may_repeat && seen.contains(&opt.name) {
                return Err(syn::Error::new(opt.name.span(), advice::option_twice(&opt.name)));
            }
            seen.push(opt.name.clone());
            options.take(opt, arguments)?;
        }
        Ok(options)
    }

    fn take(&mut self, opt: Opt, arguments: &[Argument<'_>]) -> syn::Result<()> {
        let name = opt.name.unraw().to_string();
        let value = match name.as_str() {
            "example" => return self.example(opt, arguments),
            "choices" => {
                self.choices.push(opt.text()?);
                return Ok(());
            }
            "serde" => {
                opt.alone()?;
                self.serde = Some(opt.name.span());
                return Ok(());
            }
            "strategy" => {
                self.strategy = Some(opt.value()?.clone());
                return Ok(());
            }
            "cases" | "seed" | "jobs" | "shrink" | "discards" => opt.number()?,
            "time" | "shrink_time" | "timeout" | "hang_limit" => opt.duration()?,
            "memory" => opt.memory()?,
            "fork" | "keep" => opt.flag()?,
            "verbose" => opt.level()?,
            "doubts" => opt.doubts()?,
            _ => return Err(syn::Error::new(opt.name.span(), advice::unknown_property_option(&name, &KNOWN))),
        };
        self.fields.push((opt.name, value));
        Ok(())
    }

    fn example(&mut self, opt: Opt, arguments: &[Argument<'_>]) -> syn::Result<()> {
        let Some(list) = opt.list else {
            return Err(syn::Error::new(opt.name.span(), advice::EXAMPLE));
        };
        if list.len() != arguments.len() {
            let span = if list.is_empty() { opt.name.span() } else { list.span() };
            return Err(syn::Error::new(span, advice::example_of(list.len(), arguments.len())));
        }
        self.examples.push(list.into_iter().collect());
        Ok(())
    }

    /// The options that are set.
    pub(super) fn fields(&self) -> TokenStream {
        let fields = self.fields.iter().map(|(name, value)| quote!(#name: ::core::option::Option::Some(#value),));
        quote!(::mirrorcheck::language::Options { #(#fields)* ..::core::default::Default::default() })
    }

    /// How many examples there are, and the one of number `__number`.
    pub(super) fn examples(&self, arguments: &[Argument<'_>]) -> (usize, TokenStream) {
        let mut arms = TokenStream::new();
        for (number, example) in self.examples.iter().enumerate() {
            let values = arguments.iter().zip(example).map(|(argument, value)| argument.example(value));
            arms.extend(quote!(#number => ::core::option::Option::Some((#(#values,)*)),));
        }
        (self.examples.len(), quote!(match __number { #arms _ => ::core::option::Option::None }))
    }
}

impl Opt {
    fn wrong(&self, message: &str) -> syn::Error {
        let span = self.value.as_ref().map_or(self.name.span(), Spanned::span);
        syn::Error::new(span, message)
    }

    fn value(&self) -> syn::Result<&Expr> {
        match (&self.value, &self.list) {
            (Some(value), None) => Ok(value),
            _ => Err(syn::Error::new(self.name.span(), advice::option_needs_value(&self.name))),
        }
    }

    fn alone(&self) -> syn::Result<()> {
        match (&self.value, &self.list) {
            (None, None) => Ok(()),
            _ => Err(self.wrong(&format!("`{}` takes no value", self.name))),
        }
    }

    fn literal(&self) -> syn::Result<Option<&Lit>> {
        Ok(match strip(self.value()?) {
            Expr::Lit(literal) => Some(&literal.lit),
            _ => None,
        })
    }

    fn text(&self) -> syn::Result<LitStr> {
        match self.literal()? {
            Some(Lit::Str(text)) => Ok(text.clone()),
            _ => Err(self.wrong(&advice::option_is_text(&self.name))),
        }
    }

    /// A whole number, which may be computed.
    fn number(&self) -> syn::Result<TokenStream> {
        let is_wrong = match self.literal()? {
            Some(literal) => !matches!(literal, Lit::Int(_)),
            None => matches!(self.value, Some(Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), .. }))),
        };
        if is_wrong {
            return Err(self.wrong(&advice::option_is_number(&self.name)));
        }
        let value = self.value()?;
        Ok(quote!(#value))
    }

    fn flag(&self) -> syn::Result<TokenStream> {
        if self.value.is_none() {
            self.alone()?;
            return Ok(quote!(true));
        }
        match self.literal()? {
            Some(literal) if !matches!(literal, Lit::Bool(_)) => {
                Err(self.wrong(&format!("`{0}` must be `true` or `false`: `{0} = true`", self.name)))
            }
            _ => {
                let value = self.value()?;
                Ok(quote!(#value))
            }
        }
    }

    fn level(&self) -> syn::Result<TokenStream> {
        if self.value.is_none() {
            self.alone()?;
            return Ok(quote!(1));
        }
        match self.literal()? {
            Some(Lit::Bool(on)) => {
                let level = u8::from(on.value);
                Ok(quote_spanned!(here(on.span())=> #level))
            }
            _ => self.number(),
        }
    }

    fn doubts(&self) -> syn::Result<TokenStream> {
        let text = self.text()?;
        let doubts = match text.value().as_str() {
            "show" => quote!(Show),
            "hide" => quote!(Hide),
            "fail" => quote!(Fail),
            other => return Err(self.wrong(&advice::unknown_doubts(other))),
        };
        Ok(quote!(::mirrorcheck::language::Doubts::#doubts))
    }

    fn duration(&self) -> syn::Result<TokenStream> {
        let Some(Lit::Str(text)) = self.literal()? else {
            return Err(self.wrong(&advice::option_is_duration(&self.name)));
        };
        if text.value() == "none" {
            return Ok(quote!(::core::time::Duration::MAX));
        }
        let nanos =
            measure(&text.value(), &TIMES).ok_or_else(|| self.wrong(&advice::option_is_duration(&self.name)))?;
        Ok(quote!(::core::time::Duration::from_nanos(#nanos)))
    }

    fn memory(&self) -> syn::Result<TokenStream> {
        let Some(Lit::Str(text)) = self.literal()? else {
            return Err(self.wrong(&advice::option_is_memory(&self.name)));
        };
        if text.value() == "none" {
            return Ok(quote!(::core::primitive::u64::MAX));
        }
        let bytes = measure(&text.value(), &SIZES).ok_or_else(|| self.wrong(&advice::option_is_memory(&self.name)))?;
        Ok(quote!(#bytes))
    }
}

/// The units of time, in nanoseconds.
const TIMES: [(&str, u64); 7] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("min", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// The units of memory, in bytes.
const SIZES: [(&str, u64); 6] =
    [("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];

/// What a text such as "1.5s" is in the smallest unit.
fn measure(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let unit_at = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_')?;
    let (number, unit) = text.split_at(unit_at);
    let unit = units.iter().find(|(name, _)| *name == unit.trim_start())?.1;
    let number = number.replace('_', "");
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    let whole = whole.parse::<u64>().ok()?.checked_mul(unit)?;
    // What is beyond a billionth is less than a unit can say.
    let mut billionths = 0;
    for place in 0..9 {
        let digit = fraction.chars().nth(place).map_or(Some(0), |digit| digit.to_digit(10))?;
        billionths = billionths * 10 + u128::from(digit);
    }
    whole.checked_add(u64::try_from(billionths * u128::from(unit) / 1_000_000_000).ok()?)
}

#[cfg(test)]
mod tests {
    use super::{SIZES, TIMES, measure};

    #[test]
    fn measures() {
        for (text, nanos) in [
            ("3ns", Some(3)),
            ("1.5 s", Some(1_500_000_000)),
            ("1_000ms", Some(1_000_000_000)),
            ("0.0000000019s", Some(1)),
            ("5m", None),
            ("5", None),
            ("1.5.5s", None),
            ("s", None),
            ("9999999999h", None),
        ] {
            assert_eq!(measure(text, &TIMES), nanos, "{text}");
        }
        for (text, bytes) in
            [("1GB", Some(1_000_000_000)), ("1.5GB", Some(1_500_000_000)), ("1.25GiB", Some(5 << 28)), ("1gb", None)]
        {
            assert_eq!(measure(text, &SIZES), bytes, "{text}");
        }
    }
}
