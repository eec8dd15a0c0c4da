//! The trials: which seeds fail, how long runs take, when they are killed, and what the last run says.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::crates::Place;
use super::outcome::{self, Tally, Verdict};
use super::process::{Run, Victims};
use super::{Kind, told};
use crate::arguments::Arguments;
use crate::report::Findings;
use crate::rng::Rng;

/// How many runs of each kind are killed, in each of the two modes.
const KILLS: u64 = 200;
/// Seeds that are tried for those under which a property fails early, late and not at all.
const SEEDS: u64 = 400;
/// Failing seeds of each third of a run.
const EACH: usize = 2;
/// A run is killed at a moment from its start to a little after its end, which is bounded by these.
const SHORTEST: Duration = Duration::from_millis(5);
const LATEST: Duration = Duration::from_secs(3);
/// How long after its failure a run that hangs is killed at the latest.
const HANGING: Duration = Duration::from_millis(400);
/// A run that takes longer hangs.
const LIMIT: Duration = Duration::from_secs(60);
/// How long the library tries a case during which an earlier run stopped, if it can be set.
const HANG_LIMIT: (&str, &str) = ("MIRRORCHECK_HANG_LIMIT", "300ms");

/// Runs the trials of these kinds, each kind on one worker.
pub(super) fn run(
    kinds: &[&'static Kind],
    places: &[Place],
    log: &Path,
    arguments: &Arguments,
) -> Result<Findings, String> {
    let kills = arguments.kills.unwrap_or(KILLS);
    let seed = arguments.seed.unwrap_or(0);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for place in places {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(kind) = kinds.get(at) else { break };
                    let result = tally(kind, place, kills, Rng::new(seed ^ (at as u64) << 32));
                    lock(&results).push((at, result));
                }
            });
        }
    });
    let mut results = results.into_inner().map_err(|_| "a worker panicked")?;
    results.sort_by_key(|(at, _)| *at);
    let (mut tallies, mut losses) = (Vec::new(), String::new());
    for (_, result) in results {
        let (tally, lost) = result?;
        tallies.push(tally);
        losses.push_str(&lost);
    }
    fs::write(log, &losses).map_err(|error| told("cannot write", log, &error))?;
    let notes = if losses.is_empty() { String::new() } else { format!("each loss: {}\n", log.display()) };
    Ok(outcome::findings(&tallies, notes))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// All trials of one kind, and a line for each failure that was lost.
fn tally(kind: &'static Kind, place: &Place, kills: u64, mut chance: Rng) -> Result<(Tally, String), String> {
    let start = Instant::now();
    let subject = Subject::calibrated(kind, place)?;
    // Without the setting, each trial of a hang takes the library's own limit of ten seconds.
    let kills = if kind.hangs && subject.variables.is_empty() { kills.div_ceil(10) } else { kills };
    let mut tally = Tally { kind: kind.name, once: Default::default(), twice: Default::default() };
    let mut losses = String::new();
    for number in 0..2 * kills {
        let is_twice = number % 2 == 1;
        let trial = subject.draw(&mut chance, is_twice);
        let (is_found, verdict, said) = subject.run(&trial)?;
        if is_found && verdict.is_loss() {
            let _ = writeln!(losses, "{}: {trial:?}: {verdict} {said}", kind.name);
        }
        let count = if is_twice { &mut tally.twice } else { &mut tally.once };
        count.add(is_found, verdict);
    }
    place.clean()?;
    eprintln!("{}: {} kills in {:.0} s, {} lost", kind.name, 2 * kills, start.elapsed().as_secs_f64(), tally.losses());
    Ok((tally, losses))
}

/// A property with what is known of its runs.
struct Subject<'p> {
    kind: &'static Kind,
    place: &'p Place,
    variables: Vec<(&'static str, &'static str)>,
    /// A seed under which all cases pass.
    passing: u64,
    /// Seeds under which a case fails, with how long a run takes.
    failing: Vec<(u64, Duration)>,
    /// How long the run after a failure takes.
    after: Duration,
}

/// What to kill when.
#[derive(Debug)]
struct Trial {
    seed: u64,
    first: Kill,
    /// The kill of the second run, if it is killed as well.
    second: Option<Kill>,
}

#[derive(Debug)]
struct Kill {
    delay: Duration,
    victims: Victims,
}

impl Kill {
    fn within(length: Duration, chance: &mut Rng) -> Kill {
        let latest = length.mul_f64(1.1).clamp(SHORTEST, LATEST);
        let delay = Duration::from_micros(chance.below(latest.as_micros() as u64 + 1));
        Kill { delay, victims: if chance.below(2) == 0 { Victims::Process } else { Victims::Group } }
    }

    fn hit(&self, run: &mut Run<'_>) {
        thread::sleep(self.delay);
        run.kill(self.victims);
    }
}

impl<'p> Subject<'p> {
    /// Finds seeds and measures runs that are not killed.
    fn calibrated(kind: &'static Kind, place: &'p Place) -> Result<Subject<'p>, String> {
        let mut subject =
            Subject { kind, place, variables: Vec::new(), passing: 0, failing: Vec::new(), after: Duration::ZERO };
        let (mut passing, mut found) = (None, Vec::new());
        for seed in 1..=SEEDS {
            match subject.probe(seed)? {
                Some(first) => found.push((first, seed)),
                None => passing = passing.or(Some(seed)),
            }
            if passing.is_some() && found.len() >= 30 {
                break;
            }
        }
        subject.passing = passing.ok_or_else(|| format!("{}: no seed passes", kind.name))?;
        if kind.hangs {
            place.clean()?;
            let run = Run::start(place, kind.property, subject.passing, &[HANG_LIMIT], 0)?;
            if run.end(LIMIT)?.status.is_some_and(|status| status.success()) {
                subject.variables.push(HANG_LIMIT);
            }
        }
        // By the call in which they fail: early, in the middle and late.
        found.sort_unstable();
        let last = found.len().checked_sub(1).ok_or_else(|| format!("{}: no seed fails", kind.name))?;
        let mut picked: Vec<u64> = Vec::new();
        for part in 0..3 {
            let near = (last * part / 2).min((last + 1).saturating_sub(EACH));
            picked.extend(found[near..].iter().take(EACH).map(|(_, seed)| seed));
        }
        picked.dedup();
        for seed in picked {
            let length = subject.length(seed)?;
            subject.failing.push((seed, length));
        }
        let mut after = Duration::ZERO;
        for (seed, length) in &subject.failing {
            // What remains after a kill in the middle, and after none.
            for delay in [*length / 2, 2 * *length] {
                let first = Kill { delay: delay.min(LATEST), victims: Victims::Group };
                place.clean()?;
                first.hit(&mut subject.start(*seed, 1)?);
                let start = Instant::now();
                subject.start(subject.passing, 2)?.end(LIMIT)?;
                after = after.max(start.elapsed());
            }
        }
        subject.after = after;
        Ok(subject)
    }

    fn start(&self, seed: u64, number: u32) -> Result<Run<'p>, String> {
        Run::start(self.place, self.kind.property, seed, &self.variables, number)
    }

    /// The call in which the property fails under a seed, if it does. The run is killed then.
    fn probe(&self, seed: u64) -> Result<Option<u64>, String> {
        self.place.clean()?;
        let mut run = self.start(seed, 0)?;
        loop {
            let is_over = run.is_over();
            if let Some(call) = self.failure_found() {
                return Ok(Some(call));
            }
            if is_over {
                let ended = run.end(LIMIT)?;
                let passed = ended.status.is_some_and(|status| status.success());
                return if passed { Ok(None) } else { Err(format!("{}: {ended:?}", self.kind.name)) };
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The first call that a property wrote down as failing.
    fn failure_found(&self) -> Option<u64> {
        let text = fs::read_to_string(self.place.marker()).ok()?;
        text.split_once('\n')?.0.parse().ok()
    }

    /// How long a run takes under a seed.
    fn length(&self, seed: u64) -> Result<Duration, String> {
        let start = Instant::now();
        if self.kind.hangs {
            self.probe(seed)?;
            return Ok(start.elapsed() + HANGING);
        }
        self.place.clean()?;
        let start = Instant::now();
        self.start(seed, 0)?.end(LIMIT)?;
        Ok(start.elapsed())
    }

    fn draw(&self, chance: &mut Rng, is_twice: bool) -> Trial {
        let (seed, length) = self.failing[chance.below(self.failing.len() as u64) as usize];
        let first = Kill::within(length, chance);
        Trial { seed, first, second: is_twice.then(|| Kill::within(self.after, chance)) }
    }

    /// Kills one run or two, and lets the next one decide. Orphans live until the end of the trial.
    fn run(&self, trial: &Trial) -> Result<(bool, Verdict, String), String> {
        self.place.clean()?;
        let _ = fs::remove_file(self.place.said(2));
        let mut first = self.start(trial.seed, 1)?;
        trial.first.hit(&mut first);
        let is_found = self.failure_found().is_some();
        let mut second = None;
        if let Some(kill) = &trial.second {
            kill.hit(second.insert(self.start(self.passing, 2)?));
        }
        let ended = self.start(self.passing, 3)?.end(LIMIT)?;
        // Those that were killed may have said why nobody would know of the failure.
        let mut said = String::new();
        for number in 1..=3 {
            let words = fs::read_to_string(self.place.said(number)).unwrap_or_default();
            let _ = write!(said, "\n  run {number}: {}", words.trim_end().replace('\n', "\n    "));
        }
        Ok((is_found, Verdict::of(self.kind.property, &ended), said))
    }
}
