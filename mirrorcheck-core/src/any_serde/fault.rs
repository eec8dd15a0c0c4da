//! The error type of the format, and what an error teaches.

use std::cell::Cell;
use std::fmt;

use serde::de::{Expected, Unexpected};

use super::lessons::{self, Lesson};
use super::run::Given;
use super::tree::Tree;
use crate::core::generator::Rejected;
use crate::core::panics::caught;

/// The reason why there is no value. Its text is only built inside [`explaining`].
#[derive(Debug, Default, Clone)]
pub(super) struct Fault {
    reason: Option<String>,
    /// The part of the tree that was being read.
    place: Option<String>,
    /// Whether the type's own code panicked.
    pub(super) is_panic: bool,
    /// Whether the run asked for more and more data.
    pub(super) is_endless: bool,
}

thread_local! {
    static IS_EXPLAINED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `body`, in which faults have a reason or, where nobody reads it, none.
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

/// Whether faults have a reason here. Another stack is another thread, which has to be told.
pub(super) fn is_explained() -> bool {
    IS_EXPLAINED.get()
}

impl Fault {
    #[cold]
    pub(super) fn new(reason: impl FnOnce() -> String) -> Fault {
        Fault { reason: IS_EXPLAINED.get().then(reason), place: None, is_panic: false, is_endless: false }
    }

    /// A fault of a type that contains itself without an alternative, or whose impl calls itself.
    #[cold]
    pub(super) fn endless() -> Fault {
        Fault { is_endless: true, ..Fault::new(|| "it recurses forever".to_owned()) }
    }

    /// Runs the type's own code and turns its panics into faults.
    pub(super) fn caught<R>(body: impl FnOnce() -> Result<R, Fault>) -> Result<R, Fault> {
        caught(body).unwrap_or_else(|unwound| {
            let panic = unwound.panic();
            Err(Fault { is_panic: true, ..Fault::new(|| panic.message) })
        })
    }

    /// Adds the part of the tree that was being read.
    #[cold]
    pub(super) fn at(mut self, tree: Option<&Tree>, given: Given<'_>) -> Fault {
        if let (Some(tree), Given::Node(node), true) = (tree, given, self.has_reason()) {
            self.place = tree.path(node);
        }
        self
    }

    pub(super) fn has_reason(&self) -> bool {
        self.reason.is_some()
    }

    /// Says what the impl of a trait did, `on` what.
    pub(super) fn to_text(&self, of_trait: &str, on: &str) -> String {
        let verb = if self.is_panic { "panics" } else { "fails" };
        let place = self.place.as_ref().map_or_else(String::new, |place| format!(" at `{place}`"));
        match &self.reason {
            Some(reason) => format!("`{of_trait}` {verb}{on}{place}: {reason}"),
            None => format!("`{of_trait}` {verb}{on}{place}"),
        }
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

// Names and kinds are learnt where an error is made, because `untagged` swallows errors that would teach some.
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
