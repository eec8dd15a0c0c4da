//! What came of a run, as data.

use crate::Cover;
use crate::outcome::grouped;

/// What came of a run. Whether it was tested well is another matter: see [`Doubt`](crate::Doubt).
///
/// ```
/// use openpbtstats::{Facts, Tally, Verdict};
///
/// let facts = Facts { tally: Tally { passed: 300, ..Tally::default() }, ..Facts::default() };
/// assert_eq!(facts.judge().verdict, Verdict::Passed);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Verdict {
    /// The run did not finish: it is still going on, or its process died.
    #[default]
    Unfinished,
    /// No case failed.
    Passed,
    /// No case failed, and there are no others.
    Proved {
        /// How many values there are.
        values: u64,
    },
    /// A case failed, as it should: the test is expected to panic.
    PanickedAsExpected,
    /// The test failed.
    Failed {
        /// Why, the most important cause first.
        causes: Vec<Cause>,
    },
}

/// Why a test failed.
///
/// ```
/// use openpbtstats::{Cause, Facts, Verdict};
///
/// let facts = Facts { failures: vec![Cause::Error { message: "`cases` is no number".to_owned() }], ..Facts::default() };
/// assert_eq!(facts.judge().sentence(None), "did not run: `cases` is no number");
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Cause {
    /// The property fails on a value.
    Counterexample(Counterexample),
    /// The process died, or hung, and no value can be shown for it.
    Died {
        /// How it ended.
        death: Death,
        /// What is known about it, for people.
        message: String,
    },
    /// The property failed on a value that could not be made a second time.
    Unrepeatable {
        /// Why it failed.
        message: String,
    },
    /// Fewer cases than demanded are of some kind.
    NotCovered {
        /// What should be covered.
        name: String,
        /// How much of it is covered.
        cover: Cover,
    },
    /// Not a single case was tested.
    NothingTested {
        /// How many cases were discarded.
        discarded: u64,
        /// Why none was tested.
        why: Untested,
    },
    /// The test is expected to panic, and it did not.
    DidNotPanic,
    /// The test is expected to panic with a text that its panic does not contain.
    OtherPanic {
        /// The text.
        expected: String,
    },
    /// There are doubts, and the user wants them to fail the test.
    Doubts,
    /// The property could not be run: its settings or the choices to replay are wrong.
    Error {
        /// What is wrong.
        message: String,
    },
}

/// A value on which a property fails.
///
/// ```
/// use openpbtstats::{Counterexample, Shrinking};
///
/// let counterexample = Counterexample {
///     representation: "sorts(list = [1, 0])".to_owned(),
///     message: "not sorted".to_owned(),
///     shrinking: Some(Shrinking::Minimal),
///     ..Counterexample::default()
/// };
/// assert!(!counterexample.is_flaky);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counterexample {
    /// How a person would write the case.
    pub representation: String,
    /// Why it fails.
    pub message: String,
    /// Where it fails: a place in the source.
    pub place: Option<String>,
    /// How shrinking ended; `None` if that is unknown.
    pub shrinking: Option<Shrinking>,
    /// How many steps shrinking took, and how often it ran the property.
    pub steps: u64,
    /// How often the property ran in order to shrink it.
    pub executions: u64,
    /// Whether the property passed when it ran on the same value again.
    pub is_flaky: bool,
    /// How it ended its process, if it did.
    pub death: Option<Death>,
}

/// How shrinking a counterexample ended.
///
/// ```
/// use openpbtstats::Shrinking;
///
/// assert_eq!(Shrinking::of_name(Shrinking::OutOfBudget.name()), Some(Shrinking::OutOfBudget));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shrinking {
    /// No single step leads to something simpler that still fails.
    Minimal,
    /// The arguments are minimal, but what the property drew in its body was not shrunk.
    ArgumentsOnly,
    /// The budget was spent: there may be something simpler.
    OutOfBudget,
    /// It was not shrunk: the generator cannot make the value.
    NotGenerated,
    /// It was not shrunk: the recorded choices did not make the value a second time.
    NotRepeated,
}

impl Shrinking {
    const ALL: [Shrinking; 5] = [
        Shrinking::Minimal,
        Shrinking::ArgumentsOnly,
        Shrinking::OutOfBudget,
        Shrinking::NotGenerated,
        Shrinking::NotRepeated,
    ];

    /// Returns the name that lines have for it.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Shrinking::Minimal.name(), "minimal");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Shrinking::Minimal => "minimal",
            Shrinking::ArgumentsOnly => "arguments only",
            Shrinking::OutOfBudget => "out of budget",
            Shrinking::NotGenerated => "not generated",
            Shrinking::NotRepeated => "not repeated",
        }
    }

    /// Finds it by its name.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Shrinking::of_name("perhaps"), None);
    /// ```
    pub fn of_name(name: &str) -> Option<Shrinking> {
        Shrinking::ALL.into_iter().find(|shrinking| shrinking.name() == name)
    }

    /// Returns a sentence about it.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Shrinking::Minimal.sentence(), "Minimal: no single step makes it simpler.");
    /// ```
    pub fn sentence(self) -> &'static str {
        match self {
            Shrinking::Minimal => "Minimal: no single step makes it simpler.",
            Shrinking::ArgumentsOnly => "The arguments are minimal; what the property drew was not shrunk.",
            Shrinking::OutOfBudget => "Shrinking ran out of budget: there may be a simpler one.",
            Shrinking::NotGenerated => "Not shrunk: the generator does not make this value.",
            Shrinking::NotRepeated => "Not shrunk: its choices did not make it a second time.",
        }
    }
}

/// How a process ended because of a case.
///
/// ```
/// use openpbtstats::Death;
///
/// let death = |how: &str| Death::Died { how: how.to_owned() }.to_string();
/// assert_eq!(death("signal 6 (SIGABRT)"), "the process died: signal 6 (SIGABRT)");
/// assert_eq!(death("exited with code 0"), "the process exited with code 0");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Death {
    /// It died by itself.
    Died {
        /// A signal or an exit code, for people.
        how: String,
    },
    /// It took longer than it was given, and was killed.
    Hung,
}

impl std::fmt::Display for Death {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // "exited with code 0"
            Death::Died { how } if how.starts_with("exited ") => write!(f, "the process {how}"),
            Death::Died { how } => write!(f, "the process died: {how}"),
            Death::Hung => f.write_str("it exceeded its timeout"),
        }
    }
}

/// Why not a single case was tested.
///
/// ```
/// use openpbtstats::{Facts, Kind, Tally, Untested};
///
/// let facts = Facts {
///     tally: Tally { discarded: 100, ..Tally::default() },
///     untested: Untested::GeneratesNothing,
///     ..Facts::default()
/// };
/// assert_eq!(facts.judge().sentence(None), "tested nothing, because the generator made no value in 100 attempts");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Untested {
    /// All cases were discarded.
    #[default]
    AllDiscarded,
    /// The generator makes no value.
    GeneratesNothing,
    /// The generator recurses forever.
    RecursesForever,
}

impl Untested {
    const ALL: [Untested; 3] = [Untested::AllDiscarded, Untested::GeneratesNothing, Untested::RecursesForever];

    /// Returns the name that lines have for it.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Untested::AllDiscarded.name(), "all discarded");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Untested::AllDiscarded => "all discarded",
            Untested::GeneratesNothing => "generates nothing",
            Untested::RecursesForever => "recurses forever",
        }
    }

    /// Finds it by its name.
    ///
    /// ```
    /// use openpbtstats::Untested;
    ///
    /// assert_eq!(Untested::of_name("recurses forever"), Some(Untested::RecursesForever));
    /// ```
    pub fn of_name(name: &str) -> Option<Untested> {
        Untested::ALL.into_iter().find(|untested| untested.name() == name)
    }
}

impl Cause {
    /// Returns what happened, in one line.
    ///
    /// ```
    /// use openpbtstats::Cause;
    ///
    /// assert_eq!(Cause::DidNotPanic.sentence(), "fails: expected a panic, but no case failed");
    /// ```
    pub fn sentence(&self) -> String {
        match self {
            Cause::Counterexample(it) => {
                let shown = one_line(&it.representation);
                match (&it.death, it.is_flaky) {
                    (_, true) => format!("is flaky: failed on {shown}, then passed on it"),
                    (Some(death), _) => format!("fails on {shown}: {death}"),
                    // No value is there to show, as when the generator panics.
                    (None, _) if shown.ends_with("()") && !shown.contains('=') => {
                        format!("fails: {}", one_line(&it.message))
                    }
                    (None, _) => format!("fails on {shown}"),
                }
            }
            Cause::Died { message, .. } => format!("fails: {}", one_line(message)),
            Cause::Unrepeatable { message } => {
                format!("fails on a value that could not be made again: {}", one_line(message))
            }
            Cause::NotCovered { name, cover } => {
                let (Cover { percent, count, cases }, share) = (cover, cover.share());
                format!(
                    "fails: {name:?} covers only {} of {} cases ({share:.1} %), not at least {percent} %",
                    grouped(*count),
                    grouped(*cases)
                )
            }
            Cause::NothingTested { discarded, why } => match why {
                Untested::AllDiscarded if *discarded == 1 => {
                    "tested nothing, because its only case was discarded".to_owned()
                }
                Untested::AllDiscarded => {
                    format!("tested nothing, because all {} cases were discarded", grouped(*discarded))
                }
                Untested::GeneratesNothing => {
                    format!("tested nothing, because the generator made no value in {} attempts", grouped(*discarded))
                }
                Untested::RecursesForever => "tested nothing, because the generator recurses forever".to_owned(),
            },
            Cause::DidNotPanic => "fails: expected a panic, but no case failed".to_owned(),
            Cause::OtherPanic { expected } => format!("fails: expected a panic with {:?}", one_line(expected)),
            Cause::Doubts => "fails because of its doubts".to_owned(),
            Cause::Error { message } => format!("did not run: {}", one_line(message)),
        }
    }
}

/// Characters of a value or a message that a sentence shows.
const SHOWN: usize = 120;

/// Puts a text on one line that is not too long.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::new();
    // A long text is not gone through to its end.
    let start = text.char_indices().nth(8 * SHOWN).map_or(text, |(end, _)| &text[..end]);
    for word in start.split_whitespace() {
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
    }
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
