//! Inputs of properties of trees: so many trees and so many numbers. Each framework makes them from what it makes trees and
//! numbers with.

use std::array;
use std::marker::PhantomData;

use bolero::generator::bolero_generator::driver::Driver;
use bolero::{TypeGenerator, ValueGenerator};
use checkito::{FullGenerate, Generate};
use crabcheck::{Gen, Source};
use hegel::TestCase;
use hegel::generators as gs;
use mirrorcheck::prelude::*;
use mirrorcheck::strategy;
use proptest::collection::vec;
use proptest::strategy::Strategy;

use super::frameworks::arbitrary::FromBytes;
use super::frameworks::bolero::Bolero;
use super::frameworks::checkito::Checkito;
use super::frameworks::crabcheck::Crabcheck;
use super::frameworks::hegeltest::Hegeltest;
use super::frameworks::mirrorcheck::Mirrorcheck;
use super::frameworks::proptest::Proptest;
use super::frameworks::quickcheck::Quickcheck;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Input<T, const TREES: usize, const NUMBERS: usize> {
    pub(crate) trees: [T; TREES],
    pub(crate) numbers: [i32; NUMBERS],
}

impl<T: Mirrorcheck + Clone, const TREES: usize, const NUMBERS: usize> Mirrorcheck for Input<T, TREES, NUMBERS> {
    fn bespoke() -> impl Generator<Value = Self> {
        mirrored(T::bespoke)
    }

    fn derived() -> impl Generator<Value = Self> {
        mirrored(T::derived)
    }

    fn strategy() -> impl strategy::Strategy + 'static {
        T::strategy()
    }
}

fn mirrored<G: Generator<Value: Clone>, const TREES: usize, const NUMBERS: usize>(
    tree: impl Fn() -> G,
) -> impl Generator<Value = Input<G::Value, TREES, NUMBERS>> {
    let trees: [G; TREES] = array::from_fn(|_| tree());
    (trees, any::<[i32; NUMBERS]>())
        .convert(|(trees, numbers)| Input { trees, numbers }, |input| Some((input.trees.clone(), input.numbers)))
}

impl<T: Proptest + std::fmt::Debug, const TREES: usize, const NUMBERS: usize> Proptest for Input<T, TREES, NUMBERS> {
    fn bespoke() -> impl Strategy<Value = Self> {
        proposed(T::bespoke())
    }

    fn derived() -> impl Strategy<Value = Self> {
        proposed(T::derived())
    }
}

fn proposed<S: Strategy, const TREES: usize, const NUMBERS: usize>(
    tree: S,
) -> impl Strategy<Value = Input<S::Value, TREES, NUMBERS>> {
    let numbers = proptest::prelude::any::<i32>();
    (vec(tree, TREES), vec(numbers, NUMBERS))
        .prop_map(|(trees, numbers)| Input { trees: exactly(trees), numbers: exactly(numbers) })
}

/// A list as an array of the same length.
fn exactly<T, const N: usize>(list: Vec<T>) -> [T; N] {
    let mut list = list.into_iter();
    array::from_fn(|_| list.next().expect("the list is as long as the array"))
}

impl<T: Quickcheck, const TREES: usize, const NUMBERS: usize> Quickcheck for Input<T, TREES, NUMBERS> {
    fn bespoke(g: &mut quickcheck::Gen) -> Self {
        Input { trees: array::from_fn(|_| T::bespoke(g)), numbers: quick_numbers(g) }
    }

    fn derived(g: &mut quickcheck::Gen) -> Self {
        Input { trees: array::from_fn(|_| T::derived(g)), numbers: quick_numbers(g) }
    }
}

fn quick_numbers<const N: usize>(g: &mut quickcheck::Gen) -> [i32; N] {
    array::from_fn(|_| quickcheck::Arbitrary::arbitrary(g))
}

impl<T: Hegeltest, const TREES: usize, const NUMBERS: usize> Hegeltest for Input<T, TREES, NUMBERS> {
    fn bespoke(tc: &TestCase) -> Self {
        let trees = array::from_fn(|_| T::bespoke(tc));
        Input { trees, numbers: array::from_fn(|_| tc.draw_silent(gs::integers())) }
    }

    fn derived(tc: &TestCase) -> Self {
        let trees = array::from_fn(|_| T::derived(tc));
        Input { trees, numbers: array::from_fn(|_| tc.draw_silent(gs::integers())) }
    }
}

impl<T: Crabcheck, const TREES: usize, const NUMBERS: usize> Crabcheck for Input<T, TREES, NUMBERS> {
    fn bespoke() -> impl Gen<Value = Self> {
        crabbed(T::bespoke())
    }

    fn derived() -> impl Gen<Value = Self> {
        crabbed(T::derived())
    }
}

fn crabbed<G: Gen, const TREES: usize, const NUMBERS: usize>(
    tree: G,
) -> impl Gen<Value = Input<G::Value, TREES, NUMBERS>> {
    let number = crabcheck::any::<i32>();
    move |g: &mut Source| Input {
        trees: array::from_fn(|_| g.draw(&tree)),
        numbers: array::from_fn(|_| g.draw(&number)),
    }
}

impl<T: FromBytes, const TREES: usize, const NUMBERS: usize> FromBytes for Input<T, TREES, NUMBERS> {
    fn bespoke(u: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<Self> {
        Ok(Input { trees: several(|| T::bespoke(u))?, numbers: u.arbitrary()? })
    }

    fn derived(u: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<Self> {
        Ok(Input { trees: several(|| T::derived(u))?, numbers: u.arbitrary()? })
    }
}

fn several<T, E, const N: usize>(one: impl FnMut() -> Result<T, E>) -> Result<[T; N], E> {
    std::iter::repeat_with(one).take(N).collect::<Result<Vec<T>, E>>().map(exactly)
}

impl<T: Checkito, const TREES: usize, const NUMBERS: usize> Checkito for Input<T, TREES, NUMBERS> {
    fn bespoke() -> impl Generate<Item = Self> {
        (T::bespoke().array::<TREES>(), i32::generator().array::<NUMBERS>())
            .map(|(trees, numbers)| Input { trees, numbers })
    }

    fn derived() -> impl Generate<Item = Self> {
        (T::derived().array::<TREES>(), i32::generator().array::<NUMBERS>())
            .map(|(trees, numbers)| Input { trees, numbers })
    }
}

impl<T: Bolero + 'static, const TREES: usize, const NUMBERS: usize> Bolero for Input<T, TREES, NUMBERS> {
    fn bespoke() -> impl ValueGenerator<Output = Self> {
        Parts(T::bespoke(), PhantomData)
    }

    fn derived() -> impl ValueGenerator<Output = Self> {
        Parts(T::derived(), PhantomData)
    }
}

/// Inputs with these trees.
struct Parts<G, I>(G, PhantomData<fn() -> I>);

impl<G, const TREES: usize, const NUMBERS: usize> ValueGenerator for Parts<G, Input<G::Output, TREES, NUMBERS>>
where
    G: ValueGenerator,
{
    type Output = Input<G::Output, TREES, NUMBERS>;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
        let trees = several(|| self.0.generate(driver).ok_or(())).ok()?;
        let numbers = several(|| i32::generate(driver).ok_or(())).ok()?;
        Some(Input { trees, numbers })
    }
}
