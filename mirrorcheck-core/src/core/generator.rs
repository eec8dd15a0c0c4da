//! The core idea: a generator is an ordinary function that asks for choices; whoever answers them interprets it.

mod catalogue;

pub use crate::core::choice::Rejected;
use crate::core::cx::{Chance, Cx, Shown};
use crate::core::sketch::Partial;
pub(crate) use catalogue::Numbers;
pub(crate) use catalogue::{Catalogue, Order};

/// A program that makes a `Value` out of choices, or finds the choices in a `Value`.
///
/// Functions under `#[generator]` implement it, and so do ranges, tuples and the combinators of this crate. It is *not*
/// a random source, a lazy tree of values or a description of a type: whoever answers the choices decides what running
/// it means.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::{Cx, Rejected};
/// use mirrorcheck::choices::Names;
///
/// /// What `#[generator]` would write.
/// struct Coin;
///
/// impl Generator for Coin {
///     type Value = bool;
///
///     fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, bool>) -> Result<bool, Rejected> {
///         let shown = match focus {
///             Focus::On(heads) => Some(usize::from(*heads)),
///             _ => None,
///         };
///         Ok(cx.pick(&[1, 1], Names::Literals(&["tails", "heads"]), shown)? == 1)
///     }
/// }
///
/// impl Reflective for Coin {}
///
/// assert_eq!(Coin.reflect(&true).next().unwrap().to_string(), "heads");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator",
    label = "not a generator",
    note = "a generator is a function under `#[generator]`, a range, a tuple of generators, or a combinator such as \
            `vec(g, 0..10)`; for a plain value, write `exact(value)`"
)]
pub trait Generator {
    /// The type of the values it makes.
    type Value;

    /// Runs forward when `focus` is free, and backward when it is on a value; then the result is that value.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// /// One digit for both.
    /// struct Twins;
    /// impl Generator for Twins {
    ///     type Value = (i32, i32);
    ///     fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, (i32, i32)>) -> Result<(i32, i32), Rejected> {
    ///         let n = (0..=9).run(cx, Focus::Free)?;
    ///         Ok((n, n))
    ///     }
    /// }
    /// let (a, b) = Twins.sample(1);
    /// assert_eq!(a, b);
    /// ```
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Self::Value>) -> Result<Self::Value, Rejected>;

    /// Makes many values at once by chance, where that is faster than one by one. Only a generator that takes each of
    /// them apart in exactly one way can do so, because that is how their choices are recovered on request.
    #[doc(hidden)]
    #[inline]
    fn bulk(&self, chance: &mut Chance<'_>, count: usize) -> Option<Vec<Self::Value>> {
        let _ = (chance, count);
        None
    }

    /// Makes the characters of a string at once by chance, like [`bulk`](Self::bulk).
    #[doc(hidden)]
    #[inline]
    fn bulk_string(&self, chance: &mut Chance<'_>, count: usize) -> Option<String> {
        let _ = (chance, count);
        None
    }

    /// Notes the choices of many values at once, if it makes each of them, in one way, and that is faster than one by
    /// one; otherwise notes nothing.
    #[doc(hidden)]
    #[inline]
    fn note_all(&self, shown: Shown<'_>, items: &[Self::Value]) -> bool {
        let _ = (shown, items);
        false
    }

    /// Notes the choices of the characters of a text at once, like [`note_all`](Self::note_all).
    #[doc(hidden)]
    #[inline]
    fn note_text(&self, shown: Shown<'_>, text: &str) -> bool {
        let _ = (shown, text);
        false
    }

    /// The same values once more, where [`note_all`](Self::note_all) has noted them.
    #[doc(hidden)]
    #[inline]
    fn copy_all(&self, items: &[Self::Value]) -> Vec<Self::Value> {
        let _ = items;
        Vec::new()
    }

    /// Returns its values by number, where they are known without running it.
    #[doc(hidden)]
    fn catalogue(&self, order: Order) -> Option<Catalogue<Self::Value>> {
        let _ = order;
        None
    }
}

/// A generator that also runs backward; everything that takes a value apart requires it.
///
/// The law: run on a focus, it either returns exactly that value or rejects.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// fn how_many(generator: &impl Reflective<Value = u8>) -> usize {
///     (0..=255).filter(|n| generator.contains(n)).count()
/// }
/// assert_eq!(how_many(&oneof([0..=9, 5..=14])), 15);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator that runs backward",
    label = "expected a generator that runs backward",
    note = "a value is not a generator: `exact(value)` is",
    note = "generators under `#[generator(forward)]` and `from_fn` make values but cannot take them apart: either write \
            the generator under `#[generator]`, so that it runs both ways, or mark the one that uses it \
            `#[generator(forward)]`"
)]
pub trait Reflective: Generator {}

/// What a generator looks at: the contravariant half of the papers' `Reflective b a`.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// fn what(focus: Focus<'_, i32>) -> &'static str {
///     match focus {
///         Focus::Free => "nothing",
///         Focus::On(_) => "a value",
///         Focus::Sketch(_) => "a value with holes",
///     }
/// }
/// assert_eq!(what(Focus::On(&5)), "a value");
/// ```
pub enum Focus<'a, T> {
    /// Nothing: make a value.
    Free,
    /// A value: find its choices.
    On(&'a T),
    /// A value with holes: find the choices of the known parts, and make the rest.
    Sketch(&'a Partial),
}

/// What `draw` accepts: something whose focus is found in a `Whole`. A generator is a part of its own value;
/// [`.at(f)`](crate::Combinators::at) makes it a part of whatever `f` looks into (the papers' `comap`).
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[generator]
/// fn even() -> u32 {
///     let half = draw((0..=9).at(|even: &u32| even / 2));
///     2 * half
/// }
/// assert!(even().contains(&8) && !even().contains(&7));
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be drawn as a part of `{Whole}`")]
pub trait Part<Whole> {
    /// The type of the values it makes.
    type Value;

    /// Runs with the focus that this part has in `whole`.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// /// A number and its double.
    /// struct Doubled<P>(P);
    /// impl<P: Part<(u32, u32), Value = u32>> Generator for Doubled<P> {
    ///     type Value = (u32, u32);
    ///     fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, (u32, u32)>) -> Result<(u32, u32), Rejected> {
    ///         let n = self.0.run_in(cx, focus)?;
    ///         match focus {
    ///             Focus::On(pair) if *pair != (n, 2 * n) => Err(Rejected),
    ///             _ => Ok((n, 2 * n)),
    ///         }
    ///     }
    /// }
    /// impl<P: Part<(u32, u32), Value = u32>> Reflective for Doubled<P> {}
    ///
    /// let doubled = Doubled((0..=9).at(|pair: &(u32, u32)| pair.0));
    /// assert!(doubled.contains(&(4, 8)) && !doubled.contains(&(4, 9)));
    /// ```
    fn run_in(&self, cx: &mut Cx<'_>, whole: Focus<'_, Whole>) -> Result<Self::Value, Rejected>;
}

impl<T> Clone for Focus<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Focus<'_, T> {}

impl<'a, T> Focus<'a, T> {
    /// Returns whether there is nothing to look at.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(Focus::<i32>::Free.is_free());
    /// assert!(!Focus::On(&5).is_free());
    /// ```
    #[inline]
    pub fn is_free(&self) -> bool {
        matches!(self, Focus::Free)
    }

    /// Resolves a value of type `T` given inside a sketch; a hole frees the focus.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Partial;
    ///
    /// let five = Partial::Value(Box::new(5));
    /// assert!(matches!(Focus::<i32>::Sketch(&five).resolve(), Focus::On(5)));
    /// ```
    #[inline]
    pub fn resolve(self) -> Focus<'a, T>
    where
        T: 'static,
    {
        match self {
            Focus::Sketch(partial) => partial.focus(),
            other => other,
        }
    }
}

impl<G: Generator> Part<G::Value> for G {
    type Value = G::Value;

    #[inline]
    fn run_in(&self, cx: &mut Cx<'_>, whole: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        self.run(cx, whole)
    }
}

/// A generator behind a pointer is that generator.
macro_rules! pointers {
    ($($pointer:ty)*) => { $(
        impl<G: Generator + ?Sized> Generator for $pointer {
            type Value = G::Value;

            // Without it, a generator that is run in two places would be called through this one in both.
            #[inline(always)]
            fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
                (**self).run(cx, focus)
            }

            #[inline]
            fn bulk(&self, chance: &mut Chance<'_>, count: usize) -> Option<Vec<G::Value>> {
                (**self).bulk(chance, count)
            }

            #[inline]
            fn bulk_string(&self, chance: &mut Chance<'_>, count: usize) -> Option<String> {
                (**self).bulk_string(chance, count)
            }

            #[inline]
            fn note_all(&self, shown: Shown<'_>, items: &[G::Value]) -> bool {
                (**self).note_all(shown, items)
            }

            #[inline]
            fn note_text(&self, shown: Shown<'_>, text: &str) -> bool {
                (**self).note_text(shown, text)
            }

            #[inline]
            fn copy_all(&self, items: &[G::Value]) -> Vec<G::Value> {
                (**self).copy_all(items)
            }

            fn catalogue(&self, order: Order) -> Option<Catalogue<G::Value>> {
                (**self).catalogue(order)
            }
        }

        impl<G: Reflective + ?Sized> Reflective for $pointer {}
    )* };
}
pointers!(&G Box<G> std::rc::Rc<G>);
