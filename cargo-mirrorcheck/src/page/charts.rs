//! Charts of numbers. Across, places are shares of the width, so that text keeps its size on every screen.

use maud::{Markup, html};

use super::axis::{Axis, part, px};
use super::links::Here;
use super::text::{Shown, cases_of, count, counted, cut, number, percent, visible};
use crate::filter::{Filter, Term};
use crate::view::{Curve, Mark, Summary};

/// How high the plot is, in pixels.
pub(super) const HEIGHT: f64 = 168.0;
/// How many links a curve is divided into.
const STRIPS: u64 = 40;
/// Beyond so many points each is no stop of the tab key, and the table shows the first.
const STOPS: usize = 60;

/// A number for each bar, with what two runs side by side have in common.
pub(super) struct Histogram<'a> {
    pub(super) bars: &'a [Mark],
    pub(super) edges: &'a [f64],
    pub(super) is_whole: bool,
    pub(super) summary: &'a Summary,
    pub(super) cases: u64,
    pub(super) common: Option<Common>,
}

/// Axes of two charts. Runs are of different lengths and may have bars of different widths, so that the height is the
/// share of the cases that a bar of this width would have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Common {
    pub(super) across: Axis,
    pub(super) width: f64,
    pub(super) top: f64,
}

impl Histogram<'_> {
    /// What this one and another have in common.
    pub(super) fn common(&self, other: &Histogram) -> Common {
        let width = self.least_width().min(other.least_width());
        let top = |chart: &Histogram| (0..chart.bars.len()).map(|at| chart.share(at, width)).fold(0.0, f64::max);
        Common { across: self.across().with(other.across()), width, top: top(self).max(top(other)) }
    }

    fn least_width(&self) -> f64 {
        (0..self.bars.len()).map(|at| self.edge(at + 1) - self.edge(at)).fold(f64::MAX, f64::min)
    }

    fn share(&self, at: usize, width: f64) -> f64 {
        self.bars[at].count as f64 / self.cases.max(1) as f64 * (width / (self.edge(at + 1) - self.edge(at)))
    }

    /// The range that it needs.
    pub(super) fn across(&self) -> Axis {
        match (self.has_edges(), self.edges) {
            (true, [low, .., high]) => Axis { low: *low, high: *high },
            _ => Axis { low: 0.0, high: self.bars.len().max(1) as f64 },
        }
    }

    /// Whether bars can be placed by their edges; else they are of the same width.
    fn has_edges(&self) -> bool {
        self.edges.len() == self.bars.len() + 1
            && self.edges.iter().all(|edge| edge.is_finite())
            && self.edges.windows(2).all(|pair| pair[0] < pair[1])
    }

    fn edge(&self, at: usize) -> f64 {
        if self.has_edges() { self.edges[at] } else { at as f64 }
    }

    pub(super) fn draw(&self, here: Here, title: &str) -> Markup {
        let most = self.bars.iter().map(|bar| bar.count).max().unwrap_or(0);
        if most == 0 {
            return html! { p.quiet { "No finite number was observed." } };
        }
        let across = self.common.map_or_else(|| self.across(), |common| common.across);
        let up = Axis::up_to(self.common.map_or(most as f64, |common| common.top * 100.0));
        let height = |at: usize| match self.common {
            None => self.bars[at].count as f64,
            Some(common) => self.share(at, common.width) * 100.0,
        };
        let note = self.common.filter(|common| common.width < self.least_width() * 0.999);
        let unit = if self.common.is_some() { " %" } else { "" };
        let label = format!("{}: how many cases have which value", visible(title));
        html! {
            div.plot {
                svg height=(HEIGHT) role="group" aria-label=(label) {
                    (grid(up, unit))
                    @for (at, bar) in self.bars.iter().enumerate() {
                        @let (left, right) = (across.share(self.edge(at)), across.share(self.edge(at + 1)));
                        @let y = HEIGHT * (1.0 - up.share(height(at)));
                        a.mark href=(here.examples(&bar.filter)) tabindex=[(bar.count == 0).then_some("-1")] {
                            title { (visible(&bar.label)) ": " (cases_of(bar.count, self.cases)) }
                            rect.reach x=(part(left)) y="0" width=(part(right - left)) height=(HEIGHT) {}
                            rect.bar x=(part(left)) y=(px(y)) width=(part(right - left)) height=(px(HEIGHT - y)) {}
                        }
                    }
                    (self.box_of_quartiles(across))
                    (self.labels(across))
                }
            }
            @if let Some(common) = note {
                p.quiet {
                    "Areas are in proportion: the height is the share of a bar that is " (number(common.width)) " wide."
                }
            }
        }
    }

    /// A whole number stands in the middle of its bar.
    fn place(&self, across: Axis, value: f64) -> f64 {
        across.share(value + if self.is_whole { 0.5 } else { 0.0 })
    }

    fn labels(&self, across: Axis) -> Markup {
        let ticks = if self.is_whole { across.whole_ticks(6) } else { across.ticks(6) };
        let ticks = ticks.into_iter().filter(|tick| !self.is_whole || *tick < across.high);
        below(ticks.map(|tick| (self.place(across, tick), number(tick))))
    }

    /// Least, quartiles, greatest and mean, above the bars.
    fn box_of_quartiles(&self, across: Axis) -> Markup {
        let Summary { mean, least, quartiles: [low, middle, high], greatest, .. } = *self.summary;
        if ![mean, least, low, middle, high, greatest].iter().all(|value| value.is_finite()) {
            return html! {};
        }
        let at = |value| self.place(across, value);
        html! {
            g.quartiles aria-hidden="true" {
                line x1=(part(at(least))) x2=(part(at(greatest))) y1="-14" y2="-14" {}
                rect x=(part(at(low))) y="-19" width=(part(at(high) - at(low))) height="10" rx="2" {}
                line.middle x1=(part(at(middle))) x2=(part(at(middle))) y1="-20" y2="-8" {}
                circle cx=(part(at(mean))) cy="-14" r="3" {}
                line.mean x1=(part(at(mean))) x2=(part(at(mean))) y1="-8" y2=(HEIGHT) {}
            }
        }
    }

    /// Mean and quartiles in words.
    pub(super) fn words(&self) -> Markup {
        let Summary { mean, least, quartiles: [low, middle, high], greatest, not_finite } = *self.summary;
        html! {
            dl.numbers {
                div { dt { "mean" } dd { (number(mean)) } }
                div { dt { "min" } dd { (number(least)) } }
                div { dt { "quartiles" } dd { (number(low)) " · " strong { (number(middle)) } " · " (number(high)) } }
                div { dt { "max" } dd { (number(greatest)) } }
                @if not_finite > 0 { div { dt { "not finite" } dd { (count(not_finite)) } } }
            }
        }
    }
}

/// Points of two numbers, each with its cases.
pub(super) struct Scatter<'a> {
    pub(super) x: &'a str,
    pub(super) y: &'a str,
    pub(super) points: &'a [(f64, f64, Filter)],
    /// How a height is written.
    pub(super) write: fn(f64) -> String,
    /// Heights are powers of ten, of which only the whole ones are round numbers.
    pub(super) is_log: bool,
    pub(super) common: Option<(Axis, Axis)>,
}

impl Scatter<'_> {
    /// The ranges that it needs; nothing if no point can be drawn.
    pub(super) fn axes(&self) -> Option<(Axis, Axis)> {
        let finite = || self.points.iter().filter(|(x, y, _)| x.is_finite() && y.is_finite());
        Some((Axis::of(finite().map(|point| point.0))?, Axis::of(finite().map(|point| point.1))?))
    }

    pub(super) fn draw(&self, here: Here, title: &str) -> Markup {
        let Some((across, up)) = self.common.or_else(|| self.axes()) else {
            return html! { p.quiet { "No finite numbers were observed." } };
        };
        let stop = (self.points.len() > STOPS).then_some("-1");
        let label = format!("{}: {} against {}", visible(title), visible(self.y), visible(self.x));
        html! {
            p.unit { (Shown(&cut(self.y, 60))) " ↑" }
            div.plot {
                svg height=(HEIGHT) role="group" aria-label=(label) {
                    @for tick in if self.is_log { up.whole_ticks(6) } else { up.ticks(4) } {
                        @let y = px(HEIGHT * (1.0 - up.share(tick)));
                        line.grid x1="0" x2="100%" y1=(y) y2=(y) {}
                        text.left x="-8" y=(y) dy="0.32em" { ((self.write)(tick)) }
                    }
                    @for (x, y, filter) in self.points.iter().filter(|(x, y, _)| x.is_finite() && y.is_finite()) {
                        a.mark href=(here.examples(filter)) tabindex=[stop] {
                            title { (visible(self.x)) " " (number(*x)) ", " (visible(self.y)) " " ((self.write)(*y)) }
                            circle.point cx=(part(across.share(*x))) cy=(px(HEIGHT * (1.0 - up.share(*y)))) r="3.5" {}
                        }
                    }
                    (below(across.ticks(6).into_iter().map(|tick| (across.share(tick), number(tick)))))
                }
            }
            p.unit.end { (Shown(&cut(self.x, 60))) " →" }
        }
    }

    pub(super) fn table(&self, here: Here, key: &str) -> Markup {
        let head = [visible(self.x).into_owned(), visible(self.y).into_owned()];
        let rows = self.points.iter().take(STOPS * 2);
        html! {
            details data-key=(visible(key)) {
                summary { "Data" }
                @if self.points.len() > STOPS * 2 {
                    p.quiet { "The first " (STOPS * 2) " of " (count(self.points.len() as u64)) " points." }
                }
                div.scroll { table {
                    thead { tr {
                        @for each in &head { th scope="col" { (cut(each, 60)) } }
                        th scope="col" { "cases" }
                    } }
                    tbody { @for (x, y, filter) in rows { tr {
                        td { (number(*x)) }
                        td { ((self.write)(*y)) }
                        td { a href=(here.examples(filter)) { "show" } }
                    } } }
                } }
            }
        }
    }
}

/// A number that grows over the run; two runs have the range of cases and the height in common.
pub(super) fn curve(here: Here, curve: &Curve, what: &str, with_diagonal: bool, common: Option<(u64, u64)>) -> Markup {
    let (cases, top) = common.unwrap_or((curve.cases, curve.last));
    if curve.points.is_empty() || cases == 0 {
        return html! { p.quiet { "Nothing was observed." } };
    }
    let across = Axis { low: 0.0, high: cases as f64 };
    let up = Axis::up_to(top as f64);
    let diagonal = across.high.min(up.high);
    let label = format!("{what} over the run: {} after {}", count(curve.last), counted(curve.cases, "case", "cases"));
    let (line, end) = (path(curve, across, up, 1000.0, HEIGHT), px(1000.0 * across.share(curve.cases as f64)));
    let height = |value: f64| px(HEIGHT * (1.0 - up.share(value)));
    html! {
        div.plot {
            svg height=(HEIGHT) role="group" aria-label=(label) {
                (grid(up, ""))
                svg x="0" y="0" width="100%" height=(HEIGHT) viewBox=(format!("0 0 1000 {HEIGHT}"))
                    preserveAspectRatio="none" aria-hidden="true" {
                    @if with_diagonal {
                        line.diagonal x1="0" y1=(HEIGHT) x2=(px(1000.0 * across.share(diagonal))) y2=(height(diagonal)) {}
                    }
                    path.area d=(format!("{line} L {end} {HEIGHT} L 0 {HEIGHT} Z")) {}
                    path.line d=(line) {}
                }
                @for (from, to, value) in strips(curve) {
                    @let (left, right) = (across.share(from as f64), across.share(to as f64));
                    // The table below has the same links: so many stops of the tab key would be in the way.
                    a.mark href=(here.examples(&around(from, to))) tabindex="-1" {
                        title { "cases " (count(from)) " to " (count(to - 1)) ": " (count(value)) " " (what) }
                        rect.reach x=(part(left)) y="0" width=(part(right - left)) height=(HEIGHT) {}
                        circle.dot cx=(part((left + right) / 2.0)) cy=(height(value as f64)) r="3.5" {}
                    }
                }
                (below(across.whole_ticks(5).into_iter().map(|tick| (across.share(tick), number(tick)))))
            }
        }
        p.unit.end { "case of the run →" }
    }
}

/// Shows the numbers of a curve as a table.
pub(super) fn curve_table(here: Here, curve: &Curve, what: &str, key: &str) -> Markup {
    html! {
        details data-key=(key) {
            summary { "Data" }
            div.scroll { table {
                thead { tr { th scope="col" { "cases" } th scope="col" { (what) } } }
                tbody { @for (from, to, value) in strips(curve) { tr {
                    td { a href=(here.examples(&around(from, to))) { (count(from)) "–" (count(to - 1)) } }
                    td { (count(value)) }
                } } }
            } }
        }
    }
}

/// A curve of the size of a word, with how it would be if every case were new.
pub(super) fn sparkline(curve: &Curve) -> Markup {
    if curve.points.is_empty() || curve.cases == 0 {
        return html! {};
    }
    let across = Axis { low: 0.0, high: curve.cases as f64 };
    let up = Axis { low: 0.0, high: curve.cases.max(curve.last) as f64 };
    let line = path(curve, across, up, 100.0, 28.0);
    let label = format!("{} different values after {}", count(curve.last), counted(curve.cases, "case", "cases"));
    html! {
        svg.spark viewBox="0 -1 100 30" preserveAspectRatio="none" role="img" aria-label=(label) {
            title { (label) "; the dashed line: if every case were new" }
            line.diagonal x1="0" y1="28" x2="100" y2=(px(28.0 * (1.0 - up.share(across.high)))) {}
            path.area d=(format!("{line} L 100 28 L 0 28 Z")) {}
            path.line d=(line) {}
        }
    }
}

fn path(curve: &Curve, across: Axis, up: Axis, width: f64, height: f64) -> String {
    let mut out = format!("M 0 {}", px(height));
    let last = (curve.cases, curve.last);
    for (case, value) in curve.points.iter().copied().map(|(case, value)| (case + 1, value)).chain([last]) {
        let (x, y) = (width * across.share(case as f64), height * (1.0 - up.share(value as f64)));
        out.push_str(&format!(" L {} {}", px(x), px(y)));
    }
    out
}

/// Ranges of cases of about the same length, with the value at their ends.
fn strips(curve: &Curve) -> Vec<(u64, u64, u64)> {
    let many = curve.cases.min(STRIPS);
    let bound = |at: u64| (u128::from(curve.cases) * u128::from(at) / u128::from(many.max(1))) as u64;
    let value = |to: u64| match curve.points.partition_point(|(case, _)| *case < to) {
        0 => 0,
        after => curve.points[after - 1].1,
    };
    (0..many).map(|at| (bound(at), bound(at + 1), value(bound(at + 1)))).collect()
}

fn around(from: u64, to: u64) -> Filter {
    Filter { terms: vec![Term::In("#case".into(), from as f64, to as f64, false)] }
}

/// Lines across at round numbers of cases.
fn grid(up: Axis, unit: &str) -> Markup {
    let ticks = if unit.is_empty() { up.whole_ticks(4) } else { up.ticks(4) };
    html! {
        @for tick in ticks {
            @let y = px(HEIGHT * (1.0 - up.share(tick)));
            line.grid x1="0" x2="100%" y1=(y) y2=(y) {}
            text.left x="-8" y=(y) dy="0.32em" { (number(tick)) (unit) }
        }
    }
}

/// Words under the plot, which do not leave it at the sides.
fn below(ticks: impl Iterator<Item = (f64, String)>) -> Markup {
    html! {
        @for (share, text) in ticks {
            @let anchor = if share < 0.02 { "start" } else if share > 0.98 { "end" } else { "middle" };
            text.below x=(part(share)) y=(HEIGHT + 16.0) text-anchor=(anchor) { (text) }
        }
    }
}

/// The bars of a chart as a table.
pub(super) fn table(here: Here, bars: &[Mark], cases: u64, what: &str, key: &str) -> Markup {
    html! {
        details data-key=(visible(key)) {
            summary { "Data" }
            div.scroll { table {
                thead { tr {
                    th scope="col" { (Shown(&cut(what, 60))) }
                    th scope="col" { "cases" }
                    th scope="col" { "share" }
                } }
                tbody { @for bar in bars { tr {
                    td { a href=(here.examples(&bar.filter)) { (Shown(&cut(&bar.label, 80))) } }
                    td { (count(bar.count)) }
                    td { (percent(bar.count, cases)) }
                } } }
            } }
        }
    }
}
