//! How the values of a type come to an end.
//!
//! A type that contains itself is left to grow while there is room, and its parts share the room. How often it stops is
//! such that what hangs on one path through a value is about evenly long, between nothing and what the room allows.
//! Without room it goes on with a small weight, never with none: every value stays in range, and still a value has an
//! end with probability one, because less than one part in [`HARDLY`] goes on.

use std::any::TypeId;
use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

use crate::core::arbitrary::TypeForm;
use crate::core::arbitrary::{Outline, OutlinedType, Reference};
use crate::core::choice::Names;
use crate::core::cx::{Cx, FORWARD};
use crate::core::generator::Rejected;
use crate::core::sort::sort_by_key;

/// How much less likely it is to go on than to stop, where there is no room.
const HARDLY: u128 = 64;
/// How many parts a collection is taken to have that chooses its length by itself.
const SOME: f64 = 4.0;
/// Up to which room the levels are known beforehand.
const TABLE: u32 = 128;
/// The greatest weight in a type that contains itself; others are scaled down, so that products of weights have room.
const GREATEST: u64 = 1 << 16;
/// More parts than this count as this many.
const MAX_PARTS: u64 = 1 << 12;
/// More levels than this count as this many.
const MAX_LEVELS: u64 = 1 << 24;
/// The height of what has no end.
const ENDLESS: u32 = u32::MAX;

/// How to choose among the variants of a type.
pub(super) struct SizePlan {
    form: &'static TypeForm,
    variants: Vec<Turn>,
    /// Whether the type contains itself.
    is_recursive: bool,
    /// Whether no value of it has an end.
    is_endless: bool,
    pace: Pace,
    /// How many levels there are for each room from 0 up.
    levels: Vec<u64>,
}

/// One variant.
#[derive(Debug, Clone, Copy)]
struct Turn {
    /// The weight where there is room; of one that goes on, for each level.
    weight: u64,
    /// The weight where there is none.
    weight_at_end: u64,
    /// Whether it is one of those that go on.
    goes_on: bool,
    /// Among how many parts the room is divided; 0 if it does not lead back to the type.
    branches: u32,
}

/// How fast the room is used up on a path that always goes on.
#[derive(Debug, Clone, Copy)]
struct Pace {
    /// By what the room is divided at a step, on average.
    branches: f64,
    /// How many of the steps take something off.
    taken: f64,
    /// How many of the steps could be the last.
    ends: f64,
}

impl Cx<'_> {
    /// Chooses a variant, the one that a run goes toward unless that is [`FORWARD`]; gives also the room of its parts.
    pub(super) fn begin(&mut self, form: &'static TypeForm, toward: u32) -> Result<(u32, u32), Rejected> {
        let (plan, room) = (find(form), self.room());
        if plan.is_endless {
            return Err(endless(self, plan));
        }
        if let [only] = plan.variants.as_slice() {
            return Ok((0, only.room_of_parts(room, 0)));
        }
        let levels = plan.levels(room);
        let variant = match (self.plain_rng(), toward) {
            (Some(rng), FORWARD) => {
                let total = plan.variants.iter().map(|turn| turn.weight_at(levels)).sum();
                let mut left = rng.below(total);
                plan.variants.iter().position(|turn| match left.checked_sub(turn.weight_at(levels)) {
                    Some(less) => {
                        left = less;
                        false
                    }
                    None => true,
                })
            }
            _ => Some(self.begin_cold(plan, levels, toward)?),
        };
        let Some(variant) = variant else { return Err(Rejected) };
        Ok((variant as u32, plan.variants[variant].room_of_parts(room, 1)))
    }

    #[inline(never)]
    fn begin_cold(&mut self, plan: &SizePlan, levels: u64, toward: u32) -> Result<usize, Rejected> {
        let (mut few, many);
        let weights = match plan.variants.len() {
            count @ 0..=16 => {
                few = [0; 16];
                few.iter_mut().zip(&plan.variants).for_each(|(weight, turn)| *weight = turn.weight_at(levels));
                &few[..count]
            }
            _ => {
                many = plan.variants.iter().map(|turn| turn.weight_at(levels)).collect::<Vec<_>>();
                &many[..]
            }
        };
        self.pick(weights, Names::Literals(plan.form.labels), (toward != FORWARD).then_some(toward as usize))
    }
}

#[cold]
fn endless(cx: &mut Cx<'_>, plan: &SizePlan) -> Rejected {
    cx.reject(|| {
        format!(
            "every value of `{}` contains another of its kind, so none has an end: give it a variant without one, or \
             put an `Option` or a `Vec` in between",
            plan.form.site.name
        )
    })
}

impl Turn {
    #[inline]
    fn weight_at(&self, levels: u64) -> u64 {
        match (levels, self.goes_on) {
            (0, _) => self.weight_at_end,
            (_, true) => self.weight * levels,
            (_, false) => self.weight,
        }
    }

    #[inline]
    fn room_of_parts(&self, room: u32, taken: u32) -> u32 {
        match self.branches {
            0 => room,
            branches => room.saturating_sub(taken) / branches,
        }
    }
}

impl SizePlan {
    fn new(form: &'static TypeForm) -> SizePlan {
        let types = Outline::of(form).types;
        let graph = Graph::new(&types);
        let is_recursive = graph.leads_back(0);
        let pace = graph.pace();
        let variants = graph.turns(is_recursive);
        let is_endless = variants.iter().all(|turn| turn.weight_at_end == 0);
        let levels = if is_recursive { (0..TABLE).map(|room| pace.levels(room)).collect() } else { Vec::new() };
        SizePlan { form, variants, is_recursive, is_endless, pace, levels }
    }

    /// How many times a path may go on with this room; 0 where there is none.
    #[inline]
    fn levels(&self, room: u32) -> u64 {
        match self.levels.get(room as usize) {
            Some(levels) => *levels,
            None if self.is_recursive => self.pace.levels(room),
            None => 1,
        }
    }
}

impl Pace {
    /// How often a path could have ended before it has used up the room.
    fn levels(&self, room: u32) -> u64 {
        let mut left = f64::from(room);
        if self.branches < 1.01 {
            left *= self.ends / self.taken.max(0.01);
            return (left as u64).clamp(room.min(1).into(), MAX_LEVELS);
        }
        let mut steps = 0.0;
        while left >= self.taken.max(0.01) {
            left = (left - self.taken) / self.branches;
            steps += 1.0;
        }
        ((steps * self.ends) as u64).clamp(room.min(1).into(), MAX_LEVELS)
    }
}

/// The graph of the types that belong to the first.
struct Graph<'g> {
    types: &'g [OutlinedType],
    /// How deep the most shallow value of each type is.
    heights: Vec<u32>,
    /// Whether each type leads back to the first.
    back: Vec<bool>,
}

impl<'g> Graph<'g> {
    fn new(types: &'g [OutlinedType]) -> Graph<'g> {
        let mut graph = Graph { types, heights: vec![ENDLESS; types.len()], back: vec![false; types.len()] };
        while (0..types.len()).any(|number| graph.lower(number)) {}
        while (0..types.len()).any(|number| graph.find_back(number)) {}
        graph
    }

    fn lower(&mut self, number: usize) -> bool {
        let lowest = (0..self.types[number].variants.len()).map(|variant| self.height(number, variant)).min();
        let lowest = lowest.unwrap_or(ENDLESS);
        std::mem::replace(&mut self.heights[number], lowest) != lowest
    }

    /// The height of the most shallow value of a variant.
    fn height(&self, number: usize, variant: usize) -> u32 {
        if self.weight(number, variant) == 0 {
            return ENDLESS;
        }
        let needed = self.types[number].variants[variant].iter().filter(|part| part.is_needed);
        needed.map(|part| self.heights[part.to]).max().unwrap_or(0).saturating_add(1)
    }

    /// What its writer gives as the weight of a variant.
    fn weight(&self, number: usize, variant: usize) -> u64 {
        let form = self.types[number].form;
        let weight = form.weights.get(variant).map_or(1, |&weight| weight);
        let greatest = form.weights.iter().copied().max().unwrap_or(1);
        if greatest <= GREATEST || weight == 0 {
            weight
        } else {
            (u128::from(weight) * u128::from(GREATEST) / u128::from(greatest)).max(1) as u64
        }
    }

    fn find_back(&mut self, number: usize) -> bool {
        let back = self.living(number).any(|variant| self.branches(number, variant) > 0);
        std::mem::replace(&mut self.back[number], back) != back
    }

    /// The variants of a type that can be made.
    fn living(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.types[number].variants.len()).filter(move |&variant| self.height(number, variant) < ENDLESS)
    }

    fn leads_back(&self, number: usize) -> bool {
        self.back[number]
    }

    /// The parts of a variant that lead back to the first type.
    fn parts_back(&self, number: usize, variant: usize) -> impl Iterator<Item = Reference> + '_ {
        let parts = self.types[number].variants[variant].iter().copied();
        parts.filter(|part| part.to == 0 || self.back[part.to])
    }

    /// Returns the number of parts that lead back to the first type.
    fn branches(&self, number: usize, variant: usize) -> u64 {
        let all = self.parts_back(number, variant).fold(0, |sum: u64, part| sum.saturating_add(part.times.into()));
        all.min(MAX_PARTS)
    }

    /// The variants of a type that stop, and those that go on. Where all lead back, the most shallow ones stop.
    fn stops(&self, number: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut stop, mut on) = (Vec::new(), Vec::new());
        for variant in self.living(number) {
            let side = if self.branches(number, variant) == 0 { &mut stop } else { &mut on };
            side.push(variant);
        }
        if stop.is_empty() {
            for variant in std::mem::take(&mut on) {
                let is_lowest = self.height(number, variant) == self.heights[number];
                let side = if is_lowest { &mut stop } else { &mut on };
                side.push(variant);
            }
        }
        (stop, on)
    }

    /// How to choose among the variants of the first type.
    fn turns(&self, is_recursive: bool) -> Vec<Turn> {
        let count = self.types[0].variants.len();
        let mut turns = vec![Turn { weight: 0, weight_at_end: 0, goes_on: false, branches: 0 }; count];
        if !is_recursive {
            let weights = self.types[0].form.usual;
            for variant in self.living(0) {
                let weight = weights.get(variant).map_or(1, |&weight| weight).min(u64::MAX / count as u64);
                turns[variant] = Turn { weight, weight_at_end: weight, ..turns[variant] };
            }
            return turns;
        }
        let (stop, on) = self.stops(0);
        let sum = |variants: &[usize], each: &dyn Fn(usize) -> u64| variants.iter().map(|&v| u128::from(each(v))).sum();
        let all_stop: u128 = sum(&stop, &|variant| self.weight(0, variant));
        let parts: u128 = sum(&on, &|variant| self.weight(0, variant) * self.branches(0, variant));
        let at_end = HARDLY * parts.max(1) * u128::from(self.least_size());
        let most = u128::from(u64::MAX >> 1) / count as u128;
        for variant in self.living(0) {
            let (weight, goes_on) = (self.weight(0, variant), on.contains(&variant));
            let others = if goes_on { stop.len() } else { on.len().max(1) };
            let end = (u128::from(weight) * at_end).div_ceil(all_stop.max(1)).min(most) as u64;
            turns[variant] = Turn {
                weight: weight * others as u64,
                weight_at_end: if goes_on { weight } else { end },
                goes_on,
                branches: self.branches(0, variant) as u32,
            };
        }
        turns
    }

    /// How many values of the types that lead back the largest among their most shallow values has.
    fn least_size(&self) -> u64 {
        let mut order = Vec::new();
        for number in 0..self.types.len() {
            if self.back[number] {
                order.push(number);
            }
        }
        sort_by_key(&mut order, |&number| self.heights[number]);
        let mut sizes = vec![0; self.types.len()];
        for &number in &order {
            let mut largest = 1;
            for variant in self.stops(number).0 {
                let mut size: u64 = 1;
                for part in self.parts_back(number, variant) {
                    if part.is_needed {
                        size = size.saturating_add(sizes[part.to] * u64::from(part.times));
                    }
                }
                largest = largest.max(size);
            }
            sizes[number] = largest.min(GREATEST);
        }
        sizes.into_iter().fold(1, u64::max)
    }

    /// How fast the room is used up on a path that leads back again and again.
    fn pace(&self) -> Pace {
        let mut shares = vec![0.0; self.types.len()];
        shares[0] = 1.0;
        let mut steps = Vec::new();
        for number in 0..self.types.len() {
            steps.push(self.steps(number));
        }
        // Where such a path is in the long run: half of each round stays where it is, because circles have a rhythm.
        for _ in 0..64 {
            let mut next = shares.clone();
            for share in &mut next {
                *share /= 2.0;
            }
            for (number, steps) in steps.iter().enumerate() {
                for (to, chance) in steps {
                    next[*to] += shares[number] / 2.0 * chance;
                }
            }
            shares = next;
        }
        let mut pace = Pace { branches: 0.0, taken: 0.0, ends: 0.0 };
        for (number, &share) in shares.iter().enumerate() {
            if !self.back[number] {
                continue;
            }
            pace.branches += share * self.mean_branches(number);
            if self.types[number].variants.len() > 1 {
                pace.taken += share;
                let can_end = self.living(number).any(|variant| self.branches(number, variant) == 0);
                pace.ends += if can_end { share } else { 0.0 };
            }
        }
        pace
    }

    /// Where a path that leads back goes on from a type, and how likely.
    fn steps(&self, number: usize) -> Vec<(usize, f64)> {
        let mut steps = Vec::new();
        if !self.back[number] {
            return steps;
        }
        let all = self.weight_back(number);
        for variant in self.living(number) {
            let (weight, branches) = (self.weight(number, variant) as f64 / all, self.branches(number, variant) as f64);
            for part in self.parts_back(number, variant) {
                steps.push((part.to, weight * f64::from(part.times) / branches));
            }
        }
        steps
    }

    fn mean_branches(&self, number: usize) -> f64 {
        let all = self.weight_back(number);
        let mut mean = 0.0;
        for variant in self.living(number) {
            let mut parts = 0.0;
            for part in self.parts_back(number, variant) {
                parts += if part.is_needed || part.times > 1 { f64::from(part.times) } else { SOME };
            }
            mean += self.weight(number, variant) as f64 / all * parts;
        }
        mean
    }

    /// The weight of all variants that lead back.
    fn weight_back(&self, number: usize) -> f64 {
        let mut all: f64 = 0.0;
        for variant in self.living(number) {
            if self.branches(number, variant) > 0 {
                all += self.weight(number, variant) as f64;
            }
        }
        all.max(1.0)
    }
}

/// The plan of a type: found by the address of the function that gives its identity, or made.
#[inline]
fn find(form: &'static TypeForm) -> &'static SizePlan {
    const SLOTS: usize = 256;
    thread_local! {
        static SEEN: [Cell<(usize, Option<&'static SizePlan>)>; SLOTS] = const { [const { Cell::new((0, None)) }; SLOTS] };
    }

    let address = form.site.generator as usize;
    SEEN.with(|seen| {
        let slot = &seen[(address >> 4 ^ address >> 12) % SLOTS];
        match slot.get() {
            (known, Some(plan)) if known == address => plan,
            _ => {
                let plan = find_slowly(form);
                slot.set((address, Some(plan)));
                plan
            }
        }
    })
}

/// There are as many plans as types, so that they can stay.
#[cold]
fn find_slowly(form: &'static TypeForm) -> &'static SizePlan {
    // Sorted by type.
    static PLANS: Mutex<Vec<(TypeId, &'static SizePlan)>> = Mutex::new(Vec::new());

    let plans = || PLANS.lock().unwrap_or_else(PoisonError::into_inner);
    let id = (form.site.generator)();
    let place = |plans: &[(TypeId, &SizePlan)]| plans.binary_search_by(|(known, _)| known.cmp(&id));
    {
        let plans = plans();
        if let Ok(at) = place(&plans) {
            return plans[at].1;
        }
    }
    // It is made while nobody waits: what an attribute says may be code that makes values itself.
    let plan = SizePlan::new(form);
    let mut plans = plans();
    match place(&plans) {
        Ok(at) => plans[at].1,
        Err(at) => {
            let plan: &'static SizePlan = Box::leak(Box::new(plan));
            plans.insert(at, (id, plan));
            plan
        }
    }
}
