//! Panics of a property: caught, and not printed while they are expected.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, Location, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use crate::core::direct::is_rejection;
use crate::core::written;

/// A caught panic.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
///
/// let report = Checker::new(0..=9).examine(|n| assert!(n < 5, "{n} is too much"));
/// let panic = &report.failures[0].panic;
/// assert_eq!(panic.message, "5 is too much");
/// assert!(panic.place.as_ref().is_some_and(|place| place.ends_with(":1")) || panic.place.is_some());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Panic {
    /// The message. A long one is cut after 64 KiB.
    pub message: String,
    /// Where it happened, as `file:line:column`.
    pub place: Option<String>,
}

/// Stands for the place of a panic where a case exceeded its timeout.
pub(crate) const TIMEOUT: &str = "timeout";

thread_local! {
    /// How many callers expect panics.
    static EXPECTED: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// How a body ended that did not come to its end.
#[derive(Debug)]
pub(crate) enum Unwound {
    /// By `assume`, or by a draw that was rejected.
    Rejected,
    Panicked(Panic),
}

impl Unwound {
    /// The panic: for a body that cannot be rejected.
    pub(crate) fn panic(self) -> Panic {
        match self {
            Unwound::Panicked(panic) => panic,
            Unwound::Rejected => Panic { message: "rejected".to_owned(), place: None },
        }
    }
}

/// Runs `body`; a panic is not printed but returned.
pub(crate) fn caught<R>(body: impl FnOnce() -> R) -> Result<R, Unwound> {
    install();
    let _expected = Expected::new();
    catch_unwind(AssertUnwindSafe(body)).map_err(unwound)
}

#[cold]
fn unwound(payload: Box<dyn Any + Send>) -> Unwound {
    if is_rejection(&*payload) {
        return Unwound::Rejected;
    }
    // Somebody may have put another hook in the place of ours, and the last panic may have been caught by the body.
    let said = message(&*payload);
    let last = LAST.take().filter(|panic| panic.message == said);
    let panic = last.unwrap_or(Panic { message: said, place: None });
    // What was thrown may panic once more when it is dropped.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
    Unwound::Panicked(panic)
}

struct Expected;

impl Expected {
    fn new() -> Expected {
        EXPECTED.set(EXPECTED.get() + 1);
        LAST.set(None);
        Expected
    }
}

impl Drop for Expected {
    fn drop(&mut self) {
        EXPECTED.set(EXPECTED.get() - 1);
    }
}

/// Puts a hook in front of the one that is there, once.
fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            // A thread that is ending has no such values any more.
            match EXPECTED.try_with(Cell::get) {
                Ok(0) | Err(_) => before(info),
                Ok(_) => keep(info),
            }
        }));
    });
}

fn keep(info: &PanicHookInfo<'_>) {
    let panic = Panic { message: message(info.payload()), place: info.location().map(Location::to_string) };
    let _ = LAST.try_with(|last| last.try_borrow_mut().map(|mut last| *last = Some(panic)));
}

fn message(payload: &(dyn Any + Send)) -> String {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => written::message(format_args!("{text}")),
        (_, Some(text)) => written::message(format_args!("{text}")),
        _ => "it panicked with a value that is not text".to_owned(),
    }
}
