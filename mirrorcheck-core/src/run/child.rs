//! A property, or one case of it, in a process of its own: whatever it does there, it is seen from outside.
//!
//! The child is this test program once more, told to run one test. The two talk through a channel that only they have: the
//! parent says what to do, and the child says what it is doing and how that ended. Nothing is written to files that others
//! could read, replace or find later. The channel stays open for as long as the parent lives, and the child ends when it
//! closes.

mod channel;
mod limits;

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use openpbtstats::Death;

use crate::core::panics::{Panic, TIMEOUT};
use crate::run::check::{Case, Identity, Running};
use crate::run::files;
use crate::run::record::{self, Dead, Owner, RecordedCase};
use channel::{Frame, Line};
pub(crate) use limits::{LIMITS_MEMORY, Limits};

/// The variable that tells a child that it is one.
pub(crate) const VARIABLE: &str = "MIRRORCHECK_CHILD";

/// What a child is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Job {
    /// The whole property, as without a child.
    Whole {
        /// What it takes to join the run that is observed.
        observed: Option<String>,
        /// Cases in which an earlier run ended, and which fail as others do: they run first.
        revived: Vec<RecordedCase>,
    },
    /// One case.
    One(RecordedCase),
    /// To write the text of the value that these choices make.
    Show(String),
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

/// How a child ended, and what it was doing.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) end: ChildEnd,
    /// The cases that were running when it ended.
    pub(crate) running: Vec<RecordedCase>,
    /// What its record says of them, to be erased when they are looked into.
    pub(crate) dead: Vec<Dead>,
    /// What it wants to be printed.
    pub(crate) remarks: Vec<String>,
    /// Whether the failures of the cases that it was told to run first are saved, or are none.
    pub(crate) has_settled: bool,
}

/// What a child has said so far.
#[derive(Debug, Default)]
struct Heard {
    /// Whether it has begun with its job.
    begun: Option<Instant>,
    running: Vec<(RecordedCase, Instant)>,
    answer: Option<String>,
    remarks: Vec<String>,
    has_settled: bool,
    is_over: bool,
}

/// What the reader of a channel and whoever waits for the child share.
#[derive(Default)]
struct Ear {
    heard: Mutex<Heard>,
    changed: Condvar,
}

/// How long a child may take from its start to its job.
const START: Duration = Duration::from_secs(30);
/// What a child has written is read within this time after its end, unless it left processes that keep the channel open.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How much of what a child prints about its end is looked at.
const TAIL: usize = 4096;

/// Runs a job in a child.
pub(crate) fn run(identity: &Identity<'_>, job: &Job, limits: &Limits) -> io::Result<Ran> {
    let (Some(name), Some(test)) = (identity.name, identity.test) else {
        return Err(io::Error::other("only a test can be run again by its name"));
    };
    files::allow_children()?;
    let owner = Owner { manifest: identity.manifest, name };
    let stem = files::unique();
    let mut command = Command::new(std::env::current_exe()?);
    command.args([test, "--exact", "--nocapture", "--include-ignored"]).env(VARIABLE, &stem).stderr(Stdio::piped());
    let (mut child, mut channel) = channel::spawn(&mut command, &stem)?;
    let memory = limits.memory.map_or_else(String::new, |memory| memory.to_string());
    let tail = child.stderr.take().map(Tail::read);
    let ear = Arc::new(Ear::default());
    let listener = {
        let ear = Arc::clone(&ear);
        let mut lines = channel.lines()?;
        move || {
            while let Some(frame) = lines.next() {
                ear.hear(frame);
            }
            ear.hear(Frame { kind: "end".to_owned(), text: String::new() });
        }
    };
    let listener = std::thread::Builder::new().name("mirrorcheck".to_owned()).spawn(listener);
    let told = listener.and_then(|_| {
        channel.say("property", name)?;
        channel.say("record", &stem)?;
        channel.say("memory", &memory)?;
        for case in job.revived() {
            channel.say("revive", &case.to_text())?;
        }
        channel.say("job", &job.to_text())
    });
    let folder = record::folder(identity.manifest);
    let watched = || folder.as_ref().map(|folder| record::watched(folder, &stem)).unwrap_or_default();
    let notice = |case: &RecordedCase, elapsed: Duration| {
        let seconds = elapsed.as_secs_f64();
        let (shown, case) = (identity.shown, case.shown());
        files::say(&format!(
            "{shown}: {case} has been running for {seconds:.0} s in a child process. {}",
            record::STOP
        ));
    };
    let ended = match told {
        // One that dies at once does not listen to the end.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = child.kill();
            let _ = child.wait();
            return Err(error);
        }
        _ => wait(&mut child, &ear, limits, matches!(job, Job::Whole { .. }), &watched, &notice)?,
    };
    let mut heard = ear.last_words();
    // The child is gone: the channel closes with the last of its ends.
    drop(channel);
    let dead = record::left_by(owner, &stem);
    let mut running = Vec::new();
    for dead in &dead {
        running.extend(dead.cases.iter().cloned());
    }
    if running.is_empty() {
        running.extend(std::mem::take(&mut heard.running).into_iter().map(|(case, _)| case));
    }
    let (remarks, has_settled) = (std::mem::take(&mut heard.remarks), heard.has_settled);
    let end = match (heard.answer.take(), ended) {
        (Some(answer), _) => ChildEnd::Said(answer),
        (None, Some(status)) => {
            let why = tail.map(|tail| tail.text()).and_then(|text| limits.cause(&text));
            ChildEnd::Died(death(status) + &why.map_or_else(String::new, |why| format!(", {why}")))
        }
        (None, None) => ChildEnd::Hung(limits.time.unwrap_or_default()),
    };
    Ok(Ran { end, running, dead, remarks, has_settled })
}

impl Ear {
    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self, Frame { kind, text }: Frame) {
        let mut heard = self.lock();
        match kind.as_str() {
            "begin" => heard.begun = Some(Instant::now()),
            "idle" => heard.running.clear(),
            "case" => {
                heard.running = RecordedCase::from_text(&text).map(|case| (case, Instant::now())).into_iter().collect()
            }
            "answer" => heard.answer = Some(text),
            "remark" => heard.remarks.push(text),
            // At once: this process may be killed before the child ends.
            "unrecorded" => record::say_unrecorded(&text, true),
            "warning" => files::say(&text),
            "settled" => heard.has_settled = true,
            "end" => heard.is_over = true,
            _ => {}
        }
        self.changed.notify_all();
    }

    /// Waits for this long, or until there is something to hear.
    fn pause(&self, pause: Duration) {
        let heard = self.lock();
        if heard.answer.is_some() || heard.is_over {
            drop(heard);
            return std::thread::sleep(pause.min(Duration::from_millis(1)));
        }
        let _ = self.changed.wait_timeout(heard, pause);
    }

    /// What was heard, when there is no more to hear.
    fn last_words(&self) -> MutexGuard<'_, Heard> {
        let heard = self.lock();
        let is_open = |heard: &mut Heard| !heard.is_over;
        match self.changed.wait_timeout_while(heard, LAST_WORDS, is_open) {
            Ok((heard, _)) => heard,
            Err(poisoned) => poisoned.into_inner().0,
        }
    }
}

/// Waits for a child; stops it if one case takes too long.
fn wait(
    child: &mut Child,
    ear: &Ear,
    limits: &Limits,
    runs_many: bool,
    watched: &dyn Fn() -> Vec<RecordedCase>,
    notice: &dyn Fn(&RecordedCase, Duration),
) -> io::Result<Option<ExitStatus>> {
    let (started, mut pause) = (Instant::now(), Duration::from_micros(200));
    // Since when each case has been running, as far as the record tells.
    let mut since: Vec<(RecordedCase, Instant)> = Vec::new();
    let mut has_told = false;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let begun = ear.lock().begun;
        let longest = match begun {
            // Starting a process takes time, too.
            None => started.elapsed().checked_sub(START).map(|late| (RecordedCase::Long, late)),
            Some(begun) if !runs_many => Some((RecordedCase::Long, begun.elapsed())),
            Some(_) => {
                since = carried_on(watched(), &since);
                let all = since.iter().chain(&ear.lock().running).cloned().collect::<Vec<_>>();
                all.into_iter().map(|(case, start)| (case, start.elapsed())).max_by_key(|(_, elapsed)| *elapsed)
            }
        };
        if let Some((case, elapsed)) = longest {
            if limits.time.is_some_and(|limit| elapsed > limit) {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(None);
            }
            if runs_many && begun.is_some() && !has_told && limits.notice.is_some_and(|limit| elapsed > limit) {
                has_told = true;
                notice(&case, elapsed);
            }
        }
        ear.pause(pause);
        pause = (2 * pause).min(Duration::from_millis(5));
    }
}

/// The cases that are running now: since when, if they were running before.
fn carried_on(now: Vec<RecordedCase>, before: &[(RecordedCase, Instant)]) -> Vec<(RecordedCase, Instant)> {
    let mut since = Vec::new();
    for case in now {
        let known = before.iter().find(|(known, _)| *known == case);
        let start = known.map_or_else(Instant::now, |(_, start)| *start);
        since.push((case, start));
    }
    since
}

/// The last of what a child prints: why the standard library ended it.
struct Tail(Arc<Mutex<(Vec<u8>, bool)>>);

impl Tail {
    fn read(mut from: impl Read + Send + 'static) -> Tail {
        let tail = Tail(Arc::default());
        let shared = Arc::clone(&tail.0);
        let read = move || {
            let mut bytes = [0; 1024];
            loop {
                let read = from.read(&mut bytes).unwrap_or(0);
                let mut tail = shared.lock().unwrap_or_else(PoisonError::into_inner);
                if read == 0 {
                    tail.1 = true;
                    return;
                }
                tail.0.extend_from_slice(&bytes[..read]);
                let excess = tail.0.len().saturating_sub(TAIL);
                tail.0.drain(..excess);
            }
        };
        // Without a reader the child could wait for one.
        if std::thread::Builder::new().name("mirrorcheck".to_owned()).spawn(read).is_err() {
            tail.0.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        }
        tail
    }

    fn text(self) -> String {
        let end = Instant::now() + LAST_WORDS;
        loop {
            let tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if tail.1 || Instant::now() >= end {
                return String::from_utf8_lossy(&tail.0).into_owned();
            }
            drop(tail);
            std::thread::sleep(Duration::from_micros(200));
        }
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

impl Job {
    fn to_text(&self) -> String {
        match self {
            Job::Whole { observed: None, .. } => "whole".to_owned(),
            Job::Whole { observed: Some(observed), .. } => format!("observed {observed}"),
            Job::One(case) => case.to_text(),
            Job::Show(choices) => format!("show {choices}"),
        }
    }

    fn from_text(text: &str, revived: Vec<RecordedCase>) -> Option<Job> {
        match text.split_once(' ').unwrap_or((text, "")) {
            ("whole", _) => Some(Job::Whole { observed: None, revived }),
            ("observed", rest) => Some(Job::Whole { observed: Some(rest.to_owned()), revived }),
            ("show", choices) => Some(Job::Show(choices.to_owned())),
            _ => RecordedCase::from_text(text).map(Job::One),
        }
    }

    fn revived(&self) -> &[RecordedCase] {
        match self {
            Job::Whole { revived, .. } => revived,
            Job::One(_) | Job::Show(_) => &[],
        }
    }
}

impl RecordedCase {
    fn to_text(&self) -> String {
        match self {
            RecordedCase::Random { seed, case } => format!("random {seed} {case}"),
            RecordedCase::Choices(choices) => format!("choices {choices}"),
            RecordedCase::Long => "long".to_owned(),
        }
    }

    fn from_text(text: &str) -> Option<RecordedCase> {
        match text.split_once(' ').unwrap_or((text, "")) {
            ("choices", rest) => Some(RecordedCase::Choices(rest.to_owned())),
            ("long", _) => Some(RecordedCase::Long),
            ("random", rest) => {
                let (seed, case) = rest.split_once(' ')?;
                Some(RecordedCase::Random { seed: seed.parse().ok()?, case: case.parse().ok()? })
            }
            _ => None,
        }
    }
}

/// What this process is, if it is a child.
struct Hired {
    property: String,
    job: Job,
    line: Mutex<Line>,
}

fn hired() -> Option<&'static Hired> {
    static HIRED: OnceLock<Option<Hired>> = OnceLock::new();
    HIRED.get_or_init(hire).as_ref()
}

fn hire() -> Option<Hired> {
    let nonce = std::env::var(VARIABLE).ok()?;
    let (mut line, mut lines) = channel::of_child(&nonce)?;
    let (mut property, mut memory, mut revived) = (None, None, Vec::new());
    let job = loop {
        // A parent that is gone before it has said what to do: run on, this process would be in the way of the next run.
        let Some(Frame { kind, text }) = lines.next() else { return channel::end_orphan() };
        match kind.as_str() {
            "property" => property = Some(text),
            "record" => record::name_file(&text),
            "memory" => memory = text.parse().ok(),
            "revive" => revived.extend(RecordedCase::from_text(&text)),
            "job" => break Job::from_text(&text, revived)?,
            _ => {}
        }
    };
    if let Some(memory) = memory {
        limits::limit_memory(memory);
    }
    // The parent never says anything more: when the channel closes, nobody waits for this process any longer.
    let watch = std::thread::Builder::new().name("mirrorcheck".to_owned()).stack_size(128 << 10);
    let _ = watch.spawn(move || {
        while lines.next().is_some() {}
        channel::end_at_once();
    });
    line.say("begin", "").ok()?;
    Some(Hired { property: property?, job, line: Mutex::new(line) })
}

/// What this process is to do, if it is a child and this is the property.
pub(crate) fn job(property: &str) -> Option<Job> {
    hired().filter(|hired| hired.property == property).map(|hired| hired.job.clone())
}

fn say(kind: &str, text: &str) {
    if let Some(hired) = hired() {
        // Without an answer the parent takes this process for dead, which it is told then.
        let _ = hired.line.lock().unwrap_or_else(PoisonError::into_inner).say(kind, text);
    }
}

/// Lets the parent print a line.
pub(crate) fn remark(line: &str) {
    say("remark", line);
}

/// Prints a line at once. In a child, the parent does, because nobody reads what a child prints.
pub(crate) fn warn(line: &str) {
    if hired().is_some() { say("warning", line) } else { files::say(line) }
}

/// Lets the parent say why it cannot be recorded which case is running.
pub(crate) fn unrecorded(why: &str) {
    say("unrecorded", why);
}

/// Tells the parent that the failures of the cases which it asked for are saved, or are none.
pub(crate) fn settled() {
    say("settled", "");
}

/// Says what came of the job, and ends this process.
pub(crate) fn answer_and_exit(said: &str) -> ! {
    say("answer", said);
    std::process::exit(0)
}

/// Tells the parent which case is running, where there is no record that it could look at.
pub(crate) struct Told;

impl Running for Told {
    fn counter(&self, _: u64, _: usize) -> Option<&std::sync::atomic::AtomicU64> {
        None
    }

    fn wants_each(&self) -> bool {
        true
    }

    fn random(&self, seed: u64, case: u64) {
        say("case", &RecordedCase::Random { seed, case }.to_text());
    }

    fn choices(&self, choices: &dyn Fn() -> String) {
        say("case", &RecordedCase::Choices(choices()).to_text());
    }

    fn nothing(&self) {
        say("idle", "");
    }
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

pub(crate) fn came(seen: ChildEnd, has_timeout: bool) -> Case {
    let failed = |message: String, place: String| Case::Failed(Panic { message, place: Some(place) });
    match seen {
        ChildEnd::Died(how) => failed(Death::Died { how: how.clone() }.to_string(), how),
        ChildEnd::Hung(after) if has_timeout => {
            failed(format!("the case exceeded the {after:?} {TIMEOUT}"), TIMEOUT.to_owned())
        }
        ChildEnd::Hung(after) => failed(
            format!("the case did not end within {after:?}, the `hang_limit` of cases without a {TIMEOUT}"),
            TIMEOUT.to_owned(),
        ),
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
