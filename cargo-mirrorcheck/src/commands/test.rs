//! `cargo mirrorcheck test`: the tests as always, and what their properties were tested on.

use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::cargo::{self, Workspace};
use super::summary::{self, Look};
use crate::index::Index;
use crate::view::{self, Overview, VerdictKind};

pub(super) const HELP: &str = "\
cargo mirrorcheck test [--nextest] [--json] [ARGUMENTS]
    runs `cargo test ARGUMENTS` and then says of each property what it was tested on, in a line

  --nextest   runs `cargo nextest run` instead; so does `cargo mirrorcheck test nextest`
  --json      says it as JSON on the standard output, which the tests then leave alone

The exit code is that of the tests. Everything that was observed is kept for `cargo mirrorcheck ui` and `report`.

example: cargo mirrorcheck test --release -p my-crate -- tree::";

pub(super) fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let (plan, is_json) = Plan::read(arguments);
    let workspace = Workspace::here()?;
    let shows = match (is_json, io::stdout().is_terminal() && io::stderr().is_terminal()) {
        (true, _) => Shows::OnError,
        (false, true) => Shows::WithProgress,
        (false, false) => Shows::Plainly,
    };
    let (status, overview) = observe(&workspace, &plan, shows)?;
    match is_json {
        true => println!("{}", serde_json::to_string_pretty(&overview).map_err(|error| error.to_string())?),
        false => print!("{}", text(&overview, status)),
    }
    Ok(code(status))
}

/// Which tests are run, and how.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    has_nextest: bool,
    arguments: Vec<String>,
}

/// What becomes of the tests' own output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shows {
    /// It goes where ours goes.
    Plainly,
    /// It is passed on, with a line below it that says how far they are.
    WithProgress,
    /// All of it goes to the standard error.
    OnError,
}

impl Plan {
    /// The plan, and whether JSON is wanted. What is not for us is Cargo's.
    pub(super) fn read(arguments: &[String]) -> (Plan, bool) {
        let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
        let (ours, theirs) = arguments.split_at(end);
        let has = |option: &str| ours.iter().any(|argument| argument == option);
        let (mut has_nextest, is_json) = (has("--nextest"), has("--json"));
        let mut rest: Vec<String> =
            ours.iter().filter(|argument| !["--nextest", "--json"].contains(&argument.as_str())).cloned().collect();
        if rest.first().is_some_and(|first| first == "nextest") {
            has_nextest = true;
            rest.remove(0);
        }
        if has_nextest && rest.first().is_some_and(|first| first == "run") {
            rest.remove(0);
        }
        rest.extend_from_slice(theirs);
        (Plan { has_nextest, arguments: rest }, is_json)
    }

    fn command(&self, observed: &Path) -> Command {
        let mut command = cargo::command();
        command.args(if self.has_nextest { &["nextest", "run"][..] } else { &["test"] }).args(&self.arguments);
        command.env("MIRRORCHECK_OBSERVE", observed);
        command
    }
}

/// Runs the tests to their end.
pub(super) fn observe(workspace: &Workspace, plan: &Plan, shows: Shows) -> Result<(ExitStatus, Overview), String> {
    let folder = cargo::new_run(&workspace.observed())?;
    let folder = std::path::absolute(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut command = plan.command(&folder);
    let failed = |error: io::Error| format!("cannot run cargo: {error}");
    let mut index = Index::open(std::slice::from_ref(&folder));
    let status = match shows {
        Shows::Plainly => command.status().map_err(failed)?,
        Shows::OnError => command.stdout(io::stderr()).status().map_err(failed)?,
        Shows::WithProgress => {
            if std::env::var_os("NO_COLOR").is_none() && std::env::var_os("CARGO_TERM_COLOR").is_none() {
                command.env("CARGO_TERM_COLOR", "always");
            }
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
            with_progress(child, &mut index).map_err(failed)?
        }
    };
    index.refresh();
    Ok((status, view::overview(&index)))
}

/// What is said at the end.
pub(super) fn text(overview: &Overview, status: ExitStatus) -> String {
    match (overview.properties.is_empty(), status.success()) {
        // What is wrong has been said already, and not by us.
        (true, false) => String::new(),
        (true, true) => format!(
            "\n{} Are there tests with `#[property]`, or with `Checker`, among those that ran?\n",
            summary::sentence(overview)
        ),
        (false, _) => format!(
            "\n{}\n{} More: cargo mirrorcheck ui\n",
            summary::table(overview, Look::of_environment(io::stdout().is_terminal())),
            summary::sentence(overview)
        ),
    }
}

pub(super) fn code(status: ExitStatus) -> ExitCode {
    // A process that a signal ended has none.
    ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// How often the line is drawn, at most.
const EVERY: Duration = Duration::from_millis(250);

fn with_progress(mut child: Child, index: &mut Index) -> io::Result<ExitStatus> {
    let screen = Arc::new(Mutex::new(Screen::default()));
    let threads = [
        child.stdout.take().map(|pipe| forward(pipe, io::stdout(), &screen)),
        child.stderr.take().map(|pipe| forward(pipe, io::stderr(), &screen)),
    ];
    let mut next = Instant::now() + EVERY;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() >= next {
            let begin = Instant::now();
            if index.refresh() {
                lock(&screen).draw(&progress(&view::overview(index)));
            }
            // To watch must not slow down what is watched.
            next = Instant::now() + EVERY.max(begin.elapsed() * 20);
        }
        thread::sleep(Duration::from_millis(20));
    };
    // Somebody whom the tests left behind may hold the other ends for ever.
    let patience = Instant::now() + Duration::from_secs(1);
    while threads.iter().flatten().any(|thread| !thread.is_finished()) && Instant::now() < patience {
        thread::sleep(Duration::from_millis(5));
    }
    lock(&screen).clear();
    Ok(status)
}

fn progress(overview: &Overview) -> String {
    let cases: u64 = overview.properties.iter().map(|row| row.counts).map(|c| c.passed + c.failed + c.discarded).sum();
    let failed = overview.properties.iter().filter(|row| row.verdict.kind == VerdictKind::Failed).count();
    let failed = if failed == 0 { String::new() } else { format!(", {failed} failed") };
    let properties = match overview.properties.len() {
        1 => "1 property".to_owned(),
        many => format!("{many} properties"),
    };
    format!("  {properties}, {cases} cases{failed} …")
}

fn forward(
    mut from: impl Read + Send + 'static,
    mut to: impl Write + Send + 'static,
    screen: &Arc<Mutex<Screen>>,
) -> JoinHandle<()> {
    let screen = Arc::clone(screen);
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            let mut screen = lock(&screen);
            screen.clear();
            let _ = to.write_all(&buffer[..length]).and_then(|()| to.flush());
            screen.is_within_line = buffer[length - 1] != b'\n';
        }
    })
}

fn lock(screen: &Mutex<Screen>) -> std::sync::MutexGuard<'_, Screen> {
    screen.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is on the last line of the terminal.
#[derive(Default)]
struct Screen {
    has_progress: bool,
    /// The tests have written a part of a line, which must stay.
    is_within_line: bool,
}

impl Screen {
    fn draw(&mut self, text: &str) {
        if !self.is_within_line {
            eprint!("\r\x1b[2K{text}");
            self.has_progress = true;
        }
    }

    fn clear(&mut self) {
        if self.has_progress {
            eprint!("\r\x1b[2K");
            self.has_progress = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Plan;

    fn read(text: &str) -> (bool, String, bool) {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let (plan, is_json) = Plan::read(&words);
        (plan.has_nextest, plan.arguments.join(" "), is_json)
    }

    #[test]
    fn what_is_not_ours_is_passed_on() {
        assert_eq!(read(""), (false, String::new(), false));
        assert_eq!(read("-p tree --json -- --json x"), (false, "-p tree -- --json x".to_owned(), true));
        assert_eq!(read("--nextest --release"), (true, "--release".to_owned(), false));
        assert_eq!(read("nextest run nextest"), (true, "nextest".to_owned(), false));
        assert_eq!(read("run nextest"), (false, "run nextest".to_owned(), false));
    }
}
