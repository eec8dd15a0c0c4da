//! A property, or one case of it, in a process of its own: whatever it does there, it is seen from outside.
//!
//! The child is this test program once more, told to run one test; what to do in it stands in a file that an environment
//! variable names. What came of it stands in a second file when the child has come to its end, and nothing if it died.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use openpbtstats::Death;

use crate::run::check::Case;
use crate::run::panics::{Panic, TIMEOUT};
use crate::run::record::{self, RecordedCase};

/// The variable that names the file.
pub(crate) const VARIABLE: &str = "MIRRORCHECK_CHILD";

/// What a child is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Job {
    /// The whole property, as without a child; with what it takes to join the run that is observed.
    Whole(Option<String>),
    /// One case.
    One(RecordedCase),
}

/// What a parent sees of a child.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ChildEnd {
    /// It came to its end, and said this.
    Said(String),
    /// It did not: how it ended.
    Died(String),
    /// It took longer than this and was stopped.
    Hung(Duration),
}

/// Runs a job in a child; gives the case that was running when it died, too. `timeout` is that of one case: a child that
/// runs many is given it for each.
pub(crate) fn run(
    property: &str,
    test: &str,
    job: &Job,
    timeout: Option<Duration>,
) -> io::Result<(ChildEnd, Vec<RecordedCase>)> {
    let file = Task::write(property, job)?;
    let mut child = Command::new(std::env::current_exe()?)
        .args([test, "--exact", "--nocapture", "--include-ignored"])
        .env(VARIABLE, &file.path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let status = wait(&mut child, timeout, matches!(job, Job::Whole(_)))?;
    let said = std::fs::read_to_string(file.answer()).ok();
    let running = record::taken_from(child.id(), property);
    let seen = match (said, status) {
        (Some(said), _) => ChildEnd::Said(said),
        (None, Some(status)) => ChildEnd::Died(death(status)),
        (None, None) => ChildEnd::Hung(timeout.unwrap_or_default()),
    };
    Ok((seen, running))
}

/// Waits for a child; stops it if one case takes too long.
fn wait(child: &mut Child, timeout: Option<Duration>, runs_many: bool) -> io::Result<Option<ExitStatus>> {
    let Some(timeout) = timeout else { return child.wait().map(Some) };
    let (started, mut pause) = (Instant::now(), Duration::from_micros(200));
    // Since when each case has been running.
    let mut since: Vec<(RecordedCase, Instant)> = Vec::new();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let hangs = if runs_many {
            let now = record::watch(child.id()).unwrap_or_default();
            let mut hangs = false;
            let before = std::mem::take(&mut since);
            for given in now {
                let mut start = Instant::now();
                for (known, since) in &before {
                    if *known == given {
                        start = *since;
                    }
                }
                hangs |= start.elapsed() > timeout;
                since.push((given, start));
            }
            hangs
        } else {
            // Starting a process takes time, too.
            started.elapsed() > timeout + Duration::from_millis(200)
        };
        if hangs {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(5));
    }
}

/// How a process ended, for people.
#[cfg(unix)]
fn death(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    const NAMES: [(i32, &str); 8] = [
        (4, "SIGILL"),
        (6, "SIGABRT"),
        (7, "SIGBUS"),
        (8, "SIGFPE"),
        (9, "SIGKILL"),
        (11, "SIGSEGV"),
        (13, "SIGPIPE"),
        (15, "SIGTERM"),
    ];
    match (status.signal(), status.code()) {
        (Some(signal), _) => match NAMES.iter().find(|(number, _)| *number == signal) {
            Some((_, name)) => format!("signal {signal} ({name})"),
            None => format!("signal {signal}"),
        },
        (_, Some(code)) => format!("exited with code {code}"),
        _ => status.to_string(),
    }
}

#[cfg(not(unix))]
fn death(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => status.to_string(),
    }
}

/// The file that says what to do.
struct Task {
    path: PathBuf,
}

impl Task {
    fn write(property: &str, job: &Job) -> io::Result<Task> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let task = Task { path: std::env::temp_dir().join(format!("mirrorcheck-{}-{number}.job", std::process::id())) };
        let what = match job {
            Job::Whole(None) => "whole".to_owned(),
            Job::Whole(Some(observed)) => format!("observed {observed}"),
            Job::One(RecordedCase::Random { seed, case }) => format!("random {seed} {case}"),
            Job::One(RecordedCase::Choices(choices)) => format!("choices {choices}"),
            Job::One(RecordedCase::Long) => "long".to_owned(),
        };
        std::fs::write(&task.path, format!("{property}\n{what}"))?;
        Ok(task)
    }

    fn answer(&self) -> PathBuf {
        answer(&self.path)
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_file(self.answer());
    }
}

fn answer(task: &Path) -> PathBuf {
    task.with_extension("said")
}

/// What this process is to do, if it is a child and this is the property.
pub(crate) fn job(property: &str) -> Option<Job> {
    let path = std::env::var_os(VARIABLE)?;
    let text = std::fs::read_to_string(path).ok()?;
    let (name, what) = text.split_once('\n')?;
    if name != property {
        return None;
    }
    let (kind, rest) = what.split_once(' ').unwrap_or((what, ""));
    match kind {
        "whole" => Some(Job::Whole(None)),
        "observed" => Some(Job::Whole(Some(rest.to_owned()))),
        "choices" => Some(Job::One(RecordedCase::Choices(rest.to_owned()))),
        "long" => Some(Job::One(RecordedCase::Long)),
        "random" => {
            let (seed, case) = rest.split_once(' ')?;
            Some(Job::One(RecordedCase::Random { seed: seed.parse().ok()?, case: case.parse().ok()? }))
        }
        _ => None,
    }
}

/// Says what came of the job, and ends this process.
pub(crate) fn answer_and_exit(said: &str) -> ! {
    if let Some(path) = std::env::var_os(VARIABLE) {
        // Without an answer the parent takes this process for dead, which it is told then.
        let _ = std::fs::write(answer(Path::new(&path)), said);
    }
    std::process::exit(0)
}

/// What came of one case, as text and back.
pub(crate) fn said(came: &Case) -> String {
    match came {
        Case::Passed => "passed".to_owned(),
        Case::Discarded => "discarded".to_owned(),
        Case::Failed(Panic { message, place }) => {
            format!("failed\n{}\n{message}", place.as_deref().unwrap_or_default())
        }
    }
}

pub(crate) fn came(seen: ChildEnd) -> Case {
    let failed = |message: String, place: String| Case::Failed(Panic { message, place: Some(place) });
    match seen {
        ChildEnd::Died(how) => failed(Death::Died { how: how.clone() }.to_string(), how),
        ChildEnd::Hung(after) => failed(format!("the case exceeded the {after:?} {TIMEOUT}"), TIMEOUT.to_owned()),
        ChildEnd::Said(said) => match said.split_once('\n') {
            Some(("failed", rest)) => {
                let (place, message) = rest.split_once('\n').unwrap_or((rest, ""));
                let place = if place.is_empty() { None } else { Some(place.to_owned()) };
                Case::Failed(Panic { message: message.to_owned(), place })
            }
            _ if said == "passed" => Case::Passed,
            _ => Case::Discarded,
        },
    }
}
