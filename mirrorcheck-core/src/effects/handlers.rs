//! Handlers of one effect each, out of closures.

use super::{Group, Handler};

/// A handler of [`next`](super::next) alone.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects;
///
/// // Take the other part of everything twice as often.
/// let large = from_fn(|| effects::with(effects::on_next(|w0, w1| effects::next(w0, 2 * w1)), || draw(0..=1)));
/// let count = large.samples(1).take(9_000).filter(|&n| n == 1).count();
/// assert!((5_800..6_200).contains(&count));
/// ```
pub fn on_next<F: FnMut(u64, u64) -> bool>(f: F) -> OnNext<F> {
    OnNext(f)
}

/// A handler of [`discard`](super::discard) alone.
///
/// ```
/// use std::cell::Cell;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects;
///
/// let discards = Cell::new(0);
/// let none = from_fn(|| {
///     effects::with(effects::on_discard(|| discards.set(discards.get() + 1)), || assume(false));
/// });
/// assert!(none.replay(&"()".parse().unwrap()).is_err());
/// assert!(discards.get() > 0);
/// ```
pub fn on_discard<F: FnMut()>(f: F) -> OnDiscard<F> {
    OnDiscard(f)
}

/// A handler of [`size`](super::size) alone.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects;
///
/// let two = from_fn(|| effects::with(effects::on_size(|| 1), || draw(sized(exact))) + 1);
/// assert_eq!(two.sample(1), 2);
/// ```
pub fn on_size<F: FnMut() -> u32>(f: F) -> OnSize<F> {
    OnSize(f)
}

/// A handler of [`label`](super::label) alone.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects;
///
/// let labels = from_fn(|| {
///     let mut labels = Vec::new();
///     effects::with(effects::on_label(|text| labels.push(text.to_owned())), || effects::label("seen"));
///     labels
/// });
/// assert_eq!(labels.sample(1), ["seen"]);
/// ```
pub fn on_label<F: FnMut(&str)>(f: F) -> OnLabel<F> {
    OnLabel(f)
}

/// A handler of [`shrink`](super::shrink) alone.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::{Shrinker, effects};
///
/// // Nothing of what is drawn here is shrunk.
/// let kept = from_fn(|| effects::with(effects::on_shrink(|_| None), || draw(vec(0..=9, 5))));
/// let choices = kept.randomness(1);
/// let shrunk = Shrinker::new(&kept).shrink_choices(&choices, |_| true).unwrap();
/// assert_eq!(Ok(shrunk.value), kept.replay(&choices));
/// ```
pub fn on_shrink<F: FnMut(usize) -> Option<usize>>(f: F) -> OnShrink<F> {
    OnShrink(f)
}

/// A handler of [`group`](super::group) alone.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::effects::{self, Group};
///
/// let grouped = from_fn(|| {
///     let mut groups = 0;
///     let count = effects::on_group(|| {
///         groups += 1;
///         Group::open()
///     });
///     effects::with(count, || effects::group(|| effects::group(|| draw(0..=9))));
///     groups
/// });
/// assert_eq!(grouped.sample(1), 2);
/// ```
pub fn on_group<F: FnMut() -> Group>(f: F) -> OnGroup<F> {
    OnGroup(f)
}

macro_rules! handlers {
    ($($name:ident by $by:ident: [$($bound:tt)*], $sees:literal, $method:ident($($arg:ident: $type:ty),*) -> $result:ty, $example:literal;)*) => { $(
        #[doc = concat!("What [`", stringify!($by), "`] makes.")]
        ///
        /// ```
        /// use mirrorcheck::effects::{self, Handler};
        ///
        #[doc = concat!("fn sees_next<H: Handler>(_: H) -> bool {\n    H::SEES_NEXT\n}\nassert_eq!(sees_next(effects::", stringify!($by), "(", $example, ")), ", stringify!($sees), ");")]
        /// ```
        #[derive(Debug, Clone)]
        pub struct $name<F>(F);

        impl<F: $($bound)*> Handler for $name<F> {
            const SEES_NEXT: bool = $sees;

            fn $method(&mut self, $($arg: $type),*) -> $result {
                (self.0)($($arg),*)
            }
        }
    )* };
}
handlers! {
    OnNext by on_next: [FnMut(u64, u64) -> bool], true, next(w0: u64, w1: u64) -> bool, "|_, _| true";
    OnDiscard by on_discard: [FnMut()], false, discard() -> (), "|| ()";
    OnSize by on_size: [FnMut() -> u32], false, size() -> u32, "|| 5";
    OnLabel by on_label: [FnMut(&str)], false, label(text: &str) -> (), "|_| ()";
    OnShrink by on_shrink: [FnMut(usize) -> Option<usize>], false, shrink(count: usize) -> Option<usize>, "|_| None";
    OnGroup by on_group: [FnMut() -> Group], false, group() -> Group, "effects::Group::none";
}
