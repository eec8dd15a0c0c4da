//! A run inside of another that asks it for every choice, with other weights: so whoever answers there answers here.

use std::rc::Rc;

use super::{Reweigher, Shares};
use crate::core::choice::{Ask, Choice};
use crate::core::choices::Mark;
use crate::core::cx::{Answerer, Attempt, Attempts, Cx, NOTHING_WEIGHS, SearchMode, Weigher};
use crate::core::forest::{Forest, Rooted, Ways};
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::interpret::{OutOfFuel, Player, backward};
use crate::core::rng::Rng;
use crate::lab::trail::Trail;

/// After this many choices a run goes on with the generator's own weights, which do terminate, unless it has a limit of
/// its own; after ten times as many it gives up.
const PATIENCE: u64 = 20_000;

/// The limit on nested groups: a value that is nested too deep cannot even be dropped.
const DEEP: usize = 1_000;

/// More ways than these are not gone through one by one.
const WAYS: u128 = 4_096;

/// Asks the run around this one.
struct Reweighing<'o, 'a, 'w> {
    outer: &'o mut Cx<'a>,
    weigher: &'w dyn Reweigher,
    trail: Option<Trail>,
    /// The groups that are open there.
    open: Vec<Mark>,
    /// The attempts that are under way: where each began, how many groups were open, and how many choices were made.
    attempts: Attempts<(Option<Mark>, usize, u64)>,
    choices: u64,
}

impl Answerer for Reweighing<'_, '_, '_> {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        self.choices += 1;
        if self.choices > 10 * PATIENCE {
            return Err(self.outer.too_deep());
        }
        let shares = match self.weigher.lasting() {
            Some(lasting) if self.choices > lasting => Rc::new(Shares::Same),
            _ if self.choices > PATIENCE || self.open.len() > DEEP => {
                Rc::new(self.weigher.shares(ask, self.trail.as_ref()).or_own(ask))
            }
            _ => self.weigher.shares(ask, self.trail.as_ref()),
        };
        let index = shares.apply(ask, |ask| match ask {
            Some(ask) => self.outer.choose(ask, None),
            None => Err(self.outer.reject(|| NOTHING_WEIGHS.to_owned())),
        })?;
        if let Some(trail) = &mut self.trail {
            trail.chose(ask, index);
        }
        Ok(index)
    }

    #[inline]
    fn may_retry(&self) -> bool {
        self.outer.may_retry()
    }

    #[inline]
    fn open(&mut self) {
        if let Some(trail) = &mut self.trail {
            trail.open();
        }
        self.open.push(self.outer.open());
    }

    #[inline]
    fn close(&mut self) {
        if let Some(trail) = &mut self.trail {
            trail.close();
        }
        if let Some(mark) = self.open.pop() {
            self.outer.close(&mark);
        }
    }

    #[inline]
    fn shrink(&mut self, count: usize) -> Option<usize> {
        self.outer.shrink(count)
    }

    #[inline]
    fn hold(&mut self, held: bool) {
        self.outer.hold(held);
    }

    #[inline]
    fn site(&mut self, site: u32) {
        self.outer.tell_site(site);
    }

    #[inline]
    fn is_shrinking(&self) -> bool {
        self.outer.is_shrinking()
    }

    #[inline]
    fn attempt(&mut self, attempt: Attempt) {
        if let Some(trail) = &mut self.trail {
            trail.attempt(attempt);
        }
        let mark = self.outer.follow_attempt(attempt, self.attempts.mark().and_then(|mark| mark.0));
        if let Some((_, open, choices)) = self.attempts.follow(attempt, (mark, self.open.len(), self.choices)) {
            self.open.truncate(open);
            self.choices = choices;
        }
    }

    #[inline]
    fn explain(&mut self, reason: &mut dyn FnMut() -> String) {
        self.outer.reject(reason);
    }
}

/// A reweigher that ignores where a choice stands, as the forest sees it.
struct ByShares<'w>(&'w dyn Reweigher);

impl Weigher for ByShares<'_> {
    #[inline]
    fn weigh(
        &self,
        ask: &Ask<'_>,
        choose: &mut dyn FnMut(Option<&Ask<'_>>) -> Result<u128, Rejected>,
    ) -> Result<u128, Rejected> {
        self.0.shares(ask, None).apply(ask, choose)
    }
}

/// Runs a generator with other weights: forward, or on a sketch.
pub(super) fn forward<R>(
    cx: &mut Cx<'_>,
    weigher: &dyn Reweigher,
    body: impl FnOnce(&mut Cx<'_>) -> Result<R, Rejected>,
) -> Result<R, Rejected> {
    let trail = weigher.needs_trail().then(Trail::default);
    let taken = cx.take_along();
    let mut reweighing =
        Reweighing { outer: cx, weigher, trail, open: Vec::new(), attempts: Attempts::default(), choices: 0 };
    let mut inner = Cx::answered(taken.size, &mut reweighing);
    inner.give_along(taken);
    let result = body(&mut inner);
    let back = inner.take_along();
    let gave_up = inner.gave_up();
    let (stop, size_was_read) = inner.into_cold().map_or((None, false), |cold| (cold.stop, cold.size_was_read));
    cx.give_along(back);
    cx.learn(gave_up, stop, size_was_read);
    result
}

/// Runs a generator with other weights on a value.
pub(super) fn backward<G: Generator>(
    cx: &mut Cx<'_>,
    weigher: &dyn Reweigher,
    generator: &G,
    value: &G::Value,
) -> Result<G::Value, Rejected> {
    let size = cx.size_unseen();
    let known = if weigher.needs_trail() {
        every_way(weigher, generator, value, size, cx.is_weighing())
    } else {
        // The weights do not depend on the way: the forest is shared as ever.
        backward::weighed_forest(generator, value, size, &ByShares(weigher))
    };
    let Ok((ways, size_was_read)) = known else { return Err(cx.out_of_fuel()) };
    if size_was_read {
        cx.size();
    }
    let Some(ways) = ways else {
        return Err(cx.reject(|| "every way to make this value has weight 0".to_owned()));
    };
    cx.take_ways(ways, size);
    Cx::again(size, |cx| generator.run(cx, Focus::On(value)))
}

/// Goes each way forward, where it is known what is around each choice. If all ways are not needed, one will do.
fn every_way<G: Generator>(
    weigher: &dyn Reweigher,
    generator: &G,
    value: &G::Value,
    size: u32,
    needs_all: bool,
) -> Result<(Option<Rooted>, bool), OutOfFuel> {
    let (Some(all), size_was_read) = backward::forest(generator, value, size)? else { return Ok((None, true)) };
    if needs_all && !matches!(all.ways(), Ways::Finite(count) if count <= WAYS) {
        return Err(OutOfFuel);
    }
    let mut forest = Forest::default();
    let (_, node) = forest.enter(None);
    for way in all.each_way(size).take(WAYS as usize) {
        let sequence: Vec<Choice> = way.sequence().collect();
        let mut player = Player::new(&sequence);
        forest.begin();
        let mut cx = Cx::cold(Rng::new(0, 0), size, SearchMode::All);
        if let Some(cold) = cx.cold_mut() {
            cold.forest = Some(Box::new(std::mem::take(&mut forest)));
            cold.answerer = Some(&mut player);
        }
        let made = forward(&mut cx, weigher, |cx| generator.run(cx, Focus::Free)).is_ok();
        forest = cx.into_cold().and_then(|cold| cold.forest).map_or_else(Forest::default, |forest| *forest);
        let steps = forest.end();
        if made {
            forest.keep(node, 0, steps);
            if !needs_all {
                break;
            }
        }
    }
    Ok((forest.under(node), size_was_read))
}
