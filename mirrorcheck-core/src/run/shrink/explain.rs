//! Which parts of a counterexample do not matter: the property fails whatever replaces them.
//!
//! The claim is about text: `(7, _)` says that every value that looks like this fails. So a part is a piece of the text
//! that `Debug` writes, with all the choices that it depends on. A part is only claimed after other values failed in its
//! place, first those that are most likely to pass: the ends of its range, what stands in other parts, then random ones.
//! All parts that are claimed were also varied together, because each alone is less than what the text says.
//!
//! Where the budget ends before all of this is done, nothing is claimed: an `_` that is missing would say that the part
//! matters.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::time::Instant;

use super::player::{Cheapest, EditPlayer, Filler};
use super::search::{Budget, Subject, Verdict, make, test};
use super::tree::{Edit, Item, ItemKind, Tree, is_same, shape};
use crate::core::choice::{Choice, Float, Made, Number};
use crate::core::rng::Rng;
use crate::run::debug_text::Pieces;

/// A value with more free choices, or with a longer text, is not explained.
const MAX_CHOICES: usize = 400;
const MAX_TEXT: usize = 20_000;

/// How many values of a part are tried at least and at most, where it has that many. As many random ones are tried after
/// those that were chosen for a reason.
const FEWEST: u64 = 12;
const MOST: u64 = 300;
const RANDOM: usize = 16;
/// How many values have to fail where others could not be made.
const FEWEST_OF_HARD: usize = 4;

/// How many alternatives each choice of a larger part is tried with, besides the ends of its range.
const ALTERNATIVES: u128 = 8;

/// How many values of other parts are copied over a part.
const COPIES: usize = 20;

/// A value with `_` for the parts that do not matter.
pub(crate) struct Explanation {
    pub(crate) text: String,
    /// How many other values failed.
    pub(crate) tried: u64,
}

/// Finds the largest parts of a failing value that do not matter. Also returns how often the property ran. The value is
/// the one that was made last, and `shown` writes such a value, each argument on its own.
pub(crate) fn explain<S: Subject>(
    subject: &mut S,
    size: u32,
    tree: &Tree,
    budget: Budget,
    shown: &mut dyn FnMut(&S) -> Vec<String>,
) -> (Option<Explanation>, u64) {
    let end = tree.items.first().map_or(0, |_| tree.end(0));
    let mut choices = Vec::new();
    for at in 1..end {
        if tree.items[at].is_free() {
            choices.push(at);
        }
    }
    if choices.is_empty() || choices.len() > MAX_CHOICES {
        return (None, 0);
    }
    let base = Pieces::of_parts(&shown(subject));
    if base.text.len() > MAX_TEXT {
        return (None, 0);
    }
    let verdicts = HashMap::from([(tree.fingerprint_of(end), true)]);
    let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
    let (left, effects) = (budget.executions, Vec::new());
    let mut search = Explaining { subject, shown, size, tree, end, base, effects, verdicts, left, deadline };
    let explanation = search.explanation(&choices).ok().flatten();
    (explanation, budget.executions - search.left)
}

/// The budget is spent.
struct Spent;

struct Explaining<'e, S> {
    subject: &'e mut S,
    shown: &'e mut dyn FnMut(&S) -> Vec<String>,
    size: u32,
    tree: &'e Tree,
    /// Where the generator's own choices end.
    end: usize,
    base: Pieces,
    /// The free choices, each with the piece of the text that depends on it; `None` if that could not be found out.
    effects: Vec<(usize, Option<usize>)>,
    /// Whether the values that were tested fail.
    verdicts: HashMap<u128, bool>,
    /// How often the property may still run, and until when.
    left: u64,
    deadline: Option<Instant>,
}

/// A piece of the text that may not matter.
struct Part {
    piece: usize,
    /// The items that all of its choices are in: so many neighbours of one group.
    cover: Range<usize>,
    neighbours: usize,
    /// Other items in the place of these, with which it fails.
    values: Vec<Vec<Item>>,
    /// The fingerprints of the values that failed.
    tried: HashSet<u128>,
}

/// Items that take the place of others, with how to make up what follows from them.
struct Variation {
    place: Range<usize>,
    items: Vec<Item>,
    /// Nothing for the simplest.
    seed: Option<u64>,
    size: u32,
}

/// What came of a value that may be one of those that a claim is about.
enum Instance {
    /// It could not be made, or it differs elsewhere.
    None,
    /// It looks like the one that failed.
    Same,
    Fails(u128, Tree),
    Passes,
}

impl<S: Subject> Explaining<'_, S> {
    fn explanation(&mut self, choices: &[usize]) -> Result<Option<Explanation>, Spent> {
        let runs = self.left;
        if !self.find_effects(choices)? {
            return Ok(None);
        }
        let mut parts = self.parts_alone(runs)?;
        let mut tried = self.parts_together(&mut parts, runs)?;
        let mut marked = Vec::new();
        for part in &parts {
            marked.push(part.piece);
            tried.extend(&part.tried);
        }
        let text = self.base.marked(&marked);
        Ok(if marked.is_empty() { None } else { Some(Explanation { text, tried: tried.len() as u64 }) })
    }

    /// Finds the piece of the text that depends on each choice. Gives whether all can be seen: a claim about a text does
    /// not hold for values that look the same and are not.
    fn find_effects(&mut self, choices: &[usize]) -> Result<bool, Spent> {
        for &at in choices {
            let rank = self.tree.items[at].rank();
            let last = self.last(at);
            let (mut effect, mut was_made) = (None, false);
            let mut ranks = Vec::new();
            for other in [0, 1, last, last / 2] {
                if other != rank && !ranks.contains(&other) {
                    ranks.push(other);
                }
            }
            for (seed, &rank) in ranks.iter().enumerate() {
                self.check_time()?;
                let edit = self.tree.replaced(at, at + 1, &[Item::Rank(rank)]);
                let mut player = self.player(&edit, Filler::Random(Rng::new(seed as u64, 0)));
                if make(self.subject, self.size, &mut player).is_err() {
                    continue;
                }
                was_made = true;
                let made = Pieces::of_parts(&(self.shown)(self.subject));
                if let Some(differs) = self.base.difference(&made) {
                    effect = Some(effect.map_or(differs, |effect| self.base.common(effect, differs)));
                }
            }
            if was_made && effect.is_none() {
                return Ok(false);
            }
            self.effects.push((at, effect));
        }
        Ok(true)
    }

    /// The largest parts of which each alone does not matter.
    fn parts_alone(&mut self, runs: u64) -> Result<Vec<Part>, Spent> {
        let mut free = Vec::new();
        // Of a single value, all of it would say nothing.
        let mut left = self.candidates(0, false);
        left.reverse();
        let most = (runs * 3 / 4 / (left.len() as u64).max(1)).clamp(FEWEST, MOST);
        while let Some(mut part) = left.pop() {
            if self.is_free(&mut part, most)? {
                free.push(part);
            } else {
                // What matters may have parts that do not.
                let mut smaller = self.candidates(part.piece, false);
                smaller.reverse();
                left.append(&mut smaller);
            }
        }
        Ok(free)
    }

    /// The largest pieces in a piece whose choices are the simplest: what is not has its reasons, because the simplest was
    /// tried.
    fn candidates(&self, piece: usize, includes_itself: bool) -> Vec<Part> {
        let part = if includes_itself { self.part(piece) } else { None };
        if let Some(part) = part {
            return vec![part];
        }
        let mut parts = Vec::new();
        for &child in self.base.children(piece) {
            parts.append(&mut self.candidates(child, true));
        }
        parts
    }

    /// A piece with the items that all of its choices are in, and no others.
    fn part(&self, piece: usize) -> Option<Part> {
        let mut choices = Vec::new();
        for &(at, effect) in &self.effects {
            if effect.is_some_and(|effect| self.base.is_within(effect, piece)) {
                choices.push(at);
            }
        }
        let (first, last) = (*choices.first()?, *choices.last()?);
        // The smallest group around them, and its members that hold them.
        let (mut group, mut members) = (0, self.tree.parts(0));
        while let Some(&inner) = members.iter().find(|&&at| at <= first && last < self.tree.end(at)) {
            if !matches!(self.tree.items[inner], Item::Group(_)) {
                break;
            }
            (group, members) = (inner, self.tree.parts(inner));
        }
        members.retain(|&at| first < self.tree.end(at) && at <= last);
        let mut cover = *members.first()?..self.tree.end(*members.last()?);
        let mut neighbours = members.len();
        if group > 0 && cover == (group + 1..self.tree.end(group)) {
            (cover, neighbours) = (group..self.tree.end(group), 1);
        }
        for &(at, effect) in &self.effects {
            let is_foreign = effect.is_some() && !choices.contains(&at);
            if cover.contains(&at) && (is_foreign || self.tree.items[at].rank() > 0) {
                return None;
            }
        }
        Some(Part { piece, cover, neighbours, values: Vec::new(), tried: HashSet::new() })
    }

    /// Whether the property fails with at most so many other values in the place of a part.
    fn is_free(&mut self, part: &mut Part, most: u64) -> Result<bool, Spent> {
        let (variations, is_all) = match self.all(part, most)? {
            Some(all) => (all, true),
            None => (self.chosen(part), false),
        };
        let (chosen, mut after) = (variations.len(), 0);
        let random = if is_all { Vec::new() } else { self.random(part) };
        let (mut is_hard, mut is_enough) = (false, is_all);
        for (number, variation) in variations.into_iter().chain(random).enumerate() {
            if number == chosen {
                after = part.tried.len();
            }
            let is_random = number >= chosen;
            is_enough |= part.tried.len() as u64 >= most || is_random && part.tried.len() >= after + RANDOM;
            if is_enough && !is_all {
                break;
            }
            let Variation { place, items, seed, size } = variation;
            let edit = self.tree.replaced(place.start, place.end, &items);
            match self.test(&edit, seed, size, &[part.piece])? {
                Instance::None => is_hard = true,
                Instance::Same => {}
                Instance::Passes => return Ok(false),
                Instance::Fails(fingerprint, tree) => {
                    if part.tried.insert(fingerprint) {
                        part.values.extend(part.taken_from(&tree));
                    }
                }
            }
        }
        // Of a part that can hardly be varied, too little is known.
        let is_known = is_enough || !is_hard || part.tried.len() >= FEWEST_OF_HARD;
        Ok(is_known && !part.tried.is_empty())
    }

    /// All other values of a part, if there are no more than so many.
    fn all(&mut self, part: &Part, most: u64) -> Result<Option<Vec<Variation>>, Spent> {
        let mut least = Some(1u128);
        for item in &self.tree.items[part.cover.clone()] {
            let (_, last) = item.place().unwrap_or_default();
            least = least.and_then(|least| least.checked_mul(last.checked_add(1)?));
        }
        if least.is_none_or(|least| least > u128::from(most)) {
            return Ok(None);
        }
        let (mut all, mut tree) = (Vec::new(), self.tree.clone());
        loop {
            // The next in the order of ranks: the last choice that can be another is, and what follows begins anew.
            let Some(items) = part.taken_from(&tree) else { return Ok(None) };
            let end = part.cover.start + items.len();
            let can_rise = |at: &usize| tree.items[*at].place().is_some_and(|(rank, last)| rank < last);
            let Some(at) = (part.cover.start..end).rev().find(can_rise) else { return Ok(Some(all)) };
            let edit = tree.replaced(at, end, &[Item::Rank(tree.items[at].rank() + 1)]);
            self.check_time()?;
            let cheapest = Cheapest::default();
            let mut player = self.player(&edit, Filler::Simplest(&cheapest));
            let made = make(self.subject, self.size, &mut player);
            let next = player.finish();
            // Where a value is rejected, the rest of the order is not known.
            if made.is_err() || all.len() as u64 >= most {
                return Ok(None);
            }
            let Some(items) = part.taken_from(&next) else { return Ok(None) };
            all.push(Variation { place: part.cover.clone(), items, seed: None, size: self.size });
            tree = next;
        }
    }

    /// Values of a part that may well pass: those at the ends of its choices first, then those of other parts, because a
    /// property may compare the two, then values that are often special.
    fn chosen(&self, part: &Part) -> Vec<Variation> {
        let mut choices = Vec::new();
        for at in part.cover.clone() {
            if self.tree.items[at].is_free() {
                choices.push(at);
            }
        }
        let (mut first, mut rest) = (Vec::new(), Vec::new());
        for &at in &choices {
            let item = &self.tree.items[at];
            let last = self.last(at);
            let has_followers = matches!(item.kind(), Some(ItemKind::Pick | ItemKind::Count));
            for (number, rank) in ranks(last, choices.len() == 1).into_iter().enumerate() {
                let list = if number < 4 { &mut first } else { &mut rest };
                list.push(self.variation(at..at + 1, vec![Item::Rank(rank)], None));
                if has_followers || choices.len() > 1 {
                    list.push(self.variation(at..at + 1, vec![Item::Rank(rank)], Some(rank as u64)));
                }
            }
        }
        for items in self.parts_like(part) {
            first.push(self.variation(part.cover.clone(), items, None));
        }
        // A number from elsewhere may be far too many elements.
        let is_length = |at: usize| self.tree.items[at].kind() == Some(ItemKind::Count);
        if let Some(only) = choices.first().copied().filter(|at| choices.len() == 1 && !is_length(*at)) {
            for number in self.numbers_elsewhere(only) {
                first.push(self.variation(only..only + 1, vec![self.tree.items[only].with_number(number)], None));
            }
            for item in specials(&self.tree.items[only]) {
                first.push(self.variation(only..only + 1, vec![item], None));
            }
        }
        first.append(&mut rest);
        first
    }

    fn variation(&self, place: Range<usize>, items: Vec<Item>, seed: Option<u64>) -> Variation {
        Variation { place, items, seed, size: self.size }
    }

    /// The items of other parts of the same kind.
    fn parts_like(&self, part: &Part) -> Vec<Vec<Item>> {
        let mut copies = Vec::new();
        let Some(ours) = shape(&self.tree.items, part.cover.start).filter(|_| part.neighbours == 1) else {
            return copies;
        };
        let mut known = vec![&self.tree.items[part.cover.clone()]];
        for at in 1..self.end {
            let theirs = shape(&self.tree.items, at).filter(|_| !part.cover.contains(&at) && copies.len() < COPIES);
            let items = &self.tree.items[at..self.tree.end(at)];
            let is_new = || known.iter().all(|known| !is_same(known, items));
            if theirs.is_some_and(|theirs| ours.is_like(&theirs)) && is_new() {
                copies.push(items.to_vec());
                known.push(items);
            }
        }
        copies
    }

    /// The numbers of other choices, if a choice is a number, and those beside them.
    fn numbers_elsewhere(&self, choice: usize) -> Vec<Number> {
        let mut numbers = Vec::new();
        if self.tree.items[choice].number().is_none() {
            return numbers;
        }
        for at in 1..self.end {
            let Some(amount) = self.tree.items[at].number().filter(|_| at != choice) else { continue };
            let number = amount.number();
            let (negative, magnitude) = (number.is_negative(), number.magnitude());
            for near in [magnitude, magnitude.saturating_add(1), magnitude.saturating_sub(1)] {
                let near = Number::new(negative, near);
                if numbers.len() < 3 * COPIES && !numbers.contains(&near) {
                    numbers.push(near);
                }
            }
        }
        numbers
    }

    /// Random values of a part, small and large ones.
    fn random(&self, part: &Part) -> Vec<Variation> {
        let mut variations = Vec::new();
        for seed in 0..3 * RANDOM as u64 {
            let mut items = Vec::new();
            let mut at = part.cover.start;
            while at < part.cover.end {
                items.push(if matches!(self.tree.items[at], Item::Group(_)) { Item::Group(0) } else { Item::Any });
                at = self.tree.end(at);
            }
            let size = if seed % 2 == 0 { self.size } else { self.size.max(100) };
            variations.push(Variation { place: part.cover.clone(), items, seed: Some(seed), size });
        }
        variations
    }

    /// Drops parts until the rest do not matter even if they vary together. Gives the values that failed.
    fn parts_together(&mut self, parts: &mut Vec<Part>, runs: u64) -> Result<HashSet<u128>, Spent> {
        loop {
            let mut failed = HashSet::new();
            if parts.len() < 2 {
                return Ok(failed);
            }
            let mut refuted = None;
            for plan in plans(self.tree, parts, (runs / 8).clamp(16, 300) as usize) {
                match self.test_plan(parts, &plan)? {
                    Instance::None | Instance::Same => {}
                    Instance::Fails(fingerprint, _) => {
                        failed.insert(fingerprint);
                    }
                    Instance::Passes => {
                        refuted = Some(plan);
                        break;
                    }
                }
            }
            let Some(mut plan) = refuted else { return Ok(failed) };
            // The parts that it takes: one of them has to stay as it is.
            for number in 0..parts.len() {
                if let Some(value) = plan[number].take() {
                    if !matches!(self.test_plan(parts, &plan)?, Instance::Passes) {
                        plan[number] = Some(value);
                    }
                }
            }
            let last = plan.iter().rposition(Option::is_some).unwrap_or(0);
            parts.remove(last);
        }
    }

    fn test_plan(&mut self, parts: &[Part], plan: &Plan) -> Result<Instance, Spent> {
        let (mut edits, mut marked) = (Vec::new(), Vec::new());
        for (part, value) in parts.iter().zip(plan) {
            marked.push(part.piece);
            if let Some(items) = value {
                edits.push((part.cover.start, part.cover.end, &items[..]));
            }
        }
        let edit = self.tree.edited_in_any_order(&mut edits);
        self.test(&edit, None, self.size, &marked)
    }

    /// Runs the property on what an edit makes, if it differs in some pieces and in no others.
    fn test(&mut self, edit: &Edit, seed: Option<u64>, size: u32, marked: &[usize]) -> Result<Instance, Spent> {
        self.check_time()?;
        let cheapest = Cheapest::default();
        let filler = match seed {
            Some(seed) => Filler::Random(Rng::new(seed, 0)),
            None => Filler::Simplest(&cheapest),
        };
        let mut player = self.player(edit, filler);
        if make(self.subject, size, &mut player).is_err() {
            return Ok(Instance::None);
        }
        let made = Pieces::of_parts(&(self.shown)(self.subject));
        if made.text == self.base.text {
            return Ok(Instance::Same);
        }
        if !self.base.matches(marked, &made) {
            return Ok(Instance::None);
        }
        let tree = player.so_far().clone();
        let fingerprint = tree.fingerprint();
        let fails = match self.verdicts.get(&fingerprint) {
            Some(&fails) => fails,
            None => {
                self.left = self.left.checked_sub(1).ok_or(Spent)?;
                let fails = test(self.subject, size, &mut player) == Verdict::Fails;
                self.verdicts.insert(fingerprint, fails);
                fails
            }
        };
        Ok(if fails { Instance::Fails(fingerprint, tree) } else { Instance::Passes })
    }

    /// Replays an edit. What gets much larger than the value is of no use.
    fn player<'p>(&self, edit: &'p Edit, filler: Filler<'p>) -> EditPlayer<'p> {
        EditPlayer::new(edit, &edit.sites, self.most(), filler)
    }

    fn most(&self) -> usize {
        2 * self.tree.weight + 500
    }

    /// The largest rank of a choice to try. Elements without choices of their own, as `()`, weigh nothing, so that only
    /// their number tells how large a list of them is.
    fn last(&self, choice: usize) -> u128 {
        let item = &self.tree.items[choice];
        let (_, last) = item.place().unwrap_or_default();
        if matches!(item.kind(), Some(ItemKind::Count)) { last.min(self.most() as u128) } else { last }
    }

    fn check_time(&self) -> Result<(), Spent> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) { Err(Spent) } else { Ok(()) }
    }
}

impl Part {
    /// The items in the place of this part in another tree, which is the same before it.
    fn taken_from(&self, tree: &Tree) -> Option<Vec<Item>> {
        let mut end = self.cover.start;
        for _ in 0..self.neighbours {
            if end >= tree.items.len() {
                return None;
            }
            end = tree.end(end);
        }
        tree.items.get(self.cover.start..end).map(<[Item]>::to_vec)
    }
}

/// The ranks of a choice to try: the ends of its range first.
fn ranks(last: u128, is_only: bool) -> Vec<u128> {
    let mut ranks: Vec<u128> = Vec::new();
    let mut put = |rank: u128| {
        if rank > 0 && rank <= last && !ranks.contains(&rank) {
            ranks.push(rank);
        }
    };
    [last, 1, last - 1, 2].into_iter().for_each(&mut put);
    if last <= ALTERNATIVES {
        (3..last).for_each(&mut put);
    }
    // Of a larger part, each choice has a few.
    if is_only {
        (3..=8).for_each(&mut put);
        [last / 2, (last / 2).saturating_sub(1), last / 2 + 1].into_iter().for_each(&mut put);
        let mut power = 16u128;
        while power < last && power < 1 << 64 {
            put(power);
            power <<= 4;
        }
    }
    ranks
}

/// Values that programs often treat in a way of their own. Those that are out of range are not made.
fn specials(item: &Item) -> Vec<Item> {
    let Item::Choice(made, kind) = item else { return Vec::new() };
    let choices: Vec<Choice> = match made.choice() {
        Choice::Number(_) => {
            let numbers = [10, 100, 1000, 127, 128, 255, 256, 32_767, 65_535];
            let numbers = numbers.into_iter().map(|number| Number::new(false, number));
            numbers.chain([Number::new(true, 1)]).map(Choice::Number).collect()
        }
        Choice::Float(_) => {
            let floats =
                [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 1.0, -1.0, 0.5, f64::MAX, f64::MIN_POSITIVE];
            floats.into_iter().map(|float| Choice::Float(Float(float))).collect()
        }
        Choice::Char(_) => "\0\n \"'\\0Aaz\u{7f}é\u{fffd}\u{10ffff}".chars().map(Choice::Char).collect(),
        Choice::Label(_) | Choice::Index(_) | Choice::Shrink(_) => Vec::new(),
    };
    choices.into_iter().map(|choice| Item::Choice(Made::read(choice), *kind)).collect()
}

/// What to put in the place of each part; nothing if it stays as it is.
type Plan = Vec<Option<Vec<Item>>>;

/// How to vary several parts together: in all ways, if there are few enough.
fn plans(tree: &Tree, parts: &[Part], most: usize) -> Vec<Plan> {
    let mut all = Some(1usize);
    for part in parts {
        all = all.and_then(|all| all.checked_mul(part.values.len() + 1));
    }
    let value = |part: &Part, number: usize| part.values.get(number).cloned();
    let mut plans = Vec::new();
    if let Some(all) = all.filter(|all| *all <= 2 * most) {
        for mut number in 0..all {
            let mut plan = Vec::new();
            for part in parts {
                let count = part.values.len() + 1;
                plan.push((number % count).checked_sub(1).and_then(|number| value(part, number)));
                number /= count;
            }
            plans.push(plan);
        }
        return plans;
    }
    let mut rng = Rng::new(0, 0);
    let mut any = |part: &Part| match part.values.len() {
        0 => None,
        count => value(part, rng.up_to(count as u128 - 1) as usize),
    };
    let share = most / 4;
    for number in 0..share {
        // All of them, each with the values that were tried first.
        plans.push(parts.iter().map(|part| value(part, number % part.values.len().max(1))).collect());
        plans.push(parts.iter().map(&mut any).collect());
        // Two of them.
        let one = number % parts.len();
        let two = (one + 1 + number / parts.len()) % parts.len();
        let is_varied = |at: usize| at == one || at == two;
        let pair = parts.iter().enumerate().map(|(at, part)| if is_varied(at) { any(part) } else { None });
        plans.push(pair.collect());
        // The same in all that are alike.
        let value = any(&parts[one]);
        let ours = shape(&tree.items, parts[one].cover.start);
        let is_like = |part: &Part| {
            let theirs = shape(&tree.items, part.cover.start);
            theirs.is_some_and(|theirs| ours.is_some_and(|ours| ours.is_like(&theirs)))
        };
        plans.push(parts.iter().map(|part| if is_like(part) { value.clone() } else { None }).collect());
    }
    plans
}
