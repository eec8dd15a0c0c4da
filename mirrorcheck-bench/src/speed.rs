//! E5: the cost of making values, of taking them apart, and of running properties, against hand-written code and
//! against the peers.
//!
//! Everything that is compared runs in turns in one process, on values that are new in every round, so that neither
//! a busy machine nor a branch predictor with a good memory favours one side. A figure is the median over the rounds.

mod apart;
mod figure;
mod making;
mod peers;
mod pinned;
mod runner;
mod silence;
mod summary;
mod text;

use figure::Figure;
use pinned::Pinned;

use crate::arguments::Arguments;
use crate::report::Findings;
use crate::workloads::{Documents, Lists, Numbers, Patterns, SearchTrees, Terms, Words};

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    // So few values a round that those to be taken apart are in the cache, as values are that were just made.
    let plan = Plan {
        rounds: arguments.rounds.unwrap_or(201),
        values: arguments.seeds.unwrap_or(100) as usize,
        only: arguments.only.clone(),
        frameworks: arguments.frameworks.clone(),
    };
    let pinned = Pinned::here();
    let figures = plan.measured()?;
    if figures.is_empty() {
        return Err("there is no such problem or framework".to_owned());
    }
    let (unlike, figures): (Vec<Figure>, Vec<Figure>) =
        figures.into_iter().partition(|one| peers::is_unlike(one.framework, one.problem));
    let mut findings = summary::of(&figures);
    findings.notes.extend(unlike.iter().map(summary::told));
    if pinned.is_none() {
        findings.notes += "The thread could not be kept on one core.\n";
    }
    Ok(findings)
}

struct Plan {
    rounds: usize,
    /// Values a round.
    values: usize,
    /// The one problem to measure.
    only: Option<String>,
    /// The frameworks to measure besides hand-written code; all of them if there is none.
    frameworks: Vec<String>,
}

impl Plan {
    fn measured(&self) -> Result<Vec<Figure>, String> {
        let mut figures = Vec::new();
        // What takes next to no time is made often, so that the clock does not count, and so is what differs a lot in
        // size.
        figures.extend(making::contest::<Numbers>(self, 200)?);
        figures.extend(making::contest::<Lists>(self, 10)?);
        figures.extend(making::contest::<SearchTrees>(self, 4)?);
        figures.extend(making::contest::<Words>(self, 10)?);
        figures.extend(making::contest::<Documents>(self, 10)?);
        figures.extend(making::contest::<Terms>(self, 4)?);
        if self.is_ours_wanted() {
            if self.is_wanted("W4") {
                figures.push(apart::against::<Patterns, Words>(self));
            }
            for measure in [apart::measure::<Numbers>, apart::measure::<Lists>, apart::measure::<Words>] {
                figures.extend(measure(self));
            }
            for measure in [apart::measure::<SearchTrees>, apart::measure::<Documents>, apart::measure::<Terms>] {
                figures.extend(measure(self));
            }
            if self.is_wanted("W8") {
                figures.extend(text::measure(self)?);
            }
        }
        figures.extend(runner::measure(self));
        Ok(figures)
    }

    fn is_wanted(&self, problem: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == problem)
    }

    fn is_ours_wanted(&self) -> bool {
        self.takes_part(peers::OURS)
    }

    fn takes_part(&self, framework: &str) -> bool {
        framework == peers::FLOOR
            || self.frameworks.is_empty()
            || self.frameworks.iter().any(|wanted| wanted == framework)
    }
}
