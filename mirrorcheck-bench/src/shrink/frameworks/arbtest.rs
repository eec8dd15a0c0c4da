//! Functions over the bytes of arbitrary, for arbtest. It is bounded by time, and takes seeds from the operating system,
//! so that its rules of how to search and to minimise are followed here, by count. What is done with a seed is its own.

use arbitrary::{Arbitrary, Error, Result, Unstructured};
use arbtest::arbtest;

use super::{CASES, Found, Watched};
use crate::rng::Rng;
use crate::shrink::problems::Problem;
use crate::shrink::problems::bound5::{Bound5, Bound5Max1, Lists, are_small};
use crate::shrink::problems::calculator::{Calculator, Expr};
use crate::shrink::problems::difference::*;
use crate::shrink::problems::heap::{BinHeap, Heap};
use crate::shrink::problems::language::{self, Function, Module, Op, Parser, Program, Statement};
use crate::shrink::problems::lists::*;

pub(crate) trait Arbtest: Problem {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Self::Input>;
}

pub(crate) fn run<P: Arbtest>(seed: u64) -> Option<Found<P::Input>> {
    let mut trials = Trials { rng: Rng::new(seed), watched: Watched::<P>::new() };
    let found = trials.search()?;
    trials.minimise(found);
    trials.watched.found()
}

/// How many bytes a case has at first and at most, as arbtest has it by itself.
const SIZES: (u32, u32) = (32, 65_536);

/// How many bytes to try next, one rule after the other: the next one comes when there was nothing smaller for a fifth
/// of all tries.
const SMALLER: [fn(u32) -> u32; 3] = [|size| size / 2, |size| size * 9 / 10, |size| size - 1];

/// How many seeds are tried to find a smaller one. They take arbtest from a tenth of the 100 ms that it has by itself to
/// all of them, depending on the problem; ten times as many do not make more of the results minimal.
const TRIES: u32 = 10 * CASES;

struct Trials<P: Problem> {
    rng: Rng,
    watched: Watched<P>,
}

impl<P: Arbtest> Trials<P> {
    /// Three cases of each size, which grows by a quarter.
    fn search(&mut self) -> Option<u64> {
        let mut size = SIZES.0;
        for case in 0..CASES {
            let seed = self.seed(size);
            if self.fails(seed) {
                return Some(seed);
            }
            if case % 3 == 2 {
                size = (size * 5 / 4).min(SIZES.1);
            }
        }
        None
    }

    /// Other seeds of fewer bytes. The last that fails has the fewest.
    fn minimise(&mut self, found: u64) {
        // It looks first whether there is a failure.
        self.fails(found);
        let mut size = found as u32;
        let (mut rule, mut last) = (0, 0);
        for tried in 0..TRIES {
            if size == 0 {
                return;
            }
            if tried - last > TRIES / 5 {
                rule = (rule + 1).min(SMALLER.len() - 1);
            }
            let smaller = SMALLER[rule](size);
            let seed = self.seed(smaller);
            if self.fails(seed) {
                (size, last) = (smaller, tried);
            }
        }
    }

    /// A new seed: the number of bytes in its lower half, what they are made from in the upper one.
    fn seed(&mut self, size: u32) -> u64 {
        (self.rng.next() >> 32 << 32) | u64::from(size)
    }

    /// A property that panics would be printed, and one without enough bytes would panic: this one only tells.
    fn fails(&mut self, seed: u64) -> bool {
        let mut fails = false;
        let property = |u: &mut Unstructured<'_>| {
            match P::arbitrary(u) {
                Ok(input) => fails = !self.watched.holds(&input),
                Err(_) => self.watched.discard(),
            }
            Ok(())
        };
        arbtest(property).seed(seed).run();
        fails
    }
}

impl Arbtest for Reverse {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Vec<i64>> {
        u.arbitrary()
    }
}

impl Arbtest for Distinct {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Vec<i64>> {
        u.arbitrary()
    }
}

impl Arbtest for LargeUnionList {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Vec<Vec<i64>>> {
        u.arbitrary()
    }
}

impl Arbtest for NestedLists {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Vec<Vec<()>>> {
        u.arbitrary()
    }
}

impl Arbtest for LengthList {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Vec<i64>> {
        let length = u.int_in_range(1..=100)?;
        (0..length).map(|_| u.int_in_range(0..=1000)).collect()
    }
}

/// A number in this range, of which there may be as many in a list as of any type.
struct Within<const LEAST: i64, const MOST: i64>(i64);

impl<'a, const LEAST: i64, const MOST: i64> Arbitrary<'a> for Within<LEAST, MOST> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Within<LEAST, MOST>> {
        u.int_in_range(LEAST..=MOST).map(Within)
    }
}

impl Arbtest for Coupling {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Vec<usize>> {
        let elements = u.arbitrary_iter::<Within<0, 10>>()?;
        let list: Vec<usize> = elements.map(|element| Ok(element?.0 as usize)).collect::<Result<_>>()?;
        if Coupling::is_valid(&list) { Ok(list) } else { Err(Error::IncorrectFormat) }
    }
}

impl Arbtest for Deletion {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<(Vec<i64>, usize)> {
        with_index::<{ i64::MIN }, { i64::MAX }>(u)
    }
}

impl Arbtest for Deletion100 {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<(Vec<i64>, usize)> {
        with_index::<-100, 100>(u)
    }
}

fn with_index<const LEAST: i64, const MOST: i64>(u: &mut Unstructured<'_>) -> Result<(Vec<i64>, usize)> {
    let (Within(first), others): (Within<LEAST, MOST>, Vec<Within<LEAST, MOST>>) = u.arbitrary()?;
    let list: Vec<i64> = std::iter::once(first).chain(others.into_iter().map(|Within(element)| element)).collect();
    let index = u.choose_index(list.len())?;
    Ok((list, index))
}

impl Arbtest for Bound5 {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Lists> {
        let lists = u.arbitrary()?;
        if are_small(&lists) { Ok(lists) } else { Err(Error::IncorrectFormat) }
    }
}

impl Arbtest for Bound5Max1 {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Lists> {
        let [a, b, c, d, e] = u.arbitrary::<[Option<i16>; 5]>()?.map(|one| one.into_iter().collect());
        let lists = (a, b, c, d, e);
        if are_small(&lists) { Ok(lists) } else { Err(Error::IncorrectFormat) }
    }
}

macro_rules! difference {
    ($($problem:ty: $most:expr),*) => {$(
        impl Arbtest for $problem {
            fn arbitrary(u: &mut Unstructured<'_>) -> Result<Pair> {
                Ok((u.int_in_range(1..=$most)?, u.int_in_range(1..=$most)?))
            }
        }
    )*};
}

difference!(Zero1000: 1000, Small1000: 1000, One1000: 1000, ZeroFull: i64::MAX, SmallFull: i64::MAX, OneFull: i64::MAX);

impl Arbtest for Calculator {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Expr> {
        calculation(u, 5)
    }
}

/// Where the bytes end there are only integers.
fn calculation(u: &mut Unstructured<'_>, depth: u32) -> Result<Expr> {
    Ok(match u.choose_index(if depth == 0 { 1 } else { 3 })? {
        0 => Expr::Int(u.arbitrary()?),
        1 => Expr::add(calculation(u, depth - 1)?, calculation(u, depth - 1)?),
        _ => Expr::div(calculation(u, depth - 1)?, calculation(u, depth - 1)?),
    })
}

impl Arbtest for BinHeap {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Heap> {
        heap(u, 5, i64::MIN)
    }
}

fn heap(u: &mut Unstructured<'_>, depth: u32, least: i64) -> Result<Heap> {
    if depth == 0 || u.choose_index(3)? == 0 {
        return Ok(Heap::Empty);
    }
    let value = u.int_in_range(least..=i64::MAX)?;
    Ok(Heap::node(value, heap(u, depth - 1, value)?, heap(u, depth - 1, value)?))
}

impl Arbtest for Parser {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Program> {
        Ok(Program { modules: few(u, 0, module)?, functions: few(u, 0, function)? })
    }
}

fn module(u: &mut Unstructured<'_>) -> Result<Module> {
    Ok(Module { imports: few(u, 0, name)?, exports: few(u, 0, name)? })
}

fn function(u: &mut Unstructured<'_>) -> Result<Function> {
    Ok(Function { name: name(u)?, arguments: few(u, 0, |u| expr(u, 3))?, body: few(u, 0, statement)? })
}

fn statement(u: &mut Unstructured<'_>) -> Result<Statement> {
    Ok(match u.choose_index(3)? {
        0 => Statement::Assign(name(u)?, expr(u, 3)?),
        1 => Statement::Allocate(name(u)?, expr(u, 3)?),
        _ => Statement::Return(expr(u, 3)?),
    })
}

fn expr(u: &mut Unstructured<'_>, depth: u32) -> Result<language::Expr> {
    Ok(match u.choose_index(if depth == 0 { 2 } else { 7 })? {
        0 => language::Expr::Int(u.arbitrary()?),
        1 => language::Expr::Bool(u.arbitrary()?),
        2 => language::Expr::negated(expr(u, depth - 1)?),
        _ => language::Expr::binary(*u.choose(&Op::ALL)?, expr(u, depth - 1)?, expr(u, depth - 1)?),
    })
}

fn name(u: &mut Unstructured<'_>) -> Result<String> {
    few(u, 1, |u| u.int_in_range(b'a'..=b'z')).map(|letters| letters.into_iter().map(char::from).collect())
}

/// Up to three.
fn few<'a, T>(
    u: &mut Unstructured<'a>,
    least: u32,
    mut item: impl FnMut(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    (0..u.int_in_range(least..=3)?).map(|_| item(u)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::mirrorcheck::Mirrorcheck;
    use super::super::tests::{check_range, for_every_problem};
    use super::*;

    /// With bytes that run out, too.
    fn is_in_range<P: Arbtest + Mirrorcheck>() {
        let mut rng = Rng::new(1);
        let made = (0..20_000usize).filter_map(|case| {
            let bytes: Vec<u8> = (0..case % 2000).map(|_| (rng.next() >> 56) as u8).collect();
            P::arbitrary(&mut Unstructured::new(&bytes)).ok()
        });
        check_range::<P>(made.take(1000));
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

    /// A list of two distinct numbers has at least a byte to go on with, a number, and another byte to go on with.
    #[test]
    fn fewer_bytes_are_found() {
        for seed in 0..3 {
            let mut trials = Trials { rng: Rng::new(seed), watched: Watched::<Reverse>::new() };
            let found = trials.search().expect("random lists are no palindromes");
            trials.minimise(found);
            let left = trials.watched.found().expect("it was found");
            assert_eq!(left.value.len(), 2, "{:?}", left.value);
        }
    }
}
