//! The laws of generators, in one helper that every generator goes through.
//!
//! Replay of recorded choices gives the original; reflect, then replay, is the identity; every reflected choice can
//! be made; probability agrees with frequency. Values come out of runs, out of single samples and out of resized
//! generators, because a law that holds at one size only is none.

mod erased;

pub(crate) use erased::erased;

use std::collections::HashSet;
use std::fmt::Debug;

use mirrorcheck::choices::{Answerer, Ask, Outcome, Ways};
use mirrorcheck::prelude::*;
use mirrorcheck::{Choice, DEFAULT_SIZE, Derivative, Rejected, ReplayError};

/// How many values each law is checked on.
const CASES: usize = 1_000;
/// How many ways to make a value are spelled out.
const WAYS: usize = 12;
/// How many values are listed for comparing probabilities with frequencies.
const LISTED: usize = 100;
/// How many values are counted for that.
const COUNTED: u64 = 2_000;

/// Checks all laws of a generator that runs both ways.
#[track_caller]
pub(crate) fn check<G>(generator: G)
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug + 'static,
{
    check_on(CASES, generator);
}

/// The same for a generator of large values, on fewer of them.
#[track_caller]
pub(crate) fn check_large<G>(generator: G)
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug + 'static,
{
    check_on(CASES / 10, generator);
}

#[track_caller]
fn check_on<G>(cases: usize, generator: G)
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug + 'static,
{
    runs_backward(&generator, cases);
    for value in values(&generator, cases / 5) {
        adds_up(&generator, &value);
    }
    let listed = list(&generator, |value, _, is_new| if is_new { generator.probability(value) } else { 0.0 });
    frequencies_agree(&generator, &listed);
    if listed.is_all {
        let by_choices: f64 = generator.language().map(|choices| follow(&generator, &choices).1.exp()).sum();
        assert_close(listed.total(), by_choices, "probabilities do not add up to those of all choice sequences");
    }
    completes(&generator);
}

/// Checks the laws of a generator in which `.at` finds one of several parts that would do, so that its reflections
/// are some of the ways to make a value and its probabilities are too small.
#[track_caller]
pub(crate) fn check_but_probability<G>(generator: G)
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug + 'static,
{
    runs_backward(&generator, CASES);
    completes(&generator);
}

/// The laws that need one value.
fn runs_backward<G>(generator: &G, cases: usize)
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug,
{
    let validation = generator.validate();
    assert!(validation.is_sound() && validation.gave_up.is_none(), "{validation}");
    for (case, value) in values(generator, cases).enumerate() {
        reflects(generator, &value);
        if case % 50 == 0 {
            is_derived(generator, &value);
        }
    }
    for value in generator.all_values().take(LISTED.min(cases)) {
        reflects(generator, &value);
    }
    forward_laws(generator, cases / 5);
    #[cfg(feature = "lab")]
    crate::mutate::mutates(generator, cases / 100);
    for seed in 0..100 {
        if let Ok(value) = generator.from_bytes(&noise(seed)) {
            assert!(generator.contains(&value), "bytes made {value:?}, which is out of range");
        }
    }
}

/// A sketch that fixes nothing leaves all open, one that fixes everything leaves nothing.
fn completes<G>(generator: &G)
where
    G: Reflective,
    G::Value: PartialEq + Debug + 'static,
{
    for seed in 0..20 {
        let made = generator.complete(&sketch!(_), seed).expect("nothing is fixed, so there is a completion");
        assert!(generator.contains(&made), "completion made {made:?}, which is out of range");
        if let (Ok(whole), Ok(same)) = (generator.try_sample(seed), generator.try_sample(seed)) {
            assert_eq!(generator.complete(&sketch!(whole), seed), Some(same), "all is fixed, so nothing may change");
        }
    }
}

/// Checks that among the values of `candidates` a generator contains exactly those of a kind. What is out of range is
/// so in every interpretation, and for a reason.
#[track_caller]
pub(crate) fn check_range<G, C>(generator: G, candidates: C, is_valid: impl Fn(&G::Value) -> bool)
where
    G: Reflective,
    C: Generator<Value = G::Value> + Clone,
    G::Value: PartialEq + Debug,
{
    let (mut inside, mut outside) = (0, 0);
    for value in candidates.samples(3).take(2 * CASES) {
        if is_valid(&value) {
            inside += 1;
            reflects(&generator, &value);
        } else {
            outside += 1;
            is_refused(&generator, &value);
        }
    }
    assert!(inside >= 20 && outside >= 20, "{inside} values inside and {outside} outside are too few to tell");
}

/// What the interpretations must say of a value that is out of range.
#[track_caller]
pub(crate) fn is_refused<G>(generator: &G, value: &G::Value)
where
    G: Reflective,
    G::Value: Debug,
{
    assert_eq!(generator.try_contains(value), Ok(false), "{value:?} should be out of range");
    let mut ways = generator.reflect(value);
    assert_eq!((ways.outcome(), ways.ways()), (Outcome::Complete, Ways::Finite(0)), "on {value:?}");
    assert_eq!(ways.next(), None, "on {value:?}");
    assert_eq!(generator.reflect_first(value), Ok(None), "on {value:?}");
    assert_eq!(generator.reflect_likeliest(value), None, "on {value:?}");
    assert_eq!(generator.to_bytes(value), None, "on {value:?}");
    assert_eq!(generator.likelihood(value).map(|likelihood| likelihood.bounds()), Ok((0.0, 0.0)), "on {value:?}");
    assert_eq!(generator.log_probability(value), f64::NEG_INFINITY, "on {value:?}");
    assert!(generator.why_not(value).is_some_and(|why| !why.to_string().is_empty()), "{value:?} has no reason");
}

/// Checks the laws of a generator that only runs forward.
#[track_caller]
pub(crate) fn check_forward<G>(generator: G)
where
    G: Generator + Clone,
    G::Value: PartialEq + Debug,
{
    forward_laws(&generator, CASES);
    // Without the other direction, the chance of a value is known if all the ways to it are listed.
    let listed = list(&generator, |_, choices, _| follow(&generator, choices).1.exp());
    if listed.is_all {
        frequencies_agree(&generator, &listed);
    }
}

/// The laws that need no given value.
fn forward_laws<G>(generator: &G, cases: usize)
where
    G: Generator + Clone,
    G::Value: PartialEq + Debug,
{
    let mut recorded = 0;
    for seed in 0..cases as u64 {
        // Some at the default size, some at others.
        let size = if seed % 2 == 0 { DEFAULT_SIZE } else { (seed * 37 % 101) as u32 };
        let resized = resize(size, generator);
        let Ok(value) = resized.try_sample(seed) else { continue };
        assert_eq!(resized.try_sample(seed).as_ref(), Ok(&value), "a sample is a function of its seed");
        recorded += 1;
        let choices = resized.randomness(seed);
        replays(&resized, &choices, &value);
        ends_are_errors(&resized, &choices);
    }
    assert!(recorded >= cases / 2, "most seeds make a value");
    for seed in 0..100 {
        let bytes = noise(seed);
        assert_eq!(generator.from_bytes(&bytes), generator.from_bytes(&bytes), "bytes say everything");
    }
    let mut seen = HashSet::new();
    for (choices, value) in generator.language().zip(generator.all_values()).take(LISTED) {
        replays(generator, &choices, &value);
        assert!(seen.insert(choices.to_string()), "the choices {choices} come twice");
    }
    assert!(!seen.is_empty(), "there are no values");
}

/// Values of all sizes, as a run makes them, as `sample` does, and out of resized generators.
fn values<G: Generator + Clone>(generator: &G, count: usize) -> impl Iterator<Item = G::Value> + '_ {
    let of_a_run = generator.samples(1).take(count / 2);
    let single = (0..).filter_map(move |seed| generator.try_sample(seed).ok()).take(count / 4);
    let resized = (0..).filter_map(move |seed| resize((seed % 101) as u32, generator).try_sample(seed).ok());
    of_a_run.chain(single).chain(resized).take(count)
}

/// What a value's reflections must be.
fn reflects<G>(generator: &G, value: &G::Value)
where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    assert!(generator.contains(value), "{value:?} is made and not contained: {}", generator.why_not(value).unwrap());
    let all = generator.reflect(value);
    assert_ne!(all.outcome(), Outcome::OutOfFuel, "on {value:?}");
    let count = all.ways();
    assert_eq!(count == Ways::Infinite, all.outcome() == Outcome::Infinite, "on {value:?}");
    let ways: Vec<Choices> = all.take(WAYS).collect();
    let expected = match count {
        Ways::Finite(count) => count.min(WAYS as u128) as usize,
        Ways::Infinite => WAYS,
        Ways::Unknown => panic!("the search was given up on {value:?}"),
    };
    assert_eq!(ways.len(), expected, "there are {count:?} ways to make {value:?}");
    let first = generator.reflect_first(value).unwrap().expect("contained, so it reflects");
    let likeliest = generator.reflect_likeliest(value).expect("contained, so it reflects");
    let mut chances = Vec::new();
    for (i, way) in ways.iter().enumerate() {
        assert!(!ways[..i].contains(way), "{way} comes twice among the ways to {value:?}");
        chances.push(replays(generator, way, value));
    }
    if expected < WAYS {
        assert!(ways.contains(&first), "{first} is not among the ways to {value:?}");
        assert!(ways.contains(&likeliest), "{likeliest} is not among the ways to {value:?}");
    } else {
        replays(generator, &first, value);
    }
    let best = replays(generator, &likeliest, value);
    assert!(chances.iter().all(|&chance| chance <= best + 1e-9), "{likeliest} is not the likeliest way to {value:?}");
    let bytes = generator.to_bytes(value).expect("contained, so it has bytes");
    assert_eq!(generator.from_bytes(&bytes).as_ref(), Ok(value), "from the bytes {bytes:?}");
}

/// Choices that make a value can all be made, replay to it, and survive being written down. Gives the logarithm of
/// how likely they are.
fn replays<G>(generator: &G, choices: &Choices, value: &G::Value) -> f64
where
    G: Generator,
    G::Value: PartialEq + Debug,
{
    assert_eq!(generator.replay(choices).as_ref(), Ok(value), "replay of {choices}");
    let text = choices.to_string();
    let read: Choices = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read, *choices, "read from {text}");
    assert_eq!(generator.replay(&read).as_ref(), Ok(value), "replay of {text}, read from text");
    let (made, chance) = follow(generator, choices);
    assert_eq!(made, *value, "made by {choices}");
    chance
}

/// Choices that end too early, or too late, make no value.
fn ends_are_errors<G>(generator: &G, choices: &Choices)
where
    G: Generator,
    G::Value: PartialEq + Debug,
{
    let size = choices.size();
    let text: Vec<String> = choices.sequence().map(|choice| choice.to_string()).collect();
    if let Some((_, short)) = text.split_last() {
        let short: Choices = format!("@{size} {}", short.join(" ")).parse().unwrap();
        assert!(matches!(generator.replay(&short), Err(ReplayError::TooShort { .. })), "replay of {short}");
        let long: Choices = format!("@{size} {} {}", text.join(" "), text[0]).parse().unwrap();
        assert!(matches!(generator.replay(&long), Err(ReplayError::TooLong { left: 1, .. })), "replay of {long}");
    }
}

/// Makes exactly these choices, and gives the logarithm of their chance, too.
fn follow<G: Generator>(generator: &G, choices: &Choices) -> (G::Value, f64) {
    let mut follower = Follower { choices: choices.sequence().collect(), at: 0, chance: 0.0 };
    let made = resize(choices.size(), generator).interpret(&mut follower);
    let (value, _) = made.unwrap_or_else(|Rejected| panic!("{choices} is rejected after {}", follower.at));
    assert_eq!(follower.at, follower.choices.len(), "{choices} is too long");
    (value, follower.chance)
}

struct Follower {
    choices: Vec<Choice>,
    at: usize,
    chance: f64,
}

impl Answerer for Follower {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let choice = self.choices.get(self.at).ok_or(Rejected)?;
        self.at += 1;
        let index = ask.find(choice).unwrap_or_else(|| panic!("{choice} is not among {ask}"));
        assert!(ask.allows(index) && ask.choice(index) == *choice, "{choice} is not alternative {index} of {ask}");
        self.chance += ask.log_chance(index);
        Ok(index)
    }
}

/// Choice by choice, what is left of the generator accepts the next one, until the value is there.
fn is_derived<G>(generator: &G, value: &G::Value)
where
    G: Reflective + Clone,
    G::Value: PartialEq + Debug,
{
    let choices = generator.reflect_first(value).unwrap().expect("contained, so it reflects");
    if choices.len() > 20 {
        return;
    }
    let sized = resize(choices.size(), generator.clone());
    let mut left: Option<Derivative<_>> = None;
    for choice in choices.sequence() {
        let now = left.as_ref().map_or_else(|| sized.choices_now(), |left| left.choices_now());
        assert!(now.len() > 1_000 || now.iter().any(|open| open == choice), "{choice} cannot be chosen in {choices}");
        assert!(!left.as_ref().is_some_and(|left| left.is_void()), "void before {choice} in {choices}");
        left = Some(left.map_or_else(|| sized.derivative(&choice), |left| left.derivative(&choice)));
    }
    let made = left.as_ref().map_or_else(|| sized.value_now(), |left| left.value_now());
    assert_eq!(made.as_ref(), Some(value), "nothing is left to choose after {choices}");
    if let Some(left) = &left {
        assert!(left.choices_now().is_empty() && left.contains(value), "nothing is left to choose after {choices}");
    }
}

/// The probability of a value is that of all ways to make it.
fn adds_up<G>(generator: &G, value: &G::Value)
where
    G: Reflective,
    G::Value: PartialEq + Debug,
{
    let all = generator.reflect(value);
    let count = all.ways();
    let ways: Vec<Choices> = all.take(WAYS).collect();
    let (ln, probability) = (generator.log_probability(value), generator.probability(value));
    if ways[0].size() < DEFAULT_SIZE {
        assert_eq!(probability, 0.0, "{value:?} is not made at the default size");
        return;
    }
    assert!(ln.is_finite() && ln <= 1e-9, "the logarithm of the probability of {value:?} is {ln}");
    assert_close(probability, ln.exp(), "probability and its logarithm");
    let chances: Vec<f64> = ways.iter().map(|way| follow(generator, way).1).collect();
    let greatest = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum = greatest + chances.iter().map(|chance| (chance - greatest).exp()).sum::<f64>().ln();
    match count {
        Ways::Finite(count) if count <= WAYS as u128 => {
            assert!((sum - ln).abs() <= 1e-9 * ln.abs().max(1.0), "the ways to {value:?} give {sum}, not {ln}");
        }
        _ => assert!(sum <= ln + 1e-9, "some ways to {value:?} are more likely than all: {sum} > {ln}"),
    }
}

/// Some values, the smallest, with how likely each is.
struct Listed<V> {
    values: Vec<(V, f64)>,
    /// Whether there are no others.
    is_all: bool,
}

impl<V> Listed<V> {
    fn total(&self) -> f64 {
        self.values.iter().map(|(_, probability)| probability).sum()
    }
}

/// `chance` says what a way adds to the probability of its value, which may have come before.
fn list<G>(generator: &G, chance: impl Fn(&G::Value, &Choices, bool) -> f64) -> Listed<G::Value>
where
    G: Generator + Clone,
    G::Value: PartialEq + Debug,
{
    let sequences: Vec<Choices> = generator.language().take(LISTED + 1).collect();
    let mut listed = Listed { values: Vec::new(), is_all: sequences.len() <= LISTED };
    for choices in &sequences {
        let value = generator.replay(choices).unwrap();
        match listed.values.iter_mut().find(|(seen, _)| *seen == value) {
            Some((_, sum)) => *sum += chance(&value, choices, false),
            None => {
                let chance = chance(&value, choices, true);
                listed.values.push((value, chance));
            }
        }
    }
    assert!(listed.total() <= 1.0 + 1e-9, "the probabilities of some values add up to {}", listed.total());
    listed
}

/// `sample` makes values as often as their probability says, after division by the acceptance rate; so does one
/// attempt with somebody else's dice, without it.
fn frequencies_agree<G>(generator: &G, listed: &Listed<G::Value>)
where
    G: Generator,
    G::Value: PartialEq + Debug,
{
    let mut dice = Dice(1);
    let attempts: Vec<Option<G::Value>> =
        (0..COUNTED).map(|_| generator.interpret(&mut dice).ok().map(|(value, _)| value)).collect();
    compare(listed, 1.0, &attempts, "one attempt");
    let accepted = attempts.iter().flatten().count() as f64 / COUNTED as f64;
    let acceptance = if listed.is_all { listed.total() } else { accepted };
    assert!((accepted - acceptance).abs() < 0.05, "{accepted} of the attempts came to something, not {acceptance}");
    let samples: Vec<Option<G::Value>> = (0..COUNTED).map(|seed| generator.try_sample(seed).ok()).collect();
    compare(listed, acceptance, &samples, "`sample`");
}

/// Pearson's test, with everything that is not listed or too rare in one class.
fn compare<V: PartialEq + Debug>(listed: &Listed<V>, acceptance: f64, made: &[Option<V>], who: &str) {
    let total = made.len() as f64;
    let (mut others, mut rest) = (total, total);
    let mut classes = Vec::new();
    for (value, probability) in &listed.values {
        let expected = probability / acceptance * total;
        let seen = made.iter().flatten().filter(|made| *made == value).count() as f64;
        assert!(probability > &0.0 || seen == 0.0, "{value:?} is impossible and made {seen} times by {who}");
        if expected >= 10.0 {
            classes.push((expected, seen, format!("{value:?}")));
            others -= seen;
            rest -= expected;
        }
    }
    if rest >= 10.0 {
        classes.push((rest, others, "all others".to_owned()));
    } else {
        // What is not expected at all should not happen often either.
        assert!(others <= 40.0, "{who} made {others} rare values, expected {rest}");
    }
    let deviation = |expected: f64, seen: f64| (seen - expected).powi(2) / expected;
    let square: f64 = classes.iter().map(|(expected, seen, _)| deviation(*expected, *seen)).sum();
    let freedom = classes.len().max(2) as f64 - 1.0;
    // Seeds are fixed, so this happens always or never; by chance it would once in many thousands.
    if square > freedom + 4.0 * (2.0 * freedom).sqrt() + 10.0 {
        classes.sort_by(|a, b| deviation(b.0, b.1).total_cmp(&deviation(a.0, a.1)));
        let (expected, seen, value) = &classes[0];
        panic!(
            "{who} made {value} {seen} times in {total}, expected {expected:.1} (χ² {square:.1}, {freedom} degrees)"
        );
    }
}

/// Random answers that do not come from the library.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

impl Answerer for Dice {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        if ask.last() > 1_000 {
            // Too many to go through one by one.
            return Ok(ask.random(self.roll()));
        }
        let mut left = self.roll() as f64 / 2f64.powi(64);
        for index in 0..=ask.last() {
            left -= ask.chance(index);
            if left < 0.0 {
                return Ok(index);
            }
        }
        (0..=ask.last()).rev().find(|&index| ask.allows(index)).ok_or(Rejected)
    }
}

/// Bytes that mean nothing, none at first.
fn noise(seed: u64) -> Vec<u8> {
    let mut dice = Dice(seed);
    (0..seed).map(|_| dice.roll() as u8).collect()
}

#[track_caller]
fn assert_close(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()), "{what}: {a} and {b}");
}

#[test]
fn hold_of_ranges() {
    check(0..=9u8);
    check(-3..3i64);
    check('a'..='e');
    check((i128::MIN..=i128::MAX, i8::MIN..=i8::MAX));
}

#[test]
fn hold_of_the_whole_of_a_64_bit_type() {
    check(u64::MIN..=u64::MAX);
    check(i64::MIN..=i64::MAX);
}

#[test]
fn hold_of_picks() {
    check(any::<bool>());
    check(pick([(1, "low", 0..=3i8), (0, "none", 50..=60), (2, "high", 100..=103)]));
    check(oneof((0..=3, exact(2))));
}

#[test]
fn hold_of_collections() {
    check(vec(0..=2u8, 0..=3));
    check(option(0..=4));
    check([0..=3, 4..=5]);
    check(element_of(&[1, 1, 2, 3]));
}

#[test]
fn hold_of_transformed_generators() {
    check((0..=99u32).such_that(|n| n % 3 == 0));
    check((0..=9).convert(|n| n * 2, |n| Some(n / 2)));
    check((0..=9).at(|n: &i32| n + 1).then(|n| exact(n - 1)));
    check(lazy(|| 1..=3));
}

#[test]
fn hold_of_generators_that_ask_for_the_size() {
    check(sized(|n| 0..=n));
    check(sized(|n| frequency([(n, 0..=9), (1, 10..=19)])));
    check(vec(0..=1, 0..=3).resize(7));
    // Each length at one size only.
    check(sized(|n| vec(any::<bool>(), n as usize / 10)));
}

#[test]
fn hold_of_closures_in_direct_style() {
    check_forward(from_fn(|| (0..draw(1..=2)).map(|_| draw(1..=6)).sum::<i32>()));
}

#[test]
fn hold_of_what_is_out_of_range() {
    check_range(5..=9, 0..=12, |n| (5..=9).contains(n));
    check_range(pick([(1, "low", 0..=3), (0, "none", 4..=6), (2, "high", 7..=9)]), 0..=12, |n| {
        (0..=3).contains(n) || (7..=9).contains(n)
    });
    check_range((0..=12).such_that(|n| n % 3 == 0), 0..=20, |n| *n <= 12 && n % 3 == 0);
    check_range((0..=5).convert(|n| n * 2, |n| Some(n / 2)), 0..=20, |n| *n <= 10 && n % 2 == 0);
    check_range(vec(0..=2u8, 1..=3), vec(0..=3u8, 0..=4), |v| (1..=3).contains(&v.len()) && !v.contains(&3));
    check_range(option(0..=1), option(0..=3), |v| v.is_none_or(|n| n <= 1));
    check_range((0..=2, 'a'..='c'), (0..=3, 'a'..='d'), |pair| pair.0 <= 2 && pair.1 <= 'c');
    check_range([0..=1, 2..=3], [0..=3, 0..=3], |pair| pair[0] <= 1 && pair[1] >= 2);
    check_range(element_of(&[1, 1, 2, 3]), 0..=9, |n| (1..=3).contains(n));
    check_range(sized(|n| 0..=n), 0..=200, |n| *n <= 100);
    check_range(resize(7, sized(|n| 0..=n)), 0..=20, |n| *n <= 7);
    check_range((0..=9).derivative(3), 0..=9, |n| *n == 3);
}

/// A filter asks again by itself, so that the alternatives around it keep their weights: what is lost in one attempt
/// goes to the other values of the same filter.
#[test]
fn of_filters_in_an_alternative_are_those_of_the_filter() {
    let half = (1..=2).such_that(|n| *n == 1);
    let generator = labeled((("all", exact(0)), ("half", half)));
    assert_eq!((generator.probability(&0), generator.probability(&1)), (0.5, 0.25));
    let ones = (0..COUNTED).filter(|&seed| generator.sample(seed) == 1).count() as f64 / COUNTED as f64;
    let acceptance = 0.5;
    assert!((ones - 0.25 / acceptance).abs() < 0.05, "{ones}");
}

/// Looks one place off.
fn shifted() -> impl Reflective<Value = i32> + Clone {
    (0..=9).at(|n: &i32| n - 1).then(exact)
}

#[test]
#[should_panic(expected = "makes what it cannot take apart")]
fn fail_of_a_generator_that_looks_in_the_wrong_place() {
    check(shifted());
}

#[test]
#[should_panic(expected = "4 is made and not contained")]
fn fail_of_a_value_that_is_out_of_range() {
    reflects(&shifted(), &4);
}

#[test]
#[should_panic(expected = "one attempt made")]
fn fail_of_a_generator_with_a_wrong_probability() {
    let listed = Listed { values: vec![(0, 0.5), (1, 0.25), (2, 0.25)], is_all: true };
    frequencies_agree(&(0..=2), &listed);
}
