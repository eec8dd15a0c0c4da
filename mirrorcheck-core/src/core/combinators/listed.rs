//! A pick among items that are listed at run time.

use std::panic::Location;

use super::Weight;
use crate::core::choice::Names;
use crate::core::cx::Cx;
use crate::core::direct::{done, with_cx};
use crate::core::generator::{Focus, Rejected};

/// An item of `pick_from`: a value, `(label, value)` or `(weight, label, value)`.
pub trait Listed<T> {
    /// Returns its weight, relative to the others.
    fn weight(&self) -> u64 {
        1
    }
    /// Returns its label; empty for none.
    fn label(&self) -> &str {
        ""
    }
    /// Returns the value.
    fn value(&self) -> &T;
    /// Takes out the value.
    fn into_value(self) -> T;
}

impl<T> Listed<T> for T {
    fn value(&self) -> &T {
        self
    }
    fn into_value(self) -> T {
        self
    }
}

impl<L: AsRef<str>, T> Listed<T> for (L, T) {
    fn label(&self) -> &str {
        self.0.as_ref()
    }
    fn value(&self) -> &T {
        &self.1
    }
    fn into_value(self) -> T {
        self.1
    }
}

impl<W: Weight, L: AsRef<str>, T> Listed<T> for (W, L, T) {
    fn weight(&self) -> u64 {
        self.0.weight()
    }
    fn label(&self) -> &str {
        self.1.as_ref()
    }
    fn value(&self) -> &T {
        &self.2
    }
    fn into_value(self) -> T {
        self.2
    }
}

/// Picks one of the values of a list made at run time. It iterates over the list twice instead of storing it.
#[inline]
pub fn pick_from_cx<T, I>(cx: &mut Cx<'_>, items: I, focus: Focus<'_, T>) -> Result<T, Rejected>
where
    T: PartialEq,
    I: IntoIterator,
    I::IntoIter: Clone,
    I::Item: Listed<T>,
{
    let items = items.into_iter();
    if items.clone().any(|item| !item.label().is_empty()) {
        if let Some(label) = repeated(items.clone()) {
            return Err(cx.reject(|| format!("two alternatives of one pick have the label {label:?}")));
        }
    }
    let Some(rng) = cx.plain_rng() else { return pick_from_cold(cx, items, focus) };
    let total = items.clone().try_fold(0, |sum: u64, item| sum.checked_add(item.weight()));
    let Some(total) = total else { return pick_from_cold(cx, items, focus) };
    if total == 0 {
        return Err(Rejected);
    }
    let mut left = rng.below(total);
    for item in items {
        if left < item.weight() {
            return Ok(item.into_value());
        }
        left -= item.weight();
    }
    Err(Rejected)
}

/// Returns a label that occurs twice.
#[cold]
fn repeated<T>(items: impl Iterator<Item: Listed<T>>) -> Option<String> {
    let mut seen = std::collections::HashSet::new();
    let labels = items.map(|item| item.label().to_owned()).filter(|label| !label.is_empty());
    labels.into_iter().find(|label| !seen.insert(label.clone()))
}

#[cold]
fn pick_from_cold<T, I>(cx: &mut Cx<'_>, items: I, focus: Focus<'_, T>) -> Result<T, Rejected>
where
    T: PartialEq,
    I: Iterator + Clone,
    I::Item: Listed<T>,
{
    let all: Vec<I::Item> = items.clone().collect();
    let weights: Vec<u64> = all.iter().map(Listed::weight).collect();
    let labels: Vec<&str> = all.iter().map(Listed::label).collect();
    let shows = |value: &T, i: u32| all[i as usize].value() == value;
    cx.alternatives(focus, all.len(), &shows, &mut |cx, i| {
        let shown = matches!(focus, Focus::On(_)).then_some(i as usize);
        let i = cx.pick(&weights, Names::Labels(&labels), shown)?;
        items.clone().nth(i).map(Listed::into_value).ok_or(Rejected)
    })
}

/// The expansion of `pick_from` in a forward generator.
#[track_caller]
pub fn pick_from_here<T, I>(items: I) -> T
where
    T: PartialEq,
    I: IntoIterator,
    I::IntoIter: Clone,
    I::Item: Listed<T>,
{
    let here = Location::caller();
    done(with_cx("pick_from", |cx| cx.at_site(here, |cx| pick_from_cx(cx, items, Focus::Free))))
}
