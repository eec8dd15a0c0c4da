//! The one place that knows what links look like.

use maud::{Markup, html};

use super::Place;
use crate::filter::Filter;
use crate::url::encode;

/// A run, and the page that it is shown on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) place: Place,
    pub(super) property: &'a str,
    pub(super) start: f64,
    /// Its number in a report.
    pub(super) number: usize,
    /// Whether links lead to this run; else to whichever is the latest of the property, when they are followed.
    pub(super) is_pinned: bool,
}

impl<'a> Here<'a> {
    pub(super) fn new(place: Place, property: &'a str, start: f64) -> Here<'a> {
        Here { place, property, start, number: 0, is_pinned: true }
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
        let property = encode(self.property);
        if self.is_pinned {
            format!("property={property}&start={}", self.start)
        } else {
            format!("property={property}")
        }
    }

    /// Makes links to the latest run, whichever that will be, so that an open page follows it.
    pub(super) fn latest(self) -> Here<'a> {
        Here { is_pinned: false, ..self }
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
    html! { @for (name, value) in filter.pairs() { input type="hidden" name=(name) value=(value); } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_paths_or_fragments() {
        let served = Here::new(Place::Served { version: 1 }, "a::b c", 1.5);
        assert_eq!(served.run(), "/run?property=a::b%20c&start=1.5");
        assert_eq!(served.latest().run(), "/run?property=a::b%20c");
        let report = Here { number: 3, ..Here::new(Place::Report, "a", 1.5) };
        assert_eq!(report.run(), "#run-3");
        assert_eq!(report.examples(&Filter::default()), "#examples-3?");
    }
}
