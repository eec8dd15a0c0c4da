//! What a value can become in one step: edits of the tree of its choices.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::Mutation;
use crate::core::choice::{Choice, Made, Number};
use crate::core::rng::Rng;
use crate::run::shrink::{Edit, Item, ItemKind, Shape, Tree, shape};

/// How often a place is looked for that fits.
const LOOKS: usize = 8;

/// A tree together with where it can be changed.
pub(crate) struct Anatomy {
    pub(crate) tree: Tree,
    /// The choices that could have been others, and those of them that have neighbours.
    pub(super) free: Vec<usize>,
    steps: Vec<usize>,
    /// The groups that begin with the number of their parts.
    lists: Vec<usize>,
    /// Which parts can be exchanged: looked up when it is needed.
    exchange: OnceCell<Exchange>,
}

struct Exchange {
    /// The parts, and those that are alike together, in the order in which they stand.
    parts: Vec<usize>,
    alike: HashMap<SpotKey, Vec<usize>>,
    /// The parts that have others like them: anywhere, and inside of them.
    paired: Vec<usize>,
    nested: Vec<usize>,
}

/// One mutation, not yet played.
pub(crate) enum Change {
    /// A choice in the place of another.
    Patch(usize, Item),
    Edit(Edit),
}

type SpotKey = (usize, (usize, u128));

/// Parts of other values, those that are alike together.
#[derive(Default)]
pub(crate) struct Donors {
    trees: Vec<Tree>,
    alike: HashMap<SpotKey, Vec<(usize, usize)>>,
}

/// Which labels may take each other's place.
pub(crate) type Compatible = dyn Fn(&str, &str) -> bool;

impl Donors {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.trees.len()
    }

    #[inline]
    pub(crate) fn add(&mut self, tree: Tree) {
        for (at, shape) in parts(&tree) {
            self.alike.entry(shape.key()).or_default().push((self.trees.len(), at));
        }
        self.trees.push(tree);
    }
}

/// The parts of a tree that can be exchanged: groups, and choices that stand for themselves.
#[inline]
fn parts(tree: &Tree) -> impl Iterator<Item = (usize, Shape)> + '_ {
    (0..tree.items.len()).filter_map(|at| match &tree.items[at] {
        Item::Group(_) | Item::Choice(_, ItemKind::Plain | ItemKind::Around) => Some((at, shape(&tree.items, at)?)),
        _ => None,
    })
}

impl Anatomy {
    #[inline]
    pub(crate) fn new(tree: Tree) -> Anatomy {
        let free: Vec<usize> = (0..tree.items.len()).filter(|&at| tree.items[at].is_free()).collect();
        let steps = free.iter().copied().filter(|&at| has_neighbours(&tree.items[at])).collect();
        let lists = (0..tree.items.len()).filter(|&at| tree.is_list(at)).collect();
        Anatomy { tree, free, steps, lists, exchange: OnceCell::new() }
    }

    #[inline]
    fn exchange(&self) -> &Exchange {
        self.exchange.get_or_init(|| Exchange::new(&self.tree))
    }

    /// Looks up what can be exchanged: worth its time for a tree that is mutated many times.
    #[inline]
    pub(crate) fn prepared(self) -> Anatomy {
        self.exchange();
        self
    }

    /// Whether there is anything to change in this way, as far as is known.
    #[inline]
    pub(super) fn allows(&self, kind: Mutation, donors: &Donors) -> bool {
        match kind {
            Mutation::Reroll => !self.free.is_empty(),
            Mutation::Step => !self.steps.is_empty(),
            Mutation::Swap => self.exchange.get().is_none_or(|known| !known.paired.is_empty()),
            Mutation::Shrink => self.exchange.get().is_none_or(|known| !known.nested.is_empty()),
            Mutation::Splice => !donors.trees.is_empty(),
            Mutation::Remove | Mutation::Repeat | Mutation::Insert => !self.lists.is_empty(),
        }
    }

    /// Changes something in this way, if it can be done where chance has it.
    #[inline]
    pub(super) fn edit(
        &self,
        kind: Mutation,
        donors: &Donors,
        compatible: Option<&Compatible>,
        rng: &mut Rng,
    ) -> Option<Change> {
        let edit = match kind {
            Mutation::Reroll => return self.reroll(rng),
            Mutation::Step => return self.step(rng),
            Mutation::Swap => (0..LOOKS).find_map(|_| self.swap(compatible, rng)),
            Mutation::Shrink => (0..LOOKS).find_map(|_| self.shrink(compatible, rng)),
            Mutation::Splice => (0..LOOKS).find_map(|_| self.splice(donors, compatible, rng)),
            Mutation::Remove => (0..LOOKS).find_map(|_| self.remove(rng)),
            Mutation::Repeat => (0..LOOKS).find_map(|_| self.repeat(rng)),
            Mutation::Insert => (0..LOOKS).find_map(|_| self.insert(rng)),
        };
        edit.map(Change::Edit)
    }

    #[inline]
    fn reroll(&self, rng: &mut Rng) -> Option<Change> {
        let at = *one_of(&self.free, rng)?;
        match &self.tree.items[at] {
            Item::Choice(made, kind) => Some(Change::Patch(at, Item::Other(made.clone(), *kind))),
            _ => None,
        }
    }

    #[inline]
    fn step(&self, rng: &mut Rng) -> Option<Change> {
        let at = *one_of(&self.steps, rng)?;
        Some(Change::Patch(at, stepped(&self.tree.items[at], rng)?))
    }

    #[inline]
    fn swap(&self, compatible: Option<&Compatible>, rng: &mut Rng) -> Option<Edit> {
        let one = *one_of(&self.exchange().paired, rng)?;
        let other = *one_of(self.exchange().alike.get(&shape(&self.tree.items, one)?.key())?, rng)?;
        let (first, second) = (one.min(other), one.max(other));
        let (first_end, second_end) = (self.tree.end(first), self.tree.end(second));
        if first_end > second || !self.may_stand_for(first, &self.tree, second, compatible) {
            return None;
        }
        let (one, other) = (&self.tree.items[first..first_end], &self.tree.items[second..second_end]);
        Some(self.tree.edited(&[(first, first_end, other), (second, second_end, one)]))
    }

    #[inline]
    fn shrink(&self, compatible: Option<&Compatible>, rng: &mut Rng) -> Option<Edit> {
        let at = *one_of(&self.exchange().nested, rng)?;
        let alike = self.exchange().alike.get(&shape(&self.tree.items, at)?.key())?;
        let part = *one_of(inside(&self.tree, alike, at), rng)?;
        self.put(at, &self.tree, part, compatible)
    }

    #[inline]
    fn splice(&self, donors: &Donors, compatible: Option<&Compatible>, rng: &mut Rng) -> Option<Edit> {
        let at = *one_of(&self.exchange().parts, rng)?;
        let &(tree, part) = one_of(donors.alike.get(&shape(&self.tree.items, at)?.key())?, rng)?;
        self.put(at, &donors.trees[tree], part, compatible)
    }

    /// Puts a part in the place of another.
    #[inline]
    fn put(&self, at: usize, from: &Tree, part: usize, compatible: Option<&Compatible>) -> Option<Edit> {
        let edit = || self.tree.replaced(at, self.tree.end(at), &from.items[part..from.end(part)]);
        self.may_stand_for(at, from, part, compatible).then(edit)
    }

    #[inline]
    fn may_stand_for(&self, at: usize, from: &Tree, part: usize, compatible: Option<&Compatible>) -> bool {
        let (Some(ours), Some(theirs)) = (shape(&self.tree.items, at), shape(&from.items, part)) else { return false };
        ours.is_like(&theirs)
            && compatible.is_none_or(|compatible| compatible(&label(&self.tree, at), &label(from, part)))
    }

    /// Where a list is counted, and its parts, if these are as many as it says.
    #[inline]
    fn list(&self, rng: &mut Rng) -> Option<(usize, Vec<usize>)> {
        let list = *one_of(&self.lists, rng)?;
        let parts = self.tree.parts(list).split_off(1);
        (self.tree.items[list + 1].count() == Some(parts.len())).then_some((list + 1, parts))
    }

    /// Removes a part, or several that follow each other.
    #[inline]
    fn remove(&self, rng: &mut Rng) -> Option<Edit> {
        let (counter, parts) = self.list(rng)?;
        let most = self.tree.items[counter].rank().min(parts.len() as u128) as u64;
        let fewer = if rng.below(4) > 0 { 1 } else { 1 + rng.below(most.max(1)) }.min(most) as usize;
        let first = rng.below((parts.len() - fewer) as u64 + 1) as usize;
        let last = *parts.get(first..first + fewer)?.last()?;
        let count = [self.counted(counter, parts.len() - fewer)];
        Some(self.tree.edited(&[(counter, counter + 1, &count), (parts[first], self.tree.end(last), &[])]))
    }

    /// Puts a part in once more, anywhere in its list.
    #[inline]
    fn repeat(&self, rng: &mut Rng) -> Option<Edit> {
        let (counter, parts) = self.list(rng)?;
        let part = *one_of(&parts, rng)?;
        self.lengthened(counter, &parts, &self.tree.items[part..self.tree.end(part)], rng)
    }

    /// Puts in a part that is made up.
    #[inline]
    fn insert(&self, rng: &mut Rng) -> Option<Edit> {
        let (counter, parts) = self.list(rng)?;
        let new = match parts.first().map(|&first| &self.tree.items[first]) {
            Some(Item::Group(_)) => Item::Group(0),
            _ => Item::Any,
        };
        self.lengthened(counter, &parts, &[new], rng)
    }

    #[inline]
    fn lengthened(&self, counter: usize, parts: &[usize], new: &[Item], rng: &mut Rng) -> Option<Edit> {
        self.tree.items[counter].place().filter(|(rank, last)| rank < last)?;
        let count = [self.counted(counter, parts.len() + 1)];
        // What an empty list lacks is made up.
        let Some(&at) = one_of(parts, rng) else { return Some(self.tree.replaced(counter, counter + 1, &count)) };
        let old = &self.tree.items[at..self.tree.end(at)];
        let both = if rng.below(2) == 0 { [new, old] } else { [old, new] }.concat();
        Some(self.tree.edited(&[(counter, counter + 1, &count), (at, self.tree.end(at), &both)]))
    }

    #[inline]
    fn counted(&self, counter: usize, parts: usize) -> Item {
        self.tree.items[counter].with_number(Number::new(false, parts as u128))
    }
}

impl Exchange {
    #[inline]
    fn new(tree: &Tree) -> Exchange {
        let mut alike: HashMap<SpotKey, Vec<usize>> = HashMap::new();
        let all: Vec<(usize, SpotKey)> = parts(tree).map(|(at, shape)| (at, shape.key())).collect();
        for &(at, key) in &all {
            alike.entry(key).or_default().push(at);
        }
        let has_others = |(_, key): &&(usize, SpotKey)| alike.get(key).is_some_and(|parts| parts.len() > 1);
        let has_inside =
            |(at, key): &&(usize, SpotKey)| alike.get(key).is_some_and(|of| !inside(tree, of, *at).is_empty());
        let place = |(at, _): &(usize, SpotKey)| *at;
        let paired = all.iter().filter(has_others).map(place).collect();
        let nested = all.iter().filter(has_inside).map(place).collect();
        Exchange { parts: all.iter().map(place).collect(), alike, paired, nested }
    }
}

fn one_of<'a, T>(all: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    if all.is_empty() { None } else { all.get(rng.below(all.len() as u64) as usize) }
}

/// Returns those of the like parts that are inside one of them.
#[inline]
fn inside<'a>(tree: &Tree, alike: &'a [usize], at: usize) -> &'a [usize] {
    let from = alike.partition_point(|&part| part <= at);
    let to = alike.partition_point(|&part| part < tree.end(at));
    &alike[from..to.max(from)]
}

/// The label of the first choice in a part.
#[inline]
fn label(tree: &Tree, at: usize) -> String {
    let first = tree.items[at..tree.end(at)].iter().find_map(|item| match item {
        Item::Choice(made, _) => made.choice().label(),
        _ => None,
    });
    first.unwrap_or_default()
}

#[inline]
fn has_neighbours(item: &Item) -> bool {
    match item {
        Item::Choice(_, ItemKind::Pick) => false,
        Item::Choice(made, _) => !matches!(made.choice(), Choice::Label(_) | Choice::Shrink(_)),
        _ => false,
    }
}

/// A choice near another one, or the opposite of it.
#[inline]
fn stepped(item: &Item, rng: &mut Rng) -> Option<Item> {
    let Item::Choice(made, kind) = item else { return None };
    let up = rng.below(2) == 0;
    Some(match made.choice() {
        Choice::Number(number) => Item::Near(near(number, up, rng)),
        Choice::Float(float) => Item::Choice(Made::read(Choice::from(near_float(float.0, up, rng))), *kind),
        Choice::Char(c) => {
            let step = 1 << (rng.below(8) * rng.below(2));
            let code = if up { (c as u32).saturating_add(step) } else { (c as u32).saturating_sub(step) };
            Item::Choice(Made::read(Choice::Char(char::from_u32(code)?)), *kind)
        }
        Choice::Index(_) if up => Item::Rank(item.rank().saturating_add(1)),
        Choice::Index(_) => Item::Rank(item.rank().checked_sub(1)?),
        Choice::Label(_) | Choice::Shrink(_) => return None,
    })
}

#[inline]
fn near(number: Number, up: bool, rng: &mut Rng) -> Number {
    let by = |step: u128| number.sum(Number::new(!up, step));
    match rng.below(8) {
        0..=2 => by(1),
        3 | 4 => by(1 << rng.below(10)),
        // Beyond either end, so that it becomes that end.
        5 => Number::new(!up, u128::MAX / 2),
        6 if up => number.sum(number),
        6 => Number::new(number.is_negative(), number.magnitude() / 2),
        _ => Number::new(!number.is_negative(), number.magnitude()),
    }
}

#[inline]
fn near_float(float: f64, up: bool, rng: &mut Rng) -> f64 {
    let is_narrow = f64::from(float as f32) == float;
    let sign = if up { 1.0 } else { -1.0 };
    let near = match rng.below(8) {
        0 | 1 => float + sign,
        2 => float + sign * (1u64 << rng.below(10)) as f64,
        // The next one on one side.
        3 if is_narrow => f64::from(f32::from_bits((float as f32).to_bits() ^ 1)),
        3 => f64::from_bits(float.to_bits() ^ 1),
        4 => float.trunc(),
        5 => float * 2.0,
        6 => float / 2.0,
        _ => -float,
    };
    if is_narrow { f64::from(near as f32) } else { near }
}
