//! Types with a generator of their own.

mod outline;
mod with;

pub use outline::{Maybe, MaybeArbitrary, MaybeNot, Outline, TypeForm};
pub(crate) use outline::{OutlinedType, Reference};
pub use with::{ArbitraryWith, any_with};

use crate::core::generator::Reflective;

/// Types with a generator of their own: [`any`] asks for it, and `derive(Arbitrary)` writes it.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// struct Percent(u8);
///
/// impl Arbitrary for Percent {
///     type Generator = Box<dyn Reflective<Value = Percent>>;
///
///     fn arbitrary() -> Self::Generator {
///         (0..=100).convert(Percent, |percent| Some(percent.0)).boxed()
///     }
/// }
/// assert!(any::<Percent>().contains(&Percent(100)));
/// assert!(!any::<Vec<Percent>>().contains(&vec![Percent(1), Percent(101)]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default generator",
    note = "write `#[derive(Arbitrary)]` on it, or say which generator to use: `#[arbitrary(with = …)]` before a field, \
            `#[from(…)]` before an argument of a property"
)]
pub trait Arbitrary: Sized {
    /// The generator.
    type Generator: Reflective<Value = Self>;

    /// Makes the generator.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(bool::arbitrary().probability(&true), 0.5);
    /// assert_eq!(any::<bool>().probability(&true), 0.5);
    /// ```
    fn arbitrary() -> Self::Generator;

    /// The value as a Rust expression, for a test to paste; `None` if it has none, or only a very long one.
    ///
    /// It compiles where the name of the type is in scope and the expression's type is known: `5`, not `5_u8`.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// #[derive(Arbitrary)]
    /// struct Point { x: i32, name: Option<String> }
    ///
    /// let point = Point { x: -5, name: Some("a\"b".to_owned()) };
    /// assert_eq!(point.source().unwrap(), r#"Point { x: -5, name: Some("a\"b".to_owned()) }"#);
    /// ```
    fn source(&self) -> Option<String> {
        None
    }

    /// Says what a value consists of, so that types that contain themselves can be made to end.
    #[doc(hidden)]
    fn outline(outline: &mut Outline) {
        let _ = outline;
    }
}

/// The generator of a type: `any::<bool>()`.
///
/// Small and special values are more likely than others, the more so at small sizes, and every value is possible.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let numbers: Vec<i32> = any::<Vec<i32>>().sample(1);
/// assert!(any::<Vec<i32>>().contains(&vec![i32::MIN, 0, i32::MAX]));
/// ```
pub fn any<T: Arbitrary>() -> T::Generator {
    T::arbitrary()
}
