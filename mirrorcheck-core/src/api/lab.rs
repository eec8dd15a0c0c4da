//! The methods of [`lab`](crate::lab).

use std::collections::BTreeMap;

use crate::core::choices::Choices;
use crate::core::generator::{Generator, Reflective};
use crate::core::interpret::{AllValues, NoValue};
use crate::lab::distribution::{self, Distribution, Estimate, Sizes};
use crate::lab::mutate::{self, Mutants};
use crate::lab::suite::{self, Coverage, OutOfRange, Thinned};
use crate::lab::tuning::{TuneError, Tuned, Tuner, Weighted, Weights};
use crate::lab::valid::Valid;

/// What a generator can do beyond making values and taking them apart: weights by label, tuning by example, mutants,
/// values for a predicate, coverage of its choices, distributions.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let digits = vec(0..=9, 0..=5);
/// let like = digits.tuned_like(&[vec![1, 2], vec![1, 1, 1]]).unwrap();
/// assert!(like.probability(&vec![1, 1]) > 10.0 * digits.probability(&vec![1, 1]));
///
/// for mutant in digits.mutate(&vec![1, 2, 3], 7).take(100) {
///     assert!(digits.contains(&mutant) && mutant != [1, 2, 3]);
/// }
///
/// let sorted = digits.valid(|list| list.len() > 3 && list.is_sorted());
/// assert!(sorted.samples(1).take(50).all(|list| list.is_sorted()));
/// ```
pub trait Lab: Generator {
    /// Sets weights by label: the papers' `weightedGen`. In ranges of up to 1,024 values, the label of a number or
    /// character is the value itself. Wider ranges, ranges whose values all get the same weight, lengths, and
    /// alternatives without a label are left alone. A weight that is not a positive number counts as 0.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// #[derive(Debug, Clone, PartialEq, Arbitrary)]
    /// enum Tree { Leaf, Node(Box<Tree>, i32, Box<Tree>) }
    ///
    /// #[generator]
    /// fn bst(lo: i32, hi: i32) -> Tree {
    ///     if lo > hi {
    ///         return Tree::Leaf;
    ///     }
    ///     pick([
    ///         (1, "leaf", Tree::Leaf),
    ///         (5, "node", {
    ///             let key = draw(lo..=hi);
    ///             let left = draw(bst(lo, key - 1));
    ///             let right = draw(bst(key + 1, hi));
    ///             Tree::Node(Box::new(left), key, Box::new(right))
    ///         }),
    ///     ])
    /// }
    /// let always_leaves = bst(-10, 10).weighted(|label| if label == "leaf" { 1.0 } else { 0.0 });
    /// assert!(always_leaves.samples(1).take(100).all(|tree| tree == Tree::Leaf));
    /// assert_eq!(always_leaves.probability(&Tree::Leaf), 1.0);
    /// ```
    fn weighted<F: Fn(&str) -> f64>(&self, weight: F) -> Weighted<Self, F>
    where
        Self: Clone,
    {
        Weighted::new(self.clone(), weight)
    }

    /// Applies weights from any source: see [`Weights`].
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Weights;
    ///
    /// let mostly_ones = (0..=9).tuned(Weights::new().with("1", 9.0).smoothing(1.0));
    /// assert_eq!(mostly_ones.probability(&1), 0.91);
    /// ```
    fn tuned(&self, weights: Weights) -> Tuned<Self>
    where
        Self: Clone,
    {
        Tuned::new(self.clone(), weights)
    }

    /// Tunes the generator to make values like these: it makes each choice as often as they do. [`Tuner`] has more
    /// settings.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let word = string('a'..='z', 1..=5);
    /// let like = word.tuned_like(&["aab".to_owned(), "ba".to_owned()]).unwrap();
    /// assert!(like.samples(1).take(100).filter(|word| word.contains('a')).count() > 70);
    /// ```
    fn tuned_like(&self, examples: &[Self::Value]) -> Result<Tuned<Self>, TuneError>
    where
        Self: Reflective + Clone,
    {
        Tuner::new(self).like(examples)
    }

    /// Tunes the generator to make values unlike these; see [`Weights`] for the rule.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let unlike = (0..=2).tuned_unlike(&[0, 0, 0, 1]).unwrap();
    /// assert!(unlike.probability(&0) < unlike.probability(&1));
    /// assert!(unlike.probability(&1) < unlike.probability(&2));
    /// ```
    fn tuned_unlike(&self, examples: &[Self::Value]) -> Result<Tuned<Self>, TuneError>
    where
        Self: Reflective + Clone,
    {
        Tuner::new(self).unlike(examples)
    }

    /// Returns an endless iterator of mutants of a value: each is in range, differs from the value, and is a pure
    /// function of the seed and its position. There are none if the value is out of range ([`Mutants::why`] has the
    /// reason), or if it is the only value that the generator makes.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// #[derive(Debug, Clone, PartialEq)]
    /// enum Tree {
    ///     Leaf,
    ///     Node(Box<Tree>, i32, Box<Tree>),
    /// }
    ///
    /// /// Search trees with every key in `lo..=hi`.
    /// #[generator]
    /// fn bst(lo: i32, hi: i32) -> Tree {
    ///     if lo > hi {
    ///         return Tree::Leaf;
    ///     }
    ///     pick([
    ///         (1, "leaf", Tree::Leaf),
    ///         (5, "node", {
    ///             let key = draw(lo..=hi);
    ///             let left = draw(bst(lo, key - 1));
    ///             let right = draw(bst(key + 1, hi));
    ///             Tree::Node(Box::new(left), key, Box::new(right))
    ///         }),
    ///     ])
    /// }
    ///
    /// let tree = bst(1, 9).sample(1);
    /// for mutant in bst(1, 9).mutate(&tree, 5).take(100) {
    ///     assert_ne!(mutant, tree);
    ///     assert!(bst(1, 9).contains(&mutant));
    /// }
    /// ```
    fn mutate(&self, value: &Self::Value, seed: u64) -> Mutants<Self>
    where
        Self: Reflective + Clone,
    {
        Mutants::new(self.clone(), value, seed)
    }

    /// Returns the value of choices that may not fit: those of another version of the generator, truncated, or edited
    /// by hand. Choices that fit stay in place. An alternative that does not exist and a number out of range are chosen
    /// again at random, and missing choices become the smallest that fit. Choices that fit exactly make exactly their
    /// value.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pairs = vec((any::<bool>(), 0..=9), 0..=5);
    /// let repaired = pairs.replay_repaired(&"(3 (true 4) (maybe 5) (true 6))".parse().unwrap(), 1).unwrap();
    /// assert_eq!((repaired[0], repaired[1].1, repaired[2]), ((true, 4), 5, (true, 6)));
    /// ```
    ///
    /// # Errors
    /// Returns an error if the generator makes no value at all.
    fn replay_repaired(&self, choices: &Choices, seed: u64) -> Result<Self::Value, NoValue> {
        mutate::repaired(self, choices, seed)
    }

    /// Returns values that satisfy a predicate, found by following it: the papers' choice gradient sampling, and
    /// beyond. Use it where [`such_that`](crate::Combinators::such_that) would reject nearly everything; in exchange,
    /// the values have no particular distribution.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// #[derive(Debug, Clone, PartialEq, Arbitrary)]
    /// struct Span { from: i32, to: i32, middle: i32 }
    ///
    /// let spans = any::<Span>().valid(|s| 1000 < s.from && s.from < s.middle && s.middle < s.to);
    /// assert_eq!(spans.samples(1).take(100).count(), 100);
    /// ```
    fn valid<P: Fn(&Self::Value) -> bool>(&self, pred: P) -> Valid<Self, P>
    where
        Self: Clone,
    {
        Valid::new(self.clone(), pred)
    }

    /// Returns how often each label was chosen for these values, in the likeliest way to make each. Values that are out
    /// of range are ignored; [`try_frequencies`](Self::try_frequencies) names them.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let frequencies = option(0..=9).frequencies(&[None, Some(3), Some(3)]);
    /// assert_eq!(frequencies["some"], 2);
    /// assert_eq!(frequencies["3"], 2);
    /// assert_eq!(frequencies["none"], 1);
    /// ```
    fn frequencies(&self, values: &[Self::Value]) -> BTreeMap<String, u64>
    where
        Self: Reflective,
    {
        self.try_frequencies(values).unwrap_or_else(|out_of_range| out_of_range.frequencies)
    }

    /// Returns how often each label was chosen for these values, or an error if one of them is out of range.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let digit = 0..=9;
    /// assert_eq!(digit.try_frequencies(&[3, 3]).unwrap()["3"], 2);
    /// let error = digit.try_frequencies(&[3, 30]).unwrap_err();
    /// assert_eq!(error.to_string(), "1 value is out of range: value 1: 30 is not in 0..=9");
    /// ```
    fn try_frequencies(&self, values: &[Self::Value]) -> Result<BTreeMap<String, u64>, OutOfRange>
    where
        Self: Reflective,
    {
        suite::frequencies(self, values)
    }

    /// Returns how many of the descriptions of `strength` labels that the generator can make are covered by these
    /// values.
    ///
    /// It finds the descriptions by enumerating the language of the generator, smallest first, and, if that does not
    /// end soon, also from random values of all sizes; [`is_exact`](Coverage::is_exact) says whether these are all. A
    /// value covers what any of the ways to make it covers (of very many ways, the first hundred).
    ///
    /// Strength 1 asks for every label at every place of a tuple, strength 2 for every pair, which is where most faults
    /// are. There is one description of strength 0, the empty one: any value in range covers it. From strength 4 up,
    /// large values have more descriptions than can be listed: they are only checked for those known from small values,
    /// and the result is not exact. A value with fewer labels than `strength` covers nothing.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// #[derive(Debug, Clone, PartialEq)]
    /// enum Tree { Leaf, Node(Box<Tree>, i32, Box<Tree>) }
    ///
    /// #[generator]
    /// fn bst(lo: i32, hi: i32) -> Tree {
    ///     if lo > hi {
    ///         return Tree::Leaf;
    ///     }
    ///     pick([
    ///         (1, "leaf", Tree::Leaf),
    ///         (5, "node", {
    ///             let key = draw(lo..=hi);
    ///             let left = draw(bst(lo, key - 1));
    ///             let right = draw(bst(key + 1, hi));
    ///             Tree::Node(Box::new(left), key, Box::new(right))
    ///         }),
    ///     ])
    /// }
    ///
    /// let two = Tree::Node(Box::new(Tree::Leaf), 2, Box::new(Tree::Leaf));
    /// let coverage = bst(1, 3).coverage(2, &[two]);
    /// // The suite has a node with a 2, one with a leaf to the left, and one with a leaf to the right.
    /// assert_eq!(coverage.covered(), 3);
    /// let missing = &coverage.missing()[0];
    /// assert_eq!(missing.description.to_string(), "node(_, _, …3)");
    /// assert!(bst(1, 3).replay(&missing.example).is_ok());
    /// ```
    fn coverage(&self, strength: usize, values: &[Self::Value]) -> Coverage
    where
        Self: Reflective,
    {
        Coverage::of(self, strength, values)
    }

    /// Returns an endless iterator of random values, made like [`samples`](crate::Interpretations::samples) and thinned
    /// out: of every `fan_out` values it keeps the one whose descriptions of `strength` labels are the rarest so far.
    /// Fewer values then find the same faults, which pays off when running a test takes longer than making a value.
    /// With a `fan_out` of 1 (or 0), it returns the samples.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let pair = (0..=4, 0..=4);
    /// let thinned: Vec<_> = pair.thinned(2, 10, 1).take(25).collect();
    /// let samples: Vec<_> = pair.samples(1).take(25).collect();
    /// assert!(pair.coverage(2, &thinned).covered() > pair.coverage(2, &samples).covered());
    /// ```
    fn thinned(&self, strength: usize, fan_out: usize, seed: u64) -> Thinned<Self>
    where
        Self: Clone,
    {
        Thinned::new(self.clone(), strength, fan_out, seed)
    }

    /// Returns a small suite that covers all known descriptions of `strength` labels, as in
    /// [`coverage`](Self::coverage). The seed decides which random values it looks at if the generator could not be
    /// enumerated completely.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let list = vec(any::<bool>(), 0..=3);
    /// let suite = list.covering(2, 1);
    /// assert!(suite.len() < list.all_values().count());
    /// assert!(list.coverage(2, &suite).missing().is_empty());
    /// ```
    fn covering(&self, strength: usize, seed: u64) -> Vec<Self::Value> {
        suite::covering(self, strength, seed)
    }

    /// Returns the mean of a number computed from a value, such as its size.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let short = vec(any::<bool>(), 0..=4).expect(|list| list.len() as f64);
    /// assert!(short.is_exact && (short.value - 2.0).abs() < 1e-9);
    /// let long = vec(any::<u64>(), 0..=100).expect(|list| list.len() as f64);
    /// assert!(!long.is_exact && long.low < 50.0 && 50.0 < long.high);
    /// ```
    fn expect(&self, f: impl Fn(&Self::Value) -> f64) -> Estimate {
        distribution::mean(self, &mut |value, _| f(value))
    }

    /// Returns how likely a value is to satisfy a predicate.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let even = (0..=9).such_that(|n| n % 2 == 0);
    /// assert!((even.chance_of(|n| *n > 5).value - 0.4).abs() < 1e-9);
    /// ```
    fn chance_of(&self, pred: impl Fn(&Self::Value) -> bool) -> Estimate {
        distribution::chance(self, &mut |value, _| pred(value))
    }

    /// Returns how likely a label is to be chosen at least once.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let coins = (any::<bool>(), any::<bool>());
    /// assert_eq!(coins.chance_of_label("true").value, 0.75);
    /// ```
    fn chance_of_label(&self, label: &str) -> Estimate {
        distribution::chance(self, &mut |_, choices| distribution::has_label(choices, label))
    }

    /// Returns how many choices a value takes on average.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// // The length, and as many elements as it says.
    /// assert_eq!(vec(any::<bool>(), 0..=4).expected_choices().to_string(), "3");
    /// ```
    fn expected_choices(&self) -> Estimate {
        distribution::mean(self, &mut |_, choices| choices.len() as f64)
    }

    /// Estimates [`expect`](Self::expect) from this many samples, even where it could be exact.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let rolled = (1..=6).sampled_expect(|n| f64::from(*n), 1, 1_000);
    /// assert!(rolled.low < 3.5 && 3.5 < rolled.high);
    /// ```
    fn sampled_expect(&self, f: impl Fn(&Self::Value) -> f64, seed: u64, samples: usize) -> Estimate {
        distribution::sampled(self, seed, samples, &mut |value, _| f(value)).mean()
    }

    /// Estimates [`chance_of`](Self::chance_of) from this many samples, even where it could be exact.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let six = (1..=6).sampled_chance_of(|n| *n == 6, 1, 1_000);
    /// assert!(six.low < 1.0 / 6.0 && 1.0 / 6.0 < six.high);
    /// ```
    fn sampled_chance_of(&self, pred: impl Fn(&Self::Value) -> bool, seed: u64, samples: usize) -> Estimate {
        distribution::sampled(self, seed, samples, &mut |value, _| f64::from(u8::from(pred(value)))).chance()
    }

    /// Returns what the generator makes in a run: how often each alternative is taken, how large values are, how often
    /// they repeat. It takes a thousand samples of all sizes.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let distribution = option(pick([(1, "no", exact(0)), (3, "yes", exact(1))])).distribution(1);
    /// let [_, answer] = distribution.points() else { panic!() };
    /// assert_eq!(answer.labels(), ["no", "yes"]);
    /// assert!(answer.share(1) > 0.6);
    /// println!("{distribution}");
    /// ```
    fn distribution(&self, seed: u64) -> Distribution {
        Distribution::of(self, seed)
    }

    /// Counts the values of each size, as defined by [`all_values`](crate::Interpretations::all_values), lazily.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let sizes: Vec<(usize, usize)> = (0..=9, 0..=9).sizes().take(4).collect();
    /// assert_eq!(sizes, [(0, 1), (1, 2), (2, 3), (3, 4)]);
    /// ```
    fn sizes(&self) -> Sizes<Self>
    where
        Self: Clone,
    {
        Sizes::new(AllValues::new(self.clone()))
    }
}

impl<G: Generator + ?Sized> Lab for G {}
