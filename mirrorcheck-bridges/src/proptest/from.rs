//! Strategies as generators.

use mirrorcheck_core::generators::no_shrink;
use mirrorcheck_core::numbers::uniform;
use mirrorcheck_core::{Cx, Focus, Generator, Rejected};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Makes the values of a proptest strategy.
///
/// The recorded choice is a seed, because parts of a strategy split off random number generators of their own. The strategy
/// itself shrinks a failure. Each step is recorded as a choice, so the result can be replayed. Everything around the strategy
/// shrinks as usual.
///
/// ```
/// use mirrorcheck::Checker;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck_bridges::from_strategy;
/// use proptest::strategy::Strategy as _;
///
/// let even = (0..500u32).prop_map(|n| 2 * n);
/// let pairs = (from_strategy(even), any::<bool>());
/// assert_eq!(pairs.replay(&pairs.randomness(1)), Ok(pairs.sample(1)));
///
/// let report = Checker::new(pairs).examine(|(n, _)| n < 301);
/// assert_eq!(report.failures[0].value, (302, false));
/// ```
///
/// A strategy has no notion of size, so its values are as large at the start of a run as at its end. If `prop_filter` rejects
/// too often, the case is discarded.
pub fn from_strategy<S: Strategy>(strategy: S) -> FromStrategy<S> {
    FromStrategy { strategy }
}

/// The generator that [`from_strategy`] returns.
///
/// ```
/// use mirrorcheck::Interpretations as _;
/// use mirrorcheck_bridges::{FromStrategy, from_strategy};
/// use proptest::strategy::{BoxedStrategy, Strategy as _};
///
/// // Ranges have a method `boxed` in both frameworks, so import only one of the preludes.
/// let digits: FromStrategy<BoxedStrategy<u8>> = from_strategy((0..10u8).boxed());
/// assert!(digits.sample(1) < 10);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FromStrategy<S> {
    strategy: S,
}

impl<S: Strategy> Generator for FromStrategy<S> {
    type Value = S::Value;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, S::Value>) -> Result<S::Value, Rejected> {
        cx.group(|cx| {
            // A smaller seed makes an unrelated value, not a simpler one.
            let seed = no_shrink(uniform::<u64>()).run(cx, Focus::Free)?;
            let tree = Simplified::new(tree(&self.strategy, seed, cx)?);
            if cx.is_plain() { Ok(tree.current.current()) } else { self.simpler(cx, seed, tree) }
        })
    }
}

impl<S: Strategy> FromStrategy<S> {
    /// Follows the recorded or proposed steps of the strategy's own shrinking.
    fn simpler(&self, cx: &mut Cx<'_>, seed: u64, mut tree: Simplified<S::Tree>) -> Result<S::Value, Rejected> {
        // How many values passed before each one that failed, and how many have passed since.
        let (mut fails, mut passed) = (Vec::new(), 0);
        while let Some(chosen) = cx.shrink(AT_ONCE + 1) {
            let is_found = chosen < AT_ONCE;
            if !tree.pass(chosen) || is_found && !tree.fail() {
                return Err(cx.reject(|| "the strategy has nothing simpler".to_owned()));
            }
            passed += chosen;
            if is_found {
                fails.push(std::mem::take(&mut passed));
            }
        }
        if passed == 0 {
            return Ok(tree.current.current());
        }
        let mut tree = Simplified::new(self::tree(&self.strategy, seed, cx)?);
        for passed in fails {
            tree.pass(passed);
            tree.fail();
        }
        Ok(tree.current.current())
    }
}

/// How many simpler values are proposed at once.
const AT_ONCE: usize = 16;

/// How often filters may reject within one value. In proptest, all values of a run share one limit.
const REJECTS: u32 = 1_000;

fn tree<S: Strategy>(strategy: &S, seed: u64, cx: &mut Cx<'_>) -> Result<S::Tree, Rejected> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let config = Config { failure_persistence: None, max_local_rejects: REJECTS, ..Config::default() };
    strategy.new_tree(&mut TestRunner::new_with_rng(config, rng)).map_err(|reason| cx.reject(|| reason.to_string()))
}

/// A value that is shrunk as proptest does it: `simplify` after a failure, `complicate` after a pass.
struct Simplified<T> {
    current: T,
    /// Whether the current value is still to be tested.
    is_open: bool,
}

impl<T: ValueTree> Simplified<T> {
    /// Starts from a tree whose value fails.
    fn new(current: T) -> Simplified<T> {
        Simplified { current, is_open: false }
    }

    /// Goes to the next value to test. Returns whether there is one.
    fn open(&mut self) -> bool {
        self.is_open = self.is_open || self.current.simplify();
        self.is_open
    }

    /// Lets the next value fail. Returns whether there is one.
    fn fail(&mut self) -> bool {
        let is_there = self.open();
        self.is_open = false;
        is_there
    }

    /// Lets so many values pass. Returns whether another one follows.
    fn pass(&mut self, count: usize) -> bool {
        (0..count).all(|_| {
            self.is_open = self.open() && self.current.complicate();
            self.is_open
        })
    }
}
