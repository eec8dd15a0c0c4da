//! Generators of quickcheck, in which a type has one, so that inputs are wrapped. Nothing is shrunk here.

use std::any::Any;
use std::cell::RefCell;
use std::fmt::Debug;

use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

use super::Origin;
use crate::etna::subject::Holds;
use crate::etna::watch::{Budget, Trial, Watch};

pub(crate) trait Quickcheck: Clone + Debug + 'static {
    fn bespoke(g: &mut Gen) -> Self;

    fn derived(g: &mut Gen) -> Self;
}

pub(crate) fn run<I: Quickcheck>(holds: Holds<I>, origin: Origin, budget: Budget, seed: u64) -> Trial {
    WATCHED.set(Some((Watch::begin(budget), Box::new(holds))));
    let generator = Gen::from_size_and_seed(SIZE, seed);
    let mut runner = QuickCheck::new().rng(generator).tests(budget.tests).max_tests(budget.inputs);
    let _ = match origin {
        Origin::Bespoke => runner.quicktest(property_of_bespoke::<I> as fn(Bespoke<I>) -> TestResult),
        Origin::Derived => runner.quicktest(property_of_derived::<I> as fn(Derived<I>) -> TestResult),
    };
    let (watch, _) = WATCHED.take().expect("a watch was set");
    watch.end()
}

/// What quickcheck has by itself.
const SIZE: usize = 100;

/// A watch, and what holds of some type of inputs.
type Watched = (Watch, Box<dyn Any>);

thread_local! {
    /// A property is a plain function, so that what it looks at must be found from there.
    static WATCHED: RefCell<Option<Watched>> = const { RefCell::new(None) };
}

#[derive(Debug, Clone)]
struct Bespoke<I>(I);

impl<I: Quickcheck> Arbitrary for Bespoke<I> {
    fn arbitrary(g: &mut Gen) -> Bespoke<I> {
        Bespoke(I::bespoke(g))
    }
}

#[derive(Debug, Clone)]
struct Derived<I>(I);

impl<I: Quickcheck> Arbitrary for Derived<I> {
    fn arbitrary(g: &mut Gen) -> Derived<I> {
        Derived(I::derived(g))
    }
}

fn property_of_bespoke<I: 'static>(Bespoke(input): Bespoke<I>) -> TestResult {
    property(&input)
}

fn property_of_derived<I: 'static>(Derived(input): Derived<I>) -> TestResult {
    property(&input)
}

fn property<I: 'static>(input: &I) -> TestResult {
    WATCHED.with_borrow_mut(|watched| {
        let Some((watch, holds)) = watched else { return TestResult::error("nobody watches") };
        let Some(holds) = holds.downcast_ref::<Holds<I>>() else { return TestResult::error("of another type") };
        match watch.look(*holds, input) {
            Some(holds) => TestResult::from_bool(holds),
            None => TestResult::discard(),
        }
    })
}
