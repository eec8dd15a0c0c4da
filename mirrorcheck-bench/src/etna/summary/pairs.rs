//! Mirrorcheck beside each peer, on the tasks that both solve in all trials.

use super::{Group, OURS, Outcome};
use crate::report::{Goal, Table};

/// What both need for the same tasks, on average.
struct Pair {
    peer: &'static str,
    tasks: usize,
    tests: Sides,
    milliseconds: Sides,
}

struct Sides {
    ours: f64,
    theirs: f64,
}

impl Pair {
    /// Nothing if there is no task that both solve.
    fn new(ours: &Group<'_>, theirs: &Group<'_>) -> Option<Pair> {
        let both: Vec<(&Outcome, &Outcome)> = ours
            .solved_in_all()
            .filter_map(|one| Some((one, theirs.solved_in_all().find(|other| other.task == one.task)?)))
            .collect();
        let mean = |of: fn(&Outcome) -> f64| Sides {
            ours: both.iter().map(|(one, _)| of(one)).sum::<f64>() / both.len() as f64,
            theirs: both.iter().map(|(_, other)| of(other)).sum::<f64>() / both.len() as f64,
        };
        let milliseconds = mean(|outcome| outcome.milliseconds().unwrap_or(f64::INFINITY));
        let pair = Pair { peer: theirs.framework, tasks: both.len(), tests: mean(Outcome::tests), milliseconds };
        (!both.is_empty()).then_some(pair)
    }

    fn all(ours: &Group<'_>, groups: &[&Group<'_>]) -> Vec<Pair> {
        let peers = groups.iter().filter(|group| group.framework != OURS && group.origin == ours.origin);
        peers.filter_map(|theirs| Pair::new(ours, theirs)).collect()
    }
}

impl Sides {
    fn is_won(&self) -> bool {
        self.ours < self.theirs
    }

    fn shown(&self, digits: usize) -> String {
        format!("{:.digits$} : {:.digits$}", self.ours, self.theirs)
    }
}

pub(super) fn table(problem: &str, groups: &[&Group<'_>]) -> Option<Table> {
    let mut lines = Vec::new();
    for ours in groups.iter().filter(|group| group.framework == OURS) {
        for pair in Pair::all(ours, groups) {
            let Pair { peer, tasks, tests, milliseconds } = pair;
            let generator = ours.origin.name().to_owned();
            lines.push(vec![peer.to_owned(), generator, tasks.to_string(), tests.shown(1), milliseconds.shown(3)]);
        }
    }
    let heads = ["peer", "generator", "tasks of both", "tests, ours : theirs", "CPU ms, ours : theirs"];
    let title = format!("{problem}, on the tasks that both solve in all trials");
    (!lines.is_empty()).then(|| Table { title, heads: heads.map(str::to_owned).to_vec(), lines })
}

pub(super) fn goals(problem: &str, ours: &Group<'_>, groups: &[&Group<'_>]) -> Vec<Goal> {
    let pairs = Pair::all(ours, groups);
    if pairs.is_empty() {
        return Vec::new();
    }
    let origin = ours.origin.name();
    let goal = |what: &str, digits: usize, sides: fn(&Pair) -> &Sides| {
        let lost = pairs.iter().filter(|pair| !sides(pair).is_won());
        let lost: Vec<String> = lost.map(|pair| format!("{} {}", pair.peer, sides(pair).shown(digits))).collect();
        let what = format!("{problem}, {origin}: {what} than each peer on the tasks that both solve");
        Goal::without(what, &lost, format!("{} peers", pairs.len()))
    };
    vec![goal("fewer tests", 1, |pair| &pair.tests), goal("less CPU time", 3, |pair| &pair.milliseconds)]
}
