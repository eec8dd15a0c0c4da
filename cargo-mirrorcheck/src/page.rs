//! Views drawn as HTML with SVG: pure functions of data. Everything that comes from a file is text, never markup.

use crate::view::{Comparison, Examples, Overview, RunView};

/// Where a page is, which decides what its links look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Served: links are paths, and a script looks for changes.
    Served {
        /// What the page shows, for the script.
        version: u64,
    },
    /// All in one file: links are fragments.
    Report,
}

/// All properties: `/`.
pub fn overview(_view: &Overview, _place: Place) -> String {
    todo!()
}

/// One run: `/run?property=…&start=…`.
pub fn run(_view: &RunView, _place: Place) -> String {
    todo!()
}

/// Examples: `/examples?property=…&start=…&TERMS&page=…`.
pub fn examples(_view: &Examples, _place: Place) -> String {
    todo!()
}

/// Two runs: `/compare?property=…&start=…&with=START` and `&with_property=…` for another property.
pub fn compare(_view: &Comparison, _place: Place) -> String {
    todo!()
}

/// A message instead of a page: what is not there, or was asked for in a wrong way.
pub fn message(_title: &str, _text: &str) -> String {
    todo!()
}

/// Everything as one file.
pub fn report(_overview: &Overview, _runs: &[(RunView, Examples)]) -> String {
    todo!()
}
