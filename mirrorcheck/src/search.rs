//! Backward is a search over results: which of the expressions that can be the result made the focus, and how.

use std::any::TypeId;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::cx::{Cold, Cx, FORWARD, Search, Stop};
use crate::forest::{Forest, Key, Step};
use crate::generator::{Focus, Generator, Rejected};
use crate::sketch::{Partial, Shape};

/// A generator as the macro writes it: a body whose results are numbered.
pub trait Program: Generator {
    /// What the language knows of it where it stands in the source.
    const SITE: &'static Site;

    /// Takes in its arguments.
    fn arguments(&self, arguments: &mut Arguments);

    /// The next result from a number on that looks like a value, or a number that is none.
    fn shown_from(value: &Self::Value, from: u32) -> u32;

    /// Runs toward one result, or [`FORWARD`].
    fn body(&self, cx: &mut Cx<'_>, focus: Focus<'_, Self::Value>, toward: u32) -> Result<Self::Value, Rejected>;
}

/// What the language knows of a generator where it stands in the source.
pub struct Site {
    /// The name of the function.
    pub name: &'static str,
    /// The type of the generator.
    pub generator: fn() -> TypeId,
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
    fn of(tries: &dyn Tries) -> Option<u128> {
        let mut arguments = Arguments { low: DefaultHasher::new(), high: DefaultHasher::new(), complete: true };
        arguments.high.write_u8(1);
        tries.arguments(&mut arguments);
        arguments.complete.then(|| u128::from(arguments.high.finish()) << 64 | u128::from(arguments.low.finish()))
    }

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

/// What is tried on a focus. A trait object, so that the search is compiled once and not for every type.
trait Tries {
    /// Takes in the arguments of the generator.
    fn arguments(&self, arguments: &mut Arguments);

    /// The next result from a number on that looks like the focus, or a number that is none.
    fn shown_from(&self, from: u32) -> u32;

    /// Runs toward a result and keeps what comes of it.
    fn attempt(&mut self, cx: &mut Cx<'_>, toward: u32) -> Result<(), Rejected>;
}

/// A focus without its type.
#[derive(Clone, Copy)]
enum Look<'a> {
    Free,
    On(usize),
    Sketch(&'a Partial),
}

impl<'a> Look<'a> {
    fn of<T>(focus: Focus<'a, T>) -> Look<'a> {
        match focus {
            Focus::Free => Look::Free,
            Focus::On(value) => Look::On(value as *const T as usize),
            Focus::Sketch(partial) => Look::Sketch(partial),
        }
    }
}

/// The run of a program.
struct Run<'r, P: Program> {
    program: &'r P,
    focus: Focus<'r, P::Value>,
    out: Option<P::Value>,
}

impl<P: Program> Tries for Run<'_, P> {
    fn arguments(&self, arguments: &mut Arguments) {
        self.program.arguments(arguments);
    }

    fn shown_from(&self, from: u32) -> u32 {
        match self.focus {
            Focus::On(value) => P::shown_from(value, from),
            _ => from,
        }
    }

    fn attempt(&mut self, cx: &mut Cx<'_>, toward: u32) -> Result<(), Rejected> {
        match self.program.body(cx, self.focus, toward) {
            Ok(value) => {
                self.out = Some(value);
                Ok(())
            }
            Err(rejected) => Err(rejected),
        }
    }
}

/// Runs a program on the cold path: forward, or toward the results that show the focus.
pub fn run<P: Program>(program: &P, cx: &mut Cx<'_>, focus: Focus<'_, P::Value>) -> Result<P::Value, Rejected> {
    let mut run = Run { program, focus, out: None };
    // No `?` and no `ok_or`: every generator has its own copy of this, and of what it calls.
    if cx.search(Attempts::at(P::SITE, &mut run), Look::of(focus)).is_err() {
        return Err(Rejected);
    }
    match run.out {
        Some(value) => Ok(value),
        None => Err(Rejected),
    }
}

/// Numbered alternatives on a focus, where no generator has a name.
struct Numbered<'r, T> {
    focus: Focus<'r, T>,
    count: u32,
    shows: &'r dyn Fn(&T, u32) -> bool,
    body: &'r mut dyn FnMut(&mut Cx<'_>, u32) -> Result<T, Rejected>,
    out: Option<T>,
}

impl<T> Tries for Numbered<'_, T> {
    fn arguments(&self, arguments: &mut Arguments) {
        arguments.unknown();
    }

    fn shown_from(&self, from: u32) -> u32 {
        match self.focus {
            Focus::On(value) => (from..self.count).find(|&i| (self.shows)(value, i)).unwrap_or(self.count),
            _ => from,
        }
    }

    fn attempt(&mut self, cx: &mut Cx<'_>, toward: u32) -> Result<(), Rejected> {
        self.out = Some((self.body)(cx, toward)?);
        Ok(())
    }
}

/// All that the search has to know.
struct Attempts<'t> {
    site: Option<&'t Site>,
    results: u32,
    tries: &'t mut dyn Tries,
}

impl<'t> Attempts<'t> {
    fn at(site: &'t Site, tries: &'t mut dyn Tries) -> Attempts<'t> {
        Attempts { site: Some(site), results: site.shapes.len() as u32, tries }
    }

    #[inline]
    fn shown_from(&self, from: u32) -> Option<u32> {
        let shown = if from < self.results { self.tries.shown_from(from) } else { from };
        if shown < self.results { Some(shown) } else { None }
    }

    fn shown(&self) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.shown_from(0), |result| self.shown_from(result + 1))
    }
}

impl Cx<'_> {
    /// Tries numbered alternatives.
    pub(crate) fn alternatives<T>(
        &mut self,
        focus: Focus<'_, T>,
        count: usize,
        shows: &dyn Fn(&T, u32) -> bool,
        body: &mut dyn FnMut(&mut Cx<'_>, u32) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        let mut run = Numbered { focus, count: count as u32, shows, body, out: None };
        self.search(Attempts { site: None, results: run.count, tries: &mut run }, Look::of(focus))?;
        run.out.ok_or(Rejected)
    }

    #[inline(never)]
    fn search(&mut self, attempts: Attempts<'_>, look: Look<'_>) -> Result<(), Rejected> {
        if self.stack_is_low() {
            if self.is_too_deep() {
                return Err(self.too_deep());
            }
            let (mut attempts, mut result) = (Some(attempts), Err(Rejected));
            self.on_another_stack(&mut |cx| {
                result = attempts.take().map_or(Err(Rejected), |attempts| cx.search(attempts, look));
            });
            return result;
        }
        let Some(cold) = self.cold_mut() else { return attempts.tries.attempt(self, FORWARD) };
        cold.burn()?;
        let focus = match look {
            Look::Free => return self.group(|cx| attempts.tries.attempt(cx, FORWARD)),
            Look::Sketch(partial) => {
                let outer = cold.enter(&attempts, partial as *const Partial as usize)?;
                let result = self.complete(attempts, partial);
                self.cold_mut().into_iter().for_each(|cold| cold.circles.leave(outer));
                return result;
            }
            Look::On(focus) => focus,
        };
        let search = cold.search;
        let outer = cold.enter(&attempts, focus)?;
        let result = match search {
            Search::First | Search::Complete => self.first(attempts),
            Search::All => self.all(attempts, focus),
            Search::Rebuild => self.rebuild(attempts, focus),
        };
        if let Some(cold) = self.cold_mut() {
            cold.circles.leave(outer);
        }
        result
    }

    #[inline(always)]
    fn first(&mut self, attempts: Attempts<'_>) -> Result<(), Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let (mark, before) = (cold.mark(), cold.burnt);
        let mut next = attempts.shown_from(0);
        if next.is_none() {
            return Err(self.reject(|| match attempts.site {
                Some(site) => format!("no result of `{}` looks like this", site.name),
                None => format!("it is none of the {} alternatives", attempts.results),
            }));
        }
        while let Some(result) = next {
            let around = self.open();
            if attempts.tries.attempt(self, result).is_ok() {
                self.close(around);
                return Ok(());
            }
            let Some(cold) = self.cold_mut() else { break };
            cold.rewind(mark);
            if cold.failed(before) {
                break;
            }
            next = attempts.shown_from(result + 1);
        }
        Err(Rejected)
    }

    fn all(&mut self, attempts: Attempts<'_>, focus: usize) -> Result<(), Rejected> {
        let key = self.key(&attempts, focus);
        let Some(forest) = self.forest() else { return Err(Rejected) };
        let (is_new, node) = forest.enter(key);
        if is_new {
            let mut next = attempts.shown_from(0);
            while let Some(result) = next {
                next = attempts.shown_from(result + 1);
                self.forest().into_iter().for_each(Forest::begin);
                let made = attempts.tries.attempt(self, result);
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
            let result = self.rebuild(attempts, focus);
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

    fn rebuild(&mut self, attempts: Attempts<'_>, focus: usize) -> Result<(), Rejected> {
        let key = self.key(&attempts, focus);
        let Some(forest) = self.forest() else { return Err(Rejected) };
        if let Some(&node) = key.and_then(|key| forest.memo.get(&key)) {
            if let Some(way) = forest.nodes[node].ways.first() {
                let toward = way.toward;
                return attempts.tries.attempt(self, toward);
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
        let mut next = attempts.shown_from(0);
        while let (Some(toward), true) = (next, result.is_err()) {
            result = attempts.tries.attempt(self, toward);
            next = attempts.shown_from(toward + 1);
        }
        if let (Some(forest), Some(key)) = (self.forest(), key) {
            forest.rebuilding.remove(&key);
        }
        result
    }

    fn complete(&mut self, attempts: Attempts<'_>, partial: &Partial) -> Result<(), Rejected> {
        let fits = |&result: &u32| attempts.site.is_none_or(|site| partial.fits(&site.shapes[result as usize]));
        let mut open: Vec<u32> = attempts.shown().filter(fits).collect();
        // What is made at random may clash with what is fixed further on; a few more tries near the clash are
        // cheaper than starting all over.
        for _ in 0..4 {
            let before = self.decided_by_chance();
            for i in (1..open.len()).rev() {
                open.swap(i, self.below(i as u64 + 1) as usize);
            }
            for &result in &open {
                if attempts.tries.attempt(self, result).is_ok() {
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

    fn key(&mut self, attempts: &Attempts<'_>, focus: usize) -> Option<Key> {
        let generator = (attempts.site?.generator)();
        let (size, epoch) = (self.size_for_another(), self.cold_mut()?.epoch);
        Some(Key { generator, arguments: Arguments::of(attempts.tries)?, focus, epoch, size })
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
    fn enter(&mut self, attempts: &Attempts<'_>, focus: usize) -> Result<Outer, Rejected> {
        let circles = &mut self.circles;
        // Temporaries of different epochs can share an address. That two of these numbers meet all the same is too
        // unlikely to matter, and would only make the search more careful.
        let focus = focus ^ (self.epoch as usize).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (base, chain) = (circles.base, circles.chain.len());
        let outer = Outer { focus: circles.focus, generator: circles.generator, chain, base };
        if let Some(site) = attempts.site {
            if circles.focus == focus {
                self.same_focus(site, attempts.tries)?;
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
    fn same_focus(&mut self, site: &Site, tries: &dyn Tries) -> Result<(), Rejected> {
        let circles = &mut self.circles;
        let Some(around) = circles.generator else { return Ok(()) };
        let generator = (site.generator)();
        let meets_itself = around() == generator || circles.chain[circles.base..].iter().any(|(g, _)| g() == generator);
        let arguments = meets_itself.then(|| Arguments::of(tries)).flatten().map_or(0, |hash| hash as u64 | 1);
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
