//! `Cx` answers every choice. The random answer is inlined; every other one goes through [`Cold`], which is written
//! once and is not generic, so that a generator costs little to compile.

use std::any::TypeId;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::choice::{Ask, Choice, Names};
use crate::choices::{Choices, Tape};
use crate::forest::{Forest, Key, Step};
use crate::generator::{Focus, Rejected};
use crate::rng::Rng;
use crate::sketch::Shape;
use crate::stack;

/// The size that interpretations run at unless told otherwise; a run of a property grows up to it.
pub const DEFAULT_SIZE: u32 = 100;

/// Run forward: toward no result in particular.
pub const FORWARD: u32 = u32::MAX;

/// Who answers the choices of a generator: implement it, and every generator has a new interpretation.
///
/// See [`Interpretations::interpret`](crate::Interpretations::interpret), which runs it.
pub trait Answerer {
    /// Chooses one of the alternatives. To answer with one that is not there is to reject.
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected>;

    /// Whether a generator that filters may ask all over again. Only where answers differ is that of use.
    fn may_retry(&self) -> bool {
        false
    }
}

/// What a generator runs in: it answers the choices and knows the size.
pub struct Cx<'a> {
    /// The lowest address that the stack may reach; the greatest possible while `cold` is there, so that one
    /// comparison sends a run down the cold path for either reason.
    limit: usize,
    rng: Rng,
    size: u32,
    cold: Option<Box<Cold<'a>>>,
}

/// Everything that plain random generation does without.
pub(crate) struct Cold<'a> {
    limit: usize,
    /// Answers what is free; without one, chance does.
    pub(crate) answerer: Option<&'a mut dyn Answerer>,
    pub(crate) search: Search,
    pub(crate) tape: Option<Tape>,
    pub(crate) forest: Option<Box<Forest>>,
    /// Choices that were made beforehand, innermost derivative last.
    prefixes: Vec<(Vec<Choice>, usize)>,
    /// How many more runs and choices there may be.
    pub(crate) fuel: u64,
    pub(crate) stop: Option<Stop>,
    pub(crate) size_was_read: bool,
    pub(crate) chance_had_a_say: bool,
    /// The runs that are under way on a focus, to see one come back to where it was.
    chain: Vec<Link>,
    /// Runs in all, and those in attempts that came to nothing.
    runs: u64,
    wasted: u64,
    epoch: u64,
    epochs: u64,
    pub(crate) why: Option<Why>,
}

/// How the results that a focus could have come from are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Search {
    /// The first that works, with its choices.
    First,
    /// All of them, into the forest.
    All,
    /// A value that is known to the forest, once more.
    Rebuild,
    /// For a sketch: any, at random, more than once.
    Complete,
}

/// Why a run was ended before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    OutOfFuel,
    /// The search for the first way wastes work or goes in circles: the forest does better.
    NeedsForest,
}

struct Link {
    focus: usize,
    generator: TypeId,
    arguments: Option<u128>,
}

/// Where a run got furthest before it was rejected. Found in two runs: the first looks how far it goes, the second
/// writes down what it says there, because writing it down at every step would take too long.
#[derive(Debug, Clone, Default)]
pub(crate) struct Why {
    pub(crate) depth: usize,
    pub(crate) second_run: bool,
    pub(crate) trail: Vec<String>,
    pub(crate) reason: Option<String>,
}

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

/// The parts of a run that are tried: which results show the focus, and an attempt at one of them.
struct Attempts<'t> {
    shows: &'t dyn Fn(u32) -> bool,
    attempt: &'t mut dyn FnMut(&mut Cx<'_>, u32) -> Result<(), Rejected>,
}

impl<'a> Cx<'a> {
    pub(crate) fn random(rng: Rng, size: u32) -> Cx<'a> {
        Cx { limit: stack::limit(), rng, size, cold: None }
    }

    pub(crate) fn cold(rng: Rng, size: u32, search: Search) -> Cx<'a> {
        let cold = Cold {
            limit: stack::limit(),
            answerer: None,
            search,
            tape: None,
            forest: None,
            prefixes: Vec::new(),
            fuel: u64::MAX,
            stop: None,
            size_was_read: false,
            chance_had_a_say: false,
            chain: Vec::new(),
            runs: 0,
            wasted: 0,
            epoch: 0,
            epochs: 0,
            why: None,
        };
        Cx { limit: usize::MAX, rng, size, cold: Some(Box::new(cold)) }
    }

    pub(crate) fn cold_mut(&mut self) -> Option<&mut Cold<'a>> {
        self.cold.as_deref_mut()
    }

    pub(crate) fn into_cold(self) -> Option<Box<Cold<'a>>> {
        self.cold
    }

    /// The size, for a run of its own that says itself whether it asked for it.
    pub(crate) fn size_for_another(&self) -> u32 {
        self.size
    }

    /// The size of the run.
    #[inline]
    pub fn size(&mut self) -> u32 {
        if let Some(cold) = &mut self.cold {
            cold.size_was_read = true;
        }
        self.size
    }

    /// Runs `body` at another size.
    #[inline]
    pub fn resized<R>(&mut self, size: u32, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.size, size);
        let result = body(self);
        self.size = outer;
        result
    }

    /// Whether choices are made at random and nothing is recorded.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        stack::here() >= self.limit
    }

    #[inline(always)]
    pub(crate) fn plain_rng(&mut self) -> Option<&mut Rng> {
        if self.cold.is_none() { Some(&mut self.rng) } else { None }
    }

    /// A choice among weighted alternatives. `shown` is the one that the focus shows.
    #[inline(always)]
    pub fn pick(&mut self, weights: &[u64], names: Names<'_>, shown: Option<usize>) -> Result<usize, Rejected> {
        if self.cold.is_some() {
            return self.pick_cold(weights, names, shown);
        }
        let total: u64 = weights.iter().sum();
        if total == 0 {
            return Err(Rejected);
        }
        let mut left = self.rng.below(total);
        for (i, &weight) in weights.iter().enumerate() {
            if left < weight {
                return Ok(i);
            }
            left -= weight;
        }
        Err(Rejected)
    }

    #[cold]
    fn pick_cold(&mut self, weights: &[u64], names: Names<'_>, shown: Option<usize>) -> Result<usize, Rejected> {
        let Some(ask) = Ask::among(weights, names) else {
            return Err(self.reject(|| "there is nothing to choose from".to_owned()));
        };
        self.choose(&ask, shown.map(|i| i as u128)).map(|i| i as usize)
    }

    /// One choice. `shown` is the alternative that the focus shows; without it, whoever answers is asked.
    #[cold]
    pub fn choose(&mut self, ask: &Ask<'_>, shown: Option<u128>) -> Result<u128, Rejected> {
        if let Some(label) = ask.repeated_label() {
            return Err(self.reject(|| format!("the label {label:?} stands twice in one pick")));
        }
        let Some(cold) = self.cold.as_deref_mut() else {
            return match shown {
                Some(index) if ask.allows(index) => Ok(index),
                Some(_) => Err(Rejected),
                None => Ok(chance(&mut self.rng, ask)),
            };
        };
        cold.burn()?;
        if let Some((choices, at)) = cold.prefixes.iter_mut().rev().find(|(choices, at)| *at < choices.len()) {
            // Made beforehand, so it is not written down.
            let choice = choices[*at].clone();
            *at += 1;
            return match ask.find(&choice) {
                Some(index) if shown.is_none_or(|shown| shown == index) => Ok(index),
                _ => Err(self.reject(|| format!("{choice} is none of {ask}"))),
            };
        }
        let index = match (shown, &mut cold.answerer) {
            (Some(index), _) => index,
            (None, Some(answerer)) => answerer.answer(ask)?,
            (None, None) => {
                cold.chance_had_a_say = true;
                chance(&mut self.rng, ask)
            }
        };
        if !ask.allows(index) {
            return Err(self.reject(|| format!("alternative {index} is none of {ask}")));
        }
        if cold.search != Search::Rebuild {
            if let Some(tape) = &mut cold.tape {
                tape.note(ask.made(index), ask.is_pick());
            }
            if let Some(forest) = &mut cold.forest {
                forest.step(Step::Choice { made: ask.made(index), is_pick: ask.is_pick(), chance: ask.chance(index) });
            }
        }
        Ok(index)
    }

    /// A rejection with its reason, for when somebody asks why.
    #[inline]
    pub fn reject(&mut self, reason: impl FnOnce() -> String) -> Rejected {
        if let Some(cold) = self.cold.as_deref_mut() {
            cold.explain(reason);
        }
        Rejected
    }

    /// A rejection because something did not come to an end, which is not the same as a "no".
    pub fn out_of_fuel(&mut self) -> Rejected {
        if let Some(cold) = self.cold.as_deref_mut() {
            cold.stop.get_or_insert(Stop::OutOfFuel);
        }
        Rejected
    }

    /// Runs `body` as one group of choices.
    #[inline]
    pub fn group<R>(&mut self, body: impl FnOnce(&mut Self) -> Result<R, Rejected>) -> Result<R, Rejected> {
        if self.cold.is_none() {
            return body(self);
        }
        self.open();
        let result = body(self)?;
        self.close();
        Ok(result)
    }

    #[cold]
    pub(crate) fn open(&mut self) {
        if let Some(cold) = self.cold.as_deref_mut().filter(|cold| cold.search != Search::Rebuild) {
            cold.tape.iter_mut().for_each(Tape::open);
            cold.forest.iter_mut().for_each(|forest| forest.step(Step::Open));
        }
    }

    #[cold]
    pub(crate) fn close(&mut self) {
        if let Some(cold) = self.cold.as_deref_mut().filter(|cold| cold.search != Search::Rebuild) {
            cold.tape.iter_mut().for_each(Tape::close);
            cold.forest.iter_mut().for_each(|forest| forest.step(Step::Close));
        }
    }

    /// Runs `body` until `accept`, if whoever answers may be asked again; otherwise once.
    pub fn retry<R>(
        &mut self,
        times: u32,
        mut body: impl FnMut(&mut Self) -> Result<R, Rejected>,
    ) -> Result<R, Rejected> {
        let may_retry = match self.cold.as_deref_mut() {
            None => true,
            Some(cold) => {
                cold.forest.is_none()
                    && cold.prefixes.iter().all(|(choices, at)| *at == choices.len())
                    && cold.answerer.as_ref().is_none_or(|answerer| answerer.may_retry())
            }
        };
        let mark = self.cold_mut().and_then(|cold| cold.tape.as_ref().map(Tape::len));
        for _ in 1..if may_retry { times } else { 1 } {
            if let Ok(value) = body(self) {
                return Ok(value);
            }
            if let Some(cold) = self.cold_mut() {
                if cold.stop.is_some() {
                    return Err(Rejected);
                }
                if let (Some(tape), Some(mark)) = (&mut cold.tape, mark) {
                    tape.truncate(mark);
                }
            }
        }
        body(self)
    }

    /// Runs `body` on a focus that lives no longer than it does.
    pub fn on_temporary<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.cold_mut().map(|cold| {
            cold.epochs += 1;
            std::mem::replace(&mut cold.epoch, cold.epochs)
        });
        let result = body(self);
        if let (Some(cold), Some(outer)) = (self.cold_mut(), outer) {
            cold.epoch = outer;
        }
        result
    }

    /// Runs `body` with its first choices made beforehand; it must use them all.
    pub(crate) fn with_prefix<R>(
        &mut self,
        prefix: &[Choice],
        body: impl FnOnce(&mut Cx<'_>) -> Result<R, Rejected>,
    ) -> Result<R, Rejected> {
        let Some(cold) = self.cold.as_deref_mut() else {
            // At random so far: the same source goes on, in a run that can look things up.
            let mut cx = Cx::cold(self.rng.clone(), self.size, Search::First);
            if let Some(cold) = cx.cold_mut() {
                cold.limit = self.limit;
            }
            let result = cx.with_prefix(prefix, body);
            self.rng = cx.rng;
            return result;
        };
        cold.prefixes.push((prefix.to_vec(), 0));
        let result = body(self);
        let used = self.cold_mut().and_then(|cold| cold.prefixes.pop());
        match (result, used) {
            (Ok(_), Some((choices, at))) if at < choices.len() => {
                Err(self.reject(|| format!("nothing is left to choose, so not {}", choices[at])))
            }
            (result, _) => result,
        }
    }

    /// The cold path of a run: on a focus, tries the results that show it; records; and goes on upon another stack
    /// where this one ends.
    #[inline(never)]
    pub fn run_at<T>(
        &mut self,
        site: &Site<'_>,
        focus: Focus<'_, T>,
        shows: &dyn Fn(&T, u32) -> bool,
        body: &mut dyn FnMut(&mut Cx<'_>, u32) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        let mut out = None;
        let results = site.shapes.len() as u32;
        let shows = |result| match focus {
            Focus::Free => true,
            Focus::On(value) => shows(value, result),
            Focus::Sketch(partial) => partial.fits(&site.shapes[result as usize]),
        };
        let mut attempt = |cx: &mut Cx<'_>, result| {
            out = Some(body(cx, result)?);
            Ok(())
        };
        let tries = Attempts { shows: &shows, attempt: &mut attempt };
        self.settle(Some(site), address(&focus), matches!(focus, Focus::Sketch(_)), results, tries)?;
        out.ok_or(Rejected)
    }

    /// Tries numbered alternatives on a focus: one by one until one works, or all, as the interpretation wants.
    pub(crate) fn alternatives<T>(
        &mut self,
        focus: Focus<'_, T>,
        count: usize,
        shows: &dyn Fn(&T, u32) -> bool,
        body: &mut dyn FnMut(&mut Cx<'_>, u32) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        let mut out = None;
        let shows = |result| match focus {
            Focus::On(value) => shows(value, result),
            _ => true,
        };
        let mut attempt = |cx: &mut Cx<'_>, result| {
            out = Some(body(cx, result)?);
            Ok(())
        };
        let tries = Attempts { shows: &shows, attempt: &mut attempt };
        self.settle(None, address(&focus), matches!(focus, Focus::Sketch(_)), count as u32, tries)?;
        out.ok_or(Rejected)
    }

    #[inline(never)]
    fn settle(
        &mut self,
        site: Option<&Site<'_>>,
        focus: Option<usize>,
        is_sketch: bool,
        results: u32,
        tries: Attempts<'_>,
    ) -> Result<(), Rejected> {
        let real_limit = self.cold_mut().map(|cold| cold.limit).unwrap_or(self.limit);
        if stack::here() < real_limit {
            return stack::grow(|limit| {
                let outer = self.set_limit(limit);
                let result = self.settle(site, focus, is_sketch, results, tries);
                self.set_limit(outer);
                result
            });
        }
        let Some(cold) = self.cold.as_deref_mut() else { return (tries.attempt)(self, FORWARD) };
        cold.burn()?;
        match focus {
            None if !is_sketch => self.forward(tries),
            None => self.complete(results, tries),
            Some(focus) => {
                let looped = site.is_some_and(|site| cold.link(site, focus)) && cold.search != Search::All;
                if looped && cold.search == Search::First {
                    cold.stop = Some(Stop::NeedsForest);
                }
                let search = cold.search;
                let result = match search {
                    _ if cold.stop.is_some() => Err(Rejected),
                    // What can be made at all can be made without going round.
                    Search::Complete if looped => Err(Rejected),
                    Search::First | Search::Complete => self.first(site, results, tries),
                    Search::All => self.all(site, focus, results, tries),
                    Search::Rebuild => self.rebuild(site, focus, results, tries),
                };
                if let (Some(cold), true) = (self.cold_mut(), site.is_some()) {
                    cold.chain.pop();
                }
                result
            }
        }
    }

    fn set_limit(&mut self, limit: usize) -> usize {
        let place = match self.cold.as_deref_mut() {
            Some(cold) => &mut cold.limit,
            None => &mut self.limit,
        };
        std::mem::replace(place, limit)
    }

    fn forward(&mut self, tries: Attempts<'_>) -> Result<(), Rejected> {
        self.group(|cx| (tries.attempt)(cx, FORWARD))
    }

    fn first(&mut self, site: Option<&Site<'_>>, results: u32, tries: Attempts<'_>) -> Result<(), Rejected> {
        let mark = self.cold_mut().and_then(|cold| cold.tape.as_ref().map(Tape::len));
        let mut shown = false;
        for result in (0..results).filter(|&r| (tries.shows)(r)) {
            shown = true;
            let before = self.cold_mut().map_or(0, |cold| cold.runs);
            if self.group(|cx| (tries.attempt)(cx, result)).is_ok() {
                return Ok(());
            }
            let Some(cold) = self.cold_mut() else { continue };
            if let (Some(tape), Some(mark)) = (&mut cold.tape, mark) {
                tape.truncate(mark);
            }
            cold.wasted += cold.runs - before;
            if cold.wasted > 1_000 + cold.runs / 2 && cold.search == Search::First {
                cold.stop.get_or_insert(Stop::NeedsForest);
            }
            if cold.stop.is_some() {
                return Err(Rejected);
            }
        }
        Err(match site {
            Some(site) if !shown => self.reject(|| format!("no result of `{}` looks like this", site.name)),
            _ => Rejected,
        })
    }

    fn all(
        &mut self,
        site: Option<&Site<'_>>,
        focus: usize,
        results: u32,
        tries: Attempts<'_>,
    ) -> Result<(), Rejected> {
        let key = self.key(site, focus);
        let Some(forest) = self.forest() else { return Err(Rejected) };
        let (is_new, node) = forest.enter(key);
        if !is_new {
            let known = &forest.nodes[node];
            if known.done && known.ways.is_empty() {
                return Err(Rejected);
            }
            // Seen before: the ways are shared, only the value is needed once more.
            if let Some(cold) = self.cold_mut() {
                cold.search = Search::Rebuild;
            }
            let result = self.rebuild(site, focus, results, tries);
            if let Some(cold) = self.cold_mut() {
                cold.search = Search::All;
            }
            result?;
        } else {
            let mut found = false;
            for result in (0..results).filter(|&r| (tries.shows)(r)) {
                self.forest().into_iter().for_each(Forest::begin);
                let made = (tries.attempt)(self, result);
                if self.cold_mut().is_some_and(|cold| cold.stop.is_some()) {
                    return Err(Rejected);
                }
                let Some(forest) = self.forest() else { break };
                let steps = forest.end();
                if made.is_ok() {
                    forest.keep(node, result, steps);
                    found = true;
                }
            }
            if let Some(forest) = self.forest() {
                forest.nodes[node].done = true;
            }
            if !found {
                return Err(Rejected);
            }
        }
        if let Some(forest) = self.forest() {
            forest.step(Step::Node(node));
        }
        Ok(())
    }

    fn rebuild(
        &mut self,
        site: Option<&Site<'_>>,
        focus: usize,
        results: u32,
        tries: Attempts<'_>,
    ) -> Result<(), Rejected> {
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
        for toward in (0..results).filter(|&r| (tries.shows)(r)) {
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

    fn complete(&mut self, results: u32, tries: Attempts<'_>) -> Result<(), Rejected> {
        let mut open: Vec<u32> = (0..results).filter(|&r| (tries.shows)(r)).collect();
        // What is made at random may clash with what is fixed further on; a few more tries near the clash are
        // cheaper than starting all over.
        for _ in 0..4 {
            for i in (1..open.len()).rev() {
                open.swap(i, self.rng.below(i as u64 + 1) as usize);
            }
            for &result in &open {
                if (tries.attempt)(self, result).is_ok() {
                    return Ok(());
                }
                if self.cold_mut().is_some_and(|cold| cold.stop.is_some()) {
                    return Err(Rejected);
                }
            }
        }
        Err(Rejected)
    }

    /// Takes ways that are known one by one for the ways of the run that is under way.
    pub(crate) fn spell_out(&mut self, mut ways: impl Iterator<Item = (Choices, Vec<f64>)>) -> Result<(), Rejected> {
        let Some(first) = ways.next() else { return Err(Rejected) };
        let Some(cold) = self.cold_mut().filter(|cold| cold.search != Search::Rebuild) else { return Ok(()) };
        if let Some(tape) = &mut cold.tape {
            tape.splice(&first.0);
        }
        if let Some(forest) = &mut cold.forest {
            forest.spell_out(std::iter::once(first).chain(ways));
        }
        Ok(())
    }

    fn forest(&mut self) -> Option<&mut Forest> {
        self.cold_mut().and_then(|cold| cold.forest.as_deref_mut())
    }

    fn key(&mut self, site: Option<&Site<'_>>, focus: usize) -> Option<Key> {
        let site = site?;
        let (size, epoch) = (self.size, self.cold_mut()?.epoch);
        Some(Key { generator: (site.generator)(), arguments: site.arguments()?, focus, epoch, size })
    }
}

impl Cold<'_> {
    pub(crate) fn burn(&mut self) -> Result<(), Rejected> {
        self.runs += 1;
        match self.fuel.checked_sub(1) {
            Some(fuel) => self.fuel = fuel,
            None => self.stop = self.stop.or(Some(Stop::OutOfFuel)),
        }
        if self.stop.is_some() { Err(Rejected) } else { Ok(()) }
    }

    fn explain(&mut self, reason: impl FnOnce() -> String) {
        let (Some(why), Some(tape)) = (&mut self.why, &self.tape) else { return };
        if !why.second_run {
            why.depth = why.depth.max(tape.len());
        } else if tape.len() == why.depth && why.reason.is_none() {
            why.trail = tape.trail();
            why.reason = Some(reason());
        }
    }

    /// Notes that a generator runs on a focus, and says whether the same one already does.
    fn link(&mut self, site: &Site<'_>, focus: usize) -> bool {
        let generator = (site.generator)();
        let same_focus = self.chain.iter().rev().take_while(|link| link.focus == focus);
        // Arguments are only looked at where a generator meets itself on one focus, which is rare.
        let mut met = 0;
        let mut arguments = None;
        let mut looped = false;
        for link in same_focus {
            met += 1;
            if link.generator == generator {
                arguments = arguments.or_else(|| site.arguments());
                looped |= arguments.is_some() && link.arguments == arguments;
            }
        }
        if met > 10_000 {
            // Its arguments grow, or cannot be compared: there is no end in sight.
            self.stop = Some(Stop::OutOfFuel);
        }
        self.chain.push(Link { focus, generator, arguments });
        looped
    }
}

fn address<T>(focus: &Focus<'_, T>) -> Option<usize> {
    match focus {
        Focus::On(value) => Some(std::ptr::from_ref::<T>(value) as usize),
        Focus::Free | Focus::Sketch(_) => None,
    }
}

/// A random answer with the probabilities that [`Ask::chance`] states.
pub(crate) fn chance(rng: &mut Rng, ask: &Ask<'_>) -> u128 {
    if !ask.is_pick() {
        return rng.up_to(ask.last());
    }
    let total: u64 = (0..=ask.last()).map(|i| ask.weight(i)).sum();
    let mut left = rng.below(total.max(1));
    for index in 0..ask.last() {
        if left < ask.weight(index) {
            return index;
        }
        left -= ask.weight(index);
    }
    ask.last()
}
