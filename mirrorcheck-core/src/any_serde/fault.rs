//! What serde calls an error, and what one teaches.

use std::cell::Cell;
use std::fmt;

use serde::de::{Expected, Unexpected};

use super::lessons::{self, Lesson};
use crate::core::generator::Rejected;
use crate::core::panics::caught;

/// Why there is no value. The reason is only written down where somebody asks for it.
#[derive(Debug, Default, Clone)]
pub(super) struct Fault {
    reason: Option<String>,
    /// Whether somebody's code panicked.
    pub(super) is_panic: bool,
}

thread_local! {
    static IS_EXPLAINED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `body` with reasons written down, or not.
pub(super) fn explaining<R>(is_explained: bool, body: impl FnOnce() -> R) -> R {
    struct Restored(bool);

    impl Drop for Restored {
        fn drop(&mut self) {
            IS_EXPLAINED.set(self.0);
        }
    }

    let _restored = Restored(IS_EXPLAINED.replace(is_explained));
    body()
}

impl Fault {
    #[cold]
    pub(super) fn new(reason: impl FnOnce() -> String) -> Fault {
        Fault { reason: IS_EXPLAINED.get().then(reason), is_panic: false }
    }

    /// Runs somebody else's code, whose panics are faults.
    pub(super) fn caught<R>(body: impl FnOnce() -> Result<R, Fault>) -> Result<R, Fault> {
        caught(body).unwrap_or_else(|unwound| {
            let panic = unwound.panic();
            Err(Fault { is_panic: true, ..Fault::new(|| format!("it panics: {}", panic.message)) })
        })
    }

    pub(super) fn reason(self) -> Option<String> {
        self.reason
    }
}

impl From<Rejected> for Fault {
    fn from(_: Rejected) -> Fault {
        Fault::default()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason.as_deref().unwrap_or("rejected"))
    }
}

impl std::error::Error for Fault {}

impl serde::ser::Error for Fault {
    #[cold]
    fn custom<M: fmt::Display>(message: M) -> Fault {
        Fault::new(|| message.to_string())
    }
}

/// Names and kinds are learnt here, so that even errors that nobody sees teach some: those that `untagged` swallows.
impl serde::de::Error for Fault {
    #[cold]
    fn custom<M: fmt::Display>(message: M) -> Fault {
        Fault::new(|| message.to_string())
    }

    #[cold]
    fn missing_field(field: &'static str) -> Fault {
        lessons::learn(|| Lesson::Missing(field));
        Fault::new(|| format!("missing field `{field}`"))
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Fault {
        lessons::learn(|| Lesson::Twice(field));
        Fault::new(|| format!("duplicate field `{field}`"))
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Fault {
        lessons::learn(|| Lesson::UnknownField(expected));
        Fault::new(|| format!("unknown field `{field}`, expected one of {expected:?}"))
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Fault {
        lessons::learn(|| Lesson::UnknownVariant(variant.to_owned(), expected));
        Fault::new(|| format!("unknown variant `{variant}`, expected one of {expected:?}"))
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Fault {
        lessons::learn(|| Lesson::Length);
        Fault::new(|| format!("invalid length {length}, expected {expected}"))
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Fault {
        lessons::learn(|| Lesson::Kind(lessons::kind_of(&unexpected), expected.to_string()));
        Fault::new(|| format!("invalid type: {unexpected}, expected {expected}"))
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Fault {
        Fault::new(|| format!("invalid value: {unexpected}, expected {expected}"))
    }
}
