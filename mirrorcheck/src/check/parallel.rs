//! Random cases on many threads. Each case is a function of its number alone, and results are put together in the order
//! of the numbers: the outcome is that of one thread.

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::engine::{Test, end_after};
use super::trial::{Stretch, Trial};
use crate::journal::{Journal, Totals};
use crate::panics::Panic;
use crate::stack;

/// How many cases a thread takes at once.
const CHUNK: u64 = 32;

/// Makes the property anew, on the thread that calls it, and lends it.
pub(crate) type Workers<'t> = dyn Fn(&mut dyn FnMut(&mut dyn Trial)) + Sync + 't;

/// Cases up to one that failed, or up to the end of a chunk.
struct Segment {
    passed: u64,
    discarded: u64,
    is_endless: bool,
    failed: Option<(u64, Panic, bool)>,
}

struct Chunk {
    number: u64,
    segments: Vec<Segment>,
    totals: Totals,
}

/// What the threads share.
struct Shared {
    next: AtomicU64,
    is_over: AtomicBool,
    passed: AtomicU64,
    discarded: AtomicU64,
    /// After this case nothing is of interest: a failure was found before.
    end: AtomicU64,
    done: Mutex<Vec<Chunk>>,
}

pub(super) fn random(test: &mut Test<'_>, workers: &Workers<'_>, seed: u64, cases: Range<u64>) -> ControlFlow<()> {
    test.flow()?;
    let shared = Shared {
        next: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
        passed: AtomicU64::new(0),
        discarded: AtomicU64::new(0),
        end: AtomicU64::new(cases.end),
        done: Mutex::new(Vec::new()),
    };
    let (wanted, most_discarded, deadline) = test.room();
    let (running, already) = (test.running, test.tally.all());
    let work = |worker: usize| {
        workers(&mut |trial: &mut dyn Trial| {
            while !shared.is_over.load(Ordering::Relaxed) {
                let number = shared.next.fetch_add(1, Ordering::Relaxed);
                let first = cases.start.saturating_add(number.saturating_mul(CHUNK));
                let end = shared.end.load(Ordering::Relaxed).min(first.saturating_add(CHUNK));
                if first >= end {
                    return;
                }
                let chunk = run(trial, seed, number, first..end, running.counter(seed, worker));
                let passed: u64 = chunk.segments.iter().map(|segment| segment.passed).sum();
                let discarded: u64 = chunk.segments.iter().map(|segment| segment.discarded).sum();
                let is_endless = chunk.segments.iter().any(|segment| segment.is_endless);
                if let Some((case, ..)) = chunk.segments.iter().find_map(|segment| segment.failed.as_ref()) {
                    shared.end.fetch_min(end_after(already, cases.start, *case), Ordering::Relaxed);
                }
                let passed = passed + shared.passed.fetch_add(passed, Ordering::Relaxed);
                let discarded = discarded + shared.discarded.fetch_add(discarded, Ordering::Relaxed);
                let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if passed >= wanted || discarded >= most_discarded || is_late || is_endless {
                    shared.is_over.store(true, Ordering::Relaxed);
                }
                shared.done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(chunk);
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
    let mut done = shared.done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    done.sort_by_key(|chunk| chunk.number);
    for chunk in done {
        let mut counts = false;
        for segment in chunk.segments {
            if test.flow_of_cases().is_break() {
                break;
            }
            counts = true;
            test.add(segment.passed, segment.discarded, segment.is_endless);
            if let Some((case, panic, body_draws)) = segment.failed {
                if test.flow_of_cases().is_continue() {
                    test.fails(seed, case, panic, body_draws);
                }
            }
        }
        if let (true, Some(journal)) = (counts, &mut test.journal) {
            journal.add(chunk.totals);
        }
    }
    test.running.nothing();
    test.flow()
}

fn run(trial: &mut dyn Trial, seed: u64, number: u64, cases: Range<u64>, running: &AtomicU64) -> Chunk {
    let (mut next, mut segments) = (cases.start, Vec::new());
    let mut journal = Some(Box::<Journal>::default());
    while next < cases.end {
        let mut stretch = Stretch::new(seed, next, running);
        (stretch.end, stretch.journal) = (cases.end, journal.take());
        trial.stretch(&mut stretch);
        next = stretch.next;
        journal = stretch.journal.take();
        let Stretch { passed, discarded, is_endless, failed, .. } = stretch;
        let failed = failed.map(|(panic, body_draws)| (next - 1, panic, body_draws));
        segments.push(Segment { passed, discarded, is_endless, failed });
        if is_endless {
            break;
        }
    }
    running.store(0, Ordering::Relaxed);
    Chunk { number, segments, totals: journal.map(|mut journal| journal.take_totals()).unwrap_or_default() }
}
