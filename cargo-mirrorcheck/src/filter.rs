//! Which cases of a run are shown: terms that all must hold. A filter is a part of a URL.

use serde::{Serialize, Serializer};

/// Terms that all must hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filter {
    pub terms: Vec<Term>,
}

/// What must hold of a case.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// `status=passed|failed|discarded`
    Status(String),
    /// `unique=yes`: the first case of its representation; `unique=no`: one that was there before.
    Unique(bool),
    /// `how=random`
    How(String),
    /// `is=kind:sorted`: a feature has this value.
    Is(String, String),
    /// `in=length:2..5`: a number from 2 to below 5 (`2..=5` to 5 with it; an empty side has no bound). Also `#case` (the
    /// number in the run), `#size` (of the representation, in characters), `#seconds`, and `time:execute:test`.
    In(String, f64, f64, bool),
    /// `text=node`: the representation contains it, whatever the case of letters.
    Text(String),
    /// `same=9f3c…`: cases with this representation, by its hash.
    Same(u64),
}

impl Filter {
    /// The same with one term more.
    pub fn and(&self, _term: Term) -> Filter {
        todo!()
    }

    /// The same without the term at this place.
    pub fn without(&self, _at: usize) -> Filter {
        todo!()
    }

    /// As it stands in a URL: `status=passed&in=length:2..5`, percent-encoded.
    pub fn query(&self) -> String {
        todo!()
    }

    /// Of the pairs of a query, names that are no terms are left out; an error says what is wrong with a term.
    pub fn of_pairs<'a>(_pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Filter, String> {
        todo!()
    }
}

impl Term {
    /// For people: `length is 2 or more, below 5`.
    pub fn text(&self) -> String {
        todo!()
    }
}

impl Serialize for Filter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.query())
    }
}
