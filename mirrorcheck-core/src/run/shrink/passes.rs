//! The passes: each proposes edits of the best so far, in an order in which the first ones gain most.

mod delete;
mod floats;
mod numbers;
mod order;
mod pairs;
mod replace;
mod smallest;
mod windows;

use super::Step;
use super::search::{Budget, Limit, Progress, ShrinkSearch, Subject, flat_items};
use super::tree::{Edit, Item, ItemKind, Shape, Tree, shape};
use crate::core::choice::Number;
use crate::core::choices::Choices;

/// Those that are always run, the ones that take most away first.
const PASSES: &[fn(&mut ShrinkSearch<'_>)] = &[
    delete::merge,
    delete::delete,
    replace::hoist,
    replace::simplify,
    delete::delete_branch,
    delete::delete_columns,
    delete::move_parts,
    numbers::lower_equal,
    numbers::lower,
    numbers::shift,
    numbers::transfer,
    order::sort,
    order::swap,
];

/// Those that guess what belongs together. In a large tree there is too much to guess.
const GUESSES: &[fn(&mut ShrinkSearch<'_>)] = &[
    order::lower_and_raise,
    numbers::lower_in_steps,
    replace::relocate,
    replace::replace_earlier,
    delete::delete_and_add,
    replace::hoist_with_leader,
    windows::delete_windows,
    pairs::delete_two,
    pairs::exchange,
    pairs::borrow,
    pairs::lower_equal_parts,
];

/// How many items a tree has at most that guesses are made about.
const GUESSABLE: usize = 5_000;

/// How to go about it.
pub(crate) struct ShrinkPlan<'p, 'c> {
    pub(crate) budget: Budget,
    /// The only part that may change.
    pub(crate) part: Option<(usize, usize)>,
    pub(crate) custom: &'p mut [Custom<'c>],
    /// How many values to find.
    pub(crate) keep: usize,
    /// Is told about every run of the property.
    pub(crate) progress: Option<&'p mut dyn FnMut(Progress)>,
}

/// A pass of the user's own.
pub(crate) type Custom<'c> = Box<dyn FnMut(&Choices) -> Vec<Choices> + 'c>;

/// What came of it.
pub(crate) struct Found {
    pub(crate) best: Tree,
    pub(crate) others: Vec<Tree>,
    pub(crate) steps: Vec<Step>,
    pub(crate) executions: u64,
    /// Which part of the budget was spent, if one was.
    pub(crate) spent: Option<Limit>,
    /// Other failures that were met, one for each place.
    pub(crate) elsewhere: Vec<(String, Tree)>,
}

impl<'p> ShrinkPlan<'p, '_> {
    /// Shrinks what a tree makes.
    pub(crate) fn run(mut self, subject: &'p mut dyn Subject, size: u32, first: Tree) -> Found {
        let mut search = ShrinkSearch::new(subject, size, first.clone(), self.budget, self.part);
        search.progress = self.progress.take();
        self.descend(&mut search);
        let (best, steps) = (search.best.clone(), std::mem::take(&mut search.steps));
        // Whether there was enough for the others does not matter to the first.
        let spent = search.spent;
        let mut others: Vec<Tree> = Vec::new();
        while others.len() + 1 < self.keep {
            if !search.start_over(&first, &best, &others) {
                break;
            }
            self.descend(&mut search);
            others.push(search.best.clone());
        }
        let ShrinkSearch { executions, elsewhere, .. } = search;
        Found { best, others, steps, executions, spent, elsewhere }
    }

    /// Runs passes until none finds anything simpler, or the budget is spent.
    fn descend(&mut self, search: &mut ShrinkSearch<'_>) {
        search.consider(&Edit::default());
        smallest::smallest(search);
        let passes = PASSES.len() + GUESSES.len() + self.custom.len();
        let mut order = Vec::with_capacity(passes);
        for pass in 0..passes {
            order.push(pass);
        }
        // How many passes have found nothing since the last improvement.
        let mut idle = 0;
        while idle < passes && search.spent.is_none() {
            let pass = order[0];
            let before = search.steps.len();
            search.begin_pass();
            match (PASSES.get(pass), GUESSES.get(pass.wrapping_sub(PASSES.len()))) {
                (Some(pass), _) => pass(search),
                (_, Some(guess)) if search.best.items.len() <= GUESSABLE => guess(search),
                (_, Some(_)) => {}
                _ => propose(search, &mut self.custom[pass - PASSES.len() - GUESSES.len()]),
            }
            // What works comes again soon, but not at once: it may go on in ever smaller steps.
            let works = search.steps.len() > before;
            idle = if works { 0 } else { idle + 1 };
            let next = if works { passes / 2 } else { passes };
            order[..next].rotate_left(1);
            // Those that had to stop are not done.
            if idle == passes && search.rest() {
                idle = 0;
            }
        }
    }
}

/// Runs a pass of the user's own.
fn propose(search: &mut ShrinkSearch<'_>, pass: &mut Custom<'_>) {
    let mut works = true;
    while works {
        works = false;
        for choices in &pass(&search.best.choices(search.size)) {
            works = search.consider_flat(&flat_items(choices), &mut None);
            if works {
                break;
            }
        }
    }
}

/// Whether a group begins at an item.
fn is_group(search: &ShrinkSearch<'_>, at: usize) -> bool {
    matches!(search.best.items.get(at), Some(Item::Group(_)))
}

/// The parts of a group that are alike and stand next to each other: what may be deleted, sorted and merged.
pub(super) struct PassRun {
    /// Where the parts begin, and where the last ends.
    pub(super) parts: Vec<usize>,
    pub(super) end: usize,
    /// The choice that says how many there are.
    pub(super) count: Option<usize>,
    /// If the first has no choice that there is one: whether it is in a group of its own.
    pub(super) first: Option<bool>,
}

impl PassRun {
    pub(super) fn end_of(&self, i: usize) -> usize {
        self.parts.get(i + 1).copied().unwrap_or(self.end)
    }
}

/// Returns a run of a group by its number. There is none where no group begins.
fn nth_run(search: &ShrinkSearch<'_>, group: usize, which: usize) -> Option<PassRun> {
    let mut runs = if is_group(search, group) { runs(search, group) } else { Vec::new() };
    if which < runs.len() { Some(runs.swap_remove(which)) } else { None }
}

/// Returns the first run of a group that is wanted. There is none where no group begins.
fn first_run(search: &ShrinkSearch<'_>, group: usize, wanted: &dyn Fn(&PassRun) -> bool) -> Option<PassRun> {
    if !is_group(search, group) {
        return None;
    }
    runs(search, group).into_iter().find(wanted)
}

/// The runs of a group.
pub(super) fn runs(search: &ShrinkSearch<'_>, group: usize) -> Vec<PassRun> {
    let tree = &search.best;
    let end = tree.end(group);
    let parts = tree.parts(group);
    if let Some((&count, counted)) = parts.split_first() {
        if tree.items[count].kind() == Some(ItemKind::Count) {
            // Each of those that are counted may have several parts, such as a key and a value.
            let width = match tree.items[count].count() {
                Some(many @ 1..) if counted.len() % many == 0 => (counted.len() / many).max(1),
                _ => 1,
            };
            let mut parts = Vec::new();
            let mut i = 0;
            while i < counted.len() {
                parts.push(counted[i]);
                i += width;
            }
            return if counted.is_empty() {
                Vec::new()
            } else {
                vec![PassRun { parts, end, count: Some(count), first: None }]
            };
        }
    }
    let mut runs: Vec<PassRun> = Vec::new();
    let mut last_shape = None;
    for &part in &parts {
        let shape = shape(&tree.items, part);
        match runs.last_mut() {
            Some(run) if is_alike(shape, last_shape) => {
                run.parts.push(part);
                run.end = tree.end(part);
            }
            _ => runs.push(PassRun { parts: vec![part], end: tree.end(part), count: None, first: None }),
        }
        last_shape = shape;
    }
    let mut longer = Vec::new();
    for mut run in runs {
        if run.parts.len() < 2 {
            continue;
        }
        // The first of at least one has no choice that there is one, but is like the others otherwise.
        let before = parts.partition_point(|&part| part < run.parts[0]);
        let (head, second) = (run.parts[0] + 1, run.parts[0] + 2);
        let has_head =
            matches!(tree.items.get(head), Some(Item::Choice(_, ItemKind::Pick))) && second < tree.end(run.parts[0]);
        let like = if has_head { shape(&tree.items, second) } else { None };
        if before > 0 && like.is_some() {
            let first = parts[before - 1];
            let is_wrapped =
                matches!(tree.items[first], Item::Group(length) if length > 0) && shape(&tree.items, first + 1) == like;
            if is_wrapped || shape(&tree.items, first) == like {
                run.parts.insert(0, first);
                run.first = Some(is_wrapped);
            }
        }
        longer.push(run);
    }
    longer
}

fn is_alike(one: Option<Shape>, other: Option<Shape>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one.is_like(&other))
}

/// The choice that says how many parts a run has: the one in front of them, or an earlier number that is the same.
pub(super) fn counter(search: &ShrinkSearch<'_>, run: &PassRun) -> Option<usize> {
    let items = &search.best.items;
    if let Some(count) = run.count {
        if items[count].is_free() {
            return Some(count);
        }
    }
    let (first, length) = (*run.parts.first()?, run.parts.len() as u128);
    let from = first.saturating_sub(64);
    last_of_number(&items[from..first], length).map(|at| from + at)
}

/// Returns where a number was chosen last.
fn last_of_number(items: &[Item], number: u128) -> Option<usize> {
    let number = Number::new(false, number);
    items.iter().rposition(|item| item.number().is_some_and(|amount| amount.number() == number))
}
