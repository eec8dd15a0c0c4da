//! Each file operation of a failing run fails, or the process is killed before it: the failure is known to the next run, or
//! this one said that it may not be. `MIRRORCHECK_FAULT` of the fixture's library says which operation.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use super::fixture::{Ran, Run};
use super::subject::Subject;

/// A failing run with a fault, and what is left of it.
fn faulty(subject: &Subject, seed: u32, number: usize, kind: &str) -> Ran {
    subject.clean();
    subject.run(seed).env("MIRRORCHECK_FAULT", format!("{number}:{kind}")).ends()
}

/// How many file operations a failing run has.
fn operations(subject: &Subject, seed: u32) -> usize {
    subject.clean();
    operations_of(subject, subject.run(seed))
}

/// How many file operations a run has that reports a failure.
fn operations_of(subject: &Subject, run: Run) -> usize {
    let count = subject.folder.join("count");
    let _ = fs::remove_file(&count);
    let ran = run.env("MIRRORCHECK_FAULT_COUNT", &count).ends();
    assert!(subject.is_reported(&ran), "{ran}");
    fs::read_to_string(&count).unwrap().lines().count()
}

/// Whether a run says that it cannot promise something.
fn is_said(ran: &Ran) -> bool {
    ran.stderr.contains("mirrorcheck: ") || ran.stdout.contains("could not be saved")
}

#[test]
fn a_failure_outlives_each_file_operation_that_fails() {
    let subject = Subject::quick("faults::panics");
    let (failing, passing) = subject.seeds();
    let count = operations(&subject, failing);
    assert!(count > 20, "{count} operations: are they counted?");
    for kind in ["space", "permission", "short", "interrupted", "vanish"] {
        for number in 1..=count {
            let ran = faulty(&subject, failing, number, kind);
            // Whatever happens to files, the failure is reported now.
            assert!(subject.is_reported(&ran), "{number}:{kind}: {ran}");
            let next = subject.run(passing).ends();
            assert!(subject.is_reported(&next) || is_said(&ran), "{number}:{kind} is lost: {ran}\n--- then\n{next}");
            assert!(kind != "interrupted" || subject.is_reported(&next), "{number}:{kind} is not tried again: {ran}");
        }
    }
}

/// The run that looks into a case in which an earlier one ended.
#[test]
fn a_death_outlives_each_file_operation_that_fails() {
    let subject = Subject::quick("faults::aborts_once_more");
    let (failing, passing) = subject.seeds();
    let die = || {
        subject.clean();
        assert!(!subject.run(failing).ends().stdout.contains("test result"));
    };
    die();
    let count = operations_of(&subject, subject.run(passing));
    assert!(count > 20, "{count} operations: are they counted?");
    for kind in ["space", "short", "interrupted", "vanish"] {
        for number in 1..=count {
            die();
            let second = subject.run(passing).env("MIRRORCHECK_FAULT", format!("{number}:{kind}")).ends();
            assert!(matches!(second.code, Some(0 | 101)), "{number}:{kind}: {second}");
            let third = subject.run(passing).ends();
            // Nobody knows of a record that was removed before it was read.
            let is_unread = kind == "vanish" && !subject.is_reported(&second);
            let is_known = subject.is_reported(&third) || is_said(&second) || is_unread;
            assert!(is_known, "{number}:{kind} is lost: {second}\n--- then\n{third}");
        }
    }
}

/// The operations of children: they save what fails there.
#[test]
fn a_failure_outlives_each_file_operation_that_fails_in_a_child() {
    let subject = Subject::quick("faults::panics_in_a_child");
    let (failing, passing) = subject.seeds();
    subject.clean();
    let count = operations_of(&subject, subject.run(failing).env("MIRRORCHECK_FAULT", "child 0:kill"));
    assert!(count > 20, "{count} operations: are they counted?");
    for kind in ["space", "permission", "short", "interrupted", "vanish", "kill"] {
        for number in 1..=count {
            subject.clean();
            let ran = subject.run(failing).env("MIRRORCHECK_FAULT", format!("child {number}:{kind}")).ends();
            let next = subject.run(passing).ends();
            if kind != "kill" {
                assert!(subject.is_reported(&ran), "{number}:{kind}: {ran}");
                assert!(
                    subject.is_reported(&next) || is_said(&ran),
                    "{number}:{kind} is lost: {ran}\n--- then\n{next}"
                );
            } else if subject.marker().exists() {
                assert!(subject.is_reported(&next), "killed at {number}: {ran}\n--- then\n{next}");
            }
        }
    }
}

#[test]
fn a_failure_is_reported_where_no_file_can_be_written() {
    let subject = Subject::quick("faults::panics_nowhere");
    let (failing, _) = subject.seeds();
    for kind in ["space", "permission"] {
        subject.clean();
        let ran = subject.run(failing).env("MIRRORCHECK_FAULT", format!("1+:{kind}")).ends();
        assert!(subject.is_reported(&ran), "{ran}");
        ran.says("mirrorcheck: cannot record which case is running (");
        ran.says("if this run is interrupted, a failure is lost: ");
    }
}

/// At once, because the parent may be killed before it hears how the child ends.
#[test]
fn a_child_says_that_it_cannot_record_its_cases() {
    let subject = Subject::quick("faults::panics_in_a_child_nowhere");
    let (failing, _) = subject.seeds();
    subject.clean();
    let ran = subject.run(failing).env("MIRRORCHECK_FAULT", "child 1+:space").ends();
    assert!(subject.is_reported(&ran), "{ran}");
    ran.says("mirrorcheck: cannot record which case is running (").says("the next one will not know which\n");
    ran.says("panics_in_a_child_nowhere: if this run is interrupted, a failure is lost: ")
        .says("; free some space, or");
}

/// At every operation: also at those of the run that looks into what the killed one left.
#[test]
fn a_failure_outlives_a_kill_at_each_file_operation() {
    for property in ["faults::panics_and_is_killed", "faults::aborts_in_a_child"] {
        let subject = Subject::quick(property);
        let (failing, passing) = subject.seeds();
        let count = operations(&subject, failing);
        let mut found = 0;
        for number in 1..=count {
            let _ = faulty(&subject, failing, number, "kill");
            if !subject.marker().exists() {
                continue;
            }
            found += 1;
            let second = subject.run(passing).env("MIRRORCHECK_FAULT", format!("{number}:kill")).ends();
            let third = subject.run(passing).ends();
            assert!(subject.is_reported(&third), "killed at {number}: {second}\n--- then\n{third}");
        }
        assert!(found > 5, "{found} kills of {count} were after the failure");
    }
}

/// Without processes, a case that ends its process cannot be looked into. It stays until it can be.
#[test]
fn a_death_waits_until_a_child_can_be_started() {
    let subject = Subject::quick("faults::aborts");
    let (failing, passing) = subject.seeds();
    subject.clean();
    let without_children = |seed| subject.run(seed).env("MIRRORCHECK_FAULT", "child");
    assert!(!subject.run(failing).ends().stdout.contains("test result"));
    for _ in 0..2 {
        without_children(passing).passes().says("; no process could be started to run it again (");
    }
    assert!(subject.is_reported(&subject.run(passing).ends()));
    for _ in 0..2 {
        without_children(passing)
            .passes()
            .says(" ended its process and was not run: no child process could be started (");
    }
    assert!(subject.is_reported(&subject.run(passing).ends()));
}

/// A child of a run that was killed holds its claim for a moment.
#[test]
fn a_claim_that_is_soon_given_up_is_waited_for() {
    let subject = Subject::quick("faults::aborts_and_is_claimed");
    let (failing, passing) = subject.seeds();
    subject.clean();
    assert!(!subject.run(failing).ends().stdout.contains("test result"));
    subject.run(passing).env("MIRRORCHECK_FAULT", "child").ends();
    let records = subject.folder.join("debug/mirrorcheck").read_dir().unwrap().map(|entry| entry.unwrap().path());
    let claim = records.into_iter().find(|path| path.extension().is_some_and(|it| it == "claim")).unwrap();
    let mut holder = Command::new("flock").arg(claim).args(["sleep", "0.5"]).spawn().unwrap();
    thread::sleep(Duration::from_millis(100));
    assert!(subject.is_reported(&subject.run(passing).ends()));
    holder.wait().unwrap();
}

/// It may be the child of a run that goes on, or of one that was killed, and then it has still to end.
#[test]
fn a_case_that_a_child_is_still_in_is_mentioned() {
    /// Where a record says that it is of a child.
    const IS_CHILD: usize = 8 * (1 + 64 + 1);
    let subject = Subject::quick("faults::aborts_and_is_held");
    let (failing, passing) = subject.seeds();
    subject.clean();
    assert!(!subject.run(failing).ends().stdout.contains("test result"));
    let mut records = subject.folder.join("debug/mirrorcheck").read_dir().unwrap().map(|entry| entry.unwrap().path());
    let record = records.find(|path| path.extension().is_some_and(|it| it == "running")).unwrap();
    let mut bytes = fs::read(&record).unwrap();
    bytes[IS_CHILD..IS_CHILD + 8].copy_from_slice(&1u64.to_ne_bytes());
    fs::write(&record, bytes).unwrap();
    let mut holder = Command::new("flock").arg("--no-fork").arg(record).args(["sleep", "60"]).spawn().unwrap();
    thread::sleep(Duration::from_millis(100));
    subject
        .run(passing)
        .passes()
        .says(": a child process of another run is still in a case; if that run is over, the next");
    holder.kill().unwrap();
    holder.wait().unwrap();
    assert!(subject.is_reported(&subject.run(passing).ends()));
}
