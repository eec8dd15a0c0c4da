//! `Cx` answers every choice. The random answer is inlined; every other one goes through [`Cold`], which is written
//! once and is not generic, so that a generator costs little to compile.

mod answerer;
mod case;
mod circles;
mod cold;
mod drawing;
mod handled;
mod inside;
mod shortcuts;
mod weigher;

pub use answerer::Answerer;
pub(crate) use circles::{Circles, Innermost, Outer};
pub(crate) use cold::{ChoiceListener, Cold, SearchMode, Stop, Watched, Why};
pub(crate) use handled::{AnyHandler, Handled, Handling, Home, Layer};
pub use shortcuts::Shown;
pub(crate) use weigher::{NOTHING_WEIGHS, Weigher};

use crate::core::choice::{Ask, Choice, Made, Names};
pub(crate) use crate::core::choice::{Attempt, Attempts};
pub(crate) use crate::core::choices::DEFAULT_SIZE;
use crate::core::choices::Mark;
use crate::core::cursor::Port;
use crate::core::forest::{Rooted, WayStep};
use crate::core::generator::{Focus, Rejected};
use crate::core::journal::Journal;
use crate::core::mass::Mass;
use crate::core::rng::Rng;
use crate::core::stack;

/// Run forward: toward no result in particular.
pub const FORWARD: u32 = u32::MAX;

/// A random source for generators that make many values at once.
#[doc(hidden)]
pub struct Chance<'a>(pub(crate) &'a mut Rng);

/// The context that a generator runs in: it answers the choices and knows the size.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::{Cx, Rejected};
/// use mirrorcheck::choices::{Ask, Names};
///
/// struct Die;
/// impl Generator for Die {
///     type Value = u128;
///     fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, u128>) -> Result<u128, Rejected> {
///         Ok(cx.choose(&Ask::uniform(5, Names::Unnamed), None)? + 1)
///     }
/// }
/// assert!((1..=6).contains(&Die.sample(1)));
/// ```
pub struct Cx<'a> {
    /// The lowest address that the stack may reach; the greatest possible while `cold` is there, so that one
    /// comparison sends a run down the cold path for either reason.
    limit: usize,
    rng: Rng,
    size: u32,
    /// How much what is being made may still grow: the size at first, then what collections and recursive types
    /// leave to their parts. It changes how likely things are, never what is possible.
    room: u32,
    /// How many stacks are in use, and whether there were too many.
    stacks: u32,
    gave_up: bool,
    /// What is done with text, and the text that is being written.
    pub(crate) port: Port,
    pub(crate) out: String,
    /// What the case says about itself, where somebody listens.
    journal: Option<Box<Journal>>,
    /// Who handles effects.
    pub(crate) handled: Handled,
    cold: Option<Box<Cold<'a>>>,
}

impl<'a> Cx<'a> {
    pub(crate) fn random(rng: Rng, size: u32) -> Cx<'a> {
        let (port, out) = (Port::Off, String::new());
        Cx {
            limit: stack::limit(),
            rng,
            size,
            room: size,
            stacks: 0,
            gave_up: false,
            port,
            out,
            handled: Handled::NOT,
            journal: None,
            cold: None,
        }
    }

    /// The end of a run. Where nothing was put into it there is nothing to drop, and to look here costs less than the
    /// calls that would find out: a number is made in fewer instructions than they take.
    #[inline(always)]
    pub(crate) fn end(self) {
        if self.cold.is_none() && self.journal.is_none() && self.out.capacity() == 0 {
            std::mem::forget(self);
        }
    }

    pub(crate) fn cold(rng: Rng, size: u32, search: SearchMode) -> Cx<'a> {
        let cold = Cold::new(search);
        let (port, out) = (Port::Off, String::new());
        Cx {
            limit: usize::MAX,
            rng,
            size,
            room: size,
            stacks: 0,
            gave_up: false,
            port,
            out,
            journal: None,
            handled: Handled::NOT,
            cold: Some(Box::new(cold)),
        }
    }

    /// What an answerer answers, without anything being written down.
    pub(crate) fn answered(size: u32, answerer: &'a mut dyn Answerer) -> Cx<'a> {
        let mut cx = Cx::cold(Rng::new(0, 0), size, SearchMode::First);
        if let Some(cold) = cx.cold_mut() {
            cold.answerer = Some(answerer);
        }
        cx
    }

    /// Whether to go on upon another stack.
    #[inline]
    pub(crate) fn stack_is_low(&self) -> bool {
        stack::here() < self.cold.as_ref().map_or(self.limit, |cold| cold.limit)
    }

    #[cold]
    pub(crate) fn on_another_stack(&mut self, body: &mut dyn FnMut(&mut Cx<'_>)) {
        self.stacks += 1;
        let mut run = |cx: &mut Self, limit| {
            let outer = cx.set_limit(limit);
            body(cx);
            cx.set_limit(outer);
        };
        match self.cold_mut().map(|cold| cold.kept_stack.take()) {
            // Plain making comes here on its way down; a search can come here once for each value on the way.
            None => stack::grow(|limit| run(self, limit)),
            Some(kept) => {
                let mut kept = kept.unwrap_or_else(stack::Kept::new);
                self.keep_stack(kept.deeper.take());
                kept.run(&mut |limit| run(self, limit));
                kept.deeper = self.cold_mut().and_then(|cold| cold.kept_stack.take());
                self.keep_stack(Some(kept));
            }
        }
        self.stacks -= 1;
    }

    fn keep_stack(&mut self, kept: Option<Box<stack::Kept>>) {
        if let Some(cold) = self.cold_mut() {
            cold.kept_stack = kept;
        }
    }

    /// Allows fewer stacks than usual.
    pub(crate) fn may_use(&mut self, stacks: u32) {
        self.stacks = stack::MAX.saturating_sub(stacks);
    }

    pub(crate) fn is_too_deep(&self) -> bool {
        self.stacks >= stack::MAX
    }

    /// Whether a run was given up because it went too deep.
    pub(crate) fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// A generator that comes back to itself without end would use up all memory.
    #[cold]
    pub(crate) fn too_deep(&mut self) -> Rejected {
        self.gave_up = true;
        self.out_of_fuel();
        self.reject(|| "the generator recurses forever".to_owned())
    }

    fn set_limit(&mut self, limit: usize) -> usize {
        let place = match self.cold.as_deref_mut() {
            Some(cold) => &mut cold.limit,
            None => &mut self.limit,
        };
        std::mem::replace(place, limit)
    }

    #[inline]
    pub(crate) fn cold_mut(&mut self) -> Option<&mut Cold<'a>> {
        self.cold.as_deref_mut()
    }

    #[inline]
    pub(crate) fn is_cold(&self) -> bool {
        self.cold.is_some()
    }

    pub(crate) fn into_cold(self) -> Option<Box<Cold<'a>>> {
        self.cold
    }

    /// The size, for what says itself whether it asked for it, or for what is in range at every size.
    #[inline]
    pub(crate) fn size_unseen(&self) -> u32 {
        self.size
    }

    /// How much what is being made may still grow.
    #[inline]
    pub(crate) fn room(&self) -> u32 {
        self.room
    }

    /// Gives this much room; gives back how much there was.
    #[inline]
    pub(crate) fn set_room(&mut self, room: u32) -> u32 {
        std::mem::replace(&mut self.room, room)
    }

    /// Runs `body` with this much room.
    #[inline]
    pub(crate) fn with_room<R>(&mut self, room: u32, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.room, room);
        let result = body(self);
        self.room = outer;
        result
    }

    /// Returns the size of the run.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # struct Size; impl Generator for Size { type Value = u32;
    /// fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, u32>) -> Result<u32, Rejected> {
    ///     Ok(cx.size())
    /// }
    /// # }
    /// assert_eq!(Size.resize(7).sample(1), 7);
    /// ```
    #[inline]
    pub fn size(&mut self) -> u32 {
        if let Some(cold) = &mut self.cold {
            cold.size_was_read = true;
        }
        self.size
    }

    /// Runs `body` at a different size.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # struct Sizes; impl Generator for Sizes { type Value = (u32, u32);
    /// fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, (u32, u32)>) -> Result<(u32, u32), Rejected> {
    ///     Ok((cx.resized(7, |cx| cx.size()), cx.size()))
    /// }
    /// # }
    /// assert_eq!(Sizes.sample(1), (7, 100));
    /// ```
    #[inline]
    pub fn resized<R>(&mut self, size: u32, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = (self.size, self.room);
        (self.size, self.room) = (size, size);
        let result = body(self);
        (self.size, self.room) = outer;
        result
    }

    /// Where chance has come to.
    pub(crate) fn chance(&self) -> &Rng {
        &self.rng
    }

    /// Chance, whoever else answers.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.rng.below(bound)
    }

    /// Returns whether choices are made at random and nothing is recorded.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # struct Plain; impl Generator for Plain { type Value = bool;
    /// fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, bool>) -> Result<bool, Rejected> {
    ///     Ok(cx.is_plain())
    /// }
    /// # }
    /// assert!(Plain.sample(1));
    /// assert_eq!(Plain.replay(&Plain.randomness(1)), Ok(false));
    /// ```
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        stack::here() >= self.limit
    }

    #[inline(always)]
    pub(crate) fn plain_rng(&mut self) -> Option<&mut Rng> {
        if self.cold.is_none() { Some(&mut self.rng) } else { None }
    }

    /// Makes a whole value by chance, where chance alone decides and there is nothing to look at. Unless the run is plain,
    /// what is made has then to be looked at, so that its choices are known: it counts as made by them.
    #[inline]
    pub(crate) fn by_chance<T, R>(&mut self, focus: &Focus<'_, T>, make: impl FnOnce(&mut Rng) -> R) -> Option<R> {
        if !focus.is_free() {
            return None;
        }
        if let Some(cold) = &mut self.cold {
            let is_decided = |(choices, at): &(Vec<Choice>, usize)| *at == choices.len();
            let is_answered = cold.answerer.is_some() || cold.forest.is_some() || cold.guess.is_some();
            if is_answered || !cold.prefixes.iter().all(is_decided) {
                return None;
            }
            cold.decided_by_chance += 1;
        }
        Some(make(&mut self.rng))
    }

    /// Chooses among weighted alternatives. `shown` is the one that the focus shows.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    /// use mirrorcheck::choices::Names;
    ///
    /// # struct Coin; impl Generator for Coin { type Value = bool;
    /// fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, bool>) -> Result<bool, Rejected> {
    ///     let shown = match focus {
    ///         Focus::On(heads) => Some(usize::from(*heads)),
    ///         _ => None,
    ///     };
    ///     Ok(cx.pick(&[1, 3], Names::Literals(&["tails", "heads"]), shown)? == 1)
    /// }
    /// # } impl Reflective for Coin {}
    /// assert_eq!(Coin.probability(&true), 0.75);
    /// ```
    // Not copied into every generator of a debug build, where that would cost time to compile and save none to run.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pick(&mut self, weights: &[u64], names: Names<'_>, shown: Option<usize>) -> Result<usize, Rejected> {
        // Labels made at run time have to be looked at; those in the source are known to differ.
        if self.cold.is_some() || matches!(names, Names::Labels(_)) {
            return self.pick_cold(weights, names, shown);
        }
        let total = weights.iter().try_fold(0, |sum: u64, &weight| sum.checked_add(weight));
        let Some(total) = total else { return self.pick_cold(weights, names, shown) };
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

    #[inline(never)]
    fn pick_slowly(&mut self, weights: &[u64], names: Names<'_>, shown: Option<usize>) -> Result<usize, Rejected> {
        let Some(ask) = Ask::among(weights, names) else {
            return Err(self.reject(|| "there is nothing to choose from".to_owned()));
        };
        self.choose(&ask, shown.map(|i| i as u128)).map(|i| i as usize)
    }

    /// Makes one choice. `shown` is the alternative that the focus shows; without it, the answerer decides.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    /// use mirrorcheck::choices::{Ask, Names};
    ///
    /// # struct Digit; impl Generator for Digit { type Value = u128;
    /// fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, u128>) -> Result<u128, Rejected> {
    ///     let shown = match focus {
    ///         Focus::On(digit) => Some(*digit),
    ///         _ => None,
    ///     };
    ///     cx.choose(&Ask::uniform(9, Names::Unnamed), shown)
    /// }
    /// # } impl Reflective for Digit {}
    /// assert_eq!(Digit.probability(&7), 0.1);
    /// assert!(!Digit.contains(&10));
    /// ```
    #[inline(never)]
    pub fn choose(&mut self, ask: &Ask<'_>, shown: Option<u128>) -> Result<u128, Rejected> {
        if let Some(label) = ask.repeated_label() {
            return Err(self.reject(|| format!("two alternatives of one pick have the label {label:?}")));
        }
        if let Some(weigher) = self.cold.as_deref_mut().and_then(|cold| cold.weigher.take()) {
            return self.choose_weighed(weigher, ask, shown);
        }
        let Some(cold) = self.cold.as_deref_mut() else {
            return match shown {
                Some(index) if ask.allows(index) => Ok(index),
                Some(_) => Err(Rejected),
                None => Ok(ask.draw(&mut self.rng)),
            };
        };
        cold.burn()?;
        if !cold.prefixes.is_empty() {
            if let Some(answer) = self.made_beforehand(ask, shown) {
                return answer;
            }
        }
        let guessed = if shown.is_none() { self.guess_choice(ask).transpose()? } else { None };
        let Some(cold) = self.cold.as_deref_mut() else { return Err(Rejected) };
        let index = match (shown.or(guessed), &mut cold.answerer) {
            (Some(index), _) => index,
            (None, Some(answerer)) => answerer.answer(ask)?,
            (None, None) => {
                cold.decided_by_chance += 1;
                ask.draw(&mut self.rng)
            }
        };
        if !ask.allows(index) {
            return Err(self.reject(|| {
                if index <= ask.last() {
                    format!("{} has weight 0 here", ask.choice(index))
                } else {
                    format!("expected {ask}, not alternative {index}")
                }
            }));
        }
        if let Some(tape) = &mut cold.tape {
            tape.note(ask.made(index), ask.is_pick());
        } else if let (Some(forest), true) = (&mut cold.forest, cold.search != SearchMode::Rebuild) {
            forest.step(WayStep::Choice { made: ask.made(index), is_pick: ask.is_pick(), chance: ask.mass(index) });
        }
        Ok(index)
    }

    /// The answer to a choice that was made beforehand, which is not written down.
    #[cold]
    fn made_beforehand(&mut self, ask: &Ask<'_>, shown: Option<u128>) -> Option<Result<u128, Rejected>> {
        let prefixes = &mut self.cold_mut()?.prefixes;
        let (choices, at) = prefixes.iter_mut().rev().find(|(choices, at)| *at < choices.len())?;
        let choice = choices[*at].clone();
        *at += 1;
        Some(match ask.find(&choice) {
            Some(index) if shown.is_none_or(|shown| shown == index) => Ok(index),
            _ => Err(self.reject(|| format!("expected {ask}, not {}", choice.quoted()))),
        })
    }

    /// Creates a rejection with its reason, which is only computed on request.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # struct Nothing; impl Generator for Nothing { type Value = u8;
    /// fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, u8>) -> Result<u8, Rejected> {
    ///     Err(cx.reject(|| "the shelf is empty".to_owned()))
    /// }
    /// # }
    /// let error = Nothing.try_sample(1).unwrap_err();
    /// assert!(error.to_string().ends_with("the shelf is empty"));
    /// ```
    #[inline]
    pub fn reject(&mut self, reason: impl FnOnce() -> String) -> Rejected {
        if self.cold.is_some() {
            let mut reason = Some(reason);
            // No adapters: every reason has its own copy of this.
            self.explain(&mut || match reason.take() {
                Some(reason) => reason(),
                None => String::new(),
            });
        }
        Rejected
    }

    #[cold]
    fn explain(&mut self, reason: &mut dyn FnMut() -> String) {
        if let Some(cold) = self.cold.as_deref_mut() {
            cold.explain(reason);
        }
    }

    /// Creates a rejection because something did not terminate, which is different from a "no".
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, OutOfFuel, Rejected};
    ///
    /// # struct Endless; impl Generator for Endless { type Value = u8;
    /// fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, u8>) -> Result<u8, Rejected> {
    ///     if focus.is_free() { Ok(0) } else { Err(cx.out_of_fuel()) }
    /// }
    /// # } impl Reflective for Endless {}
    /// assert_eq!(Endless.try_contains(&0), Err(OutOfFuel));
    /// ```
    pub fn out_of_fuel(&mut self) -> Rejected {
        if let Some(cold) = self.cold.as_deref_mut() {
            cold.stop(Stop::OutOfFuel);
        }
        Rejected
    }

    /// Runs `body` as one group of choices.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # struct Point; impl Generator for Point { type Value = (i32, i32);
    /// fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, (i32, i32)>) -> Result<(i32, i32), Rejected> {
    ///     cx.group(|cx| Ok(((0..=0).run(cx, Focus::Free)?, (1..=1).run(cx, Focus::Free)?)))
    /// }
    /// # }
    /// assert_eq!((Point, Point).randomness(1).to_string(), "((0 1) (0 1))");
    /// ```
    #[inline]
    pub fn group<R>(&mut self, body: impl FnOnce(&mut Self) -> Result<R, Rejected>) -> Result<R, Rejected> {
        if self.cold.is_none() {
            return body(self);
        }
        let outer = self.open();
        let result = body(self)?;
        self.close(&outer);
        Ok(result)
    }

    /// Begins a group; gives where it begins, for when it ends.
    #[inline]
    pub(crate) fn open(&mut self) -> Mark {
        let Some(cold) = self.cold.as_deref_mut() else { return Mark::default() };
        if let Some(answerer) = &mut cold.answerer {
            answerer.open();
        }
        if let Some(tape) = &mut cold.tape {
            return tape.open();
        }
        if let (Some(forest), true) = (&mut cold.forest, cold.search != SearchMode::Rebuild) {
            forest.step(WayStep::Open);
        }
        Mark::default()
    }

    #[inline]
    pub(crate) fn close(&mut self, outer: &Mark) {
        let Some(cold) = self.cold.as_deref_mut() else { return };
        if let Some(answerer) = &mut cold.answerer {
            answerer.close();
        }
        if let Some(tape) = &mut cold.tape {
            tape.close(outer);
        } else if let (Some(forest), true) = (&mut cold.forest, cold.search != SearchMode::Rebuild) {
            forest.step(WayStep::Close);
        }
    }

    /// Asks whether to shrink here, and to which of `count` smaller values; see
    /// [`effects::shrink`](crate::effects::shrink).
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # #[derive(Clone)] struct Half; impl Generator for Half { type Value = u32;
    /// fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, u32>) -> Result<u32, Rejected> {
    ///     let mut n = (0..=1000).run(cx, Focus::Free)?;
    ///     while n > 0 && cx.shrink(1).is_some() {
    ///         n /= 2;
    ///     }
    ///     Ok(n)
    /// }
    /// # }
    /// assert!(Half.sample(1) <= 1000);
    /// ```
    #[inline]
    pub fn shrink(&mut self, count: usize) -> Option<usize> {
        if self.handled.is_handled() {
            return self.ask_handler(|handler| handler.shrink(count)).ok().flatten();
        }
        if count == 0 {
            // The question whether to shrink here at all; there is nothing to shrink to.
            if let Some(cold) = self.cold_mut() {
                cold.asked_to_shrink += 1;
            }
            return None;
        }
        let cold = self.cold.as_deref_mut()?;
        let chosen = cold.answerer.as_mut()?.shrink(count)?;
        if let Some(tape) = &mut cold.tape {
            tape.note(Made::read(Choice::Shrink(chosen as u32)), false);
        }
        Some(chosen).filter(|&chosen| chosen < count)
    }

    /// Whether it is of use to ask what to shrink to.
    #[inline]
    pub(crate) fn may_shrink(&self) -> bool {
        self.cold.as_ref().is_some_and(|cold| cold.answerer.is_some())
    }

    /// Runs `body` so that its choices are not shrunk.
    pub(crate) fn held<R>(&mut self, body: impl FnOnce(&mut Self) -> Result<R, Rejected>) -> Result<R, Rejected> {
        self.hold(true);
        let result = body(self);
        self.hold(false);
        result
    }

    pub(crate) fn hold(&mut self, held: bool) {
        if let Some(answerer) = self.cold_mut().and_then(|cold| cold.answerer.as_mut()) {
            answerer.hold(held);
        }
    }

    /// Whether it is asked how likely things are.
    pub(crate) fn is_weighing(&mut self) -> bool {
        self.cold_mut().is_some_and(|cold| cold.forest.is_some() && cold.search == SearchMode::All)
    }

    /// Says that what was made is so many times as likely as its choices, between two bounds.
    pub(crate) fn factor(&mut self, bounds: impl FnOnce() -> (Mass, Mass)) {
        if self.is_weighing() {
            if let Some(cold) = self.cold_mut() {
                cold.may_be_ambiguous = true;
            }
            if let Some(forest) = self.forest() {
                let (low, high) = bounds();
                forest.step(WayStep::Factor(low, high));
            }
        }
    }

    /// Runs `body` until `accept`, if the answerer may be asked again; otherwise once.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # struct Even; impl Generator for Even { type Value = i32;
    /// fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, i32>) -> Result<i32, Rejected> {
    ///     cx.retry(100, |cx| match (0..=99).run(cx, Focus::Free)? {
    ///         even if even % 2 == 0 => Ok(even),
    ///         _ => Err(Rejected),
    ///     })
    /// }
    /// # }
    /// assert_eq!(Even.sample(1) % 2, 0);
    /// ```
    pub fn retry<R>(
        &mut self,
        times: u32,
        mut body: impl FnMut(&mut Self) -> Result<R, Rejected>,
    ) -> Result<R, Rejected> {
        if !self.may_retry() {
            return body(self);
        }
        let mark = self.cold_mut().and_then(|cold| cold.begin_attempt());
        let length = self.out.len();
        for _ in 1..times {
            if let Ok(value) = body(self) {
                if let Some(cold) = self.cold_mut() {
                    cold.end_attempts();
                }
                return Ok(value);
            }
            self.out.truncate(length);
            if let Some(cold) = self.cold_mut() {
                if cold.stop.is_some() {
                    return Err(Rejected);
                }
                cold.undo_attempt(mark);
            }
        }
        let result = body(self);
        if let Some(cold) = self.cold_mut() {
            cold.end_attempts();
        }
        result
    }

    /// Returns whether the answerer may be asked again.
    pub(crate) fn may_retry(&self) -> bool {
        self.cold.as_deref().is_none_or(|cold| {
            cold.forest.is_none()
                && cold.guess.is_none()
                && cold.prefixes.iter().all(|(choices, at)| *at == choices.len())
                && cold.answerer.as_ref().is_none_or(|answerer| answerer.may_retry())
        })
    }

    /// Runs `body` on a focus that lives only as long as `body` runs.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected};
    ///
    /// # struct Negative; impl Generator for Negative { type Value = i32;
    /// fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, i32>) -> Result<i32, Rejected> {
    ///     let positive = match focus {
    ///         Focus::On(negative) => cx.on_temporary(|cx| (1..=9).run(cx, Focus::On(&-negative)))?,
    ///         _ => (1..=9).run(cx, Focus::Free)?,
    ///     };
    ///     Ok(-positive)
    /// }
    /// # } impl Reflective for Negative {}
    /// assert!(Negative.contains(&-7) && !Negative.contains(&7));
    /// ```
    pub fn on_temporary<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.cold_mut().map(|cold| {
            (cold.epochs, cold.may_be_ambiguous) = (cold.epochs + 1, true);
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
            let mut cx = Cx::cold(self.rng.clone(), self.size, SearchMode::First);
            if let Some(cold) = cx.cold_mut() {
                cold.limit = self.limit;
            }
            (cx.port, cx.out, cx.room) = (self.port, std::mem::take(&mut self.out), self.room);
            cx.handled = self.handled;
            let result = cx.with_prefix(prefix, body);
            (self.rng, self.out) = (cx.rng, cx.out);
            return result;
        };
        cold.prefixes.push((prefix.to_vec(), 0));
        let result = body(self);
        let used = self.cold_mut().and_then(|cold| cold.prefixes.pop());
        match (result, used) {
            (Ok(_), Some((choices, at))) if at < choices.len() => {
                Err(self.reject(|| format!("the value is complete, so the choice {} is left over", choices[at])))
            }
            (result, _) => result,
        }
    }

    /// Takes ways that are known for those of the run that is under way.
    #[inline]
    pub(crate) fn take_ways(&mut self, ways: Rooted, size: u32) {
        let Some(cold) = self.cold_mut().filter(|cold| cold.search != SearchMode::Rebuild) else { return };
        if let Some(tape) = &mut cold.tape {
            tape.splice(&ways.way(&[], size).0);
        } else if let Some(forest) = &mut cold.forest {
            forest.graft(ways);
        }
    }
}
