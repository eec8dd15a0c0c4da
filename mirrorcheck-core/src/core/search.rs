//! Backward is a search over results: which of the expressions that can be the result made the focus, and how.

use std::any::TypeId;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::core::choices::Mark;
use crate::core::cx::{Cold, Cx, FORWARD, Innermost, Outer, SearchMode, Stop};
use crate::core::forest::{Forest, NodeKey, WayStep};
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::sketch::{Partial, Shape};

/// A generator as the macro writes it: a body whose results are numbered.
pub trait Program: Generator {
    /// What the language knows of it where it stands in the source.
    const SITE: &'static Site<'static>;

    /// Takes in its arguments.
    fn arguments(&self, arguments: &mut Arguments);

    /// The next result from a number on that looks like a value, or a number that is none.
    fn shown_from(value: &Self::Value, from: u32) -> u32;

    /// Runs toward one result, or [`FORWARD`].
    fn body(&self, cx: &mut Cx<'_>, focus: Focus<'_, Self::Value>, toward: u32) -> Result<Self::Value, Rejected>;

    /// The value as `Debug` writes it, where draws are tried and it has one.
    fn written(_value: &Self::Value) -> Option<String> {
        None
    }

    /// Compares what a run made with the focus, where draws are tried.
    fn compare(_cx: &mut Cx<'_>, _made: &Self::Value, _wanted: &Self::Value) -> Result<(), Rejected> {
        Ok(())
    }
}

/// What the language knows of a generator where it stands in the source.
pub struct Site<'a> {
    /// The name of the function.
    pub name: &'a str,
    /// The type of the generator.
    pub generator: fn() -> TypeId,
    /// The shapes of the expressions that can be its result.
    pub shapes: &'a [Shape],
    /// The literal that each result of a text generator begins with; empty for none.
    pub leads: &'a [&'a str],
    /// Whether it is the same wherever it is drawn: it has no arguments.
    pub is_plain: bool,
    /// Whether its value is the text that it reads, and nothing else.
    pub is_text: bool,
    /// Whether the results do not say where its draws are, so that runs are tried and what they make is compared.
    pub is_tried: bool,
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
pub(crate) trait Tries {
    /// The literal that a result begins with, where it is a text.
    fn lead(&self, _result: u32) -> &str {
        ""
    }

    /// What tells a rule that is made at run time from all others; 0 where its name does.
    fn identity(&self) -> usize {
        0
    }

    /// Takes in the arguments of the generator.
    fn arguments(&self, arguments: &mut Arguments);

    /// The next result from a number on that looks like the focus, or a number that is none.
    fn shown_from(&self, from: u32) -> u32;

    /// The focus as `Debug` writes it, if it can.
    fn written(&self) -> Option<String> {
        None
    }

    /// Runs toward a result and keeps what comes of it.
    fn attempt(&mut self, cx: &mut Cx<'_>, toward: u32) -> Result<(), Rejected>;
}

/// A focus without its type.
#[derive(Clone, Copy)]
pub(crate) enum ErasedFocus<'a> {
    Free,
    On(usize),
    Sketch(&'a Partial),
}

impl<'a> ErasedFocus<'a> {
    fn of<T>(focus: Focus<'a, T>) -> ErasedFocus<'a> {
        match focus {
            Focus::Free => ErasedFocus::Free,
            Focus::On(value) => ErasedFocus::On(value as *const T as usize),
            Focus::Sketch(partial) => ErasedFocus::Sketch(partial),
        }
    }
}

/// The run of a program.
pub(crate) struct ProgramRun<'r, P: Program> {
    pub(crate) program: &'r P,
    pub(crate) focus: Focus<'r, P::Value>,
    pub(crate) out: Option<P::Value>,
}

impl<P: Program> Tries for ProgramRun<'_, P> {
    fn lead(&self, result: u32) -> &str {
        P::SITE.leads.get(result as usize).copied().unwrap_or("")
    }

    fn arguments(&self, arguments: &mut Arguments) {
        self.program.arguments(arguments);
    }

    fn shown_from(&self, from: u32) -> u32 {
        match self.focus {
            Focus::On(value) => P::shown_from(value, from),
            _ => from,
        }
    }

    fn written(&self) -> Option<String> {
        match self.focus {
            Focus::On(value) => P::written(value),
            _ => None,
        }
    }

    fn attempt(&mut self, cx: &mut Cx<'_>, toward: u32) -> Result<(), Rejected> {
        match self.program.body(cx, self.focus, toward) {
            Ok(value) => {
                if let (Focus::On(wanted), true) = (self.focus, P::SITE.is_tried) {
                    P::compare(cx, &value, wanted)?;
                }
                self.out = Some(value);
                Ok(())
            }
            Err(rejected) => Err(rejected),
        }
    }
}

/// Runs a program on the cold path: forward, or toward the results that show the focus.
pub fn run<P: Program>(program: &P, cx: &mut Cx<'_>, focus: Focus<'_, P::Value>) -> Result<P::Value, Rejected> {
    let mut run = ProgramRun { program, focus, out: None };
    // No `?` and no `ok_or`: every generator has its own copy of this, and of what it calls.
    if cx.search(Candidates::at(P::SITE, &mut run), ErasedFocus::of(focus)).is_err() {
        return Err(Rejected);
    }
    match run.out {
        Some(value) => Ok(value),
        None => Err(Rejected),
    }
}

/// Numbered alternatives on a focus, where no generator has a name.
pub(crate) struct Numbered<'r, T> {
    pub(crate) focus: Focus<'r, T>,
    pub(crate) count: u32,
    pub(crate) shows: &'r dyn Fn(&T, u32) -> bool,
    pub(crate) body: &'r mut dyn FnMut(&mut Cx<'_>, u32) -> Result<T, Rejected>,
    pub(crate) out: Option<T>,
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
pub(crate) struct Candidates<'t> {
    pub(crate) site: Option<&'t Site<'t>>,
    pub(crate) results: u32,
    pub(crate) tries: &'t mut dyn Tries,
}

impl<'t> Candidates<'t> {
    pub(crate) fn at(site: &'t Site<'t>, tries: &'t mut dyn Tries) -> Candidates<'t> {
        Candidates { site: Some(site), results: site.shapes.len() as u32, tries }
    }

    /// Its site, if it has a name to be shown.
    #[inline]
    pub(crate) fn named(&self) -> Option<&'t Site<'t>> {
        self.site.filter(|site| !site.name.is_empty())
    }

    #[inline]
    fn is_tried(&self) -> bool {
        self.site.is_some_and(|site| site.is_tried)
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
        self.search(Candidates { site: None, results: run.count, tries: &mut run }, ErasedFocus::of(focus))?;
        run.out.ok_or(Rejected)
    }

    #[inline(never)]
    pub(crate) fn search(&mut self, attempts: Candidates<'_>, look: ErasedFocus<'_>) -> Result<(), Rejected> {
        if self.stack_is_low() {
            return self.search_elsewhere(attempts, look);
        }
        let Some(cold) = self.cold_mut() else { return attempts.tries.attempt(self, FORWARD) };
        match (look, cold.search) {
            (ErasedFocus::On(focus), _) if attempts.is_tried() => self.by_trying(attempts, focus),
            (ErasedFocus::On(focus), SearchMode::First | SearchMode::Complete) => self.first(attempts, focus),
            (ErasedFocus::On(focus), _) => self.search_known(attempts, focus),
            (ErasedFocus::Free, _) => self.forward(attempts),
            (ErasedFocus::Sketch(partial), _) => self.complete_known(attempts, partial),
        }
    }

    #[inline(never)]
    fn forward(&mut self, attempts: Candidates<'_>) -> Result<(), Rejected> {
        self.cold_mut().map_or(Ok(()), Cold::burn)?;
        self.group(|cx| attempts.tries.attempt(cx, FORWARD))
    }

    /// Searches on another stack.
    #[cold]
    fn search_elsewhere(&mut self, attempts: Candidates<'_>, look: ErasedFocus<'_>) -> Result<(), Rejected> {
        if self.is_too_deep() {
            return Err(self.too_deep());
        }
        let (mut attempts, mut result) = (Some(attempts), Err(Rejected));
        self.on_another_stack(&mut |cx| {
            result = attempts.take().map_or(Err(Rejected), |attempts| cx.search(attempts, look));
        });
        result
    }

    // What is called from here and from `search` is kept out of them: small, they run in half the time.
    fn first(&mut self, attempts: Candidates<'_>, focus: usize) -> Result<(), Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        cold.burn_one()?;
        let outer = cold.enter(&attempts, focus)?;
        let before = (cold.burnt, cold.wasted);
        let mark = cold.tape.as_mut().map(|tape| tape.open());
        let mut result = attempts.tries.shown_from(0);
        if result >= attempts.results {
            self.nothing_shown(&attempts);
        }
        let mut found = Err(Rejected);
        while result < attempts.results {
            found = attempts.tries.attempt(self, result);
            if found.is_ok() || !self.goes_on(&mark, before, 1_000) {
                break;
            }
            result = if result + 1 < attempts.results { attempts.tries.shown_from(result + 1) } else { u32::MAX };
        }
        if let Some(cold) = self.cold_mut() {
            if let (Some(tape), Some(mark)) = (&mut cold.tape, &mark) {
                if found.is_ok() { tape.close(mark) } else { tape.rewind(mark) }
            }
            cold.leave(outer);
        }
        found
    }

    #[cold]
    fn nothing_shown(&mut self, attempts: &Candidates<'_>) {
        self.reject(|| match attempts.site {
            Some(site) => format!("no result of `{}` looks like this", site.name),
            None => format!("it is none of the {} alternatives", attempts.results),
        });
    }

    /// Takes back an attempt that came to nothing, which began when so much fuel was burnt and wasted; says whether to
    /// make another.
    #[inline(never)]
    pub(crate) fn goes_on(&mut self, mark: &Option<Mark>, (burnt, wasted): (u64, u64), patience: u64) -> bool {
        let Some(cold) = self.cold_mut() else { return false };
        if let (Some(tape), Some(mark)) = (&mut cold.tape, mark) {
            tape.rewind(mark);
            tape.open();
        }
        // What was wasted inside of it is a part of that.
        cold.wasted = wasted + (cold.burnt - burnt);
        if cold.wasted > patience + cold.burnt / 2 && cold.search == SearchMode::First {
            cold.stop(Stop::NeedsForest);
        }
        cold.stop.is_none()
    }

    #[inline(never)]
    fn search_known(&mut self, attempts: Candidates<'_>, focus: usize) -> Result<(), Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        let search = cold.search;
        cold.burn()?;
        let outer = cold.enter(&attempts, focus)?;
        let result = match search {
            SearchMode::All => self.all(attempts, focus),
            _ => self.rebuild(attempts, focus),
        };
        if let Some(cold) = self.cold_mut() {
            cold.leave(outer);
        }
        result
    }

    fn all(&mut self, attempts: Candidates<'_>, focus: usize) -> Result<(), Rejected> {
        let key = self.key(&attempts, focus);
        let Some(forest) = self.forest() else { return Err(Rejected) };
        let (is_new, node) = forest.enter(key);
        if is_new {
            let mut next = attempts.shown_from(0);
            while let Some(result) = next {
                next = attempts.shown_from(result + 1);
                if let Some(forest) = self.forest() {
                    forest.begin();
                }
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
            self.rebuilding(|cx| cx.rebuild(attempts, focus))?;
        }
        self.end_node(node, is_new)
    }

    /// Makes a value once more whose ways are known and shared.
    pub(crate) fn rebuilding<R>(&mut self, rebuild: impl FnOnce(&mut Self) -> R) -> R {
        if let Some(cold) = self.cold_mut() {
            cold.search = SearchMode::Rebuild;
        }
        let result = rebuild(self);
        if let Some(cold) = self.cold_mut() {
            cold.search = SearchMode::All;
        }
        result
    }

    /// Says that all is known of a node, and makes it a step if it has a way.
    pub(crate) fn end_node(&mut self, node: usize, is_new: bool) -> Result<(), Rejected> {
        let Some(forest) = self.forest() else { return Err(Rejected) };
        forest.nodes[node].done |= is_new;
        if forest.nodes[node].is_hopeless() {
            return Err(Rejected);
        }
        forest.step(WayStep::Node(node));
        Ok(())
    }

    fn rebuild(&mut self, attempts: Candidates<'_>, focus: usize) -> Result<(), Rejected> {
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

    #[inline(never)]
    fn complete_known(&mut self, attempts: Candidates<'_>, partial: &Partial) -> Result<(), Rejected> {
        let Some(cold) = self.cold_mut() else { return Err(Rejected) };
        cold.burn()?;
        let outer = cold.enter(&attempts, partial as *const Partial as usize)?;
        let result = self.complete(attempts, partial);
        if let Some(cold) = self.cold_mut() {
            cold.leave(outer);
        }
        result
    }

    fn complete(&mut self, attempts: Candidates<'_>, partial: &Partial) -> Result<(), Rejected> {
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

    pub(crate) fn forest(&mut self) -> Option<&mut Forest> {
        self.cold_mut().and_then(|cold| cold.forest.as_deref_mut())
    }

    pub(crate) fn key(&mut self, attempts: &Candidates<'_>, focus: usize) -> Option<NodeKey> {
        let generator = (attempts.site?.generator)();
        let (size, room, epoch) = (self.size_unseen(), self.room(), self.cold_mut()?.epoch);
        Some(NodeKey { generator, arguments: Arguments::of(attempts.tries)?, focus, epoch, size, room })
    }
}

/// How deep runs on one focus may be nested. Beyond it arguments grow, or cannot be compared: there is no end in sight.
const NESTED: usize = 2_000;

impl Cold<'_> {
    /// Notes that a generator runs on a focus, unless there is a reason not to.
    #[inline]
    pub(crate) fn enter(&mut self, attempts: &Candidates<'_>, focus: usize) -> Result<Outer, Rejected> {
        let mut outer = Outer { innermost: self.circles.innermost, is_chained: false };
        if let Some(site) = attempts.site {
            // Temporaries of different epochs can share an address. That two of these numbers meet all the same is
            // too unlikely to matter, and would only make the search more careful.
            let focus = focus ^ (self.epoch as usize).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let inner = Innermost { focus, generator: Some(site.generator) };
            if outer.innermost.focus == focus {
                self.chain(inner, attempts)?;
                outer.is_chained = true;
            }
            self.circles.innermost = inner;
        }
        Ok(outer)
    }

    #[inline]
    pub(crate) fn leave(&mut self, outer: Outer) {
        self.circles.innermost = outer.innermost;
        if outer.is_chained {
            self.circles.chain.pop();
        }
    }

    /// A run inside another on the same focus. Arguments are only looked at where a generator meets itself, which is
    /// rare; and as those of the outermost run are not known any more, a circle is seen when it has been gone twice.
    #[cold]
    fn chain(&mut self, inner: Innermost, attempts: &Candidates<'_>) -> Result<(), Rejected> {
        let Some(generator) = inner.generator.map(|of_type| of_type()) else { return Ok(()) };
        let circles = &mut self.circles;
        let around = || circles.chain.iter().rev().take_while(|(link, _)| link.focus == inner.focus);
        let meets_itself = circles.innermost.is(generator) || around().any(|(link, _)| link.is(generator));
        let arguments = if meets_itself { Arguments::of(attempts.tries).map_or(0, |hash| hash as u64 | 1) } else { 0 };
        let went_round = arguments != 0 && around().any(|(link, hash)| *hash == arguments && link.is(generator));
        if around().count() >= NESTED {
            self.stop(Stop::OutOfFuel);
        } else if went_round && self.search == SearchMode::First {
            self.stop(Stop::NeedsForest);
        }
        // What can be completed at all can be completed without going round.
        if self.stop.is_some() || (went_round && self.search == SearchMode::Complete) {
            return Err(Rejected);
        }
        self.circles.chain.push((inner, arguments));
        Ok(())
    }
}

/// The identity of a generator's type, whatever it borrows.
pub fn of_type<G: ?Sized>() -> TypeId {
    typeid::of::<G>()
}
