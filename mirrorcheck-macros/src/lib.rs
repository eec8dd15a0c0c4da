//! The macros of Mirrorcheck. Use them through the `mirrorcheck` crate, which documents them.

mod advice;
mod body;
mod derive;
mod draws;
mod focus;
mod forward;
mod groups;
mod methods;
mod parts;
mod property;
mod result;
mod signature;
mod sketch;
mod source;
mod syntax;
mod tried;
mod types;
mod walk;

use proc_macro::TokenStream;

/// Makes a generator out of a function that says how a value is chosen.
///
/// In the body, `draw(g)` is a value of the generator `g`, and `pick([(weight, "label", result), …])`, `frequency`,
/// `labeled`, `oneof` and `pick_from` choose among results. The function then returns a generator, which holds the
/// arguments. The body is read in both directions: forward it constructs the value, backward it takes a value apart and
/// finds the choices in it. Arithmetic, conversions, constructors, loops and changes are taken back where that can be
/// done; what is left is tried, and `draw(g.at(|whole| …))` says where to look.
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
/// On an `impl` block, its functions that draw are generators, methods included; if some of them are marked with
/// `#[generator]`, those.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// struct Limits {
///     most: u32,
/// }
///
/// #[generator]
/// impl Limits {
///     fn pair(&self) -> (u32, u32) {
///         let low = draw(0..=self.most);
///         (low, draw(low..=self.most))
///     }
/// }
/// let limits = Limits { most: 5 };
/// assert!(limits.pair().contains(&(2, 5)));
/// assert!(!limits.pair().contains(&(2, 6)));
/// ```
///
/// Where a result does not show what was drawn, the way back is found by trying. `#[generator(strict)]` refuses to
/// compile then: each drawn value has to stand in the result, or to have an `.at`.
#[proc_macro_attribute]
pub fn generator(options: TokenStream, item: TokenStream) -> TokenStream {
    signature::expand(options.into(), item.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes a test out of a function that holds for all values of its arguments, or fails.
///
/// The test runs the body on many values, and where it fails reports the simplest for which it does. A property returns
/// nothing, a `bool` or a `Result`; it fails by a panic, by `false` or by an `Err`. Each argument comes from the
/// generator of its type, or from the one in `#[from(…)]`. A reference is to a value that is made for it: `&T`, `&mut T`,
/// `&str`, `&[T]`. In the body, `draw` makes further values, and `assume` discards the case.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::property;
///
/// /// No word is longer than the text that it stands in.
/// #[property(cases = 100, example("to be or not", 1))]
/// fn words_are_shorter(text: &str, #[from(0..=3)] n: usize) {
///     let word = text.split(' ').nth(n);
///     assume(word.is_some());
///     assert!(word.is_some_and(|word| word.len() <= text.len()));
/// }
/// # words_are_shorter::check();
/// # words_are_shorter::on("to be", 1);
/// ```
///
/// Other attributes keep their meaning: documentation, `#[ignore]`, `#[should_panic]`, `#[cfg(…)]`.
/// Under the function's name the body can be run on given values, which is what a report tells to paste:
///
/// ```should_panic
/// # use mirrorcheck::property;
/// #[property(keep = false)]
/// fn is_small(n: u32) -> bool {
///     n < 100
/// }
/// is_small::on(7);
/// is_small::replay("100"); // by the text form of choices; it fails
/// ```
///
/// | option | meaning |
/// |---|---|
/// | `example(1, "two")` | runs first on these values, one for each argument; may stand several times |
/// | `choices = "(1 2)"` | an example by the text form of its choices |
/// | `cases = 1000` | on so many cases |
/// | `seed = 7` | which cases |
/// | `jobs = 4` | on so many threads |
/// | `time = "2s"` | as long as that |
/// | `shrink = 100`, `shrink_time = "1s"` | tries so often, so long, to make a failure simpler |
/// | `discards = 20` | gives up when so many cases are discarded for each one that is kept |
/// | `fork`, `timeout = "500ms"`, `memory = "1GB"` | in another process; with a limit of time or memory for each case |
/// | `hang_limit = "10s"` | how long a case in which an earlier run was stopped may take before it counts as a hang |
/// | `keep = false` | does not keep failures for the next run |
/// | `doubts = "hide"` | says nothing, `"show"` or `"fail"`, where a property that passes may not mean much |
/// | `verbose`, `verbose = 2` | says more |
/// | `serde` | keeps failures in serde's form, too |
///
/// Numbers may be constants. Conditionals and loops of the body are groups of choices, so that what is drawn in them can
/// become less without an effect on what is drawn after them.
#[proc_macro_attribute]
pub fn property(options: TokenStream, item: TokenStream) -> TokenStream {
    property::expand(options.into(), item.into()).into()
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
/// use mirrorcheck::text::Text;
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

/// Says that a struct was made of its fields: implements `Parts` for one whose constructor takes them in their order.
///
/// With it, every generator that calls the constructor runs backward. A field that the constructor does not take is left
/// out with `#[parts(skip)]`. Where a constructor does more than to store what it is given, implement `Parts` yourself.
///
/// ```
/// use mirrorcheck::Parts;
/// use mirrorcheck::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq, Parts)]
/// struct Account {
///     id: u32,
///     owner: String,
///     #[parts(skip)]
///     log: Vec<String>,
/// }
///
/// impl Account {
///     fn open(id: u32, owner: &str) -> Account {
///         Account { id, owner: owner.to_owned(), log: vec!["opened".to_owned()] }
///     }
/// }
///
/// #[generator]
/// fn account() -> Account {
///     let owner = draw(string('a'..='z', 1..=8));
///     Account::open(draw(1..=9_999), &owner)
/// }
/// assert!(account().contains(&Account::open(17, "mia")));
/// ```
#[proc_macro_derive(Parts, attributes(parts))]
pub fn derive_parts(item: TokenStream) -> TokenStream {
    parts::expand(item.into()).into()
}
