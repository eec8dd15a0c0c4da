//! Generators as strategies.

use std::collections::VecDeque;
use std::fmt::{self, Debug};
use std::rc::Rc;
use std::time::Duration;

use mirrorcheck_core::generators::Resize;
use mirrorcheck_core::{Choices, Cx, DEFAULT_SIZE, Focus, Generator, Interpretations, Rejected, Shrinker, resize};
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// Turns a generator into a proptest strategy.
///
/// Mirrorcheck shrinks its values, even inside other strategies: proptest asks for simpler values, and Mirrorcheck's shrinker
/// proposes them.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck_bridges::to_strategy;
/// use proptest::test_runner::{TestError, TestRunner};
///
/// let lists = to_strategy(vec(0..=999, 0..20));
/// let failure = TestRunner::deterministic().run(&lists, |list| {
///     proptest::prop_assert!(list.iter().all(|n| *n < 700));
///     Ok(())
/// });
/// assert!(matches!(failure, Err(TestError::Fail(_, list)) if list == [700]));
/// ```
///
/// Randomness comes from proptest, so its seeds and saved failures work. Sizes are mixed from the first case on, because
/// proptest does not say which case it is running. Labels, events and draws in the body of a property do not work in proptest.
pub fn to_strategy<G>(generator: G) -> AsStrategy<G>
where
    G: Generator + Clone,
    G::Value: Debug + Clone,
{
    AsStrategy { generator }
}

/// The strategy that [`to_strategy`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck_bridges::{AsStrategy, to_strategy};
/// use proptest::strategy::{Strategy, ValueTree};
/// use proptest::test_runner::TestRunner;
///
/// let digits: AsStrategy<_> = to_strategy(0..=9);
/// let digit = digits.prop_map(|n| n + 1).new_tree(&mut TestRunner::deterministic()).unwrap();
/// assert!((1..=10).contains(&digit.current()));
/// ```
#[derive(Clone, Copy)]
pub struct AsStrategy<G> {
    generator: G,
}

impl<G> Debug for AsStrategy<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "to_strategy::<{}>(..)", std::any::type_name::<G>())
    }
}

impl<G> Strategy for AsStrategy<G>
where
    G: Generator + Clone,
    G::Value: Debug + Clone,
{
    type Tree = ShrunkTree<G>;
    type Value = G::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        // Drawn with proptest's own strategies, so that it does not matter which version of `rand` it uses.
        let seed = proptest::num::u64::ANY.new_tree(runner)?.current();
        let size = (0..=DEFAULT_SIZE).new_tree(runner)?.current();
        let generator = resize(size, self.generator.clone());
        let value = Rc::new(generator.try_sample(seed).map_err(|no_value| no_value.to_string())?);
        Ok(ShrunkTree { generator: Shared(generator), seed, best: Rc::clone(&value), current: value, search: None })
    }
}

/// The value tree of [`AsStrategy`], with which proptest shrinks a value.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck_bridges::to_strategy;
/// use proptest::strategy::{Strategy, ValueTree};
/// use proptest::test_runner::TestRunner;
///
/// let mut tree = to_strategy(1..=9).new_tree(&mut TestRunner::deterministic()).unwrap();
/// while tree.simplify() {}
/// assert_eq!(tree.current(), 1);
/// ```
pub struct ShrunkTree<G: Generator> {
    generator: Shared<Resize<G>>,
    seed: u64,
    /// The simplest value that has failed.
    best: Rc<G::Value>,
    current: Rc<G::Value>,
    /// The search, once shrinking has started.
    search: Option<Search<G::Value>>,
}

/// The state of shrinking.
///
/// The shrinker asks whether a value fails, but proptest asks for the next value. So the shrinker runs on the answers so far,
/// and then assumes that no further value fails, which holds for nearly all of them. The values that it asks about are those
/// that proptest gets. It has to run again only when one of them does fail.
struct Search<V> {
    choices: Choices,
    answers: Vec<bool>,
    /// The next values to test, and whether there are more.
    ahead: VecDeque<Rc<V>>,
    is_cut: bool,
    /// Whether there is nothing simpler.
    is_over: bool,
}

/// How many untested values are kept.
const AHEAD: usize = 256;

impl<G: Generator> Debug for ShrunkTree<G>
where
    G::Value: Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShrunkTree").field("seed", &self.seed).field("current", &self.current).finish_non_exhaustive()
    }
}

impl<G> ShrunkTree<G>
where
    G: Generator + Clone,
    G::Value: Debug + Clone,
{
    /// Goes to the next value. Returns whether there is one.
    fn advance(&mut self) -> bool {
        let Some(search) = &mut self.search else { return false };
        if search.ahead.is_empty() && search.is_cut {
            search.look_ahead(&self.generator);
        }
        let next = search.ahead.pop_front();
        search.is_over = next.is_none();
        self.current = next.unwrap_or_else(|| Rc::clone(&self.best));
        !search.is_over
    }
}

impl<V> Search<V> {
    fn look_ahead<G: Generator<Value = Rc<V>>>(&mut self, generator: &G) {
        let Search { choices, answers, ahead, is_cut, .. } = self;
        ahead.clear();
        *is_cut = false;
        let mut asked = 0;
        let still_fails = |value: &Rc<V>| {
            let answer = answers.get(asked).copied();
            asked += 1;
            if answer.is_none() && ahead.len() < AHEAD {
                ahead.push_back(Rc::clone(value));
            } else if answer.is_none() {
                *is_cut = true;
            }
            answer.unwrap_or(false)
        };
        // A time limit would make the answers differ between runs. If the choices no longer make a value, which is a bug in
        // the generator, there is nothing simpler.
        let _ = Shrinker::new(generator).time(Duration::MAX).shrink_choices(choices, still_fails);
    }
}

impl<G> ValueTree for ShrunkTree<G>
where
    G: Generator + Clone,
    G::Value: Debug + Clone,
{
    type Value = G::Value;

    fn current(&self) -> G::Value {
        (*self.current).clone()
    }

    fn simplify(&mut self) -> bool {
        self.best = Rc::clone(&self.current);
        match &mut self.search {
            Some(search) if search.is_over => return false,
            Some(search) => search.answers.push(true),
            None => {
                let choices = self.generator.randomness(self.seed);
                let (answers, ahead) = (Vec::new(), VecDeque::new());
                self.search = Some(Search { choices, answers, ahead, is_cut: false, is_over: false });
            }
        }
        if let Some(search) = &mut self.search {
            search.look_ahead(&self.generator);
        }
        self.advance()
    }

    fn complicate(&mut self) -> bool {
        match &mut self.search {
            Some(search) if !search.is_over => search.answers.push(false),
            _ => return false,
        }
        // Returns `true` even without another value, and goes back to the one that failed. Otherwise, proptest would not go
        // on to shrink the strategies around this one.
        self.advance();
        true
    }
}

/// A generator whose values can be kept without cloning them.
#[derive(Clone)]
struct Shared<G>(G);

impl<G: Generator> Generator for Shared<G> {
    type Value = Rc<G::Value>;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, Rc<G::Value>>) -> Result<Rc<G::Value>, Rejected> {
        self.0.run(cx, Focus::Free).map(Rc::new)
    }
}
