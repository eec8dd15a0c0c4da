//! The status of a case, and the titles of messages.

/// The status of a test case.
///
/// ```
/// use openpbtstats::Status;
///
/// assert_eq!(Status::of_name("gave_up"), Some(Status::Discarded));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    /// The property held.
    #[default]
    Passed = 0,
    /// The property failed.
    Failed = 1,
    /// The case was invalid, so it tested nothing: no value could be generated, or an assumption did not hold.
    Discarded = 2,
}

impl Status {
    /// All statuses, in the order of their numbers.
    ///
    /// ```
    /// use openpbtstats::Status;
    ///
    /// assert_eq!(Status::ALL[Status::Failed as usize], Status::Failed);
    /// ```
    pub const ALL: [Status; 3] = [Status::Passed, Status::Failed, Status::Discarded];

    /// Returns the status as people call it.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Status::Discarded.name(), "discarded");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::Discarded => "discarded",
        }
    }

    /// Returns the status as lines spell it.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Status::Discarded.written(), "gave_up");
    /// ```
    pub fn written(self) -> &'static str {
        match self {
            Status::Discarded => "gave_up",
            other => other.name(),
        }
    }

    /// Finds the status with this name, in any of its spellings.
    ///
    /// ```
    /// use openpbtstats::Status;
    ///
    /// assert_eq!(Status::of_name("passed"), Some(Status::Passed));
    /// assert_eq!(Status::of_name("fine"), None);
    /// ```
    pub fn of_name(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.name() == name || status.written() == name)
    }
}

/// The field `how_generated` of a case that stands for the whole run: a run that fails although no case does has one, for
/// readers that go by cases alone.
///
/// ```
/// assert_eq!(openpbtstats::WHOLE_RUN, "whole run");
/// ```
pub const WHOLE_RUN: &str = "whole run";

/// The titles of `info` lines that mean something to readers.
///
/// ```
/// assert_eq!(openpbtstats::title::VERDICT, "verdict");
/// ```
pub mod title {
    /// The documentation of the property, in Markdown.
    pub const DOCUMENTATION: &str = "documentation";
    /// Where the property is in the source, and how it reads, in Markdown.
    pub const SOURCE: &str = "source";
    /// What a run has to say for people.
    pub const SUMMARY: &str = "summary";
    /// The [`Outcome`](crate::Outcome) of a run as JSON: first that it is running, and at its end what came of it.
    pub const VERDICT: &str = "verdict";
    /// The program and the test that ran, as a JSON object: `package`, `root` (the source file of the crate's root) and
    /// `test` (its name in the program).
    pub const PROGRAM: &str = "program";
}
