//! `sketch!`: an expression with holes becomes a tree of what it fixes, and a test of whole values.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

use crate::body::{Part, read_format};
use crate::result::{constructor, here, is_constructor, is_pointer, member};
use crate::syntax::is_unit;

pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    if input.is_empty() {
        return Err(syn::Error::new(
            Span::call_site(),
            "`sketch!` takes an expression in which `_` stands for a hole: `sketch!(Tree::Node(_, 5, _))`",
        ));
    }
    let expr: Expr = syn::parse2(input)?;
    if is_given(&expr) {
        return Ok(quote!(::mirrorcheck::language::given(#expr)));
    }
    let mut reader = Reader { given: Vec::new() };
    let sketch = reader.read(&expr)?;
    let given = reader
        .given
        .iter()
        .map(|(name, ty, value)| quote!(let #name = #value; let #ty = ::mirrorcheck::language::type_of(&#name);));
    let (partial, typed, test) = (sketch.partial, sketch.typed, sketch.test);
    // The branch that is never taken gives everything its type: the given values, and the whole.
    Ok(quote!({
        #(#given)*
        let __typed = || #typed;
        let __partial = #partial;
        ::mirrorcheck::language::sketched(
            __partial,
            __typed,
            move |__partial: ::core::option::Option<&::mirrorcheck::Partial>, __value: &_| #test,
        )
    }))
}

/// Whether an expression is a value to be taken as it is: no hole and no constructor.
fn is_given(expr: &Expr) -> bool {
    match crate::syntax::strip(expr) {
        Expr::Infer(_) | Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) => false,
        Expr::Path(path) => !is_unit(&path.path),
        Expr::Call(call) => {
            !matches!(&*call.func, Expr::Path(path) if is_constructor(&path.path) || is_pointer(&path.path))
        }
        Expr::Macro(mac) => !(mac.mac.path.is_ident("vec") || mac.mac.path.is_ident("format") && has_hole(&mac.mac)),
        _ => true,
    }
}

/// A text with holes: those arguments of `format!` that are `_`.
fn text(mac: &syn::Macro, span: Span) -> syn::Result<Sketch> {
    let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
    let arguments = mac.parse_body_with(parser)?;
    let Some(Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(format), .. })) = arguments.first() else {
        return Err(syn::Error::new(
            span,
            "the first argument of `format!` must be a string: `sketch!(format!(\"[1, {}]\", _))`",
        ));
    };
    let (mut named, mut positional) = (Vec::new(), Vec::new());
    for argument in arguments.iter().skip(1) {
        match argument {
            Expr::Assign(assigned) => named.push((assigned.left.to_token_stream().to_string(), &*assigned.right)),
            argument => positional.push(argument),
        }
    }
    let (mut code, mut next) = (Vec::new(), 0);
    let Some(parts) = read_format(&format.value()) else {
        return Err(syn::Error::new(format.span(), crate::advice::broken_format()));
    };
    for part in parts {
        let (name, spec) = match part {
            Part::Literal(text) => {
                code.push(quote!(__fixed.add(&#text);));
                continue;
            }
            Part::Argument(name, spec) => (name, spec),
        };
        let argument = match name.parse::<usize>() {
            Ok(index) => positional.get(index).copied().cloned(),
            Err(_) if name.is_empty() => {
                next += 1;
                positional.get(next - 1).copied().cloned()
            }
            Err(_) => match named.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => Some((*value).clone()),
                None => Some(syn::parse_str(&name)?),
            },
        };
        code.push(match argument {
            Some(Expr::Infer(_)) => quote!(__fixed.hole();),
            Some(argument) => {
                let format = format!("{{:{spec}}}");
                quote_spanned!(here(span)=> __fixed.add(&::core::format_args!(#format, #argument));)
            }
            None => return Err(syn::Error::new(format.span(), "too few arguments for this format string")),
        });
    }
    Ok(Sketch {
        partial: quote!({
            let mut __fixed = ::mirrorcheck::language::Fixed::default();
            #(#code)*
            __fixed.partial()
        }),
        typed: quote!(::std::string::String::new()),
        test: quote!(::mirrorcheck::language::fits_text(__partial, __value)),
    })
}

/// Whether an argument of `format!` is a hole.
fn has_hole(mac: &syn::Macro) -> bool {
    let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
    mac.parse_body_with(parser).is_ok_and(|arguments| {
        arguments.iter().any(|argument| match argument {
            Expr::Infer(_) => true,
            Expr::Assign(assigned) => matches!(*assigned.right, Expr::Infer(_)),
            _ => false,
        })
    })
}

/// What is written inside of `Box::new` and its like, which may be left out.
fn behind_pointers(expr: &Expr) -> &Expr {
    match crate::syntax::strip(expr) {
        Expr::Call(call) if call.args.len() == 1 => match &*call.func {
            Expr::Path(path) if is_pointer(&path.path) => behind_pointers(&call.args[0]),
            _ => crate::syntax::strip(expr),
        },
        expr => expr,
    }
}

struct Reader {
    /// Given values, each with a name for itself and one for its type.
    given: Vec<(Ident, Ident, Expr)>,
}

struct Sketch {
    /// Builds the tree.
    partial: TokenStream,
    /// The expression as ordinary Rust, never run.
    typed: TokenStream,
    /// Tests `__value`, a reference, against `__partial`.
    test: TokenStream,
}

impl Reader {
    fn read(&mut self, expr: &Expr) -> syn::Result<Sketch> {
        let span = expr.span();
        match expr {
            Expr::Paren(inner) => self.read(&inner.expr),
            Expr::Group(inner) => self.read(&inner.expr),
            Expr::Infer(_) => Ok(Sketch {
                partial: quote!(::mirrorcheck::Partial::Hole),
                typed: quote_spanned!(here(span)=> ::mirrorcheck::language::place()),
                test: quote!(true),
            }),
            Expr::Tuple(tuple) => {
                let mut fields = tuple.elems.iter().enumerate().map(|(i, field)| (syn::Member::from(i), field));
                self.made(
                    span,
                    "()",
                    &mut fields,
                    &|values| quote!((#(#values,)*)),
                    &|patterns, _| quote!((#(#patterns,)*)),
                )
            }
            Expr::Array(array) => self.list(span, array.elems.iter(), false),
            Expr::Macro(mac) if mac.mac.path.is_ident("vec") => {
                let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                let items = mac.mac.parse_body_with(parser)?;
                self.list(span, items.iter(), true)
            }
            Expr::Macro(mac) if mac.mac.path.is_ident("format") && has_hole(&mac.mac) => text(&mac.mac, span),
            Expr::Path(path) if is_unit(&path.path) => {
                let name = constructor(Some(&path.path));
                Ok(Sketch {
                    partial: quote!(::mirrorcheck::Partial::Made(#name, ::std::vec::Vec::new())),
                    typed: quote!(#path),
                    test: quote_spanned!(here(span)=> ::core::matches!(__value, #path)),
                })
            }
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) if is_pointer(&path.path) && call.args.len() == 1 => self.read(&call.args[0]),
                Expr::Path(path) if is_constructor(&path.path) => {
                    let name = constructor(Some(&path.path));
                    let mut fields = call.args.iter().enumerate().map(|(i, field)| (syn::Member::from(i), field));
                    self.made(
                        span,
                        &name,
                        &mut fields,
                        &|values| quote_spanned!(here(span)=> #path(#(#values),*)),
                        &|patterns, _| quote!(#path(#(#patterns),*)),
                    )
                }
                _ => Ok(self.value(expr)),
            },
            Expr::Struct(built) => {
                if let Some(rest) = &built.rest {
                    let message = "leave out what is not fixed with `..` alone: `sketch!(Point { x: 1, .. })`";
                    return Err(syn::Error::new(rest.span(), message));
                }
                let path = &built.path;
                let name = constructor(Some(path));
                let fields: Vec<_> = built.fields.iter().map(|field| (field.member.clone(), &field.expr)).collect();
                let names: Vec<_> = fields.iter().map(|(name, _)| name.clone()).collect();
                let is_open = built.dot2_token.is_some();
                let dots = built.dot2_token.map(|dots| quote!(#dots));
                self.made(
                    span,
                    &name,
                    &mut fields.into_iter(),
                    &|values| {
                        if !is_open {
                            return quote_spanned!(here(span)=> #path { #(#names: #values,)* });
                        }
                        // What is left out is not named, so that the types are found by a pattern.
                        let binds: Vec<_> = (0..values.len()).map(|i| format_ident!("__place{i}")).collect();
                        quote_spanned!(here(span)=> {
                            let __whole = ::mirrorcheck::language::place();
                            #[allow(irrefutable_let_patterns, reason = "written by a macro")]
                            if let #path { #(#names: #binds,)* .. } = &__whole {
                                #(::mirrorcheck::language::agree(#binds, #values);)*
                            }
                            __whole
                        })
                    },
                    &|patterns, members| quote!(#path { #(#members: #patterns,)* #dots }),
                )
            }
            _ => Ok(self.value(expr)),
        }
    }

    /// A given value.
    fn value(&mut self, expr: &Expr) -> Sketch {
        let name = format_ident!("__given{}", self.given.len(), span = Span::call_site());
        let ty = format_ident!("__type{}", self.given.len(), span = Span::call_site());
        self.given.push((name.clone(), ty.clone(), expr.clone()));
        Sketch {
            partial: quote!(::mirrorcheck::Partial::Value(::std::boxed::Box::new(#name))),
            typed: quote_spanned!(here(expr.span())=> ::mirrorcheck::language::like(#ty)),
            test: quote_spanned!(here(expr.span())=> ::mirrorcheck::language::same(__partial, __value, #ty)),
        }
    }

    fn list<'e>(&mut self, span: Span, items: impl Iterator<Item = &'e Expr>, vec: bool) -> syn::Result<Sketch> {
        let mut fields = items.enumerate().map(|(i, item)| (syn::Member::from(i), item));
        let list = self.made(
            span,
            "[]",
            &mut fields,
            &|values| if vec { quote!(::std::vec![#(#values),*]) } else { quote!([#(#values),*]) },
            &|patterns, _| quote!([#(#patterns),*]),
        )?;
        let test = list.test;
        let slice = vec.then(|| quote!(let __value = ::std::vec::Vec::as_slice(__value);));
        Ok(Sketch { test: quote!({ #slice #test }), ..list })
    }

    fn made(
        &mut self,
        span: Span,
        name: &str,
        fields: &mut dyn Iterator<Item = (syn::Member, &Expr)>,
        build: &dyn Fn(Vec<TokenStream>) -> TokenStream,
        pattern: &dyn Fn(Vec<Ident>, Vec<syn::Member>) -> TokenStream,
    ) -> syn::Result<Sketch> {
        let (mut partials, mut values, mut binds, mut tests, mut members) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (i, (field, expr)) in fields.enumerate() {
            let sketch = self.read(expr)?;
            let bind = format_ident!("__field{i}", span = Span::call_site());
            let field_name = member(&field);
            let (partial, typed, test) = (sketch.partial, sketch.typed, sketch.test);
            partials.push(quote!((#field_name, #partial)));
            // A hole or a given value has the field's own type; a constructor may stand without its pointer.
            let expr = behind_pointers(expr);
            let is_made = matches!(expr, Expr::Path(_) | Expr::Call(_) | Expr::Struct(_));
            values.push(if is_made {
                quote_spanned!(here(expr.span())=> ::mirrorcheck::language::fits(#typed))
            } else {
                typed
            });
            if !matches!(expr, Expr::Infer(_)) {
                tests.push(quote!({
                    let __partial = __partial.and_then(|__partial| __partial.field(#name, #field_name));
                    let __value = ::mirrorcheck::language::look(#bind);
                    #test
                }));
            }
            binds.push(bind);
            members.push(field);
        }
        let build = build(values);
        let pattern = pattern(binds, members);
        Ok(Sketch {
            partial: quote!(::mirrorcheck::Partial::Made(#name, ::std::vec![#(#partials),*])),
            typed: build,
            test: quote_spanned!(here(span)=> {
                #[allow(unused_variables, unreachable_patterns, reason = "written by a macro")]
                match __value {
                    #pattern => true #(&& #tests)*,
                    _ => false,
                }
            }),
        })
    }
}
