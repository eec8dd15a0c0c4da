//! The one place that knows what links look like.

use maud::{Markup, html};

use super::Place;
use crate::filter::Filter;

/// A run, and the page that it is shown on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) place: Place,
    pub(super) property: &'a str,
    pub(super) start: f64,
    /// Its number in a report.
    pub(super) number: usize,
}

impl<'a> Here<'a> {
    pub(super) fn new(place: Place, property: &'a str, start: f64) -> Here<'a> {
        Here { place, property, start, number: 0 }
    }

    pub(super) fn is_report(&self) -> bool {
        self.place == Place::Report
    }

    /// An identifier that is used once, also where all runs are on one page.
    pub(super) fn id(&self, word: &str) -> String {
        match self.place {
            Place::Served { .. } => word.to_string(),
            Place::Report => format!("run-{}-{word}", self.number),
        }
    }

    pub(super) fn run(&self) -> String {
        match self.place {
            Place::Served { .. } => format!("/run?{}", self.key()),
            Place::Report => format!("#run-{}", self.number),
        }
    }

    pub(super) fn examples(&self, filter: &Filter) -> String {
        let query = filter.query();
        match self.place {
            Place::Served { .. } if query.is_empty() => format!("/examples?{}", self.key()),
            Place::Served { .. } => format!("/examples?{}&{query}", self.key()),
            Place::Report => format!("#examples-{}?{query}", self.number),
        }
    }

    /// A page of examples; pages count from 1.
    pub(super) fn page(&self, filter: &Filter, page: u64) -> String {
        format!("{}&page={page}", self.examples(filter))
    }

    /// The line of a case as it is in its file: only a server has it.
    pub(super) fn raw(&self, case: u64) -> String {
        format!("/raw?{}&case={case}", self.key())
    }

    /// Beside another run of the same property: only a server has it.
    pub(super) fn compare(&self, with: Option<f64>) -> String {
        match with {
            Some(with) => format!("/compare?{}&with={with}", self.key()),
            None => format!("/compare?{}", self.key()),
        }
    }

    fn key(&self) -> String {
        format!("property={}&start={}", encode(self.property), self.start)
    }
}

/// All properties.
pub(super) fn home(place: Place) -> &'static str {
    match place {
        Place::Served { .. } => "/",
        Place::Report => "#overview",
    }
}

/// The terms of a filter as hidden fields of a form.
pub(super) fn fields(filter: &Filter) -> Markup {
    let query = filter.query();
    html! {
        @for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            @let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            input type="hidden" name=(name) value=(decode(value));
        }
    }
}

/// Percent-encoded, so that it stands for itself in a query.
pub(super) fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(byte as char),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn decode(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = match (first, after) {
            (b'%', [high, low, ..]) => {
                std::str::from_utf8(&[*high, *low]).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok())
            }
            _ => None,
        };
        match (code, first) {
            (Some(code), _) => {
                out.push(code);
                rest = &after[2..];
                continue;
            }
            (None, b'+') => out.push(b' '),
            (None, other) => out.push(*other),
        }
        rest = after;
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        for text in ["", "a b&c=d", "100 %", "ü→\0", "%zz", "a+b"] {
            assert_eq!(decode(&encode(text)), text);
        }
        assert_eq!(decode("a+b%"), "a b%");
    }

    #[test]
    fn links_are_paths_or_fragments() {
        let served = Here::new(Place::Served { version: 1 }, "a::b c", 1.5);
        assert_eq!(served.run(), "/run?property=a%3A%3Ab%20c&start=1.5");
        let report = Here { number: 3, ..Here::new(Place::Report, "a", 1.5) };
        assert_eq!(report.run(), "#run-3");
        assert_eq!(report.examples(&Filter::default()), "#examples-3?");
    }
}
