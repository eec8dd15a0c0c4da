//! Elements of a list: copies, references, and mutable references.

use std::cell::Cell;

use crate::core::choice::{Ask, Names};
use crate::core::combinators::Weight;
use crate::core::cx::{Cx, FORWARD};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::text::Text;

/// Makes copies of the elements of a list. If elements are equal, there are several ways to make the same value.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let vowel = element_of(&['a', 'e', 'i', 'o', 'u']);
/// assert_eq!(vowel.probability(&'i'), 0.2);
/// ```
pub fn element_of<T>(items: &[T]) -> Element<'_, T> {
    Element { items }
}

/// The generator that [`element_of`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let names = ["ann".to_owned(), "bob".to_owned()];
/// let name: &String = element_of(&names).borrowed().sample(1);
/// assert!(names.contains(name));
/// ```
#[derive(Debug)]
pub struct Element<'a, T> {
    items: &'a [T],
}

impl<T> Clone for Element<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Element<'_, T> {}

impl<'a, T> Element<'a, T> {
    /// Makes references to the elements instead of copies.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    ///
    /// let lines = ["one".to_owned(), "two".to_owned()];
    /// let line: &String = element_of(&lines).borrowed().sample(1);
    /// assert!(lines.contains(line));
    /// ```
    pub fn borrowed(self) -> ElementRef<'a, T> {
        ElementRef { items: self.items }
    }
}

impl<T: Clone + PartialEq> Generator for Element<'_, T> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        let Some(last) = self.items.len().checked_sub(1) else {
            return Err(cx.reject(|| "there are no elements to choose from".to_owned()));
        };
        if let Some(rng) = cx.plain_rng() {
            return Ok(self.items[rng.up_to(last as u128) as usize].clone());
        }
        let ask = Ask::uniform(last as u128, Names::Unnamed);
        let shows = |value: &T, i: u32| self.items[i as usize] == *value;
        cx.alternatives(focus, self.items.len(), &shows, &mut |cx, i| {
            let shown = matches!(focus, Focus::On(_)).then_some(i.into());
            cx.choose(&ask, shown).map(|i| self.items[i as usize].clone())
        })
    }
}

impl<T: Clone + PartialEq> Reflective for Element<'_, T> {}

/// In a text, an element is what it prints.
impl<T: Clone + PartialEq + std::fmt::Display> Text for Element<'_, T> {
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<T>, Rejected> {
        if !cx.is_reading() {
            let element = self.run(cx, Focus::Free)?;
            return cx.computed(&element).map(|()| Some(element));
        }
        let ask = Ask::uniform(self.items.len().saturating_sub(1) as u128, Names::Unnamed);
        let (mut element, start) = (None, cx.position());
        let mut attempt = |cx: &mut Cx<'_>, i: u32| {
            let i = cx.choose(&ask, (i != FORWARD).then_some(i.into()))?;
            element = self.items.get(i as usize).cloned();
            element.as_ref().map_or(Err(Rejected), |element| cx.computed(element))
        };
        cx.text_alternatives(self.items.len(), &mut attempt)?;
        if cx.is_searching_all() {
            cx.rebuilt(start, |cx| cx.text_alternatives(self.items.len(), &mut attempt))?;
        }
        Ok(element)
    }
}

/// The generator that [`Element::borrowed`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// let numbers = [1, 2, 3];
/// assert!(element_of(&numbers).borrowed().contains(&&2));
/// ```
#[derive(Debug)]
pub struct ElementRef<'a, T> {
    items: &'a [T],
}

impl<T> Clone for ElementRef<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ElementRef<'_, T> {}

impl<'a, T: PartialEq> Generator for ElementRef<'a, T> {
    type Value = &'a T;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, &'a T>) -> Result<&'a T, Rejected> {
        let Some(last) = self.items.len().checked_sub(1) else {
            return Err(cx.reject(|| "there are no elements to choose from".to_owned()));
        };
        let ask = Ask::uniform(last as u128, Names::Unnamed);
        let shows = |value: &&T, i: u32| self.items[i as usize] == **value;
        cx.alternatives(focus, self.items.len(), &shows, &mut |cx, i| {
            let shown = matches!(focus, Focus::On(_)).then_some(i.into());
            cx.choose(&ask, shown).map(|i| &self.items[i as usize])
        })
    }
}

impl<T: PartialEq> Reflective for ElementRef<'_, T> {}

/// Makes a mutable reference to one element of a list, in direct style, and only once.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::element_of_mut;
///
/// let with_a_zero = from_fn(|| {
///     let mut numbers = draw(vec(1..=9, 1..=5));
///     *draw(element_of_mut(&mut numbers)) = 0;
///     numbers
/// });
/// assert!(with_a_zero.sample(1).contains(&0));
/// ```
pub fn element_of_mut<T>(items: &mut [T]) -> ElementMut<'_, T> {
    ElementMut { items: Cell::new(Some(items)) }
}

/// The generator that [`element_of_mut`] returns. It only runs forward.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::element_of_mut;
///
/// let mut numbers = [1, 2, 3];
/// *element_of_mut(&mut numbers).sample(1) = 0;
/// assert!(numbers.contains(&0));
/// ```
pub struct ElementMut<'a, T> {
    items: Cell<Option<&'a mut [T]>>,
}

impl<'a, T> Generator for ElementMut<'a, T> {
    type Value = &'a mut T;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, &'a mut T>) -> Result<&'a mut T, Rejected> {
        let Some(items) = self.items.take() else {
            return Err(cx.reject(|| "`element_of_mut` has already lent its element".to_owned()));
        };
        let Some(last) = items.len().checked_sub(1) else {
            return Err(cx.reject(|| "there are no elements to choose from".to_owned()));
        };
        let chosen = cx.choose(&Ask::uniform(last as u128, Names::Unnamed), None)?;
        items.get_mut(chosen as usize).ok_or(Rejected)
    }
}

/// Makes copies of the elements of a list of weights and elements.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::weighted_element_of;
///
/// let coin = weighted_element_of(&[(1, "heads"), (3, "tails")]);
/// assert_eq!(coin.probability(&"tails"), 0.75);
/// ```
pub fn weighted_element_of<W: Weight, T>(items: &[(W, T)]) -> WeightedElement<'_, T> {
    WeightedElement {
        weights: items.iter().map(|(weight, _)| weight.weight()).collect(),
        items: items.iter().map(|(_, item)| item).collect(),
    }
}

/// The generator that [`weighted_element_of`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::collections::weighted_element_of;
///
/// // What has no weight is not there.
/// assert!(!weighted_element_of(&[(0, 'a'), (1, 'b')]).contains(&'a'));
/// ```
#[derive(Debug)]
pub struct WeightedElement<'a, T> {
    weights: Vec<u64>,
    items: Vec<&'a T>,
}

impl<T> Clone for WeightedElement<'_, T> {
    fn clone(&self) -> Self {
        WeightedElement { weights: self.weights.clone(), items: self.items.clone() }
    }
}

impl<T: Clone + PartialEq> Generator for WeightedElement<'_, T> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        let shows = |value: &T, i: u32| self.weights[i as usize] > 0 && *self.items[i as usize] == *value;
        cx.alternatives(focus, self.items.len(), &shows, &mut |cx, i| {
            let shown = matches!(focus, Focus::On(_)).then_some(i as usize);
            cx.pick(&self.weights, Names::Unnamed, shown).map(|i| self.items[i].clone())
        })
    }
}

impl<T: Clone + PartialEq> Reflective for WeightedElement<'_, T> {}
