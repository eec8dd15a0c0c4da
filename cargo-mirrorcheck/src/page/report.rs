//! Everything as one file, which needs neither a server nor a network, and no script to be read.

use maud::{Markup, PreEscaped, html};

use super::links::{Here, home};
use super::{Place, REPORT_SCRIPT, STYLE, examples, overview, run, tiles};
use crate::view::{Excerpt, Overview, RunView};

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

pub(super) fn whole(view: &Overview, runs: &[(RunView, Excerpt)]) -> Markup {
    let number = |run: &RunView| {
        let same = |row: &crate::view::Row| row.property == run.row.property && row.start == run.row.start;
        view.properties.iter().position(same)
    };
    // A run that the overview does not have is numbered after all that it has.
    let heres: Vec<Here> = (runs.iter().enumerate())
        .map(|(at, (run, _))| Here {
            number: number(run).unwrap_or(view.properties.len() + at),
            ..Here::new(Place::Report, &run.row.property, run.row.start)
        })
        .collect();
    html! {
        (maud::DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "What was tested" }
                // The project's own text, not a file's.
                style { (PreEscaped(STYLE)) }
            }
            body.report {
                a.skip href="#main" { "Skip to the content" }
                header.top { a.brand href=(home(Place::Report)) { (super::brand()) } span.quiet { "report" } }
                (tiles::patterns())
                main id="main" tabindex="-1" {
                    section.view id="overview" { (overview::body(view, "", Place::Report)) }
                    @for ((run, found), here) in runs.iter().zip(heres) {
                        section.view id=(format!("run-{}", here.number)) { (run::body(run, here)) }
                        section.view id=(format!("examples-{}", here.number)) data-examples=(examples::run_data(found)) {
                            (examples::in_report(found, here))
                        }
                    }
                }
                script { (PreEscaped(REPORT_SCRIPT)) }
            }
        }
    }
}
