//! Generators of quickcheck, in which a type has one, so that inputs are wrapped. Nothing is shrunk here.

use std::cell::RefCell;
use std::fmt::Debug;

use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

use super::Origin;
use crate::etna::subject::Property;
use crate::etna::watch::{Budget, Trial, Watch};

pub(crate) trait Quickcheck: Clone + Debug + 'static {
    fn bespoke(g: &mut Gen) -> Self;

    fn derived(g: &mut Gen) -> Self;
}

pub(crate) fn run<P: Property<Input: Quickcheck>>(origin: Origin, budget: Budget, seed: u64) -> Trial {
    WATCH.set(Some(Watch::begin(budget)));
    let generator = Gen::from_size_and_seed(SIZE, seed);
    let mut runner = QuickCheck::new().rng(generator).tests(budget.tests).max_tests(budget.inputs);
    let _ = match origin {
        Origin::Bespoke => runner.quicktest(property_of_bespoke::<P> as fn(Bespoke<P::Input>) -> TestResult),
        Origin::Derived => runner.quicktest(property_of_derived::<P> as fn(Derived<P::Input>) -> TestResult),
    };
    WATCH.take().expect("a watch was set").end()
}

/// What quickcheck has by itself.
const SIZE: usize = 100;

thread_local! {
    /// A property is a plain function, so that what it counts must be found from there.
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
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

fn property_of_bespoke<P: Property>(Bespoke(input): Bespoke<P::Input>) -> TestResult {
    property::<P>(&input)
}

fn property_of_derived<P: Property>(Derived(input): Derived<P::Input>) -> TestResult {
    property::<P>(&input)
}

fn property<P: Property>(input: &P::Input) -> TestResult {
    WATCH.with_borrow_mut(|watch| match watch.as_mut().map(|watch| watch.look::<P>(input)) {
        Some(Some(holds)) => TestResult::from_bool(holds),
        Some(None) => TestResult::discard(),
        None => TestResult::error("nobody watches"),
    })
}
