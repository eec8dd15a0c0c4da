//! Examples that a filter lets through.

use maud::{Markup, html};
use serde_json::json;

use super::links::{Here, fields, home};
use super::text::{self, Shown, count, counted, cut, moment, script_data, seconds, visible};
use super::tiles::swatch;
use crate::filter::{Filter, Term};
use crate::view::{Examples, Excerpt, Group, Part};

/// An example shows no more features than these.
const MOST_FEATURES: usize = 24;

pub(super) fn body(view: &Examples, here: Here) -> Markup {
    let is_latest = view.start == view.latest;
    html! {
        (crumbs(if is_latest { here.latest() } else { here }))
        header.title {
            h1 { "Examples" }
            p.quiet { "Run of " (moment(view.start)) }
            @if !is_latest { (later(&here.latest().examples(&view.filter))) }
        }
        (controls(view, here))
        @if view.groups.is_empty() {
            p.empty {
                @if view.cases == 0 { "No case of this run is recorded." }
                @else { "No case matches. Take a filter away to see more." }
            }
        }
        ol.examples { @for group in &view.groups { li { (draw(group, &view.filter, here, None)) } } }
        (pager(view, here))
    }
}

/// In a report, where a script filters them.
pub(super) fn in_report(view: &Excerpt, here: Here) -> Markup {
    html! {
        (crumbs(here))
        header.title {
            h3 { "Examples of " (text::name(&view.property)) }
            p.quiet { "Run of " (moment(view.start)) }
        }
        (report_controls(view))
        @if view.cases == 0 { p.empty { "No case of this run is recorded." } }
        ol.examples { @for part in &view.parts {
            li { (draw(&part.group, &Filter::default(), here, Some(data(part)))) }
        } }
    }
}

fn crumbs(here: Here) -> Markup {
    html! {
        nav.crumbs aria-label="Path" {
            a href=(home(here.place)) { "All properties" } " › " a href=(here.run()) { (text::name(here.property)) }
        }
    }
}

/// What is shown is old: it does not change any more, and who waits for that would wait for ever.
pub(super) fn later(latest: &str) -> Markup {
    html! { p.later { "There is a later run of this property. " a href=(latest) { "See the latest" } } }
}

fn controls(view: &Examples, here: Here) -> Markup {
    html! {
        div.filters {
            @if !view.filter.terms.is_empty() {
                ul.chips aria-label="Filters" {
                    @for (at, term) in view.filter.terms.iter().enumerate() {
                        @let label = format!("Remove: {}", visible(&term.text()));
                        li { a.chip.on href=(here.examples(&view.filter.without(at))) aria-label=(label) {
                            (Shown(&cut(&term.text(), 80))) span.x aria-hidden="true" { " ×" }
                        } }
                    }
                    @if view.filter.terms.len() > 1 {
                        li { a.chip href=(here.examples(&Filter::default())) { "remove all" } }
                    }
                }
            }
            div.quick {
                @for status in ["passed", "failed", "discarded"] {
                    (toggle(view, here, Term::Status(status.into()), html! { (swatch(status)) (status) }))
                }
                (toggle(view, here, Term::Unique(true), html! { "unique" }))
                (toggle(view, here, Term::Unique(false), html! { "duplicate" }))
                form role="search" action="/examples" method="get" {
                    input type="hidden" name="property" value=(view.property);
                    input type="hidden" name="start" value=(view.start);
                    (fields(&view.filter))
                    (text_field())
                }
            }
        }
        p.counted {
            strong { (count(view.matching)) } " of " (counted(view.cases, "case", "cases")) ", "
            strong { (count(view.groups_in_all)) } " different"
        }
    }
}

/// A filter of a kind of which one can be on: a link that turns it on instead of the others, or off.
fn toggle(view: &Examples, here: Here, term: Term, label: Markup) -> Markup {
    let is_on = view.filter.terms.contains(&term);
    let kind = std::mem::discriminant(&term);
    let rest = view.filter.terms.iter().filter(|other| std::mem::discriminant(*other) != kind).cloned();
    let rest = Filter { terms: rest.collect() };
    let target = if is_on { rest } else { rest.and(term) };
    html! {
        a.chip.on[is_on] href=(here.examples(&target)) aria-current=[is_on.then_some("true")] { (label) }
    }
}

/// What a script fills in: without one, all examples are shown.
fn report_controls(view: &Excerpt) -> Markup {
    html! {
        div.filters data-filters hidden {
            ul.chips data-chips aria-label="Filters" {}
            div.quick {
                @for status in ["passed", "failed", "discarded"] {
                    button.chip type="button" data-term=(format!("status={status}")) { (swatch(status)) (status) }
                }
                button.chip type="button" data-term="unique=yes" { "unique" }
                button.chip type="button" data-term="unique=no" { "duplicate" }
                form role="search" data-text {
                    (text_field())
                }
            }
        }
        p.counted {
            span data-matching aria-live="polite" {}
            (count(view.different_here)) " of "
            (counted(view.different, "different case is", "different cases are")) " in this report."
        }
        p.quiet data-undecided hidden {}
    }
}

fn text_field() -> Markup {
    html! {
        label {
            span.hide { "Text in the case" }
            input type="search" name="text" placeholder="text in the case" autocomplete="off" spellcheck="false";
        }
        button type="submit" { "Add filter" }
    }
}

fn draw(group: &Group, filter: &Filter, here: Here, data: Option<String>) -> Markup {
    html! {
            article.example.(group.status) data-example=[data] {
                div.head {
                    span.status { (swatch(group.status)) (group.status) }
                    @if group.count > 1 {
                        span.times title="cases with the same representation" { (count(group.count)) "×" }
                    }
                    @if !group.how.is_empty() { span.quiet { (Shown(&cut(&group.how, 60))) } }
                    span.quiet { (seconds(group.seconds)) }
                    span.quiet { "case " (count(group.case)) }
                    @if !here.is_report() {
                        span.end {
                            @let case = group.case;
                            a href=(here.examples(&group.filter)) aria-label=(format!("Only cases like {case}")) { "only these" }
                            " · "
                            a href=(here.raw(case)) aria-label=(format!("Raw line of case {case}")) { "raw" }
                        }
                    }
                }
                @if group.representation.is_empty() { p.value.quiet { "No representation is recorded." } }
                @else { pre.value { code { (Shown(&group.representation)) } } }
                @if is_cut(group) {
                    p.quiet { "Cut: it has " (counted(group.length, "character", "characters")) " in all." }
                }
                @if !group.reason.is_empty() { div.reason { pre { (Shown(&group.reason)) } } }
                @if !group.features.is_empty() {
                    ul.chips aria-label="Features" {
                        @for (name, value) in group.features.iter().take(MOST_FEATURES) {
                            li { a.chip href=(here.examples(&filter.and(Term::Is(name.clone(), value.clone())))) {
                                span.quiet { (Shown(&cut(name, 40))) }
                                @if !value.is_empty() { " " (Shown(&cut(value, 60))) }
                            } }
                        }
                        @if group.features.len() > MOST_FEATURES {
                            li.quiet { "and " (count((group.features.len() - MOST_FEATURES) as u64)) " more" }
                        }
                    }
                }
            }
    }
}

/// Whether what is shown is not all.
fn is_cut(group: &Group) -> bool {
    group.length > group.representation.chars().count() as u64
}

/// What a report's script knows of a run.
pub(super) fn run_data(view: &Excerpt) -> String {
    let totals: Vec<(String, u64)> = view.totals.iter().map(|(filter, count)| (filter.query(), *count)).collect();
    let here: u64 = view.parts.iter().map(|part| part.group.count).sum();
    script_data(&json!({ "cases": view.cases, "here": here, "numbers": view.numbers, "totals": totals }))
}

/// What a report's script filters by.
fn data(part: &Part) -> String {
    let group = &part.group;
    let same = group.filter.pairs().find(|(name, _)| *name == "same").map(|(_, hash)| hash);
    // Of each case, how far it is from the one before it: these are shorter.
    let mut before = 0;
    let cases = part.listed.iter().map(|(case, _)| case - std::mem::replace(&mut before, *case));
    script_data(&json!({
        "status": group.status,
        "count": group.count,
        "first": part.has_first,
        "how": group.how,
        "features": group.features,
        "size": group.length,
        "cut": is_cut(group),
        "cases": cases.collect::<Vec<u32>>(),
        "seconds": part.listed.iter().map(|(_, seconds)| short(*seconds)).collect::<Vec<Option<f64>>>(),
        "same": same,
    }))
}

/// The number that is written in the fewest digits of which the script makes the same.
fn short(seconds: f32) -> Option<f64> {
    seconds.to_string().parse().ok().filter(|seconds: &f64| seconds.is_finite())
}

fn pager(view: &Examples, here: Here) -> Markup {
    html! {
        @if view.pages > 1 {
            nav.pager aria-label="Pages" {
                @if view.page > 1 {
                    a.button rel="prev" href=(here.page(&view.filter, view.page - 1)) { "← Previous" }
                } @else { span {} }
                span { "page " (count(view.page)) " of " (count(view.pages)) }
                @if view.page < view.pages {
                    a.button rel="next" href=(here.page(&view.filter, view.page + 1)) { "Next →" }
                } @else { span {} }
            }
        }
    }
}
