//! Effects: what a program in direct style can ask of whoever runs it, and how to answer instead.
//!
//! These are halcheck's six core functions: [`next`], [`discard`], [`size`], [`label`], [`shrink`] and [`group`]. All
//! generators are built on them. [`with`] installs a [`Handler`] of any of them for the time that a body runs. Inside of a
//! handler, an effect means what it meant where the handler was installed, so that a handler can do something before or
//! after what would have been done anyway, or do something else.
//!
//! A handler of `next` sees every random decision of its scope, whatever generator makes it: a range is chosen by halves,
//! a pick by weights, always the simpler part on the side of `false`.
//!
//! ```
//! use mirrorcheck::prelude::*;
//! use mirrorcheck::effects;
//!
//! // Force a branch: always the simpler part. So each generator gives its first value.
//! let first = from_fn(|| effects::with(effects::on_next(|_, _| false), || draw((any::<i32>(), vec('a'..='z', 2..5)))));
//! assert_eq!(first.sample(1), (0, vec!['a', 'a']));
//!
//! // Count choices, which stay what they are.
//! let counted = from_fn(|| {
//!     let mut count = 0;
//!     let next = effects::on_next(|w0, w1| {
//!         count += 1;
//!         effects::next(w0, w1)
//!     });
//!     let digit: u32 = effects::with(next, || draw(0..=7));
//!     (digit, count)
//! });
//! assert_eq!(counted.sample(1).1, 3);
//!
//! // Change sizes.
//! let small = from_fn(|| effects::with(effects::on_size(|| effects::size() / 50), || draw(any::<Vec<bool>>())));
//! assert!(small.samples(1).take(100).all(|list| list.len() < 20));
//! ```
//!
//! Shrinking is disabled for a part by a handler of [`shrink`]:
//!
//! ```
//! use mirrorcheck::prelude::*;
//! use mirrorcheck::{Shrinker, effects};
//!
//! let pair = from_fn(|| (effects::with(effects::on_shrink(|_| None), || draw(0..=1000)), draw(0..=1000)));
//! let choices = pair.randomness(1);
//! let (kept, _) = pair.replay(&choices).unwrap();
//! assert!(kept > 0);
//! let shrunk = Shrinker::new(&pair).shrink_choices(&choices, |_| true).unwrap();
//! assert_eq!(shrunk.value, (kept, 0));
//! ```
//!
//! The slides' example of overriding `next`, where outside of a run it panics:
//!
//! ```
//! use mirrorcheck::prelude::*;
//! use mirrorcheck::effects;
//!
//! let throws = || std::panic::catch_unwind(|| effects::next(1, 1)).is_err();
//! assert!(throws());
//! from_fn(|| {
//!     // What is rejected leaves the body: so it is looked at from outside.
//!     let answer = effects::with(effects::on_next(|_, _| effects::discard()), || {
//!         let handler = effects::on_next(|x, y| {
//!             assert!(throws()); // Within the handler, the previous behaviour.
//!             x == 0 && y > 0
//!         });
//!         effects::with(handler, || effects::next(0, 1))
//!     });
//!     assert!(answer);
//! })
//! .sample(1);
//! assert!(throws()); // As at first.
//! ```
//!
//! These are in a module of their own because their names are ordinary words.

mod handlers;

pub use crate::core::direct::Group;
pub use handlers::{OnDiscard, OnGroup, OnLabel, OnNext, OnShrink, OnSize};
pub use handlers::{on_discard, on_group, on_label, on_next, on_shrink, on_size};

use std::panic::Location;
use std::ptr::NonNull;

use crate::core::choice::Names;
use crate::core::cx::AnyHandler;
use crate::core::cx::{Cx, Handled, Handling, Home, Layer};
use crate::core::direct::{self, with_cx};

/// Makes a random decision: `true` with probability `w1 / (w0 + w1)`. halcheck's `gen::next`.
///
/// It is one choice, with the names of [`any::<bool>()`](crate::any). If both weights are 0, the case is rejected.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects;
///
/// let rare = from_fn(|| effects::next(99, 1));
/// let count = rare.samples(1).take(10_000).filter(|&rare| rare).count();
/// assert!((50..150).contains(&count));
/// assert_eq!(rare.replay(&"true".parse().unwrap()), Ok(true));
/// ```
///
/// # Panics
/// Panics if nothing is running in direct style.
#[track_caller]
#[inline]
pub fn next(w0: u64, w1: u64) -> bool {
    let here = Location::caller();
    direct::done(with_cx("effects::next", |cx| {
        if w0 == 0 || w1 == 0 {
            // Nothing is decided here, but a handler may want to know.
            let answerer = cx.cold_mut().and_then(|cold| cold.answerer.as_mut());
            if let Some(answer) = answerer.and_then(|answerer| answerer.next(w0, w1)) {
                return answer;
            }
        }
        let pick = |cx: &mut Cx<'_>| cx.pick(&[w0, w1], Names::Literals(&["false", "true"]), None);
        cx.at_site(here, pick).map(|index| index == 1)
    }))
}

/// Rejects the value being made: halcheck's `gen::discard`.
///
/// The run continues as after an [`assume`](crate::assume) that does not hold.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects;
///
/// let even = from_fn(|| match draw(0..=99) {
///     even if even % 2 == 0 => even,
///     _ => effects::discard(),
/// });
/// assert_eq!(even.sample(1) % 2, 0);
/// ```
///
/// # Panics
/// Panics if nothing is running in direct style.
#[track_caller]
#[inline]
pub fn discard() -> ! {
    with_cx("effects::discard", |cx| cx.reject(|| "discarded by `effects::discard`".to_owned()));
    direct::discard()
}

/// Returns the size of the run: halcheck's `gen::size`.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects;
///
/// let size = from_fn(effects::size);
/// assert_eq!((size.sample(1), size.resize(7).sample(1)), (100, 7));
/// ```
///
/// # Panics
/// Panics if nothing is running in direct style.
#[track_caller]
#[inline]
pub fn size() -> u32 {
    direct::done_silently(with_cx("effects::size", |cx| {
        if cx.handled.is_here() { cx.ask_handler(|handler| handler.size()) } else { Ok(cx.size()) }
    }))
}

/// Reports a label, for statistics: halcheck's `gen::label`.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects;
///
/// let digit = from_fn(|| {
///     let digit = draw(0..=9);
///     effects::label(if digit < 5 { "low" } else { "high" });
///     digit
/// });
/// assert!(digit.sample(1) <= 9);
/// ```
///
/// # Panics
/// Panics if nothing is running in direct style.
#[track_caller]
#[inline]
pub fn label(text: &str) {
    direct::label_as("effects::label", text);
}

/// Asks whether to shrink here, and to which of `count` smaller values: halcheck's `gen::shrink`.
///
/// The answer is `None` until a failure is being shrunk: then it may be any number below `count`, here or wherever else
/// a program asks. What the numbers mean is up to the program; each of them should mean something simpler. A program
/// that asks again after each answer need not count: an answer that could be repeated forever is given once.
/// [`shrink_with`](crate::generators::shrink_with) is built on it.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::{Shrinker, effects};
///
/// // Words of which a letter can be left out, without a generator that knows how.
/// let word = from_fn(|| {
///     let mut word = draw(string('a'..='z', 8));
///     let mut i = 0;
///     while i < word.len() {
///         match effects::shrink(1) {
///             Some(_) => drop(word.remove(i)),
///             None => i += 1,
///         }
///     }
///     word
/// });
/// let choices = word.randomness(1);
/// let shrunk = Shrinker::new(&word).shrink_choices(&choices, |word| word.len() >= 3).unwrap();
/// assert_eq!(shrunk.value, "aaa");
/// ```
///
/// # Panics
/// Panics if nothing is running in direct style.
#[track_caller]
#[inline]
pub fn shrink(count: usize) -> Option<usize> {
    direct::done_silently(with_cx("effects::shrink", |cx| {
        if cx.handled.is_handled() { cx.ask_handler(|handler| handler.shrink(count)) } else { Ok(cx.shrink(count)) }
    }))
}

/// Runs `body` as one group of choices: halcheck's `gen::group`.
///
/// Shrinking the choices of a group leaves those after it alone, however many the group has. Each draw is a group by
/// itself; see [`Group::open`] for a group that ends where its guard is dropped.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects;
///
/// let pair = from_fn(|| (effects::group(|| (draw(1..=1), draw(2..=2))), draw(3..=3)));
/// assert_eq!(pair.randomness(1).to_string(), "((1 2) 3)");
/// ```
#[track_caller]
pub fn group<R>(body: impl FnOnce() -> R) -> R {
    let _group = Group::open();
    body()
}

/// Installs a handler while `body` runs.
///
/// Handlers can be nested: the innermost is asked first, and its own questions go to the one around it. They also
/// handle whatever is drawn in the body.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects;
///
/// let nested = from_fn(|| {
///     effects::with(effects::on_size(|| effects::size() / 2), || {
///         let inner = effects::with(effects::on_size(|| effects::size() + 1), effects::size);
///         (inner, effects::size(), draw(sized(exact)))
///     })
/// });
/// assert_eq!(nested.sample(1), (51, 50, 50));
/// ```
///
/// # Panics
/// Panics if nothing is running in direct style.
#[track_caller]
pub fn with<H: Handler, R>(mut handler: H, body: impl FnOnce() -> R) -> R {
    let home = direct::lent("effects::with");
    let handler: NonNull<dyn AnyHandler + '_> = NonNull::from(&mut handler);
    // SAFETY: only the lifetime differs. Whoever has it loses it before this function returns: see `here` and `around`.
    let handler = unsafe { std::mem::transmute::<NonNull<dyn AnyHandler + '_>, NonNull<dyn AnyHandler>>(handler) };
    if H::SEES_NEXT { around(handler, home, body) } else { here(handler, home, body) }
}

/// Runs `body` in the current run.
fn here<R>(handler: NonNull<dyn AnyHandler>, mut home: NonNull<Cx<'static>>, body: impl FnOnce() -> R) -> R {
    struct Restore(NonNull<Cx<'static>>, Handled, u32, u32);
    impl Drop for Restore {
        #[inline]
        fn drop(&mut self) {
            // SAFETY: the body has ended, and the run is no longer in use.
            unsafe { self.0.as_mut() }.restore(self.1, self.2, self.3);
        }
    }
    // SAFETY: the run is lent to whoever asks for it, and this is the only one who does.
    let cx = unsafe { home.as_mut() };
    let (handled, size, room) = (cx.handled, cx.size_unseen(), cx.room());
    let layer = Layer { handler, home: Home::Same { handled, size, room } };
    cx.handled = Handled::by(NonNull::from(&layer));
    let restore = Restore(home, handled, size, room);
    let result = direct::lend(home.as_ptr(), body);
    drop(restore);
    direct::done_silently(result)
}

/// Runs `body` in a run of its own, which asks the handler for every decision.
fn around<R>(handler: NonNull<dyn AnyHandler>, mut home: NonNull<Cx<'static>>, body: impl FnOnce() -> R) -> R {
    let mut handling = Handling::new(handler, home);
    let layer = Layer { handler, home: Home::Around(home) };
    // SAFETY: the run is lent to whoever asks for it. While the body runs, only the handler and `handling` use it.
    let mut inner = unsafe { home.as_ref() }.inside(&mut handling);
    inner.handled = Handled::by(NonNull::from(&layer));
    let result = direct::lend((&raw mut inner).cast(), body);
    // SAFETY: the body has ended.
    unsafe { home.as_mut() }.learn_from(&mut inner);
    direct::done_silently(result)
}

/// Answers effects in a scope; see [`with`]. Each method is an effect and, by default, passes the question on.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects::{self, Handler};
///
/// /// Writes down what was decided.
/// #[derive(Default)]
/// struct Log(String);
///
/// impl Handler for Log {
///     fn next(&mut self, w0: u64, w1: u64) -> bool {
///         let answer = effects::next(w0, w1);
///         self.0.push(if answer { '1' } else { '0' });
///         answer
///     }
/// }
///
/// let binary = from_fn(|| {
///     let mut log = Log::default();
///     let number = effects::with(&mut log, || draw(0..=255u8));
///     (number, log.0)
/// });
/// let (number, log) = binary.sample(1);
/// assert_eq!(log, format!("{number:08b}"));
/// ```
pub trait Handler {
    /// Whether the handler wants to see each decision. If not, draws in its scope are as fast as without it, and their
    /// choices are recorded as usual.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::effects::{self, Handler};
    ///
    /// struct Tiny;
    /// impl Handler for Tiny {
    ///     const SEES_NEXT: bool = false;
    ///     fn size(&mut self) -> u32 {
    ///         1
    ///     }
    /// }
    /// let digit = from_fn(|| effects::with(Tiny, || draw(7..=7)));
    /// assert_eq!(digit.randomness(1).to_string(), "7");
    /// ```
    const SEES_NEXT: bool = true;

    /// Decides between the simpler part of the remaining alternatives and the other one; see [`next`].
    fn next(&mut self, w0: u64, w1: u64) -> bool {
        next(w0, w1)
    }

    /// Learns that the value being made is about to be rejected: by [`discard`], by an `assume` that does not hold, or
    /// by a failed draw. No handler can prevent that.
    fn discard(&mut self) {
        discard()
    }

    /// Returns the size, for code that asks for it and for each draw; see [`size`].
    fn size(&mut self) -> u32 {
        size()
    }

    /// Reports a label; see [`label`].
    fn label(&mut self, text: &str) {
        label(text);
    }

    /// Decides whether to shrink here; see [`shrink`]. While a failure is being shrunk, it is also called with a
    /// `count` of 0 before each draw: a handler that does not pass that on keeps the draw as it is.
    fn shrink(&mut self, count: usize) -> Option<usize> {
        shrink(count)
    }

    /// Begins a group; see [`Group::open`].
    fn group(&mut self) -> Group {
        Group::open()
    }
}

impl<H: Handler> AnyHandler for H {
    fn next(&mut self, w0: u64, w1: u64) -> bool {
        Handler::next(self, w0, w1)
    }

    fn discard(&mut self) {
        Handler::discard(self);
    }

    fn size(&mut self) -> u32 {
        Handler::size(self)
    }

    fn label(&mut self, text: &str) {
        Handler::label(self, text);
    }

    fn shrink(&mut self, count: usize) -> Option<usize> {
        Handler::shrink(self, count)
    }

    fn group(&mut self) -> Group {
        Handler::group(self)
    }
}

/// A handler that is lent can be looked at afterwards.
impl<H: Handler> Handler for &mut H {
    const SEES_NEXT: bool = H::SEES_NEXT;

    fn next(&mut self, w0: u64, w1: u64) -> bool {
        Handler::next(*self, w0, w1)
    }

    fn discard(&mut self) {
        Handler::discard(*self);
    }

    fn size(&mut self) -> u32 {
        Handler::size(*self)
    }

    fn label(&mut self, text: &str) {
        Handler::label(*self, text);
    }

    fn shrink(&mut self, count: usize) -> Option<usize> {
        Handler::shrink(*self, count)
    }

    fn group(&mut self) -> Group {
        Handler::group(*self)
    }
}
