//! Tuples, arrays, vectors and options.

use crate::core::choice::Names;
use crate::core::cx::{Chance, Cx, FORWARD};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::lengths::{Lengths, LengthsOf};
use crate::core::rng::MAX_AT_ONCE;
use crate::core::text::{Next, Text};

/// Makes vectors: a length from a range, then that many elements.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let digits = vec(0..=9, 0..=3);
/// assert!(digits.contains(&vec![1, 2]));
/// assert!(!digits.contains(&vec![1, 2, 3, 4]));
/// ```
pub fn vec<G: Generator>(element: G, lengths: impl Lengths) -> VecOf<G> {
    VecOf::new(element, LengthsOf::new(lengths))
}

/// The generator that [`vec()`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::VecOf;
/// use mirrorcheck::generators::Bools;
///
/// let flags: VecOf<Bools> = vec(any::<bool>(), 3);
/// assert_eq!(flags.all_values().count(), 8);
/// ```
#[derive(Debug, Clone)]
pub struct VecOf<G> {
    element: G,
    lengths: LengthsOf,
}

impl<G: Generator> VecOf<G> {
    pub(crate) fn new(element: G, lengths: LengthsOf) -> VecOf<G> {
        VecOf { element, lengths }
    }
}

impl<G: Generator> Generator for VecOf<G> {
    type Value = Vec<G::Value>;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Vec<G::Value>>) -> Result<Vec<G::Value>, Rejected> {
        match (cx.plain_rng(), self.lengths.most) {
            (Some(rng), Some(most)) if self.lengths.least <= most => {
                let length = self.lengths.least + rng.up_to((most - self.lengths.least) as u128) as usize;
                if let Some(items) = self.element.bulk(&mut Chance(rng), length) {
                    return Ok(items);
                }
                let mut items = Vec::with_capacity(length.min(MAX_AT_ONCE));
                for _ in 0..length {
                    items.push(self.element.run(cx, Focus::Free)?);
                }
                Ok(items)
            }
            _ => self.run_cold(cx, focus),
        }
    }
}

impl<G: Generator> VecOf<G> {
    #[inline(never)]
    fn run_cold(&self, cx: &mut Cx<'_>, focus: Focus<'_, Vec<G::Value>>) -> Result<Vec<G::Value>, Rejected> {
        match self.lengths.in_bulk(cx, &focus, |chance, length| self.element.bulk(chance, length)) {
            Some(made) if cx.plain_rng().is_some() => Ok(made),
            Some(made) => Ok(self.look_at(cx, &made)?.unwrap_or(made)),
            None => match focus {
                Focus::On(items) => match self.look_at(cx, items)? {
                    Some(items) => Ok(items),
                    None => Ok(self.element.copy_all(items)),
                },
                Focus::Sketch(partial) => self.look(cx, partial.length(), |i| partial.item(i)),
                Focus::Free => self.look(cx, None, |_| Focus::Free),
            },
        }
    }

    /// Runs on the elements of a list; nothing is made where all could be noted at once.
    fn look_at(&self, cx: &mut Cx<'_>, items: &[G::Value]) -> Result<Option<Vec<G::Value>>, Rejected> {
        cx.group(|cx| {
            let length = self.lengths.choose(cx, Some(items.len()))?;
            if cx.take_all_shown(length, |shown| self.element.note_all(shown, items)) {
                return Ok(None);
            }
            cx.with_room(self.lengths.room(cx.room(), length), |cx| {
                let mut made = Vec::with_capacity(length.min(MAX_AT_ONCE));
                for item in items {
                    made.push(self.element.run(cx, Focus::On(item))?);
                }
                Ok(Some(made))
            })
        })
    }

    /// Runs on as many elements as are shown, each with its own focus.
    pub(crate) fn look<'f>(
        &self,
        cx: &mut Cx<'_>,
        shown: Option<usize>,
        item: impl Fn(usize) -> Focus<'f, G::Value>,
    ) -> Result<Vec<G::Value>, Rejected>
    where
        G::Value: 'f,
    {
        cx.group(|cx| {
            let length = self.lengths.choose(cx, shown)?;
            let mut items = Vec::with_capacity(length.min(MAX_AT_ONCE));
            cx.with_room(self.lengths.room(cx.room(), length), |cx| {
                for i in 0..length {
                    items.push(self.element.run(cx, item(i))?);
                }
                Ok(items)
            })
        })
    }
}

impl<G: Reflective> Reflective for VecOf<G> {}

/// Makes `None`, or `Some` of a generator's value (three times out of four).
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let perhaps = option(0..=9);
/// assert_eq!(perhaps.probability(&None), 0.25);
/// assert!(perhaps.contains(&Some(7)) && !perhaps.contains(&Some(10)));
/// ```
pub fn option<G: Generator>(some: G) -> Optional<G> {
    Optional { some }
}

/// The generator that [`option`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(option(0..=9).reflect(&Some(7)).next().unwrap().to_string(), "some(7)");
/// ```
#[derive(Debug, Clone)]
pub struct Optional<G> {
    some: G,
}

impl<G: Generator> Generator for Optional<G> {
    type Value = Option<G::Value>;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Option<G::Value>>) -> Result<Option<G::Value>, Rejected> {
        let (shown, inner) = match focus {
            Focus::Free => (None, Focus::Free),
            Focus::On(None) => (Some(0), Focus::Free),
            Focus::On(Some(value)) => (Some(1), Focus::On(value)),
            Focus::Sketch(partial) => match partial.follow(&[("Some", "0")]) {
                Some(inner) if partial.is_made() => (Some(1), inner),
                Some(_) => (None, Focus::Free),
                None => (Some(0), Focus::Free),
            },
        };
        cx.group(|cx| match cx.pick(&[1, 3], Names::Literals(&["none", "some"]), shown)? {
            0 => Ok(None),
            _ => self.some.run(cx, inner).map(Some),
        })
    }
}

impl<G: Reflective> Reflective for Optional<G> {}

/// In a text, `None` is empty.
impl<G: Text> Text for Optional<G> {
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<Option<G::Value>>, Rejected> {
        let (weights, names) = (&[1, 3], Names::Literals(&["none", "some"]));
        if !cx.is_reading() {
            return cx.group(|cx| match cx.pick(weights, names, None)? {
                0 => Ok(Some(None)),
                _ => Ok(self.some.run_text(cx, wanted)?.map(Some)),
            });
        }
        let (mut value, start) = (None, cx.position());
        // A value is tried before `None`, which always fits.
        let mut attempt = |cx: &mut Cx<'_>, i: u32| {
            let shown = (i != FORWARD).then_some(1 - i as usize);
            value = match cx.pick(weights, names, shown)? {
                0 => Some(None),
                _ => self.some.run_text(cx, wanted)?.map(Some),
            };
            Ok(())
        };
        cx.text_alternatives(2, &mut attempt)?;
        if wanted && cx.is_searching_all() {
            cx.rebuilt(start, |cx| cx.text_alternatives(2, &mut attempt))?;
        }
        Ok(value)
    }
}

impl<G: Generator, const N: usize> Generator for [G; N] {
    type Value = [G::Value; N];

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, [G::Value; N]>) -> Result<[G::Value; N], Rejected> {
        cx.group(|cx| {
            let mut items = Vec::with_capacity(N);
            for (i, element) in self.iter().enumerate() {
                let focus = match focus {
                    Focus::On(items) => Focus::On(&items[i]),
                    Focus::Sketch(partial) => partial.item(i),
                    Focus::Free => Focus::Free,
                };
                items.push(element.run(cx, focus)?);
            }
            items.try_into().map_err(|_| Rejected)
        })
    }
}

impl<G: Reflective, const N: usize> Reflective for [G; N] {}

impl Generator for () {
    type Value = ();

    #[inline]
    fn run(&self, _: &mut Cx<'_>, _: Focus<'_, ()>) -> Result<(), Rejected> {
        Ok(())
    }
}

impl Reflective for () {}

macro_rules! tuples {
    ($(($($g:ident $i:tt $n:literal $v:ident),+))*) => { $(
        impl<$($g: Generator),+> Generator for ($($g,)+) {
            type Value = ($($g::Value,)+);

            #[inline]
            fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Self::Value>) -> Result<Self::Value, Rejected> {
                cx.group(|cx| {
                    Ok(($(self.$i.run(cx, match focus {
                        Focus::On(values) => Focus::On(&values.$i),
                        Focus::Sketch(partial) => partial.follow(&[("()", $n)]).unwrap_or(Focus::Free),
                        Focus::Free => Focus::Free,
                    })?,)+))
                })
            }
        }

        impl<$($g: Reflective),+> Reflective for ($($g,)+) {}

        /// In a text, one after the other.
        impl<$($g: Text),+> Text for ($($g,)+) {
            fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<Self::Value>, Rejected> {
                let last = [$($i),+].len() - 1;
                cx.group(|cx| {
                    let next = |i| if i == last { Next::Outer } else { Next::Unknown };
                    let parts = ($(cx.piece(&self.$i, Focus::Free, next($i), wanted)?,)+);
                    match parts {
                        ($(Some($v),)+) if wanted => Ok(Some(($($v,)+))),
                        _ => Ok(None),
                    }
                })
            }
        }
    )* };
}
tuples! {
    (A 0 "0" a)
    (A 0 "0" a, B 1 "1" b)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f, G 6 "6" g)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f, G 6 "6" g, H 7 "7" h)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f, G 6 "6" g, H 7 "7" h, I 8 "8" i)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f, G 6 "6" g, H 7 "7" h, I 8 "8" i, J 9 "9" j)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f, G 6 "6" g, H 7 "7" h, I 8 "8" i, J 9 "9" j, K 10 "10" k)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f, G 6 "6" g, H 7 "7" h, I 8 "8" i, J 9 "9" j, K 10 "10" k, L 11 "11" l)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f, G 6 "6" g, H 7 "7" h, I 8 "8" i, J 9 "9" j, K 10 "10" k, L 11 "11" l, M 12 "12" m)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f, G 6 "6" g, H 7 "7" h, I 8 "8" i, J 9 "9" j, K 10 "10" k, L 11 "11" l, M 12 "12" m, N 13 "13" n)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f, G 6 "6" g, H 7 "7" h, I 8 "8" i, J 9 "9" j, K 10 "10" k, L 11 "11" l, M 12 "12" m, N 13 "13" n, O 14 "14" o)
    (A 0 "0" a, B 1 "1" b, C 2 "2" c, D 3 "3" d, E 4 "4" e, F 5 "5" f, G 6 "6" g, H 7 "7" h, I 8 "8" i, J 9 "9" j, K 10 "10" k, L 11 "11" l, M 12 "12" m, N 13 "13" n, O 14 "14" o, P 15 "15" p)
}
