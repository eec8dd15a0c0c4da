//! What types are made of: a graph, because types can contain themselves.

use std::any::TypeId;
use std::collections::HashMap;
use std::marker::PhantomData;

use super::Arbitrary;
use crate::core::search::Site;
use crate::core::sketch::Shape;

/// How many parts a generator that is not known is taken to have where the type of its values may have any number.
const UNKNOWN: usize = 4;

/// What is known of a type where it stands in the source.
pub struct TypeForm {
    pub(crate) site: Site<'static>,
    /// Says of each variant what it consists of.
    parts: fn(&mut Outline),
    pub(crate) labels: &'static [&'static str],
    /// The weights of the variants; those that are not there are 1.
    pub(crate) weights: &'static [u64],
    /// The weights where the type does not contain itself, if they are others.
    pub(crate) usual: &'static [u64],
}

impl TypeForm {
    /// A type with its name, its identity and its parts, and the shapes, labels and weights of its variants.
    #[inline]
    pub const fn new(
        name: &'static str,
        generator: fn() -> TypeId,
        parts: fn(&mut Outline),
        shapes: &'static [Shape],
        labels: &'static [&'static str],
        weights: &'static [u64],
    ) -> TypeForm {
        let site = Site { name, generator, shapes, leads: &[], is_plain: true, is_text: false, is_tried: false };
        TypeForm { site, parts, labels, weights, usual: weights }
    }

    /// Sets other weights for where the type does not contain itself.
    #[inline]
    pub(crate) const fn usually(self, usual: &'static [u64]) -> TypeForm {
        TypeForm { usual, ..self }
    }
}

/// What the types that a value consists of are made of: a graph, because types can contain themselves.
pub struct Outline {
    pub(crate) types: Vec<OutlinedType>,
    numbers: HashMap<TypeId, usize>,
    here: OutlinePosition,
}

/// A type of the graph.
pub(crate) struct OutlinedType {
    pub(crate) form: &'static TypeForm,
    pub(crate) variants: Vec<Vec<Reference>>,
}

/// A type that is a part of another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference {
    pub(crate) to: usize,
    /// Whether there is no value without it.
    pub(crate) is_needed: bool,
    /// How many of them a value has at most, where that is known.
    pub(crate) times: u32,
}

/// Where the outline has come to.
#[derive(Debug, Clone, Copy)]
struct OutlinePosition {
    /// The type that is described, once there is one.
    number: Option<usize>,
    is_needed: bool,
    times: u32,
    /// The lengths that the next collection has.
    lengths: Option<(usize, Option<usize>)>,
}

const NOWHERE: OutlinePosition = OutlinePosition { number: None, is_needed: true, times: 1, lengths: None };

impl Outline {
    /// All that belongs to one type, which gets the number 0.
    pub(crate) fn of(form: &'static TypeForm) -> Outline {
        let mut outline = Outline { types: Vec::new(), numbers: HashMap::new(), here: NOWHERE };
        outline.derived(form);
        outline
    }

    /// A value of this type is a part.
    pub fn part<T: Arbitrary>(&mut self) {
        T::outline(self);
    }

    /// Values of this type are parts, or none is.
    pub fn perhaps<T: Arbitrary>(&mut self) {
        let outer = self.here;
        self.enter_collection();
        T::outline(self);
        self.here = outer;
    }

    /// Runs `parts` for a collection of so many elements.
    #[inline]
    pub(crate) fn of_length(&mut self, lengths: (usize, Option<usize>), parts: fn(&mut Outline)) {
        let outer = self.here;
        self.here.lengths = Some(lengths);
        parts(self);
        self.here = outer;
    }

    /// The parts of a variant follow.
    pub fn variant(&mut self) {
        if let Some(number) = self.here.number {
            self.types[number].variants.push(Vec::new());
        }
    }

    /// A value of a derived type is a part.
    pub fn derived(&mut self, form: &'static TypeForm) {
        let to = *self.numbers.entry((form.site.generator)()).or_insert(self.types.len());
        let OutlinePosition { is_needed, times, .. } = self.here;
        if let Some(variant) = self.here.number.and_then(|number| self.types[number].variants.last_mut()) {
            variant.push(Reference { to, is_needed, times });
        }
        if to == self.types.len() {
            self.types.push(OutlinedType { form, variants: Vec::new() });
            let outer = std::mem::replace(&mut self.here, OutlinePosition { number: Some(to), ..NOWHERE });
            (form.parts)(self);
            self.here = outer;
        }
    }

    fn enter_collection(&mut self) {
        let here = &mut self.here;
        match here.lengths.take() {
            Some((low, high)) => {
                here.is_needed &= low > 0;
                // Without an upper bound there are as many as there is room for, which gets less.
                let most = high.unwrap_or(1).max(1);
                here.times = here.times.saturating_mul(u32::try_from(most).unwrap_or(u32::MAX));
            }
            None => here.is_needed = false,
        }
    }
}

/// For `with`: a field whose generator is not known, but perhaps its type. `(&&Maybe::<T>::HERE).outline(…)` takes
/// the first of two traits whose bound holds.
pub struct Maybe<T>(PhantomData<T>);

impl<T> Maybe<T> {
    /// The only one.
    pub const HERE: Maybe<T> = Maybe(PhantomData);
}

/// Adds types with a generator of their own: the other generator will make the same parts, or none.
pub trait MaybeArbitrary {
    /// Adds the parts.
    fn outline(&self, outline: &mut Outline);
}

impl<T: Arbitrary> MaybeArbitrary for &Maybe<T> {
    fn outline(&self, outline: &mut Outline) {
        let outer = outline.here;
        outline.here.is_needed = false;
        outline.of_length((0, Some(UNKNOWN)), T::outline);
        outline.here = outer;
    }
}

/// Handles types without a generator of their own.
pub trait MaybeNot {
    /// Adds nothing.
    fn outline(&self, outline: &mut Outline);
}

impl<T> MaybeNot for Maybe<T> {
    fn outline(&self, outline: &mut Outline) {
        let _ = outline;
    }
}
