//! A failure that had been found when a run was killed is known to the next run. `mirrorcheck-bench -- kill` kills many
//! more runs, in more ways.

use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
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
fn a_panic_in_a_child_outlives_a_kill() {
    outlives_kills("panics_in_a_child");
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

/// A child whose parent was killed before it had said what to do is in nobody's way.
#[test]
fn a_child_without_a_parent_does_not_run() {
    let subject = Subject::new("never_ends");
    let (ours, theirs) = UnixStream::pair().unwrap();
    drop(ours);
    let mut run = subject.run(1).env("MIRRORCHECK_CHILD", "1-0-0");
    run.command.stdin(Stdio::from(OwnedFd::from(theirs)));
    let ran = run.ends();
    ran.says_nothing_of("test result");
    assert_eq!(ran.code, Some(0), "{ran}");
}

fn took(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// Waits until a property is in its bad case, interrupts it as Ctrl-C does, and returns what it printed.
fn interrupted(subject: &Subject, seed: u32, limit: &str) -> String {
    subject.clean();
    let mut run = subject.run(seed).env("MIRRORCHECK_HANG_LIMIT", limit);
    let mut child = run.command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !subject.marker().exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(Duration::from_millis(1200));
    assert!(Command::new("kill").args(["-2", &child.id().to_string()]).status().unwrap().success());
    let mut printed = String::new();
    child.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
    assert!(!child.wait().unwrap().success());
    printed
}

#[test]
fn a_hang_without_a_timeout_is_known_to_the_next_run() {
    let subject = Subject::new("never_ends");
    let (failing, passing) = subject.seeds();
    let printed = interrupted(&subject, failing, "600ms");
    assert!(printed.contains("never_ends: case ") && printed.contains(" has been running for 1 s. "), "{printed}");
    assert!(printed.contains("killed::never_ends: interrupted in case "), "{printed}");
    for _ in 0..2 {
        let ran = subject.run(passing).env("MIRRORCHECK_HANG_LIMIT", "600ms").ends();
        assert!(subject.is_reported(&ran), "{ran}");
        ran.says("the case did not end within 600ms, the `hang_limit` of cases without a timeout\n");
    }
}

#[test]
fn an_interrupted_case_is_named_and_looked_into() {
    let subject = Subject::new("panics_slowly");
    subject.clean();
    // Long enough to be interrupted, and then the property passes.
    let mut run = subject.run(1).env("MIRRORCHECK_CASES", "1000000");
    let mut child = run.command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-2", &child.id().to_string()]).status().unwrap().success());
    let mut printed = String::new();
    child.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
    assert!(printed.contains(": interrupted in "), "{printed}");
    assert!(!child.wait().unwrap().success());
}

#[test]
fn a_case_that_eats_all_memory_is_shrunk_and_saved() {
    let subject = Subject::new("eats_memory");
    let (failing, passing) = subject.seeds();
    subject.clean();
    for seed in [failing, passing] {
        let ran = subject.run(seed).ends();
        assert!(subject.is_reported(&ran), "{ran}");
        ran.says("  the process died: signal 6 (SIGABRT), out of memory (limit: 300 MB)\n");
    }
}
