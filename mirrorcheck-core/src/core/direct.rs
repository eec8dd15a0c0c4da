//! Direct style: `draw`, `assume` and their kind as plain functions, in code that has no `Cx` to pass around.
//!
//! The run that is under way lends its `Cx` to the thread for as long as the body runs. A rejection leaves the body
//! by unwinding, silently: no panic hook sees it.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};
use std::ptr::NonNull;

use crate::core::choice::Names;
use crate::core::choices::Mark;
use crate::core::cx::Cx;
use crate::core::drawn::DrawLog;
use crate::core::generator::{Focus, Generator, Rejected};

thread_local! {
    /// The `Cx` lent by the innermost [`scope`]; null while it is in use or when there is none.
    static LENT: Cell<*mut Cx<'static>> = const { Cell::new(std::ptr::null_mut()) };
}

/// What unwinds out of a body that was rejected.
struct Silent;

/// Runs `body` with `cx` lent to [`draw`] and its kind.
pub fn scope<R>(cx: &mut Cx<'_>, body: impl FnOnce() -> R) -> Result<R, Rejected> {
    let outer = cx.handled;
    cx.handled = outer.inside();
    let result = lend_and_catch(std::ptr::from_mut(cx).cast(), body);
    cx.handled = outer;
    unless_panicked(result)
}

/// Runs `body` with a `Cx` lent to [`draw`] that was lent before.
pub(crate) fn lend<R>(cx: *mut Cx<'static>, body: impl FnOnce() -> R) -> Result<R, Rejected> {
    unless_panicked(lend_and_catch(cx, body))
}

fn lend_and_catch<R>(cx: *mut Cx<'static>, body: impl FnOnce() -> R) -> std::thread::Result<R> {
    let _restored = Lend::new(cx);
    catch_unwind(AssertUnwindSafe(body))
}

fn unless_panicked<R>(result: std::thread::Result<R>) -> Result<R, Rejected> {
    result.map_err(|payload| match payload.downcast::<Silent>() {
        Ok(_) => Rejected,
        Err(payload) => resume_unwind(payload),
    })
}

/// Runs `body` with `cx` lent to [`draw`], for a caller that catches unwinding itself.
#[inline]
pub(crate) fn lend_to<R>(cx: &mut Cx<'_>, body: impl FnOnce() -> R) -> R {
    let _restored = Lend::new(std::ptr::from_mut(cx).cast());
    body()
}

/// Whether what unwound is a rejection.
pub(crate) fn is_rejection(payload: &(dyn Any + Send)) -> bool {
    payload.is::<Silent>()
}

/// Sets what is lent, until it is dropped.
struct Lend {
    outer: *mut Cx<'static>,
}

impl Lend {
    #[inline]
    fn new(lent: *mut Cx<'static>) -> Lend {
        Lend { outer: LENT.replace(lent) }
    }
}

impl Drop for Lend {
    #[inline]
    fn drop(&mut self) {
        LENT.set(self.outer);
    }
}

#[track_caller]
pub(crate) fn with_cx<R>(what: &str, body: impl FnOnce(&mut Cx<'_>) -> R) -> R {
    let lent = Lend::new(std::ptr::null_mut());
    assert!(!lent.outer.is_null(), "{}", misplaced(what));
    // SAFETY: `scope` put the pointer there and has lent its exclusive reference until it takes the pointer away,
    // which it does before it returns. While this borrow lasts the pointer is null, so there is no second one.
    body(unsafe { &mut *lent.outer })
}

/// Returns the `Cx` that is lent.
#[track_caller]
#[inline]
pub(crate) fn lent(what: &str) -> NonNull<Cx<'static>> {
    NonNull::new(LENT.get()).unwrap_or_else(|| panic!("{}", misplaced(what)))
}

#[cold]
fn misplaced(what: &str) -> String {
    format!(
        "`{what}` was called outside of a run: call it in the body of a property (`#[property]`, `forall`), in `from_fn` \
        or in a `#[generator(forward)]`; a helper of a `#[generator]` must be a `#[generator]` itself: \
        `draw(helper())`"
    )
}

/// Returns the value, or leaves the body if it was rejected, and tells the handler.
pub(crate) fn done<T>(result: Result<T, Rejected>) -> T {
    result.unwrap_or_else(|Rejected| discard())
}

/// Returns the value, or leaves the body if it was rejected and the handler already knows.
pub(crate) fn done_silently<T>(result: Result<T, Rejected>) -> T {
    result.unwrap_or_else(|Rejected| resume_unwind(Box::new(Silent)))
}

#[cold]
pub(crate) fn discard() -> ! {
    let lent = Lend::new(std::ptr::null_mut());
    // SAFETY: as in `with_cx`.
    if let Some(cx) = unsafe { lent.outer.as_mut() } {
        if cx.handled.is_here() {
            // Whatever it says, there is no way back.
            let _ = cx.ask_handler(|handler| handler.discard());
        }
    }
    drop(lent);
    resume_unwind(Box::new(Silent))
}

/// Makes a value with a generator, in direct style: in [`from_fn`](crate::from_fn) or in a generator under
/// `#[generator(forward)]`.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let sum = from_fn(|| draw(0..=9) + draw(0..=9));
/// assert!((0..=18).contains(&sum.sample(1)));
/// ```
#[track_caller]
pub fn draw<G: Generator>(generator: G) -> G::Value {
    drawing(Location::caller(), |cx| generator.run(cx, Focus::Free))
}

/// A draw that is made where it says.
#[track_caller]
#[inline]
pub(crate) fn drawing<R>(here: &'static Location<'static>, draw: impl FnOnce(&mut Cx<'_>) -> Result<R, Rejected>) -> R {
    done(with_cx("draw", |cx| drawn(cx, |cx| cx.at_draw(here, draw))))
}

/// Looks where draws are written down, if they are.
pub(crate) fn draw_log<R>(look: impl FnOnce(&mut DrawLog) -> R) -> Option<R> {
    let lent = Lend::new(std::ptr::null_mut());
    // SAFETY: as in `with_cx`.
    unsafe { lent.outer.as_mut() }?.draw_log(|log, _| look(log))
}

/// A draw, of which a handler that was installed here is told beforehand.
#[inline]
fn drawn<R>(cx: &mut Cx<'_>, body: impl FnOnce(&mut Cx<'_>) -> Result<R, Rejected>) -> Result<R, Rejected> {
    if cx.handled.is_here() && done_silently(cx.ask_before_draw()) {
        return cx.held(body);
    }
    body(cx)
}

/// Rejects what is being made unless `condition` holds.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let even = from_fn(|| {
///     let n = draw(0..=99);
///     assume(n % 2 == 0);
///     n
/// });
/// assert_eq!(even.sample(1) % 2, 0);
/// ```
#[track_caller]
pub fn assume(condition: bool) {
    if !condition {
        let here = Location::caller();
        done(Err(with_cx("assume", |cx| cx.reject(|| format!("an `assume` does not hold, at {here}")))))
    }
}

/// What `pick` expands to in a forward generator.
#[track_caller]
#[inline]
pub fn pick_here(weights: &[u64], names: Names<'_>) -> usize {
    let here = Location::caller();
    done(with_cx("pick", |cx| cx.at_site(here, |cx| cx.pick(weights, names, None))))
}

/// Leaves a body that cannot make what is looked for.
#[cold]
pub fn reject_here() -> ! {
    done(Err(Rejected))
}

/// What was made so far is right.
pub fn settle_here() {
    with_cx("draw", |cx| cx.settle());
}

/// What a pick among nothing expands to in a forward generator.
#[inline]
pub fn nothing_here() -> ! {
    let rejected = with_cx("pick", |cx| cx.reject(|| "there is nothing to choose from".to_owned()));
    done(Err(rejected))
}

/// The choices made while it lives are one group. Where nothing runs, and where choices are not written down, it does
/// nothing.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects::Group;
///
/// let pairs = from_fn(|| {
///     let _pair = Group::open();
///     let first = (draw(1..=1), draw(2..=2));
///     drop(_pair);
///     (first, draw(3..=3))
/// });
/// assert_eq!(pairs.randomness(1).to_string(), "((1 2) 3)");
/// ```
#[must_use = "a group ends when it is dropped"]
pub struct Group {
    /// Where it was opened; null if it was not.
    home: *const Cx<'static>,
    mark: Mark,
}

impl Group {
    /// Opens a group, whatever a handler would say.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn here() -> Group {
        let lent = LENT.get();
        let here = Location::caller();
        // SAFETY: as in `with_cx`; nothing else runs before the borrow ends.
        match unsafe { lent.as_mut() } {
            Some(cx) if cx.is_cold() => Group { home: lent, mark: cx.at_site(here, |cx| cx.open()) },
            _ => Group::none(),
        }
    }

    /// Opens a group in a forward generator, for code that the macros write.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    pub fn new() -> Group {
        Group::here()
    }

    /// Opens a group: halcheck's `gen::group`. A handler may do so in its own way.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::effects::{self, Group};
    ///
    /// let groups = from_fn(|| {
    ///     let mut groups = 0;
    ///     let count = effects::on_group(|| {
    ///         groups += 1;
    ///         Group::open()
    ///     });
    ///     effects::with(count, || {
    ///         let _group = Group::open();
    ///         draw(0..=9)
    ///     });
    ///     groups
    /// });
    /// assert_eq!(groups.sample(1), 1);
    /// ```
    #[track_caller]
    #[inline]
    pub fn open() -> Group {
        let lent = LENT.get();
        // SAFETY: as in `with_cx`; while the handler runs, another one is lent.
        match unsafe { lent.as_mut() } {
            Some(cx) if cx.handled.is_handled() => {
                let group = Lend::new(std::ptr::null_mut());
                let opened = cx.ask_handler(|handler| handler.group());
                drop(group);
                done_silently(opened)
            }
            _ => Group::here(),
        }
    }

    /// No group: what a handler answers that wants none.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::effects::{self, Group};
    ///
    /// let flat = from_fn(|| {
    ///     effects::with(effects::on_group(Group::none), || {
    ///         (effects::group(|| (draw(1..=1), draw(2..=2))), draw(3..=3))
    ///     })
    /// });
    /// assert_eq!(flat.randomness(1).to_string(), "(1 2 3)");
    /// ```
    pub fn none() -> Group {
        Group { home: std::ptr::null(), mark: Mark::default() }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A body that panics leaves its groups as well: what it drew is of interest then.
        if self.home.is_null() {
            return;
        }
        let home = NonNull::new(LENT.get()).and_then(|lent| Cx::find(lent, self.home));
        if let Some(mut home) = home {
            // SAFETY: as in `with_cx`, or it is a run that waits for the one that is lent.
            unsafe { home.as_mut() }.close(&self.mark);
        }
    }
}

/// A generator out of a closure in direct style. It runs forward only.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let dice = from_fn(|| (0..draw(1..=3)).map(|_| draw(1..=6)).sum::<i32>());
/// assert!((1..=18).contains(&dice.sample(1)));
/// ```
pub fn from_fn<T, F: Fn() -> T>(f: F) -> FromFn<F> {
    FromFn { f }
}

/// What [`from_fn`] makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let pair = from_fn(|| (draw('a'..='b'), draw(any::<bool>())));
/// assert_eq!(pair.all_values().count(), 4);
/// ```
#[derive(Debug, Clone)]
pub struct FromFn<F> {
    f: F,
}

impl<T, F: Fn() -> T> Generator for FromFn<F> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, T>) -> Result<T, Rejected> {
        cx.group(|cx| scope(cx, &self.f))
    }
}

/// Reports a label, under the name that the user called it by.
#[track_caller]
pub(crate) fn label_as(name: &str, text: &str) {
    done_silently(with_cx(name, |cx| {
        if cx.handled.is_handled() {
            cx.ask_handler(|handler| handler.label(text))
        } else {
            cx.label(text);
            Ok(())
        }
    }))
}
