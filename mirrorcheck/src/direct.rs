//! Direct style: `draw`, `assume` and their kind as plain functions, in code that has no `Cx` to pass around.
//!
//! The run that is under way lends its `Cx` to the thread for as long as the body runs. A rejection leaves the body
//! by unwinding, silently: no panic hook sees it.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::choice::Names;
use crate::cx::Cx;
use crate::generator::{Focus, Generator, Rejected};

thread_local! {
    /// The `Cx` lent by the innermost [`scope`]; null while it is in use or when there is none.
    static LENT: Cell<*mut Cx<'static>> = const { Cell::new(std::ptr::null_mut()) };
}

/// What unwinds out of a body that was rejected.
struct Silent;

/// Runs `body` with `cx` lent to [`draw`] and its kind.
pub fn scope<R>(cx: &mut Cx<'_>, body: impl FnOnce() -> R) -> Result<R, Rejected> {
    let _restored = Lend::new(std::ptr::from_mut(cx).cast());
    catch_unwind(AssertUnwindSafe(body)).map_err(|payload| match payload.downcast::<Silent>() {
        Ok(_) => Rejected,
        Err(payload) => resume_unwind(payload),
    })
}

/// The same for a caller that expects what unwinds.
#[inline]
pub(crate) fn lent<R>(cx: &mut Cx<'_>, body: impl FnOnce() -> R) -> R {
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
    assert!(
        !lent.outer.is_null(),
        "`{what}` was called where no generator runs in direct style: it belongs in `from_fn` or in a \
        `#[generator(forward)]`; a function that draws for a `#[generator]` must be a `#[generator]` itself, to be drawn \
        from: `draw(helper())`"
    );
    // SAFETY: `scope` put the pointer there and has lent its exclusive reference until it takes the pointer away,
    // which it does before it returns. While this borrow lasts the pointer is null, so there is no second one.
    body(unsafe { &mut *lent.outer })
}

fn leave<T>(result: Result<T, Rejected>) -> T {
    result.unwrap_or_else(|Rejected| resume_unwind(Box::new(Silent)))
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
    leave(with_cx("draw", |cx| generator.run(cx, Focus::Free)))
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
        leave(Err(with_cx("assume", |cx| cx.reject(|| "an `assume` does not hold".to_owned()))))
    }
}

/// What `pick` expands to in a forward generator.
pub fn pick_here(weights: &[u64], names: Names<'_>) -> usize {
    leave(with_cx("pick", |cx| cx.pick(weights, names, None)))
}

/// What a pick among nothing expands to in a forward generator.
pub fn nothing_here() -> ! {
    let rejected = with_cx("pick", |cx| cx.reject(|| "there is nothing to choose from".to_owned()));
    leave(Err(rejected))
}

/// What `pick_from` expands to in a forward generator.
pub fn pick_from_here<T, I>(items: I) -> T
where
    T: PartialEq,
    I: IntoIterator,
    I::IntoIter: Clone,
    I::Item: crate::language::Listed<T>,
{
    leave(with_cx("pick_from", |cx| crate::language::pick_from(cx, items, Focus::Free)))
}

/// The choices made while it lives are one group.
pub struct Group(crate::choices::Mark);

impl Group {
    /// Opens a group.
    #[expect(clippy::new_without_default, reason = "opening a group is an act, not a value")]
    pub fn new() -> Group {
        Group(with_cx("group", |cx| cx.open()))
    }

    /// Opens a group, unless no run is under way.
    pub fn here() -> Option<Group> {
        (!LENT.get().is_null()).then(Group::new)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // On the way out of a rejected run nothing is kept of it, and there may be no run any more.
        if !std::thread::panicking() {
            with_cx("group", |cx| cx.close(&self.0));
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
