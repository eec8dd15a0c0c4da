//! Examples that a filter lets through.

use maud::{Markup, html};

use super::links::{Here, fields, home};
use super::text::{self, Shown, count, counted, cut, moment, script_data, seconds, visible};
use super::tiles::swatch;
use crate::filter::{Filter, Term};
use crate::view::{Examples, Group};

/// An example shows no more features than these.
const MOST_FEATURES: usize = 24;

pub(super) fn body(view: &Examples, here: Here) -> Markup {
    html! {
        nav.crumbs aria-label="Path" {
            a href=(home(here.place)) { "All properties" } " › " a href=(here.run()) { (text::name(&view.property)) }
        }
        header.title {
            @if here.is_report() { h3 { "Examples of " (text::name(&view.property)) } } @else { h1 { "Examples" } }
            p.quiet { "Run of " (moment(view.start)) }
        }
        @if here.is_report() { (report_controls(view)) } @else { (controls(view, here)) }
        @if view.groups.is_empty() {
            p.empty {
                @if view.cases == 0 { "No case of this run is recorded." }
                @else { "No case matches. Take a filter away to see more." }
            }
        }
        ol.examples { @for group in &view.groups { (draw(group, view, here)) } }
        @if !here.is_report() { (pager(view, here)) }
    }
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
fn report_controls(view: &Examples) -> Markup {
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
            (count(view.groups.len() as u64)) " of "
            (counted(view.groups_in_all, "different case is", "different cases are")) " in this report."
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

fn draw(group: &Group, view: &Examples, here: Here) -> Markup {
    html! {
        li {
            article.example.(group.status) data-example=[here.is_report().then(|| data(group))] {
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
                            li { a.chip href=(here.examples(&view.filter.and(Term::Is(name.clone(), value.clone())))) {
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
}

/// Whether what is shown is not all.
fn is_cut(group: &Group) -> bool {
    group.length > group.representation.chars().count() as u64
}

/// What a report's script filters by.
fn data(group: &Group) -> String {
    let same = group.filter.terms.iter().find_map(|term| match term {
        Term::Same(_) => Some(Filter { terms: vec![term.clone()] }.query()),
        _ => None,
    });
    let features: Vec<(&str, &str)> = group.features.iter().map(|(name, value)| (&**name, &**value)).collect();
    let data = serde_json::json!({
        "status": group.status,
        "count": group.count,
        "how": group.how,
        "features": features,
        "size": group.length,
        "seconds": if group.seconds.is_finite() { Some(group.seconds) } else { None },
        "case": group.case,
        "same": same.as_deref().and_then(|query| query.strip_prefix("same=")),
    });
    script_data(&data)
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
