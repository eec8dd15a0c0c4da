//! A filter selects the cases of a run to show: all of its terms must hold. It is part of a URL.

use serde::{Serialize, Serializer};

use crate::url;

/// Terms that all must hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filter {
    pub terms: Vec<Term>,
}

/// What must hold of a case. Names of features stand before a `:`. A `\` in a name is written `\\`, and a `:` in a name
/// `\:` where a value follows that may have one too.
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
    /// `rare=kind:20`: a feature has a value that is none of its 20 most frequent ones.
    Rare(String, u64),
    /// `in=length:2..5`: a number from 2 to below 5 (`2..=5` to 5 with it; an empty side has no bound). Also `#case` (the
    /// number in the run), `#size` (of the representation, in characters), `#seconds`, and `time:execute:test`.
    In(String, f64, f64, bool),
    /// `text=node`: the representation contains it, whatever the case of letters.
    Text(String),
    /// `same=9f3c…`: cases with this representation, by its hash.
    Same(u64),
}

impl Filter {
    /// Creates a filter with one term.
    pub fn of(term: Term) -> Filter {
        Filter { terms: vec![term] }
    }

    /// Adds a term.
    pub fn and(&self, term: Term) -> Filter {
        let mut terms = self.terms.clone();
        if !terms.contains(&term) {
            terms.push(term);
        }
        Filter { terms }
    }

    /// Removes the term at this position.
    pub fn without(&self, at: usize) -> Filter {
        let others = self.terms.iter().enumerate().filter(|(place, _)| *place != at);
        Filter { terms: others.map(|(_, term)| term.clone()).collect() }
    }

    /// Writes the filter as in a URL: `status=passed&in=length:2..5`, percent-encoded.
    pub fn query(&self) -> String {
        let terms: Vec<String> =
            self.pairs().map(|(name, value)| name.to_owned() + "=" + &url::encode(&value)).collect();
        terms.join("&")
    }

    /// The pairs of its query, not encoded.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        self.terms.iter().map(Term::pair)
    }

    /// Reads a filter from the decoded pairs of a query. Unknown names are ignored; an error says what is wrong with a
    /// term.
    pub fn of_pairs<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Filter, String> {
        let mut filter = Filter::default();
        for (name, value) in pairs {
            if let Some(term) = Term::of_pair(name, value)? {
                filter.terms.push(term);
            }
        }
        Ok(filter)
    }
}

impl Term {
    /// For people: `length is 2 or more, below 5`.
    pub fn text(&self) -> String {
        match self {
            Term::Status(status) => status.clone(),
            Term::Unique(true) => "the first of its kind".to_owned(),
            Term::Unique(false) => "a duplicate".to_owned(),
            Term::How(how) if how.is_empty() => "made in an unknown way".to_owned(),
            Term::How(how) => format!("made by: {how}"),
            Term::Is(name, value) if value.is_empty() => name.clone(),
            Term::Is(name, value) => format!("{name} is {value}"),
            Term::Rare(name, most) => format!("{name} is none of its {most} most frequent values"),
            Term::In(name, from, to, inclusive) => in_words(name, *from, *to, *inclusive),
            Term::Text(text) => format!("contains “{text}”"),
            Term::Same(_) => "this value".to_owned(),
        }
    }

    fn pair(&self) -> (&'static str, String) {
        match self {
            Term::Status(status) => ("status", status.clone()),
            Term::Unique(unique) => ("unique", if *unique { "yes" } else { "no" }.to_owned()),
            Term::How(how) => ("how", how.clone()),
            Term::Is(name, value) => ("is", escaped(name) + ":" + value),
            Term::Rare(name, most) => ("rare", name.replace('\\', "\\\\") + ":" + &most.to_string()),
            Term::In(name, from, to, inclusive) => {
                let bound = |number: f64| if number.is_infinite() { String::new() } else { number.to_string() };
                // A range that ends at infinity has no bound, with it or without.
                let dots = if *inclusive && to.is_finite() { "..=" } else { ".." };
                ("in", name.replace('\\', "\\\\") + ":" + &bound(*from) + dots + &bound(*to))
            }
            Term::Text(text) => ("text", text.clone()),
            Term::Same(hash) => ("same", format!("{hash:016x}")),
        }
    }

    fn of_pair(name: &str, value: &str) -> Result<Option<Term>, String> {
        let wrong = || format!("`{name}={value}` needs a name and a value, with a `:` between");
        let parts = || split(value).ok_or_else(wrong);
        // What follows has no `:`, so that here names need no escapes.
        let last_parts = || value.rsplit_once(':').map(|(name, value)| (unescaped(name), value)).ok_or_else(wrong);
        Ok(Some(match name {
            "status" if crate::line::Status::of_name(value).is_some_and(|status| status.name() == value) => {
                Term::Status(value.to_owned())
            }
            "status" => return Err(format!("`status={value}`: a status is `passed`, `failed` or `discarded`")),
            "unique" => match value {
                "yes" => Term::Unique(true),
                "no" => Term::Unique(false),
                _ => return Err(format!("`unique={value}`: it is `yes` or `no`")),
            },
            "how" => Term::How(value.to_owned()),
            "is" => parts().map(|(name, value)| Term::Is(name, value.to_owned()))?,
            "rare" => {
                let (feature, most) = last_parts()?;
                let most = most.parse().map_err(|_| format!("`rare={value}`: `{most}` is no count"))?;
                Term::Rare(feature, most)
            }
            "in" => {
                let (feature, range) = last_parts()?;
                let (from, to, inclusive) = range_of(range).ok_or_else(|| {
                    format!("`in={value}`: `{range}` is no range such as `2..5`, `2..=5`, `2..` or `..5`")
                })?;
                Term::In(feature, from, to, inclusive)
            }
            "text" => Term::Text(value.to_owned()),
            "same" => Term::Same(
                u64::from_str_radix(value, 16).map_err(|_| format!("`same={value}`: it is a number in hexadecimal"))?,
            ),
            _ => return Ok(None),
        }))
    }
}

impl Serialize for Filter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.query())
    }
}

fn in_words(name: &str, from: f64, to: f64, inclusive: bool) -> String {
    let name = match name {
        "#case" => "number in the run",
        "#size" => "size",
        "#seconds" => "seconds",
        name => name,
    };
    match (from.is_finite(), to.is_finite()) {
        (true, true) if from == to && inclusive => format!("{name} is {from}"),
        (true, true) if inclusive => format!("{name} is {from} to {to}"),
        (true, true) => format!("{name} is {from} or more, below {to}"),
        (true, false) => format!("{name} is {from} or more"),
        (false, true) if inclusive => format!("{name} is at most {to}"),
        (false, true) => format!("{name} is below {to}"),
        (false, false) => format!("{name} is a number"),
    }
}

fn range_of(range: &str) -> Option<(f64, f64, bool)> {
    let (from, to) = range.split_once("..")?;
    let (to, inclusive) = to.strip_prefix('=').map_or((to, false), |to| (to, true));
    let bound = |text: &str, open: f64| match text {
        "" => Some(open),
        text => text.parse().ok().filter(|number: &f64| number.is_finite()),
    };
    Some((bound(from, f64::NEG_INFINITY)?, bound(to, f64::INFINITY)?, inclusive))
}

fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace(':', "\\:")
}

/// A name up to the first `:` that is not escaped, and what follows it.
fn split(pair: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut characters = pair.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            ':' => return Some((name, &pair[at + 1..])),
            '\\' => name.push(characters.next()?.1),
            c => name.push(c),
        }
    }
    None
}

fn unescaped(name: &str) -> String {
    let mut characters = name.chars();
    let next = |characters: &mut std::str::Chars<'_>| match characters.next()? {
        '\\' => Some(characters.next().unwrap_or('\\')),
        c => Some(c),
    };
    std::iter::from_fn(|| next(&mut characters)).collect()
}

#[cfg(test)]
mod tests;
