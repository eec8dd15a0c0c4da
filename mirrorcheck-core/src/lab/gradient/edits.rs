//! Edits of valid runs, and what is learnt about which are worth trying.

use std::rc::Rc;

use super::arms::Arms;
use super::steps::{Fill, RunStep, Steps};
use crate::core::choice::{Ask, Choice, Number};
use crate::core::rng::Rng;

/// How many places one run is edited in at most.
const MAX: usize = 4;

/// What is done in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EditKind {
    /// Chosen anew, and all that belongs to it.
    Random,
    /// Another alternative with as little as can be; of a number, one near it.
    Small,
    /// What another valid run, or this one, chose in a place of the same kind.
    Like,
    /// Another alternative with as little as can be, and some of the numbers around it one more, or one less: what is
    /// counted or measured inside of something often stands at its head.
    Path,
    /// What it has is exchanged with what stands in the same place of the parts below: what is counted along a way, or has
    /// an order from top to bottom, is moved by that.
    Exchange,
    /// This alternative.
    Take(u128),
    /// Makes a number one more or one less.
    More,
    Less,
}

const KINDS: [EditKind; 5] = [EditKind::Random, EditKind::Small, EditKind::Like, EditKind::Path, EditKind::Exchange];

/// What is put where an edit leaves something open.
const FILLS: [EditKind; 3] = [EditKind::Random, EditKind::Small, EditKind::Like];

#[derive(Debug, Clone, Copy)]
struct Edit {
    at: u32,
    kind: EditKind,
}

/// A run that is replayed.
#[derive(Debug, Clone)]
struct Source {
    run: Rc<Steps>,
    at: u32,
    end: u32,
    /// Whether it is the run that is edited.
    is_edited: bool,
}

pub(super) struct Editor {
    source: Source,
    edits: Vec<Edit>,
    next: usize,
    fill: EditKind,
    depth: u32,
    /// What to go on with when the group at this depth ends.
    resumes: Vec<(u32, Source)>,
    arms: Arms<ARMS>,
    arm: usize,
    /// The numbers around what is being edited.
    around: Vec<RunStep>,
}

impl Editor {
    #[inline]
    pub(super) fn new() -> Editor {
        let source = Source { run: Rc::default(), at: 0, end: 0, is_edited: true };
        Editor {
            source,
            edits: Vec::new(),
            next: 0,
            fill: EditKind::Random,
            depth: 0,
            resumes: Vec::new(),
            arms: Arms::new(),
            arm: 0,
            around: Vec::new(),
        }
    }

    /// Chooses where to edit a run.
    #[inline]
    pub(super) fn begin(&mut self, run: Rc<Steps>, rng: &mut Rng) -> u32 {
        (self.depth, self.next) = (0, 0);
        self.resumes.clear();
        self.edits.clear();
        self.arm = self.arms.draw(rng);
        let (count, kind, fill) = meaning(self.arm);
        self.fill = fill;
        let length = run.steps.len() as u64;
        for i in 0..count.min(length as usize) {
            // The first edit is of the kind that is on trial; others may be any.
            let kind = if i == 0 { kind } else { FILLS[rng.below(FILLS.len() as u64) as usize] };
            let at = rng.below(length) as u32;
            if kind == EditKind::Path {
                self.edit_path(&run.steps, at, rng);
            }
            if kind == EditKind::Exchange && self.exchange(&run.steps, at) {
                continue;
            }
            self.edits.push(Edit { at, kind });
        }
        self.edits.sort_by_key(|edit| edit.at);
        self.edits.dedup_by_key(|edit| edit.at);
        let (size, end) = (run.size, run.steps.len() as u32);
        self.source = Source { run, at: 0, end, is_edited: true };
        size
    }

    /// Edits some of the numbers at the heads of what a step is inside of.
    #[inline]
    fn edit_path(&mut self, steps: &[RunStep], at: u32, rng: &mut Rng) {
        let kind = if rng.below(2) == 0 { EditKind::More } else { EditKind::Less };
        let mut is_head = false;
        for (place, step) in (0..at).zip(steps) {
            if step.is_pick {
                is_head = step.end > at;
            } else if is_head && rng.below(2) == 0 {
                self.edits.push(Edit { at: place, kind });
            }
        }
    }

    /// Exchanges a step with those in the same place of the parts that are of the same kind as what it is directly in; says
    /// whether there are any.
    #[inline]
    fn exchange(&mut self, steps: &[RunStep], at: u32) -> bool {
        let owner = (0..at).rev().find(|&pick| steps[pick as usize].is_pick && steps[pick as usize].end > at);
        let Some(owner) = owner else { return false };
        let (step, family) = (steps[at as usize], steps[owner as usize].family);
        let Some(place) = parts(steps, owner).position(|part| part == at) else { return false };
        let is_like = |part: &u32| steps[*part as usize].is_pick && steps[*part as usize].family == family;
        let below = parts(steps, owner).filter(is_like).filter_map(|part| parts(steps, part).nth(place));
        let before = self.edits.len();
        for part in below.filter(|&part| steps[part as usize].family == step.family) {
            if self.edits.len() == before {
                self.edits.push(Edit { at, kind: EditKind::Take(steps[part as usize].index) });
            }
            self.edits.push(Edit { at: part, kind: EditKind::Take(step.index) });
        }
        self.edits.len() > before
    }

    #[inline]
    pub(super) fn end(&mut self, worth: f64) {
        self.arms.reward(self.arm, worth);
    }

    #[inline]
    pub(super) fn open(&mut self) {
        self.depth += 1;
    }

    #[inline]
    pub(super) fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        while self.resumes.last().is_some_and(|(depth, _)| *depth > self.depth) {
            if let Some((_, source)) = self.resumes.pop() {
                self.source = source;
            }
        }
    }

    #[inline]
    pub(super) fn answer(&mut self, ask: &Ask<'_>, pool: &[Rc<Steps>], fill: &Fill, rng: &mut Rng) -> u128 {
        if self.source.at >= self.source.end {
            return self.made_up(ask, pool, fill, rng);
        }
        let step = self.source.run.steps[self.source.at as usize];
        if let Some(kind) = self.edit_here() {
            return self.edited(ask, kind, step, pool, fill, rng);
        }
        if step.is_pick == ask.is_pick() && step.family == ask.family() && ask.allows(step.index) {
            self.source.at += 1;
            return step.index;
        }
        // It does not fit any more: chosen anew, and what belonged to it is gone.
        self.leave(ask, step);
        self.made_up(ask, pool, fill, rng)
    }

    /// Whether the next step is to be edited. Edits of what was dropped are dropped, too.
    #[inline]
    fn edit_here(&mut self) -> Option<EditKind> {
        if !self.source.is_edited {
            return None;
        }
        while self.edits.get(self.next).is_some_and(|edit| edit.at < self.source.at) {
            self.next += 1;
        }
        let edit = self.edits.get(self.next).filter(|edit| edit.at == self.source.at)?;
        self.next += 1;
        Some(edit.kind)
    }

    /// Goes on after what belongs to a step when its group ends; until then everything is made up.
    #[inline]
    fn leave(&mut self, ask: &Ask<'_>, step: RunStep) {
        numbers_around(&self.source.run.steps, self.source.at, &mut self.around);
        let after = Source { at: step.end, ..self.source.clone() };
        if ask.is_pick() {
            self.resumes.push((self.depth, after));
            self.source.end = 0;
        } else {
            self.source = after
        }
    }

    #[inline]
    fn made_up(&mut self, ask: &Ask<'_>, pool: &[Rc<Steps>], fill: &Fill, rng: &mut Rng) -> u128 {
        let found = match self.fill {
            _ if !ask.is_pick() => self.amid(ask, rng),
            EditKind::Small | EditKind::Path => fill.smallest(ask),
            EditKind::Like => {
                let like = like(ask.family(), pool, &self.source.run, rng);
                like.filter(|(run, at)| ask.allows(run.steps[*at].index)).map(|(run, at)| {
                    self.resumes.push((self.depth, self.source.clone()));
                    self.splice(run, at)
                })
            }
            _ => None,
        };
        found.unwrap_or_else(|| ask.draw(rng))
    }

    /// Most of the time one of the numbers around it, or one between two of them: numbers that belong together often are the
    /// same, or have an order.
    #[inline]
    fn amid(&self, ask: &Ask<'_>, rng: &mut Rng) -> Option<u128> {
        let kind = rng.below(3);
        if self.around.is_empty() || kind == 0 {
            return None;
        }
        let one_of_them = |rng: &mut Rng| {
            let step = self.around[rng.below(self.around.len() as u64) as usize];
            (step.family == ask.family() && ask.allows(step.index)).then_some(step.index)
        };
        let one = one_of_them(rng)?;
        if kind == 1 {
            return Some(one);
        }
        let (Choice::Number(one), Choice::Number(other)) = (ask.choice(one), ask.choice(one_of_them(rng)?)) else {
            return None;
        };
        let (low, distance) = match one.minus(other) {
            Some(distance) => (other, distance),
            None => (one, other.minus(one)?),
        };
        let distance = u64::try_from(distance).unwrap_or(u64::MAX).saturating_add(1);
        ask.find(&Choice::Number(low.plus(u128::from(rng.below(distance)))))
    }

    /// Goes on with what belongs to a step of a run.
    #[inline]
    fn splice(&mut self, run: Rc<Steps>, at: usize) -> u128 {
        let RunStep { index, end, .. } = run.steps[at];
        self.source = Source { at: at as u32 + 1, end, run, is_edited: false };
        index
    }

    #[inline]
    fn edited(
        &mut self,
        ask: &Ask<'_>,
        kind: EditKind,
        step: RunStep,
        pool: &[Rc<Steps>],
        fill: &Fill,
        rng: &mut Rng,
    ) -> u128 {
        if kind == EditKind::Like {
            if let Some((run, at)) = like(step.family, pool, &self.source.run, rng) {
                let index = run.steps[at].index;
                if ask.allows(index) {
                    self.leave(ask, step);
                    return if ask.is_pick() { self.splice(run, at) } else { index };
                }
            }
        }
        self.leave(ask, step);
        match kind {
            EditKind::Small | EditKind::Path if ask.is_pick() => {
                let index = ask.draw(rng);
                if index == step.index { self.made_up(ask, pool, fill, rng) } else { index }
            }
            EditKind::Small | EditKind::Path => self.amid(ask, rng).unwrap_or_else(|| near(ask, step.index, rng)),
            EditKind::More | EditKind::Less => {
                next_to(ask, step.index, kind == EditKind::Less).unwrap_or_else(|| ask.draw(rng))
            }
            EditKind::Take(index) if ask.allows(index) => index,
            _ => ask.draw(rng),
        }
    }
}

/// A number that is not far from another.
#[inline]
fn near(ask: &Ask<'_>, index: u128, rng: &mut Rng) -> u128 {
    let last = ask.last();
    let bits = u64::from(u128::BITS - last.leading_zeros()).max(1);
    let step = 1u128 << rng.below(bits).min(rng.below(bits));
    let moved = if rng.below(2) == 0 { index.checked_add(step) } else { index.checked_sub(step) };
    moved.filter(|&moved| moved <= last && ask.allows(moved)).unwrap_or_else(|| ask.draw(rng))
}

/// The number before or after another.
#[inline]
fn next_to(ask: &Ask<'_>, index: u128, before: bool) -> Option<u128> {
    let Choice::Number(number) = ask.choice(index) else { return None };
    let grows = number.is_negative() == before;
    let next = match (number.magnitude(), grows) {
        (0, _) => Number::new(before, 1),
        (magnitude, true) => Number::new(number.is_negative(), magnitude.checked_add(1)?),
        (magnitude, false) => Number::new(number.is_negative() && magnitude > 1, magnitude - 1),
    };
    ask.find(&Choice::Number(next))
}

/// The numbers that stand directly in the alternatives that a step is inside of; of one that is inside of none, all.
#[inline]
fn numbers_around(steps: &[RunStep], at: u32, around: &mut Vec<RunStep>) {
    around.clear();
    for (pick, step) in (0..at).zip(steps) {
        if !step.is_pick || step.end <= at {
            continue;
        }
        around.extend(parts(steps, pick).map(|part| steps[part as usize]).filter(|part| !part.is_pick));
    }
    if around.is_empty() {
        around.extend(steps.iter().filter(|step| !step.is_pick));
    }
}

/// What stands directly in an alternative.
#[inline]
fn parts(steps: &[RunStep], pick: u32) -> impl Iterator<Item = u32> {
    let end = steps[pick as usize].end;
    let next = move |part: &u32| Some(steps.get(*part as usize)?.end.max(part + 1));
    std::iter::successors(Some(pick + 1), next).take_while(move |&part| part < end)
}

/// A step of the same kind, of another run or of this one.
#[inline]
fn like(family: u64, pool: &[Rc<Steps>], this: &Rc<Steps>, rng: &mut Rng) -> Option<(Rc<Steps>, usize)> {
    for _ in 0..4 {
        let run = match rng.below(4) {
            0 => this,
            _ => &pool[rng.below(pool.len() as u64) as usize],
        };
        let length = run.steps.len();
        if length == 0 {
            continue;
        }
        // The next of its kind from a random place on.
        let start = rng.below(length as u64) as usize;
        let found = (start..length.min(start + 16)).find(|&at| run.steps[at].family == family);
        if let Some(at) = found {
            return Some((run.clone(), at));
        }
    }
    None
}

/// How many edits there are, of which kind the first is, and what fills them up.
const ARMS: usize = MAX * KINDS.len() * FILLS.len();

#[inline]
fn meaning(arm: usize) -> (usize, EditKind, EditKind) {
    let (count, kinds) = (arm % MAX + 1, arm / MAX);
    (count, KINDS[kinds % KINDS.len()], FILLS[kinds / KINDS.len()])
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{Edit, EditKind, Editor, RunStep, Source, Steps, numbers_around, parts};
    use crate::core::choice::{Ask, Names, Number};
    use crate::core::rng::Rng;
    use crate::lab::gradient::steps::Fill;

    fn numbers() -> Ask<'static> {
        Ask::uniform(1 << 60, Names::Numbers(Number::from(0)))
    }

    /// A node with a colour, two children and a key between them, each a node with nothing in it but a colour and a key.
    fn tree() -> Vec<RunStep> {
        let pick = |family, index, end| RunStep { index, family, end, is_pick: true };
        let number = |index, end| RunStep { index, family: 3, end, is_pick: false };
        vec![
            pick(1, 1, 9),
            pick(2, 0, 2),
            pick(1, 1, 5),
            pick(2, 1, 4),
            number(10, 5),
            number(20, 6),
            pick(1, 1, 9),
            pick(2, 1, 8),
            number(30, 9),
        ]
    }

    #[test]
    fn parts_stand_directly_in_an_alternative() {
        assert_eq!(parts(&tree(), 0).collect::<Vec<_>>(), [1, 2, 5, 6]);
        assert_eq!(parts(&tree(), 2).collect::<Vec<_>>(), [3, 4]);
        assert_eq!(parts(&tree(), 1).count(), 0);
    }

    #[test]
    fn numbers_are_those_of_what_is_around() {
        let mut around = Vec::new();
        let mut indices = |at| {
            numbers_around(&tree(), at, &mut around);
            around.iter().map(|step| step.index).collect::<Vec<_>>()
        };
        assert_eq!(indices(3), [20, 10]);
        assert_eq!(indices(6), [20]);
        assert_eq!(indices(0), [10, 20, 30]);
    }

    #[test]
    fn a_colour_is_exchanged_with_those_below() {
        let mut editor = Editor::new();
        assert!(editor.exchange(&tree(), 1));
        let edits: Vec<(u32, EditKind)> = editor.edits.iter().map(|edit| (edit.at, edit.kind)).collect();
        assert_eq!(edits, [(1, EditKind::Take(1)), (3, EditKind::Take(0)), (7, EditKind::Take(0))]);
        // There is nothing in this place below, and nothing around the whole.
        assert!(!editor.exchange(&tree(), 3) && !editor.exchange(&tree(), 0));
    }

    #[test]
    fn some_edits_are_exchanges() {
        let (mut editor, mut rng) = (Editor::new(), Rng::new(1, 0));
        let run = Rc::new(Steps { steps: tree().into(), size: 0 });
        let exchanges = (0..1000).filter(|_| {
            editor.begin(run.clone(), &mut rng);
            editor.edits.iter().any(|edit| matches!(edit.kind, EditKind::Take(_)))
        });
        assert!(exchanges.count() > 20);
    }

    #[test]
    fn what_is_taken_is_what_comes_of_it() {
        let (mut editor, mut rng) = (Editor::new(), Rng::new(1, 0));
        let step = RunStep { index: 3, family: numbers().family(), end: 1, is_pick: false };
        let run = Rc::new(Steps { steps: [step].into(), size: 0 });
        editor.source = Source { run, at: 0, end: 1, is_edited: true };
        editor.edits.push(Edit { at: 0, kind: EditKind::Take(7) });
        assert_eq!(editor.answer(&numbers(), &[], &Fill::default(), &mut rng), 7);
    }

    #[test]
    fn a_number_is_often_one_of_those_around_it_or_between_them() {
        let (mut editor, mut rng) = (Editor::new(), Rng::new(1, 0));
        let family = numbers().family();
        editor.around = [1000, 9000].map(|index| RunStep { index, family, end: 0, is_pick: false }).to_vec();
        let made: Vec<u128> = (0..3000).map(|_| editor.made_up(&numbers(), &[], &Fill::default(), &mut rng)).collect();
        let among = |is: fn(u128) -> bool| made.iter().filter(|&&number| is(number)).count();
        assert!(among(|number| number == 1000) > 400 && among(|number| number == 9000) > 400);
        assert!(among(|number| 1000 < number && number < 9000) > 400);
        assert!(among(|number| number > 9000) > 800, "any other");
    }
}
