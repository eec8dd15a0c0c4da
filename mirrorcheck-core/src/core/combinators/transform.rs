//! What turns one generator into another.

use super::pick::{Full, Pick, pick};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Part, Reflective, Rejected};
use crate::language::{Arguments, Program, Site, of_type};
use crate::core::sketch::{Partial, Shape};
use crate::core::text::Text;

/// How often a filter asks again before it gives up.
const TRIES: u32 = 100;

/// Transformers of generators. They take the generator itself; what they make is [`Reflective`] when it is.
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
    /// `f` gives the part, or an `Option` of it where the larger value may not have one.
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

    /// Like [`at`](Self::at), and says with `g` how to look at a value with holes. Without it such a draw is made
    /// freely, and what comes of it must happen to agree with the sketch.
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

    /// Like [`at`](Self::at) for a look that may not come to an end, such as type inference where it is undecidable:
    /// an [`OutOfFuel`](crate::OutOfFuel) from `f` is reported as that, not as "out of range".
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
    fn try_at<W, F: Fn(&W) -> Result<Option<Self::Value>, crate::OutOfFuel>>(self, f: F) -> TryAt<Self, F> {
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
        Convert { generator: self, f, back }
    }

    /// Only values for which `pred` holds. Forward it asks again a limited number of times, so `pred` should hold
    /// often; backward it is a check.
    ///
    /// As it asks again by itself, alternatives around it keep their weights. `probability` is that of one attempt: a
    /// value is made as often as that, divided by how often `pred` holds.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let even = (0..=99).such_that(|n| n % 2 == 0);
    /// assert_eq!(even.sample(1) % 2, 0);
    /// assert!(!even.contains(&7));
    /// ```
    fn such_that<P: Fn(&Self::Value) -> bool>(self, pred: P) -> SuchThat<Self, P> {
        SuchThat { generator: self, pred }
    }

    /// Runs at another size.
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

    /// Runs at a size that depends on the one of the run.
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

    /// Puts its choices under a label, so that they can be told from others in statistics and in the text of choices.
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

    /// The same for text generators, which stay text generators.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
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

    /// Behind a pointer, so that generators of different types fit in one place.
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

/// What [`Combinators::at`] makes: something to be drawn, no generator by itself.
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
#[derive(Debug, Clone)]
pub struct At<G, F> {
    generator: G,
    f: F,
}

impl<W, G, F, R> Part<W> for At<G, F>
where
    G: Reflective,
    F: Fn(&W) -> R,
    R: Into<Option<G::Value>>,
{
    type Value = G::Value;

    fn run_in(&self, cx: &mut Cx<'_>, whole: Focus<'_, W>) -> Result<G::Value, Rejected> {
        match whole {
            Focus::On(whole) => found(&self.generator, cx, (self.f)(whole).into()),
            Focus::Free | Focus::Sketch(_) => self.generator.run(cx, Focus::Free),
        }
    }
}

impl<G: Generator, F> At<G, F> {
    /// Goes on with the generator that `next` makes of the value: the monad's bind, for generators without a macro.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let ordered = (0..=9).at(|pair: &(i32, i32)| pair.0).then(|low| (exact(low), low..=9));
    /// assert!(ordered.contains(&(3, 7)) && !ordered.contains(&(7, 3)));
    /// ```
    pub fn then<H: Generator, K: Fn(G::Value) -> H>(self, next: K) -> Bind<G, F, K> {
        Bind { first: self, next }
    }
}

fn found<G: Generator>(generator: &G, cx: &mut Cx<'_>, part: Option<G::Value>) -> Result<G::Value, Rejected> {
    match part {
        Some(part) => cx.on_temporary(|cx| generator.run(cx, Focus::On(&part))),
        None => Err(cx.reject(|| "`.at` found nothing to look at".to_owned())),
    }
}

/// What [`Combinators::at_sketch`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[generator]
/// fn even() -> (u32, bool) {
///     let half = draw((0..=9).at_sketch(|even: &(u32, bool)| even.0 / 2, |_| None));
///     let flag = draw(any::<bool>());
///     (2 * half, flag)
/// }
/// assert!(even().contains(&(8, true)));
/// ```
#[derive(Debug, Clone)]
pub struct AtSketch<G, F, S> {
    at: At<G, F>,
    g: S,
}

impl<W, G, F, R, S> Part<W> for AtSketch<G, F, S>
where
    G: Reflective,
    F: Fn(&W) -> R,
    R: Into<Option<G::Value>>,
    S: Fn(&Partial) -> Option<G::Value>,
{
    type Value = G::Value;

    fn run_in(&self, cx: &mut Cx<'_>, whole: Focus<'_, W>) -> Result<G::Value, Rejected> {
        match whole {
            Focus::Sketch(partial) => match (self.g)(partial) {
                Some(part) => found(&self.at.generator, cx, Some(part)),
                None => self.at.generator.run(cx, Focus::Free),
            },
            whole => self.at.run_in(cx, whole),
        }
    }
}

/// What [`Combinators::try_at`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[generator]
/// fn even() -> u32 {
///     let half = draw((0..=9).try_at(|even: &u32| Ok(Some(even / 2))));
///     2 * half
/// }
/// assert!(even().contains(&8) && !even().contains(&7));
/// ```
#[derive(Debug, Clone)]
pub struct TryAt<G, F> {
    generator: G,
    f: F,
}

impl<W, G, F> Part<W> for TryAt<G, F>
where
    G: Reflective,
    F: Fn(&W) -> Result<Option<G::Value>, crate::OutOfFuel>,
{
    type Value = G::Value;

    fn run_in(&self, cx: &mut Cx<'_>, whole: Focus<'_, W>) -> Result<G::Value, Rejected> {
        match whole {
            Focus::On(whole) => match (self.f)(whole) {
                Ok(part) => found(&self.generator, cx, part),
                Err(crate::OutOfFuel) => Err(cx.out_of_fuel()),
            },
            Focus::Free | Focus::Sketch(_) => self.generator.run(cx, Focus::Free),
        }
    }
}

/// What [`At::then`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let repeated = (1..=3usize).at(Vec::len).then(|length| vec('a'..='b', length));
/// assert!(repeated.contains(&vec!['a', 'b']));
/// ```
#[derive(Debug, Clone)]
pub struct Bind<G, F, K> {
    first: At<G, F>,
    next: K,
}

impl<G, F, K, H> Generator for Bind<G, F, K>
where
    G: Generator,
    At<G, F>: Part<H::Value, Value = G::Value>,
    K: Fn(G::Value) -> H,
    H: Generator,
{
    type Value = H::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, H::Value>) -> Result<H::Value, Rejected> {
        cx.group(|cx| {
            let first = self.first.run_in(cx, focus)?;
            (self.next)(first).run(cx, focus)
        })
    }
}

impl<G, F, K, H> Reflective for Bind<G, F, K>
where
    G: Generator,
    At<G, F>: Part<H::Value, Value = G::Value>,
    K: Fn(G::Value) -> H,
    H: Reflective,
{
}

/// What [`Combinators::convert`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let text = (0..=9).convert(|n: i32| n.to_string(), |text| text.parse().ok());
/// assert!(text.contains(&"7".to_owned()) && !text.contains(&"07".to_owned()));
/// ```
#[derive(Debug, Clone)]
pub struct Convert<G, F, B> {
    generator: G,
    f: F,
    back: B,
}

impl<G, U, F, B> Generator for Convert<G, F, B>
where
    G: Generator,
    U: PartialEq,
    F: Fn(G::Value) -> U,
    B: Fn(&U) -> Option<G::Value>,
{
    type Value = U;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, U>) -> Result<U, Rejected> {
        let Focus::On(whole) = focus else { return self.generator.run(cx, Focus::Free).map(&self.f) };
        let Some(part) = (self.back)(whole) else {
            return Err(cx.reject(|| "`convert` cannot be undone here".to_owned()));
        };
        let made = (self.f)(cx.on_temporary(|cx| self.generator.run(cx, Focus::On(&part)))?);
        // Without this, a `back` that is not quite an inverse would claim values that are never made.
        if made == *whole { Ok(made) } else { Err(cx.reject(|| "`convert` does not give this back".to_owned())) }
    }
}

impl<G, U, F, B> Reflective for Convert<G, F, B>
where
    G: Reflective,
    U: PartialEq,
    F: Fn(G::Value) -> U,
    B: Fn(&U) -> Option<G::Value>,
{
}

/// What [`Combinators::such_that`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!((0..=9).such_that(|n| n % 2 == 0).all_values().collect::<Vec<_>>(), [0, 2, 4, 6, 8]);
/// ```
#[derive(Debug, Clone)]
pub struct SuchThat<G, P> {
    generator: G,
    pred: P,
}

impl<G: Generator, P: Fn(&G::Value) -> bool> Generator for SuchThat<G, P> {
    type Value = G::Value;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        let tries = if focus.is_free() { TRIES } else { 1 };
        cx.retry(tries, |cx| {
            let value = self.generator.run(cx, focus)?;
            if (self.pred)(&value) {
                return Ok(value);
            }
            Err(cx.reject(|| "the condition of `such_that` does not hold".to_owned()))
        })
    }
}

impl<G: Reflective, P: Fn(&G::Value) -> bool> Reflective for SuchThat<G, P> {}

impl<G: Text, P: Fn(&G::Value) -> bool> Text for SuchThat<G, P> {
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<G::Value>, Rejected> {
        let tries = if cx.is_reading() { 1 } else { TRIES };
        cx.retry(tries, |cx| match self.generator.run_text(cx, true)? {
            Some(value) if (self.pred)(&value) => Ok(Some(value)),
            _ => Err(cx.reject(|| "the condition of `such_that` does not hold".to_owned())),
        })
    }
}

/// What [`Combinators::resize`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(sized(exact).resize(7).sample(1), 7);
/// ```
#[derive(Debug, Clone)]
pub struct Resize<G> {
    generator: G,
    size: u32,
}

/// Runs a generator at another size.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(resize(7, sized(exact)).sample(1), 7);
/// ```
pub fn resize<G: Generator>(size: u32, generator: G) -> Resize<G> {
    Resize { generator, size }
}

impl<G: Generator> Generator for Resize<G> {
    type Value = G::Value;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        cx.resized(self.size, |cx| self.generator.run(cx, focus))
    }
}

impl<G: Reflective> Reflective for Resize<G> {}

impl<G: Text> Text for Resize<G> {
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<G::Value>, Rejected> {
        cx.resized(self.size, |cx| self.generator.run_text(cx, wanted))
    }
}

/// What [`Combinators::scale`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let tiny = any::<String>().scale(|_| 0);
/// assert!(tiny.contains(&"but all are possible".to_owned()));
/// ```
#[derive(Debug, Clone)]
pub struct Scaled<G, F> {
    generator: G,
    f: F,
}

impl<G: Generator, F: Fn(u32) -> u32> Generator for Scaled<G, F> {
    type Value = G::Value;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        let size = (self.f)(cx.size());
        cx.resized(size, |cx| self.generator.run(cx, focus))
    }
}

impl<G: Reflective, F: Fn(u32) -> u32> Reflective for Scaled<G, F> {}

impl<G: Text, F: Fn(u32) -> u32> Text for Scaled<G, F> {
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<G::Value>, Rejected> {
        let size = (self.f)(cx.size());
        cx.resized(size, |cx| self.generator.run_text(cx, wanted))
    }
}

/// A generator that depends on the size of the run. Let it change how likely things are rather than what is
/// possible: a value is in range if some size makes it.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let names = sized(|size| vec('a'..='z', 1..=size.max(1)));
/// assert!(names.sample(1).len() <= 100);
/// assert!(names.contains(&vec!['a']));
/// ```
pub fn sized<G: Generator, F: Fn(u32) -> G>(f: F) -> SizedBy<F> {
    SizedBy { f }
}

/// What [`sized`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(sized(exact).sample(1), 100);
/// ```
#[derive(Debug, Clone)]
pub struct SizedBy<F> {
    f: F,
}

impl<G: Generator, F: Fn(u32) -> G> Generator for SizedBy<F> {
    type Value = G::Value;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        let size = cx.size();
        (self.f)(size).run(cx, focus)
    }
}

impl<G: Reflective, F: Fn(u32) -> G> Reflective for SizedBy<F> {}

impl<G: Text, F: Fn(u32) -> G> Text for SizedBy<F> {
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<G::Value>, Rejected> {
        let size = cx.size();
        (self.f)(size).run_text(cx, wanted)
    }
}

/// Exactly this value. A value of a type that can be compared and copied.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(exact('a').sample(1), 'a');
/// assert!(!exact('a').contains(&'b'));
/// ```
pub fn exact<T: Clone + PartialEq>(value: T) -> Exact<T> {
    Exact { value }
}

/// What [`exact`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(oneof([exact("yes"), exact("no")]).probability(&"no"), 0.5);
/// ```
#[derive(Debug, Clone)]
pub struct Exact<T> {
    value: T,
}

impl<T: Clone + PartialEq> Generator for Exact<T> {
    type Value = T;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        match focus {
            Focus::On(value) if *value != self.value => Err(cx.reject(|| "this is another value".to_owned())),
            _ => Ok(self.value.clone()),
        }
    }
}

impl<T: Clone + PartialEq> Reflective for Exact<T> {}

/// Makes nothing: the papers' `void`.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::void;
///
/// assert!(void::<u8>().try_sample(1).is_err());
/// assert!(void::<u8>().is_void());
/// ```
pub fn void<T>() -> Void<T> {
    Void(std::marker::PhantomData)
}

/// What [`void`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::void;
///
/// let nothing = void::<u8>();
/// assert!(!nothing.contains(&0));
/// ```
#[derive(Debug)]
pub struct Void<T>(std::marker::PhantomData<fn() -> T>);

impl<T> Clone for Void<T> {
    fn clone(&self) -> Self {
        void()
    }
}

impl<T> Generator for Void<T> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, T>) -> Result<T, Rejected> {
        Err(cx.reject(|| "`void` makes nothing".to_owned()))
    }
}

impl<T> Reflective for Void<T> {}

/// A generator made when it runs, so that combinators can be recursive.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq)]
/// enum Nat { Zero, Succ(Box<Nat>) }
///
/// fn nat() -> impl Reflective<Value = Nat> {
///     let pred = |n: &Nat| if let Nat::Succ(n) = n { Some((**n).clone()) } else { None };
///     labeled((
///         ("zero", exact(Nat::Zero)),
///         ("succ", lazy(|| nat().boxed()).convert(|n| Nat::Succ(Box::new(n)), pred)),
///     ))
/// }
/// let two = Nat::Succ(Box::new(Nat::Succ(Box::new(Nat::Zero))));
/// assert_eq!(nat().probability(&two), 0.125);
/// ```
pub fn lazy<G: Generator, F: Fn() -> G>(f: F) -> Lazy<F> {
    Lazy { f }
}

/// What [`lazy`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let later = lazy(|| 0..=9);
/// assert!(later.contains(&7));
/// ```
#[derive(Debug, Clone)]
pub struct Lazy<F> {
    f: F,
}

impl<G: Generator, F: Fn() -> G> Generator for Lazy<F> {
    type Value = G::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        if cx.is_plain() { (self.f)().run(cx, focus) } else { crate::language::run(self, cx, focus) }
    }
}

impl<G: Generator, F: Fn() -> G> Program for Lazy<F> {
    const SITE: &'static Site<'static> = &Site {
        name: "lazy",
        generator: of_type::<F>,
        shapes: &[Shape::Any],
        leads: &[],
        is_plain: false,
        is_text: false,
    };

    /// A function that holds nothing makes the same generator every time; its type is its name.
    fn arguments(&self, arguments: &mut Arguments) {
        if size_of::<F>() > 0 {
            arguments.unknown();
        }
    }

    fn shown_from(_: &G::Value, from: u32) -> u32 {
        from
    }

    fn body(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>, _: u32) -> Result<G::Value, Rejected> {
        (self.f)().run(cx, focus)
    }
}

impl<G: Reflective, F: Fn() -> G> Reflective for Lazy<F> {}

impl<G: Text, F: Fn() -> G> Text for Lazy<F> {
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<G::Value>, Rejected> {
        (self.f)().run_text(cx, wanted)
    }
}
