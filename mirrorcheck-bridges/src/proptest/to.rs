//! A generator as a strategy.

use std::collections::VecDeque;
use std::fmt::{self, Debug};
use std::rc::Rc;
use std::time::Duration;

use mirrorcheck_core::generators::Resize;
use mirrorcheck_core::{Choices, Cx, DEFAULT_SIZE, Focus, Generator, Interpretations, Rejected, Shrinker, resize};
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// Makes a strategy of proptest that makes the values of a generator.
///
/// Mirrorcheck shrinks them, wherever the strategy stands: proptest asks it for simpler values.
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
/// Chance is proptest's, so that its seeds and its saved failures work. Sizes are mixed from the first case on, because
/// proptest does not say which case it is at. Labels, events and draws of a property's body are not for proptest.
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
        // Strategies of its own, because which version of `rand` its source belongs to is up to proptest.
        let seed = proptest::num::u64::ANY.new_tree(runner)?.current();
        let size = (0..=DEFAULT_SIZE).new_tree(runner)?.current();
        let generator = resize(size, self.generator.clone());
        let value = Rc::new(generator.try_sample(seed).map_err(|no_value| no_value.to_string())?);
        Ok(ShrunkTree { generator: Shared(generator), seed, best: Rc::clone(&value), current: value, search: None })
    }
}

/// What proptest shrinks a value of [`AsStrategy`] with.
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
    /// The simplest value that is known to fail.
    best: Rc<G::Value>,
    current: Rc<G::Value>,
    /// There once something is to be simplified.
    search: Option<Search<G::Value>>,
}

/// How far shrinking has come.
///
/// The shrinker asks whether a value fails, whereas proptest asks for a value. So the shrinker runs on the answers given so
/// far, and then as if no other value failed, which nearly all of them do not: what it asks about is what proptest gets. Only
/// when a value did fail does it run again.
struct Search<V> {
    choices: Choices,
    answers: Vec<bool>,
    /// The next values to be tested, and whether there are more.
    ahead: VecDeque<Rc<V>>,
    is_cut: bool,
    /// There is nothing simpler.
    is_over: bool,
}

/// How many values are kept that are yet to be tested.
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
    /// Goes on to the next value. Gives whether there is one.
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
        // A limit of time would make it answer differently from run to run. If the choices make no value any more, which
        // is a bug of the generator, there is nothing simpler.
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
        // Without another value, the one that fails is the last one: proptest would not go on to what stands beside it if
        // this were no step.
        self.advance();
        true
    }
}

/// A generator whose values can be kept without a copy.
#[derive(Clone)]
struct Shared<G>(G);

impl<G: Generator> Generator for Shared<G> {
    type Value = Rc<G::Value>;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, Rc<G::Value>>) -> Result<Rc<G::Value>, Rejected> {
        self.0.run(cx, Focus::Free).map(Rc::new)
    }
}
