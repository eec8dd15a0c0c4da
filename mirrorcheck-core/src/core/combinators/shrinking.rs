//! What a generator knows about shrinking.

use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};

/// Makes the values of a generator, and proposes smaller ones when a failure is shrunk: built on
/// [`effects::shrink`](crate::effects::shrink).
///
/// Values shrink by themselves; use this when you know better. Given a value, `smaller` returns simpler ones, the
/// simplest first, and is called again on each of them. They need not be in the range of the generator.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Checker;
/// use mirrorcheck::generators::shrink_with;
///
/// // Round numbers are easier to read.
/// let price = shrink_with(0..=99_999, |price| vec![price / 1000 * 1000, price / 100 * 100]);
/// let report = Checker::new(price).examine(|price| price < 1234);
/// assert!(report.failures[0].value % 100 == 0 || report.failures[0].value == 1234);
/// ```
pub fn shrink_with<G: Generator, F: Fn(&G::Value) -> Vec<G::Value>>(generator: G, smaller: F) -> ShrinkWith<G, F> {
    ShrinkWith { generator, smaller }
}

/// The generator that [`shrink_with`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::shrink_with;
///
/// let digit = shrink_with(0..=9, |n| vec![n / 2]);
/// assert_eq!(digit.probability(&7), 0.1);
/// ```
#[derive(Debug, Clone)]
pub struct ShrinkWith<G, F> {
    generator: G,
    smaller: F,
}

impl<G: Generator, F: Fn(&G::Value) -> Vec<G::Value>> Generator for ShrinkWith<G, F> {
    type Value = G::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        cx.group(|cx| {
            let mut value = self.generator.run(cx, focus)?;
            while cx.may_shrink() {
                let mut smaller = (self.smaller)(&value);
                match cx.shrink(smaller.len()) {
                    Some(chosen) => value = smaller.swap_remove(chosen),
                    None => break,
                }
            }
            Ok(value)
        })
    }
}

impl<G: Reflective, F: Fn(&G::Value) -> Vec<G::Value>> Reflective for ShrinkWith<G, F> {}

/// Makes values that are not shrunk: each stays as it was made, or disappears with the value it is part of.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::no_shrink;
///
/// let keys = vec((no_shrink(1000..=9999), any::<bool>()), 0..9);
/// let shrunk = keys.shrink(vec![(4711, true), (1234, true)], |keys| !keys.is_empty());
/// assert!([[(4711, false)], [(1234, false)]].contains(&[shrunk.value[0]]));
/// ```
pub fn no_shrink<G: Generator>(generator: G) -> NoShrink<G> {
    NoShrink { generator }
}

/// The generator that [`no_shrink`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::{NoShrink, no_shrink};
///
/// let id: NoShrink<_> = no_shrink(0..=9);
/// assert_eq!(id.shrink(7, |_| true).value, 7);
/// ```
#[derive(Debug, Clone)]
pub struct NoShrink<G> {
    generator: G,
}

impl<G: Generator> Generator for NoShrink<G> {
    type Value = G::Value;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        if cx.is_plain() {
            self.generator.run(cx, focus)
        } else {
            cx.group(|cx| cx.held(|cx| self.generator.run(cx, focus)))
        }
    }
}

impl<G: Reflective> Reflective for NoShrink<G> {}
