//! Combinators that turn one generator into another.

use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Part, Reflective, Rejected};
use crate::core::search::{Arguments, Program, Site, of_type};
use crate::core::sketch::{Partial, Shape};
use crate::core::text::Text;

/// How often a filter retries before it gives up.
const TRIES: u32 = 100;

/// Implements `generator.convert(f, back)` for modules that cannot use the methods.
pub(crate) fn convert<G, U, F, B>(generator: G, f: F, back: B) -> Convert<G, F, B>
where
    G: Generator,
    F: Fn(G::Value) -> U,
    B: Fn(&U) -> Option<G::Value>,
{
    Convert { generator, f, back }
}

/// Implements `generator.such_that(pred)` for modules that cannot use the methods.
pub(crate) fn such_that<G: Generator, P: Fn(&G::Value) -> bool>(generator: G, pred: P) -> SuchThat<G, P> {
    SuchThat { generator, pred }
}

/// The result of [`crate::Combinators::at`]: something to draw, not a generator by itself.
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
    pub(crate) generator: G,
    pub(crate) f: F,
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
    /// Continues with the generator that `next` makes from the value: monadic bind, for generators without a macro.
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
        None => Err(cx.reject(|| "`.at` found nothing in this value".to_owned())),
    }
}

/// The result of [`crate::Combinators::at_sketch`].
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
    pub(crate) at: At<G, F>,
    pub(crate) g: S,
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

/// The result of [`crate::Combinators::try_at`].
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
    pub(crate) generator: G,
    pub(crate) f: F,
}

impl<W, G, F> Part<W> for TryAt<G, F>
where
    G: Reflective,
    F: Fn(&W) -> Result<Option<G::Value>, crate::core::forest::OutOfFuel>,
{
    type Value = G::Value;

    fn run_in(&self, cx: &mut Cx<'_>, whole: Focus<'_, W>) -> Result<G::Value, Rejected> {
        match whole {
            Focus::On(whole) => match (self.f)(whole) {
                Ok(part) => found(&self.generator, cx, part),
                Err(crate::core::forest::OutOfFuel) => Err(cx.out_of_fuel()),
            },
            Focus::Free | Focus::Sketch(_) => self.generator.run(cx, Focus::Free),
        }
    }
}

/// The generator that [`At::then`] returns.
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

/// The generator that [`crate::Combinators::convert`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let text = (0..=9).convert(|n: i32| n.to_string(), |text| text.parse().ok());
/// assert!(text.contains(&"7".to_owned()) && !text.contains(&"07".to_owned()));
/// ```
#[derive(Debug, Clone)]
pub struct Convert<G, F, B> {
    pub(crate) generator: G,
    pub(crate) f: F,
    pub(crate) back: B,
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
            return Err(cx.reject(|| "`convert` cannot take this value apart".to_owned()));
        };
        let made = (self.f)(cx.on_temporary(|cx| self.generator.run(cx, Focus::On(&part)))?);
        // Without this, a `back` that is not quite an inverse would claim values that are never made.
        if made == *whole { Ok(made) } else { Err(cx.reject(|| "`convert` does not round-trip this value".to_owned())) }
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

/// The generator that [`crate::Combinators::such_that`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!((0..=9).such_that(|n| n % 2 == 0).all_values().collect::<Vec<_>>(), [0, 2, 4, 6, 8]);
/// ```
#[derive(Debug, Clone)]
pub struct SuchThat<G, P> {
    pub(crate) generator: G,
    pub(crate) pred: P,
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

/// The generator that [`crate::Combinators::resize`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(sized(exact).resize(7).sample(1), 7);
/// ```
#[derive(Debug, Clone)]
pub struct Resize<G> {
    pub(crate) generator: G,
    pub(crate) size: u32,
}

/// Runs a generator at a fixed size.
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

/// The generator that [`crate::Combinators::scale`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let tiny = any::<String>().scale(|_| 0);
/// assert!(tiny.contains(&"but all are possible".to_owned()));
/// ```
#[derive(Debug, Clone)]
pub struct Scaled<G, F> {
    pub(crate) generator: G,
    pub(crate) f: F,
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

/// Makes a generator that depends on the size of the run. Let the size change how likely values are, not which are
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

/// The generator that [`sized`] returns.
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

/// Makes exactly this value, which must be comparable and cloneable.
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

/// The generator that [`exact`] returns.
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
            Focus::On(value) if *value != self.value => Err(cx.reject(|| "this is a different value".to_owned())),
            _ => Ok(self.value.clone()),
        }
    }
}

impl<T: Clone + PartialEq> Reflective for Exact<T> {}

/// Makes no value: the papers' `void`.
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

/// The generator that [`void`] returns.
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
        Err(cx.reject(|| "`void` has no values".to_owned()))
    }
}

impl<T> Reflective for Void<T> {}

/// Makes a generator only when it runs, so that combinators can be recursive.
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

/// The generator that [`lazy`] returns.
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
        if cx.is_plain() { (self.f)().run(cx, focus) } else { crate::core::search::run(self, cx, focus) }
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
        is_tried: false,
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
