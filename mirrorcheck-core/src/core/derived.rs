//! Generators of types that are made of other types, and how they come to an end.

mod plan;
mod standard;

use std::fmt;
use std::marker::PhantomData;

use crate::core::arbitrary::{Arbitrary, Outline, TypeForm};
use crate::core::cx::{Cx, FORWARD};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::lengths::Lengths;
use crate::core::search::{Arguments, Candidates, ErasedFocus, Tries};
use crate::core::sketch::Partial;
use crate::core::source::AsSource;

/// A type as `#[derive(Arbitrary)]` sees it: numbered variants, of which a struct has one.
///
/// Every derived type has its own copy of what is generic here, so that is little.
pub trait Derive: Arbitrary {
    /// What is known of it where it stands in the source.
    const FORM: &'static TypeForm;

    /// Whether there is a condition on its values.
    const IS_FILTERED: bool = false;

    /// Looks through what a sketch gives; a type that may borrow cannot be found there.
    const RESOLVE: for<'a> fn(Focus<'a, Self>) -> Focus<'a, Self> = |focus| focus;

    /// Makes one variant. A value that is shown is of that variant.
    fn make(cx: &mut Cx<'_>, shown: Option<&Self>, sketch: Option<&Partial>, variant: u32) -> Result<Self, Rejected>;

    /// The number of the value's variant.
    fn shown(&self) -> u32 {
        0
    }

    /// The condition on its values.
    fn is_kept(&self) -> bool {
        true
    }
}

/// What [`any`](crate::any) of a type under `derive(Arbitrary)` makes.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// #[derive(Debug, PartialEq, Arbitrary)]
/// enum Json {
///     Null,
///     Number(#[arbitrary(range = 0..=9)] u8),
///     #[arbitrary(weight = 2, label = "list")]
///     List(#[arbitrary(len = 0..=4)] Vec<Json>),
/// }
/// let json = Json::List(vec![Json::Null, Json::Number(7)]);
/// let choices = any::<Json>().reflect(&json).next().unwrap();
/// assert_eq!(choices.to_string(), "list((2 Null Number(7)))");
/// assert_eq!(any::<Json>().replay(&choices), Ok(json));
/// assert!(!any::<Json>().contains(&Json::Number(10)));
/// ```
pub struct Derived<T>(PhantomData<fn() -> T>);

impl<T> Derived<T> {
    /// The only one.
    #[doc(hidden)]
    pub const HERE: Derived<T> = Derived(PhantomData);
}

impl<T> Clone for Derived<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Derived<T> {}

impl<T> fmt::Debug for Derived<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "any::<{}>()", std::any::type_name::<T>())
    }
}

impl<T: Derive> Generator for Derived<T> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        if T::IS_FILTERED {
            return run_filtered(cx, focus);
        }
        if cx.is_plain() { attempt(cx, None, None, FORWARD) } else { run_cold(cx, focus) }
    }
}

impl<T: Derive> Reflective for Derived<T> {}

fn run_filtered<T: Derive>(cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
    let tries = if focus.is_free() { TRIES } else { 1 };
    cx.retry(tries, |cx| {
        let made = if cx.is_plain() { attempt::<T>(cx, None, None, FORWARD)? } else { run_cold(cx, focus)? };
        if made.is_kept() { Ok(made) } else { Err(not_kept(cx, T::FORM)) }
    })
}

/// How often a condition is tried.
const TRIES: u32 = 100;

#[cold]
#[inline]
fn not_kept(cx: &mut Cx<'_>, form: &TypeForm) -> Rejected {
    cx.reject(|| format!("the filter of `{}` does not hold", form.site.name))
}

/// Chooses a variant, or takes the one to go toward, and makes it.
// Optimised, it is copied into the places that run it, so that the forward one has no trace of the other direction.
#[cfg_attr(not(debug_assertions), inline(always))]
fn attempt<T: Derive>(
    cx: &mut Cx<'_>,
    shown: Option<&T>,
    sketch: Option<&Partial>,
    toward: u32,
) -> Result<T, Rejected> {
    match cx.begin(T::FORM, toward) {
        Ok((variant, room)) => {
            let outer = cx.set_room(room);
            let made = T::make(cx, shown, sketch, variant);
            cx.set_room(outer);
            made
        }
        Err(rejected) => Err(rejected),
    }
}

#[inline(never)]
fn run_cold<T: Derive>(cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
    let (shown, sketch, look) = match T::RESOLVE(focus) {
        Focus::Free => (None, None, ErasedFocus::Free),
        Focus::On(value) => (Some(value), None, ErasedFocus::On(value as *const T as usize)),
        Focus::Sketch(partial) => (None, Some(partial), ErasedFocus::Sketch(partial)),
    };
    let variant = match shown {
        Some(value) => value.shown(),
        None => FORWARD,
    };
    let mut out = Err(Rejected);
    let found = cx.search_variants(T::FORM, look, variant, &mut |cx, toward| {
        out = attempt(cx, shown, sketch, toward);
        out.is_ok()
    });
    if found { out } else { Err(Rejected) }
}

/// The variants of a type as what is tried on a focus.
struct Variants<'r> {
    /// The variant that the focus shows, or [`FORWARD`] if it shows none.
    shown: u32,
    attempt: &'r mut dyn FnMut(&mut Cx<'_>, u32) -> bool,
}

impl Tries for Variants<'_> {
    fn arguments(&self, _: &mut Arguments) {}

    fn shown_from(&self, from: u32) -> u32 {
        match self.shown {
            FORWARD => from,
            shown if from <= shown => shown,
            _ => u32::MAX,
        }
    }

    fn attempt(&mut self, cx: &mut Cx<'_>, toward: u32) -> Result<(), Rejected> {
        if (self.attempt)(cx, toward) { Ok(()) } else { Err(Rejected) }
    }
}

impl Cx<'_> {
    fn search_variants(
        &mut self,
        form: &'static TypeForm,
        look: ErasedFocus<'_>,
        shown: u32,
        attempt: &mut dyn FnMut(&mut Cx<'_>, u32) -> bool,
    ) -> bool {
        self.search(Candidates::at(&form.site, &mut Variants { shown, attempt }), look).is_ok()
    }
}

/// Looks through what a sketch gives, where that is a value of this type.
pub fn resolve<T: 'static>(focus: Focus<'_, T>) -> Focus<'_, T> {
    let Focus::Sketch(Partial::Value(given)) = focus else { return focus };
    if let Some(value) = given.downcast_ref::<T>() {
        return Focus::On(value);
    }
    match given.downcast_ref::<Box<T>>() {
        Some(value) => Focus::On(value),
        None => focus,
    }
}

/// Where a field stands in a sketch, if there is one: under its name in a constructor.
#[derive(Clone, Copy)]
pub struct FieldPlace<'a> {
    /// The sketch of the whole value.
    pub sketch: Option<&'a Partial>,
    /// The constructor.
    pub constructor: &'static str,
}

impl<'a> FieldPlace<'a> {
    /// What is there, unless it is a hole.
    #[cold]
    fn find(self, name: &'static str) -> Option<&'a Partial> {
        self.sketch?.field(self.constructor, name).filter(|partial| !partial.is_hole())
    }

    #[inline]
    fn focus<V>(self, name: &'static str, shown: Option<&'a V>) -> Focus<'a, V> {
        match shown {
            Some(value) => return Focus::On(value),
            None if self.sketch.is_none() => return Focus::Free,
            None => {}
        }
        match self.find(name) {
            Some(partial) => Focus::Sketch(partial),
            None => Focus::Free,
        }
    }
}

/// A type that a field can have. Both functions are in one trait, so that a type without a generator is one error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default generator",
    label = "this has no default generator",
    note = "write `#[derive(Arbitrary)]` on it, or say on the field which generator to use: `#[arbitrary(with = …)]`"
)]
pub trait Field: Sized {
    /// Says that the field is a part.
    fn part(outline: &mut Outline);

    /// Makes the field, or looks at the value it has.
    fn make(cx: &mut Cx<'_>, shown: Option<&Self>, place: FieldPlace<'_>, name: &'static str) -> Result<Self, Rejected>
    where
        Self: 'static;

    /// Does what [`make`](Self::make) does for a type that may borrow: a given value of it cannot be inspected, so it
    /// is compared at the end.
    fn make_borrowed(
        cx: &mut Cx<'_>,
        shown: Option<&Self>,
        place: FieldPlace<'_>,
        name: &'static str,
    ) -> Result<Self, Rejected>;

    /// The field as what may have a source.
    fn as_source(&self) -> &dyn AsSource;
}

impl<T: Arbitrary> Field for T {
    fn part(outline: &mut Outline) {
        T::outline(outline);
    }

    #[inline]
    fn make(cx: &mut Cx<'_>, shown: Option<&T>, place: FieldPlace<'_>, name: &'static str) -> Result<T, Rejected>
    where
        T: 'static,
    {
        field(cx, shown, place, name, T::arbitrary())
    }

    #[inline]
    fn make_borrowed(
        cx: &mut Cx<'_>,
        shown: Option<&T>,
        place: FieldPlace<'_>,
        name: &'static str,
    ) -> Result<T, Rejected> {
        field_borrowed(cx, shown, place, name, T::arbitrary())
    }

    fn as_source(&self) -> &dyn AsSource {
        self
    }
}

/// Runs the generator of a field on the value that it has, if one is shown.
#[inline]
pub fn field<V: 'static, G: Reflective<Value = V>>(
    cx: &mut Cx<'_>,
    shown: Option<&V>,
    place: FieldPlace<'_>,
    name: &'static str,
    generator: G,
) -> Result<V, Rejected> {
    let focus = match place.focus(name, shown) {
        Focus::Sketch(Partial::Value(given)) => match given.downcast_ref() {
            Some(value) => Focus::On(value),
            None => place.focus(name, shown),
        },
        focus => focus,
    };
    generator.run(cx, focus)
}

/// Does what [`field`] does for a type that may borrow.
#[inline]
pub fn field_borrowed<V, G: Reflective<Value = V>>(
    cx: &mut Cx<'_>,
    shown: Option<&V>,
    place: FieldPlace<'_>,
    name: &'static str,
    generator: G,
) -> Result<V, Rejected> {
    generator.run(cx, place.focus(name, shown))
}

/// A field that always has the same value.
pub fn field_fixed<V>(
    cx: &mut Cx<'_>,
    shown: Option<&V>,
    name: &'static str,
    value: V,
    is_same: fn(&V, &V) -> bool,
) -> Result<V, Rejected> {
    match shown {
        Some(shown) if !is_same(&value, shown) => Err(cx.reject(|| format!("`{name}` is fixed to a different value"))),
        _ => Ok(value),
    }
}

/// For `len`: a type whose values have a length.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` has no length, so `len` does not apply",
    label = "`len` is for collections and strings",
    note = "use `range = …` for numbers, or `with = …` for any generator"
)]
pub trait WithLength: Sized {
    /// The generator for some lengths.
    type OfLength: Reflective<Value = Self>;

    /// Makes the generator.
    fn with_length(lengths: impl Lengths) -> Self::OfLength;

    /// Says what it consists of: of a collection, its elements [perhaps](Outline::perhaps).
    fn outline(outline: &mut Outline) {
        let _ = outline;
    }

    /// Says that a field of such lengths is a part.
    fn part(outline: &mut Outline, lengths: impl Lengths) {
        // Those beyond the least number are only there while there is room, which they share.
        let (least, _) = lengths.bounds();
        outline.of_length((least, Some(least.max(1))), Self::outline);
    }

    /// Makes a field, or looks at the value that it has.
    fn make(
        cx: &mut Cx<'_>,
        shown: Option<&Self>,
        place: FieldPlace<'_>,
        name: &'static str,
        lengths: impl Lengths,
    ) -> Result<Self, Rejected>
    where
        Self: 'static,
    {
        field(cx, shown, place, name, Self::with_length(lengths))
    }

    /// Makes a field with these lengths, of a type that may borrow.
    fn make_borrowed(
        cx: &mut Cx<'_>,
        shown: Option<&Self>,
        place: FieldPlace<'_>,
        name: &'static str,
        lengths: impl Lengths,
    ) -> Result<Self, Rejected> {
        field_borrowed(cx, shown, place, name, Self::with_length(lengths))
    }
}
