//! The search for something simpler that still fails: what is the best so far, what was tried, and what may yet be.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use super::Step;
use super::player::{Cheapest, EditPlayer, Filler};
use super::tree::{Edit, Item, ItemKind, Site, Tree, fingerprint, is_same};
use crate::core::choice::{Choice, Made};
use crate::core::choices::Choices;
use crate::core::cx::{Answerer, Cx};
use crate::core::generator::Rejected;

/// What is shrunk: something that makes a value, and something that looks whether it still fails. All that the
/// shrinker knows of either.
pub(crate) trait Subject {
    /// Makes a value and keeps it.
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected>;

    /// The property is about to be run on what these choices make.
    fn announce(&mut self, choices: &dyn Fn() -> Choices) {
        let _ = choices;
    }

    /// These choices are simpler than any before, and still fail.
    fn improved(&mut self, choices: &dyn Fn() -> Choices) {
        let _ = choices;
    }

    /// Whether the value that was made fails as the first one did. It may draw more.
    fn still_fails(&mut self, cx: &mut Cx<'_>) -> Verdict;
}

/// What came of a run of the property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passes,
    Fails,
    /// It fails, but not as the first one did: with where it does.
    FailsElsewhere(String),
}

/// What an edit has to achieve before the property runs on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Care {
    Any,
    /// No choice is left over.
    AllUsed,
    /// No choice is left over, and none is made up.
    Exact,
    /// The choices are a plain sequence.
    Sequence,
    /// One more question what to shrink to is answered, and that is known to lead somewhere.
    Answer,
}

/// How much may be spent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) executions: u64,
    pub(crate) time: Option<Duration>,
}

/// What a search had no more of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    Executions,
    Time,
    /// Runs of the generator, and edits.
    Work,
}

/// Runs of the generator that are not worth a run of the property cost little, but not nothing.
const RUNS_PER_EXECUTION: u64 = 100;

/// How often a pass may run the property in vain at first, and how many items it may edit.
const VAIN_RUNS: u64 = 200;
const VAIN_ITEMS: usize = 10_000_000;
/// How many items may be edited in all: less than a minute.
const ITEMS: usize = 400_000_000;
/// How many items may be replayed for the guesses of one pass.
const GUESSES: usize = 2_000_000;
/// How often the same answer what to shrink to is given in a row to see whether that ever ends: more often than the
/// widest number can be halved.
const ENOUGH_ANSWERS: usize = 500;
/// How many times as often as at first a generator may ask what to shrink to, if its answers lead nowhere.
const MORE_QUESTIONS: usize = 4;

pub(crate) struct ShrinkSearch<'s> {
    subject: &'s mut dyn Subject,
    pub(crate) size: u32,
    pub(crate) best: Tree,
    pub(crate) steps: Vec<Step>,
    cheapest: Cheapest,
    /// Fingerprints of edits, and of what they came to.
    edits: HashSet<u128>,
    tried: HashSet<u128>,
    budget: Budget,
    deadline: Option<Instant>,
    pub(crate) executions: u64,
    runs: u64,
    /// Why the search is over, if it is.
    pub(crate) spent: Option<Limit>,
    /// Only what stands between these items of the first tree may change, counted from the front and from the back.
    part: Option<(usize, usize)>,
    /// What is not to be found again.
    known: Vec<Vec<u128>>,
    /// Other failures that were met, one for each place.
    pub(crate) elsewhere: Vec<(String, Tree)>,
    pub(crate) progress: Option<&'s mut dyn FnMut(Progress)>,
    /// How many guesses the pass that is running may still make.
    guesses: usize,
    /// How much the pass that is running has done in vain since it last found something: runs of the property, and items
    /// that were edited. How much more of either it may do than at first, and whether one had to stop.
    vain: (u64, usize),
    patience: u64,
    was_tired: bool,
    /// How many items were edited in all.
    edited: usize,
    /// How often the generator asked what to shrink to at first.
    questions: usize,
    /// Fingerprints of edits that repeat an answer, with whether that is without end.
    endless: HashMap<u128, bool>,
}

/// How far shrinking has come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Progress {
    pub(crate) executions: u64,
    pub(crate) steps: usize,
    /// How many choices the best so far has.
    pub(crate) choices: usize,
}

impl<'s> ShrinkSearch<'s> {
    pub(crate) fn new(
        subject: &'s mut dyn Subject,
        size: u32,
        first: Tree,
        budget: Budget,
        part: Option<(usize, usize)>,
    ) -> ShrinkSearch<'s> {
        let mut cheapest = Cheapest::default();
        cheapest.learn(&first);
        let questions = first.questions().open;
        ShrinkSearch {
            subject,
            size,
            edits: HashSet::new(),
            tried: HashSet::from([first.fingerprint()]),
            best: first,
            steps: Vec::new(),
            cheapest,
            budget,
            deadline: budget.time.and_then(|time| Instant::now().checked_add(time)),
            executions: 0,
            runs: 0,
            spent: None,
            part,
            known: Vec::new(),
            elsewhere: Vec::new(),
            progress: None,
            guesses: 0,
            vain: (0, 0),
            patience: 1,
            was_tired: false,
            edited: 0,
            questions,
            endless: HashMap::new(),
        }
    }

    /// Begins again with the first tree, to find something that is of another kind than all that is known. Gives whether
    /// that can be.
    pub(crate) fn start_over(&mut self, first: &Tree, best: &Tree, others: &[Tree]) -> bool {
        self.known = vec![best.skeleton()];
        for tree in others {
            self.known.push(tree.skeleton());
        }
        self.edits.clear();
        self.tried.clear();
        self.best = first.clone();
        self.spent.is_none() && !self.known.contains(&first.skeleton())
    }

    /// Whether an item may be changed.
    pub(crate) fn may_change(&self, at: usize) -> bool {
        self.part.is_none_or(|(front, back)| at >= front && at + back < self.best.items.len())
    }

    /// Tests whether edited choices make something simpler that still fails; if so, it becomes the best so far.
    pub(crate) fn consider(&mut self, edited: &Edit) -> bool {
        self.consider_with(edited, Care::Any)
    }

    fn consider_with(&mut self, edited: &Edit, care: Care) -> bool {
        self.edited = self.edited.saturating_add(edited.len());
        self.vain.1 += edited.len();
        let is_new = self.has_budget() && self.edits.insert(fingerprint(edited));
        if !is_new {
            return false;
        }
        let mut was_elsewhere = false;
        if self.attempt(edited, &edited.sites, care, None, &mut was_elsewhere) {
            return true;
        }
        // What one branch of a program has drawn may be of use to the other one.
        was_elsewhere && self.attempt(edited, &[], care, None, &mut was_elsewhere)
    }

    /// Tests edited choices that are a guess. The property only runs if the generator uses all of them, so that no
    /// choice is left over.
    pub(crate) fn consider_guess(&mut self, edited: &Edit, care: Care) -> bool {
        let Some(guesses) = self.guesses.checked_sub(1) else { return false };
        self.guesses = guesses;
        self.consider_with(edited, care)
    }

    /// Answers the question at an item with the number of something smaller.
    ///
    /// An answer may leave as many questions open as there were: then nothing but the generator knows whether it made
    /// something simpler, and a generator may ask the same question again for ever. So an answer that could be given
    /// without end is given once.
    pub(crate) fn consider_answer(&mut self, at: usize, answer: &Item) -> bool {
        let edited = self.best.replaced(at, at + 1, std::slice::from_ref(answer));
        let mut before = self.best.items[..at].iter().rev().map_while(|item| item.answer().flatten());
        let is_repeated = before.any(|before| answer.answer() == Some(Some(before)));
        let questions = self.best.questions();
        let is_much = questions.answered + questions.open >= MORE_QUESTIONS * self.questions;
        let is_too_much = questions.answered >= ENOUGH_ANSWERS + self.questions;
        let is_idle = is_too_much || (is_repeated || is_much) && self.is_endless(at, answer);
        self.consider_with(&edited, if is_idle { Care::Any } else { Care::Answer })
    }

    /// Whether the generator could be given the same answer without end, and what it makes would still fail.
    fn is_endless(&mut self, at: usize, answer: &Item) -> bool {
        let repeated = vec![answer.clone(); ENOUGH_ANSWERS];
        let edited = self.best.replaced(at, at + 1, &repeated);
        self.edited = self.edited.saturating_add(edited.len());
        let key = fingerprint(&edited);
        if let Some(&known) = self.endless.get(&key) {
            return known;
        }
        if !self.has_budget() {
            return true;
        }
        self.runs += 1;
        let answered = self.best.questions().answered + ENOUGH_ANSWERS;
        let mut player = EditPlayer::new(&edited, &edited.sites, usize::MAX, Filler::Simplest(&self.cheapest));
        let made = make(self.subject, self.size, &mut player);
        let is_endless = made.is_ok() && (self.body_draws() || player.so_far().questions().answered >= answered) && {
            self.executions += 1;
            test(self.subject, self.size, &mut player) == Verdict::Fails
                && player.finish().questions().answered >= answered
        };
        self.endless.insert(key, is_endless);
        is_endless
    }

    /// Whether the pass that is running may still make guesses. Edits take long to make, so one that makes many asks.
    pub(crate) fn has_guesses(&mut self) -> bool {
        self.guesses > 0 && self.has_time()
    }

    /// A pass begins. It may make fewer guesses where each takes longer.
    pub(crate) fn begin_pass(&mut self) {
        self.guesses = GUESSES / (self.best.items.len() + 1);
        self.vain = (0, 0);
    }

    /// Whether the pass that is running had better let others have a turn: it has done much in vain.
    pub(crate) fn is_tired(&mut self) -> bool {
        let (runs, items) = self.vain;
        let is_tired = runs >= VAIN_RUNS * self.patience || items >= VAIN_ITEMS.saturating_mul(self.patience as usize);
        self.was_tired |= is_tired;
        is_tired || !self.has_time()
    }

    /// Whether a pass had to stop. Then all of them may go on for longer.
    pub(crate) fn rest(&mut self) -> bool {
        self.patience = self.patience.saturating_mul(4).min(1 << 20);
        std::mem::take(&mut self.was_tired)
    }

    /// Tests choices that are a plain sequence, and also returns what became of them.
    pub(crate) fn consider_flat(&mut self, sequence: &[Item], chosen: &mut Option<Tree>) -> bool {
        self.has_budget() && self.attempt(sequence, &[], Care::Sequence, Some(chosen), &mut false)
    }

    fn attempt(
        &mut self,
        edited: &[Item],
        sites: &[Site],
        care: Care,
        chosen: Option<&mut Option<Tree>>,
        was_elsewhere: &mut bool,
    ) -> bool {
        self.runs += 1;
        let filler = Filler::Simplest(&self.cheapest);
        let mut player = match care {
            Care::Sequence => EditPlayer::flat(edited, filler),
            _ => EditPlayer::new(edited, sites, self.best.weight, filler),
        };
        let made = make(self.subject, self.size, &mut player);
        *was_elsewhere = player.was_elsewhere;
        if let Some(chosen) = chosen {
            *chosen = Some(player.so_far().clone());
        }
        let is_taken = match care {
            Care::Any | Care::Sequence | Care::Answer => true,
            Care::AllUsed => player.left_over == 0,
            Care::Exact => player.left_over == 0 && player.made_up == 0,
        };
        if made.is_err() || !is_taken {
            return false;
        }
        let so_far = player.so_far();
        let known = if self.body_draws() {
            // What the body will draw is not known yet.
            let mut items = so_far.items.clone();
            items.extend_from_slice(player.rest());
            fingerprint(&items)
        } else if self.is_welcome(so_far, care) {
            so_far.fingerprint()
        } else {
            return false;
        };
        if !self.tried.insert(known) {
            return false;
        }
        self.executions += 1;
        self.vain.0 += 1;
        if let Some(progress) = &mut self.progress {
            let (executions, steps, choices) = (self.executions, self.steps.len(), self.best.weight);
            progress(Progress { executions, steps, choices });
        }
        let verdict = test(self.subject, self.size, &mut player);
        *was_elsewhere |= player.was_elsewhere;
        let tree = player.finish();
        if let Verdict::FailsElsewhere(place) = &verdict {
            let mut is_new = true;
            for (known, _) in &self.elsewhere {
                is_new &= known != place;
            }
            if is_new {
                self.elsewhere.push((place.clone(), tree.clone()));
            }
        }
        if verdict != Verdict::Fails || !self.is_welcome(&tree, care) {
            return false;
        }
        self.vain = (0, 0);
        self.cheapest.learn(&tree);
        self.tried.insert(tree.fingerprint());
        let choices = tree.choices(self.size);
        self.subject.improved(&|| choices.clone());
        self.steps.push(Step { choices, executions: self.executions });
        self.best = tree;
        true
    }

    /// Whether a tree would be an improvement. It is not if nothing has changed but answers what to shrink to, and as
    /// many questions are open, unless the answer is known to lead somewhere.
    fn is_welcome(&self, tree: &Tree, care: Care) -> bool {
        let chosen = tree.compare_chosen(&self.best);
        (chosen.is_lt() || chosen.is_eq() && self.answers_simplify(tree, care))
            && self.keeps_the_rest(tree)
            && tree.keeps_what_is_held(&self.best)
            && (self.known.is_empty() || !self.known.contains(&tree.skeleton()))
    }

    fn answers_simplify(&self, tree: &Tree, care: Care) -> bool {
        tree.compare(&self.best) == Ordering::Less
            && (care == Care::Answer || tree.questions().open < self.best.questions().open)
    }

    /// Whether the property draws as well.
    fn body_draws(&self) -> bool {
        self.best.items.first().is_some_and(|_| self.best.end(0) < self.best.items.len())
    }

    fn keeps_the_rest(&self, tree: &Tree) -> bool {
        let Some((front, back)) = self.part else { return true };
        let (ours, theirs) = (&self.best.items, &tree.items);
        theirs.len() >= front + back
            && is_same(&ours[..front], &theirs[..front])
            && is_same(&ours[ours.len() - back..], &theirs[theirs.len() - back..])
    }

    fn has_budget(&mut self) -> bool {
        let is_worked_off =
            self.edited >= ITEMS || self.runs >= RUNS_PER_EXECUTION.saturating_mul(self.budget.executions);
        if self.spent.is_none() && self.executions >= self.budget.executions {
            self.spent = Some(Limit::Executions);
        } else if self.spent.is_none() && is_worked_off {
            self.spent = Some(Limit::Work);
        }
        self.has_time()
    }

    /// Whether the search goes on. Whatever may take long without an edit has to ask.
    pub(crate) fn has_time(&mut self) -> bool {
        if self.spent.is_none() && self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.spent = Some(Limit::Time);
        }
        self.spent.is_none()
    }
}

/// Makes a value with a player. What the generator chooses is a group of its own, before what the property draws.
pub(crate) fn make(subject: &mut dyn Subject, size: u32, player: &mut EditPlayer<'_>) -> Result<(), Rejected> {
    player.open();
    let made = subject.make(&mut Cx::answered(size, player));
    // Also those that a rejection or a panic has left open.
    player.close_all();
    made
}

/// The tree of a run whose choices are known. Nothing if the generator does not make anything of them. Where the property
/// drew as well, it has to be run once more to know where.
pub(crate) fn tree(subject: &mut dyn Subject, choices: &Choices, body_draws: bool) -> Option<Tree> {
    let sequence = flat_items(choices);
    let cheapest = Cheapest::default();
    let mut player = EditPlayer::flat(&sequence, Filler::Simplest(&cheapest));
    make(subject, choices.size(), &mut player).ok()?;
    if body_draws {
        test(subject, choices.size(), &mut player);
    }
    Some(player.finish())
}

/// Runs the property on the value that was made. What it draws is a group of its own.
pub(crate) fn test(subject: &mut dyn Subject, size: u32, player: &mut EditPlayer<'_>) -> Verdict {
    subject.announce(&|| player.so_far().choices(size));
    player.open();
    let verdict = subject.still_fails(&mut Cx::answered(size, player));
    player.close_all();
    player.forget_empty();
    verdict
}

/// Makes the value of a tree once more.
pub(crate) fn remake(subject: &mut dyn Subject, size: u32, tree: &Tree) -> Result<(), Rejected> {
    let cheapest = Cheapest::default();
    make(subject, size, &mut EditPlayer::new(&tree.items, &tree.sites, usize::MAX, Filler::Simplest(&cheapest)))
}

/// Runs the property on it, too.
pub(crate) fn run_again(subject: &mut dyn Subject, size: u32, tree: &Tree) -> Verdict {
    let cheapest = Cheapest::default();
    let mut player = EditPlayer::new(&tree.items, &tree.sites, usize::MAX, Filler::Simplest(&cheapest));
    match make(subject, size, &mut player) {
        Ok(()) => test(subject, size, &mut player),
        Err(Rejected) => Verdict::Passes,
    }
}

/// Returns choices as a mere sequence.
pub(crate) fn flat_items(choices: &Choices) -> Vec<Item> {
    let mut sequence = Vec::new();
    for made in choices.made() {
        sequence.push(flat_item(made));
    }
    sequence
}

/// A choice of a mere sequence.
pub(crate) fn flat_item(made: Made) -> Item {
    let kind = if matches!(made.choice(), Choice::Shrink(_)) { ItemKind::Shrink } else { ItemKind::Plain };
    Item::Choice(made, kind)
}
