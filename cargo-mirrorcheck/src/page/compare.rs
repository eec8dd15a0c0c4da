//! Two runs side by side, drawn on the same scales.

use maud::{Markup, html};

use super::charts::{self, Histogram, Scatter};
use super::links::{Here, home};
use super::overview::{facts, verdict};
use super::run::parts;
use super::text::{self, Shown, count, counted, cut, moment, number, percent, seconds};
use super::{Place, tiles};
use crate::view::{Chart, Comparison, Counts, Curve, Feature, Mark, RunView};

pub(super) fn body(view: &Comparison, place: Place) -> Markup {
    let sides = in_order(view);
    let [left, right] = sides;
    let heres = sides.map(|side| Here::new(place, &side.row.property, side.row.start));
    let both =
        |draw: &dyn Fn(&RunView, Here) -> Markup| side_by_side(draw(sides[0], heres[0]), draw(sides[1], heres[1]));
    html! {
        nav.crumbs aria-label="Path" {
            a href=(home(place)) { "All properties" } " › "
            a href=(heres[0].run()) { (text::name(&left.row.property)) }
        }
        header.title {
            h1 { @if is_same_property(sides) { "Two runs" } @else { "Two properties" } }
            (words(sides))
        }
        (both(&|side, here| html! {
            h2 { a href=(here.run()) { (text::name(&side.row.property)) } }
            p.quiet { (moment(side.row.start)) }
            (verdict(&side.row.verdict))
            (facts(&side.row.counts, side.row.seconds))
        }))
        h2 { "New and repeated cases" }
        (both(&|side, here| tiles::mosaic(here, &side.mosaic)))
        h2 { "Different values over the run" }
        @let shared = Some(common(sides.map(|side| &side.row.distinct)));
        (both(&|side, here| charts::curve(here, &side.row.distinct, "different values", true, shared)))
        @if let (Some(left), Some(right)) = (&left.coverage, &right.coverage) {
            h2 { "Lines covered over the run" }
            (side_by_side(
                charts::curve(heres[0], left, "lines covered", false, Some(common([left, right]))),
                charts::curve(heres[1], right, "lines covered", false, Some(common([left, right]))),
            ))
        }
        @for name in names(sides) {
            h2 { (Shown(&cut(name, 80))) }
            (pair(sides.map(|side| side.features.iter().find(|feature| feature.name == name)), heres))
        }
        @if sides.iter().any(|side| !side.timing.parts.is_empty()) {
            @let totals = sides.map(|side| side.timing.total);
            @let scale = totals.into_iter().filter(|total| total.is_finite()).fold(0.0, f64::max);
            h2 { "Where did the time go?" }
            (both(&|side, _| parts(&side.timing, scale)))
        }
    }
}

/// Runs of one property are read from the earlier to the later, whichever was asked for first.
fn in_order(view: &Comparison) -> [&RunView; 2] {
    let sides = [&view.left, &view.right];
    let is_later = view.left.row.start > view.right.row.start;
    if is_same_property(sides) && is_later { [&view.right, &view.left] } else { sides }
}

fn is_same_property([left, right]: [&RunView; 2]) -> bool {
    left.row.property == right.row.property
}

fn side_by_side(left: Markup, right: Markup) -> Markup {
    html! { div.sides { div { (left) } div { (right) } } }
}

fn common(curves: [&Curve; 2]) -> (u64, u64) {
    (curves[0].cases.max(curves[1].cases), curves[0].last.max(curves[1].last))
}

/// Features of both, in the order of the first.
fn names([left, right]: [&RunView; 2]) -> Vec<&str> {
    let mut names: Vec<&str> = left.features.iter().map(|feature| &*feature.name).collect();
    for feature in &right.features {
        if !names.contains(&&*feature.name) {
            names.push(&feature.name);
        }
    }
    names
}

fn pair(features: [Option<&Feature>; 2], heres: [Here; 2]) -> Markup {
    let [left, right] = features;
    let drawn = match (left.map(|it| &it.chart), right.map(|it| &it.chart)) {
        (Some(Chart::Histogram { .. }), Some(Chart::Histogram { .. })) => histograms(features, heres),
        (Some(Chart::Categories { .. }), Some(Chart::Categories { .. })) => categories(features, heres),
        (Some(Chart::Scatter { .. }), Some(Chart::Scatter { .. })) => scatters(features, heres),
        _ => None,
    };
    let alone = |at: usize| match features[at] {
        None => html! { p.quiet { "Not observed in this run." } },
        Some(feature) => one(feature, heres[at]),
    };
    let [left, right] = drawn.unwrap_or_else(|| [alone(0), alone(1)]);
    side_by_side(left, right)
}

fn one(feature: &Feature, here: Here) -> Markup {
    match &feature.chart {
        Chart::Histogram { .. } => match histogram(feature) {
            Some(chart) => html! { (chart.draw(here, &feature.name)) (chart.words()) },
            None => html! {},
        },
        Chart::Categories { bars, .. } => tiles::bars(here, bars, feature.cases, None),
        Chart::Scatter { x, y, points, .. } => {
            Scatter { x, y, points, write: number, is_log: false, common: None }.draw(here, &feature.name)
        }
    }
}

fn histogram(feature: &Feature) -> Option<Histogram<'_>> {
    match &feature.chart {
        Chart::Histogram { bars, edges, is_whole, summary } => {
            Some(Histogram { bars, edges, is_whole: *is_whole, summary, cases: feature.cases, common: None })
        }
        _ => None,
    }
}

fn histograms(features: [Option<&Feature>; 2], heres: [Here; 2]) -> Option<[Markup; 2]> {
    let (left, right) = (histogram(features[0]?)?, histogram(features[1]?)?);
    let shared = Some(left.common(&right));
    let draw = |chart: Histogram, here: Here, at: usize| {
        let chart = Histogram { common: shared, ..chart };
        let name = features[at].map_or("", |feature| &feature.name);
        html! { (chart.draw(here, name)) (chart.words()) }
    };
    Some([draw(left, heres[0], 0), draw(right, heres[1], 1)])
}

fn scatters(features: [Option<&Feature>; 2], heres: [Here; 2]) -> Option<[Markup; 2]> {
    let chart = |at: usize| match &features[at]?.chart {
        Chart::Scatter { x, y, points, .. } => {
            Some(Scatter { x, y, points, write: number, is_log: false, common: None })
        }
        _ => None,
    };
    let (left, right) = (chart(0)?, chart(1)?);
    let ((left_x, left_y), (right_x, right_y)) = (left.axes()?, right.axes()?);
    let shared = Some((left_x.with(right_x), left_y.with(right_y)));
    let draw = |chart: Scatter, at: usize| {
        let name = features[at].map_or("", |feature| &feature.name);
        Scatter { common: shared, ..chart }.draw(heres[at], name)
    };
    Some([draw(left, 0), draw(right, 1)])
}

/// Both with the categories of both, in one order.
fn categories(features: [Option<&Feature>; 2], heres: [Here; 2]) -> Option<[Markup; 2]> {
    let of = |at: usize| -> Option<(&Vec<Mark>, u64)> {
        match &features[at]?.chart {
            Chart::Categories { bars, .. } => Some((bars, features[at]?.cases)),
            _ => None,
        }
    };
    let (left, right) = (of(0)?, of(1)?);
    let mut all: Vec<&Mark> = left.0.iter().collect();
    all.extend(right.0.iter().filter(|bar| left.0.iter().all(|other| other.label != bar.label)));
    let widest = [left, right]
        .iter()
        .flat_map(|(bars, cases)| bars.iter().map(|bar| bar.count as f64 / (*cases).max(1) as f64))
        .fold(0.0, f64::max);
    let draw = |(bars, cases): (&Vec<Mark>, u64), here: Here| {
        let bars: Vec<Mark> = all
            .iter()
            .map(|mark| match bars.iter().find(|bar| bar.label == mark.label) {
                Some(bar) => bar.clone(),
                None => Mark { count: 0, ..(*mark).clone() },
            })
            .collect();
        tiles::bars(here, &bars, cases, Some(widest))
    };
    Some([draw(left, heres[0]), draw(right, heres[1])])
}

/// Describes what differs.
fn words(sides: [&RunView; 2]) -> Markup {
    let said = differences(sides);
    html! {
        @if said.is_empty() {
            p.lead { "Both have the same counts: " (counted(cases(&sides[0].row.counts), "case", "cases")) "." }
        } @else {
            ul.words { @for sentence in &said { li { (Shown(sentence)) } } }
        }
    }
}

fn differences(sides: [&RunView; 2]) -> Vec<String> {
    let [left, right] = sides.map(|side| &side.row);
    let (there, one, other) = if is_same_property(sides) {
        ("in the later run", "later", "earlier")
    } else {
        ("on the right", "right", "left")
    };
    let mut said: Vec<String> = Vec::new();
    for (what, before, after) in [
        ("cases", cases(&left.counts), cases(&right.counts)),
        ("different cases", left.counts.distinct_valid, right.counts.distinct_valid),
        ("failed cases", left.counts.failed, right.counts.failed),
    ] {
        if before != after {
            let more = if before < after { "more" } else { "fewer" };
            let (by, before, after) = (count(before.abs_diff(after)), count(before), count(after));
            said.push(format!("{by} {more} {what} {there}: {after} instead of {before}."));
        }
    }
    let discarded = [left, right].map(|row| percent(row.counts.discarded, cases(&row.counts)));
    if discarded[0] != discarded[1] {
        said.push(format!("{} of the cases {there} were discarded, instead of {}.", discarded[1], discarded[0]));
    }
    let time = [left, right].map(|row| seconds(row.seconds));
    if time[0] != time[1] {
        said.push(format!("The {one} one took {}, the {other} one {}.", time[1], time[0]));
    }
    said.extend(sides[0].features.iter().filter_map(|feature| means(feature, sides[1], there)));
    said
}

fn means(feature: &Feature, other: &RunView, there: &str) -> Option<String> {
    let same = other.features.iter().find(|same| same.name == feature.name)?;
    let means = [histogram(feature)?, histogram(same)?].map(|chart| number(chart.summary.mean));
    let name = cut(&feature.name, 60);
    (means[0] != means[1]).then(|| format!("The mean of {name} is {} {there}, instead of {}.", means[1], means[0]))
}

fn cases(counts: &Counts) -> u64 {
    counts.passed + counts.failed + counts.discarded
}
