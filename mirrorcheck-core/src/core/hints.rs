//! Hints: where the value of a draw may be found in the result of a generator.

use std::panic::Location;

use crate::core::cx::Cx;
use crate::core::direct;
use crate::core::generator::{Focus, Generator, Part, Rejected};
use crate::core::guess::TriedDraw;

/// The candidates for one draw.
pub struct Hints<'f, V> {
    likely: Vec<Hint<'f, V>>,
    /// Whether there can be no other candidates.
    is_all: bool,
    same: fn(&V, &V) -> bool,
}

/// A candidate for a draw: a place in the focus, or a computed value.
enum Hint<'f, V> {
    Shown(&'f V),
    Made(V),
}

impl<V> Hint<'_, V> {
    fn value(&self) -> &V {
        match self {
            Hint::Shown(value) => value,
            Hint::Made(value) => value,
        }
    }
}

impl<V> Hints<'_, V> {
    /// Returns no hints, so that the draw is tried freely.
    pub fn none() -> Self {
        Hints { likely: Vec::new(), is_all: false, same: |_, _| false }
    }

    /// Returns candidates that are places in the focus.
    pub(crate) fn shown<'f>(places: Vec<&'f V>, is_all: bool) -> Hints<'f, V> {
        Hints { likely: places.into_iter().map(Hint::Shown).collect(), is_all, same: |_, _| false }
    }

    /// Returns candidates that were computed from the focus.
    pub(crate) fn made<'f>(values: Vec<V>, is_all: bool) -> Hints<'f, V> {
        Hints { likely: values.into_iter().map(Hint::Made).collect(), is_all, same: |_, _| false }
    }

    /// Joins hints and drops equal candidates, because a candidate tried twice would count twice.
    pub(crate) fn distinct<'f>(all: Vec<Hints<'f, V>>, is_sure: bool) -> Hints<'f, V>
    where
        V: PartialEq,
    {
        let is_all = is_sure && all.iter().all(|hints| hints.is_all);
        let mut likely: Vec<Hint<'f, V>> = Vec::new();
        for hint in all.into_iter().flat_map(|hints| hints.likely) {
            if !likely.iter().any(|other| other.value() == hint.value()) {
                likely.push(hint);
            }
        }
        Hints { likely, is_all, same: V::eq }
    }

    /// Draws one of the candidates, or anything else after them unless they are all there is.
    fn run<G: Generator<Value = V>>(&self, cx: &mut Cx<'_>, generator: &G) -> Result<V, Rejected> {
        let count = self.likely.len();
        let at = match (count, self.is_all) {
            (0, true) => return Err(cx.reject(|| "it cannot be found in this value".to_owned())),
            (0, false) | (1, true) => 0,
            _ => {
                let ways_on = if self.is_all { count } else { count + 1 };
                match cx.guess(ways_on as u128 - 1, true) {
                    Some(guess) => guess? as usize,
                    None => 0,
                }
            }
        };
        match self.likely.get(at) {
            Some(Hint::Shown(value)) => generator.run(cx, Focus::On(value)),
            Some(Hint::Made(value)) => cx.on_temporary(|cx| generator.run(cx, Focus::On(value))),
            None => {
                let value = generator.run(cx, Focus::Free)?;
                // The candidates have already been tried.
                if self.likely.iter().any(|hint| (self.same)(hint.value(), &value)) {
                    return Err(Rejected);
                }
                Ok(value)
            }
        }
    }
}

/// Draws a value that does not appear in the result unchanged.
#[inline]
pub fn try_draw<'f, W, G: Generator>(
    cx: &mut Cx<'_>,
    draw: &'static TriedDraw,
    whole: Focus<'f, W>,
    hints: impl FnOnce(&'f W, &G) -> Hints<'f, G::Value>,
    generator: G,
) -> Result<G::Value, Rejected>
where
    G::Value: 'f,
{
    match whole {
        Focus::On(whole) if cx.is_guessing() => {
            let hints = hints(whole, &generator);
            cx.in_tried_draw(draw, |cx| hints.run(cx, &generator))
        }
        _ => generator.run(cx, Focus::Free),
    }
}

/// Does what [`try_draw`] does, in direct style.
#[track_caller]
#[inline]
pub fn try_draw_here<'f, W, G: Generator>(
    draw: &'static TriedDraw,
    whole: Focus<'f, W>,
    hints: impl FnOnce(&'f W, &G) -> Hints<'f, G::Value>,
    generator: G,
) -> G::Value
where
    G::Value: 'f,
{
    let here = Location::caller();
    direct::drawing(here, |cx| try_draw(cx, draw, whole, hints, generator))
}

/// Draws a part, in a generator that runs backward by trying.
#[inline]
pub fn try_part<W, P: Part<W>>(cx: &mut Cx<'_>, whole: Focus<'_, W>, part: P) -> Result<P::Value, Rejected> {
    part.run_in(cx, whole)
}

/// Does what [`try_part`] does, in direct style.
#[track_caller]
#[inline]
pub fn try_part_here<W, P: Part<W>>(whole: Focus<'_, W>, part: P) -> P::Value {
    let here = Location::caller();
    direct::drawing(here, |cx| part.run_in(cx, whole))
}
