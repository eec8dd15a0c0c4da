//! Finds mutants: edits the tree of a value, plays the edit, and looks whether anything new came of it.

use std::cell::Cell;
use std::ops::RangeInclusive;

use super::Mutation;
use super::edits::{Anatomy, Change, Compatible, Donors};
use crate::core::cx::{Answerer, Cx};
use crate::core::generator::Rejected;
use crate::core::rng::Rng;
use crate::run::shrink::{EditPlayer, Filler, Item, Needs, Tree, is_same};

/// How many mutations are tried for one mutant before all changes are gone through.
const ATTEMPTS: usize = 24;
/// How many kinds of mutations are tried to find one that can be done.
const KINDS: usize = 4;
/// How many changes of one choice are tried, of how many alternatives each, and how many items may be played for that.
const CHANGES: usize = 2_000;
const ALTERNATIVES: u128 = 64;
const ITEMS: usize = 4_000_000;
/// How many random values are tried when no change came to anything.
const RANDOM: u64 = 200;

/// The sizes of the samples that tell how little each alternative needs, and how many choices they may have.
const SAMPLED: [u32; 5] = [0, 2, 5, 10, 30];
const SAMPLES: u64 = 20;
const SAMPLE: usize = 1_000;

/// Makes values and keeps the last: all that is known of a generator here.
pub(crate) trait Maker {
    fn make(&mut self, cx: &mut Cx<'_>) -> Result<(), Rejected>;

    /// Whether the last one, made by other choices, is another value than the first.
    fn is_other(&mut self) -> bool;
}

/// How to mutate.
pub(crate) struct Mutator {
    pub(super) mix: [u32; Mutation::ALL.len()],
    pub(super) distance: Option<RangeInclusive<u32>>,
    pub(super) compatible: Option<Box<Compatible>>,
    pub(super) donors: Donors,
    pub(crate) needs: Needs,
    /// A tree that is not in use: its memory is.
    spare: Cell<Option<Tree>>,
}

impl Default for Mutator {
    #[inline]
    fn default() -> Mutator {
        let mix = Mutation::ALL.map(Mutation::usual_weight);
        let (donors, needs, spare) = (Donors::default(), Needs::default(), Cell::new(None));
        Mutator { mix, distance: None, compatible: None, donors, needs, spare }
    }
}

impl Mutator {
    /// Parts of this tree may be put into others. Only so many trees are kept for that.
    #[inline]
    pub(crate) fn lends(&mut self, tree: &Tree) {
        const DONORS: usize = 200;
        if self.donors.len() < DONORS {
            self.donors.add(tree.clone());
        }
    }

    /// Looks at some samples to know what to add where something is missing.
    #[inline]
    pub(crate) fn learn(&mut self, size: u32, make: &mut dyn FnMut(&mut Cx<'_>) -> Result<(), Rejected>) {
        for sample in 0..SAMPLES {
            let size = SAMPLED.get(sample as usize % (SAMPLED.len() + 1)).map_or(size, |&small| size.min(small));
            let filler = Filler::Random(Rng::new(0, sample));
            if let Some(tree) = played(EditPlayer::mutating(&[], &[], SAMPLE, filler), size, make) {
                self.needs.learn(&tree);
            }
        }
    }

    /// One mutant: the maker has it. Nothing if none was found.
    #[inline]
    pub(super) fn mutant(
        &self,
        start: &Anatomy,
        size: u32,
        (seed, position): (u64, u64),
        maker: &mut dyn Maker,
    ) -> Option<()> {
        let mut rng = Rng::new(seed, position);
        let found = (0..ATTEMPTS).find_map(|_| {
            let tree = self.mutated(start, size, &mut rng, &mut |cx| maker.make(cx))?;
            self.is_new(start, tree, maker)
        });
        found
            .or_else(|| self.one_by_one(start, size, &mut rng, maker))
            .or_else(|| self.at_random(start, size, &mut rng, maker))
    }

    /// What came of some mutations, one after another.
    #[inline]
    fn mutated(
        &self,
        start: &Anatomy,
        size: u32,
        rng: &mut Rng,
        make: &mut dyn FnMut(&mut Cx<'_>) -> Result<(), Rejected>,
    ) -> Option<Tree> {
        let mut tree = self.played(&self.edit(start, rng)?, start, size, rng, make)?;
        for _ in 1..self.steps(rng) {
            let now = Anatomy::new(tree);
            tree = self.played(&self.edit(&now, rng)?, &now, size, rng, make)?;
        }
        Some(tree)
    }

    /// How many mutations: mostly one.
    #[inline]
    pub(crate) fn steps(&self, rng: &mut Rng) -> u32 {
        match &self.distance {
            Some(distance) => {
                let least = (*distance.start()).max(1);
                least + rng.up_to((*distance.end()).saturating_sub(least).into()) as u32
            }
            None => 1 + u32::from(rng.below(5) == 0) + u32::from(rng.below(10) == 0),
        }
    }

    /// A mutation, of those that there can be.
    #[inline]
    pub(crate) fn edit(&self, anatomy: &Anatomy, rng: &mut Rng) -> Option<Change> {
        (0..KINDS).find_map(|_| self.edit_once(anatomy, rng))
    }

    #[inline]
    fn edit_once(&self, anatomy: &Anatomy, rng: &mut Rng) -> Option<Change> {
        let weight = |kind: &Mutation| if anatomy.allows(*kind, &self.donors) { self.mix[*kind as usize] } else { 0 };
        let total: u64 = Mutation::ALL.iter().map(|kind| u64::from(weight(kind))).sum();
        if total == 0 {
            return None;
        }
        let mut left = rng.below(total);
        let kind = Mutation::ALL.into_iter().find(|kind| {
            let weight = weight(kind).into();
            let is_here = left < weight;
            left = left.saturating_sub(weight);
            is_here
        })?;
        anatomy.edit(kind, &self.donors, self.compatible.as_deref(), rng)
    }

    #[inline]
    fn played(
        &self,
        change: &Change,
        from: &Anatomy,
        size: u32,
        rng: &mut Rng,
        make: &mut dyn FnMut(&mut Cx<'_>) -> Result<(), Rejected>,
    ) -> Option<Tree> {
        played(self.player(change, &from.tree, rng), size, make)
    }

    /// Plays what was changed in a tree.
    #[inline]
    pub(crate) fn player<'e>(&'e self, change: &'e Change, from: &'e Tree, rng: &mut Rng) -> EditPlayer<'e> {
        let filler = Filler::Least(&self.needs, Rng::new(rng.next(), 0));
        let player = match change {
            Change::Patch(at, item) => {
                EditPlayer::mutating(&from.items, &from.sites, most(from), filler).patched(*at, item)
            }
            Change::Edit(edit) => EditPlayer::mutating(edit, &edit.sites, most(from), filler),
        };
        player.writing_to(self.spare.take().unwrap_or_default())
    }

    #[inline]
    fn is_new(&self, start: &Anatomy, tree: Tree, maker: &mut dyn Maker) -> Option<()> {
        let is_new = !is_same(&start.tree.items, &tree.items) && maker.is_other();
        self.spare.set(Some(tree));
        is_new.then_some(())
    }

    /// Goes through the changes of one choice, from a random one on.
    #[inline]
    fn one_by_one(&self, start: &Anatomy, size: u32, rng: &mut Rng, maker: &mut dyn Maker) -> Option<()> {
        let (before, after) = start.free.split_at(rng.below(start.free.len() as u64 + 1) as usize);
        let changes = after.iter().chain(before).flat_map(|&at| {
            let (rank, last) = start.tree.items[at].place().unwrap_or_default();
            let ranks = 0..=last.min(ALTERNATIVES);
            // Of very many alternatives, some on either side, and the ends.
            let spread = move |step: u128| if last <= ALTERNATIVES { step } else { last / ALTERNATIVES * step };
            ranks.map(spread).filter(move |&other| other != rank).map(move |other| (at, other))
        });
        let most = CHANGES.min(ITEMS / (start.tree.items.len() + 1));
        changes.take(most).find_map(|(at, rank)| {
            let change = Change::Patch(at, Item::Rank(rank));
            let tree = self.played(&change, start, size, rng, &mut |cx| maker.make(cx))?;
            self.is_new(start, tree, maker)
        })
    }

    #[inline]
    fn at_random(&self, start: &Anatomy, size: u32, rng: &mut Rng, maker: &mut dyn Maker) -> Option<()> {
        (0..RANDOM).find_map(|_| {
            let player = EditPlayer::mutating(&[], &[], most(&start.tree), Filler::Random(Rng::new(rng.next(), 0)));
            let tree = played(player, size, &mut |cx| maker.make(cx))?;
            self.is_new(start, tree, maker)
        })
    }
}

/// How many choices a mutant may have: a length may be any number.
#[inline]
fn most(from: &Tree) -> usize {
    from.weight.saturating_mul(2).saturating_add(2_000)
}

/// The tree of a run, unless it came to nothing.
#[inline]
pub(crate) fn played(
    mut player: EditPlayer<'_>,
    size: u32,
    make: &mut dyn FnMut(&mut Cx<'_>) -> Result<(), Rejected>,
) -> Option<Tree> {
    player.open();
    make(&mut Cx::answered(size, &mut player)).ok()?;
    Some(player.finish())
}
