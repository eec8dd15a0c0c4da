//! Who makes values, and how each of them is driven: as in a loop of its users where they have one, as in its runner
//! where values cannot be had without.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::Duration;

use arbitrary::Unstructured;
use checkito::Generate;
use checkito::sample::Sample;
use hegel::{Database, HealthCheck, Hegel, Settings, Verbosity};
use mirrorcheck::{Cx, Focus, Generator, Interpretations, Reflective, Rejected};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use quickcheck::Gen;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::cpu;
use crate::rng::Rng;
use crate::workloads::{Bolero, Checkito, Hegeltest, Proptest, Source, Workload};

/// A workload that every peer has.
pub(super) trait Compared: Workload<Value: 'static> + Checkito + Hegeltest + Proptest + 'static {}

impl<W> Compared for W where W: Workload<Value: 'static> + Checkito + Hegeltest + Proptest + 'static {}

/// Makes values of a workload one after another.
trait Maker<W: Workload> {
    fn make(&mut self, count: usize, visit: impl FnMut(W::Value));
}

/// A framework that takes part.
pub(super) struct Contestant {
    pub(super) framework: &'static str,
    /// Slow ones make fewer values in a round than others: a share of one to this.
    pub(super) share: usize,
    /// What its CPU time is read from.
    pub(super) clock: fn() -> Duration,
    /// Makes so many values and drops each, which is part of the cost.
    pub(super) make: Box<dyn FnMut(usize)>,
    /// The sum of the sizes of so many values.
    pub(super) sizes: Box<dyn FnMut(usize) -> usize>,
}

pub(super) const FLOOR: &str = "hand-written";
pub(super) const OURS: &str = "mirrorcheck";

/// Who cannot make the distribution of a problem: such figures are told, but are no rows.
const UNLIKE: [(&str, &str); 3] = [("hegeltest", "W1"), ("hegeltest", "W2"), ("hegeltest", "W7")];

pub(super) fn is_unlike(framework: &str, problem: &str) -> bool {
    UNLIKE.contains(&(framework, problem))
}

pub(super) fn contestants<W: Compared>() -> Vec<Contestant> {
    vec![
        contestant::<W, _>(FLOOR, |seed| Direct(Rng::new(seed))),
        contestant::<W, _>(OURS, |seed| Mirrorcheck { generator: W::generator(), seed: seed << 32 }),
        contestant::<W, _>("rand + xoshiro256++", |seed| Direct(Xoshiro256PlusPlus::seed_from_u64(seed))),
        contestant::<W, _>("bolero", |seed| Direct(Bolero::new(seed))),
        contestant::<W, _>("quickcheck", |seed| Direct(Gen::from_size_and_seed(100, seed))),
        contestant::<W, _>("crabcheck", |seed| Direct(crabcheck::Source::new(seed, 100))),
        contestant::<W, _>("arbitrary", Bytes::new),
        contestant::<W, _>("checkito", |seed| Samples { generator: W::samples(), seed }),
        contestant::<W, _>("proptest", |seed| Trees { strategy: W::strategy(), runner: runner(seed) }),
        Contestant { share: 10, clock: cpu::process, ..contestant::<W, _>("hegeltest", |seed| Cases { seed }) },
    ]
}

fn contestant<W: Compared, M: Maker<W> + 'static>(framework: &'static str, new: fn(u64) -> M) -> Contestant {
    let (mut timed, mut sized) = (new(1), new(2));
    Contestant {
        framework,
        share: 1,
        clock: cpu::thread,
        make: Box::new(move |count| timed.make(count, |value| drop(black_box(value)))),
        sizes: Box::new(move |count| {
            let mut sum = 0;
            sized.make(count, |value| sum += W::size(&value));
            sum
        }),
    }
}

/// Code in direct style over a source that goes on from value to value.
struct Direct<S>(S);

impl<W: Workload, S: Source> Maker<W> for Direct<S> {
    fn make(&mut self, count: usize, mut visit: impl FnMut(W::Value)) {
        (0..count).for_each(|_| visit(W::direct(&mut self.0)));
    }
}

/// All values out of one run, as the others make theirs out of one source: what a run of its own costs is W7b.
struct Mirrorcheck<G> {
    generator: G,
    seed: u64,
}

impl<W: Workload, G: Reflective<Value = W::Value>> Maker<W> for Mirrorcheck<G> {
    fn make(&mut self, count: usize, visit: impl FnMut(W::Value)) {
        self.seed += 1;
        Several { generator: &self.generator, count, visit: RefCell::new(visit) }.sample(self.seed);
    }
}

/// A generator that draws so many values from another one, and shows them.
struct Several<'g, G, V> {
    generator: &'g G,
    count: usize,
    visit: RefCell<V>,
}

impl<G: Generator, V: FnMut(G::Value)> Generator for Several<'_, G, V> {
    type Value = ();

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, ()>) -> Result<(), Rejected> {
        let mut visit = self.visit.borrow_mut();
        (0..self.count).try_for_each(|_| {
            visit(self.generator.run(cx, Focus::Free)?);
            Ok(())
        })
    }
}

/// Random bytes for `arbitrary`, new ones when few are left.
struct Bytes {
    rng: Rng,
    bytes: Vec<u8>,
    used: usize,
}

const MANY_BYTES: usize = 1 << 16;
/// What the largest values need.
const FEW_BYTES: usize = 1 << 14;

impl Bytes {
    fn new(seed: u64) -> Bytes {
        Bytes { rng: Rng::new(seed), bytes: vec![0; MANY_BYTES], used: MANY_BYTES }
    }

    fn refill(&mut self) {
        for chunk in self.bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&self.rng.next().to_le_bytes());
        }
        self.used = 0;
    }
}

impl<W: Workload> Maker<W> for Bytes {
    fn make(&mut self, count: usize, mut visit: impl FnMut(W::Value)) {
        for _ in 0..count {
            if self.bytes.len() - self.used < FEW_BYTES {
                self.refill();
            }
            let mut source = Unstructured::new(&self.bytes[self.used..]);
            visit(W::direct(&mut source));
            self.used = self.bytes.len() - source.len();
        }
    }
}

/// Samples of checkito, all of full size: by itself it begins with small ones.
struct Samples<G> {
    generator: G,
    seed: u64,
}

impl<W: Workload, G: Generate<Item = W::Value>> Maker<W> for Samples<G> {
    fn make(&mut self, count: usize, visit: impl FnMut(W::Value)) {
        let mut sampler = (&self.generator).sampler();
        // A value has the sum of this seed and its number.
        self.seed = self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        sampler.seed = self.seed;
        sampler.sizes = (1.0..=1.0).into();
        sampler.count = count;
        sampler.samples().for_each(visit);
    }
}

/// Value trees of proptest, of which only the first value is looked at.
struct Trees<S> {
    strategy: S,
    runner: TestRunner,
}

fn runner(seed: u64) -> TestRunner {
    TestRunner::new(Config { rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() })
}

impl<W: Workload, S: Strategy<Value = W::Value>> Maker<W> for Trees<S> {
    fn make(&mut self, count: usize, mut visit: impl FnMut(W::Value)) {
        for _ in 0..count {
            // No strategy here rejects anything.
            let Ok(tree) = self.strategy.new_tree(&mut self.runner) else { return };
            visit(tree.current());
        }
    }
}

/// Cases of one run of hegeltest, each of which draws several values.
struct Cases {
    seed: u64,
}

impl<W: Hegeltest> Maker<W> for Cases {
    fn make(&mut self, count: usize, mut visit: impl FnMut(W::Value)) {
        self.seed += 1;
        let mut left = count;
        // It stops early where it has seen all there is.
        while left > 0 {
            let test = |tc: hegel::TestCase| {
                for _ in 0..W::VALUES {
                    let value = W::draw(&tc);
                    if left > 0 {
                        left -= 1;
                        visit(value);
                    }
                }
            };
            Hegel::new(test).settings(hegel_settings(self.seed, count.div_ceil(W::VALUES) as u64)).run();
        }
    }
}

pub(super) fn hegel_settings(seed: u64, cases: u64) -> Settings {
    Settings::new()
        .test_cases(cases)
        .seed(Some(seed))
        .verbosity(Verbosity::Quiet)
        .database(Database::Disabled)
        .print_blob(false)
        .suppress_health_check([HealthCheck::FilterTooMuch, HealthCheck::TooSlow, HealthCheck::LargeInitialTestCase])
}
