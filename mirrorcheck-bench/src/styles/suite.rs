//! What is asked of each strategy, and what the answers come to.

use std::collections::HashMap;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use mirrorcheck::language::tries;
use mirrorcheck::prelude::*;

use crate::arguments::Arguments;
use crate::cpu;

/// Samples of each strategy.
const SAMPLES: u64 = 60;
/// Seconds of CPU time for all samples of a strategy; what takes longer counts as given up.
const SECONDS: f64 = 8.0;
/// Samples where it is enough to see that it works, and the seconds for them.
const QUICK: (u64, f64) = (2, 1.0);
/// Searches that may be given up before the rest is left out: the class is known by then.
const PATIENCE: u64 = 3;
/// The first seed: no test of the library uses these.
const FIRST_SEED: u64 = 73_000_001;
/// Ways to a value that are spelled out.
const WAYS: usize = 4;
/// Samples that frequencies are counted in, and how often a value must be there to be compared.
const COUNTED: u64 = 400;
const OFTEN: u64 = 30;

/// The framework of the original.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Proptest,
    Quickcheck,
    Arbitrary,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Proptest => "proptest",
            Kind::Quickcheck => "quickcheck",
            Kind::Arbitrary => "arbitrary",
        }
    }
}

/// A strategy of a published crate, written down again as a generator, and how it did.
#[derive(Debug)]
pub(super) struct Style {
    /// The crate and its version.
    pub(super) origin: &'static str,
    /// The file and the line of the original.
    pub(super) place: &'static str,
    pub(super) kind: Kind,
    /// Lines of the original and of the generator, without comments.
    pub(super) lines: usize,
    pub(super) ours: usize,
    /// The function of the generator.
    pub(super) name: &'static str,
    pub(super) natural: Tested,
    /// With the line that the message asked for.
    pub(super) advised: Option<Tested>,
    pub(super) advised_lines: usize,
}

/// What it takes to run a strategy backward.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Class {
    Nothing,
    Told,
    GivenUp,
    Broken,
}

impl Class {
    pub(super) const ALL: [Class; 4] = [Class::Nothing, Class::Told, Class::GivenUp, Class::Broken];

    pub(super) fn name(self) -> &'static str {
        match self {
            Class::Nothing => "nothing to write",
            Class::Told => "with what the message asks for",
            Class::GivenUp => "given up",
            Class::Broken => "a law is broken",
        }
    }
}

impl Style {
    pub(super) fn class(&self) -> Class {
        if self.natural.broken.is_some() {
            Class::Broken
        } else if self.natural.holds() {
            Class::Nothing
        } else if self.advised.as_ref().is_some_and(Tested::holds) {
            Class::Told
        } else {
            Class::GivenUp
        }
    }

    /// Why it does not run backward by itself.
    pub(super) fn why(&self) -> Option<&str> {
        self.natural.broken.as_deref().or(self.natural.message.as_deref())
    }
}

/// What came of the samples.
#[derive(Debug, Default)]
pub(super) struct Tested {
    pub(super) samples: u64,
    pub(super) given_up: u64,
    /// Samples that were found, but not in all the ways that there are, so that it is not known how likely they are.
    pub(super) unknown_chances: u64,
    /// The first message, if a search was given up.
    pub(super) message: Option<String>,
    /// The first law that does not hold, with a value.
    pub(super) broken: Option<String>,
    /// Runs that made nothing before the first that made the value, of each sample.
    pub(super) tries: Vec<u64>,
    pub(super) cpu: Duration,
}

impl Tested {
    pub(super) fn holds(&self) -> bool {
        self.broken.is_none() && self.given_up == 0 && self.samples > 0
    }

    fn give_up<G: Reflective>(&mut self, generator: &G, value: &G::Value) {
        self.given_up += 1;
        let told = || generator.why_not(value).map_or_else(String::new, |why| why.to_string());
        self.message.get_or_insert_with(told);
    }
}

/// All strategies so far.
#[derive(Debug)]
pub(super) struct Suite<'a> {
    arguments: &'a Arguments,
    source: &'static str,
    pub(super) styles: Vec<Style>,
}

impl<'a> Suite<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Self {
        Suite { arguments, source: "", styles: Vec::new() }
    }

    /// Says which file the next generators stand in.
    pub(super) fn source(&mut self, source: &'static str) {
        self.source = source;
    }

    /// Adds a strategy that compiles under `#[generator]`.
    pub(super) fn add<G>(&mut self, from: [&'static str; 2], kind: Kind, lines: usize, name: &'static str, generator: G)
    where
        G: Reflective,
        G::Value: Debug + PartialEq,
    {
        if self.is_wanted(from[0], name) {
            let natural = self.tested(name, &generator);
            self.push(from, kind, lines, name, natural);
        }
    }

    /// Adds what the message asked for to the strategy before.
    pub(super) fn advised<G>(&mut self, name: &'static str, generator: G)
    where
        G: Reflective,
        G::Value: Debug + PartialEq,
    {
        // Where nothing needs to be written, nobody is told to.
        let of_last = |style: &Style| name.strip_suffix("_advised") == Some(style.name) && !style.natural.holds();
        if self.styles.last().is_some_and(of_last) {
            let tested = self.tested(name, &generator);
            let lines = lines_of(self.source, name);
            if let Some(style) = self.styles.last_mut() {
                (style.advised, style.advised_lines) = (Some(tested), lines);
            }
        }
    }

    fn is_wanted(&self, origin: &str, name: &str) -> bool {
        let only = self.arguments.only.as_deref();
        only.is_none_or(|only| name == only || origin.split(' ').next() == Some(only))
    }

    fn push(
        &mut self,
        [origin, place]: [&'static str; 2],
        kind: Kind,
        lines: usize,
        name: &'static str,
        natural: Tested,
    ) {
        let ours = lines_of(self.source, name);
        let (advised, advised_lines) = (None, 0);
        self.styles.push(Style { origin, place, kind, lines, ours, name, natural, advised, advised_lines });
    }

    fn tested<G>(&self, name: &str, generator: &G) -> Tested
    where
        G: Reflective,
        G::Value: Debug + PartialEq,
    {
        let (samples, seconds) = limits(self.arguments);
        let budget = Duration::from_secs_f64(seconds);
        let mut tested = Tested::default();
        let start = cpu::process();
        for seed in FIRST_SEED..FIRST_SEED + samples {
            let outcome = catch_unwind(AssertUnwindSafe(|| sample(generator, seed, &mut tested)));
            if let Err(broken) = outcome.unwrap_or_else(|panic| Err(format!("panics: {}", said(panic.as_ref())))) {
                tested.broken.get_or_insert(broken);
            }
            tested.samples += 1;
            tested.cpu = cpu::process().saturating_sub(start);
            let late = tested.cpu > budget && tested.samples < samples;
            if late {
                tested.given_up += 1;
                let message = format!("{:.1} s for {} samples", tested.cpu.as_secs_f64(), tested.samples);
                tested.message.get_or_insert(message);
            }
            if late || tested.broken.is_some() || tested.given_up == PATIENCE {
                break;
            }
        }
        if tested.broken.is_none() && tested.given_up == 0 && !self.arguments.quick {
            tested.broken = frequencies(generator);
        }
        eprintln!(
            "{name}: {} samples, {} given up, {:.2} s{}{}",
            tested.samples,
            tested.given_up,
            tested.cpu.as_secs_f64(),
            tested.broken.as_ref().map_or_else(String::new, |broken| format!(", BROKEN: {broken}")),
            tested.message.as_ref().map_or_else(String::new, |message| format!(", {message}")),
        );
        tested
    }
}

/// The samples of each strategy, and the seconds for all of them.
pub(super) fn limits(arguments: &Arguments) -> (u64, f64) {
    let (samples, seconds) = if arguments.quick { QUICK } else { (SAMPLES, SECONDS) };
    (arguments.seeds.unwrap_or(samples), arguments.seconds.unwrap_or(seconds))
}

/// Asks everything of one sample; an error is a law that does not hold.
fn sample<G>(generator: &G, seed: u64, tested: &mut Tested) -> Result<(), String>
where
    G: Reflective,
    G::Value: Debug + PartialEq,
{
    let Ok(value) = generator.try_sample(seed) else { return Ok(()) };
    let broken = |law: &str| format!("{law}: {}", shown(&value));
    if !generator.try_sample(seed).is_ok_and(|again| again == value) {
        return Err(broken("a seed makes two values"));
    }
    if !generator.replay(&generator.randomness(seed)).is_ok_and(|again| again == value) {
        return Err(broken("recorded choices make another value"));
    }
    match generator.try_contains(&value) {
        Ok(true) => {}
        Ok(false) => return Err(broken("a wrong \"no\"")),
        Err(_) => {
            tested.give_up(generator, &value);
            return Ok(());
        }
    }
    match generator.reflect_first(&value) {
        Ok(Some(choices)) if generator.replay(&choices).is_ok_and(|again| again == value) => {}
        Ok(Some(_)) => return Err(broken("the choices found make another value")),
        Ok(None) => return Err(broken("a wrong \"no\"")),
        Err(_) => {
            tested.give_up(generator, &value);
            return Ok(());
        }
    }
    tested.tries.extend(tries(generator, &value));
    for way in generator.reflect(&value).take(WAYS) {
        if !generator.replay(&way).is_ok_and(|again| again == value) {
            return Err(broken("one of the ways makes another value"));
        }
    }
    match generator.likelihood(&value) {
        Ok(chance) if chance.ln().is_finite() && chance.ln() <= 1e-9 => {}
        Ok(_) => return Err(broken("a probability that cannot be")),
        Err(_) => tested.unknown_chances += 1,
    }
    Ok(())
}

/// Compares how often two values come with how likely they are, where two come often.
fn frequencies<G>(generator: &G) -> Option<String>
where
    G: Reflective,
    G::Value: Debug + PartialEq,
{
    let mut counts: HashMap<String, (G::Value, u64)> = HashMap::new();
    for seed in 0..COUNTED {
        if let Ok(value) = generator.try_sample(FIRST_SEED + seed) {
            counts.entry(format!("{value:?}")).or_insert((value, 0)).1 += 1;
        }
    }
    let mut often: Vec<(G::Value, u64)> = counts.into_values().filter(|(_, count)| *count >= OFTEN).collect();
    often.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let [(one, ones), .., (other, others)] = &often[..] else { return None };
    let chances = [one, other].map(|value| generator.likelihood(value).map(|chance| (chance.bounds(), chance.value())));
    let [Ok(((low, high), p)), Ok(((low2, high2), q))] = chances else { return None };
    if low < high || low2 < high2 {
        return None;
    }
    let (share, all) = (p / (p + q), (ones + others) as f64);
    let off = (*ones as f64 - all * share).abs() / (all * share * (1.0 - share)).sqrt();
    (off > 5.0).then(|| {
        format!(
            "a probability that is off: {} {ones} times, {} {others} times, for {p} and {q}",
            shown(one),
            shown(other)
        )
    })
}

fn shown(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    match text.char_indices().nth(160) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words").to_owned()
}

/// The lines of a function, without comments and blank ones.
fn lines_of(source: &str, name: &str) -> usize {
    let head = format!("fn {name}");
    let starts = |line: &&str| line.strip_prefix(head.as_str()).is_some_and(|rest| rest.starts_with(['(', '<']));
    let mut lines = source.lines().skip_while(|line| !starts(line));
    let mut count = 0;
    for line in lines.by_ref() {
        let line_of_code = line.trim();
        count += usize::from(!line_of_code.is_empty() && !line_of_code.starts_with("//"));
        if line.starts_with('}') {
            break;
        }
    }
    count
}
