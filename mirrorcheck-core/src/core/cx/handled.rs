//! Effects that are handled: a program in direct style installs handlers, and what is asked in their scope goes to the
//! innermost one first, which is run as if in the place where it was installed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::Location;
use std::ptr::NonNull;

use super::{Answerer, Attempt, Attempts, Cx};
use crate::core::choice::Ask;
use crate::core::choices::Mark;
use crate::core::cursor::Port;
use crate::core::direct::{self, Group};
use crate::core::generator::Rejected;
use crate::core::journal::{Said, StatKind};

/// A handler of effects, whatever its type.
pub(crate) trait AnyHandler {
    fn next(&mut self, w0: u64, w1: u64) -> bool;
    fn discard(&mut self);
    fn size(&mut self) -> u32;
    fn label(&mut self, text: &str);
    fn shrink(&mut self, count: usize) -> Option<usize>;
    fn group(&mut self) -> Group;
}

/// Who handles the effects of a run.
#[derive(Clone, Copy)]
pub(crate) struct Handled {
    /// The innermost handler.
    layer: Option<NonNull<Layer>>,
    /// Whether it was installed right here, not around a generator that is being drawn from.
    is_here: bool,
}

/// A handler that is installed.
pub(crate) struct Layer {
    /// Lives for as long as the layer does, and is used by nobody while it runs.
    pub(crate) handler: NonNull<dyn AnyHandler>,
    pub(crate) home: Home,
}

/// Where a handler was installed.
#[derive(Clone, Copy)]
pub(crate) enum Home {
    /// In the same run, at this size and with so much room.
    Same { handled: Handled, size: u32, room: u32 },
    /// In the run around this one, which asks that one for every choice.
    Around(NonNull<Cx<'static>>),
}

impl Handled {
    pub(crate) const NOT: Handled = Handled { layer: None, is_here: false };

    /// By a layer that outlives the scope.
    #[inline]
    pub(crate) fn by(layer: NonNull<Layer>) -> Handled {
        Handled { layer: Some(layer), is_here: true }
    }

    #[inline]
    pub(crate) fn is_handled(self) -> bool {
        self.layer.is_some()
    }

    /// Whether draws and rejections are the handler's business.
    #[inline]
    pub(crate) fn is_here(self) -> bool {
        self.is_here
    }

    /// Returns the handling that applies inside a generator being drawn from.
    #[inline]
    pub(crate) fn inside(self) -> Handled {
        Handled { is_here: false, ..self }
    }

    fn layer(self) -> Option<&'static Layer> {
        // SAFETY: a layer is installed by `effects::with` for as long as it lives there, and it is never written to.
        self.layer.map(|layer| unsafe { layer.as_ref() })
    }

    /// The run around this one, if there is one.
    pub(super) fn around(self) -> Option<NonNull<Cx<'static>>> {
        match self.layer()?.home {
            Home::Same { handled, .. } => handled.around(),
            Home::Around(cx) => Some(cx),
        }
    }
}

impl Cx<'_> {
    /// Puts an effect to the innermost handler, which there is. It runs as if in the place where it was installed: so
    /// what it asks goes to the handlers around it, and to the run as it was there.
    #[cold]
    pub(crate) fn ask_handler<R>(&mut self, ask: impl FnOnce(&mut dyn AnyHandler) -> R) -> Result<R, Rejected> {
        let Some(layer) = self.handled.layer() else { return Err(Rejected) };
        let mut handler = layer.handler;
        // SAFETY: a handler runs only here and in `Handling`, and while it does, its scope cannot be reached.
        let ask = move || ask(unsafe { handler.as_mut() });
        match layer.home {
            Home::Around(cx) => direct::lend(cx.as_ptr(), ask),
            Home::Same { handled, size, room } => {
                let mut at_home = AtHome::new(self, (handled, size, room, Port::Off, String::new()));
                direct::lend(at_home.cx(), ask)
            }
        }
    }

    /// What is asked before a draw where a handler was installed: its size, and whether to shrink it. Gives whether not
    /// to.
    #[cold]
    pub(crate) fn ask_before_draw(&mut self) -> Result<bool, Rejected> {
        let size = self.ask_handler(|handler| handler.size())?;
        let (outer_size, outer_room) = match self.handled.layer().map(|layer| layer.home) {
            Some(Home::Same { size, room, .. }) => (size, room),
            // SAFETY: the run around this one waits for it.
            Some(Home::Around(cx)) => unsafe { (cx.as_ref().size, cx.as_ref().room) },
            None => (self.size, self.room),
        };
        // At the same size, there is no more room than there was.
        (self.size, self.room) = (size, if size == outer_size { outer_room } else { size });
        if !self.is_shrinking() {
            return Ok(false);
        }
        let before = self.asked_to_shrink();
        self.ask_handler(|handler| handler.shrink(0))?;
        Ok(self.asked_to_shrink() == before)
    }

    /// Reports a label: what statistics of a property are made of. See [`effects::label`](crate::effects::label).
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::{Cx, Rejected, effects};
    ///
    /// # struct Digit; impl Generator for Digit { type Value = i32;
    /// fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, i32>) -> Result<i32, Rejected> {
    ///     let digit = (0..=9).run(cx, Focus::Free)?;
    ///     cx.label(if digit < 5 { "low" } else { "high" });
    ///     Ok(digit)
    /// }
    /// # }
    /// let labels = from_fn(|| {
    ///     let mut labels = Vec::new();
    ///     effects::with(effects::on_label(|text| labels.push(text.to_owned())), || draw(Digit));
    ///     labels
    /// });
    /// assert_eq!(labels.sample(1).len(), 1);
    /// ```
    pub fn label(&mut self, text: &str) {
        if self.handled.is_handled() {
            // That a handler rejects is nothing that what it handles can know.
            let _ = self.ask_handler(|handler| handler.label(text));
        } else {
            self.say(StatKind::Label, text, Said::Holds(true));
        }
    }

    /// Runs a draw that stands at a place in the program, so that whoever replays it finds it again.
    #[inline]
    pub(crate) fn at_site<R>(&mut self, place: &Location<'_>, body: impl FnOnce(&mut Self) -> R) -> R {
        if self.cold.is_none() {
            return body(self);
        }
        self.tell_site(site_of(place));
        let result = body(self);
        self.tell_site(0);
        self.tell();
        result
    }

    pub(crate) fn tell_site(&mut self, site: u32) {
        if let Some(answerer) = self.cold_mut().and_then(|cold| cold.answerer.as_mut()) {
            answerer.site(site);
        }
    }

    /// Whether a failure is being shrunk.
    pub(crate) fn is_shrinking(&self) -> bool {
        let answerer = self.cold.as_deref().and_then(|cold| cold.answerer.as_deref());
        answerer.is_some_and(|answerer| answerer.is_shrinking())
    }

    /// How often it was asked whether to shrink at all, of whoever knows.
    fn asked_to_shrink(&self) -> u64 {
        match self.handled.around() {
            // SAFETY: the run around this one waits for it.
            Some(cx) => unsafe { cx.as_ref().asked_to_shrink() },
            None => self.cold.as_deref().map_or(0, |cold| cold.asked_to_shrink),
        }
    }

    /// A run inside of this one that asks it for every choice.
    #[inline]
    pub(crate) fn inside<'h>(&self, handling: &'h mut Handling) -> Cx<'h> {
        let mut inner = Cx::answered(self.size, handling);
        (inner.room, inner.stacks) = (self.room, self.stacks);
        inner
    }

    /// Ends the scope of a handler.
    #[inline]
    pub(crate) fn restore(&mut self, handled: Handled, size: u32, room: u32) {
        (self.handled, self.size, self.room) = (handled, size, room);
    }

    /// Takes over what a run inside of this one found out.
    #[inline]
    pub(crate) fn learn_from(&mut self, inner: &mut Cx<'_>) {
        let gave_up = inner.gave_up;
        let (stop, size_was_read) = inner.cold_mut().map_or((None, false), |cold| (cold.stop, cold.size_was_read));
        self.learn(gave_up, stop, size_was_read);
    }

    /// The run that a group was opened in, if it is this one or around it.
    pub(crate) fn find(cx: NonNull<Cx<'static>>, home: *const Cx<'static>) -> Option<NonNull<Cx<'static>>> {
        if cx.as_ptr().cast_const() == home {
            return Some(cx);
        }
        // SAFETY: this run is lent, and those around it wait for it.
        let around = unsafe { cx.as_ref() }.handled.around()?;
        Cx::find(around, home)
    }
}

/// A number for a place in a program: neither nothing nor anything.
pub(crate) fn site_of(place: &Location<'_>) -> u32 {
    let mut hasher = DefaultHasher::new();
    (place.file(), place.line(), place.column()).hash(&mut hasher);
    (hasher.finish() as u32).clamp(1, u32::MAX - 1)
}

type State = (Handled, u32, u32, Port, String);

/// A run that is as it was where a handler was installed, until this is dropped.
struct AtHome<'c, 'a> {
    cx: &'c mut Cx<'a>,
    inside: State,
}

impl<'c, 'a> AtHome<'c, 'a> {
    fn new(cx: &'c mut Cx<'a>, home: State) -> AtHome<'c, 'a> {
        let mut at_home = AtHome { cx, inside: home };
        at_home.swap();
        at_home
    }

    fn cx(&mut self) -> *mut Cx<'static> {
        std::ptr::from_mut(self.cx).cast()
    }

    fn swap(&mut self) {
        let (cx, (handled, size, room, port, out)) = (&mut *self.cx, &mut self.inside);
        std::mem::swap(&mut cx.handled, handled);
        std::mem::swap(&mut cx.size, size);
        std::mem::swap(&mut cx.room, room);
        std::mem::swap(&mut cx.port, port);
        std::mem::swap(&mut cx.out, out);
    }
}

impl Drop for AtHome<'_, '_> {
    fn drop(&mut self) {
        self.swap();
    }
}

/// Answers with what a handler of `next` says, two parts at a time.
pub(crate) struct Handling {
    handler: NonNull<dyn AnyHandler>,
    home: NonNull<Cx<'static>>,
    /// The groups that are open, in the run around this one.
    open: Vec<Mark>,
    /// The attempts that are under way: where each began, and how many groups were open.
    attempts: Attempts<(Option<Mark>, usize)>,
}

impl Handling {
    #[inline]
    pub(crate) fn new(handler: NonNull<dyn AnyHandler>, home: NonNull<Cx<'static>>) -> Handling {
        Handling { handler, home, open: Vec::new(), attempts: Attempts::default() }
    }

    #[inline]
    fn ask(&mut self, w0: u64, w1: u64) -> Result<bool, Rejected> {
        // SAFETY: as in `ask_handler`.
        direct::lend(self.home.as_ptr(), || unsafe { self.handler.as_mut() }.next(w0, w1))
    }

    #[inline]
    fn home(&mut self) -> &mut Cx<'static> {
        // SAFETY: the run around this one was lent to `effects::with`, which waits for the one that this answers. Nobody
        // else uses it but a handler, which runs to its end before anything else does.
        unsafe { self.home.as_mut() }
    }
}

impl Answerer for Handling {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        ask.by_halves(|simpler, other| self.ask(simpler, other))
    }

    #[inline]
    fn next(&mut self, w0: u64, w1: u64) -> Option<Result<bool, Rejected>> {
        Some(self.ask(w0, w1))
    }

    #[inline]
    fn may_retry(&self) -> bool {
        // SAFETY: as in `home`.
        unsafe { self.home.as_ref() }.may_retry()
    }

    #[inline]
    fn open(&mut self) {
        let mark = self.home().open();
        self.open.push(mark);
    }

    #[inline]
    fn close(&mut self) {
        if let Some(mark) = self.open.pop() {
            self.home().close(&mark);
        }
    }

    #[inline]
    fn hold(&mut self, held: bool) {
        self.home().hold(held);
    }

    #[inline]
    fn is_shrinking(&self) -> bool {
        // SAFETY: as in `home`.
        unsafe { self.home.as_ref() }.is_shrinking()
    }

    /// The decisions of a draw are a group: there may be more or fewer of them another time.
    #[inline]
    fn site(&mut self, site: u32) {
        match site {
            0 => self.close(),
            site => {
                self.home().tell_site(site);
                self.open();
                self.home().tell_site(0);
            }
        }
    }

    #[inline]
    fn attempt(&mut self, attempt: Attempt) {
        let before = self.attempts.mark().and_then(|mark| mark.0);
        let mark = self.home().follow_attempt(attempt, before);
        if let Some((_, open)) = self.attempts.follow(attempt, (mark, self.open.len())) {
            self.open.truncate(open);
        }
    }

    #[inline]
    fn explain(&mut self, reason: &mut dyn FnMut() -> String) {
        self.home().reject(reason);
    }
}
