//! Draws in the body of a property: what `#[property]` makes of each `draw(…)` that it sees, so that reports can name
//! what was drawn and show it, and so that it can be given.

use std::any::type_name;
use std::fmt::Debug;

use crate::core::arbitrary::{Arbitrary, any};
use crate::core::choices::Choices;
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode};
use crate::core::direct;
pub use crate::core::drawn::DrawSite;
use crate::core::drawn::{Given, GivenDraw, SeenDraw, may_be_logged};
use crate::core::generator::Reflective;
use crate::core::interpret::{FIRST_CASE, backward};
use crate::core::panics::{self, Unwound};
use crate::core::replay::replay;
use crate::core::rng::Rng;
use crate::core::written::{on_many_lines, on_one_line};
use crate::run::debug_text::{is_same, visible};

/// Passes on what was drawn. Where somebody wants to know, it is written down under its name: `look` says how.
// Also in a debug build, in which tests run.
#[inline(always)]
pub fn drawn<T>(site: &'static DrawSite, value: T, look: for<'v> fn(&'v T) -> Look<'v>) -> T {
    if may_be_logged() { seen(site, value, look) } else { value }
}

/// By value, so that nobody has to keep it in memory who is not looked at.
#[cold]
#[inline(never)]
fn seen<T>(site: &'static DrawSite, value: T, look: for<'v> fn(&'v T) -> Look<'v>) -> T {
    write_down(site, type_name::<T>(), &|| look(&value));
    value
}

/// What can be told of a value.
pub struct Look<'v> {
    /// The value, if it has `Debug`.
    pub debug: Option<&'v dyn Debug>,
    /// The value, if its type has a generator of its own.
    pub known: Option<&'v dyn KnownValue>,
}

/// A value of a type with a generator of its own.
pub trait KnownValue {
    /// Finds its choices under that generator.
    fn any_choices(&self) -> Option<Choices>;

    /// Writes it as Rust source.
    fn as_source(&self) -> Option<String>;
}

impl<T: Arbitrary> KnownValue for T {
    fn any_choices(&self) -> Option<Choices> {
        backward::first(&any::<T>(), self, true).ok().flatten()
    }

    fn as_source(&self) -> Option<String> {
        self.source()
    }
}

fn write_down<'v>(site: &'static DrawSite, type_name: &'static str, look: &dyn Fn() -> Look<'v>) {
    let wanted = direct::draw_log(|log| log.last(site, type_name).is_some().then_some(log.wants_forms));
    let Some(Some(wants_forms)) = wanted else { return };
    // The user's own code runs here, which may draw or panic.
    let Look { debug, known } = look();
    let text = debug.map(|value| {
        let short = written(&|| Some(on_one_line(value))).unwrap_or_default();
        (short, if wants_forms { written(&|| on_many_lines(value)) } else { None })
    });
    let known = known.filter(|_| wants_forms);
    let any = known.and_then(|value| panics::caught(|| value.any_choices()).ok()?).map(|choices| choices.to_string());
    let source = known.and_then(|value| panics::caught(|| value.as_source()).ok()?);
    let is_as_given = direct::draw_log(|log| {
        let is_as_given = match (&mut log.given, &text) {
            (Some(given), Some((short, _))) => given.check(site.name, short),
            _ => true,
        };
        if let Some(drawn) = log.last(site, type_name) {
            drawn.seen = Some(SeenDraw { site, text, any, source });
        }
        is_as_given
    });
    if is_as_given == Some(false) {
        direct::discard();
    }
}

fn written(write: &dyn Fn() -> Option<String>) -> Option<String> {
    let failed = |unwound: Unwound| Some(format!("(its Debug panics: {})", unwound.panic().message));
    panics::caught(write).unwrap_or_else(failed)
}

/// Passes on what is drawn from. Where a value is given, the draw that follows takes it: `giving` says how.
#[inline(always)]
pub fn drawn_from<G>(site: &'static DrawSite, generator: G, giving: for<'g> fn(&'g G) -> Option<&'g dyn Giving>) -> G {
    if may_be_logged() { given_to(site, generator, giving) } else { generator }
}

#[cold]
#[inline(never)]
fn given_to<G>(site: &'static DrawSite, generator: G, giving: for<'g> fn(&'g G) -> Option<&'g dyn Giving>) -> G {
    if is_given() {
        give(site, giving(&generator));
    }
    generator
}

/// Whether the next draw takes a value that is given.
#[inline]
pub fn is_given() -> bool {
    may_be_logged() && direct::draw_log(|log| log.is_given()) == Some(true)
}

/// Lets the next draw, from this generator, take the value that is given.
#[cold]
pub fn give(site: &'static DrawSite, generator: Option<&dyn Giving>) {
    let next = direct::draw_log(|log| log.given.as_ref().and_then(|given| given.next().cloned()));
    let (Some(Some(GivenDraw { any, choices, text })), Some(generator)) = (next, generator) else { return };
    let choices = match any {
        None if choices.is_some() => return,
        Some(any) => panics::caught(|| generator.choices(&any))
            .unwrap_or_else(|unwound| Err(format!("the generator panics: {}", unwound.panic().message))),
        None => Err("the generator of its type does not make it".to_owned()),
    };
    direct::draw_log(|log| match (&mut log.given, choices) {
        (Some(given), Ok(choices)) => given.prepare(choices),
        (Some(given), Err(why)) => given.refuse(site.name, &text, &why),
        (None, _) => {}
    });
}

/// A generator that can be given a value to draw.
pub trait Giving {
    /// Finds the choices of the value that these choices make under `any` of its type.
    fn choices(&self, any: &Choices) -> Result<Choices, String>;
}

impl<G: Reflective> Giving for G
where
    G::Value: Arbitrary,
{
    fn choices(&self, choices: &Choices) -> Result<Choices, String> {
        match replay(&any::<G::Value>(), choices) {
            Ok(value) => backward::choices(self, &value),
            Err(_) => Err(format!("the draw makes a `{}`", type_name::<G::Value>())),
        }
    }
}

/// What is drawn from: `(&&Drawing(&generator)).giving()`.
pub struct Drawing<'g, G: ?Sized>(pub &'g G);

/// Answers for generators that can be given a value.
pub trait MayGive<'g> {
    /// Returns the generator.
    fn giving(&self) -> Option<&'g dyn Giving>;
}

impl<'g, G: Reflective> MayGive<'g> for &Drawing<'g, G>
where
    G::Value: Arbitrary,
{
    fn giving(&self) -> Option<&'g dyn Giving> {
        Some(self.0)
    }
}

/// Answers for everything else.
pub trait MayNotGive<'g> {
    /// Returns `None`.
    fn giving(&self) -> Option<&'g dyn Giving>;
}

impl<'g, G: ?Sized> MayNotGive<'g> for Drawing<'g, G> {
    fn giving(&self) -> Option<&'g dyn Giving> {
        None
    }
}

/// A value that was drawn: `(&&Seen(&value)).debug()`, `(&&Seen(&value)).known()`.
pub struct Seen<'v, T: ?Sized>(pub &'v T);

/// Answers for values with `Debug`.
pub trait MayDebug<'v> {
    /// Returns the value.
    fn debug(&self) -> Option<&'v dyn Debug>;
}

impl<'v, T: Debug> MayDebug<'v> for &Seen<'v, T> {
    fn debug(&self) -> Option<&'v dyn Debug> {
        Some(self.0)
    }
}

/// Answers for values without `Debug`.
pub trait MayNotDebug<'v> {
    /// Returns `None`.
    fn debug(&self) -> Option<&'v dyn Debug>;
}

impl<'v, T: ?Sized> MayNotDebug<'v> for Seen<'v, T> {
    fn debug(&self) -> Option<&'v dyn Debug> {
        None
    }
}

/// Answers for values of types with a generator of their own.
pub trait MayKnow<'v> {
    /// Returns the value.
    fn known(&self) -> Option<&'v dyn KnownValue>;
}

impl<'v, T: Arbitrary> MayKnow<'v> for &Seen<'v, T> {
    fn known(&self) -> Option<&'v dyn KnownValue> {
        Some(self.0)
    }
}

/// Answers for all other values.
pub trait MayNotKnow<'v> {
    /// Returns `None`.
    fn known(&self) -> Option<&'v dyn KnownValue>;
}

impl<'v, T: ?Sized> MayNotKnow<'v> for Seen<'v, T> {
    fn known(&self) -> Option<&'v dyn KnownValue> {
        None
    }
}

/// A value that [`with_draws`] can give: one with `Debug`, of a type with a generator of its own.
///
/// ```
/// use mirrorcheck::check::DrawValue;
///
/// let values: [&dyn DrawValue; 3] = [&7u8, &'x', &vec![Some(false)]];
/// assert_eq!(format!("{values:?}"), "[7, 'x', [Some(false)]]");
/// ```
pub trait DrawValue: Debug + KnownValue {}

impl<T: Debug + Arbitrary> DrawValue for T {}

/// Runs `body` with the values that it draws: the first `draw` makes the first value, and so on. This is how the test to
/// paste from a report sets what a property drew.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[property]
/// # #[ignore = "an example"]
/// fn sums_are_small(a: u8) {
///     let b = draw(0..=100u8);
///     let twice = draw(any::<bool>());
///     let sum = u32::from(a) + u32::from(b);
///     assert!(if twice { 2 * sum } else { sum } < 200);
/// }
/// # fn main() {
/// with_draws(&[&99u8, &false], || sums_are_small::on(100));
/// # let failed =
/// std::panic::catch_unwind(|| with_draws(&[&100u8, &false], || sums_are_small::on(100)));
/// # assert!(failed.is_err());
/// # }
/// ```
///
/// Only draws that are written in the body of a `#[property]`, from generators that run backward, can be given a value.
///
/// # Panics
/// Panics, and says which draw it is about, if a value is not one that its generator makes, or if there are more or fewer
/// values than draws. Panics as `body` does.
#[track_caller]
pub fn with_draws<R>(values: &[&dyn DrawValue], body: impl FnOnce() -> R) -> R {
    let mut cx = Cx::cold(Rng::new(0, FIRST_CASE), DEFAULT_SIZE, SearchMode::First);
    cx.give_draws(Given::new(given(values), true, is_same));
    let result = direct::scope(&mut cx, body);
    let given = cx.take_draws().and_then(|mut log| log.given.take());
    match (result, refused(given)) {
        (_, Some(why)) => panic!("`with_draws`: {}", visible(&why)),
        (Ok(result), None) => result,
        (Err(_), None) => {
            panic!("the property discards these values: an `assume` does not hold, or a draw was rejected")
        }
    }
}

/// Runs a body that takes the values that [`with_draws`] gives. Nothing if there are none, or if it runs in another that
/// takes them.
pub(super) fn in_given<R>(body: impl FnOnce() -> R) -> Result<R, impl FnOnce() -> R> {
    struct Entered;

    impl Drop for Entered {
        fn drop(&mut self) {
            direct::draw_log(|log| log.leave());
        }
    }

    if may_be_logged() && direct::draw_log(|log| log.enter()) == Some(true) {
        let _entered = Entered;
        return Ok(body());
    }
    Err(body)
}

fn given(values: &[&dyn DrawValue]) -> Vec<GivenDraw> {
    let mut given = Vec::new();
    for value in values {
        given.push(GivenDraw { any: value.any_choices(), choices: None, text: on_one_line(value) });
    }
    given
}

/// Why values were not drawn.
fn refused(given: Option<Given>) -> Option<String> {
    let given = given?;
    let left = given.values.len();
    let too_many = || format!("{} values are given, and {} were drawn", given.drawn + left, given.drawn);
    given.error.or_else(|| (left > 0).then(too_many))
}
