//! Types whose generator takes parameters.

use crate::core::generator::Reflective;

/// Implemented by types whose generator takes parameters. [`any_with`] returns that generator.
///
/// A function under `#[generator]` takes parameters, too, and needs no trait. Implement the trait if generic code needs the
/// generator, or if lists and tuples of the type should take the parameters.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::{ArbitraryWith, any_with};
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Order { id: u32, amount: u32 }
///
/// struct Limits { most: u32 }
///
/// #[generator]
/// fn order(most: u32) -> Order {
///     let id = draw(1..=9999);
///     let amount = draw(1..=most);
///     Order { id, amount }
/// }
///
/// impl ArbitraryWith for Order {
///     type Parameters = Limits;
///     type Generator = Box<dyn Reflective<Value = Order>>;
///
///     fn arbitrary_with(limits: Limits) -> Self::Generator {
///         order(limits.most).boxed()
///     }
/// }
///
/// let small = any_with::<Order>(Limits { most: 10 });
/// assert!(small.contains(&Order { id: 1, amount: 10 }));
/// assert!(!small.contains(&Order { id: 1, amount: 11 }));
///
/// // Up to three of them.
/// let orders = any_with::<Vec<Order>>((0..=3, Limits { most: 10 }));
/// assert!(orders.sample(1).len() <= 3);
///
/// #[derive(Debug, Clone, PartialEq, Arbitrary)]
/// struct Basket {
///     #[arbitrary(with = any_with::<Vec<Order>>((1..=5, Limits { most: 100 })))]
///     orders: Vec<Order>,
/// }
/// assert!(!any::<Basket>().contains(&Basket { orders: vec![] }));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no generator that takes parameters",
    note = "implement `ArbitraryWith` for it; without parameters, use `any::<{Self}>()`"
)]
pub trait ArbitraryWith: Sized {
    /// The parameters. The standard library's types take a range (numbers and characters), lengths (texts), lengths and the
    /// parameters of the elements (collections), or a tuple of parameters (tuples).
    type Parameters;

    /// The generator.
    type Generator: Reflective<Value = Self>;

    /// Makes the generator.
    ///
    /// ```
    /// use mirrorcheck::ArbitraryWith;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(u8::arbitrary_with(1..=6).all_values().count(), 6);
    /// ```
    fn arbitrary_with(parameters: Self::Parameters) -> Self::Generator;
}

/// Returns the generator of a type with parameters: `any_with::<Vec<u8>>((1..=5, 0..=9))`.
///
/// ```
/// use mirrorcheck::any_with;
/// use mirrorcheck::prelude::*;
///
/// assert!(any_with::<u8>(1..=6).contains(&6));
/// assert!(any_with::<String>(1..=8).contains(&"text".to_owned()));
/// assert!(!any_with::<Vec<u8>>((1..=5, 0..=9)).contains(&vec![10]));
/// assert!(any_with::<(char, Option<i32>)>(('a'..='z', -1..=1)).contains(&('x', Some(-1))));
/// ```
pub fn any_with<T: ArbitraryWith>(parameters: T::Parameters) -> T::Generator {
    T::arbitrary_with(parameters)
}
