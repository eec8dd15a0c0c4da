//! All properties: what they say, and how far to believe them.

use maud::{Markup, html};

use super::charts::sparkline;
use super::links::Here;
use super::markdown::{inline, markdown};
use super::text::{self, Shown, count, counted, cut, seconds, short_moment, visible};
use super::{Place, tiles};
use crate::view::{Broken, Counts, Overview, Row, Source, Verdict, VerdictKind};
use crate::words;

/// Beyond so many, properties are only counted, but in a report, which nobody can ask for the others.
const MOST: usize = 500;
/// Beyond so many, broken lines are only counted.
const MOST_BROKEN: usize = 200;

pub(super) fn body(view: &Overview, find: &str, place: Place) -> Markup {
    let found = matching(view, find);
    let most = if place == Place::Report { found.len() } else { MOST };
    let shown = &found[..most.min(found.len())];
    html! {
        header.title {
            h1 { "What was tested" }
            p.lead { (sentence(view)) }
        }
        @if view.properties.is_empty() {
            (nothing(view))
        } @else {
            (field(find))
            @if !find.is_empty() && !found.is_empty() {
                p.quiet { (count(found.len() as u64)) " of " (counted(view.properties.len() as u64, "property", "properties")) " found." }
            }
            ul.properties {
                @for (number, row) in shown {
                    (property(row, Here { number: *number, ..Here::new(place, &row.property, row.start) }.latest()))
                }
            }
            @if shown.len() < found.len() {
                p.more {
                    (counted((found.len() - shown.len()) as u64, "more property is", "more properties are"))
                    " not shown: find them by their names or texts, with the field above."
                }
            }
            p.quiet.none hidden[!found.is_empty()] data-none { "No property has this in its name or text." }
            @if place != Place::Report && shown.len() > 1 { (compare(shown)) }
        }
        (broken(&view.broken))
    }
}

/// The properties, with their numbers, whose name or documentation has all these words, whatever the case of letters.
fn matching<'a>(view: &'a Overview, find: &str) -> Vec<(usize, &'a Row)> {
    let words: Vec<String> = find.split_whitespace().map(str::to_lowercase).collect();
    let has_all = |row: &Row| {
        let text = format!("{}\n{}", row.property, row.documentation.as_deref().unwrap_or_default()).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    view.properties.iter().enumerate().filter(|(_, row)| words.is_empty() || has_all(row)).collect()
}

/// `12 properties: 1 failed, 2 in doubt, 9 passed; 3,412 different cases in 0.8 s.`
fn sentence(view: &Overview) -> String {
    let of = |kind| view.properties.iter().filter(|row| row.verdict.kind == kind).count() as u64;
    let parts = VerdictKind::ALL.into_iter().map(|kind| (of(kind), words::of_kind(kind)));
    let parts: Vec<String> =
        parts.filter(|(many, _)| *many > 0).map(|(many, word)| format!("{} {word}", count(many))).collect();
    let distinct = view.properties.iter().map(|row| row.counts.distinct_valid).sum();
    let time: f64 = view.properties.iter().map(|row| row.seconds).filter(|time| time.is_finite()).sum();
    let properties = counted(view.properties.len() as u64, "property", "properties");
    if view.properties.is_empty() {
        "Nothing has been observed yet.".into()
    } else {
        format!(
            "{properties}: {}; {} in {}.",
            parts.join(", "),
            counted(distinct, "different case", "different cases"),
            seconds(time)
        )
    }
}

fn nothing(view: &Overview) -> Markup {
    html! {
        div.empty {
            p { "Run the tests of a project with" }
            (super::failure::copyable("cargo mirrorcheck test"))
            p { "and every property that they run is shown here, while it runs." }
            p.quiet { (counted(view.files as u64, "file was", "files were")) " read." }
        }
    }
}

/// The server is asked while somebody types, or without a script when the form is sent; in a report, a script finds.
fn field(find: &str) -> Markup {
    html! {
        form.find role="search" action="/" method="get" data-find {
            label for="find" { "Find a property" }
            input id="find" type="search" name="find" value=(find) autocomplete="off" spellcheck="false"
                placeholder="name or text";
        }
    }
}

fn property(row: &Row, here: Here) -> Markup {
    html! {
        li.property.(class(row.verdict.kind)) data-property {
            div.what {
                h2 { a href=(here.run()) { (text::name(&row.property)) } }
                (verdict(&row.verdict))
                @if let Some(documentation) = &row.documentation { (markdown(documentation)) }
                @for warning in row.warnings.iter().filter(|warning| !warning.title.is_empty()) {
                    p.doubt {
                        @match &warning.filter {
                            Some(filter) => a href=(here.examples(filter)) { (inline(&warning.title)) },
                            None => (inline(&warning.title)),
                        }
                    }
                }
                @if let Some(it) = &row.source { (keyed_source(it, &row.property)) }
            }
            div.how {
                (tiles::stacked(&row.counts))
                p.counts { (numbers(&row.counts)) }
                @if !row.distinct.points.is_empty() {
                    div.distinct { (sparkline(&row.distinct)) span { (count(row.counts.distinct_valid)) " different" } }
                }
                p.quiet {
                    (short_moment(row.start)) " · " (seconds(row.seconds))
                    @if row.runs > 1 {
                        " · " (counted(row.runs as u64, "run", "runs"))
                        @if !here.is_report() { " · " a href=(here.compare(None)) { "compare the latest two" } }
                    }
                }
            }
        }
    }
}

fn numbers(counts: &Counts) -> Markup {
    let parts = [("passed", counts.passed), ("failed", counts.failed), ("discarded", counts.discarded)];
    html! {
        @for (status, many) in parts.into_iter().filter(|(_, many)| *many > 0) {
            span { (tiles::swatch(status)) (count(many)) " " (status) } " "
        }
    }
}

/// The outcome of a run: a shape, a word and a sentence.
pub(super) fn verdict(verdict: &Verdict) -> Markup {
    let word = match verdict.kind {
        VerdictKind::Failed => "Failed",
        VerdictKind::Unfinished => "Unfinished",
        VerdictKind::Doubtful => "In doubt",
        VerdictKind::Passed => "Passed",
        VerdictKind::Gone => "Gone",
    };
    // The sentence goes on where the word ends: "Failed on …", "Failed: tested nothing, because …".
    let (colon, text) = match (verdict.kind, verdict.text.strip_prefix("fails")) {
        (VerdictKind::Failed, Some(rest)) if !rest.starts_with(':') => ("", rest.trim_start()),
        (VerdictKind::Failed, rest) => (":", rest.map_or(&*verdict.text, |rest| rest.trim_start_matches([':', ' ']))),
        _ => ("", &*verdict.text),
    };
    html! {
        p.verdict.(class(verdict.kind)) {
            span.badge { (icon(verdict.kind)) (word) (colon) }
            " " span.text { (Shown(&cut(text, 400))) }
        }
    }
}

/// A cross in a square, an ellipsis in a circle, a mark in a triangle, a tick in a circle, a line in a circle.
pub(super) fn icon(kind: VerdictKind) -> Markup {
    html! {
        svg.icon.(class(kind)) viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" {
            @match kind {
                VerdictKind::Failed => {
                    rect x="1" y="1" width="14" height="14" rx="3" {}
                    path d="M5 5l6 6M11 5l-6 6" {}
                },
                VerdictKind::Unfinished => { circle cx="8" cy="8" r="7.5" {} path d="M4 8h.6M7.7 8h.6M11.4 8h.6" {} },
                VerdictKind::Doubtful => { polygon points="8,1 15.5,15 0.5,15" {} path d="M8 6v4M8 12.2v.6" {} },
                VerdictKind::Passed => { circle cx="8" cy="8" r="7.5" {} path d="M4.5 8.5l2.5 2.5 4.5-5.5" {} },
                VerdictKind::Gone => { circle cx="8" cy="8" r="7.5" {} path d="M4.5 8h7" {} },
            }
        }
    }
}

fn class(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Failed => "is-failed",
        VerdictKind::Unfinished | VerdictKind::Doubtful => "is-doubtful",
        VerdictKind::Passed => "is-passed",
        VerdictKind::Gone => "is-gone",
    }
}

/// Where a property stands, with its text on demand.
pub(super) fn source(source: &Source) -> Markup {
    keyed_source(source, "")
}

fn keyed_source(source: &Source, key: &str) -> Markup {
    html! {
        @match &source.text {
            None => p.source { code { (Shown(&source.place)) } },
            Some(text) => details.source data-key=(visible(&format!("source:{key}"))) {
                summary { code { (Shown(&source.place)) } }
                pre { code { (Shown(text)) } }
            },
        }
    }
}

/// The numbers of a run that are asked for first.
pub(super) fn facts(counts: &Counts, time: f64) -> Markup {
    let all = counts.passed + counts.failed + counts.discarded;
    let facts = [
        ("distinct tested", count(counts.distinct_valid)),
        ("generated", count(all)),
        ("discarded", count(counts.discarded)),
        ("repeated", count(all.saturating_sub(counts.distinct))),
        ("time", seconds(time)),
    ];
    html! {
        dl.facts {
            @for (what, value) in facts { div { dt { (what) } dd { (value) } } }
            @if counts.shrinking > 0 { div { dt { "runs for shrinking" } dd { (count(counts.shrinking)) } } }
        }
    }
}

/// Any two properties side by side.
fn compare(shown: &[(usize, &Row)]) -> Markup {
    let choice = |name: &str, label: &str, at: usize| {
        html! {
            label { (label) " "
                select name=(name) {
                    @for (place, (_, row)) in shown.iter().enumerate() {
                        option value=(row.property) selected[place == at] { (visible(&row.property)) }
                    }
                }
            }
        }
    };
    html! {
        details.compare data-key="compare" {
            summary { "Compare two properties" }
            form.compare action="/compare" method="get" {
                (choice("property", "One", 0))
                (choice("with_property", "with", 1))
                button type="submit" { "Compare" }
            }
        }
    }
}

fn broken(broken: &[Broken]) -> Markup {
    html! {
        @if !broken.is_empty() {
            details.broken data-key="broken" {
                summary { (counted(broken.len() as u64, "line", "lines")) " could not be read" }
                ul {
                    @for it in broken.iter().take(MOST_BROKEN) {
                        li { code { (Shown(&it.file)) ":" (it.line) } " " (Shown(&cut(&it.why, 300))) }
                    }
                }
                @if broken.len() > MOST_BROKEN { p.quiet { "These are the first " (MOST_BROKEN) "." } }
            }
        }
    }
}
