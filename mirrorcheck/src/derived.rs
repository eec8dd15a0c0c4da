//! Generators of types that are made of other types, and how they come to an end.

mod outline;
mod plan;
mod standard;

use std::fmt;
use std::marker::PhantomData;

pub use outline::{Outline, Perhaps, PerhapsArbitrary, PerhapsNot};

use crate::arbitrary::Arbitrary;
use crate::base::{Lengths, VecOf, vec};
use crate::cx::{Cx, FORWARD};
use crate::generator::{Focus, Generator, Reflective, Rejected};
use crate::language::{self, of_type};
use crate::search::{Arguments, Program, Site};
use crate::sketch::{Partial, Shape};

/// A type as `#[derive(Arbitrary)]` sees it: numbered variants, of which a struct has one.
pub trait Derive: Arbitrary {
    /// What is known of it where it stands in the source.
    const FORM: &'static Form;

    /// Whether there is a condition on its values.
    const IS_FILTERED: bool = false;

    /// Says of each variant what it consists of.
    fn parts(outline: &mut Outline);

    /// Makes one variant. A value that is looked at is of that variant.
    fn make(cx: &mut Cx<'_>, focus: Focus<'_, Self>, variant: u32) -> Result<Self, Rejected>;

    /// The number of the value's variant.
    fn shown(&self) -> u32 {
        0
    }

    /// The condition on its values.
    fn is_kept(&self) -> bool {
        true
    }

    /// The focus, seen through what a sketch gives; a type that may borrow cannot be found there.
    fn resolved(focus: Focus<'_, Self>) -> Focus<'_, Self> {
        focus
    }
}

/// What is known of a type where it stands in the source.
#[derive(Debug)]
pub struct Form {
    name: &'static str,
    shapes: &'static [Shape],
    labels: &'static [&'static str],
    /// The weights of the variants; those that are not there are 1.
    weights: &'static [u64],
    /// The weights where the type does not contain itself, if they are others.
    usual: &'static [u64],
}

impl Form {
    /// A type with its name, and the shapes, labels and weights of its variants.
    pub const fn new(
        name: &'static str,
        shapes: &'static [Shape],
        labels: &'static [&'static str],
        weights: &'static [u64],
    ) -> Form {
        Form { name, shapes, labels, weights, usual: weights }
    }

    /// The same with other weights where the type does not contain itself.
    const fn usually(self, usual: &'static [u64]) -> Form {
        Form { usual, ..self }
    }
}

/// The generator that `#[derive(Arbitrary)]` writes.
pub struct Derived<T>(PhantomData<fn() -> T>);

/// The generator of a derived type.
pub fn derived<T>() -> Derived<T> {
    Derived(PhantomData)
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
            return self.run_filtered(cx, focus);
        }
        if cx.is_plain() {
            return self.body(cx, Focus::Free, FORWARD);
        }
        language::run(self, cx, T::resolved(focus))
    }
}

impl<T: Derive> Reflective for Derived<T> {}

impl<T: Derive> Derived<T> {
    fn run_filtered(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        let tries = if focus.is_free() { TRIES } else { 1 };
        cx.retry(tries, |cx| {
            let made = match cx.is_plain() {
                true => self.body(cx, Focus::Free, FORWARD)?,
                false => language::run(self, cx, T::resolved(focus))?,
            };
            if made.is_kept() { Ok(made) } else { Err(not_kept(cx, T::FORM)) }
        })
    }
}

/// How often a condition is tried.
const TRIES: u32 = 100;

#[cold]
fn not_kept(cx: &mut Cx<'_>, form: &Form) -> Rejected {
    cx.reject(|| format!("the filter of `{}` does not hold", form.name))
}

impl<T: Derive> Program for Derived<T> {
    const SITE: &'static Site<'static> = &Site {
        name: T::FORM.name,
        generator: of_type::<Self>,
        shapes: T::FORM.shapes,
        leads: &[],
        is_plain: true,
        is_text: false,
    };

    fn arguments(&self, _: &mut Arguments) {}

    fn shown_from(value: &T, from: u32) -> u32 {
        let shown = value.shown();
        if from <= shown { shown } else { u32::MAX }
    }

    // Optimised, it is copied into the places that run it, so that the forward one has no trace of the other direction.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn body(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>, toward: u32) -> Result<T, Rejected> {
        // No `?` and no closure: every type has its own copy of this.
        let plan = plan::find(of_type::<T>, T::FORM, T::parts);
        match cx.begin(plan, toward) {
            Ok((variant, room)) => {
                let outer = cx.set_room(room);
                let made = T::make(cx, focus, variant);
                cx.set_room(outer);
                made
            }
            Err(rejected) => Err(rejected),
        }
    }
}

/// Where the fields of a variant stand in a sketch, if there is one.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    sketch: Option<&'a Partial>,
    constructor: &'static str,
}

impl<'a> Place<'a> {
    /// The place of a variant.
    #[inline(always)]
    pub fn of<T>(focus: Focus<'a, T>, constructor: &'static str) -> Place<'a> {
        let sketch = match focus {
            Focus::Sketch(partial) => Some(partial),
            Focus::Free | Focus::On(_) => None,
        };
        Place { sketch, constructor }
    }

    #[cold]
    fn focus<V>(partial: &'a Partial, constructor: &'static str, name: &'static str) -> Focus<'a, V> {
        partial.follow(&[(constructor, name)]).unwrap_or(Focus::Free)
    }
}

/// Runs the generator of a field on the value that it has, if one is shown.
#[inline]
pub fn field<V: 'static, G: Reflective<Value = V>>(
    cx: &mut Cx<'_>,
    shown: Option<&V>,
    (place, name): (Place<'_>, &'static str),
    generator: G,
) -> Result<V, Rejected> {
    let focus = match (shown, place.sketch) {
        (Some(value), _) => Focus::On(value),
        (None, None) => Focus::Free,
        (None, Some(partial)) => Place::focus(partial, place.constructor, name).resolve(),
    };
    generator.run(cx, focus)
}

/// The same for a type that may borrow: a given value of it cannot be looked into, so it is compared at the end.
#[inline]
pub fn field_borrowed<V, G: Reflective<Value = V>>(
    cx: &mut Cx<'_>,
    shown: Option<&V>,
    (place, name): (Place<'_>, &'static str),
    generator: G,
) -> Result<V, Rejected> {
    let focus = match (shown, place.sketch) {
        (Some(value), _) => Focus::On(value),
        (None, None) => Focus::Free,
        (None, Some(partial)) => Place::focus(partial, place.constructor, name),
    };
    generator.run(cx, focus)
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
        Some(shown) if !is_same(&value, shown) => {
            Err(cx.reject(|| format!("`{name}` has always the same other value")))
        }
        _ => Ok(value),
    }
}

/// For `len`: a type whose values have a length.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` has no length that `len` could say",
    label = "`len` is for collections and strings",
    note = "`range = …` says which numbers, and `with = …` which generator to take"
)]
pub trait WithLength: Arbitrary {
    /// The generator for some lengths.
    type OfLength: Reflective<Value = Self>;

    /// Makes the generator.
    fn with_length(lengths: impl Lengths) -> Self::OfLength;
}

impl<T: Arbitrary> WithLength for Vec<T> {
    type OfLength = VecOf<T::Generator>;

    fn with_length(lengths: impl Lengths) -> Self::OfLength {
        vec(T::arbitrary(), lengths)
    }
}
