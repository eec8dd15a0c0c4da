//! One run of one property.

use maud::{Markup, html};

use super::axis::Axis;
use super::charts::{self, Histogram, Scatter};
use super::failure::counterexample;
use super::links::{Here, home};
use super::markdown::{inline, markdown};
use super::overview::{facts, source, verdict};
use super::text::{self, Shown, count, counted, moment, moment_text, percent, seconds, visible};
use super::tiles;
use crate::filter::Filter;
use crate::view::{Chart, Feature, RunView, Timing, Warning};

/// Whether time grows with size is not to be seen of fewer points.
const FEWEST_POINTS: usize = 8;

/// What takes less is drawn as if it took this, in seconds.
const LEAST_TIME: f64 = 1e-7;

/// Headings by what they are of.
pub(super) struct Headings {
    /// In a report, a run is a part of the page.
    pub(super) is_part: bool,
}

impl Headings {
    pub(super) fn top(&self, text: Markup) -> Markup {
        if self.is_part {
            html! { h2 { (text) } }
        } else {
            html! { h1 { (text) } }
        }
    }

    fn section(&self, id: &str, text: &str) -> Markup {
        if self.is_part {
            html! { h3 id=(id) { (text) } }
        } else {
            html! { h2 id=(id) { (text) } }
        }
    }

    fn chart(&self, text: &str) -> Markup {
        let text = text::cut(text, 80);
        if self.is_part {
            html! { h4 { (Shown(&text)) } }
        } else {
            html! { h3 { (Shown(&text)) } }
        }
    }
}

pub(super) fn body(view: &RunView, here: Here) -> Markup {
    let heads = Headings { is_part: here.is_report() };
    let row = &view.row;
    html! {
        nav.crumbs aria-label="Path" { a href=(home(here.place)) { "All properties" } }
        header.title {
            (heads.top(text::name(&row.property)))
            (verdict(&row.verdict))
            @if let Some(documentation) = &row.documentation { (markdown(documentation)) }
            @if let Some(it) = &row.source { (source(it)) }
            p.quiet { "Run of " (moment(row.start)) }
            @if !here.is_report() && view.runs.iter().any(|(start, _)| *start > here.start) {
                (super::examples::later(&here.latest().run()))
            }
            @if !here.is_report() { (choose(view, here)) }
        }
        (facts(&row.counts, row.seconds))
        p.actions { a.button href=(here.examples(&Filter::default())) { "See all examples" } }
        @if !view.counterexamples.is_empty() {
            section aria-labelledby=(here.id("failures")) {
                @let title = if view.counterexamples.len() == 1 { "Counterexample" } else { "Counterexamples" };
                (heads.section(&here.id("failures"), title))
                @for (at, it) in view.counterexamples.iter().enumerate() { (counterexample(here, at, it)) }
            }
        }
        @for (id, title, is_doubt) in [("doubts", "Doubts", true), ("hints", "Hints", false)] {
            @if row.warnings.iter().any(|it| it.is_doubt == is_doubt) {
                section aria-labelledby=(here.id(id)) {
                    (heads.section(&here.id(id), title))
                    @for it in row.warnings.iter().filter(|it| it.is_doubt == is_doubt) { (warning(it, here)) }
                }
            }
        }
        (tested(view, here, &heads))
        (features(view, here, &heads))
        @if let Some(labels) = &view.labels {
            section aria-labelledby=(here.id("choices")) {
                (heads.section(&here.id("choices"), "What did the generator choose?"))
                p.quiet { "Share among the alternatives at the same point, over " (counted(labels.cases, "case", "cases")) "." }
                (tiles::tree(labels))
            }
        }
        (timing(&view.timing, here, &heads))
        @if !view.messages.is_empty() {
            section aria-labelledby=(here.id("messages")) {
                (heads.section(&here.id("messages"), "Messages"))
                @for (title, content) in &view.messages {
                    div.message { (heads.chart(title)) (markdown(content)) }
                }
            }
        }
    }
}

fn tested(view: &RunView, here: Here, heads: &Headings) -> Markup {
    let row = &view.row;
    if cases(view) == 0 {
        return html! { p.empty { "No case of this run is recorded." } };
    }
    html! {
        section aria-labelledby=(here.id("tested")) {
            (heads.section(&here.id("tested"), "What was tested?"))
            div.charts {
                figure {
                    (heads.chart("New and repeated cases"))
                    (tiles::mosaic(here, &view.mosaic))
                    @if let [how] = &*view.how {
                        p.quiet {
                            "All were made in one way: " a href=(here.examples(&how.filter)) { (Shown(&text::cut(&how.label, 80))) } "."
                        }
                    }
                }
                figure {
                    (heads.chart("Different values over the run"))
                    (charts::curve(here, &row.distinct, "different values", true, None))
                    p.quiet { "The dashed line: if every case were new." }
                    (charts::curve_table(here, &row.distinct, "different values", "distinct"))
                }
                @if let Some(coverage) = &view.coverage {
                    figure {
                        (heads.chart("Lines covered over the run"))
                        (charts::curve(here, coverage, "lines covered", false, None))
                        (charts::curve_table(here, coverage, "lines covered", "coverage"))
                    }
                }
                @if view.how.len() > 1 {
                    figure { (heads.chart("How cases were made")) (tiles::bars(here, &view.how, cases(view), None)) }
                }
            }
        }
    }
}

fn features(view: &RunView, here: Here, heads: &Headings) -> Markup {
    html! {
        @if !view.features.is_empty() || !view.pairs.is_empty() {
            section aria-labelledby=(here.id("features")) {
                (heads.section(&here.id("features"), "How are the cases distributed?"))
                div.charts {
                    @for it in &view.features { (feature(it, here, heads, cases(view))) }
                    @for it in &view.pairs {
                        figure { (heads.chart(&format!("{} by {}", it.rows, it.columns))) (tiles::pair(here, it)) }
                    }
                }
            }
        }
    }
}

fn cases(view: &RunView) -> u64 {
    view.row.counts.passed + view.row.counts.failed + view.row.counts.discarded
}

fn warning(it: &Warning, here: Here) -> Markup {
    html! {
        div.warning {
            p.what {
                @if it.is_doubt { (super::overview::icon(crate::view::VerdictKind::Doubtful)) }
                strong { (inline(&it.title)) }
            }
            @if !it.text.is_empty() { (markdown(&it.text)) }
            @if let Some(filter) = &it.filter { p { a href=(here.examples(filter)) { "See these cases" } } }
        }
    }
}

/// A field to choose another run with, to see it alone or beside this one.
fn choose(view: &RunView, here: Here) -> Markup {
    let others: Vec<&(f64, u64)> = view.runs.iter().filter(|(start, _)| *start != here.start).collect();
    html! {
        @if !others.is_empty() {
            form.compare action="/compare" method="get" {
                input type="hidden" name="property" value=(here.property);
                input type="hidden" name="start" value=(here.start);
                label { "Compare with the run of "
                    select name="with" {
                        @for (start, cases) in others {
                            option value=(start) { (moment_text(*start)) " (" (counted(*cases, "case", "cases")) ")" }
                        }
                    }
                }
                button type="submit" { "Compare" }
            }
        }
    }
}

fn feature(it: &Feature, here: Here, heads: &Headings, cases: u64) -> Markup {
    html! {
        figure {
            (heads.chart(&it.name))
            @if it.cases < cases { p.unit { "observed of " (text::cases_of(it.cases, cases)) } }
            @match &it.chart {
                Chart::Histogram { bars, edges, is_whole, summary } => {
                    @let chart = Histogram { bars, edges, is_whole: *is_whole, summary, cases: it.cases, common: None };
                    (chart.draw(here, &it.name))
                    (chart.words())
                    (charts::table(here, bars, it.cases, &it.name, &format!("feature:{}", it.name)))
                }
                Chart::Categories { bars, distinct } => {
                    (tiles::bars(here, bars, it.cases, None))
                    @if *distinct > bars.len() as u64 {
                        p.quiet { (counted(*distinct, "different value", "different values")) }
                    }
                }
                Chart::Scatter { x, y, points, all } => {
                    @let chart = Scatter { x, y, points, write: text::number, is_log: false, common: None };
                    (chart.draw(here, &it.name))
                    @if (points.len() as u64) < *all {
                        p.quiet { (count(points.len() as u64)) " of " (count(*all)) " points are drawn." }
                    }
                    (chart.table(here, &format!("feature:{}", it.name)))
                }
            }
        }
    }
}

fn timing(timing: &Timing, here: Here, heads: &Headings) -> Markup {
    if timing.parts.is_empty() && timing.slowest.is_empty() {
        return html! {};
    }
    html! {
        section aria-labelledby=(here.id("time")) {
            (heads.section(&here.id("time"), "Where did the time go?"))
            div.charts {
                @if !timing.parts.is_empty() { figure { (heads.chart("By part")) (parts(timing, timing.total)) } }
                @if timing.by_size.len() >= FEWEST_POINTS {
                    figure { (heads.chart("Does it grow with size?")) (by_size(timing, here)) }
                }
                @if !timing.slowest.is_empty() {
                    figure.wide {
                        (heads.chart("Which cases are slow?"))
                        ol.slow { @for it in &timing.slowest {
                            li { a href=(here.examples(&it.filter)) {
                                span.count { (seconds(it.seconds)) }
                                code { (Shown(&text::cut(&it.representation, 160))) }
                            } }
                        } }
                    }
                }
            }
        }
    }
}

/// Times by powers of ten: a few slow cases would press all others to the ground.
fn by_size(timing: &Timing, here: Here) -> Markup {
    let logarithm = |time: f64| if time.is_finite() { time.max(LEAST_TIME).log10() } else { time };
    let points: Vec<_> = timing.by_size.iter().map(|(size, time, it)| (*size, logarithm(*time), it.clone())).collect();
    let write = |power: f64| seconds(10f64.powf(power));
    let chart = Scatter { x: "characters of the case", y: "time", points: &points, write, is_log: true, common: None };
    let decades = chart.axes().map(|(across, up)| {
        let low = up.low.floor();
        (across, Axis { low, high: up.high.ceil().max(low + 1.0) })
    });
    let chart = Scatter { common: decades, ..chart };
    html! {
        (chart.draw(here, "Time by size"))
        p.quiet { "Each line is ten times the one below it." }
        (chart.table(here, "by-size"))
    }
}

/// The parts as a bar on a scale, and as a table.
pub(super) fn parts(timing: &Timing, scale: f64) -> Markup {
    let sum: f64 = timing.parts.iter().map(|part| part.seconds).filter(|seconds| seconds.is_finite()).sum();
    html! {
        (tiles::time_bar(&timing.parts, scale.max(sum)))
        div.scroll { table {
            thead { tr {
                @for head in ["part", "total", "share", "median", "max"] { th scope="col" { (head) } }
            } }
            tbody { @for (at, part) in timing.parts.iter().enumerate() { tr {
                th scope="row" { (tiles::shade_swatch(at)) (visible(&text::cut(&part.name, 60))) }
                td { (seconds(part.seconds)) }
                td { (share(part.seconds, sum)) }
                td { (seconds(part.median)) }
                td { (seconds(part.greatest)) }
            } } }
        } }
    }
}

fn share(part: f64, whole: f64) -> String {
    let share = part / whole;
    if share.is_finite() { percent((share * 1e6).round() as u64, 1_000_000) } else { "0 %".into() }
}
