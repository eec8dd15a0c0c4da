//! Text: the generator as a parser and as a printer.

use super::backward::{FUEL, sizes};
use crate::core::cursor::Misses;
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode, Stop};
use crate::core::forest::FOREST_FUEL;
use crate::core::forest::Forest;
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::replay::replay;
use crate::core::rng::Rng;
use crate::core::text::text_forest;
use crate::core::text::{ParseError, Text};

const NOT_ALL: &str = "not all ways to read it were tried";

/// Beyond this, what would have been expected is not looked for in all ways.
const LONG: usize = 50_000;

/// The value that a text is the form of.
pub(crate) fn parse<G: Text + ?Sized>(generator: &G, text: &str) -> Result<G::Value, ParseError> {
    let mut note = None;
    for size in sizes() {
        let mut cx = Cx::cold(Rng::new(0, 0), size, SearchMode::First);
        if let Some(cold) = cx.cold_mut() {
            cold.fuel = FUEL;
        }
        let read = cx.read_whole(text, generator, true);
        let Some(cold) = cx.into_cold() else { break };
        match (read, cold.stop) {
            (Ok(Some(value)), None) => return Ok(value),
            (_, Some(Stop::NeedsForest)) => match text_forest(generator, text, size) {
                Ok((Some(forest), _)) => {
                    if let Ok(value) = replay(generator, &forest.way(&[], size).0) {
                        return Ok(value);
                    }
                }
                Ok((None, true)) => continue,
                Ok((None, false)) => break,
                Err(_) => note = Some(NOT_ALL.to_owned()),
            },
            (_, Some(_)) => note = Some(NOT_ALL.to_owned()),
            _ if cold.size_was_read => continue,
            _ => {}
        }
        break;
    }
    Err(parse_error(generator, text, note))
}

/// Where reading a text came to nothing.
fn parse_error<G: Text + ?Sized>(generator: &G, text: &str, note: Option<String>) -> ParseError {
    let mut found = Misses::default();
    // Where the search for the first way is in doubt, that for all ways knows better, unless there are too many.
    for search in [SearchMode::First, SearchMode::All] {
        let (mut misses, mut in_doubt, mut stop) = (Misses::default(), false, None);
        for second_run in [false, true] {
            let mut cx = Cx::cold(Rng::new(0, 0), DEFAULT_SIZE, search);
            if let Some(cold) = cx.cold_mut() {
                cold.fuel = FUEL;
                cold.misses = if second_run { misses.again() } else { Misses::default() };
                if search == SearchMode::All {
                    let mut forest = Box::new(Forest::default());
                    forest.begin();
                    (cold.forest, cold.fuel) = (Some(forest), FOREST_FUEL);
                }
            }
            in_doubt = cx.read_whole_once(text, generator, false).1;
            (misses, stop) = cx.into_cold().map(|cold| (cold.misses, cold.stop)).unwrap_or_default();
        }
        if search == SearchMode::First || stop.is_none() {
            found = misses;
        }
        if stop.is_none() && !in_doubt || text.len() > LONG {
            break;
        }
    }
    ParseError::new(text, &found, note)
}

/// The text form of a value: that of the choices behind it.
pub(crate) fn print<G: Text + ?Sized>(generator: &G, value: &G::Value) -> Option<String> {
    let choices = super::backward::first(generator, value, true).ok()??;
    replay(&TextForm(generator), &choices).ok()
}

/// The text forms of what a generator makes.
struct TextForm<'a, G: ?Sized>(&'a G);

impl<G: Text + ?Sized> Generator for TextForm<'_, G> {
    type Value = String;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, String>) -> Result<String, Rejected> {
        let (made, text) = cx.written(|cx| self.0.run_text(cx, false));
        made.map(|_| text)
    }
}
