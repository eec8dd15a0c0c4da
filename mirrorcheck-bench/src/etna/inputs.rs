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

impl<T: Mirrorcheck + Clone + PartialEq, const TREES: usize, const NUMBERS: usize> Mirrorcheck
    for Input<T, TREES, NUMBERS>
{
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

fn mirrored<G: Generator<Value: Clone + PartialEq>, const TREES: usize, const NUMBERS: usize>(
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
        let numbers = several(|| <i32 as TypeGenerator>::generate(driver).ok_or(())).ok()?;
        Some(Input { trees, numbers })
    }
}

/// Properties that assume valid trees: names, how many trees and numbers they take, and what should hold of these.
macro_rules! tree_properties {
    ($($name:ident: [$($tree:ident),+], [$($number:ident),*] => $holds:expr;)*) => {
        pub(super) fn all() -> Vec<$crate::etna::subject::Tested> {
            vec![$($crate::etna::subject::Tested::new::<$name>()),*]
        }

        /// The properties that fail on a small input.
        #[cfg(test)]
        pub(super) fn that_fail() -> Vec<&'static str> {
            let fail = [$((stringify!($name), $crate::etna::inputs::small::fails::<Tree, $name, _, _>())),*];
            fail.into_iter().filter(|(_, fails)| *fails).map(|(name, _)| name).collect()
        }

        $(
            pub(super) struct $name;

            impl $crate::etna::subject::Property for $name {
                const NAME: &'static str = stringify!($name);
                type Input = $crate::etna::inputs::Input<
                    Tree,
                    { <[&str]>::len(&[$(stringify!($tree)),+]) },
                    { <[&str]>::len(&[$(stringify!($number)),*]) },
                >;

                fn holds(input: &Self::Input) -> Option<bool> {
                    if !input.trees.iter().all(Tree::is_valid) {
                        return None;
                    }
                    let [$($tree),+] = &input.trees;
                    let [$($number),*] = input.numbers;
                    $(let $tree = || $tree.clone();)+
                    Some($holds)
                }
            }
        )*
    };
}
pub(crate) use tree_properties;

/// A sorted list with this pair.
pub(crate) fn with(mut list: Vec<(i32, i32)>, key: i32, value: i32) -> Vec<(i32, i32)> {
    match list.binary_search_by_key(&key, |pair| pair.0) {
        Ok(at) => list[at].1 = value,
        Err(at) => list.insert(at, (key, value)),
    }
    list
}

pub(crate) fn without(mut list: Vec<(i32, i32)>, key: i32) -> Vec<(i32, i32)> {
    list.retain(|pair| pair.0 != key);
    list
}

/// All small inputs, to know for sure which properties fail.
#[cfg(test)]
pub(crate) mod small {
    use std::array;
    use std::ops::Range;

    use super::Input;
    use crate::etna::subject::Property;

    pub(crate) trait Small: Clone {
        /// All small trees with this value everywhere, fewer of them for inputs with this many numbers.
        fn all(value: i32, numbers: usize) -> Vec<Self>;

        /// Below, above and between the keys of all trees, for inputs with this many numbers.
        fn numbers(count: usize) -> Range<i32>;
    }

    pub(crate) fn fails<T, P, const TREES: usize, const NUMBERS: usize>() -> bool
    where
        T: Small,
        P: Property<Input = Input<T, TREES, NUMBERS>>,
    {
        // Values that no number is, other ones for each tree.
        let trees: [Vec<T>; TREES] = array::from_fn(|place| T::all(100 + place as i32, NUMBERS));
        let mut is_seen = false;
        for_all(trees.each_ref().map(Vec::len), |at| {
            let trees: [T; TREES] = array::from_fn(|place| trees[place][at[place]].clone());
            let mut input = Input { trees, numbers: [0; NUMBERS] };
            let numbers = T::numbers(NUMBERS);
            for_all([numbers.len(); NUMBERS], |at| {
                input.numbers = at.map(|offset| numbers.start + offset as i32);
                is_seen |= P::holds(&input) == Some(false);
                is_seen
            })
        });
        is_seen
    }

    /// Every array of numbers below these bounds, until told to stop; whether it was.
    fn for_all<const N: usize>(bounds: [usize; N], mut stops: impl FnMut([usize; N]) -> bool) -> bool {
        let total: usize = bounds.iter().product();
        (0..total).any(|mut number| {
            stops(bounds.map(|bound| {
                let digit = number % bound;
                number /= bound;
                digit
            }))
        })
    }
}
