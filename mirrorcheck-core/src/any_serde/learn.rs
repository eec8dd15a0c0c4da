//! Learning what a type's impls do not say, in runs with fixed seeds.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::knowledge::Knowledge;
use super::lessons::logged;
use super::tree::Tree;
use super::{Again, Format, Plan, Sameness};
use crate::core::cx::Cx;
use crate::core::rng::Rng;
use crate::core::search::of_type;

/// How many runs a round has, and how many rounds there are at most.
const RUNS: u64 = 240;
const ROUNDS: u64 = 8;
/// No further round starts after so many values that were written just as they were read.
const ENOUGH: u32 = 60;
/// So many endless runs are enough if no run has made a value.
const ENDLESS: u32 = 4;
/// How many runs measure what was learnt, and how many of them make a value of an easy type.
const MEASURED: u64 = 101;
const EASY: usize = 95;
/// How often the parts of a place are tried in reversed order.
const REVERSALS: u32 = 6;

/// What was learnt about types without patterns and examples. The key is the type, whether values are compared, and
/// whether the form is compact.
type KnownTypes = HashMap<(TypeId, bool, bool), Arc<Knowledge>>;

static KNOWN: Mutex<Option<KnownTypes>> = Mutex::new(None);

/// Returns what is known about a type.
pub(super) fn knowledge<T, S>(plan: &Plan<T>) -> Arc<Knowledge>
where
    T: Serialize + Deserialize<'static>,
    S: Sameness<T>,
{
    if !plan.patterns.is_plain() || !plan.examples.is_empty() {
        return Arc::new(learnt::<T, S>(plan));
    }
    let key = (of_type::<T>(), S::COMPARES_VALUES, plan.is_compact);
    let known = |known: Option<&Arc<Knowledge>>| known.cloned();
    if let Some(knowledge) = known(lock().get_or_insert_default().get(&key)) {
        return knowledge;
    }
    // Not under the lock: `Deserialize` is the user's code, and may use `any_serde` itself.
    let knowledge = Arc::new(learnt::<T, S>(plan));
    lock().get_or_insert_default().entry(key).or_insert(knowledge).clone()
}

fn lock() -> std::sync::MutexGuard<'static, Option<KnownTypes>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn learnt<T, S>(plan: &Plan<T>) -> Knowledge
where
    T: Serialize + Deserialize<'static>,
    S: Sameness<T>,
{
    let mut knowledge = Knowledge::default();
    for example in plan.examples.iter() {
        let format = Format::<T, S> { plan, knowledge: &knowledge, types: std::marker::PhantomData };
        if let Ok(tree) = format.write(example) {
            let (read, log) = logged(|| format.read(None, Some(&tree)));
            knowledge.take_in(&log);
            if read.is_ok() {
                knowledge.example(&log);
            }
        }
    }
    let mut endless = 0;
    'rounds: for round in 0..ROUNDS {
        for run in 0..RUNS {
            endless += u32::from(one::<T, S>(plan, &mut knowledge, round * RUNS + run));
            if endless >= ENDLESS && knowledge.canonical == 0 {
                break 'rounds;
            }
        }
        if knowledge.canonical >= ENOUGH {
            break;
        }
    }
    knowledge.freeze();
    let format = Format::<T, S> { plan, knowledge: &knowledge, types: std::marker::PhantomData };
    let made = (0..MEASURED).filter(|_| knowledge.canonical > 0).filter(|seed| {
        let mut cx = Cx::random(Rng::new(0x5e7d_e002, *seed), size(2 * *seed));
        format.make(&mut cx).is_ok()
    });
    knowledge.is_hard = made.count() < EASY;
    knowledge
}

/// Half of the runs are small. Small values are more often valid, and teach as much.
fn size(seed: u64) -> u32 {
    if seed % 2 == 0 { (seed * 37 % 101) as u32 } else { [0, 2, 5, 12][(seed / 2 % 4) as usize] }
}

/// Makes one run and learns from it. Returns whether it was endless.
fn one<T, S>(plan: &Plan<T>, knowledge: &mut Knowledge, seed: u64) -> bool
where
    T: Serialize + Deserialize<'static>,
    S: Sameness<T>,
{
    let format = Format::<T, S> { plan, knowledge, types: std::marker::PhantomData };
    let mut cx = Cx::random(Rng::new(0x5e7d_e000, seed), size(seed));
    let (read, made) = logged(|| format.read(Some(&mut cx), None));
    let mut written = None;
    let mut reversed: Vec<(u64, bool)> = Vec::new();
    let (mut is_canonical, mut disagrees) = (false, false);
    let mut is_endless = read.as_ref().is_err_and(|fault| fault.is_endless);
    if let Ok((value, digest)) = &read {
        let (again, log) = logged(|| format.again(value));
        match again {
            Again::Same(same, tree) => {
                is_canonical = same == *digest;
                reversed = reversals(&format, &tree, &log.read, value);
                written = Some(log);
            }
            Again::Unwritten(fault) => (disagrees, is_endless) = (true, fault.is_endless),
            _ => disagrees = true,
        }
    }
    knowledge.canonical += u32::from(is_canonical);
    knowledge.take_in(&made);
    if let Some(written) = &written {
        knowledge.take_in(written);
        knowledge.succeed(&made, written);
    }
    if disagrees {
        knowledge.disagree(&made);
    }
    for (place, is_same) in reversed {
        knowledge.reversed(place, is_same);
    }
    is_endless
}

/// Tries whether parts in reversed order make the same value.
fn reversals<T, S>(format: &Format<'_, T, S>, tree: &Tree, read: &[super::lessons::Read], value: &T) -> Vec<(u64, bool)>
where
    T: Serialize + Deserialize<'static>,
    S: Sameness<T>,
{
    let mut found: Vec<(u64, bool)> = Vec::new();
    for part in read {
        let Some(node) = part.node.filter(|_| part.length >= 2) else { continue };
        let is_known = format.knowledge.times_reversed(part.place) >= REVERSALS;
        if is_known || found.iter().any(|(place, _)| *place == part.place) {
            continue;
        }
        let Some(opposite) = tree.reversed(node) else { continue };
        let is_same = match format.read(None, Some(&opposite)) {
            Ok((other, _)) => format.is_same(value, tree, &other),
            Err(_) => false,
        };
        found.push((part.place, is_same));
    }
    found
}
