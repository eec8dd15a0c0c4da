//! Finding valid values of a generator that seldom makes any: choice gradient sampling (004 §3.5), and what can be learnt
//! on the way.
//!
//! A *hunt* proposes one run after another and learns whether its result was valid. There are three kinds of runs:
//!
//! - *fresh* ones, small ones first: rejection sampling, plain or leaning towards order and repetition;
//! - a *walk*, the papers' algorithm: the choices so far are fixed, each alternative of the next one is tried several
//!   times, and one is taken in proportion to how often the continuation was valid;
//! - *edits* of what was valid: some choices are made otherwise, or like those of another valid run, and everything else
//!   stays. What is valid is mostly made of parts that are valid elsewhere, too, so small values lead to larger ones.
//!   This is what the papers hope for from staging by size and from learning across samples, and needs no model: the
//!   valid runs themselves are it.
//!
//! Which kind of run, how many edits and of which kind is learnt from what comes of them. Some runs are left to chance, and
//! all of them where the others fare worse: see [`Ledger`]. Knows neither the generator nor the property, only the choices
//! that it is asked for.

mod arms;
mod edits;
mod leaning;
mod steps;
mod variety;
mod walk;

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use crate::core::choice::Ask;
use crate::core::cx::{Answerer, Attempt, DEFAULT_SIZE};
use crate::core::generator::Rejected;
use crate::core::rng::Rng;
use crate::lab::ledger::{Ledger, Turn, cost};
use crate::run::check::size_of;
use arms::Arms;
use edits::Editor;
use leaning::Leaning;
use steps::{Fill, Recorder, Steps};
use variety::Variety;
use walk::Walk;

/// How many valid runs are kept for editing.
const POOL: usize = 16_384;

/// How many percent of what it costs by chance a case may cost that is unlike others.
const VARIED: u64 = 250;

/// A search for valid values. What it proposes next depends only on the seed and on the results so far.
pub(crate) struct Hunt {
    rng: Rng,
    pool: Vec<Rc<Steps>>,
    seen: SeenHashes,
    editor: Editor,
    walk: Walk,
    fill: Fill,
    run: Recorder,
    plan: HuntPlan,
    plans: Arms<{ PLANS.len() }>,
    runs: u64,
    /// How many choices this run was asked for, including those of rejected attempts.
    asked: u64,
    ledger: Ledger,
    /// What the runs since the last new and valid one have cost.
    idle: u64,
    /// How many runs were left to chance.
    by_chance: u64,
    fresh: u64,
    leaning: Option<Leaning>,
    /// Whether runs are to differ in what they consist of; otherwise it is enough that they differ.
    variety: Option<Variety>,
    /// Runs with something rare.
    rare: Vec<Rc<Steps>>,
    /// Whether the property was not run because this run is known, or one of those that are common.
    is_known: bool,
    is_skipped: bool,
}

/// The origin of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HuntPlan {
    Fresh,
    Walk,
    Edit,
    /// As a random case is made.
    Chance,
}

const PLANS: [HuntPlan; 3] = [HuntPlan::Fresh, HuntPlan::Walk, HuntPlan::Edit];

/// The outcome of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HuntOutcome {
    /// Valid, with choices that were not met before.
    New,
    Known,
    Invalid,
}

type SeenHashes = HashSet<u64, BuildHasherDefault<Same>>;

/// A hasher for values that already are hashes.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, _: &[u8]) {}

    #[inline]
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl Hunt {
    #[inline]
    pub(crate) fn new(seed: u64) -> Hunt {
        Hunt {
            rng: Rng::new(seed, 0),
            pool: Vec::new(),
            seen: SeenHashes::default(),
            editor: Editor::new(),
            walk: Walk::new(),
            fill: Fill::default(),
            run: Recorder::default(),
            plan: HuntPlan::Fresh,
            plans: Arms::new(),
            runs: 0,
            asked: 0,
            ledger: Ledger::default(),
            idle: 0,
            by_chance: 0,
            fresh: 0,
            leaning: None,
            variety: None,
            rare: Vec::new(),
            is_known: false,
            is_skipped: false,
        }
    }

    /// Starts a search for values that are unlike each other.
    #[inline]
    pub(crate) fn varied(seed: u64) -> Hunt {
        Hunt { variety: Some(Variety::default()), ledger: Ledger::new(VARIED), ..Hunt::new(seed) }
    }

    /// Plans the next run; returns the size to run it at.
    #[inline]
    pub(crate) fn begin(&mut self) -> u32 {
        self.runs += 1;
        self.asked = 0;
        self.run.clear();
        (self.is_known, self.is_skipped) = (false, false);
        if let Some(variety) = &mut self.variety {
            variety.begin(&mut self.rng);
        }
        self.plan = if self.ledger.begin() == Turn::Chance {
            HuntPlan::Chance
        } else if !self.pool.is_empty() {
            PLANS[self.plans.draw(&mut self.rng)]
        } else if self.runs > 256 && self.runs % 4 != 0 {
            // Where random runs find something, a walk is not worth its time.
            HuntPlan::Walk
        } else {
            HuntPlan::Fresh
        };
        match self.plan {
            HuntPlan::Fresh => {
                self.fresh += 1;
                // As long as nothing is known: order and repetition are asked for more often than anything else.
                self.leaning = if self.pool.is_empty() { Leaning::of(self.runs) } else { None };
                small_size(self.fresh)
            }
            HuntPlan::Chance => {
                self.by_chance += 1;
                self.leaning = None;
                size_of(self.by_chance)
            }
            HuntPlan::Walk => self.walk.begin(&mut self.rng),
            HuntPlan::Edit => {
                let run = self.parent();
                self.editor.begin(run, &mut self.rng)
            }
        }
    }

    /// Returns a valid run to edit.
    #[inline]
    fn parent(&mut self) -> Rc<Steps> {
        let rng = &mut self.rng;
        if let Some(variety) = &mut self.variety {
            if let Some(parent) = (rng.below(2) == 0).then(|| variety.parent(rng)).flatten() {
                return parent;
            }
        }
        let pool = if self.rare.is_empty() { &self.pool } else { &self.rare };
        // One half of the time something that was found lately: there may be more like it.
        let recent = (pool.len() / 8).max(1);
        let at = match rng.below(2) {
            0 => pool.len() - 1 - rng.below(recent as u64) as usize,
            _ => rng.below(pool.len() as u64) as usize,
        };
        pool[at].clone()
    }

    /// Says whether what came of it is valid, and at what size it was if that makes a difference.
    #[inline]
    pub(crate) fn end(&mut self, size: u32, read_size: Option<u32>, is_valid: bool) -> HuntOutcome {
        let is_valid = is_valid || self.is_known;
        self.idle += cost(self.asked);
        if self.plan == HuntPlan::Walk {
            self.walk.end(is_valid, &mut self.rng);
        }
        let is_new = is_valid && self.seen.insert(self.run.fingerprint(read_size));
        if self.is_skipped {
            self.ledger.skip(self.asked);
        } else {
            self.ledger.end(self.asked, is_new);
        }
        let mut worth = f64::from(u8::from(is_new));
        if is_new {
            self.idle = 0;
            let steps = Rc::new(self.run.take(size));
            self.fill.learn(&steps);
            if let Some(variety) = &mut self.variety {
                let met = variety.meet(&steps);
                worth = met.share;
                if met.is_rare {
                    self.rare.push(steps.clone());
                }
            }
            self.keep(steps);
        }
        if self.plan == HuntPlan::Edit {
            self.editor.end(worth);
        }
        if self.plan != HuntPlan::Chance {
            self.plans.reward(self.plan as usize, worth);
        }
        match (is_valid, is_new) {
            (_, true) => HuntOutcome::New,
            (true, false) => HuntOutcome::Known,
            (false, false) => HuntOutcome::Invalid,
        }
    }

    #[inline]
    fn keep(&mut self, steps: Rc<Steps>) {
        if self.pool.len() < POOL {
            self.pool.push(steps);
        } else {
            let at = self.rng.below(POOL as u64) as usize;
            self.pool[at] = steps;
        }
    }

    /// Returns whether there may be more to find: the longer the finds so far took, the longer it is worth going on.
    #[inline]
    pub(crate) fn may_go_on(&self, budget: u64) -> bool {
        self.idle < if self.pool.is_empty() { budget / 4 } else { budget.max(self.ledger.cost() / 2) }
    }

    /// Returns the number of runs.
    #[inline]
    pub(crate) fn runs(&self) -> u64 {
        self.runs
    }
}

/// A hash of choices, continued by one more.
#[inline]
pub(crate) fn hashed(hash: u64, index: u128) -> u64 {
    let mixed = (hash ^ index as u64 ^ (index >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_add(1)
}

/// Returns sizes that are mostly small: small values are valid more often, and larger ones are made of them.
#[inline]
fn small_size(count: u64) -> u32 {
    let part = (count % u64::from(DEFAULT_SIZE + 1)) as u32;
    part * part / DEFAULT_SIZE
}

impl Answerer for Hunt {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        self.asked += 1;
        let rng = &mut self.rng;
        let index = match self.plan {
            HuntPlan::Fresh => match &mut self.leaning {
                Some(leaning) => leaning.draw(ask, rng),
                None => ask.draw(rng),
            },
            HuntPlan::Chance => ask.draw(rng),
            HuntPlan::Walk => self.walk.answer(ask, rng),
            HuntPlan::Edit => self.editor.answer(ask, &self.pool, &self.fill, rng),
        };
        self.run.note(ask, index)?;
        Ok(index)
    }

    #[inline]
    fn may_retry(&self) -> bool {
        matches!(self.plan, HuntPlan::Fresh | HuntPlan::Chance)
    }

    #[inline]
    fn open(&mut self) {
        self.run.open();
        self.editor.open();
    }

    #[inline]
    fn close(&mut self) {
        self.run.close();
        self.editor.close();
    }

    /// What is known is valid, and drew nothing in the property: otherwise its fingerprint would be another one.
    #[inline]
    fn is_known(&mut self, read_size: Option<u32>) -> bool {
        self.is_known = self.seen.contains(&self.run.fingerprint(read_size));
        // What is common is as good as invalid: a walk is to go elsewhere, too.
        let mut is_common = || self.variety.as_mut().is_some_and(|variety| variety.is_common(self.run.steps()));
        self.is_skipped = self.is_known || self.plan != HuntPlan::Chance && is_common();
        self.is_skipped
    }

    #[inline]
    fn attempt(&mut self, attempt: Attempt) {
        self.run.attempt(attempt);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::Checker;
    use crate::lab::strategy::Gradient;
    use crate::prelude::*;
    use crate::run::strategy::{Random, Strategy};

    /// How many patterns of truth there are in so many lists of numbers that nobody looks at.
    fn patterns(strategy: impl Strategy + 'static) -> usize {
        let mut seen = HashSet::new();
        let lists = vec((frequency([(20, exact(false)), (1, exact(true))]), any::<u32>()), 0..=6);
        Checker::new(lists).cases(1000).seed(1).strategy(strategy).run(|list| {
            seen.insert(list.into_iter().map(|(truth, _)| truth).collect::<Vec<bool>>());
        });
        seen.len()
    }

    #[test]
    fn cases_have_many_forms() {
        let (random, varied) = (patterns(Random::default()), patterns(Gradient::default()));
        assert!(varied > 90 && random < 50, "{varied} of 127, {random} at random");
    }
}
