//! `cargo mirrorcheck test`: runs the tests as usual, then sums up what their properties were tested on.

use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::cargo::{self, Workspace};
use super::summary::{self, Look};
use super::{features, put, write};
use crate::index::Index;
use crate::view::{self, Overview, Row, VerdictKind};

pub(super) const HELP: &str = "\
cargo mirrorcheck test [--nextest] [--json] [ARGUMENTS]
    Runs `cargo test ARGUMENTS`, then prints what each property was tested on,
    one line each.

  --nextest   run `cargo nextest run` instead (also: `test nextest`)
  --json      print the summary as JSON, and the tests' output to stderr

The feature `observe` of `mirrorcheck` is turned on for you. The exit code is
that of the tests, or 101 if a property ended its process unnoticed. The
results are saved for `cargo mirrorcheck ui` and `cargo mirrorcheck report`.

example: cargo mirrorcheck test --release -p my-crate -- tree::";

/// The exit code of `cargo test` if tests fail.
const FAILED: u8 = 101;

pub(super) fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let (plan, is_json) = Plan::read(arguments)?;
    let workspace = plan.workspace()?;
    let shows = match (is_json, io::stdout().is_terminal() && io::stderr().is_terminal()) {
        (true, _) => Shows::OnError,
        (false, true) => Shows::WithProgress,
        (false, false) => Shows::Plainly,
    };
    let observed = observe(&workspace, &plan, shows)?;
    let Observed { status, overview, .. } = &observed;
    if is_json {
        put(&(serde_json::to_string_pretty(overview).map_err(|error| error.to_string())? + "\n"))
    } else {
        put(&text(&observed, Some(&plan.more(&workspace))))
    }
    if let (true, Some(property)) = (status.success(), unfinished(overview)) {
        eprintln!("error: `{property}` did not finish, although its test program ended without an error");
    }
    Ok(code(*status, overview))
}

/// A property that ended its process, which Cargo does not notice if the exit code is 0.
fn unfinished(overview: &Overview) -> Option<&str> {
    let is_unfinished = |row: &&Row| row.verdict.kind == VerdictKind::Unfinished;
    overview.properties.iter().find(is_unfinished).map(|row| row.property.as_str())
}

/// Which tests are run, and how.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    has_nextest: bool,
    arguments: Vec<String>,
}

/// Where the output of the tests goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shows {
    /// To the same place as our own output.
    Plainly,
    /// To the same place as our own output, with a progress line below it.
    WithProgress,
    /// To standard error.
    OnError,
}

impl Plan {
    /// Returns the plan, and whether to print JSON. All arguments that are not ours are for Cargo.
    pub(super) fn read(arguments: &[String]) -> Result<(Plan, bool), String> {
        let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
        let (ours, theirs) = arguments.split_at(end);
        let has = |option: &str| ours.iter().any(|argument| argument == option);
        if has("--watch") {
            return Err("`cargo mirrorcheck ui --watch` runs tests on every save; `test` runs them once".to_owned());
        }
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
        Ok((Plan { has_nextest, arguments: rest }, is_json))
    }

    /// The workspace under test, which need not be the current folder.
    pub(super) fn workspace(&self) -> Result<Workspace, String> {
        Workspace::of(&self.arguments)
    }

    /// The command that shows more of it.
    fn more(&self, workspace: &Workspace) -> String {
        let elsewhere = ["--manifest-path", "--target-dir", "--config"];
        if elsewhere.iter().any(|option| self.has(option)) {
            format!("cargo mirrorcheck ui {}", quoted(&workspace.observed()))
        } else {
            "cargo mirrorcheck ui".to_owned()
        }
    }

    fn command(&self, observed: &Path, color: Color) -> Command {
        let mut command = cargo::command();
        command.args(if self.has_nextest { &["nextest", "run"][..] } else { &["test"] });
        // Not the workspace as it was when a watch began: a dependency may have been added since. One that cannot be
        // read any more is for Cargo to complain about, below.
        let features = self.workspace().map(|workspace| features::added(&workspace, &self.arguments));
        command.args(features.unwrap_or_default());
        command.args(self.colored(color)).env("MIRRORCHECK_OBSERVE", observed);
        command
    }

    /// The arguments, with color turned on unless the user decided about it.
    fn colored(&self, color: Color) -> Vec<String> {
        let mut arguments = self.arguments.clone();
        if color == Color::AsItComes || self.has("--color") || self.theirs().iter().any(|word| is(word, "--color")) {
            return arguments;
        }
        if color == Color::Everywhere && !self.has_nextest {
            if self.theirs().is_empty() {
                arguments.push("--".to_owned());
            }
            arguments.push("--color=always".to_owned());
        }
        arguments.insert(0, "--color=always".to_owned());
        arguments
    }

    /// Whether Cargo stops at the first program that fails, as one did.
    fn stops(&self, status: ExitStatus) -> bool {
        !status.success() && !self.has_nextest && !self.has("--no-fail-fast")
    }

    /// Whether Cargo is given this option.
    fn has(&self, option: &str) -> bool {
        let count = self.arguments.len() - self.theirs().len();
        self.arguments[..count].iter().any(|word| is(word, option))
    }

    /// The arguments for the test programs: `--` and what follows.
    fn theirs(&self) -> &[String] {
        let at = self.arguments.iter().position(|argument| argument == "--");
        &self.arguments[at.unwrap_or(self.arguments.len())..]
    }
}

/// `--color`, `--color=always`
fn is(word: &str, option: &str) -> bool {
    word.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// Quotes a path for a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || "/\\:._-+".contains(c));
    if is_plain { text } else { format!("'{text}'") }
}

/// Who is asked to write in color: programs whose output goes through us do not see the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Color {
    AsItComes,
    /// Cargo, but not the test programs.
    Cargo,
    Everywhere,
}

impl Color {
    fn of_environment(workspace: &Workspace) -> Color {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_said = set("NO_COLOR") || set("CARGO_TERM_COLOR") || !Look::of_environment(true).has_color;
        match (is_said, workspace.may_have_own_harness()) {
            (true, _) => Color::AsItComes,
            (false, true) => Color::Cargo,
            (false, false) => Color::Everywhere,
        }
    }
}

/// What came of the tests.
pub(super) struct Observed {
    pub(super) status: ExitStatus,
    pub(super) overview: Overview,
    /// Whether Cargo did not run all test programs, because one failed.
    stopped_early: bool,
}

/// Runs the tests to their end.
pub(super) fn observe(workspace: &Workspace, plan: &Plan, shows: Shows) -> Result<Observed, String> {
    workspace.make_target()?;
    let folder = cargo::new_run(&workspace.observed())?;
    let observed = observe_in(&folder, workspace, plan, shows);
    cargo::remove_if_empty(&folder);
    observed
}

fn observe_in(folder: &Path, workspace: &Workspace, plan: &Plan, shows: Shows) -> Result<Observed, String> {
    let folder = std::path::absolute(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let color = match shows {
        Shows::WithProgress => Color::of_environment(workspace),
        Shows::Plainly | Shows::OnError => Color::AsItComes,
    };
    let mut command = plan.command(&folder, color);
    let failed = |error: io::Error| format!("cannot run cargo: {error}");
    let mut index = Index::open(std::slice::from_ref(&folder));
    let status = match shows {
        Shows::Plainly => command.status().map_err(failed)?,
        Shows::OnError => command.stdout(io::stderr()).status().map_err(failed)?,
        Shows::WithProgress => {
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
            with_progress(child, &mut index).map_err(failed)?
        }
    };
    index.refresh();
    let mut left = 0;
    // What belongs to none of these programs is gone, and what has not finished by now never will.
    if let (Ok(workspace), false) = (plan.workspace(), index.is_empty()) {
        let list = serde_json::to_string(&workspace.programs()).map_err(|error| error.to_string())?;
        write(&folder.join("programs.tests"), &list)?;
        index.refresh();
        left = workspace.programs_left(&plan.arguments, |package, root| index.has_program(package, root));
    }
    let overview = view::overview(&index);
    Ok(Observed { status, stopped_early: plan.stops(status) && left >= possible(&overview), overview })
}

/// How many programs may follow the last observed one although Cargo ran them all: if no property failed, the one that did
/// has none, so it may be the last of them.
fn possible(overview: &Overview) -> usize {
    let has_failed = |row: &Row| matches!(row.verdict.kind, VerdictKind::Failed | VerdictKind::Unfinished);
    if overview.properties.iter().any(has_failed) { 1 } else { 2 }
}

const STOPPED_EARLY: &str = "Cargo stopped at the first failing test program; `--no-fail-fast` runs the others.\n";

/// The summary after the tests, with the command that shows more.
pub(super) fn text(observed: &Observed, more: Option<&str>) -> String {
    let Observed { status, overview, stopped_early } = observed;
    let early = if *stopped_early { STOPPED_EARLY } else { "" };
    let sentence = summary::sentence(overview);
    match (overview.properties.is_empty(), status.success()) {
        // Cargo or the tests have explained it.
        (true, false) => format!("\n{sentence} Fix the errors above first.\n"),
        (true, true) => format!(
            "\n{sentence} Did any of the tests that ran use `#[property]` or `Checker`?\n\
             `cargo mirrorcheck demo` shows what to expect.\n"
        ),
        (false, _) => format!(
            "\n{}\n{sentence}\n{}{early}",
            summary::table(overview, Look::of_environment(io::stdout().is_terminal())),
            more.map(|command| format!("For details: {command}\n")).unwrap_or_default()
        ),
    }
}

/// The exit code of the tests, unless a property ended its process and nobody noticed.
fn code(status: ExitStatus, overview: &Overview) -> ExitCode {
    if status.success() && unfinished(overview).is_some() {
        return ExitCode::from(FAILED);
    }
    // A process that was ended by a signal has no code.
    ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// The line of progress is not drawn more often than this.
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
                lock(&screen).draw(&progress(&view::overview(index), summary::columns(80)));
            }
            // Watching must not slow down the tests.
            next = Instant::now() + EVERY.max(begin.elapsed() * 20);
        }
        thread::sleep(Duration::from_millis(20));
    };
    // A process that the tests left behind may hold the other ends forever.
    let patience = Instant::now() + Duration::from_secs(1);
    while threads.iter().flatten().any(|thread| !thread.is_finished()) && Instant::now() < patience {
        thread::sleep(Duration::from_millis(5));
    }
    lock(&screen).clear();
    Ok(status)
}

/// The progress of the tests on one line of the terminal: a longer text could not be cleared.
fn progress(overview: &Overview, width: usize) -> String {
    let cases: u64 = overview.properties.iter().map(|row| row.counts).map(|c| c.passed + c.failed + c.discarded).sum();
    let failed = overview.properties.iter().filter(|row| row.verdict.kind == VerdictKind::Failed).count();
    let failed = if failed == 0 { String::new() } else { format!(", {failed} failed") };
    let properties = match overview.properties.len() {
        1 => "1 property".to_owned(),
        many => format!("{many} properties"),
    };
    // Some terminals start a new line after the last column.
    format!("  {}", summary::cut(&format!("{properties}, {cases} cases{failed} …"), width.saturating_sub(3)))
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

/// The state of the last line of the terminal.
#[derive(Default)]
struct Screen {
    has_progress: bool,
    /// The tests wrote an unfinished line, which must stay.
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
    use std::path::Path;

    use super::{Color, Plan, progress, quoted};
    use crate::view::Overview;

    fn plan(text: &str) -> (Plan, bool) {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Plan::read(&words).unwrap()
    }

    fn read(text: &str) -> (bool, String, bool) {
        let (plan, is_json) = plan(text);
        (plan.has_nextest, plan.arguments.join(" "), is_json)
    }

    #[test]
    fn other_arguments_are_passed_on() {
        assert_eq!(read(""), (false, String::new(), false));
        assert_eq!(read("-p tree --json -- --json x"), (false, "-p tree -- --json x".to_owned(), true));
        assert_eq!(read("--nextest --release"), (true, "--release".to_owned(), false));
        assert_eq!(read("nextest run nextest"), (true, "nextest".to_owned(), false));
        assert_eq!(read("run nextest"), (false, "run nextest".to_owned(), false));
    }

    #[test]
    fn color_is_on_unless_the_user_decides() {
        let colored = |text: &str, color| plan(text).0.colored(color).join(" ");
        assert_eq!(colored("-p x", Color::Everywhere), "--color=always -p x -- --color=always");
        assert_eq!(colored("-- y", Color::Everywhere), "--color=always -- y --color=always");
        assert_eq!(colored("-p x -- y", Color::Cargo), "--color=always -p x -- y");
        assert_eq!(colored("--nextest -p x", Color::Everywhere), "--color=always -p x");
        for said in ["", "--color never", "--color=auto -- y", "-- --color never", "x -- --color=auto"] {
            let color = if said.is_empty() { Color::AsItComes } else { Color::Everywhere };
            assert_eq!(colored(said, color), said);
        }
    }

    #[test]
    fn progress_fits_on_a_line() {
        let none = Overview { properties: Vec::new(), files: 0, bytes: 0, broken: Vec::new() };
        assert_eq!(progress(&none, 80), "  0 properties, 0 cases …");
        assert_eq!(progress(&none, 20), "  0 properties, 0 …");
    }

    #[test]
    fn paths_are_quoted_for_a_shell() {
        assert_eq!(quoted(Path::new("/a/b-c.d")), "/a/b-c.d");
        assert_eq!(quoted(Path::new("/a b")), "'/a b'");
    }
}
