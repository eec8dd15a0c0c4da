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
    /// Weights by label: the papers' `weightedGen`. Numbers and characters are called what they are, up to ranges of
    /// 1,024; wider ones, ranges all of which weigh the same, lengths, and alternatives without a label are left alone. What
    /// is no positive number is a weight of 0.
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

    /// Weights from anywhere: see [`Weights`].
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

    /// Tuned to make values like these: it chooses what was chosen for them as often as it was. [`Tuner`] has
    /// more to set.
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

    /// Tuned to make values unlike these; the rule is with [`Weights`].
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

    /// Mutants of a value, without end: each is in range, differs from the value, and is a pure function of the seed and
    /// its position. There are none if the value is out of range, for which [`Mutants::why`] has a reason, or if it is
    /// the only one that the generator makes.
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

    /// The value of choices that may be imperfect: of another version of the generator, cut off, edited by hand. What fits
    /// is kept in its place, an alternative that is not there is remade at random, a number out of its range too, and what
    /// is missing is the least that fits. Choices that fit exactly make exactly their value.
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
    /// If the generator makes nothing at all.
    fn replay_repaired(&self, choices: &Choices, seed: u64) -> Result<Self::Value, NoValue> {
        mutate::repaired(self, choices, seed)
    }

    /// The values that satisfy a predicate, found by following it: the papers' choice gradient sampling, and beyond. Of use
    /// where [`such_that`](crate::Combinators::such_that) would reject nearly everything; the price is that values are
    /// found in no particular distribution.
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

    /// How often each label was chosen for these values, in the likeliest way to make each. Values that are out of range
    /// count for nothing; [`try_frequencies`](Self::try_frequencies) names them.
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

    /// How often each label was chosen for these values, if all of them are in range.
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

    /// How many of the descriptions of `strength` labels that the generator can make are covered by these values.
    ///
    /// The descriptions are found by going through the language of the generator, smallest first, and if that comes to no
    /// end soon, by random values of all sizes too; [`is_exact`](Coverage::is_exact) says whether these are all. A value
    /// covers what any of its ways to be made covers (of very many ways, the first hundred).
    ///
    /// Strength 1 asks for every label at every place of a tuple, 2 for every pair, which is where most faults are. There
    /// is one description of strength 0, which says nothing: any value in range covers it. From 4 up, large values have
    /// more descriptions than can be listed: these are asked for what is known from small ones only, and the answer is
    /// not exact. A value with fewer labels than `strength` covers nothing.
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

    /// Random values without end, as [`samples`](crate::Interpretations::samples) makes them, thinned out: of every `fan_out` of
    /// them the one whose descriptions of `strength` labels are the rarest so far. Fewer of them find the same faults,
    /// which is worth it where a test takes longer than a value. With a `fan_out` of 1 (or 0), these are the samples.
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

    /// A small suite that covers all descriptions of `strength` labels that are known, as for
    /// [`coverage`](Self::coverage). The seed decides which random values are looked at, where the generator could not be
    /// gone through completely.
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

    /// The mean of a number that a value has, such as its size.
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

    /// How likely it is that a value has a property.
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

    /// How likely it is that a label is chosen at least once.
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

    /// How many choices are made, on average.
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

    /// [`expect`](Self::expect) from so many samples, even where it could be exact.
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

    /// [`chance_of`](Self::chance_of) from so many samples, even where it could be exact.
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

    /// What the generator makes in a run: how often each alternative is taken, how large values are, how often they
    /// repeat. From a thousand samples of all sizes.
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

    /// How many values there are of each size, as [`all_values`](crate::Interpretations::all_values) counts it, each when it is
    /// asked for.
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
