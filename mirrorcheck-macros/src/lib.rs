//! The attribute macros of Mirrorcheck. Use them through the `mirrorcheck` crate, which documents them.

mod advice;
mod body;
mod derive;
mod focus;
mod forward;
mod result;
mod signature;
mod sketch;
mod syntax;

use proc_macro::TokenStream;

/// Makes a generator out of a function that says how a value is chosen.
///
/// In the body, `draw(g)` is a value of the generator `g`, and `pick([(weight, "label", result), …])`, `frequency`,
/// `labeled`, `oneof` and `pick_from` choose among results. The function then returns a generator, which holds the
/// arguments. The expression that builds the result is read in both directions: forward it constructs the value,
/// backward it takes a value apart and finds the choices in it. So a drawn value has to stand somewhere in the
/// result; where it does not, `draw(g.at(|whole| …))` says where to look. Everything else is plain Rust.
///
/// `#[generator(forward)]` allows draws anywhere and gives up the backward direction.
#[proc_macro_attribute]
pub fn generator(options: TokenStream, item: TokenStream) -> TokenStream {
    signature::expand(options.into(), item.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// A value with holes, for `complete`: an expression in which `_` stands for whatever is to be made.
///
/// Constructors are written as usual; a `Box`, `Rc` or `Arc` around a part may be left out.
#[proc_macro]
pub fn sketch(input: TokenStream) -> TokenStream {
    sketch::expand(input.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// A generator of a type's own, which `any` asks for: `Arbitrary` for structs and enums.
#[proc_macro_derive(Arbitrary, attributes(arbitrary))]
pub fn arbitrary(item: TokenStream) -> TokenStream {
    derive::expand(item.into()).into()
}
