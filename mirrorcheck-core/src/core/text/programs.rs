//! Functions under `#[generator]` that are pieces of texts.

use super::{Port, Text};
use crate::core::cx::{Cx, FORWARD};
use crate::core::generator::{Focus, Rejected};
use crate::core::search::{Candidates, ErasedFocus, Numbered, Program, ProgramRun, run};

/// Runs a program whose value is a string, as a text by itself.
pub fn run_string<P>(program: &P, cx: &mut Cx<'_>, focus: Focus<'_, String>) -> Result<String, Rejected>
where
    P: Program + Text<Value = String>,
{
    cx.string(program, focus)
}

/// Runs a program whose value is a string, as a piece of a text. Its body gives an empty one: the text says it all.
#[inline]
pub fn run_string_text<P>(program: &P, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<String>, Rejected>
where
    P: Program + Text<Value = String>,
{
    if cx.is_plain() && !wanted {
        return match program.body(cx, Focus::Free, FORWARD) {
            Ok(_) => Ok(None),
            Err(rejected) => Err(rejected),
        };
    }
    let mut run = ProgramRun { program, focus: Focus::Free, out: None };
    let attempts = Candidates::at(P::SITE, &mut run);
    if wanted {
        return cx.string_text(attempts);
    }
    // No `map`: every generator has its own copy of this.
    match cx.text(attempts) {
        Ok(()) => Ok(None),
        Err(rejected) => Err(rejected),
    }
}

/// Runs a program whose results have a text form, without it.
pub fn run_written<P: Program>(program: &P, cx: &mut Cx<'_>, focus: Focus<'_, P::Value>) -> Result<P::Value, Rejected> {
    cx.without_text(|cx| if cx.is_plain() { program.body(cx, Focus::Free, FORWARD) } else { run(program, cx, focus) })
}

/// Runs a program whose results have a text form, as a piece of a text.
pub fn run_written_text<P: Program>(program: &P, cx: &mut Cx<'_>) -> Result<Option<P::Value>, Rejected> {
    if cx.is_plain() {
        return program.body(cx, Focus::Free, FORWARD).map(Some);
    }
    let mut run = ProgramRun { program, focus: Focus::Free, out: None };
    let start = cx.position();
    cx.text(Candidates::at(P::SITE, &mut run))?;
    if cx.is_searching_all() {
        // What was made last is one of many: this is the one that goes with the end that was taken.
        cx.rebuilt(start, |cx| cx.text(Candidates::at(P::SITE, &mut run)))?;
    }
    Ok(run.out)
}

impl Cx<'_> {
    /// Tries numbered alternatives as the next piece of a text. What was made is with `body`.
    #[inline]
    pub(crate) fn text_alternatives(
        &mut self,
        count: usize,
        body: &mut dyn FnMut(&mut Cx<'_>, u32) -> Result<(), Rejected>,
    ) -> Result<(), Rejected> {
        let mut run = Numbered { focus: Focus::Free, count: count as u32, shows: &|_, _| true, body, out: None };
        self.text(Candidates { site: None, results: count as u32, tries: &mut run })
    }

    #[cold]
    #[inline]
    fn string_text(&mut self, attempts: Candidates<'_>) -> Result<Option<String>, Rejected> {
        self.string_piece(true, |cx| cx.text(attempts))
    }

    /// Runs numbered alternatives as the next piece of a text.
    #[cold]
    #[inline]
    pub(crate) fn text(&mut self, mut attempts: Candidates<'_>) -> Result<(), Rejected> {
        match self.port {
            Port::Read => self.read(&mut attempts),
            Port::Fill => self.fill(&mut attempts),
            Port::Write | Port::Off => self.search(attempts, ErasedFocus::Free),
        }
    }
}
