//! What is rare among valid runs: which choices stand below which others, how large a run is, and its form.
//!
//! Nearly all new runs may differ from known ones in a place where everything is valid, such as a number that nobody looks at.
//! A test gains nothing by them. So a run is worth as much as the rarest of what it consists of; runs of a common form are not
//! tested as long as there are others; and what is edited is as often of a rare form as of a common one.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::steps::{RunStep, Steps};
use super::{Same, hashed};
use crate::core::rng::Rng;

/// Numbers from here on count by powers of two.
const SMALL: u128 = 32;

/// How many picks above a choice are considered, with the part of each that it is in.
const ABOVE: usize = 2;

/// How many runs of one form are kept.
const OF_A_FORM: usize = 8;

/// How many aspects are considered.
const MAX_ASPECTS: usize = 16;

/// After this many runs that were not worth a test, at most, one of them is tested anyway: there may be nothing else.
const MAX_SKIPPED: u32 = 64;

/// A run is kept apart if something of it was met less often than this.
const SELDOM: u32 = 4;

#[derive(Debug)]
pub(super) struct Variety {
    /// How many runs had each, and the last of them, so that it counts once.
    met: HashMap<u64, (u32, u64), BuildHasherDefault<Same>>,
    runs: u64,
    /// How many were not worth a test since the last that was, and how many may be: fewer where nothing better comes.
    skipped: u32,
    patience: u32,
    /// The picks that a step is inside of, with where each ends and how many stand directly in it so far.
    around: Vec<(u64, u32, u128)>,
    aspects: Vec<Aspect>,
    /// The aspect in which the next run is to be new.
    wanted: usize,
    /// The form of a run in each aspect.
    found: Vec<u64>,
    /// The numbers of a run so far, by which of them is which.
    numbers: HashMap<u64, u128, BuildHasherDefault<Same>>,
}

/// A part of what runs consist of: the alternatives of one kind of picks, or everything but which numbers there are. Where
/// types belong to terms, and everything is right in the types, most runs that are new are so in their types alone.
#[derive(Debug, Default)]
struct Aspect {
    family: u64,
    forms: Vec<CaseForm>,
    form_of: HashMap<u64, usize, BuildHasherDefault<Same>>,
}

/// Valid runs that have an aspect in common.
#[derive(Debug, Default)]
struct CaseForm {
    met: u32,
    chosen: u32,
    runs: Vec<Rc<Steps>>,
}

/// What a run is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worth {
    /// The worth, from 0 to 1.
    pub(super) share: f64,
    pub(super) is_rare: bool,
}

impl Default for Variety {
    #[inline]
    fn default() -> Variety {
        Variety {
            met: HashMap::default(),
            runs: 0,
            skipped: 0,
            patience: MAX_SKIPPED,
            around: Vec::new(),
            aspects: Vec::new(),
            wanted: 0,
            found: Vec::new(),
            numbers: HashMap::default(),
        }
    }
}

impl Variety {
    /// Begins a run, which is to be new in one aspect.
    #[inline]
    pub(super) fn begin(&mut self, rng: &mut Rng) {
        self.wanted = rng.below(self.aspects.len().max(1) as u64) as usize;
    }

    /// Whether so many valid runs are like this one, in the aspect that matters, that it is not worth a test.
    #[inline]
    pub(super) fn is_common(&mut self, steps: &[RunStep]) -> bool {
        self.find(steps);
        let is_common = self.aspects.get(self.wanted).is_some_and(|aspect| {
            let met = aspect.form_of.get(&self.found[self.wanted]).map_or(0, |&at| aspect.forms[at].met);
            f64::from(met) > 4.0 + 0.5 * self.runs as f64 / aspect.forms.len().max(1) as f64
        });
        if is_common && self.skipped < self.patience {
            self.skipped += 1;
            return true;
        }
        self.patience = match is_common {
            // It was in vain.
            true => self.patience / 2,
            false => (2 * self.patience).clamp(1, MAX_SKIPPED),
        };
        self.skipped = 0;
        false
    }

    /// Finds the form of a run in each aspect.
    #[inline]
    fn find(&mut self, steps: &[RunStep]) {
        if self.aspects.is_empty() {
            self.aspects.push(Aspect::default());
        }
        self.numbers.clear();
        self.found.clear();
        self.found.resize(self.aspects.len(), 0);
        for step in steps {
            let what = if step.is_pick {
                step.index
            } else {
                // Which of the numbers so far is the same.
                let next = self.numbers.len() as u128;
                *self.numbers.entry(hashed(step.family, step.index)).or_insert(next)
            };
            let aspect = if step.is_pick { self.aspect_of(step) } else { Some(0) };
            if let Some(aspect) = aspect {
                self.found[aspect] = hashed(self.found[aspect], what);
            }
        }
    }

    #[inline]
    fn aspect_of(&mut self, step: &RunStep) -> Option<usize> {
        let known = self.aspects[1..].iter().position(|aspect| aspect.family == step.family);
        if known.is_none() && self.aspects.len() < MAX_ASPECTS {
            self.aspects.push(Aspect { family: step.family, ..Aspect::default() });
            self.found.push(0);
            return Some(self.aspects.len() - 1);
        }
        known.map(|at| at + 1)
    }

    /// One of those that are known, of a form that was seldom chosen.
    #[inline]
    pub(super) fn parent(&mut self, rng: &mut Rng) -> Option<Rc<Steps>> {
        let forms = &mut self.aspects.get_mut(self.wanted)?.forms;
        let count = forms.len() as u64;
        if count == 0 {
            return None;
        }
        // One half of the time one that was found lately.
        let among = if rng.below(2) == 0 { count.div_ceil(8) } else { count };
        let tried = [0; 3].map(|_| (count - 1 - rng.below(among)) as usize);
        let at = tried.into_iter().min_by_key(|&at| forms[at].chosen)?;
        let form = &mut forms[at];
        form.chosen += 1;
        Some(form.runs[rng.below(form.runs.len() as u64) as usize].clone())
    }

    /// Keeps a run with those of its forms; says how many there were in the aspect that matters.
    #[inline]
    fn keep(&mut self, run: &Rc<Steps>) -> u32 {
        self.find(&run.steps);
        let mut before = 0;
        for (number, (aspect, found)) in self.aspects.iter_mut().zip(&self.found).enumerate() {
            let at = *aspect.form_of.entry(*found).or_insert(aspect.forms.len());
            if at == aspect.forms.len() {
                aspect.forms.push(CaseForm::default());
            }
            let form = &mut aspect.forms[at];
            form.met += 1;
            if form.runs.len() < OF_A_FORM {
                form.runs.push(run.clone())
            } else {
                form.runs[form.met as usize % OF_A_FORM] = run.clone()
            }
            if number == self.wanted {
                before = form.met - 1;
            }
        }
        before
    }

    /// Counts what is in a run.
    #[inline]
    pub(super) fn meet(&mut self, run: &Rc<Steps>) -> Worth {
        self.runs += 1;
        self.around.clear();
        let mut least = self.keep(run);
        let (mut picks, mut deepest) = (0, 0);
        for (at, step) in run.steps.iter().enumerate() {
            while self.around.last().is_some_and(|(_, end, _)| *end <= at as u32) {
                self.around.pop();
            }
            let what = hashed(step.family, small(step.index));
            if let Some((_, _, place)) = self.around.last_mut() {
                *place += 1;
            }
            let mut path = what;
            let above = self.around.len().saturating_sub(ABOVE);
            if self.around.is_empty() {
                least = least.min(self.count(path));
            }
            for around in (above..self.around.len()).rev() {
                let (pick, _, place) = self.around[around];
                path = hashed(hashed(path, u128::from(pick)), place);
                least = least.min(self.count(path));
            }
            if step.is_pick {
                self.around.push((what, step.end, 0));
                (picks, deepest) = (picks + 1, deepest.max(self.around.len() as u128));
            }
        }
        // How large it is, and how deep.
        least = least.min(self.count(hashed(1, rough(picks)))).min(self.count(hashed(2, deepest)));
        Worth { share: 1.0 / f64::from(1 + least), is_rare: least < SELDOM }
    }

    /// How many runs before this one had it.
    #[inline]
    fn count(&mut self, what: u64) -> u32 {
        let (count, last) = self.met.entry(what).or_insert((0, 0));
        let before = *count - u32::from(*last == self.runs);
        if *last != self.runs {
            (*count, *last) = (*count + 1, self.runs);
        }
        before
    }
}

/// The first five binary digits.
#[inline]
fn rough(number: u128) -> u128 {
    let digits = (u128::BITS - number.leading_zeros()).saturating_sub(5);
    number >> digits << digits
}

#[inline]
fn small(index: u128) -> u128 {
    if index < SMALL { index } else { SMALL + u128::from(u128::BITS - index.leading_zeros()) }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{MAX_SKIPPED, Variety};
    use crate::core::rng::Rng;
    use crate::lab::gradient::steps::{RunStep, Steps};

    /// One pick, and numbers below it.
    fn run(alternative: u128, numbers: &[u128]) -> Rc<Steps> {
        let end = numbers.len() as u32 + 1;
        let pick = RunStep { index: alternative, family: 1, end, is_pick: true };
        let number = |(at, &index): (usize, &u128)| RunStep { index, family: 2, end: at as u32 + 2, is_pick: false };
        let steps = std::iter::once(pick).chain(numbers.iter().enumerate().map(number)).collect();
        Rc::new(Steps { steps, size: 0 })
    }

    #[test]
    fn numbers_have_the_same_form_if_the_same_are_equal() {
        let mut variety = Variety::default();
        let mut forms = |alternative, numbers| {
            variety.find(&run(alternative, numbers).steps);
            (variety.found[0], variety.found[1])
        };
        let (numbers, picks) = forms(0, &[3, 5, 3]);
        assert_eq!(forms(0, &[7, 1, 7]), (numbers, picks));
        assert!(forms(0, &[3, 5, 5]).0 != numbers && forms(0, &[3, 5]).0 != numbers);
        assert_eq!(forms(0, &[3, 5]).1, picks);
        assert_eq!(forms(1, &[3, 5, 3]).0, numbers);
        assert_ne!(forms(1, &[3, 5, 3]).1, picks);
    }

    #[test]
    fn what_is_common_is_passed_over_but_not_for_ever() {
        let mut variety = Variety::default();
        for n in 0..100 {
            variety.meet(&run(0, &[n, n + 1]));
        }
        for n in 1..=300 {
            variety.meet(&run(n, &[0; 9][..n as usize % 10]));
        }
        let (common, equal, rare) = (run(0, &[500, 700]), run(0, &[500, 500, 700]), run(9, &[]));
        variety.wanted = 0;
        assert!(variety.is_common(&common.steps));
        assert!(!variety.is_common(&equal.steps), "the first two of three were never equal before");
        variety.wanted = 1;
        assert!(variety.is_common(&common.steps) && !variety.is_common(&rare.steps));
        let passed_over =
            |variety: &mut Variety| (0..1_000).filter(|_| variety.is_common(&common.steps)).count() as u32;
        // Fewer and fewer, as long as there is nothing else.
        assert_eq!(passed_over(&mut variety), 2 * MAX_SKIPPED - 1);
        assert_eq!(passed_over(&mut variety), 0);
        // What is rare shows that there is.
        assert!(!variety.is_common(&rare.steps));
        assert_eq!(passed_over(&mut variety), 1);
    }

    #[test]
    fn rare_forms_are_chosen_as_often_as_common_ones() {
        let (mut variety, mut rng) = (Variety::default(), Rng::new(1, 0));
        for n in 0..1000 {
            variety.meet(&run(0, &[n]));
        }
        for n in 1..10 {
            variety.meet(&run(n, &[]));
        }
        variety.wanted = 1;
        let parents = (0..1000).filter_map(|_| variety.parent(&mut rng));
        let common = parents.filter(|parent| parent.steps[0].index == 0).count();
        assert!((50..200).contains(&common), "{common}");
    }

    #[test]
    fn what_is_met_often_is_worth_little() {
        let mut variety = Variety::default();
        let first = variety.meet(&run(0, &[1, 2]));
        assert!(first.is_rare && first.share > 0.9);
        let last = (0..100).map(|_| variety.meet(&run(0, &[1, 2]))).last().unwrap();
        assert!(!last.is_rare && last.share < 0.02, "{last:?}");
        let other = variety.meet(&run(1, &[1, 2]));
        assert!(other.is_rare && other.share > 0.9, "{other:?}");
    }

    #[test]
    fn every_aspect_has_its_turn() {
        let (mut variety, mut rng) = (Variety::default(), Rng::new(1, 0));
        variety.meet(&run(0, &[1]));
        let mut turns = [0; 2];
        for _ in 0..100 {
            variety.begin(&mut rng);
            turns[variety.wanted] += 1;
        }
        assert!(turns.iter().all(|&turns| turns > 20), "{turns:?}");
    }
}
