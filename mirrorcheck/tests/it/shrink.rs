//! What shrinking comes to, and how often it has to run the property for that.
//!
//! The expected minimum is what a person would give as the simplest example. It has to be found whatever was found
//! first, from a bare value and from recorded choices alike, within a budget of executions.

/// A test for each generator, property and minimum.
macro_rules! minimal {
    ($($name:ident: $generator:expr, $fails:expr => $expected:expr, $most:expr;)*) => { $(
        #[test]
        fn $name() {
            crate::shrink::check_minimal($generator, $fails, $expected, $most);
        }
    )* };
}

/// A test for each generator and property whose minimum is not always reached.
macro_rules! near {
    ($($name:ident: $generator:expr, $fails:expr => $expected:expr, $near:expr, $most:expr;)*) => { $(
        #[test]
        fn $name() {
            crate::shrink::check_near($generator, $fails, $expected, $near, $most);
        }
    )* };
}

mod arrangements;
mod collections;
mod combinators;
mod derived;
#[cfg(any(feature = "arbitrary", feature = "jiff", feature = "serde_json", feature = "uuid"))]
mod features;
mod graphs;
mod numbers;
mod operations;
mod package;
mod robust;
mod shapes;
mod terms;
mod texts;
mod trees;

use std::cell::Cell;
use std::fmt::Debug;

use mirrorcheck::check::{Ended, Step};
use mirrorcheck::choices::{Answerer, Ask, Names};
use mirrorcheck::prelude::*;
use mirrorcheck::{Checker, Choice, Rejected, Shrunk};

/// From how many failures shrinking begins.
const SEEDS: u64 = 5;
/// How many values are looked at to find a failure.
const SAMPLES: u64 = 2_000;

/// Checks that what is found first is shrunk to the expected value, from values and from choices, in at most so many
/// executions.
#[track_caller]
pub(crate) fn check_minimal<G>(generator: G, fails: impl Fn(&G::Value) -> bool, expected: G::Value, most: u64)
where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    let goal = Goal::new(&expected, &|_| false, most);
    goal.is_reached(wrong_from_both(&generator, &fails, &goal));
}

/// The same where the minimum is not always reached: what is found must be near to it. Once it is always reached, the
/// test fails, and has to become one of the minimum.
#[track_caller]
pub(crate) fn check_near<G>(
    generator: G,
    fails: impl Fn(&G::Value) -> bool,
    expected: G::Value,
    is_near: impl Fn(&G::Value) -> bool,
    most: u64,
) where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    let goal = Goal::new(&expected, &is_near, most);
    goal.is_nearly_reached(wrong_from_both(&generator, &fails, &goal));
}

/// Checks one value that comes from outside.
#[track_caller]
pub(crate) fn check_given<G>(
    generator: G,
    value: G::Value,
    fails: impl Fn(&G::Value) -> bool,
    expected: G::Value,
    most: u64,
) where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    let goal = Goal::new(&expected, &|_| false, most);
    goal.is_reached(wrong_from_value(&generator, value, &fails, &goal).into_iter().collect());
}

/// Checks a generator that runs forward only: from recorded choices.
#[track_caller]
pub(crate) fn check_forward<G>(generator: G, fails: impl Fn(&G::Value) -> bool, expected: G::Value, most: u64)
where
    G: Generator,
    G::Value: PartialEq + Debug,
{
    let goal = Goal::new(&expected, &|_| false, most);
    goal.is_reached(wrong_from_choices(&generator, &fails, &goal));
}

/// The same as `check_near` for a generator that runs forward only.
#[track_caller]
pub(crate) fn check_forward_near<G>(
    generator: G,
    fails: impl Fn(&G::Value) -> bool,
    expected: G::Value,
    is_near: impl Fn(&G::Value) -> bool,
    most: u64,
) where
    G: Generator,
    G::Value: PartialEq + Debug,
{
    let goal = Goal::new(&expected, &is_near, most);
    goal.is_nearly_reached(wrong_from_choices(&generator, &fails, &goal));
}

/// What shrinking is to come to.
struct Goal<'g, V> {
    expected: &'g V,
    is_near: &'g dyn Fn(&V) -> bool,
    /// How many executions it may take.
    most: u64,
    /// Whether something else was found that is near.
    is_missed: Cell<bool>,
}

impl<'g, V: Debug> Goal<'g, V> {
    fn new(expected: &'g V, is_near: &'g dyn Fn(&V) -> bool, most: u64) -> Goal<'g, V> {
        Goal { expected, is_near, most, is_missed: Cell::new(false) }
    }

    #[track_caller]
    fn is_reached(&self, wrong: Vec<String>) {
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[track_caller]
    fn is_nearly_reached(&self, wrong: Vec<String>) {
        self.is_reached(wrong);
        assert!(self.is_missed.get(), "{:?} is always reached now: check that it is", self.expected);
    }
}

fn wrong_from_both<G>(generator: &G, fails: impl Fn(&G::Value) -> bool, goal: &Goal<'_, G::Value>) -> Vec<String>
where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    assert!(generator.contains(goal.expected), "{:?} is not in range", goal.expected);
    let samples = |seed| Interpretations::samples(&generator, seed).take(SAMPLES as usize);
    let values = (0..SEEDS).filter_map(|seed| samples(seed).find(&fails));
    let from_values = values.filter_map(|value| wrong_from_value(generator, value, &fails, goal));
    from_values.chain(wrong_from_choices(generator, &fails, goal)).collect()
}

fn wrong_from_value<G>(
    generator: &G,
    value: G::Value,
    fails: impl Fn(&G::Value) -> bool,
    goal: &Goal<'_, G::Value>,
) -> Option<String>
where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    let from = format!("from the value {}", short(&value));
    let Ok(Some(first)) = generator.reflect_first(&value) else { return Some(format!("{from}: it is not in range")) };
    let Shrunk { value, is_minimal, steps, executions, ended, .. } = generator.shrink(value, &fails);
    let end = End { value: &value, is_minimal: is_minimal && ended == Ended::Minimal, steps: &steps, executions };
    let wrong = if generator.contains(&value) {
        end.wrong(generator, &first, fails, goal)
    } else {
        Some(format!("it came to {value:?}, which is not in range"))
    };
    wrong.map(|wrong| format!("{from}: {wrong}"))
}

fn wrong_from_choices<G>(generator: &G, fails: impl Fn(&G::Value) -> bool, goal: &Goal<'_, G::Value>) -> Vec<String>
where
    G: Generator,
    G::Value: PartialEq + Debug,
{
    assert!(fails(goal.expected), "{:?} does not fail", goal.expected);
    let mut found = 0;
    let mut wrong = Vec::new();
    for seed in 0..SEEDS {
        let mut first = None;
        let checker = Checker::new(generator).seed(seed).cases(SAMPLES);
        let report = checker.examine(|value| {
            let failed = fails(&value);
            if failed && first.is_none() {
                first = Some(short(&value));
            }
            !failed
        });
        for failure in &report.failures {
            found += 1;
            let is_minimal = failure.is_minimal && failure.ended == Ended::Minimal && !failure.is_flaky;
            let (steps, executions) = (&failure.steps, failure.executions);
            let end = End { value: &failure.value, is_minimal, steps, executions };
            // The choices that were recorded are not told; the first step is where what is known begins.
            let known = steps.first().map_or(&failure.choices, |step| &step.choices);
            let from = first.as_deref().unwrap_or("nothing");
            let end = end.wrong(generator, known, &fails, goal);
            wrong.extend(end.map(|end| format!("from the choices of {from}: {end}")));
        }
    }
    assert!(found > 0, "nothing fails");
    wrong
}

/// What shrinking came to.
struct End<'e, V> {
    value: &'e V,
    is_minimal: bool,
    steps: &'e [Step],
    executions: u64,
}

impl<V: PartialEq + Debug> End<'_, V> {
    /// What is wrong with it, if it began with these choices, or if the first step has these.
    fn wrong<G: Generator<Value = V>>(
        &self,
        generator: &G,
        known: &Choices,
        fails: impl Fn(&V) -> bool,
        goal: &Goal<'_, V>,
    ) -> Option<String> {
        if self.value != goal.expected {
            if !(goal.is_near)(self.value) {
                let (value, executions) = (self.value, self.executions);
                return Some(format!("it came to {value:?}, not to {:?} ({executions} executions)", goal.expected));
            }
            goal.is_missed.set(true);
        }
        if !self.is_minimal {
            return Some("it is not said to be minimal".to_owned());
        }
        if self.executions > goal.most {
            return Some(format!("it took {} executions, more than {}", self.executions, goal.most));
        }
        let steps = self.steps.iter().map(|step| &step.choices).filter(|choices| *choices != known);
        let mut best: Option<Cost> = None;
        let mut last = None;
        for choices in std::iter::once(known).chain(steps) {
            let (value, cost) = follow(generator, choices);
            if !fails(&value) {
                return Some(format!("the step to {value:?} does not fail"));
            }
            if best.is_some_and(|best| cost >= best) {
                return Some(format!("the step to {value:?} is no improvement"));
            }
            (best, last) = (Some(cost), Some(value));
        }
        if last.as_ref() != Some(self.value) {
            return Some(format!("the last step makes {last:?}, not {:?}", self.value));
        }
        let times: Vec<u64> = self.steps.iter().map(|step| step.executions).collect();
        let is_in_time = times.is_sorted_by(|a, b| a < b) && times.last().is_none_or(|last| *last <= self.executions);
        (!is_in_time).then(|| format!("of {} executions, those that improved it were {times:?}", self.executions))
    }
}

/// What "simpler" compares: how many choices there were, and the places of those that could have been others.
type Cost = (usize, Vec<Place>);

/// The rank of an alternative. Characters go by how plain they are, whatever set they are from. Floats go by how they are written: whole ones, then those with few digits after the
/// point, then infinities and NaNs; of each the nearest to zero, of two as near the positive one.
type Place = (u8, usize, u128);

fn place(rank: u128, choice: &Choice) -> Place {
    let float = match choice {
        Choice::Float(float) => float,
        // All characters in the order of the library, the plainest first.
        Choice::Char(c) => {
            let all = Ask::uniform(0x10_f7ff, Names::Chars('\0'));
            return (0, 0, all.find(&Choice::Char(*c)).unwrap_or(rank));
        }
        _ => return (0, 0, rank),
    };
    let (float, narrow) = (float.0, float.0 as f32);
    let text = if f64::from(narrow) == float { narrow.to_string() } else { float.to_string() };
    let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    let magnitude = u128::from(float.abs().to_bits()) << 1 | u128::from(float.is_sign_negative());
    match float {
        float if float.is_nan() => (2, 0, magnitude),
        float if float.is_infinite() => (1, 0, magnitude),
        _ => (0, digits, magnitude),
    }
}

/// Makes exactly these choices, and says what they cost.
fn follow<G: Generator>(generator: &G, choices: &Choices) -> (G::Value, Cost) {
    let mut follower = Follower { choices: choices.sequence().collect(), at: 0, places: Vec::new() };
    let made = resize(choices.size(), generator).interpret(&mut follower);
    let (value, _) = made.unwrap_or_else(|Rejected| panic!("{choices} is rejected after {}", follower.at));
    assert_eq!(follower.at, follower.choices.len(), "{choices} is too long");
    (value, (follower.at, follower.places))
}

struct Follower {
    choices: Vec<Choice>,
    at: usize,
    places: Vec<Place>,
}

impl Answerer for Follower {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let index = ask.find(self.choices.get(self.at).ok_or(Rejected)?).ok_or(Rejected)?;
        self.at += 1;
        if ask.last_rank() > 0 {
            self.places.push(place(ask.rank(index), &ask.choice(index)));
        }
        Ok(index)
    }
}

fn short(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    match text.char_indices().nth(160) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
