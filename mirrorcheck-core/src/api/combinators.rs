//! Methods that turn one generator into another.

use crate::core::combinators::{self, At, AtSketch, Convert, Full, Pick, Resize, Scaled, SuchThat, TryAt, pick};
use crate::core::forest::OutOfFuel;
use crate::core::generator::{Generator, Reflective};
use crate::core::sketch::Partial;
use crate::core::text::Text;

/// Methods that transform a generator. They take it by value, and the result is [`Reflective`] if the generator is.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let odd = (0..=9).convert(|n| 2 * n + 1, |n| Some((n - 1) / 2)).such_that(|n| n % 3 != 0);
/// assert!(odd.contains(&7) && !odd.contains(&9) && !odd.contains(&8));
/// ```
pub trait Combinators: Generator + Sized {
    /// Says where in a larger value this generator's value is found, for `draw`: the papers' `comap`.
    ///
    /// `f` returns the part, or an `Option` of it if the larger value may not have one.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// /// Lists with their length in front.
    /// #[generator]
    /// fn counted() -> (usize, Vec<bool>) {
    ///     let length = draw((0..=3usize).at(|(_, items): &(usize, Vec<bool>)| items.len()));
    ///     let items = draw(vec(any::<bool>(), length));
    ///     (items.len(), items)
    /// }
    /// assert!(counted().contains(&(1, vec![true])));
    /// assert!(!counted().contains(&(2, vec![true])));
    /// ```
    fn at<W, F: Fn(&W) -> R, R: Into<Option<Self::Value>>>(self, f: F) -> At<Self, F> {
        At { generator: self, f }
    }

    /// Works like [`at`](Self::at), and `g` says how to look at a value with holes. Without `g`, such a draw is made
    /// freely, and its result must happen to agree with the sketch.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// #[generator]
    /// fn even() -> (u32, char) {
    ///     let half = draw((0..=9).at_sketch(
    ///         |whole: &(u32, char)| whole.0 / 2,
    ///         |sketch| Some(sketch.field("()", "0")?.value::<u32>()? / 2),
    ///     ));
    ///     let c = draw('a'..='z');
    ///     (2 * half, c)
    /// }
    /// assert_eq!(even().complete(&sketch!((8u32, _)), 1).unwrap().0, 8);
    /// ```
    fn at_sketch<W, F, R, S>(self, f: F, g: S) -> AtSketch<Self, F, S>
    where
        F: Fn(&W) -> R,
        R: Into<Option<Self::Value>>,
        S: Fn(&Partial) -> Option<Self::Value>,
    {
        AtSketch { at: At { generator: self, f }, g }
    }

    /// Works like [`at`](Self::at) for an `f` that may not terminate, such as undecidable type inference: an
    /// [`OutOfFuel`](OutOfFuel) from `f` is reported as such, not as "out of range".
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::OutOfFuel;
    ///
    /// #[generator]
    /// fn square() -> u64 {
    ///     let root = draw((0..=1_000_000u64).try_at(|square| match *square {
    ///         0..=1_000_000 => Ok((0..=1_000).find(|root| root * root == *square)),
    ///         _ => Err(OutOfFuel),
    ///     }));
    ///     root * root
    /// }
    /// assert_eq!(square().try_contains(&49), Ok(true));
    /// assert_eq!(square().try_contains(&50), Ok(false));
    /// assert_eq!(square().try_contains(&4_000_000), Err(OutOfFuel));
    /// ```
    fn try_at<W, F: Fn(&W) -> Result<Option<Self::Value>, OutOfFuel>>(self, f: F) -> TryAt<Self, F> {
        TryAt { generator: self, f }
    }

    /// Applies `f` to the value; `back` undoes it. A value for which `f(back(v))` is not `v` is out of range.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let even = (0..=50).convert(|n| n * 2, |n| Some(n / 2));
    /// assert!(even.contains(&8));
    /// assert!(!even.contains(&7));
    /// ```
    fn convert<U, F, B>(self, f: F, back: B) -> Convert<Self, F, B>
    where
        F: Fn(Self::Value) -> U,
        B: Fn(&U) -> Option<Self::Value>,
    {
        combinators::convert(self, f, back)
    }

    /// Keeps only the values for which `pred` holds. Running forward, it retries a limited number of times, so `pred`
    /// should hold often; running backward, it checks the value.
    ///
    /// Because it retries by itself, the alternatives around it keep their weights. `probability` is that of one
    /// attempt: to get the real frequency of a value, divide it by how often `pred` holds.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let even = (0..=99).such_that(|n| n % 2 == 0);
    /// assert_eq!(even.sample(1) % 2, 0);
    /// assert!(!even.contains(&7));
    /// ```
    fn such_that<P: Fn(&Self::Value) -> bool>(self, pred: P) -> SuchThat<Self, P> {
        combinators::such_that(self, pred)
    }

    /// Runs the generator at a fixed size.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let short = vec(0..=9, ..).resize(3);
    /// assert!((0..100).any(|seed| short.sample(seed).len() == 3));
    /// ```
    fn resize(self, size: u32) -> Resize<Self> {
        Resize { generator: self, size }
    }

    /// Runs the generator at a size computed from the current one.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let short = any::<Vec<u8>>().scale(|size| size / 10);
    /// assert!(short.sample(1).len() <= 20);
    /// ```
    fn scale<F: Fn(u32) -> u32>(self, f: F) -> Scaled<Self, F> {
        Scaled { generator: self, f }
    }

    /// Puts the generator's choices under a label, so that statistics and the text of choices can tell them from
    /// others.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let point = ((0..=9).with_label("x"), (0..=9).with_label("y"));
    /// assert_eq!(point.reflect(&(1, 2)).next().unwrap().to_string(), "(x(1) y(2))");
    /// ```
    fn with_label(self, label: &'static str) -> Pick<[(u64, &'static str, Self); 1], Full> {
        pick([(1, label, self)])
    }

    /// Boxes a text generator, which stays a text generator.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::literal;
    ///
    /// let answers = [literal("yes").boxed_text(), regex("no+").boxed_text()];
    /// assert_eq!(answers[1].parse("nooo"), Ok("nooo".to_owned()));
    /// ```
    fn boxed_text<'a>(self) -> Box<dyn Text<Value = Self::Value> + 'a>
    where
        Self: Text + 'a,
    {
        Box::new(self)
    }

    /// Boxes the generator, so that generators of different types fit in one place.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let numbers = vec![(0..=9).boxed(), exact(100).boxed()];
    /// assert!(numbers[0].contains(&7) && numbers[1].contains(&100));
    /// ```
    fn boxed<'a>(self) -> Box<dyn Reflective<Value = Self::Value> + 'a>
    where
        Self: Reflective + 'a,
    {
        Box::new(self)
    }
}

impl<G: Generator> Combinators for G {}
