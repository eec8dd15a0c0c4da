//! The macros of Mirrorcheck. Use them through the `mirrorcheck` crate, which documents them.

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
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq)]
/// enum Shape {
///     Circle { radius: u32 },
///     Square(u32),
/// }
///
/// #[generator]
/// fn shape(largest: u32) -> Shape {
///     let size = draw(1..=largest);
///     pick([(3, "circle", Shape::Circle { radius: size }), (1, "square", Shape::Square(size))])
/// }
/// assert_eq!(shape(5).reflect(&Shape::Square(2)).next().unwrap().to_string(), "(2 square)");
/// assert!(!shape(5).contains(&Shape::Circle { radius: 6 }));
/// ```
///
/// `#[generator(forward)]` allows draws anywhere and gives up the backward direction.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[generator(forward)]
/// fn total() -> u32 {
///     (0..draw(1..=3)).map(|_| draw(1..=6)).sum()
/// }
/// assert!((1..=18).contains(&total().sample(1)));
/// ```
#[proc_macro_attribute]
pub fn generator(options: TokenStream, item: TokenStream) -> TokenStream {
    signature::expand(options.into(), item.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// A value with holes, for `complete`: an expression in which `_` stands for whatever is to be made.
///
/// Constructors are written as usual; a `Box`, `Rc` or `Arc` around a part may be left out.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let pairs = vec((0..=9, any::<bool>()), 0..=3);
/// let completed = pairs.complete(&sketch!(vec![(5, _), _]), 1).unwrap();
/// assert_eq!((completed.len(), completed[0].0), (2, 5));
/// ```
#[proc_macro]
pub fn sketch(input: TokenStream) -> TokenStream {
    sketch::expand(input.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Writes a generator of a type's own, which `any` asks for: implements `Arbitrary` for a struct or an enum.
///
/// It makes every value whose parts can be made, and finds the one way to make each: variants are labelled with their
/// names, fields come from the generators of their types. A type that contains itself, directly or through others, is
/// left to grow as far as the size allows, with values spread between the smallest and the largest. Past that it goes
/// on with a small weight, so that it ends, and a deeper value is still in range.
///
/// `#[arbitrary(…)]` says what is different:
///
/// | before | option | meaning |
/// |---|---|---|
/// | a type | `filter = predicate` | only values for which it holds; made by trying again, so it should hold often |
/// | | `bound = "T: Clone"` | in place of `T: Arbitrary` for each type parameter |
/// | a variant | `weight = 3` | how likely it is, compared to others, which have 1; a constant expression |
/// | | `label = "…"` | what its choice is called |
/// | | `skip` | it is never made, and out of range |
/// | a field | `with = generator` | any generator that runs backward, such as `vec(0..=9, 1..=3)` |
/// | | `range = 0..=9` | the same, for ranges |
/// | | `len = 1..=5` | the lengths of a collection |
/// | | `filter = predicate` | only values for which it holds |
/// | | `skip` | always the default value |
/// | | `default = value` | always this value |
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq, Arbitrary)]
/// enum Message {
///     #[arbitrary(weight = 3)]
///     Text {
///         #[arbitrary(len = 1..=20)]
///         body: String,
///         urgent: bool,
///     },
///     Reply(#[arbitrary(range = 1..=9)] u8, Box<Message>),
/// }
/// let text = Message::Text { body: "hello".to_owned(), urgent: true };
/// assert!(any::<Message>().contains(&Message::Reply(1, Box::new(text.clone()))));
/// assert!(!any::<Message>().contains(&Message::Reply(0, Box::new(text))));
/// ```
#[proc_macro_derive(Arbitrary, attributes(arbitrary))]
pub fn arbitrary(item: TokenStream) -> TokenStream {
    derive::expand(item.into()).into()
}
