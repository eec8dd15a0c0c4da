//! What became of a failure whose run was killed, as data.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use super::process::Ended;
use crate::report::{Findings, Goal, Row, Table};

/// What the run that decides says of a failure.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// The test fails with a report of the property.
    Reported,
    /// The run ended otherwise, but said that the property fails.
    Named,
    /// The test passes, and nothing was said.
    Passed,
    /// The test passes, and the run said something of an earlier run.
    PassedWithRemark,
    /// The test fails without a report of the property.
    FailedWithoutReport,
    /// The run died without a word.
    Died,
    /// The run did not end in time.
    Hung,
}

impl Verdict {
    pub(super) fn of(property: &str, ended: &Ended) -> Verdict {
        let Ended { status, stdout, stderr } = ended;
        let reports = stdout.contains(&format!("property `{property}` failed"));
        let remarks = stderr.lines().any(|line| line.starts_with("mirrorcheck: "));
        let names = stderr
            .lines()
            .any(|line| line.starts_with("mirrorcheck: ") && line.contains(property) && line.contains("fail"));
        match status.map(|status| status.code()) {
            Some(Some(0)) if !stdout.contains("test result: ok. 1 passed") => Verdict::FailedWithoutReport,
            Some(Some(0)) if remarks => Verdict::PassedWithRemark,
            Some(Some(0)) => Verdict::Passed,
            Some(Some(101)) if reports => Verdict::Reported,
            _ if reports || names => Verdict::Named,
            Some(Some(101)) => Verdict::FailedWithoutReport,
            Some(_) => Verdict::Died,
            None => Verdict::Hung,
        }
    }

    /// Whether the failure is lost, if one had been found.
    pub(super) fn is_loss(&self) -> bool {
        !matches!(self, Verdict::Reported | Verdict::Named)
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Reported => "reported",
            Verdict::Named => "named",
            Verdict::Passed => "passed",
            Verdict::PassedWithRemark => "passed with a remark",
            Verdict::FailedWithoutReport => "failed without a report",
            Verdict::Died => "died",
            Verdict::Hung => "hung",
        })
    }
}

/// Trials in which the same runs were killed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) trials: u64,
    /// In how many a failure had been found when the first run was killed.
    pub(super) found: u64,
    /// How the deciding run ended where that failure is lost.
    pub(super) lost: BTreeMap<Verdict, u64>,
}

impl Count {
    pub(super) fn add(&mut self, is_found: bool, verdict: Verdict) {
        self.trials += 1;
        self.found += u64::from(is_found);
        if is_found && verdict.is_loss() {
            *self.lost.entry(verdict).or_default() += 1;
        }
    }

    fn losses(&self) -> u64 {
        self.lost.values().sum()
    }
}

/// What came of one kind of failure.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    pub(super) kind: &'static str,
    /// The first run was killed.
    pub(super) once: Count,
    /// The second run was killed as well.
    pub(super) twice: Count,
}

impl Tally {
    /// How the runs ended that lost a failure, most frequent first.
    fn ways(&self) -> String {
        let mut all = self.once.lost.clone();
        for (verdict, count) in &self.twice.lost {
            *all.entry(verdict.clone()).or_default() += count;
        }
        let mut all: Vec<(Verdict, u64)> = all.into_iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let ways: Vec<String> = all.iter().map(|(verdict, count)| format!("{verdict}: {count}")).collect();
        if ways.is_empty() { "-".to_owned() } else { ways.join(", ") }
    }

    fn goal(&self) -> Goal {
        let (found, lost) = (self.once.found + self.twice.found, self.losses());
        Goal::new(format!("{}: no failure is lost", self.kind), lost == 0, format!("{lost} of {found}"))
    }

    pub(super) fn losses(&self) -> u64 {
        self.once.losses() + self.twice.losses()
    }
}

pub(super) fn findings(tallies: &[Tally], notes: String) -> Findings {
    let heads = [
        "kind",
        "kills",
        "found",
        "lost",
        "found, second run killed too",
        "lost, second run killed too",
        "how the runs ended that lost one",
    ];
    let mut table = Table::new("Failures whose run was killed", heads);
    let mut rows = Vec::new();
    for tally in tallies {
        let Tally { kind, once, twice } = tally;
        let counts = [once.trials + twice.trials, once.found, once.losses(), twice.found, twice.losses()];
        let mut line = vec![(*kind).to_owned()];
        line.extend(counts.map(|count| count.to_string()));
        line.push(tally.ways());
        table.lines.push(line);
        let [kills, found, lost, found_twice, lost_twice] = counts;
        let row = Row::new().text("kind", *kind).count("kills", kills).count("found", found).count("lost", lost);
        let row = row.count("found_2", found_twice).count("lost_2", lost_twice);
        rows.push(row.text("how_the_runs_ended_that_lost_one", tally.ways()));
    }
    let goals = tallies.iter().map(Tally::goal).collect();
    Findings { rows, tables: vec![table], goals, notes, figures: Vec::new() }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::*;

    fn verdict(status: Option<i32>, stdout: &str, stderr: &str) -> Verdict {
        let status = status.map(ExitStatus::from_raw);
        Verdict::of("panics", &Ended { status, stdout: stdout.to_owned(), stderr: stderr.to_owned() })
    }

    #[test]
    fn verdicts() {
        let report = "panicked at src/lib.rs:\nproperty `panics` failed\n";
        assert_eq!(verdict(Some(101 << 8), report, ""), Verdict::Reported);
        assert_eq!(verdict(Some(101 << 8), "", ""), Verdict::FailedWithoutReport);
        let passed = "test result: ok. 1 passed; 0 failed";
        assert_eq!(verdict(Some(0), passed, ""), Verdict::Passed);
        assert_eq!(verdict(Some(0), passed, "mirrorcheck: panics: that case passes\n"), Verdict::PassedWithRemark);
        assert_eq!(verdict(Some(0), "", ""), Verdict::FailedWithoutReport);
        assert_eq!(verdict(Some(6), "", "fatal runtime error"), Verdict::Died);
        assert_eq!(verdict(Some(6), "", "mirrorcheck: panics: fails on 5\n"), Verdict::Named);
        assert_eq!(verdict(None, "", ""), Verdict::Hung);
    }

    #[test]
    fn only_what_had_been_found_can_be_lost() {
        let mut count = Count::default();
        count.add(false, Verdict::Passed);
        count.add(true, Verdict::Reported);
        count.add(true, Verdict::Passed);
        assert_eq!(count, Count { trials: 3, found: 2, lost: BTreeMap::from([(Verdict::Passed, 1)]) });
        let tally = Tally { kind: "panic", once: count, twice: Count::default() };
        let findings = findings(&[tally], String::new());
        assert_eq!(findings.tables[0].lines, [["panic", "3", "2", "1", "0", "0", "passed: 1"]]);
        assert!(!findings.goals[0].is_met);
    }
}
