//! A property as a test: its settings, the failures that were kept, the case in which the last run died, other processes
//! and many threads. What there is to say comes back as text.

mod deaths;
mod keeper;
mod memory;
mod recall;

use std::io::Write;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use openpbtstats::{Cause, Facts};

use crate::core::choices::{Choices, Tape};
use crate::core::cx::{Answerer, Cx, SearchMode};
use crate::core::replay::Player;
use crate::core::rng::Rng;
use crate::run::check::{
    self, Case, Checked, Doubt, Expectations, Identity, PropertyTrial, Rules, Running, Status, Story, Style, Subject,
    Test, Trial, Unwatched, Workers,
};
use crate::run::child::{self, Job, Told};
use crate::run::debug_text::{shortened, visible};
use crate::run::files;
use crate::run::kept::Folder;
use crate::run::observe::{Observed, Observer};
use crate::run::processor;
use crate::run::record::{self, Claim, Dead, Owner, Record, RecordedCase};
use crate::run::settings::{self, Doubts, Named, Options, Settings};
use crate::run::shrink::Budget;
use crate::run::strategy::{self, Ordered, Random, Strategy};
use crate::run::viewpoint::Viewpoint;
use keeper::Keeper;
use recall::Recalled;

/// Makes a property on the thread that calls it, and lends it.
pub(crate) type Make<'p> = dyn Fn(&mut dyn FnMut(&mut dyn Subject)) + Sync + 'p;

/// What to run.
pub(crate) enum Cases<'p> {
    /// Examples, what was kept, and then what a strategy says, if there is one.
    All {
        examples: usize,
        choices: &'p [&'p str],
        strategy: Option<Box<dyn Strategy>>,
        /// Whether that is what the property's own test does: a child can do the same.
        is_test: bool,
    },
    /// One case, given in code of the user's.
    One(&'p str),
}

/// Who looks on while cases run.
#[derive(Clone, Copy)]
struct Watch<'w> {
    running: &'w dyn Running,
    observer: Option<&'w Observer>,
}

impl Watch<'_> {
    /// How the cases are made that follow.
    fn made_by(&self, how: &'static str) {
        if let Some(observer) = self.observer {
            observer.made_by(how);
        }
    }
}

/// What came of a test.
struct Ran {
    /// Why it fails, if it does.
    end: Option<Verdict>,
    checked: Option<Checked>,
}

/// Why a test fails.
pub(crate) enum Verdict {
    /// There is a case in which the property fails.
    Fails(String),
    /// It was not tested, or not enough.
    Untested(String),
}

/// Runs a property as a test. `make` makes it anew for each further thread.
pub(crate) fn run(
    identity: &Identity<'_>,
    options: &Options,
    cases: Cases<'_>,
    trial: &mut PropertyTrial<'_>,
    make: &Make<'_>,
) -> Option<Verdict> {
    // One case is not what the property was tested on.
    let observes = !matches!(cases, Cases::One(_));
    let mut session = match Session::new(identity, options, observes) {
        Ok(session) => session,
        Err(text) => return Some(Verdict::Untested(text)),
    };
    if session.is_supervised() {
        let end = match &cases {
            Cases::All { is_test: true, .. } => session.supervised(trial),
            // A child knows the strategy of the property's test only.
            Cases::All { is_test: false, .. } => None,
            Cases::One(choices) => session.replayed_in_child(trial, choices),
        };
        if let Some(end) = end {
            return session.finish(end);
        }
    }
    let workers = |body: &mut dyn FnMut(&mut dyn Trial)| make(&mut |subject| body(&mut PropertyTrial::new(subject)));
    let ran = session.run(trial, Some(&workers), cases);
    session.finish(ran.end)
}

/// Runs a property without a macro.
pub(crate) fn run_here(
    identity: &Identity<'_>,
    options: &Options,
    cases: Cases<'_>,
    trial: &mut PropertyTrial<'_>,
) -> Result<Checked, String> {
    let mut session = Session::new(identity, options, true)?;
    session.has_no_limits();
    let Ran { end, checked } = session.run(trial, None, cases);
    match (session.finish(end), checked) {
        (Some(Verdict::Fails(text) | Verdict::Untested(text)), _) => Err(text),
        (None, Some(checked)) => Ok(checked),
        (None, None) => Err("nothing was run".to_owned()),
    }
}

struct Session<'p> {
    identity: &'p Identity<'p>,
    settings: Settings,
    style: Style,
    rules: Rules,
    folder: Option<Folder>,
    job: Option<Job>,
    observer: Option<Rc<Observer>>,
    /// What to say although the property passes.
    remarks: Vec<String>,
    /// What to say only if it passes: which cases of interrupted runs pass by themselves.
    innocent: Vec<String>,
    /// Saves failures when they happen.
    keeper: Rc<Keeper>,
    /// Saved failures that were not run.
    unrun: Vec<Doubt>,
    /// Cases in which the last run ended, and which fail as others do: this run runs them.
    revived: Vec<RecordedCase>,
    /// The records of these cases.
    reviving: Vec<Dead>,
    /// The cases in which earlier runs ended. This run looks into them, and others do not.
    claim: Option<Claim>,
    /// Those of them that are saved, or pass: they are erased at the end.
    settled: Vec<Dead>,
    /// Whether the failure that was reported last is saved.
    is_saved: bool,
}

/// More threads have no place in the record: if one of their cases ended the process, nobody would know which.
const MAX_JOBS: usize = record::WORKERS;

/// How many remarks about a property are shown.
const MAX_REMARKS: usize = 10;

/// A run that takes more processor time gets advice.
const SLOW: Duration = Duration::from_secs(1);

impl<'p> Session<'p> {
    fn new(identity: &'p Identity<'p>, options: &Options, observes: bool) -> Result<Session<'p>, String> {
        let settings = settings::read(identity.manifest, options).map_err(|error| visible(&error.to_string()))?;
        let seed = settings.seed.unwrap_or_else(any_seed);
        let rules = Rules {
            seed,
            cases: settings.cases,
            discards: settings.discards,
            time: settings.time,
            jobs: settings.jobs.clamp(1, MAX_JOBS),
            budget: Budget { executions: settings.shrink, time: settings.shrink_time },
            shows_progress: true,
            shows_cases: settings.verbose >= 2,
            explains: true,
        };
        let place = identity.manifest.zip(identity.name);
        // Under Miri there are no files.
        let folder = place.filter(|_| !cfg!(miri)).map(|(manifest, _)| Folder::new(manifest, identity.shown));
        let job = identity.name.and_then(child::job);
        let file = identity.place.as_ref().map(|place| place.file);
        let view = identity.manifest.map(|manifest| Viewpoint::new(manifest, file));
        let style = Style::of_environment(settings.verbose > 0, view);
        let observer = match &job {
            Some(Job::One(_) | Job::Show(_)) => None,
            _ if !observes => None,
            Some(Job::Whole { observed, .. }) => Observer::begin(identity, &settings.observe, observed.as_deref()),
            None => Observer::begin(identity, &settings.observe, None),
        };
        let revived = match &job {
            Some(Job::Whole { revived, .. }) => revived.clone(),
            Some(Job::One(_) | Job::Show(_)) | None => Vec::new(),
        };
        let mut session = Session {
            identity,
            settings,
            style,
            rules,
            folder,
            job,
            observer: observer.map(Rc::new),
            remarks: Vec::new(),
            unrun: Vec::new(),
            innocent: Vec::new(),
            keeper: Rc::new(Keeper::new(Box::new(Unwatched), None, None, "")),
            revived,
            reviving: Vec::new(),
            claim: None,
            settled: Vec::new(),
            is_saved: false,
        };
        session.keep_beside(Box::new(Unwatched));
        Ok(session)
    }

    /// Says that limits have no effect without a child, once in a process.
    fn has_no_limits(&self) {
        static ONCE: AtomicBool = AtomicBool::new(false);
        let is_limited = self.settings.timeout.is_some() || self.settings.memory.is_some();
        if is_limited && !cfg!(miri) && !ONCE.swap(true, Ordering::Relaxed) {
            files::say(
                "`timeout` and `memory` have no effect on properties without `#[property]`, which run in the test's own \
                 process",
            );
        }
    }

    /// Saves failures when they happen, beside whoever knows which case is running.
    fn keep_beside(&mut self, running: Box<dyn Running>) {
        let folder = self.folder.clone().filter(|_| self.keeps());
        self.keeper = Rc::new(Keeper::new(running, folder, self.identity.manifest, self.identity.shown));
    }

    /// Whose cases the record has.
    fn owner(&self) -> Option<Owner<'p>> {
        let identity = self.identity;
        identity.name.map(|name| Owner { manifest: identity.manifest, name })
    }

    /// Where it is written down which case is running.
    fn record(&self) -> Box<dyn Running> {
        // Its parent listens, and asks for one case only.
        if matches!(self.job, Some(Job::One(_) | Job::Show(_))) {
            return Box::new(Told);
        }
        let Some(owner) = self.owner() else { return Box::new(Unwatched) };
        match Record::begin(owner, Some(self.settings.hang_limit)) {
            Ok(record) => Box::new(record),
            Err(why) if self.job.is_some() => {
                child::unrecorded(&why);
                Box::new(Told)
            }
            Err(_) if cfg!(miri) => Box::new(Unwatched),
            Err(why) => {
                record::say_unrecorded(&why, false);
                Box::new(Unwatched)
            }
        }
    }

    /// Examples, what was kept and what died, and then the strategy.
    fn run(&mut self, tested: &mut PropertyTrial<'_>, workers: Option<&Workers<'_>>, cases: Cases<'_>) -> Ran {
        let started = processor::time();
        self.keep_beside(self.record());
        if let Some(Job::One(given)) = &self.job {
            child::answer_and_exit(&child::said(&one(tested, given, &*self.keeper)));
        }
        // They may have been looked into already, when the property was to run in a child.
        if let Some(Job::Show(choices)) = &self.job {
            if let Ok(choices) = choices.parse() {
                // A value that ends its process when it is dropped is still one that can be shown.
                tested.leak_values(true);
                if check::replayed(tested, &choices).is_ok() {
                    for many_lines in [false, true] {
                        check::parts(tested, many_lines);
                    }
                }
            }
            child::answer_and_exit("shown");
        }
        if self.job.is_none() && self.claim.is_none() && !matches!(cases, Cases::One(_)) {
            if let Some(text) = self.died(tested) {
                return Ran { end: Some(Verdict::Fails(text)), checked: None };
            }
        }
        let observer = self.observer.clone();
        let keeper = Rc::clone(&self.keeper);
        let watch = Watch { running: &*keeper, observer: observer.as_deref() };
        let ran = match (cases, self.settings.replay.clone()) {
            (Cases::One(choices), _) => self.replay(tested, watch, choices),
            (Cases::All { .. }, Some(choices)) => self.replay(tested, watch, &choices),
            (Cases::All { examples, choices, strategy, .. }, None) => {
                self.all(tested, workers, watch, examples, choices, strategy)
            }
        };
        let mut checked = match ran {
            Ok(checked) => checked,
            Err(text) => {
                let text = visible(&text);
                self.failed(Cause::Error { message: text.clone() }, &text);
                return Ran { end: Some(Verdict::Untested(text)), checked: None };
            }
        };
        checked.facts.unrun = self.unrun.clone();
        if !checked.has_failed() {
            checked.doubts.splice(0..0, self.unrun.iter().cloned());
        }
        // Where it is observed, most of the time may be spent on that.
        if observer.is_none() {
            checked.doubts.extend(self.slow(tested, &checked, started));
        }
        let text = self.text(tested, &checked);
        // A revived case that did not run, or whose failure is in no file, stays in its record.
        if self.revived.is_empty() && (!checked.has_failed() || self.is_saved || !self.keeps()) {
            self.settled.append(&mut self.reviving);
            if matches!(self.job, Some(Job::Whole { .. })) {
                child::settled();
            }
        }
        let end = text.map(|text| if checked.has_failed() { Verdict::Fails(text) } else { Verdict::Untested(text) });
        Ran { end, checked: Some(checked) }
    }

    /// Advice about a run that took long, unless the user decided how many cases there are. Once in a process: a line for
    /// each property would hide the others.
    fn slow(&self, tested: &mut dyn Trial, checked: &Checked, started: Option<Duration>) -> Option<Doubt> {
        static ONCE: AtomicBool = AtomicBool::new(false);
        let time = processor::time()?.saturating_sub(started?);
        let is_decided = !self.settings.cases_are_default || self.settings.time.is_some() || checked.facts.is_partial;
        let is_told = self.settings.doubts != Doubts::Hide && self.job.is_none() && !checked.fails();
        if time <= SLOW || is_decided || !is_told || ONCE.swap(true, Ordering::Relaxed) {
            return None;
        }
        let cases = checked.tally.passed;
        let generating = generating(tested, self.rules.seed, cases, time);
        Some(Doubt::Slow { time, cases, generating })
    }

    /// One case, by its choices.
    fn replay(&mut self, tested: &mut PropertyTrial<'_>, watch: Watch<'_>, text: &str) -> Result<Checked, String> {
        let name = self.identity.shown;
        let choices: Choices = text
            .parse()
            .map_err(|error| format!("property `{name}`: cannot read the choices {}: {error}", short(text)))?;
        if let Some(why) = check::refused(tested, &choices) {
            let (choices, why) = (short(text), shortened(&why, 200));
            return Err(format!(
                "property `{name}`: the generator makes no value from the choices {choices}: {why}\n  do they belong to another property?"
            ));
        }
        let mut observed;
        let trial: &mut dyn Trial = match watch.observer {
            Some(observer) => {
                observed = Observed::new(tested, observer);
                &mut observed
            }
            None => tested,
        };
        watch.made_by("replayed");
        let mut test = Test::new(trial, None, self.rules.clone(), watch.running);
        if let ControlFlow::Continue(outcome) = test.replay(&choices) {
            let (used, all) = (outcome.choices.len(), choices.len());
            if used < all && outcome.status != Status::Failed {
                let choices = short(text);
                return Err(format!(
                    "property `{name}`: only {used} of the {all} choices {choices} were used\n  do they belong to \
                     another property?"
                ));
            }
        }
        let mut checked = check::finish(test, &self.rules);
        // One case says nothing about the others.
        checked.doubts.clear();
        checked.facts.is_partial = true;
        Ok(checked)
    }

    fn all(
        &mut self,
        tested: &mut PropertyTrial<'_>,
        workers: Option<&Workers<'_>>,
        watch: Watch<'_>,
        examples: usize,
        choices: &[&str],
        strategy: Option<Box<dyn Strategy>>,
    ) -> Result<Checked, String> {
        let mut given: Vec<Option<Choices>> = Vec::new();
        for number in 0..examples {
            given.push(match tested.example(number) {
                Ok(()) => tested.reflect().and_then(Result::ok),
                Err(_) => None,
            });
        }
        let mut by_choices: Vec<Choices> = Vec::new();
        for text in choices {
            match text.parse() {
                Ok(choices) => by_choices.push(choices),
                Err(error) => return Err(format!("cannot read the choices {}: {error}", short(text))),
            }
        }
        let kept = self.recalled(tested, watch.running);
        // Those that end the process come first, in other processes: this one would not see what follows.
        for Recalled { file, choices, dies } in &kept {
            if *dies {
                match self.died_again(tested, file, choices) {
                    Ok(Some(finding)) => return Ok(Checked::of(finding)),
                    Ok(None) => {}
                    Err(error) => {
                        let file = self.shown(file);
                        self.remarks.push(format!(
                            "the saved failure {file} ended its process and was not run: no child process could be started \
                             ({error})"
                        ));
                    }
                }
            }
        }
        let mut observed;
        let (trial, workers): (&mut dyn Trial, _) = match watch.observer {
            // Lines are in the order of the cases: one thread runs them all.
            Some(observer) => {
                observed = Observed::new(tested, observer);
                (&mut observed, None)
            }
            None => (tested, workers),
        };
        let mut test = Test::new(trial, workers, self.rules.clone(), watch.running);
        for (number, choices) in given.into_iter().enumerate() {
            if test.example(number, choices) == Status::Discarded {
                self.remarks.push(format!("example {} is discarded: it does not satisfy an `assume`", number + 1));
            }
        }
        watch.made_by("explicit example");
        for choices in &by_choices {
            if test.replay(choices).continue_value().is_some_and(|outcome| outcome.status == Status::Discarded) {
                let choices = short(&choices.to_string());
                self.remarks.push(format!("the case with the choices {choices} is discarded"));
            }
        }
        for Recalled { file, choices, dies } in &kept {
            if !dies && test.kept(choices, file) == Some(Status::Discarded) {
                let file = self.shown(file);
                self.remarks
                    .push(format!("the saved failure {file} is discarded now: it does not satisfy an `assume`"));
            }
        }
        watch.made_by("replayed");
        for given in std::mem::take(&mut self.revived) {
            if test.flow().is_break() {
                self.revived.push(given);
                continue;
            }
            let failed = test.tally.failed;
            match &given {
                RecordedCase::Random { seed, case } => {
                    let _ = test.random(*seed, *case..case + 1);
                }
                RecordedCase::Choices(text) => {
                    if let Ok(choices) = text.parse() {
                        let _ = test.replay(&choices);
                    }
                }
                RecordedCase::Long => {}
            }
            if test.tally.failed == failed {
                self.innocent.push(format!(
                    "an earlier run stopped during {}, which failed in a process of its own, but passes in this one",
                    given.shown()
                ));
            }
        }
        let mut strategy = match (strategy, self.settings.strategy) {
            (Some(strategy), _) if !self.settings.forces_strategy => strategy,
            (_, Some(Named::Ordered)) => Box::new(Ordered),
            (_, Some(Named::Random) | None) => Box::new(Random::default()),
        };
        watch.made_by("strategy");
        // What fails already need not be looked for.
        if !test.has_failed() {
            strategy::pursue(&mut test, &self.rules, &mut *strategy);
        }
        Ok(check::finish(test, &self.rules))
    }

    /// The report of a failure, which is kept from now on.
    fn text(&mut self, tested: &mut PropertyTrial<'_>, checked: &Checked) -> Option<String> {
        let name = self.identity.name.map(|_| self.identity.shown);
        let mut story = Story::new(name, tested, checked, &self.style);
        for (number, finding) in checked.findings.iter().enumerate() {
            self.complete(tested, number, &mut story.failures[number], finding);
        }
        self.is_saved = story.failures.first().is_some_and(|told| told.file.is_some());
        self.keeper.clean_up();
        let text = story.text(&self.style);
        let outcome = checked.outcome(&story.failures, text.as_deref(), self.expectations());
        if let Some(observer) = &self.observer {
            observer.end(tested, checked, &story.failures, &outcome);
        }
        let unrun = self.unrun.iter().map(Doubt::to_string);
        if text.is_some() {
            // Whoever mends this should know that there was more.
            self.remarks.extend(unrun);
            return text;
        }
        let mut doubts: Vec<String> = checked.doubts.iter().map(Doubt::to_string).collect();
        let fails = outcome.doubts.iter().any(Doubt::is_serious);
        match self.settings.doubts {
            // Who does not want to hear of tests that are poor still wants to know that one is missing.
            Doubts::Hide => self.remarks.extend(unrun),
            Doubts::Fail if fails => {
                let subject = name.map_or("the property".to_owned(), |name| format!("property `{name}`"));
                let text = format!("{subject} passed, but tested too little:\n  {}", visible(&doubts.join("\n  ")));
                return Some(text);
            }
            Doubts::Show | Doubts::Fail => self.remarks.append(&mut doubts),
        }
        if self.settings.verbose > 0 {
            self.remarks.push(check::summary(checked));
        }
        None
    }

    fn expectations(&self) -> Expectations<'_> {
        Expectations {
            name: self.identity.short(),
            should_panic: self.identity.should_panic.or(self.observer.as_ref().and_then(|it| it.should_panic())),
            doubts_fail: self.settings.doubts == Doubts::Fail,
        }
    }

    /// Ends the observation of a run in which no case can be shown.
    fn failed(&self, cause: Cause, text: &str) {
        if let Some(observer) = &self.observer {
            let facts = Facts { failures: vec![cause], ..Facts::default() };
            observer.failed(&self.expectations().judge(facts, Some(text)), text);
        }
    }

    /// Says what there is to say, past the output that the test program captures.
    fn finish(&mut self, end: Option<Verdict>) -> Option<Verdict> {
        if end.is_none() {
            self.remarks.append(&mut self.innocent);
        }
        if self.job.is_some() {
            for remark in &self.remarks {
                child::remark(remark);
            }
            let said = match &end {
                Some(Verdict::Fails(text)) => format!("fails\n{text}"),
                Some(Verdict::Untested(text)) => format!("untested\n{text}"),
                None => "passes".to_owned(),
            };
            child::answer_and_exit(&said);
        }
        for dead in self.settled.drain(..) {
            if let Err(error) = dead.erase() {
                // It is looked into again, and nothing else happens.
                self.remarks.push(format!("the record of an interrupted case cannot be erased: {error}"));
            }
        }
        let name = visible(self.identity.shown);
        let mut lines = String::new();
        if self.remarks.len() > MAX_REMARKS && !self.style.is_full {
            let rest = self.remarks.len() - MAX_REMARKS;
            self.remarks.truncate(MAX_REMARKS);
            self.remarks.push(format!("… and {rest} more remarks; {}", self.style.more));
        }
        for remark in &self.remarks {
            lines.push_str(&format!("mirrorcheck: {name}: {}\n", visible(remark)));
        }
        if !lines.is_empty() {
            // Not `eprint!`, which is captured. A terminal that cannot be written to is no failure.
            let _ = std::io::stderr().write_all(lines.as_bytes());
        }
        end
    }
}

/// What came of one case that was given: in a child, which tells what it draws before it may die.
fn one(trial: &mut dyn Trial, given: &RecordedCase, running: &dyn Running) -> Case {
    let (sequence, size, chance) = match given {
        RecordedCase::Random { seed, case } => (None, check::size_of(*case), check::chance_of(*seed, *case)),
        RecordedCase::Long => return Case::Discarded,
        RecordedCase::Choices(text) => {
            let Ok(choices) = text.parse::<Choices>() else { return Case::Discarded };
            (Some(choices.sequence().collect::<Vec<_>>()), choices.size(), Rng::new(0, 0))
        }
    };
    let told = |choices: &dyn Fn() -> String| running.choices(choices);
    let mut player = sequence.as_ref().map(|sequence| Player::of_property(sequence));
    let mut cx = Cx::cold(chance, size, SearchMode::First);
    if let Some(cold) = cx.cold_mut() {
        cold.tape = Some(Tape::new());
        cold.answerer = player.as_mut().map(|player| player as &mut dyn Answerer);
    }
    if trial.make(&mut cx).is_err() {
        return Case::Discarded;
    }
    cx.begin_body(Some(&told));
    trial.test(&mut cx)
}

/// Choices as a message shows them.
fn short(choices: &str) -> String {
    format!("`{}`", shortened(&visible(choices), 80))
}

/// How much of the time, in percent, is spent on making values.
fn generating(trial: &mut dyn Trial, seed: u64, cases: u64, time: Duration) -> u64 {
    const LOOKED_AT: u64 = 20;
    let started = processor::time().unwrap_or_default();
    for case in 0..LOOKED_AT {
        let _ = trial.make(&mut Cx::random(check::chance_of(seed, 5 * case), check::size_of(5 * case)));
    }
    let taken = processor::time().unwrap_or_default().saturating_sub(started);
    let share = taken.as_secs_f64() / LOOKED_AT as f64 * cases as f64 / time.as_secs_f64();
    (100.0 * share).min(100.0) as u64
}

/// A seed that is another one each time. A short one, because it is read by people.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    u64::from(RandomState::new().hash_one(0) as u32)
}

impl Test<'_> {
    fn example(&mut self, number: usize, choices: Option<Choices>) -> Status {
        match self.trial_mut().example(number) {
            Ok(()) => self.given(choices, check::Origin::Example(number)),
            Err(_) => Status::Discarded,
        }
    }

    fn kept(&mut self, choices: &Choices, file: &str) -> Option<Status> {
        self.kept.push(choices.clone());
        self.replay_of(choices, check::Origin::Kept(file.to_owned())).continue_value().map(|outcome| outcome.status)
    }
}
