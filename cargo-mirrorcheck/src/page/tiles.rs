//! Charts of parts of a whole: mosaics, bars, trees.

use maud::{Markup, html};

use super::axis::{part, px};
use super::links::Here;
use super::text::{Shown, cases_of, count, cut, percent, script_data, seconds, visible};
use crate::filter::Term;
use crate::view::{Counts, LabelTree, Mark, Pair, TimePart};

/// How high a mosaic is, in pixels.
pub(super) const HEIGHT: f64 = 220.0;

/// A tile of a mosaic: shares of the width, pixels of the height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tile {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Areas in proportion to counts: rows share the height, and the tiles of a row its width. What is empty has no tile.
pub(super) fn layout(counts: &[Vec<u64>], height: f64) -> Vec<Tile> {
    let all: u64 = counts.iter().flatten().sum();
    let mut tiles = Vec::new();
    let mut y = 0.0;
    for (row, columns) in counts.iter().enumerate() {
        let of_row: u64 = columns.iter().sum();
        if of_row == 0 {
            continue;
        }
        let high = of_row as f64 / all as f64 * height;
        let mut x = 0.0;
        for (column, tile) in columns.iter().enumerate().filter(|(_, tile)| **tile > 0) {
            let width = *tile as f64 / of_row as f64;
            tiles.push(Tile { row, column, x, y, width, height: high });
            x += width;
        }
        y += high;
    }
    tiles
}

/// How many levels of a tree are shown, and how many of them are open at first.
const DEEPEST: usize = 24;
const OPEN: usize = 2;

const STATUS: [&str; 3] = ["passed", "failed", "discarded"];

/// Passed, failed and discarded cases by whether they were new.
pub(super) fn mosaic(here: Here, marks: &[[Mark; 2]; 3]) -> Markup {
    let counts: Vec<Vec<u64>> = marks.iter().map(|row| row.iter().map(|mark| mark.count).collect()).collect();
    let all: u64 = counts.iter().flatten().sum();
    if all == 0 {
        return html! { p.quiet { "No case was run." } };
    }
    html! {
        div.mosaic {
            svg height=(HEIGHT) role="group" aria-label="Cases by status and by whether they were new, in proportion" {
                @for tile in layout(&counts, HEIGHT) {
                    @let mark = &marks[tile.row][tile.column];
                    @let newness = ["unique", "duplicate"][tile.column];
                    a.mark href=(here.examples(&mark.filter)) {
                        title { (STATUS[tile.row]) ", " (newness) ": " (cases_of(mark.count, all)) }
                        (rectangle(tile, &format!("tile {} {newness}", STATUS[tile.row])))
                        @if tile.row == 1 { (pattern_of(tile, "url(#hatch)")) }
                        @if tile.row == 2 { (pattern_of(tile, "url(#dots)")) }
                        @if tile.height >= 34.0 && tile.width >= 0.3 {
                            text.inside x=(part(tile.x)) y=(px(tile.y)) dx="10" dy="20" {
                                (STATUS[tile.row]) ", " (newness)
                            }
                        }
                    }
                }
            }
            table.legend {
                thead { tr { td {} th scope="col" { "unique" } th scope="col" { "duplicate" } } }
                tbody {
                    @for (row, status) in marks.iter().zip(STATUS) { tr {
                        th scope="row" { (swatch(status)) (status) }
                        @for mark in row { td {
                            @if mark.count == 0 { span.quiet { "0" } } @else {
                                a href=(here.examples(&mark.filter)) { (count(mark.count)) }
                                " " span.quiet { (percent(mark.count, all)) }
                            }
                        } }
                    } }
                }
            }
        }
    }
}

fn rectangle(tile: Tile, class: &str) -> Markup {
    html! { rect class=(class) x=(part(tile.x)) y=(px(tile.y)) width=(part(tile.width)) height=(px(tile.height)) {} }
}

fn pattern_of(tile: Tile, pattern: &str) -> Markup {
    html! {
        rect.pattern fill=(pattern) x=(part(tile.x)) y=(px(tile.y)) width=(part(tile.width)) height=(px(tile.height)) {}
    }
}

/// The colour and the pattern of a status.
pub(super) fn swatch(status: &str) -> Markup {
    let class = format!("tile {status}");
    html! {
        svg.swatch width="12" height="12" aria-hidden="true" {
            rect class=(class) width="12" height="12" rx="2" {}
            @if status == "failed" { rect fill="url(#hatch)" width="12" height="12" rx="2" {} }
            @if status == "discarded" { rect fill="url(#dots)" width="12" height="12" rx="2" {} }
        }
    }
}

/// Patterns that tell statuses apart without colour. They are defined once a page.
pub(super) fn patterns() -> Markup {
    html! {
        svg.patterns width="0" height="0" aria-hidden="true" focusable="false" {
            defs {
                pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                    rect.ink width="2" height="6" {}
                }
                pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse" {
                    circle.ink cx="2" cy="2" r="1" {}
                }
                pattern id="lines" width="5" height="5" patternUnits="userSpaceOnUse" {
                    rect.ink width="5" height="1.5" {}
                }
            }
        }
    }
}

/// Two features, a row for each value of one and a column for each of the other.
pub(super) fn pair(here: Here, pair: &Pair) -> Markup {
    let counts: Vec<Vec<u64>> = pair.tiles.iter().map(|row| row.iter().map(|mark| mark.count).collect()).collect();
    let all: u64 = counts.iter().flatten().sum();
    if all == 0 {
        return html! {};
    }
    let tiles = layout(&counts, HEIGHT);
    let label = format!("{} by {}, in proportion", visible(&pair.rows), visible(&pair.columns));
    let name = |labels: &[String], at: usize| {
        labels.get(at).map(|label| visible(&cut(label, 40)).into_owned()).unwrap_or_default()
    };
    html! {
        ul.key {
            @for at in 0..pair.column_labels.len() {
                li { (shade_swatch(at)) (name(&pair.column_labels, at)) }
            }
        }
        div.plot.flat {
            svg height=(HEIGHT) role="group" aria-label=(label) {
                @for tile in &tiles {
                    @let mark = &pair.tiles[tile.row][tile.column];
                    @let row = name(&pair.row_labels, tile.row);
                    a.mark href=(here.examples(&mark.filter)) {
                        title { (row) ", " (name(&pair.column_labels, tile.column)) ": " (cases_of(mark.count, all)) }
                        (rectangle(*tile, &format!("tile {}", shade(tile.column))))
                    }
                    @if tile.x == 0.0 && tile.height >= 13.0 {
                        text.left x="-8" y=(px(tile.y + tile.height / 2.0)) dy="0.32em" { (cut(&row, 11)) }
                    }
                }
            }
        }
        details data-key=(visible(&format!("pair:{}:{}", pair.rows, pair.columns))) {
            summary { "Data" }
            div.scroll { table {
                thead { tr {
                    td {}
                    @for at in 0..pair.column_labels.len() { th scope="col" { (name(&pair.column_labels, at)) } }
                } }
                tbody { @for (row, marks) in pair.tiles.iter().enumerate() { tr {
                    th scope="row" { (name(&pair.row_labels, row)) }
                    @for mark in marks { td { a href=(here.examples(&mark.filter)) { (count(mark.count)) } } }
                } } }
            } }
        }
    }
}

fn shade(at: usize) -> String {
    format!("shade-{}", at % 6)
}

/// Categories as bars, each with its number: the chart is its own table. Two runs have the greatest share in common.
pub(super) fn bars(here: Here, marks: &[Mark], cases: u64, common: Option<f64>) -> Markup {
    let most = marks.iter().map(|mark| mark.count).max().unwrap_or(0);
    let widest = common.unwrap_or(most as f64 / cases.max(1) as f64).max(f64::MIN_POSITIVE);
    html! {
        ul.bars {
            @for mark in marks {
                @let value = if here.is_report() { value_of(mark) } else { None };
                @let share = mark.count as f64 / cases.max(1) as f64;
                li data-is=[value] { a.row href=(here.examples(&mark.filter)) {
                    span.label { (Shown(&cut(&mark.label, 120))) }
                    svg.bar height="10" aria-hidden="true" {
                        rect.ground width="100%" height="10" rx="2" {}
                        rect.bar width=(part((share / widest).min(1.0))) height="10" rx="2" {}
                    }
                    span.count { (count(mark.count)) }
                    span.percent { (percent(mark.count, cases)) }
                } }
            }
        }
    }
}

/// For a report's script, which must know what the most frequent values are: the feature and its value.
fn value_of(mark: &Mark) -> Option<String> {
    match &*mark.filter.terms {
        [Term::Is(name, value)] => Some(script_data(&serde_json::json!([name, value]))),
        _ => None,
    }
}

/// Passed, failed and discarded as one thin bar.
pub(super) fn stacked(counts: &Counts) -> Markup {
    let all = (counts.passed + counts.failed + counts.discarded).max(1) as f64;
    let parts = [("passed", counts.passed), ("failed", counts.failed), ("discarded", counts.discarded)];
    let words = parts.iter().filter(|(_, many)| *many > 0).map(|(status, many)| format!("{} {status}", count(*many)));
    let words = words.collect::<Vec<_>>().join(", ");
    let shares = parts.map(|(_, many)| many as f64 / all);
    html! {
        svg.stacked height="10" role="img" aria-label=(words) {
            title { (words) }
            @for ((status, _), (x, width)) in parts.iter().zip(in_a_row(&shares)).filter(|(part, _)| part.1 > 0) {
                rect class=(format!("tile {status}")) x=(part(x)) width=(part(width)) height="10" {}
                @if *status == "failed" { rect fill="url(#hatch)" x=(part(x)) width=(part(width)) height="10" {} }
                @if *status == "discarded" { rect fill="url(#dots)" x=(part(x)) width=(part(width)) height="10" {} }
            }
        }
    }
}

/// Where each share begins if each begins where the one before it ends, and how wide it is: never beyond the whole.
fn in_a_row(shares: &[f64]) -> Vec<(f64, f64)> {
    let mut next = 0.0;
    let place = |share: &f64| {
        let place = (next, share.min(1.0 - next));
        next += place.1;
        place
    };
    shares.iter().map(place).collect()
}

/// Where the time went, as one bar; two runs have the scale in common.
pub(super) fn time_bar(parts: &[TimePart], scale: f64) -> Markup {
    let known = |seconds: f64| if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
    let scale = known(scale).max(f64::MIN_POSITIVE);
    let shares: Vec<f64> = parts.iter().map(|each| known(each.seconds) / scale).collect();
    html! {
        svg.time height="22" role="img" aria-label="Time by part" {
            rect.ground width="100%" height="22" rx="3" {}
            @for (at, (each, (x, width))) in parts.iter().zip(in_a_row(&shares)).enumerate() {
                rect class=(format!("tile {}", shade(at))) x=(part(x)) width=(part(width)) height="22" {
                    title { (visible(&each.name)) ": " (seconds(each.seconds)) }
                }
            }
        }
    }
}

/// The colour of a column, or of a part of the time.
pub(super) fn shade_swatch(at: usize) -> Markup {
    html! {
        svg.swatch width="12" height="12" aria-hidden="true" {
            rect class=(format!("tile {}", shade(at))) width="12" height="12" rx="2" {}
        }
    }
}

/// How often each label was chosen, among those beside it.
pub(super) fn tree(tree: &LabelTree) -> Markup {
    html! { ul.tree { (branch(tree, tree.count, "tree", 0)) } }
}

fn branch(tree: &LabelTree, of: u64, path: &str, depth: usize) -> Markup {
    let below: u64 = tree.below.iter().map(|each| each.count).sum();
    html! {
        li {
            div.row {
                span.label { @if tree.label.is_empty() { "all choices" } @else { (Shown(&cut(&tree.label, 80))) } }
                svg.bar height="8" aria-hidden="true" {
                    rect.ground width="100%" height="8" rx="2" {}
                    rect.bar width=(part((tree.count as f64 / of.max(1) as f64).min(1.0))) height="8" rx="2" {}
                }
                span.count { (count(tree.count)) }
                span.percent { (percent(tree.count, of)) }
            }
            // A page stays readable, and the stack finite, however deep a file's labels are nested.
            @if !tree.below.is_empty() && depth < DEEPEST {
                @let inner = html! {
                    ul { @for (at, each) in tree.below.iter().enumerate() {
                        (branch(each, below, &format!("{path}:{at}"), depth + 1))
                    } }
                };
                @if depth < OPEN { (inner) }
                @else { details data-key=(path) { summary { "below " (Shown(&cut(&tree.label, 40))) } (inner) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_in_proportion() {
        let counts = vec![vec![70, 10], vec![1, 0], vec![0, 0], vec![5, 14]];
        let tiles = layout(&counts, 200.0);
        assert_eq!(tiles.len(), 5);
        for tile in tiles {
            let area = tile.width * tile.height / 200.0;
            let share = counts[tile.row][tile.column] as f64 / 100.0;
            assert!((area - share).abs() < 1e-9, "{tile:?} should have the share {share}");
        }
        assert!(layout(&[vec![0, 0]], 200.0).is_empty());
    }
}
