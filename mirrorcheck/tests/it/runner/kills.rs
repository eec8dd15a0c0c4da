//! A failure that had been found when a run was killed is known to the next run. `mirrorcheck-bench -- kill` kills many
//! more runs, in more ways.

use std::fs;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::fixture::Run;
use super::subject::Subject;

/// How many runs of each property are killed. After every other one, the next run is killed as well.
const KILLS: u32 = 8;

/// How long a case may take that stopped an earlier run, and that has no timeout.
const HANG_LIMIT: &str = "500ms";

/// How long after its failure a run that hangs is killed at the latest, roughly.
const MOMENT: Duration = Duration::from_millis(200);

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
fn a_stack_overflow_outlives_a_kill() {
    outlives_kills("overflows");
}

#[test]
fn an_exit_outlives_a_kill() {
    outlives_kills("exits");
}

#[test]
fn a_hang_outlives_a_kill() {
    outlives_kills("hangs");
}

#[test]
fn a_timeout_outlives_a_kill() {
    outlives_kills("times_out");
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
    let last = || subject.run(passing).env("MIRRORCHECK_HANG_LIMIT", HANG_LIMIT);
    let first = match property {
        // It never ends.
        "hangs" => took(|| drop(subject.killed_when_it_fails(failing))) + MOMENT,
        _ => took(|| drop(subject.run(failing).ends())),
    };
    let second = took(|| drop(last().ends()));
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
        let ran = last().ends();
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

/// Interrupts a run as Ctrl-C does, this long after it has written its marker, and returns what it printed.
///
/// What a shell has started in the background may ignore interrupts, and so does all that it starts. It is killed instead,
/// and only what it printed before is returned.
fn interrupted(subject: &Subject, mut run: Run, later: Duration) -> (String, bool) {
    subject.clean();
    let is_ignored = Command::new("sh").args(["-c", "kill -2 $$"]).status().unwrap().success();
    let mut child = run.command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !subject.marker().exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(later);
    let signal = if is_ignored { "-9" } else { "-2" };
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let mut printed = String::new();
    child.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
    assert!(!child.wait().unwrap().success());
    if is_ignored {
        // Not `eprintln!`, which is captured.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: {} is not interrupted: interrupts are ignored here",
            subject.property
        );
    }
    (printed, !is_ignored)
}

#[test]
fn a_hang_without_a_timeout_is_known_to_the_next_run() {
    let subject = Subject::new("never_ends");
    let (failing, passing) = subject.seeds();
    let run = subject.run(failing).env("MIRRORCHECK_HANG_LIMIT", "600ms");
    let (printed, says) = interrupted(&subject, run, Duration::from_millis(1200));
    assert!(printed.contains("never_ends: case ") && printed.contains(" has been running for 1 s. "), "{printed}");
    assert!(!says || printed.contains("killed::never_ends: interrupted in case "), "{printed}");
    for _ in 0..2 {
        let ran = subject.run(passing).env("MIRRORCHECK_HANG_LIMIT", "600ms").ends();
        assert!(subject.is_reported(&ran), "{ran}");
        ran.says("the case did not end within 600ms, the `hang_limit` of cases without a timeout\n");
        ran.says("; not shrunk: set a `timeout` to shrink a case that hangs\n");
    }
    // Each run waits for it once.
    assert_eq!(fs::read_to_string(subject.marker()).unwrap().lines().count(), 3);
}

#[test]
fn an_interrupted_case_is_named_and_looked_into() {
    let subject = Subject::new("takes_long");
    let run = subject.run(1).env("MIRRORCHECK_CASES", "1000000");
    let (printed, says) = interrupted(&subject, run, Duration::from_millis(50));
    let is_said = printed.contains(": interrupted in case ") && printed.contains(" (seed 1); the next run");
    assert!(is_said || !says, "{printed}");
    subject.run(1).passes().says("takes_long: an earlier run stopped during case ").says(" passes on its own");
}

#[test]
fn a_case_that_eats_all_memory_is_shrunk_and_saved() {
    let subject = Subject::new("eats_memory");
    let (failing, passing) = subject.seeds();
    subject.clean();
    for seed in [failing, passing] {
        let ran = subject.run(seed).ends();
        assert!(subject.is_reported(&ran), "{ran}");
        ran.says("  the process died: signal 6 (SIGABRT), out of memory (limit: 100 MB)\n");
    }
}
