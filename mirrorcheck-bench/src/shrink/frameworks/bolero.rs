//! Generators of bolero. Its own engine takes seeds from the operating system, so that its loop over cases is here; what
//! a case is, and the shrinker, are bolero's.

use std::panic::{AssertUnwindSafe, set_hook, take_hook};
use std::time::Duration;

use bolero::bolero_engine::driver::cache::Cache;
use bolero::bolero_engine::driver::{Options, Rng};
use bolero::bolero_engine::rng::Recommended;
use bolero::bolero_engine::{BorrowedGeneratorTest, input, shrink};
use bolero::{Driver, OneValueOfExt, Test, TypeGenerator, ValueGenerator, constant, produce};
use rand::rand_core::impls::{next_u32_via_fill, next_u64_via_fill};
use rand::{RngCore, SeedableRng};

use super::{CASES, Found, Watched};
use crate::rng;
use crate::shrink::problems::Problem;
use crate::shrink::problems::bound5::{Bound5, Bound5Max1, Lists, is_small};
use crate::shrink::problems::calculator::{Calculator, Expr};
use crate::shrink::problems::difference::*;
use crate::shrink::problems::heap::{BinHeap, Heap};
use crate::shrink::problems::language::{self, Function, Module, Op, Parser, Program, Statement};
use crate::shrink::problems::lists::*;

pub(crate) trait Bolero: Problem {
    fn generator() -> impl ValueGenerator<Output = Self::Input>;
}

pub(crate) fn run<P: Bolero>(seed: u64) -> Option<Found<P::Input>> {
    let options = options();
    let mut watched = Watched::<P>::new();
    let mut property = AssertUnwindSafe(&mut watched);
    let mut test = BorrowedGeneratorTest::new(|input: &P::Input| property.holds(input), P::generator());
    let (mut cache, mut unused) = (Cache::default(), Vec::new());
    let case = cases(seed).find(|case| {
        let driver = Rng::new(Recommended::from_seed(*case), &options);
        test.test(&mut input::cache::Driver::new(driver, &mut cache, &mut unused)).is_err()
    })?;
    // A failing case is made once more to have the random bytes behind it, which are what is shrunk.
    let mut bytes = Vec::new();
    let recorder = Recorder { rng: Recommended::from_seed(case), bytes: &mut bytes };
    let unshrunk = P::generator().generate(&mut Rng::new(recorder, &options))?;
    // The shrinker leaves a hook behind that would make panics dearer for the other frameworks.
    let hook = take_hook();
    let shrunk = test.shrink(Recorded(bytes), None, &options);
    set_hook(hook);
    let executions = watched.found()?.executions;
    Some(Found { value: shrunk.map_or(unshrunk, |failure| failure.input), executions })
}

/// As bolero has them by itself, but for the second after which it stops shrinking.
fn options() -> Options {
    Options::default().with_max_len(usize::MAX).with_shrink_time(Duration::MAX)
}

/// The seeds of the cases.
fn cases(seed: u64) -> impl Iterator<Item = [u8; 16]> {
    let mut rng = rng::Rng::new(seed);
    (0..CASES).map(move |_| (u128::from(rng.next()) << 64 | u128::from(rng.next())).to_le_bytes())
}

/// A random source that remembers what it gave.
struct Recorder<'b> {
    rng: Recommended,
    bytes: &'b mut Vec<u8>,
}

impl RngCore for Recorder<'_> {
    fn next_u32(&mut self) -> u32 {
        next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.rng.fill_bytes(bytes);
        self.bytes.extend_from_slice(bytes);
    }
}

/// A random source that gives these bytes, and zeros after them.
struct Replay<'b>(&'b [u8]);

impl RngCore for Replay<'_> {
    fn next_u32(&mut self) -> u32 {
        next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        let known = bytes.len().min(self.0.len());
        let (now, later) = self.0.split_at(known);
        bytes[..known].copy_from_slice(now);
        bytes[known..].fill(0);
        self.0 = later;
    }
}

/// What the shrinker changes.
struct Recorded(Vec<u8>);

impl AsRef<Vec<u8>> for Recorded {
    fn as_ref(&self) -> &Vec<u8> {
        &self.0
    }
}

impl AsMut<Vec<u8>> for Recorded {
    fn as_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }
}

impl shrink::Input for Recorded {
    type Driver<'b> = Rng<Replay<'b>>;

    fn driver(&self, length: usize, options: &Options) -> Rng<Replay<'_>> {
        Rng::new(Replay(&self.0[..length]), options)
    }
}

impl Bolero for Reverse {
    fn generator() -> impl ValueGenerator<Output = Vec<i64>> {
        produce::<Vec<i64>>()
    }
}

impl Bolero for Distinct {
    fn generator() -> impl ValueGenerator<Output = Vec<i64>> {
        produce::<Vec<i64>>()
    }
}

impl Bolero for LargeUnionList {
    fn generator() -> impl ValueGenerator<Output = Vec<Vec<i64>>> {
        produce::<Vec<Vec<i64>>>()
    }
}

impl Bolero for NestedLists {
    fn generator() -> impl ValueGenerator<Output = Vec<Vec<()>>> {
        produce::<Vec<Vec<()>>>()
    }
}

impl Bolero for LengthList {
    fn generator() -> impl ValueGenerator<Output = Vec<i64>> {
        (1..=100usize).and_then_gen(|length| produce::<Vec<i64>>().with().values(0..=1000).len(length))
    }
}

impl Bolero for Coupling {
    fn generator() -> impl ValueGenerator<Output = Vec<usize>> {
        produce::<Vec<usize>>().with().values(0..=10).filter_gen(|list| Coupling::is_valid(list))
    }
}

impl Bolero for Deletion {
    fn generator() -> impl ValueGenerator<Output = (Vec<i64>, usize)> {
        with_index(produce::<i64>())
    }
}

impl Bolero for Deletion100 {
    fn generator() -> impl ValueGenerator<Output = (Vec<i64>, usize)> {
        with_index(-100..=100i64)
    }
}

/// As long as lists are by themselves, but not empty.
fn with_index(elements: impl ValueGenerator<Output = i64>) -> impl ValueGenerator<Output = (Vec<i64>, usize)> {
    produce::<Vec<i64>>().with().values(elements).len(1..=64usize).and_then_gen(|list| {
        let indices = 0..list.len();
        (constant(list), indices)
    })
}

impl Bolero for Bound5 {
    fn generator() -> impl ValueGenerator<Output = Lists> {
        let small = || produce::<Vec<i16>>().filter_gen(|list| is_small(list));
        (small(), small(), small(), small(), small())
    }
}

impl Bolero for Bound5Max1 {
    fn generator() -> impl ValueGenerator<Output = Lists> {
        let small = || produce::<Vec<i16>>().with().len(0..=1usize).filter_gen(|list| is_small(list));
        (small(), small(), small(), small(), small())
    }
}

macro_rules! difference {
    ($($problem:ident: $numbers:expr;)*) => {$(
        impl Bolero for $problem {
            fn generator() -> impl ValueGenerator<Output = Pair> {
                ($numbers, $numbers)
            }
        }
    )*};
}

difference! {
    Zero1000: 1..=1000i64;
    ZeroFull: 1i64..;
    Small1000: 1..=1000i64;
    SmallFull: 1i64..;
    One1000: 1..=1000i64;
    OneFull: 1i64..;
}

impl Bolero for Calculator {
    fn generator() -> impl ValueGenerator<Output = Expr> {
        produce::<Expr>()
    }
}

/// What a derive makes of it: a box is one deeper, and where the greatest depth is reached there is the first variant.
impl TypeGenerator for Expr {
    fn generate<D: Driver>(driver: &mut D) -> Option<Expr> {
        driver.enter_sum::<Expr, _, _>(Some(&["Int", "Add", "Div"]), 3, 0, |driver, variant| {
            Some(match variant {
                0 => Expr::Int(driver.produce()?),
                1 => Expr::Add(driver.produce()?, driver.produce()?),
                _ => Expr::Div(driver.produce()?, driver.produce()?),
            })
        })
    }
}

impl Bolero for BinHeap {
    fn generator() -> impl ValueGenerator<Output = Heap> {
        HeapFrom(i64::MIN)
    }
}

/// Heaps of values from this one up.
struct HeapFrom(i64);

impl ValueGenerator for HeapFrom {
    type Output = Heap;

    /// A variant that stands twice is twice as likely.
    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Heap> {
        driver.enter_sum::<Heap, _, _>(Some(&["Empty", "Node", "Node"]), 3, 0, |driver, variant| match variant {
            0 => Some(Heap::Empty),
            _ => driver.depth_guard(|driver| {
                let value = (self.0..).generate(driver)?;
                let children = HeapFrom(value);
                Some(Heap::node(value, children.generate(driver)?, children.generate(driver)?))
            }),
        })
    }
}

impl Bolero for Parser {
    fn generator() -> impl ValueGenerator<Output = Program> {
        let few = 0..=3usize;
        let modules = produce::<Vec<Module>>().with().len(few.clone());
        let functions = produce::<Vec<Function>>().with().len(few);
        (modules, functions).map_gen(|(modules, functions)| Program { modules, functions })
    }
}

impl TypeGenerator for Module {
    fn generate<D: Driver>(driver: &mut D) -> Option<Module> {
        let names = produce::<Vec<String>>().with().values(name()).len(0..=3usize);
        Some(Module { imports: names.generate(driver)?, exports: names.generate(driver)? })
    }
}

impl TypeGenerator for Function {
    fn generate<D: Driver>(driver: &mut D) -> Option<Function> {
        let arguments = produce::<Vec<language::Expr>>().with().len(0..=3usize);
        let body = produce::<Vec<Statement>>().with().len(0..=3usize);
        let name = name().generate(driver)?;
        Some(Function { name, arguments: arguments.generate(driver)?, body: body.generate(driver)? })
    }
}

impl TypeGenerator for Statement {
    fn generate<D: Driver>(driver: &mut D) -> Option<Statement> {
        driver.enter_sum::<Statement, _, _>(Some(&["Assign", "Allocate", "Return"]), 3, 0, |driver, variant| {
            Some(match variant {
                0 => Statement::Assign(name().generate(driver)?, driver.produce()?),
                1 => Statement::Allocate(name().generate(driver)?, driver.produce()?),
                _ => Statement::Return(driver.produce()?),
            })
        })
    }
}

impl TypeGenerator for language::Expr {
    fn generate<D: Driver>(driver: &mut D) -> Option<language::Expr> {
        let variants = &["Int", "Bool", "Not", "Binary", "Binary", "Binary", "Binary"];
        driver.enter_sum::<language::Expr, _, _>(Some(variants), variants.len(), 0, |driver, variant| {
            Some(match variant {
                0 => language::Expr::Int(driver.produce()?),
                1 => language::Expr::Bool(driver.produce()?),
                2 => language::Expr::Not(driver.produce()?),
                _ => {
                    let op = Op::ALL.one_value_of().generate(driver)?;
                    language::Expr::Binary(op, driver.produce()?, driver.produce()?)
                }
            })
        })
    }
}

fn name() -> impl ValueGenerator<Output = String> {
    produce::<String>().with().chars('a'..='z').len(1..=3usize)
}

#[cfg(test)]
mod tests {
    use super::super::mirrorcheck::Mirrorcheck;
    use super::super::tests::{check_range, for_every_problem};
    use super::*;

    fn made<P: Bolero>(rng: impl RngCore) -> Option<P::Input> {
        P::generator().generate(&mut Rng::new(rng, &options()))
    }

    fn is_in_range<P: Bolero + Mirrorcheck>() {
        check_range::<P>(cases(1).filter_map(|case| made::<P>(Recommended::from_seed(case))).take(1000));
    }

    #[test]
    fn generators_make_only_what_is_in_range() {
        for_every_problem!(is_in_range);
    }

    #[test]
    fn counts_are_the_same_twice() {
        for seed in 0..3 {
            let [one, other] = [(), ()].map(|()| run::<Distinct>(seed).expect("random lists are distinct"));
            assert_eq!((one.value, one.executions), (other.value, other.executions));
        }
    }

    #[test]
    fn what_is_recorded_is_replayed() {
        for case in cases(2).take(100) {
            let mut bytes = Vec::new();
            let recorded = made::<Parser>(Recorder { rng: Recommended::from_seed(case), bytes: &mut bytes });
            let plain = made::<Parser>(Recommended::from_seed(case));
            assert!(plain.is_some());
            assert_eq!(recorded, plain);
            assert_eq!(made::<Parser>(Replay(&bytes)), plain);
        }
    }
}
