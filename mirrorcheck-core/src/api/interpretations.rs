//! The interpretations of a generator, as methods.

use crate::core::choice::Choice;
use crate::core::choices::Choices;
use crate::core::cx::Answerer;
use crate::core::generator::{Generator, Reflective, Rejected};
use crate::core::interpret::{self, *};
use crate::core::seek::{BySeeking, Seeker, Sought};
use crate::core::sketch::Sketch;
use crate::core::text::{ParseError, Text};
use crate::run::shrink::{Shrinker, Shrunk};

/// Everything you can do with a generator. Methods that take a value apart need it to be [`Reflective`].
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let pair = (any::<bool>(), 0..=9);
/// let value = pair.sample(1);
/// let choices = pair.reflect(&value).next().unwrap();
/// assert_eq!(pair.replay(&choices), Ok(value));
/// assert_eq!(pair.probability(&value), 0.05);
/// assert_eq!(pair.all_values().count(), 20);
/// ```
pub trait Interpretations: Generator {
    /// Returns a value: a pure function of the seed.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let digit = 0..=9;
    /// assert!((0..=9).contains(&digit.sample(1)));
    /// assert_eq!(digit.sample(1), digit.sample(1));
    /// ```
    ///
    /// # Panics
    /// Panics, with the reason, if the generator makes no value; [`try_sample`](Self::try_sample) returns the reason
    /// instead.
    #[track_caller]
    fn sample(&self, seed: u64) -> Self::Value {
        match self.try_sample(seed) {
            Ok(value) => value,
            Err(no_value) => panic!("{no_value}"),
        }
    }

    /// Returns a value, or the reason why there is none.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let none = (0..=9).such_that(|n| *n > 9);
    /// assert!(none.try_sample(1).is_err());
    /// ```
    fn try_sample(&self, seed: u64) -> Result<Self::Value, NoValue> {
        // No `map`: every generator has its own copy of this.
        match interpret::forward::sample(self, seed) {
            Ok((value, _)) => Ok(value),
            Err(none) => Err(none),
        }
    }

    /// Returns an endless iterator of values whose sizes grow and start over, as in a run. It ends if the generator
    /// makes no value.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let lists: Vec<Vec<u8>> = any::<Vec<u8>>().samples(1).take(100).collect();
    /// assert!(lists[0].len() < 10);
    /// assert!(lists.iter().any(|list| list.len() > 10));
    /// ```
    fn samples(&self, seed: u64) -> Samples<Self>
    where
        Self: Clone,
    {
        Samples::new(self.clone(), seed)
    }

    /// Returns the choices behind [`sample`](Self::sample): the papers' R⟦·⟧.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pair = (any::<bool>(), 0..=9);
    /// assert_eq!(pair.replay(&pair.randomness(1)), Ok(pair.sample(1)));
    /// ```
    ///
    /// # Panics
    /// Panics, with the reason, if the generator makes no value.
    #[track_caller]
    fn randomness(&self, seed: u64) -> Choices {
        match interpret::forward::randomness(self, seed) {
            Ok(choices) => choices,
            Err(no_value) => panic!("{no_value}"),
        }
    }

    /// Returns the value that choices make: the papers' P⟦·⟧. Only their sequence matters, not the brackets.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let choices: Choices = "true 7".parse().unwrap();
    /// assert_eq!((any::<bool>(), 0..=9).replay(&choices), Ok((true, 7)));
    /// ```
    fn replay(&self, choices: &Choices) -> Result<Self::Value, ReplayError> {
        replay(self, choices)
    }

    /// Lets `answerer` make the choices, and returns the value together with them.
    ///
    /// This is how you write an interpretation that the library lacks. This one, for instance, always takes the most
    /// likely alternative, and so makes a typical value:
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Rejected;
    /// use mirrorcheck::choices::{Answerer, Ask};
    ///
    /// struct MostLikely;
    /// impl Answerer for MostLikely {
    ///     fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
    ///         // A range has very many alternatives, all equally likely: its middle is as good as any.
    ///         if ask.last() > 1_000 {
    ///             return Ok(ask.last() / 2);
    ///         }
    ///         (0..=ask.last()).max_by_key(|&i| (ask.weight(i), ask.last() - i)).ok_or(Rejected)
    ///     }
    /// }
    ///
    /// let mostly_short = vec(pick([(1, "rare", exact('!')), (9, "usual", exact('.'))]), 2..=4);
    /// let (typical, choices) = mostly_short.interpret(&mut MostLikely).unwrap();
    /// assert_eq!(typical, ['.', '.']);
    /// assert_eq!(choices.labels(), ["2", "usual", "usual"]);
    /// ```
    fn interpret(&self, answerer: &mut dyn Answerer) -> Result<(Self::Value, Choices), Rejected> {
        crate::core::replay::interpret(self, answerer)
    }

    /// Returns what the generator does after a given choice: the papers' δ. After a choice that does not exist, it
    /// makes nothing.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pair = (0..=9, labeled([("a", exact('a')), ("b", exact('b'))]));
    /// let rest = pair.derivative(5).derivative("b");
    /// assert_eq!(rest.value_now(), Some((5, 'b')));
    /// assert!(pair.derivative(10).is_void());
    /// ```
    fn derivative(&self, choice: impl Into<Choice>) -> Derivative<Self>
    where
        Self: Clone,
    {
        Derivative::new(self.clone(), choice.into())
    }

    /// Returns the alternatives of the next choice; none if there is nothing left to choose.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pair = (any::<bool>(), 0..=9);
    /// let now: Vec<String> = pair.choices_now().iter().map(|choice| choice.to_string()).collect();
    /// assert_eq!(now, ["false", "true"]);
    /// ```
    fn choices_now(&self) -> ChoicesNow {
        interpret::derivative::choices_now(self)
    }

    /// Returns the value, if the generator makes it without any choice: the papers' ν.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!((0..=9).derivative(7).value_now(), Some(7));
    /// assert_eq!((0..=9).value_now(), None);
    /// ```
    fn value_now(&self) -> Option<Self::Value> {
        interpret::derivative::value_now(self)
    }

    /// Returns whether the generator rejects without making any choice: the papers' `void`.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!((0..=9).derivative(10).is_void());
    /// assert!(!(0..=9).is_void());
    /// ```
    fn is_void(&self) -> bool {
        interpret::derivative::is_void(self)
    }

    /// Returns all values, smallest first, each sequence of choices once. The size of a value is the sum of the indices
    /// of its alternatives.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pair = (any::<bool>(), 1..=2);
    /// assert_eq!(pair.all_values().collect::<Vec<_>>(), [(false, 1), (true, 1), (false, 2), (true, 2)]);
    /// ```
    fn all_values(&self) -> AllValues<Self>
    where
        Self: Clone,
    {
        AllValues::new(self.clone())
    }

    /// Returns all sequences of choices, in the order of [`all_values`](Self::all_values): the papers' L⟦·⟧.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let all: Vec<String> = option(1..=2).language().map(|choices| choices.to_string()).collect();
    /// assert_eq!(all, ["none", "some(1)", "some(2)"]);
    /// ```
    fn language(&self) -> Language<Self>
    where
        Self: Clone,
    {
        Language::new(self.clone())
    }

    /// Returns the value that bytes choose, for example those of a fuzzer. Any bytes will do; when they run out, it
    /// takes first alternatives.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pair = (any::<bool>(), 0..=9);
    /// assert_eq!(pair.from_bytes(&pair.to_bytes(&(true, 7)).unwrap()), Ok((true, 7)));
    /// assert_eq!(pair.from_bytes(&[]), Ok((false, 0)));
    /// ```
    #[expect(clippy::wrong_self_convention, reason = "it is the value that comes from the bytes, not the generator")]
    fn from_bytes(&self, bytes: &[u8]) -> Result<Self::Value, BytesError> {
        interpret::bytes::from_bytes(self, bytes)
    }

    /// Returns all the ways to make a value: the papers' `reflect`. It counts them at once and spells them out one by
    /// one.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let overlapping = labeled([("low", 0..=5), ("high", 4..=9)]);
    /// let ways: Vec<String> = overlapping.reflect(&4).map(|choices| choices.to_string()).collect();
    /// assert_eq!(ways, ["low(4)", "high(4)"]);
    /// ```
    fn reflect(&self, value: &Self::Value) -> Reflections<'_, Self>
    where
        Self: Reflective,
    {
        Reflections::new(self, value)
    }

    /// Returns the value with this text form: the generator as a parser. A string generator returns the text itself.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// #[derive(Debug, Clone, PartialEq)]
    /// enum Sum { Number(u32), Plus(Box<Sum>, u32) }
    ///
    /// #[generator]
    /// fn sum() -> Sum {
    ///     labeled([
    ///         ("number", {
    ///             let n = draw(0..=999);
    ///             written(Sum::Number(n), format!("{n}"))
    ///         }),
    ///         ("plus", {
    ///             let left = draw(sum());
    ///             let n = draw(0..=999);
    ///             written(Sum::Plus(Box::new(left), n), format!("{left} + {n}"))
    ///         }),
    ///     ])
    /// }
    /// let parsed = sum().parse("1 + 2 + 3").unwrap();
    /// assert_eq!(sum().print(&parsed).unwrap(), "1 + 2 + 3");
    /// ```
    fn parse(&self, text: &str) -> Result<Self::Value, ParseError>
    where
        Self: Text,
    {
        interpret::text::parse(self, text)
    }

    /// Parses bytes, such as the contents of a file, like [`parse`](Self::parse). Invalid UTF-8 is an error that says
    /// where.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::printed;
    ///
    /// let number = printed(0..=255);
    /// assert_eq!(number.parse_bytes(b"42"), Ok(42));
    /// assert!(number.parse_bytes(b"4\xff").is_err());
    /// ```
    fn parse_bytes(&self, bytes: &[u8]) -> Result<Self::Value, ParseError>
    where
        Self: Text,
    {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.parse(text),
            Err(error) => Err(ParseError::not_unicode(bytes, error.valid_up_to())),
        }
    }

    /// Returns the text form of a value; `None` if it is out of range.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::text::separated;
    ///
    /// let list = separated(0..=9, ", ", 0..);
    /// assert_eq!(list.print(&vec![1, 2]), Some("1, 2".to_owned()));
    /// assert_eq!(list.print(&vec![10]), None);
    /// ```
    fn print(&self, value: &Self::Value) -> Option<String>
    where
        Self: Text,
    {
        interpret::text::print(self, value)
    }

    /// Returns one way to make a value, faster than [`reflect`](Self::reflect); `None` if it is out of range.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let overlapping = labeled([("low", 0..=5), ("high", 4..=9)]);
    /// assert_eq!(overlapping.reflect_first(&4).unwrap().unwrap().to_string(), "low(4)");
    /// assert_eq!(overlapping.reflect_first(&10), Ok(None));
    /// ```
    fn reflect_first(&self, value: &Self::Value) -> Result<Option<Choices>, OutOfFuel>
    where
        Self: Reflective,
    {
        interpret::backward::first(self, value, true)
    }

    /// Returns the most probable way to make a value.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let overlapping = pick([(1, "rare", 0..=5), (9, "usual", 4..=9)]);
    /// assert_eq!(overlapping.reflect_likeliest(&4).unwrap().to_string(), "usual(4)");
    /// ```
    fn reflect_likeliest(&self, value: &Self::Value) -> Option<Choices>
    where
        Self: Reflective,
    {
        interpret::backward::likeliest(self, value)
    }

    /// Returns whether the generator can make a value, at any size.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pairs = vec(0..=9, 2);
    /// assert!(pairs.contains(&vec![1, 2]));
    /// assert!(!pairs.contains(&vec![1, 2, 3]));
    /// ```
    ///
    /// # Panics
    /// Panics if it gives up the search; [`try_contains`](Self::try_contains) returns an error instead.
    #[track_caller]
    fn contains(&self, value: &Self::Value) -> bool
    where
        Self: Reflective,
    {
        match self.try_contains(value) {
            Ok(contained) => contained,
            Err(out_of_fuel) => panic!("{out_of_fuel}"),
        }
    }

    /// Returns whether the generator can make a value, or an error if that cannot be decided.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(vec(0..=9, 2).try_contains(&vec![1, 20]), Ok(false));
    /// ```
    fn try_contains(&self, value: &Self::Value) -> Result<bool, OutOfFuel>
    where
        Self: Reflective,
    {
        interpret::backward::contains(self, value)
    }

    /// Returns why a value is out of range: where the branch that got furthest gave up. `None` if it is in range.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let list = vec(0..=9, 0..=3);
    /// let why = list.why_not(&vec![1, 20]).unwrap();
    /// assert!(why.to_string().contains("20 is not in 0..=9"), "{why}");
    /// assert!(list.why_not(&vec![1, 2]).is_none());
    /// ```
    fn why_not(&self, value: &Self::Value) -> Option<WhyNot>
    where
        Self: Reflective,
    {
        interpret::backward::why_not(self, value)
    }

    /// Returns how likely a value is, over all ways to make it, in one attempt at the default size. Returns NaN if that
    /// cannot be determined; [`likelihood`](Self::likelihood) says so.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let overlapping = oneof([0..=4, 4..=8]);
    /// assert_eq!(overlapping.probability(&0), 0.1);
    /// assert_eq!(overlapping.probability(&4), 0.2);
    /// assert_eq!(overlapping.probability(&9), 0.0);
    /// ```
    fn probability(&self, value: &Self::Value) -> f64
    where
        Self: Reflective,
    {
        interpret::backward::mass(self, value).map_or(f64::NAN, |mass| mass.probability())
    }

    /// Returns how likely a value is, in more detail than [`probability`](Self::probability): with its logarithm and
    /// its bounds.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let even = (0..=9).likelihood(&4).unwrap();
    /// assert_eq!((even.value(), even.ln(), even.bounds()), (0.1, 0.1f64.ln(), (0.1, 0.1)));
    /// ```
    ///
    /// # Errors
    /// Returns an error if it could not be determined within the budget.
    fn likelihood(&self, value: &Self::Value) -> Result<Probability, OutOfFuel>
    where
        Self: Reflective,
    {
        interpret::backward::likelihood(self, value)
    }

    /// Returns the natural logarithm of [`probability`](Self::probability), even where that is too small for a float.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let coins = vec(any::<bool>(), 10_000);
    /// let heads = vec![true; 10_000];
    /// assert_eq!(coins.probability(&heads), 0.0);
    /// assert!((coins.log_probability(&heads) - 10_000.0 * 0.5f64.ln()).abs() < 1e-6);
    /// ```
    fn log_probability(&self, value: &Self::Value) -> f64
    where
        Self: Reflective,
    {
        interpret::backward::mass(self, value).map_or(f64::NAN, |mass| mass.ln())
    }

    /// Returns a random value that agrees with the sketch; `None` if it finds none.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// #[generator]
    /// fn ordered() -> (u8, u8) {
    ///     let low = draw(0..=9);
    ///     let high = draw(low..=9);
    ///     (low, high)
    /// }
    /// let (low, high) = ordered().complete(&sketch!((_, 3)), 1).unwrap();
    /// assert!(low <= 3 && high == 3);
    /// assert_eq!(ordered().complete(&sketch!((_, 11)), 1), None);
    /// ```
    fn complete(&self, sketch: &impl Sketch<Self::Value>, seed: u64) -> Option<Self::Value>
    where
        Self: Reflective,
    {
        interpret::complete::complete(self, sketch, seed)
    }

    /// Returns bytes from which [`from_bytes`](Self::from_bytes) makes the value: a seed for a fuzzer. `None` if it is
    /// out of range.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let list = vec(0..=9, 0..=3);
    /// let bytes = list.to_bytes(&vec![1, 2]).unwrap();
    /// assert_eq!(list.from_bytes(&bytes), Ok(vec![1, 2]));
    /// assert_eq!(list.to_bytes(&vec![10]), None);
    /// ```
    fn to_bytes(&self, value: &Self::Value) -> Option<Vec<u8>>
    where
        Self: Reflective,
    {
        interpret::bytes::to_bytes(self, value)
    }

    /// Tests the generator itself: whether it can take apart what it makes, whether it makes what it can take apart,
    /// and in how many ways. It tests samples of all sizes, so it can miss a fault but never invents one.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// // `at` looks at the wrong place.
    /// let wrong = (0..=9).at(|pair: &(i32, i32)| pair.1).then(|low| (exact(low), low..=9));
    /// assert!(!wrong.validate().is_sound());
    /// assert!(vec(0..=9, 0..=3).validate().is_sound());
    /// ```
    fn validate(&self) -> Validation
    where
        Self: Reflective,
        Self::Value: PartialEq + std::fmt::Debug,
    {
        interpret::validate::internal(self)
    }

    /// Runs [`validate`](Self::validate), and tests that the generator makes only values that have a property, and all
    /// of those that `candidates` makes.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let even = (0..=40).convert(|n| n * 2, |n| Some(n / 2));
    /// let report = even.validate_for(&(0..=99), |n| n % 2 == 0);
    /// assert!(!report.is_sound()); // the even numbers above 80 are missing
    /// assert!(report.externally_incomplete.is_some());
    /// ```
    fn validate_for<C>(&self, candidates: &C, pred: impl Fn(&Self::Value) -> bool) -> Validation
    where
        Self: Reflective,
        Self::Value: PartialEq + std::fmt::Debug,
        C: Generator<Value = Self::Value>,
    {
        interpret::validate::external(self, candidates, &pred)
    }

    /// Runs [`validate`](Self::validate), and tests that another generator makes the same values, as a new version of
    /// it should.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let even = (0..=49).such_that(|n| n % 2 == 0);
    /// let faster = (0..=24).convert(|n| n * 2, |n| Some(n / 2));
    /// assert!(faster.validate_against(&even).is_sound());
    /// ```
    fn validate_against<H>(&self, other: &H) -> Validation
    where
        Self: Reflective,
        Self::Value: PartialEq + std::fmt::Debug,
        H: Reflective<Value = Self::Value>,
    {
        interpret::validate::against(self, other)
    }

    /// Looks for choices that make a value, by experiment: for a generator that only runs forward, such as
    /// [`from_fn`](crate::from_fn). It runs the generator at most 20,000 times; [`Seeker`](crate::Seeker) has other budgets,
    /// and learns about the generator once for many values.
    ///
    /// It compares what `Debug` writes, and decides by `==`. It never shows that a value is out of range: what is not found
    /// may be there all the same.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let dates = from_fn(|| format!("{:04}-{:02}-{:02}", draw(1900..=2100), draw(1..=12), draw(1..=28)));
    /// let sought = dates.seek(&"1969-07-20".to_owned());
    /// assert_eq!(sought.choices().unwrap().to_string(), "(1969 7 20)");
    /// ```
    fn seek(&self, value: &Self::Value) -> Sought<Self::Value>
    where
        Self::Value: std::fmt::Debug + PartialEq,
    {
        Seeker::new(self).seek(value)
    }

    /// Returns the generator together with a way to look for choices by experiment, so that a generator that only runs
    /// forward can shrink, mutate and turn into bytes a value that comes from outside.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let evens = from_fn(|| vec![2 * draw(0..=99), 2 * draw(0..=99)]);
    /// let shrunk = evens.sought().shrink(vec![84, 36], |list| list.iter().sum::<i32>() > 60);
    /// assert_eq!(shrunk.value, [0, 62]);
    /// ```
    fn sought(&self) -> BySeeking<Self>
    where
        Self: Clone,
    {
        BySeeking::new(self.clone())
    }

    /// Returns the simplest value that still fails, starting from any failing value, wherever it came from: the papers'
    /// reflective shrinking. It stops after 5,000 executions or 10 seconds; [`Shrinker`](crate::Shrinker) has other budgets
    /// and more.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let shrunk = any::<Vec<i32>>().shrink(vec![70, -3, 12, 5], |list| !list.is_sorted());
    /// assert_eq!(shrunk.value, [0, -1]);
    /// assert!(shrunk.is_minimal);
    /// ```
    fn shrink(&self, value: Self::Value, still_fails: impl FnMut(&Self::Value) -> bool) -> Shrunk<Self::Value>
    where
        Self: Reflective + Sized,
    {
        Shrinker::new(self).shrink(value, still_fails)
    }

    /// Shrinks one part of the value and leaves the rest as it is: see [`Shrinker::part`](crate::Shrinker::part).
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pair = (any::<Vec<u8>>(), any::<Vec<u8>>());
    /// let shrunk = pair.shrink_part((vec![9, 8], vec![7, 6]), &[1], |(_, second)| !second.is_empty());
    /// assert_eq!(shrunk.value, (vec![9, 8], vec![0]));
    /// ```
    fn shrink_part(
        &self,
        value: Self::Value,
        path: &[usize],
        still_fails: impl FnMut(&Self::Value) -> bool,
    ) -> Shrunk<Self::Value>
    where
        Self: Reflective + Sized,
    {
        Shrinker::new(self).part(path).shrink(value, still_fails)
    }
}

impl<G: Generator + ?Sized> Interpretations for G {}
