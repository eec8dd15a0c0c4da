//! Views drawn as HTML with SVG: pure functions of data. Everything that comes from a file is text, never markup.

mod axis;
mod charts;
mod compare;
mod examples;
mod failure;
mod links;
mod markdown;
mod overview;
mod report;
mod run;
mod text;
mod tiles;

use maud::{DOCTYPE, Markup, html};

use crate::view::{Comparison, Examples, Excerpt, Overview, RunView};
use links::{Here, home};

/// `/style.css`
pub const STYLE: &str = include_str!("page/style.css");
/// `/script.js`
pub const SCRIPT: &str = concat!(include_str!("page/both.js"), include_str!("page/script.js"));
/// The script inside a report.
pub const REPORT_SCRIPT: &str = concat!(include_str!("page/both.js"), include_str!("page/report.js"));

/// The mark of the brand. It is a part of the page: browsers would ask for `/favicon.ico` otherwise.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill='%232563eb' \
                    d='M2 20C7 20 9 4 11 4V20Z'/%3E%3Cpath fill='%2360a5fa' d='M22 20C17 20 15 4 13 4V20Z'/%3E%3C/svg%3E";

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

/// All properties: `/`, or `/?find=WORDS` for those that have these words in their name or documentation.
pub fn overview(view: &Overview, find: &str, place: Place) -> String {
    page("What was tested", place, overview::body(view, find, place))
}

/// One run: `/run?property=…&start=…`.
pub fn run(view: &RunView, place: Place) -> String {
    let here = Here::new(place, &view.row.property, view.row.start);
    page(&view.row.property, place, run::body(view, here))
}

/// Examples: `/examples?property=…&start=…&TERMS&page=…`.
pub fn examples(view: &Examples, place: Place) -> String {
    let here = Here::new(place, &view.property, view.start);
    page(&format!("Examples of {}", view.property), place, examples::body(view, here))
}

/// Two runs: `/compare?property=…&start=…&with=START` and `&with_property=…` for another property.
pub fn compare(view: &Comparison, place: Place) -> String {
    page(&format!("Two runs of {}", view.left.row.property), place, compare::body(view, place))
}

/// A message instead of a page: what is not there, or was asked for in a wrong way.
pub fn message(title: &str, text: &str) -> String {
    let body = html! {
        header.title { h1 { (text::Shown(title)) } p.lead { (text::Shown(text)) } }
        p { a.button href="/" { "All properties" } }
    };
    frame(title, None, body).into_string()
}

/// Everything as one file.
pub fn report(overview: &Overview, runs: &[(RunView, Excerpt)]) -> String {
    report::whole(overview, runs).into_string()
}

fn page(title: &str, place: Place, body: Markup) -> String {
    let version = match place {
        Place::Served { version } => Some(version),
        Place::Report => None,
    };
    frame(title, version, body).into_string()
}

/// What all served pages have around them. Only a page with a version looks for changes.
fn frame(title: &str, version: Option<u64>, body: Markup) -> Markup {
    let place = Place::Served { version: version.unwrap_or(0) };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (text::visible(&text::cut(title, 120))) " · Mirrorcheck" }
                link rel="icon" href=(ICON);
                link rel="stylesheet" href="/style.css";
                script src="/script.js" defer {}
            }
            body data-version=[version] {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.brand href=(home(place)) { (brand()) }
                    span.live data-live aria-live="polite" {}
                }
                (tiles::patterns())
                main id="main" tabindex="-1" { (body) }
            }
        }
    }
}

/// Two curves that mirror each other, and the name.
fn brand() -> Markup {
    html! {
        svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" {
            path.one d="M2 20 C7 20 9 4 11 4 L11 20 Z" {}
            path.other d="M22 20 C17 20 15 4 13 4 L13 20 Z" {}
        }
        "Mirrorcheck"
    }
}
