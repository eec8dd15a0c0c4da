//! Options and enums, and how values of recursive types stay finite.

use serde::de::{DeserializeSeed, EnumAccess, VariantAccess, Visitor};

use super::super::fault::Fault;
use super::super::patterns::HARDLY;
use super::super::run::{Given, Run, place};
use super::{Question, differs, fields::Fields};
use crate::core::choice::Names;

/// The chosen alternative of an option or an enum.
pub(super) struct Entered {
    pub(super) alternative: usize,
    site: u64,
    /// The room for its parts.
    room: u32,
}

impl Entered {
    /// Chooses an alternative. Those that contain their own type divide the room, and are unlikely when there is none
    /// left.
    pub(super) fn choose(
        run: &mut Run<'_, '_, '_>,
        site: u64,
        names: Names<'static>,
        weights: &[u64],
        shown: Option<usize>,
    ) -> Result<Entered, Fault> {
        let count = match names {
            Names::Literals(labels) => labels.len(),
            _ => weights.len(),
        };
        let (room, knowledge) = (run.room(), run.state.knowledge);
        let known = knowledge.at(site);
        let mut branches = vec![0; count];
        let mut all: Vec<u64> = (0..count)
            .map(|at| {
                let (weight, met) = known.map_or((64, 0), |place| place.alternative(at, knowledge.is_frozen));
                branches[at] = met;
                weight * weights.get(at).copied().unwrap_or(1)
            })
            .collect();
        run.state.note(|log| (0..count).for_each(|at| branches[at] = branches[at].max(log.branches_of(site, at))));
        if room == 0 && branches.contains(&0) {
            all.iter_mut().zip(&branches).filter(|(_, met)| **met == 0).for_each(|(weight, _)| *weight *= HARDLY);
        }
        let alternative = run.pick(&all, names, shown)?;
        run.state.digest.word(alternative as u64);
        run.state.tag = Some(place(3, alternative as u64));
        run.state.note(|log| {
            log.variants.push((site, alternative));
            log.enter(site, alternative);
        });
        let room = match branches.get(alternative) {
            None | Some(0) => room,
            Some(1) => room.saturating_sub(1),
            Some(met) => room / (*met).min(8),
        };
        Ok(Entered { alternative, site, room })
    }

    /// Reads the content of the alternative.
    pub(super) fn within<'t, R>(
        self,
        run: &mut Run<'_, '_, 't>,
        body: impl FnOnce(&mut Run<'_, '_, 't>) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let outer = run.set_room(self.room);
        run.state.fresh = None;
        let result = body(run);
        run.set_room(outer);
        run.state.note(|log| log.leave());
        result
    }

    /// Returns the place of the content.
    pub(super) fn place(&self) -> u64 {
        place(self.site, self.alternative as u64)
    }
}

/// The `EnumAccess` of a chosen variant.
pub(super) struct Variants<'a, 'x, 'c, 't> {
    pub(super) run: &'a mut Run<'x, 'c, 't>,
    pub(super) name: &'static str,
    /// The type of the enum.
    pub(super) of_type: &'static str,
    pub(super) place: u64,
    /// The content, if it is given and if there is any.
    pub(super) given: Option<Option<Given<'t>>>,
}

impl<'de> EnumAccess<'de> for Variants<'_, '_, '_, '_> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Fault> {
        let variant = seed.deserialize(Question { run: self.run, given: Given::Name(self.name) })?;
        Ok((variant, self))
    }
}

impl<'t> Variants<'_, '_, '_, 't> {
    /// Returns the content that is given. `Serialize` must have written some.
    fn inner(&self) -> Result<Given<'t>, Fault> {
        match self.given {
            None => Ok(Given::Free),
            Some(Some(inner)) => Ok(inner),
            Some(None) => Err(differs("the content of a variant")),
        }
    }

    fn enter(&mut self) {
        (self.run.state.path, self.run.state.depth) = (self.place, 0);
    }
}

impl<'de> VariantAccess<'de> for Variants<'_, '_, '_, '_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.given {
            Some(Some(inner)) if !self.run.is_null(inner) => Err(differs("a variant without content")),
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<S::Value, Fault> {
        let given = self.inner()?;
        self.enter();
        self.run.state.tag = None;
        self.run.ask(seed, given)
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        let given = self.inner()?;
        self.enter();
        Question { run: self.run, given }.list(visitor, Some(length))
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let given = self.inner()?;
        self.enter();
        let given = match self.run.bare(given) {
            Given::Free => None,
            given => Some(self.run.entries(given).ok_or_else(|| differs("a record"))?),
        };
        let (place, room, names) = (self.place, self.run.room(), (self.of_type, fields));
        self.run.group(room, |run| {
            let mut record = Fields::begin(run, given, names, place);
            let result = visitor.visit_map(&mut record);
            record.end(result)
        })
    }
}
