//! Reasons to doubt that a passing property was really tested.

use std::fmt;
use std::time::Duration;

use crate::Cover;
use crate::outcome::grouped;

/// What to do where cases are discarded.
///
/// ```
/// assert!(openpbtstats::GENERATE_VALID.starts_with("make the generator produce"));
/// ```
pub const GENERATE_VALID: &str = "make the generator produce only values that satisfy the assumptions";

/// A reason to doubt that a passing property was really tested.
///
/// Its text is one line: [what is the matter](Doubt::claim), and [what to do about it](Doubt::advice).
///
/// ```
/// use openpbtstats::Doubt;
///
/// let doubt = Doubt::Never { label: "empty".to_owned() };
/// assert_eq!(doubt.claim(), "\"empty\" never happened");
/// assert!(doubt.to_string().starts_with("\"empty\" never happened; "));
/// assert!(doubt.is_serious());
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Doubt {
    /// More cases were discarded than tested.
    ManyDiscards {
        /// How many cases were tested.
        passed: u64,
        /// How many were discarded.
        discarded: u64,
        /// How many should have been tested; `u64::MAX` if there was no limit.
        wanted: u64,
    },
    /// No case ran.
    Nothing,
    /// Few of the values were distinct.
    FewDistinct {
        /// How many distinct values there were.
        distinct: usize,
        /// Among how many values.
        among: usize,
    },
    /// Something that you asked about never happened.
    Never {
        /// Its label.
        label: String,
    },
    /// It is undecided whether enough is covered.
    Undecided {
        /// What should be covered.
        name: String,
        /// How much of it is covered.
        cover: Cover,
    },
    /// A value is so large that making it takes most of the time. This is advice, and no reason to fail.
    Huge {
        /// How many choices it has.
        choices: usize,
    },
    /// The run took long. This is advice, and no reason to fail.
    Slow {
        /// How much processor time it took.
        time: Duration,
        /// How many cases there were.
        cases: u64,
        /// The percentage of the time spent on making values.
        generating: u64,
    },
    /// A saved failure was not run, because it would be another case now.
    Stale {
        /// Its file.
        file: String,
        /// What has changed.
        why: String,
        /// What it was when it failed.
        was: String,
        /// What it would be now, if it would be anything.
        now: Option<String>,
    },
    /// A saved failure was not run, because its file cannot be used.
    Unreadable {
        /// Its file, with the line if it is about one.
        file: String,
        /// What is wrong with it.
        why: String,
        /// What to do about it.
        advice: String,
    },
    /// The framework warned about something else.
    Warning {
        /// What it is about.
        title: String,
        /// What the framework says.
        text: String,
    },
}

impl Doubt {
    /// Returns what it is about in a word or two. The name of a kind of doubt stays the same.
    ///
    /// ```
    /// assert_eq!(openpbtstats::Doubt::Nothing.name(), "no cases");
    /// ```
    pub fn name(&self) -> &str {
        match self {
            Doubt::ManyDiscards { .. } => "many discards",
            Doubt::Nothing => "no cases",
            Doubt::FewDistinct { .. } => "few different values",
            Doubt::Never { .. } => "never happened",
            Doubt::Undecided { .. } => "undecided",
            Doubt::Huge { .. } => "huge values",
            Doubt::Slow { .. } => "slow",
            Doubt::Stale { .. } => "stale failure",
            Doubt::Unreadable { .. } => "unreadable failure",
            Doubt::Warning { title, .. } => title,
        }
    }

    /// Returns whether a property with this doubt should not count as tested. What is not serious is advice.
    ///
    /// ```
    /// use openpbtstats::Doubt;
    ///
    /// assert!(Doubt::Nothing.is_serious() && !Doubt::Huge { choices: 1_000_000 }.is_serious());
    /// ```
    pub fn is_serious(&self) -> bool {
        !matches!(self, Doubt::Huge { .. } | Doubt::Slow { .. })
    }

    /// Returns what is the matter, to read after "passes, but".
    ///
    /// ```
    /// use openpbtstats::Doubt;
    ///
    /// let doubt = Doubt::FewDistinct { distinct: 2, among: 100 };
    /// assert_eq!(doubt.claim(), "only 2 different values among 100 cases");
    /// ```
    pub fn claim(&self) -> String {
        match self {
            Doubt::ManyDiscards { passed, discarded, wanted } => {
                let all = passed + discarded;
                let percent = 100.0 * *discarded as f64 / all.max(1) as f64;
                let mut text =
                    format!("{} of {} cases were discarded ({percent:.0} %)", grouped(*discarded), grouped(all));
                if passed < wanted && *wanted != u64::MAX {
                    text += &format!(", so only {} of {} were tested", grouped(*passed), grouped(*wanted));
                }
                text
            }
            Doubt::Nothing => "no case ran, so nothing was tested".to_owned(),
            Doubt::FewDistinct { distinct: 1, among } => {
                format!("there is only 1 value among {} cases", grouped(*among as u64))
            }
            Doubt::FewDistinct { distinct, among } => {
                format!("only {} different values among {} cases", grouped(*distinct as u64), grouped(*among as u64))
            }
            Doubt::Never { label } => format!("{label:?} never happened"),
            Doubt::Undecided { name, cover } => {
                let (Cover { percent, count, cases }, share) = (cover, cover.share());
                format!(
                    "{name:?} covers {} of {} cases ({share:.1} %), too close to {percent} % to tell",
                    grouped(*count),
                    grouped(*cases)
                )
            }
            Doubt::Huge { choices } => format!("one value takes {} choices to make", grouped(*choices as u64)),
            Doubt::Slow { time, cases, generating } => {
                let share =
                    if *generating > 50 { format!(", {generating} % of it to generate values") } else { String::new() };
                format!("took {:.1} s of processor time for {} cases{share}", time.as_secs_f64(), grouped(*cases))
            }
            Doubt::Stale { file, why, was, now: None } => {
                format!("the saved failure {file} is stale: {why}; it was {was}")
            }
            Doubt::Stale { file, why, was, now: Some(now) } => {
                format!("the saved failure {file} is stale: {why}; it was {was} and is {now} now")
            }
            Doubt::Unreadable { file, why, .. } => format!("the saved failure {file} cannot be used: {why}"),
            Doubt::Warning { title, .. } => title.clone(),
        }
    }

    /// Returns what to do about it; empty if there is nothing to say.
    ///
    /// ```
    /// use openpbtstats::Doubt;
    ///
    /// let doubt = Doubt::Huge { choices: 1_000_000 };
    /// assert!(doubt.advice().contains("upper bound"));
    /// ```
    pub fn advice(&self) -> &str {
        match self {
            Doubt::ManyDiscards { .. } => GENERATE_VALID,
            Doubt::Nothing => "",
            Doubt::FewDistinct { .. } => "check that the generator is as wide as you want it",
            Doubt::Never { .. } => "make such cases more likely in the generator, or add an example",
            Doubt::Undecided { .. } => "run more cases, or demand less",
            Doubt::Huge { .. } => "smaller values find bugs sooner: give lengths an upper bound",
            Doubt::Slow { generating: 51.., .. } => "generate smaller values, or run fewer cases: `cases = …`",
            Doubt::Slow { .. } => "run fewer cases with `cases = …`, or share them among threads with `jobs = …`",
            Doubt::Stale { .. } => "delete the file to discard it",
            Doubt::Unreadable { advice, .. } => advice,
            Doubt::Warning { text, .. } => text,
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.claim())?;
        match self.advice() {
            "" => Ok(()),
            advice => write!(f, "; {advice}"),
        }
    }
}
