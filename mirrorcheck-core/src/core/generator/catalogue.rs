//! The values of a generator by number.

use std::rc::Rc;

use crate::core::choice::Choice;

/// The values of a range by number.
#[doc(hidden)]
pub struct Catalogue<T>(pub(crate) Rc<dyn Numbers<T>>);

impl<T> Clone for Catalogue<T> {
    fn clone(&self) -> Self {
        Catalogue(self.0.clone())
    }
}

pub(crate) trait Numbers<T> {
    fn last(&self) -> u128;
    fn at(&self, index: u128) -> T;
    fn index(&self, value: &T) -> Option<u128>;
    fn choice(&self, index: u128) -> Choice;
    fn find(&self, choice: &Choice) -> Option<u128>;
}

/// In what order values are numbered.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The simplest first.
    Simple,
    /// The least first.
    ByValue,
}
