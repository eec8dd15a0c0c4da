//! Random cases on many threads. Each case is a function of its number alone, and results are put together in the order
//! of the numbers: the outcome is that of one thread.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::engine::{FoundFailure, Origin, Running, Tally, Test, end_after, recorded};
use super::trial::{Stretch, Trial};
use crate::core::journal::{Journal, Totals};
use crate::core::sort::sort_by_key;
use crate::core::stack;

/// How many cases a thread takes at once, at most.
const CHUNK: u64 = 32;

/// Makes the property anew, on the thread that calls it, and lends it.
pub(crate) type Workers<'t> = dyn Fn(&mut dyn FnMut(&mut dyn Trial)) + Sync + 't;

struct Chunk {
    number: u64,
    cases: Range<u64>,
    passed: u64,
    discarded: u64,
    /// Whether one of them failed, or came to no end: then they are run once more, in order.
    is_special: bool,
    totals: Totals,
}

/// What the threads share.
struct SharedProgress {
    next: AtomicU64,
    is_over: AtomicBool,
    passed: AtomicU64,
    discarded: AtomicU64,
    /// After this case nothing is of interest: one before it has failed.
    end: AtomicU64,
    done: Mutex<Vec<Chunk>>,
}

pub(super) fn random(test: &mut Test<'_>, workers: &Workers<'_>, seed: u64, cases: Range<u64>) -> ControlFlow<()> {
    test.flow()?;
    let shared = SharedProgress {
        next: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
        passed: AtomicU64::new(0),
        discarded: AtomicU64::new(0),
        end: AtomicU64::new(cases.end),
        done: Mutex::new(Vec::new()),
    };
    let (wanted, most_discarded, deadline) = test.room();
    let running = test.running;
    // Of few cases, each thread takes fewer: what is run beyond those that are wanted is run in vain.
    let chunk = (wanted / (4 * test.rules.jobs as u64)).clamp(1, CHUNK);
    let work = |worker: usize| {
        workers(&mut |trial: &mut dyn Trial| {
            while !shared.is_over.load(Ordering::Relaxed) {
                let number = shared.next.fetch_add(1, Ordering::Relaxed);
                let first = cases.start.saturating_add(number.saturating_mul(chunk));
                let end = shared.end.load(Ordering::Relaxed).min(first.saturating_add(chunk));
                if first >= end {
                    return;
                }
                let chunk = run(trial, seed, number, first..end, running, worker);
                if chunk.is_special {
                    shared.end.fetch_min(end_after(end), Ordering::Relaxed);
                }
                let passed = chunk.passed + shared.passed.fetch_add(chunk.passed, Ordering::Relaxed);
                let discarded = chunk.discarded + shared.discarded.fetch_add(chunk.discarded, Ordering::Relaxed);
                let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if passed >= wanted || discarded >= most_discarded || is_late {
                    shared.is_over.store(true, Ordering::Relaxed);
                }
                shared.done.lock().unwrap_or_else(PoisonError::into_inner).push(chunk);
            }
        });
    };
    std::thread::scope(|scope| {
        let work = &work;
        for worker in 1..test.rules.jobs {
            let name = std::thread::current().name().unwrap_or("mirrorcheck").to_owned();
            let builder = std::thread::Builder::new().name(name).stack_size(stack::OWN);
            // Where no more threads can be had, those that are there do the work.
            if builder.spawn_scoped(scope, move || work(worker)).is_err() {
                break;
            }
        }
        work(0);
    });
    let mut done = shared.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    sort_by_key(&mut done, |chunk| chunk.number);
    for Chunk { cases, passed, discarded, is_special, totals, .. } in done {
        if test.flow_of_cases().is_break() {
            break;
        }
        // Where something happens that matters, the order does, too.
        if is_special || test.add(passed, discarded, totals).is_err() {
            let _ = test.one_by_one(seed, cases);
        }
    }
    test.running.nothing();
    test.flow()
}

fn run(
    trial: &mut dyn Trial,
    seed: u64,
    number: u64,
    cases: Range<u64>,
    running: &dyn Running,
    worker: usize,
) -> Chunk {
    let counter = running.counter(seed, worker);
    let mut stretch = Stretch::new(seed, cases.start, counter);
    (stretch.end, stretch.journal) = (cases.end, Some(Box::<Journal>::default()));
    trial.stretch(&mut stretch);
    let Stretch { passed, discarded, is_endless, failed, journal, next, .. } = stretch;
    let is_special = is_endless || failed.is_some();
    if let Some((panic, body_draws)) = failed {
        // Whether it is the first one of the run is known when the results are put together. It is saved now.
        let choices = Some(recorded(trial, seed, next - 1, body_draws));
        let origin = Origin::Random { seed, case: next - 1 };
        running.failed(trial, &FoundFailure { origin, panic, choices, body_draws, before: Tally::default() });
    }
    if let Some(counter) = counter {
        counter.store(0, Ordering::Relaxed);
    }
    let totals = journal.map(|mut journal| journal.take_totals()).unwrap_or_default();
    Chunk { number, cases, passed, discarded, is_special, totals }
}
