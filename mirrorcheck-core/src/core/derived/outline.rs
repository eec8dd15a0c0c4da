//! What types are made of: a graph, because types can contain themselves.

use std::any::TypeId;
use std::collections::HashMap;
use std::marker::PhantomData;

use super::Form;
use crate::core::arbitrary::Arbitrary;

/// How many parts a generator that is not known is taken to have where the type of its values may have any number.
const UNKNOWN: usize = 4;

/// What the types that a value consists of are made of: a graph, because types can contain themselves.
pub struct Outline {
    pub(super) types: Vec<Known>,
    numbers: HashMap<TypeId, usize>,
    here: Here,
}

/// A type of the graph.
pub(super) struct Known {
    pub(super) form: &'static Form,
    pub(super) variants: Vec<Vec<Reference>>,
}

/// A type that is a part of another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reference {
    pub(super) to: usize,
    /// Whether there is no value without it.
    pub(super) is_needed: bool,
    /// How many of them a value has at most, where that is known.
    pub(super) times: u32,
}

/// Where the outline has come to.
#[derive(Debug, Clone, Copy)]
struct Here {
    /// The type that is described, once there is one.
    number: Option<usize>,
    is_needed: bool,
    times: u32,
    /// The lengths that the next collection has.
    lengths: Option<(usize, Option<usize>)>,
}

const NOWHERE: Here = Here { number: None, is_needed: true, times: 1, lengths: None };

impl Outline {
    /// All that belongs to one type, which gets the number 0.
    pub(super) fn of(form: &'static Form) -> Outline {
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
    pub(super) fn of_length(&mut self, lengths: (usize, Option<usize>), parts: fn(&mut Outline)) {
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
    pub fn derived(&mut self, form: &'static Form) {
        let to = *self.numbers.entry((form.site.generator)()).or_insert(self.types.len());
        let Here { is_needed, times, .. } = self.here;
        if let Some(variant) = self.here.number.and_then(|number| self.types[number].variants.last_mut()) {
            variant.push(Reference { to, is_needed, times });
        }
        if to == self.types.len() {
            self.types.push(Known { form, variants: Vec::new() });
            let outer = std::mem::replace(&mut self.here, Here { number: Some(to), ..NOWHERE });
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

/// For `with`: a field whose generator is not known, but perhaps its type. `(&&Perhaps::<T>::HERE).outline(…)` takes
/// the first of two traits whose bound holds.
pub struct Perhaps<T>(PhantomData<T>);

impl<T> Perhaps<T> {
    /// The only one.
    pub const HERE: Perhaps<T> = Perhaps(PhantomData);
}

/// For types with a generator of their own: the other one will make the same parts, or none.
pub trait PerhapsArbitrary {
    /// Adds the parts.
    fn outline(&self, outline: &mut Outline);
}

impl<T: Arbitrary> PerhapsArbitrary for &Perhaps<T> {
    fn outline(&self, outline: &mut Outline) {
        let outer = outline.here;
        outline.here.is_needed = false;
        outline.of_length((0, Some(UNKNOWN)), T::outline);
        outline.here = outer;
    }
}

/// For all others.
pub trait PerhapsNot {
    /// Adds nothing.
    fn outline(&self, outline: &mut Outline);
}

impl<T> PerhapsNot for Perhaps<T> {
    fn outline(&self, outline: &mut Outline) {
        let _ = outline;
    }
}
