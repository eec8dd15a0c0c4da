//! The map: for each place where choices are made, the leaves of the value that reveal them. It is learnt from random
//! values before the first search.

use std::collections::{BTreeMap, HashMap};

use super::hand::{Slot, SlotKind, index_of_atom};
use super::reading::{Atom, Reading};
use crate::core::choice::{Ask, Choice, Number};

/// The share of the choices that a rule must predict.
const SHARE: f64 = 0.95;
/// The fewest choices to learn a rule from.
const FEWEST: usize = 4;
/// How far apart the leaves of one place may be.
const MAX_STRIDE: usize = 6;
/// How many leaves may precede the first leaf of a place.
const MAX_START: usize = 3;
/// How many choices to check first, and the share of them that a rule must predict to be checked on all.
const FIRST: usize = 24;
const FIRST_SHARE: f64 = 0.85;
/// The most leaves that a table may have.
const TABLE: usize = 64;

/// A random value with the choices that made it.
pub(super) struct Sample {
    pub(super) made: Vec<Slot>,
    pub(super) atoms: HashMap<u64, Vec<Atom>>,
}

impl Sample {
    #[inline]
    pub(super) fn new(made: Vec<Slot>, reading: &Reading) -> Sample {
        Sample { made, atoms: reading.by_place() }
    }
}

#[derive(Debug, Default)]
pub(super) struct Map {
    rules: HashMap<u64, Rule>,
}

/// How to read the choices of one place off a value.
#[derive(Debug, Clone, PartialEq)]
struct Rule {
    leaves: u64,
    /// Leaf `offset + n * stride` reveals the n-th choice.
    offset: usize,
    stride: usize,
    how: How,
}

#[derive(Debug, Clone, PartialEq)]
enum How {
    /// The choice is the leaf plus a constant.
    Shifted(i128),
    /// The choice is a linear function of the leaf.
    Linear(f64, f64),
    Table(HashMap<u64, Slot>),
    /// The leaves are the choices, in another order or without repetitions.
    SomeOrder,
    /// One alternative as often as there are leaves, then another.
    Until(u128, u128),
}

impl Map {
    #[inline]
    pub(super) fn learn(samples: &[Sample]) -> Map {
        let mut by_place: BTreeMap<u64, Vec<(usize, Vec<Slot>)>> = BTreeMap::new();
        for (number, sample) in samples.iter().enumerate() {
            for slot in &sample.made {
                let seen = by_place.entry(slot.place).or_default();
                match seen.last_mut().filter(|(last, _)| *last == number) {
                    Some((_, slots)) => slots.push(*slot),
                    None => seen.push((number, vec![*slot])),
                }
            }
        }
        let mut patterns: Vec<u64> = samples.iter().flat_map(|sample| sample.atoms.keys().copied()).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let mut rules = HashMap::new();
        for (place, seen) in by_place {
            let count: usize = seen.iter().map(|(_, slots)| slots.len()).sum();
            let first = seen[0].1[0];
            let is_constant = seen.iter().flat_map(|(_, slots)| slots).all(|slot| is_same(slot, &first));
            if count < FEWEST || is_constant {
                continue;
            }
            let mut best: Option<(f64, Rule)> = None;
            for &leaves in &patterns {
                for (share, rule) in rules_of(&seen, samples, leaves) {
                    if share >= SHARE && best.as_ref().is_none_or(|(most, _)| share > *most) {
                        best = Some((share, rule));
                    }
                }
            }
            if let Some((_, rule)) = best {
                rules.insert(place, rule);
            }
        }
        Map { rules }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns what the n-th choice at a place must be, if the map knows.
    #[inline]
    pub(super) fn answer(&self, place: u64, nth: usize, ask: &Ask<'_>, goal: &HashMap<u64, Vec<Atom>>) -> Option<u128> {
        let rule = self.rules.get(&place)?;
        let atoms = goal.get(&rule.leaves).map_or(&[][..], |atoms| atoms);
        if let How::Until(before, after) = rule.how {
            let count = count_of(atoms);
            return ask.at_rank(if nth < count { before } else { after });
        }
        let at = rule.offset + nth * rule.stride;
        let atom = match rule.how {
            How::SomeOrder if !atoms.is_empty() => atoms[at % atoms.len()],
            _ => *atoms.get(at)?,
        };
        match &rule.how {
            How::Shifted(0) | How::SomeOrder => index_of_atom(ask, atom),
            How::Shifted(by) => index_of_atom(ask, Atom::Number(atom.as_int()?.checked_add(*by)?))
                .or_else(|| ask.at_rank(u128::try_from(atom.as_int()? + by).ok()?).filter(|_| ask.is_pick())),
            How::Linear(factor, constant) => {
                let number = factor * atom.as_f64()? + constant;
                let whole = Number::from(number.round() as i128);
                let exact = || ask.find(&Choice::from(number));
                ask.find(&Choice::Number(whole)).or_else(exact).or_else(|| ask.nearest(whole))
            }
            How::Table(table) => {
                let slot = table.get(&atom.key())?;
                ask.at_rank(slot.rank)
            }
            How::Until(..) => None,
        }
    }
}

/// Returns the number of leaves, or the count that the only leaf shows.
#[inline]
fn count_of(atoms: &[Atom]) -> usize {
    match atoms {
        [Atom::Count(count)] => *count as usize,
        atoms => atoms.len(),
    }
}

#[inline]
fn is_same(one: &Slot, other: &Slot) -> bool {
    match (one.kind, other.kind) {
        (SlotKind::Float, _) | (_, SlotKind::Float) => one.float.to_bits() == other.float.to_bits(),
        _ => one.number == other.number,
    }
}

type Seen = [(usize, Vec<Slot>)];

/// Returns the rules by which the leaves of one place may predict the choices, with the share that each predicts.
#[inline]
fn rules_of(seen: &Seen, samples: &[Sample], leaves: u64) -> Vec<(f64, Rule)> {
    let mut found = Vec::new();
    let none = Vec::new();
    let atoms_of = |number: usize| samples[number].atoms.get(&leaves).unwrap_or(&none);
    let whole = |how| Rule { leaves, offset: 0, stride: 1, how };
    if let Some(how) = until(seen, &atoms_of) {
        found.push((1.0, whole(how)));
        return found;
    }
    let fits = |offset: usize, stride: usize| {
        let far = |(number, slots): &&(usize, Vec<Slot>)| atoms_of(*number).len() > offset + (slots.len() - 1) * stride;
        seen.iter().filter(far).count() as f64 >= SHARE * seen.len() as f64
    };
    let many = seen.iter().any(|(_, slots)| slots.len() > 1);
    for stride in 1..=if many { MAX_STRIDE } else { 1 } {
        for offset in 0..if many { stride + MAX_START } else { MAX_STRIDE } {
            if !fits(offset, stride) {
                break;
            }
            let pairs = |most: usize| {
                let mut pairs = Vec::new();
                for (number, slots) in seen {
                    let atoms = atoms_of(*number).get(offset..).unwrap_or_default();
                    pairs.extend(atoms.iter().copied().step_by(stride).zip(slots.iter().copied()));
                    if pairs.len() >= most {
                        break;
                    }
                }
                pairs
            };
            let first = pairs(FIRST);
            let count: usize = seen.iter().map(|(_, slots)| slots.len()).sum();
            for (is_worth_it, rule) in [
                (share(&shifted(&first), &first) >= FIRST_SHARE, shifted as fn(&[(Atom, Slot)]) -> Option<How>),
                (share(&linear(&first), &first) >= FIRST_SHARE, linear),
                (is_function(&first), table),
            ] {
                if !is_worth_it {
                    continue;
                }
                let all = pairs(usize::MAX);
                let Some(how) = rule(&all) else { continue };
                let told = all.iter().filter(|(atom, slot)| tells(&how, *atom, slot)).count();
                // Simpler rules come first and win ties.
                found.push((told as f64 / count as f64, Rule { leaves, offset, stride, how }));
            }
        }
    }
    if many && found.iter().all(|(share, _)| *share < SHARE) {
        let is_set = |(number, slots): &&(usize, Vec<Slot>)| {
            let mut leaves: Vec<Option<i128>> = atoms_of(*number).iter().map(|atom| atom.as_int()).collect();
            let mut made: Vec<Option<i128>> = slots.iter().map(|slot| Some(slot.number)).collect();
            for set in [&mut leaves, &mut made] {
                set.sort_unstable();
                set.dedup();
            }
            leaves == made
        };
        let numbers = seen.iter().flat_map(|(_, slots)| slots).all(|slot| slot.kind != SlotKind::Pick);
        let share = seen.iter().filter(is_set).count() as f64 / seen.len() as f64;
        if numbers {
            found.push((share, whole(How::SomeOrder)));
        }
    }
    found
}

#[inline]
fn share(how: &Option<How>, pairs: &[(Atom, Slot)]) -> f64 {
    let Some(how) = how else { return 0.0 };
    pairs.iter().filter(|(atom, slot)| tells(how, *atom, slot)).count() as f64 / pairs.len() as f64
}

/// Returns whether equal leaves mostly go with the same choice.
#[inline]
fn is_function(pairs: &[(Atom, Slot)]) -> bool {
    let mut table: HashMap<u64, &Slot> = HashMap::new();
    let mut others = 0;
    for (atom, slot) in pairs {
        others += usize::from(!is_same(table.entry(atom.key()).or_insert(slot), slot));
    }
    others <= 1
}

#[inline]
fn tells(how: &How, atom: Atom, slot: &Slot) -> bool {
    match how {
        How::Shifted(by) => {
            slot.kind != SlotKind::Float && atom.as_int().and_then(|n| n.checked_add(*by)) == Some(slot.number)
                || *by == 0 && slot.kind == SlotKind::Float && atom.as_f64() == Some(slot.float)
        }
        How::Linear(factor, constant) => atom.as_f64().is_some_and(|x| {
            let made = factor * x + constant;
            match slot.kind {
                SlotKind::Float => made == slot.float,
                SlotKind::Pick => false,
                _ => made.round() == slot.number as f64,
            }
        }),
        How::Table(table) => table.get(&atom.key()).is_some_and(|other| is_same(slot, other)),
        How::SomeOrder | How::Until(..) => false,
    }
}

#[inline]
fn shifted(pairs: &[(Atom, Slot)]) -> Option<How> {
    let (atom, slot) = pairs.first()?;
    if slot.kind == SlotKind::Float {
        return Some(How::Shifted(0));
    }
    Some(How::Shifted(slot.number.checked_sub(atom.as_int()?)?))
}

#[inline]
fn linear(pairs: &[(Atom, Slot)]) -> Option<How> {
    let numbers: Vec<(f64, f64)> =
        pairs.iter().filter_map(|(atom, slot)| Some((atom.as_f64()?, slot.value()?))).collect();
    let least = numbers.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let most = numbers.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let factor = (most.1 - least.1) / (most.0 - least.0);
    (factor.is_finite() && factor != 0.0).then_some(How::Linear(factor, least.1 - factor * least.0))
}

/// Learns a table from one half of the pairs and tests it on the other; otherwise it would only repeat what it saw.
#[inline]
fn table(pairs: &[(Atom, Slot)]) -> Option<How> {
    let mut table: HashMap<u64, Slot> = HashMap::new();
    for (atom, slot) in &pairs[..pairs.len().div_ceil(2)] {
        if slot.kind == SlotKind::Float || table.len() > TABLE {
            return None;
        }
        table.entry(atom.key()).or_insert(*slot);
    }
    let other = &pairs[pairs.len().div_ceil(2)..];
    let told = other.iter().filter(|(atom, slot)| table.get(&atom.key()).is_some_and(|seen| is_same(seen, slot)));
    if (told.count() as f64) < SHARE * other.len() as f64 || table.len() * 2 > pairs.len() {
        return None;
    }
    for (atom, slot) in other {
        table.entry(atom.key()).or_insert(*slot);
    }
    Some(How::Table(table))
}

/// Checks whether one alternative was taken once for each leaf, and then another.
#[inline]
fn until<'a>(seen: &Seen, atoms_of: &impl Fn(usize) -> &'a Vec<Atom>) -> Option<How> {
    let (_, longest) = seen.iter().max_by_key(|(_, slots)| slots.len())?;
    let (before, after) = (longest.first()?, longest.last()?);
    if before.kind != SlotKind::Pick || is_same(before, after) {
        return None;
    }
    let holds = seen.iter().all(|(number, slots)| {
        let count = count_of(atoms_of(*number));
        let mut slots = slots.iter().enumerate();
        slots.all(|(nth, slot)| is_same(slot, if nth < count { before } else { after }))
    });
    // For a place that is reached at most twice, a table is the better rule.
    (holds && longest.len() > 2).then_some(How::Until(before.rank, after.rank))
}
