//! A failure that had been found when a run was killed is known to the next run. `mirrorcheck-bench -- kill` kills many
//! more runs, in more ways.

use std::time::{Duration, Instant};

use super::subject::Subject;

/// How many runs of each property are killed. After every other one, the next run is killed as well.
const KILLS: u32 = 8;

#[test]
fn a_panic_outlives_a_kill() {
    outlives_kills("panics");
}

#[test]
fn a_panic_outlives_a_kill_while_it_shrinks_slowly() {
    outlives_kills("panics_slowly");
}

#[test]
fn an_abort_outlives_a_kill() {
    outlives_kills("aborts");
}

#[test]
fn an_abort_in_a_child_outlives_a_kill() {
    outlives_kills("aborts_in_a_child");
}

#[test]
fn a_panic_on_one_of_many_threads_outlives_a_kill() {
    outlives_kills("panics_on_a_thread");
}

#[test]
fn a_failure_of_forall_outlives_a_kill() {
    outlives_kills("panics_without_a_macro");
}

fn outlives_kills(property: &'static str) {
    let subject = Subject::new(property);
    // The last run has a seed under which the property passes: it finds no other failure by chance.
    let (failing, passing) = subject.seeds();
    subject.clean();
    let first = took(|| drop(subject.run(failing).ends()));
    let second = took(|| drop(subject.run(passing).ends()));
    let mut lost = Vec::new();
    for kill in 0..KILLS {
        subject.clean();
        // Spread over the run, and a little beyond its end.
        let delay = first.mul_f64((f64::from(kill) + 0.5) / f64::from(KILLS - 1));
        let mut killed = vec![subject.killed(failing, delay, kill % 4 < 2)];
        let is_found = subject.marker().exists();
        if kill % 2 == 1 {
            let delay = second.mul_f64((f64::from(kill) + 0.5) / f64::from(KILLS));
            killed.push(subject.killed(passing, delay, kill % 4 == 3));
        }
        let ran = subject.run(passing).ends();
        if is_found && !subject.is_reported(&ran) {
            lost.push(format!("killed after {delay:?} of {first:?}, {} in all: {ran}", killed.len()));
        }
    }
    assert!(lost.is_empty(), "{} of {KILLS} are lost\n{}", lost.len(), lost.join("\n"));
}

fn took(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}
