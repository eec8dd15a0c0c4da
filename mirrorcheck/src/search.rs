//! Backward is a search over results: which of the expressions that can be the result made the focus, and how.

use std::any::TypeId;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::cx::{Cold, Cx, FORWARD, Search, Stop};
use crate::forest::{Forest, Key, Step};
use crate::generator::{Focus, Rejected};
use crate::sketch::Shape;

/// What the language knows of a generator where it stands in the source.
pub struct Site<'s> {
    /// The name of the function.
    pub name: &'static str,
    /// The type of the generator.
    pub generator: fn() -> TypeId,
    /// Its arguments.
    pub arguments: &'s dyn Fn(&mut Arguments),
    /// The shapes of the expressions that can be its result.
    pub shapes: &'static [Shape],
}

/// Takes in the arguments of a generator, to tell one call from another.
pub struct Arguments {
    low: DefaultHasher,
    high: DefaultHasher,
    complete: bool,
}

impl Arguments {
    /// Takes in one argument.
    pub fn known<T: Hash + ?Sized>(&mut self, argument: &T) {
        argument.hash(&mut self.low);
        argument.hash(&mut self.high);
    }

    /// An argument that cannot be compared: no two calls are taken to be the same.
    pub fn unknown(&mut self) {
        self.complete = false;
    }
}

impl Site<'_> {
    fn arguments(&self) -> Option<u128> {
        let mut arguments = Arguments { low: DefaultHasher::new(), high: DefaultHasher::new(), complete: true };
        arguments.high.write_u8(1);
        (self.arguments)(&mut arguments);
        arguments.complete.then(|| u128::from(arguments.high.finish()) << 64 | u128::from(arguments.low.finish()))
    }
}

/// What is tried on a focus, for what need not be compiled for every type: which results show the focus, and an
/// attempt at one of them.
struct Attempts<'t> {
    results: u32,
    shows: &'t dyn Fn(u32) -> bool,
    attempt: &'t mut dyn FnMut(&mut Cx<'_>, u32) -> Result<(), Rejected>,
}

impl Cx<'_> {
    /// The cold path of a generator's run: forward, or toward the results that show the focus. `shows` gives the next
    /// such result from a number on, or one that is not there.
    pub fn run_at<T>(
        &mut self,
        site: &Site<'_>,
        focus: Focus<'_, T>,
        shows: &dyn Fn(&T, u32) -> u32,
        body: &mut dyn FnMut(&mut Cx<'_>, u32) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        self.search(Some(site), site.shapes.len() as u32, focus, shows, body)
    }

    /// Numbered alternatives on a focus, where no generator has a name.
    pub(crate) fn alternatives<T>(
        &mut self,
        focus: Focus<'_, T>,
        count: usize,
        shows: &dyn Fn(&T, u32) -> bool,
        body: &mut dyn FnMut(&mut Cx<'_>, u32) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        let count = count as u32;
        let next = |value: &T, from: u32| (from..count).find(|&i| shows(value, i)).unwrap_or(count);
        self.search(None, count, focus, &next, body)
    }

    #[inline(never)]
    fn search<T>(
        &mut self,
        site: Option<&Site<'_>>,
        results: u32,
        focus: Focus<'_, T>,
        shows: &dyn Fn(&T, u32) -> u32,
        body: &mut dyn FnMut(&mut Cx<'_>, u32) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        if self.stack_is_low() {
            let mut out = Err(Rejected);
            self.on_another_stack(&mut |cx| out = cx.search(site, results, focus, shows, body));
            return out;
        }
        let Some(cold) = self.cold_mut() else { return body(self, FORWARD) };
        cold.burn()?;
        match (focus, cold.search) {
            (Focus::Free, _) => self.group(|cx| body(cx, FORWARD)),
            (Focus::On(value), Search::First | Search::Complete) => {
                let outer = cold.enter(site, address(value))?;
                let (mark, before) = (cold.mark(), cold.burnt);
                let mut out = Err(Rejected);
                let mut result = shows(value, 0);
                if let (Some(site), true) = (site, result >= results) {
                    self.reject(|| format!("no result of `{}` looks like this", site.name));
                }
                while result < results {
                    let around = self.open();
                    out = body(self, result);
                    if out.is_ok() {
                        self.close(around);
                        break;
                    }
                    let Some(cold) = self.cold_mut() else { break };
                    cold.rewind(mark);
                    if cold.failed(before) {
                        break;
                    }
                    result = shows(value, result + 1);
                }
                if let Some(cold) = self.cold_mut() {
                    cold.circles.leave(outer);
                }
                out
            }
            (_, search) => {
                let mut out = None;
                let shows = |result: u32| match (focus, site) {
                    (Focus::On(value), _) => shows(value, result) == result,
                    (Focus::Sketch(partial), Some(site)) => partial.fits(&site.shapes[result as usize]),
                    _ => true,
                };
                let mut attempt = |cx: &mut Cx<'_>, result| {
                    out = Some(body(cx, result)?);
                    Ok(())
                };
                let tries = Attempts { results, shows: &shows, attempt: &mut attempt };
                match focus {
                    Focus::On(value) => self.search_known(search, site, address(value), tries)?,
                    _ => self.complete(tries)?,
                }
                out.ok_or(Rejected)
            }
        }
    }

    fn search_known(
        &mut self,
        search: Search,
        site: Option<&Site<'_>>,
        focus: usize,
        tries: Attempts<'_>,
    ) -> Result<(), Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let outer = cold.enter(site, focus)?;
        let result = match search {
            Search::All => self.all(site, focus, tries),
            _ => self.rebuild(site, focus, tries),
        };
        if let Some(cold) = self.cold_mut() {
            cold.circles.leave(outer);
        }
        result
    }

    fn all(&mut self, site: Option<&Site<'_>>, focus: usize, tries: Attempts<'_>) -> Result<(), Rejected> {
        let key = self.key(site, focus);
        let Some(forest) = self.forest() else { return Err(Rejected) };
        let (is_new, node) = forest.enter(key);
        if is_new {
            for result in (0..tries.results).filter(|&r| (tries.shows)(r)) {
                self.forest().into_iter().for_each(Forest::begin);
                let made = (tries.attempt)(self, result);
                if self.cold_mut().is_some_and(|cold| cold.stop.is_some()) {
                    return Err(Rejected);
                }
                let Some(forest) = self.forest() else { break };
                let steps = forest.end();
                if made.is_ok() {
                    forest.keep(node, result, steps);
                }
            }
        } else if !forest.nodes[node].is_hopeless() {
            // Seen before: the ways are shared, only the value is needed once more.
            if let Some(cold) = self.cold_mut() {
                cold.search = Search::Rebuild;
            }
            let result = self.rebuild(site, focus, tries);
            if let Some(cold) = self.cold_mut() {
                cold.search = Search::All;
            }
            result?;
        }
        let Some(forest) = self.forest() else { return Err(Rejected) };
        forest.nodes[node].done |= is_new;
        if forest.nodes[node].is_hopeless() {
            return Err(Rejected);
        }
        forest.step(Step::Node(node));
        Ok(())
    }

    fn rebuild(&mut self, site: Option<&Site<'_>>, focus: usize, tries: Attempts<'_>) -> Result<(), Rejected> {
        let key = self.key(site, focus);
        let Some(forest) = self.forest() else { return Err(Rejected) };
        if let Some(&node) = key.and_then(|key| forest.memo.get(&key)) {
            if let Some(way) = forest.nodes[node].ways.first() {
                let toward = way.toward;
                return (tries.attempt)(self, toward);
            }
            if forest.nodes[node].done {
                return Err(Rejected);
            }
        }
        // Not known yet, as happens in a circle. A value that can be made at all can be made without going round.
        if key.is_some_and(|key| !forest.rebuilding.insert(key)) {
            return Err(Rejected);
        }
        let mut result = Err(Rejected);
        for toward in (0..tries.results).filter(|&r| (tries.shows)(r)) {
            result = (tries.attempt)(self, toward);
            if result.is_ok() {
                break;
            }
        }
        if let (Some(forest), Some(key)) = (self.forest(), key) {
            forest.rebuilding.remove(&key);
        }
        result
    }

    fn complete(&mut self, tries: Attempts<'_>) -> Result<(), Rejected> {
        let mut open: Vec<u32> = (0..tries.results).filter(|&r| (tries.shows)(r)).collect();
        // What is made at random may clash with what is fixed further on; a few more tries near the clash are
        // cheaper than starting all over.
        for _ in 0..4 {
            let before = self.decided_by_chance();
            for i in (1..open.len()).rev() {
                open.swap(i, self.below(i as u64 + 1) as usize);
            }
            for &result in &open {
                if (tries.attempt)(self, result).is_ok() {
                    // So was the order, where it could have been another.
                    if let (Some(cold), true) = (self.cold_mut(), open.len() > 1) {
                        cold.decided_by_chance += 1;
                    }
                    return Ok(());
                }
                if self.cold_mut().is_some_and(|cold| cold.stop.is_some()) {
                    return Err(Rejected);
                }
            }
            // Where nothing was left to chance, it would be the same again.
            if self.decided_by_chance() == before {
                break;
            }
        }
        Err(Rejected)
    }

    fn decided_by_chance(&mut self) -> u64 {
        self.cold_mut().map_or(0, |cold| cold.decided_by_chance)
    }

    fn forest(&mut self) -> Option<&mut Forest> {
        self.cold_mut().and_then(|cold| cold.forest.as_deref_mut())
    }

    fn key(&mut self, site: Option<&Site<'_>>, focus: usize) -> Option<Key> {
        let site = site?;
        let (size, epoch) = (self.size_for_another(), self.cold_mut()?.epoch);
        Some(Key { generator: (site.generator)(), arguments: site.arguments()?, focus, epoch, size })
    }
}

/// How deep runs on one focus may be nested. Beyond it arguments grow, or cannot be compared: there is no end in sight.
const NESTED: usize = 2_000;

/// The runs that are under way on one focus, to see a generator come back to where it was.
#[derive(Default)]
pub(crate) struct Circles {
    /// The focus of the innermost run (with its epoch), and its generator.
    focus: usize,
    generator: Option<fn() -> TypeId>,
    /// Runs around it on the same focus, with a hash of their arguments where it was needed.
    chain: Vec<(fn() -> TypeId, u64)>,
    /// Where in the chain the focus begins.
    base: usize,
}

/// What to go back to when a run ends.
#[derive(Clone, Copy)]
pub(crate) struct Outer {
    focus: usize,
    generator: Option<fn() -> TypeId>,
    chain: usize,
    base: usize,
}

impl Circles {
    #[inline]
    fn leave(&mut self, outer: Outer) {
        self.focus = outer.focus;
        self.generator = outer.generator;
        if self.chain.len() > outer.chain {
            self.chain.truncate(outer.chain);
        }
        self.base = outer.base;
    }
}

impl Cold<'_> {
    /// Notes that a generator runs on a focus, unless there is a reason not to.
    #[inline]
    fn enter(&mut self, site: Option<&Site<'_>>, focus: usize) -> Result<Outer, Rejected> {
        let circles = &mut self.circles;
        // Temporaries of different epochs can share an address. That two of these numbers meet all the same is too
        // unlikely to matter, and would only make the search more careful.
        let focus = focus ^ (self.epoch as usize).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (base, chain) = (circles.base, circles.chain.len());
        let outer = Outer { focus: circles.focus, generator: circles.generator, chain, base };
        if let Some(site) = site {
            if circles.focus == focus {
                self.same_focus(site)?;
            } else {
                circles.focus = focus;
                circles.base = chain;
            }
            self.circles.generator = Some(site.generator);
        }
        Ok(outer)
    }

    /// A run inside another on the same focus. Arguments are only looked at where a generator meets itself, which is
    /// rare; and as those of the outermost run are not known any more, a circle is seen when it has been gone twice.
    #[cold]
    fn same_focus(&mut self, site: &Site<'_>) -> Result<(), Rejected> {
        let circles = &mut self.circles;
        let Some(around) = circles.generator else { return Ok(()) };
        let generator = (site.generator)();
        let meets_itself = around() == generator || circles.chain[circles.base..].iter().any(|(g, _)| g() == generator);
        let arguments = meets_itself.then(|| site.arguments()).flatten().map_or(0, |hash| hash as u64 | 1);
        let went_round = arguments != 0
            && circles.chain[circles.base..].iter().any(|(g, hash)| *hash == arguments && g() == generator);
        circles.chain.push((site.generator, arguments));
        if circles.chain.len() - circles.base > NESTED {
            self.stop(Stop::OutOfFuel);
        } else if went_round && self.search == Search::First {
            self.stop(Stop::NeedsForest);
        }
        // What can be completed at all can be completed without going round.
        if self.stop.is_some() || (went_round && self.search == Search::Complete) { Err(Rejected) } else { Ok(()) }
    }

    /// An attempt came to nothing, which began when so much fuel was burnt; says whether to leave it at that.
    fn failed(&mut self, before: u64) -> bool {
        self.wasted += self.burnt - before;
        if self.wasted > 1_000 + self.burnt / 2 && self.search == Search::First {
            self.stop(Stop::NeedsForest);
        }
        self.stop.is_some()
    }
}

fn address<T>(value: &T) -> usize {
    std::ptr::from_ref::<T>(value) as usize
}
