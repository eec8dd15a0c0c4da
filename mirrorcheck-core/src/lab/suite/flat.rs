//! A term in one row, so that no depth matters and a description is found quickly.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher};

use super::description::{Description, LAST_PART, MAX_LABELS, Pattern, begin_part, written};
use crate::core::choices::Term;

/// How many descriptions of one term are listed. One that has more is only asked for those that are known already.
pub(super) const MAX: usize = 10_000;

/// The descriptions of so many labels that a term covers; `None` if there are too many to list them.
// Also for whoever asks which descriptions a case adds.
#[inline]
pub(crate) fn descriptions(term: &Term, strength: usize) -> Option<BTreeSet<Description>> {
    Flat::of(term).descriptions(strength, &mut MAX.clone())
}

/// Labels in the order in which they come in the text form of a term.
pub(super) struct Flat {
    /// As they are written in descriptions; empty for a root that has none.
    labels: Vec<Box<str>>,
    /// The places of the parts of each label.
    parts: Vec<Vec<usize>>,
    /// One behind the last label that is below each.
    ends: Vec<usize>,
}

/// The descriptions found below a label: those of one label, of two, and so on.
type Levels = Vec<HashSet<Box<str>, BuildHasherDefault<DefaultHasher>>>;

impl Flat {
    #[inline]
    pub(super) fn of(term: &Term) -> Flat {
        let mut flat = Flat { labels: Vec::new(), parts: Vec::new(), ends: Vec::new() };
        let mut todo = vec![(term, None)];
        while let Some((term, above)) = todo.pop() {
            let place = flat.labels.len();
            if let Some(above) = above {
                let siblings: &mut Vec<usize> = &mut flat.parts[above];
                siblings.push(place);
            }
            let is_unnamed = above.is_none() && term.label.is_empty();
            flat.labels.push(if is_unnamed { Box::default() } else { written(&term.label).into() });
            flat.parts.push(Vec::new());
            todo.extend(term.children.iter().rev().map(|part| (part, Some(place))));
        }
        flat.ends = vec![0; flat.labels.len()];
        for place in (0..flat.labels.len()).rev() {
            flat.ends[place] = flat.parts[place].last().map_or(place + 1, |&last| flat.ends[last]);
        }
        flat
    }

    #[inline]
    pub(super) fn covers(&self, description: &Description) -> bool {
        self.index().covers(description.pattern().as_ref())
    }

    /// To look for many descriptions.
    #[inline]
    pub(super) fn index(&self) -> Index<'_> {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, label) in self.labels.iter().enumerate() {
            places.entry(label).or_default().push(place);
        }
        Index { flat: self, places }
    }

    /// What is below a part: where it begins and ends.
    #[inline]
    fn span(&self, place: usize, part: usize) -> Option<(usize, usize)> {
        let &first = self.parts[place].get(part)?;
        let end = if part == LAST_PART { self.ends[place] } else { self.ends[first] };
        Some((first, end))
    }

    /// All descriptions of so many labels; `None` if more than `left` steps are needed, which are counted down.
    #[inline]
    pub(super) fn descriptions(&self, strength: usize, left: &mut usize) -> Option<BTreeSet<Description>> {
        if strength == 0 {
            return Some(BTreeSet::from([Description::of_nothing()]));
        }
        if strength > self.labels.len() {
            return Some(BTreeSet::new());
        }
        if strength > MAX_LABELS {
            return None;
        }
        let mut found: HashMap<usize, Levels> = HashMap::new();
        for place in (0..self.labels.len()).rev() {
            let mut below: Vec<Levels> = Vec::new();
            for levels in self.parts[place].iter().filter_map(|part| found.remove(part)) {
                match below.get_mut(LAST_PART) {
                    Some(last) => merge(last, levels),
                    None => below.push(levels),
                }
            }
            let here = self.beginning_at(place, &below, strength, left)?;
            let mut levels = here;
            // A description that does not say in which part of an unnamed root it holds would be one of its parts'.
            if !self.labels[place].is_empty() {
                below.into_iter().for_each(|below| merge(&mut levels, below));
            }
            found.insert(place, levels);
        }
        let whole = found.remove(&0)?.pop()?;
        Some(whole.into_iter().map(|text| Description::new(strength, text)).collect())
    }

    /// Returns the descriptions that begin with the label at this place.
    #[inline]
    fn beginning_at(&self, place: usize, below: &[Levels], strength: usize, left: &mut usize) -> Option<Levels> {
        let label = &self.labels[place];
        let mut levels = vec![HashSet::default(); strength];
        // The beginnings of descriptions, with how many labels and how many parts they have: those that can go on.
        let mut open = vec![(String::from(&**label), usize::from(!label.is_empty()), 0)];
        for (part, found) in below.iter().enumerate() {
            for beginning in 0..open.len() {
                let (_, labels, next) = open[beginning];
                for (more, found) in (1..=strength - labels).zip(found) {
                    for rest in found {
                        *left = left.checked_sub(1)?;
                        let mut text = open[beginning].0.clone();
                        begin_part(&mut text, next, part);
                        text.push_str(rest);
                        if labels + more < strength {
                            open.push((text, labels + more, part + 1));
                        } else {
                            levels[strength - 1].insert(closed(text));
                        }
                    }
                }
            }
        }
        for (text, labels, next) in open.into_iter().filter(|&(_, labels, _)| labels > 0) {
            *left = left.checked_sub(1)?;
            levels[labels - 1].insert(if next > 0 { closed(text) } else { text.into() });
        }
        Some(levels)
    }
}

/// A term with the places of its labels.
pub(super) struct Index<'f> {
    flat: &'f Flat,
    places: HashMap<&'f str, Vec<usize>>,
}

impl Index<'_> {
    /// Whether it fits somewhere; what says nothing always does.
    #[inline]
    pub(super) fn covers(&self, pattern: Option<&Pattern>) -> bool {
        pattern.is_none_or(|pattern| !self.fits(pattern).is_empty())
    }

    /// The labels at which a pattern fits, in order.
    #[inline]
    fn fits(&self, pattern: &Pattern) -> Cow<'_, [usize]> {
        let places = self.places.get(&*pattern.label).map_or(&[][..], |places| places);
        if pattern.parts.is_empty() || places.is_empty() {
            return Cow::Borrowed(places);
        }
        let parts: Vec<_> = pattern.parts.iter().map(|(part, below)| (*part, self.fits(below))).collect();
        let fits_at = |&&place: &&usize| {
            parts.iter().all(|(part, fits)| {
                self.flat.span(place, *part).is_some_and(|(first, end)| {
                    fits.get(fits.partition_point(|&fit| fit < first)).is_some_and(|&fit| fit < end)
                })
            })
        };
        Cow::Owned(places.iter().filter(fits_at).copied().collect())
    }
}

#[inline]
fn closed(mut text: String) -> Box<str> {
    text.push(')');
    text.into()
}

/// The smaller set goes into the larger.
#[inline]
fn merge(into: &mut Levels, from: Levels) {
    for (into, mut from) in into.iter_mut().zip(from) {
        if into.len() < from.len() {
            std::mem::swap(into, &mut from);
        }
        into.extend(from);
    }
}
