//! What a property draws in its body, written down in the cases that somebody looks at: the draws in their order, with
//! the names and the values that the place of each draw adds. The other way round, values that are given are drawn.

mod well_known;

use std::collections::VecDeque;
use std::panic::Location;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::core::choice::Choice;
use crate::core::choices::Choices;
use crate::core::written::{on_many_lines, on_one_line};
pub(crate) use well_known::Forgotten;

/// A draw in the source, as its report names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawSite {
    /// The variable that takes the value, or the expression.
    pub name: &'static str,
    /// Whether it may be reached more than once in a case.
    pub repeats: bool,
    /// The line of the call.
    pub line: u32,
    /// The column of the call.
    pub column: u32,
}

/// How many logs there are. While there is none, all that a draw does for them is to read this.
static LOGS: AtomicUsize = AtomicUsize::new(0);

/// Whether draws may have to be written down: there is a log, on this thread or on another.
#[inline(always)]
pub(crate) fn may_be_logged() -> bool {
    LOGS.load(Ordering::Relaxed) > 0
}

/// The draws of one case.
#[derive(Debug)]
pub(crate) struct DrawLog {
    pub(crate) draws: Vec<Drawn>,
    /// Choices that the property made otherwise than by drawing.
    pub(crate) others: Vec<Choice>,
    /// Whether the forms in which values are saved are wanted, too.
    pub(crate) wants_forms: bool,
    /// Values to draw.
    pub(crate) given: Option<Given>,
    /// Whether a body is running that takes them.
    is_entered: bool,
    /// Where the choices of the property begin on the tape.
    start: usize,
    /// How many draws are under way: one inside of another is a part of it.
    depth: u32,
    /// The draw that is under way: where its choices begin, its size, and the choices that it was given.
    begun: (usize, u32, Option<Choices>),
}

/// What a draw made.
pub(crate) struct MadeValue<'v> {
    pub(crate) type_name: &'static str,
    pub(crate) value: Forgotten<'v>,
}

/// One draw.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) place: &'static Location<'static>,
    /// The type of the value.
    pub(crate) type_name: &'static str,
    /// Where its choices are on the tape.
    span: (usize, usize),
    /// Its choices, where they were written down, and the size that they were made at.
    pub(crate) choices: Vec<Choice>,
    pub(crate) size: u32,
    /// The choices that it was given.
    pub(crate) given: Option<Choices>,
    /// The value on one line and, where forms are wanted and it has few, on many, if everybody knows its type.
    pub(crate) text: Option<(String, Option<String>)>,
    /// What its place in the source adds, if that is in the body of a `#[property]`.
    pub(crate) seen: Option<SeenDraw>,
}

/// What the place of a draw knows of it.
#[derive(Debug)]
pub(crate) struct SeenDraw {
    pub(crate) site: &'static DrawSite,
    /// The value on one line and, where forms are wanted and it has few, on many. Nothing if its type has no `Debug`.
    pub(crate) text: Option<(String, Option<String>)>,
    /// Its choices under `any` of its type.
    pub(crate) any: Option<String>,
    /// The value as Rust source.
    pub(crate) source: Option<String>,
}

/// Values to draw, one after the other.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) values: VecDeque<GivenDraw>,
    /// How many were drawn.
    pub(crate) drawn: usize,
    /// Whether to draw no more than these.
    pub(crate) is_all: bool,
    /// Choices of the draw that comes next.
    prepared: Option<Choices>,
    /// Whether two texts are of the same value.
    is_same: fn(&str, &str) -> bool,
    /// What the value that was prepared last looks like.
    expected: Option<String>,
    /// Why a value could not be drawn.
    pub(crate) error: Option<String>,
}

/// A value to draw.
#[derive(Debug, Clone)]
pub(crate) struct GivenDraw {
    /// Its choices under `any` of its type, if it has any.
    pub(crate) any: Option<Choices>,
    /// Its choices under the generator that it was drawn from, where nothing else is known of it.
    pub(crate) choices: Option<Choices>,
    /// As `Debug` writes it.
    pub(crate) text: String,
}

impl DrawLog {
    /// A log for a property whose choices begin here on the tape.
    pub(crate) fn new(start: usize, wants_forms: bool) -> DrawLog {
        LOGS.fetch_add(1, Ordering::Relaxed);
        DrawLog {
            draws: Vec::new(),
            others: Vec::new(),
            wants_forms,
            given: None,
            is_entered: false,
            start,
            depth: 0,
            begun: (start, 0, None),
        }
    }

    /// A draw begins. Gives the choices that it has to make, if there are such, or why there can be none.
    pub(crate) fn begin(&mut self, place: &Location<'_>, at: usize, size: u32) -> Result<Option<Choices>, ()> {
        self.depth += 1;
        if self.depth > 1 {
            return Ok(None);
        }
        let given = match &mut self.given {
            Some(given) => given.take(place).inspect_err(|()| self.depth = 0)?,
            None => None,
        };
        self.begun = (at, size, given.clone());
        Ok(given)
    }

    /// A draw ends, with a value or without one.
    pub(crate) fn end(&mut self, place: &'static Location<'static>, at: usize, made: Option<MadeValue<'_>>) {
        self.depth = self.depth.saturating_sub(1);
        let (true, Some(MadeValue { type_name, value })) = (self.depth == 0, made) else { return };
        let text = value.debug().map(|value| {
            let long = if self.wants_forms { on_many_lines(value) } else { None };
            (on_one_line(value), long)
        });
        let (start, size, given) = (self.begun.0, self.begun.1, self.begun.2.take());
        self.draws.push(Drawn {
            place,
            type_name,
            span: (start, at),
            choices: Vec::new(),
            size,
            given,
            text,
            seen: None,
        });
    }

    /// The draw that just ended, if it is the one at this place that gave a value of this type: what is called `draw` there
    /// may be a function of somebody's own that draws.
    pub(crate) fn last(&mut self, site: &DrawSite, type_name: &str) -> Option<&mut Drawn> {
        let last = if self.depth == 0 { self.draws.last_mut() } else { None };
        last.filter(|drawn| {
            let is_here = (drawn.place.line(), drawn.place.column()) == (site.line, site.column);
            is_here && drawn.seen.is_none() && drawn.type_name == type_name
        })
    }

    /// A body begins that takes the values that are given, unless one has: gives whether it does.
    pub(crate) fn enter(&mut self) -> bool {
        self.is_given() && !std::mem::replace(&mut self.is_entered, true)
    }

    /// The body has ended.
    pub(crate) fn leave(&mut self) {
        self.is_entered = false;
    }

    /// Whether the next draw takes a value that is given.
    pub(crate) fn is_given(&self) -> bool {
        self.depth == 0 && self.given.is_some()
    }

    /// Shares out choices, with where each ends on the tape, among the draws that made them.
    pub(crate) fn share_out(&mut self, choices: impl Iterator<Item = (usize, Choice)>) {
        let mut draws = self.draws.iter_mut().peekable();
        for (end, choice) in choices {
            while draws.peek().is_some_and(|drawn| drawn.span.1 < end) {
                draws.next();
            }
            match draws.peek_mut() {
                Some(drawn) if drawn.span.0 < end => drawn.choices.push(choice),
                _ => self.others.push(choice),
            }
        }
    }

    /// Where the choices of the property begin.
    pub(crate) fn start(&self) -> usize {
        self.start
    }
}

impl Drop for DrawLog {
    fn drop(&mut self) {
        LOGS.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Given {
    pub(crate) fn new(values: Vec<GivenDraw>, is_all: bool, is_same: fn(&str, &str) -> bool) -> Given {
        Given { values: values.into(), drawn: 0, is_all, prepared: None, is_same, expected: None, error: None }
    }

    /// The value that is to be drawn next.
    pub(crate) fn next(&self) -> Option<&GivenDraw> {
        self.values.front()
    }

    /// The next draw makes these choices.
    pub(crate) fn prepare(&mut self, choices: Choices) {
        self.prepared = Some(choices);
    }

    /// The choices of a draw.
    fn take(&mut self, place: &Location<'_>) -> Result<Option<Choices>, ()> {
        if self.error.is_some() {
            return Err(());
        }
        let Some(next) = self.values.front() else {
            if self.is_all {
                let were = if self.drawn == 1 { "was" } else { "were" };
                self.error =
                    Some(format!("no value is left for the draw at {place}, after {} {were} drawn", self.drawn));
                return Err(());
            }
            return Ok(None);
        };
        let Some(choices) = self.prepared.take().or_else(|| next.choices.clone()) else {
            self.error = Some(format!(
                "the draw at {place} cannot take the value {}: only a `draw` from a generator that runs backward, \
                 written in the body of a `#[property]`, can",
                next.text
            ));
            return Err(());
        };
        self.expected = self.values.pop_front().map(|given| given.text);
        self.drawn += 1;
        Ok(Some(choices))
    }

    /// What was drawn looks like this. Gives whether that is what was given.
    pub(crate) fn check(&mut self, name: &str, text: &str) -> bool {
        let Some(expected) = self.expected.take().filter(|expected| !(self.is_same)(expected, text)) else {
            return true;
        };
        self.fail(self.drawn, name, &expected, &format!("it becomes {text}"));
        false
    }

    /// The value that is to be drawn next cannot be drawn.
    pub(crate) fn refuse(&mut self, name: &str, text: &str, why: &str) {
        self.fail(self.drawn + 1, name, text, why);
    }

    fn fail(&mut self, number: usize, name: &str, text: &str, why: &str) {
        self.error.get_or_insert_with(|| format!("draw {number}, `{name}`, cannot be {text}: {why}"));
    }
}
