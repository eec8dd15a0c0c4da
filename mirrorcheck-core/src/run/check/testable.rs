//! The types that the body of a property may return.

use std::fmt::Debug;

use crate::core::written;

/// A type that a property may return.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// forall(0..=999, |n| n.to_string().parse::<i32>().map(|parsed| parsed == n));
/// ```
#[diagnostic::on_unimplemented(
    message = "a property cannot return `{Self}`",
    note = "return `()`, `bool`, or a `Result` of one of them whose error implements `Debug`"
)]
pub trait Testable {
    /// Returns what is wrong, if the property failed.
    ///
    /// ```
    /// use mirrorcheck::Testable;
    ///
    /// assert_eq!(true.failure(), None);
    /// assert_eq!(false.failure().unwrap(), "the property returned false");
    /// assert_eq!(Err::<(), &str>("no").failure().unwrap(), "the property returned Err(\"no\")");
    /// ```
    fn failure(self) -> Option<String>;
}

impl Testable for () {
    fn failure(self) -> Option<String> {
        None
    }
}

impl Testable for bool {
    fn failure(self) -> Option<String> {
        (!self).then(|| "the property returned false".to_owned())
    }
}

impl<T: Testable, E: Debug> Testable for Result<T, E> {
    fn failure(self) -> Option<String> {
        match self {
            Ok(inner) => inner.failure(),
            Err(error) => Some(written::message(format_args!("the property returned Err({error:?})"))),
        }
    }
}
