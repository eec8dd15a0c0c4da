//! `#[property]`: a function becomes a test that runs it on many values, and a name under which it can be run on one.

mod arguments;
mod attributes;
mod options;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Block, Expr, Lit, Meta, ReturnType, Signature, Visibility};

use crate::result::here;
use crate::{advice, draws, groups, signature};
use arguments::Argument;
use attributes::is_lint;
use options::Options;

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let function = match syn::parse2::<Function>(item.clone()) {
        Ok(function) => function,
        Err(_) => return with_error(&syn::Error::new(item.span(), advice::NO_FUNCTION), item),
    };
    let read = Property::read(&function, options).map(|property| property.items());
    // Where something is wrong, the function is still there, so that what it uses is used.
    read.unwrap_or_else(|error| with_error(&error, function.broken()))
}

fn with_error(error: &syn::Error, rest: TokenStream) -> TokenStream {
    let error = error.to_compile_error();
    quote!(#error #rest)
}

/// A function whose body may be unfinished, as it is while somebody types.
struct Function {
    attrs: Vec<Attribute>,
    vis: Visibility,
    sig: Signature,
    body: Group,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (attrs, vis, sig) = (input.call(Attribute::parse_outer)?, input.parse()?, input.parse()?);
        match input.parse()? {
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => Ok(Function { attrs, vis, sig, body }),
            other => Err(syn::Error::new(other.span(), advice::NO_FUNCTION)),
        }
    }
}

impl Function {
    /// The body, with its conditionals and loops as groups of choices, and with names for its draws.
    fn grouped(&self) -> TokenStream {
        let body = self.body.to_token_stream();
        match syn::parse2::<Block>(body.clone()) {
            Ok(mut block) => {
                groups::wrap(&mut block);
                draws::name(&mut block);
                block.to_token_stream()
            }
            Err(_) => body,
        }
    }

    /// The function alone, without what is for this macro.
    fn broken(&self) -> TokenStream {
        let (vis, mut sig, body) = (&self.vis, self.sig.clone(), &self.body);
        sig.inputs.iter_mut().for_each(arguments::forget_from);
        let attrs =
            self.attrs.iter().filter(|attr| is_lint(attr) || ["cfg", "doc"].iter().any(|of| attr.path().is_ident(of)));
        quote!(#(#attrs)* #[allow(dead_code, reason = "what is wrong is told")] #vis #sig #body)
    }
}

struct Property<'f> {
    function: &'f Function,
    arguments: Vec<Argument<'f>>,
    options: Options,
}

impl<'f> Property<'f> {
    fn read(function: &'f Function, options: TokenStream) -> syn::Result<Property<'f>> {
        let sig = &function.sig;
        let refuse = |span: Span, message: &str| Err(syn::Error::new(span, message));
        if let Some(token) = &sig.asyncness {
            return refuse(token.span(), advice::ASYNC_PROPERTY);
        }
        if let Some(token) = &sig.constness {
            return refuse(token.span(), "a property cannot be `const`");
        }
        if !matches!(sig.safety, syn::Safety::Default) {
            return refuse(sig.safety.span(), advice::UNSAFE_PROPERTY);
        }
        if let Some(abi) = &sig.abi {
            return refuse(abi.span(), "a property cannot be `extern`");
        }
        if let Some(token) = &sig.variadic {
            return refuse(token.span(), "a property cannot be variadic");
        }
        if let Some(param) = sig.generics.params.first() {
            return refuse(param.span(), advice::GENERIC_PROPERTY);
        }
        if let Some(from) = function.attrs.iter().find(|attr| attr.path().is_ident("from")) {
            return refuse(from.span(), advice::FROM_ON_FUNCTION);
        }
        attributes::check_arguments(sig)?;
        let arguments = arguments::read(sig)?;
        attributes::check(function, &arguments)?;
        let options = Options::read(options, &arguments)?;
        Ok(Property { function, arguments, options })
    }

    fn items(&self) -> TokenStream {
        let Function { attrs, vis, sig, .. } = self.function;
        let (name, type_name, marker) = (&sig.ident, self.type_name(), attributes::marker(attrs));
        let (cfgs, lints) = (attrs.iter().filter(|attr| attr.path().is_ident("cfg")), signature::lints(attrs));
        let cfgs: Vec<&Attribute> = cfgs.collect();
        let (levels, attrs): (Vec<&Attribute>, Vec<&Attribute>) = attrs.iter().partition(|attr| is_lint(attr));
        let (body, run, on) = (self.body(&levels), self.run(), self.on());
        let documentation = format!("The property [`{name}()`], to be run on given values.");
        quote! {
            #marker
            #(#attrs)*
            #(#lints)*
            #vis fn #name() {
                <#type_name>::check();
            }

            #(#cfgs)*
            #[doc = #documentation]
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code, reason = "named after a function")]
            #vis enum #type_name {}

            #(#cfgs)*
            #[doc(hidden)]
            #[allow(dead_code, clippy::too_many_arguments, reason = "written by a macro")]
            impl #type_name {
                #body

                #on

                /// Runs the property as its test does.
                #[track_caller]
                #vis fn check() {
                    Self::__run(::mirrorcheck::language::How::Check);
                }

                /// Runs the property once, on what choices make: the text form of a report.
                #[track_caller]
                #vis fn replay(choices: &str) {
                    Self::__run(::mirrorcheck::language::How::Replay(choices));
                }

                /// Runs the property as its test does, under another strategy.
                #[track_caller]
                #vis fn under(strategy: impl ::mirrorcheck::strategy::Strategy + 'static) {
                    Self::__run(::mirrorcheck::language::How::Under(::std::boxed::Box::new(strategy)));
                }

                #(#lints)*
                #[allow(clippy::needless_update, reason = "there may be an option for each field")]
                #[track_caller]
                #run
            }
        }
    }

    /// In the namespace of types a function leaves its name free. That of a primitive type has to stay what it is.
    fn type_name(&self) -> Ident {
        const PRIMITIVE: [&str; 17] = [
            "bool", "char", "str", "f32", "f64", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
            "i128", "isize",
        ];
        let name = &self.function.sig.ident;
        if PRIMITIVE.iter().any(|primitive| name == primitive) {
            format_ident!("__property_{name}", span = name.span())
        } else {
            name.clone()
        }
    }

    /// The function as it was written.
    fn body(&self, levels: &[&Attribute]) -> TokenStream {
        let mut sig = self.function.sig.clone();
        sig.inputs.iter_mut().for_each(arguments::forget_from);
        sig.ident = format_ident!("__body", span = sig.ident.span());
        let body = self.function.grouped();
        quote!(#(#levels)* #sig #body)
    }

    fn on(&self) -> TokenStream {
        let vis = &self.function.vis;
        let names: Vec<Ident> = self.arguments.iter().enumerate().map(|(i, argument)| argument.parameter(i)).collect();
        let types = self.arguments.iter().map(|argument| argument.ty);
        let came = self.came(quote!(#(#names),*));
        quote! {
            /// Runs the body once, on these values.
            #[track_caller]
            #vis fn on(#(#names: #types),*) {
                ::mirrorcheck::language::once(|| #came);
            }
        }
    }

    /// The body on these values, and what came of it.
    fn came(&self, values: TokenStream) -> TokenStream {
        let span = match &self.function.sig.output {
            ReturnType::Type(_, ty) => here(ty.span()),
            ReturnType::Default => Span::call_site(),
        };
        quote_spanned!(span=> ::mirrorcheck::language::body_outcome(Self::__body(#values)))
    }

    fn run(&self) -> TokenStream {
        let (about, options) = (self.about(), self.options.fields());
        let owned: Vec<&syn::Type> = self.arguments.iter().map(|argument| &argument.owned).collect();
        let values = quote!((#(#owned,)*));
        let generators = self.arguments.iter().map(Argument::generator);
        let names: Vec<Ident> = (0..owned.len()).map(|i| format_ident!("__value{i}", span = hidden())).collect();
        let bound = self
            .arguments
            .iter()
            .zip(&names)
            .map(|(argument, name)| if argument.is_lent_mutably() { quote!(mut #name) } else { quote!(#name) });
        let lent = self.arguments.iter().zip(&names).map(|(argument, name)| argument.lent(name));
        let came = self.came(quote!(#(#lent),*));
        let shown = self.arguments.iter().enumerate().map(|(i, argument)| argument.show(i));
        let (count, examples) = self.options.examples(&self.arguments);
        let serde = match self.options.serde {
            Some(span) => {
                let form = quote_spanned!(here(span)=> ::mirrorcheck::language::SerdeForm::of());
                quote!(::core::option::Option::Some(#form))
            }
            None => quote!(::core::option::Option::None),
        };
        let strategy = match &self.options.strategy {
            Some(strategy) => {
                let boxed = quote_spanned!(here(strategy.span())=> ::std::boxed::Box::new(#strategy));
                quote!(::core::option::Option::Some(|| #boxed))
            }
            None => quote!(::core::option::Option::None),
        };
        quote! {
            fn __run(__how: ::mirrorcheck::language::How<'_>) {
                #[allow(unused_imports, reason = "each is for some types")]
                use ::mirrorcheck::language::{
                    BackwardOnly as _, ForwardOnly as _, HasDebug as _, HasNoDebug as _, IsGenerator as _,
                    IsNoGenerator as _, IsNoType as _, KnownType as _, UnknownType as _,
                };
                let __generator = || (#(::mirrorcheck::language::Argument(#generators),)*);
                let __backward = (&&::mirrorcheck::language::Directions::of(&__generator)).backward();
                ::mirrorcheck::language::Property {
                    about: #about,
                    options: #options,
                    generator: __generator,
                    body: |(#(#bound,)*): #values| #came,
                    show: |__values: &#values, __show: &mut dyn ::core::ops::FnMut(&str, &dyn ::core::fmt::Debug)| {
                        let _ = (__values, &__show);
                        #(#shown)*
                    },
                    examples: (#count, |__number: usize| -> ::core::option::Option<#values> { #examples }),
                    any: (&&::mirrorcheck::language::Values::<#values>::HERE).any(),
                    backward: __backward,
                    serde: #serde,
                    strategy: #strategy,
                }
                .run(__how);
            }
        }
    }

    fn about(&self) -> TokenStream {
        // As the test program has it, raw or not.
        let name = self.function.sig.ident.to_string();
        let doc = documentation(&self.function.attrs);
        let arguments = self.arguments.iter().map(|argument| &argument.name);
        let lent = self.arguments.iter().map(Argument::lending);
        let should_panic = attributes::should_panic(&self.function.attrs);
        let choices = &self.options.choices;
        quote! {
            ::mirrorcheck::language::About {
                name: ::core::concat!(::core::module_path!(), "::", #name),
                package: ::core::option_env!("CARGO_PKG_NAME"),
                manifest: ::core::option_env!("CARGO_MANIFEST_DIR"),
                file: ::core::file!(),
                line: ::core::line!(),
                column: ::core::column!(),
                doc: #doc,
                arguments: &[#(#arguments),*],
                lent: &[#(#lent),*],
                should_panic: #should_panic,
                choices: &[#(#choices),*],
            }
        }
    }
}

/// The lines of the documentation, as far as they are written there.
fn documentation(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter(|attr| attr.path().is_ident("doc")).filter_map(|attr| match &attr.meta {
        Meta::NameValue(value) => match &value.value {
            Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> = lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned()).collect();
    lines.join("\n")
}

/// The span of names that the user's expressions must not see.
fn hidden() -> Span {
    Span::mixed_site()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As an editor has it while somebody types; the compiler itself does not let such a body through.
    #[test]
    fn an_unfinished_body_keeps_its_function() {
        let body = quote!({ let x = ; n. });
        let made = expand(TokenStream::new(), quote!(fn small(n: u8) #body)).to_string();
        assert!(made.contains("fn small ()") && made.contains("fn on (n : u8)"), "{made}");
        assert!(made.contains(&body.to_string()) && !made.contains("compile_error"), "{made}");
    }
}
