//! Figures as SVG: data in, text out, the same text for the same data.
//!
//! Colours follow what the reader's system prefers, light or dark; series also differ in their dashes and widths.

mod axis;
mod density;
mod stacks;

use std::fmt::Write as _;

use axis::{Span, shown};
pub(crate) use stacks::{Stack, Stacks};

/// Panels that share a legend.
pub(crate) struct Figure<'a> {
    pub(crate) title: &'a str,
    /// What the colours stand for.
    pub(crate) series: &'a [&'a str],
    /// How many panels stand side by side.
    pub(crate) columns: usize,
    pub(crate) panels: Vec<Panel>,
}

pub(crate) struct Panel {
    pub(crate) title: String,
    /// What the axes show, with the unit.
    pub(crate) across: String,
    pub(crate) up: String,
    /// Each with the number of its series.
    pub(crate) marks: Vec<(usize, Marks)>,
}

pub(crate) enum Marks {
    /// Points that a line goes through.
    Line(Vec<(f64, f64)>),
    /// Bars side by side, each so wide, from this place on.
    Bars { from: f64, width: f64, heights: Vec<f64> },
    /// Where figures are dense, with their quartiles. Violins stand side by side, each above the name of its series.
    Violin(Vec<f64>),
}

/// The width of a panel with its margins; one that has a row to itself is wider.
const WIDTH: f64 = 400.0;
const WIDE: f64 = 720.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 44.0;
/// Above all panels: the title, and the legend.
const HEAD: f64 = 62.0;
/// About the width of a letter.
const LETTER: f64 = 6.6;

const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#222}
.title{font-size:16px;font-weight:600}
.panel{font-size:13px;font-weight:600}
.page{fill:#fff}
.axis{stroke:#666;fill:none}
.grid{stroke:#ddd}
.s0{color:#0072b2}.s1{color:#b85c00}.s2{color:#00805c}.s3{color:#a8518a}.s4{color:#5f6368}
.line{fill:none;stroke:currentColor;stroke-width:2}
.s1.line{stroke-dasharray:7 3}.s2.line{stroke-width:3}.s3.line{stroke-dasharray:9 3 2 3}.s4.line{stroke-width:4}
.area{fill:currentColor;fill-opacity:.25;stroke:currentColor;stroke-width:1.5}
.box{fill:currentColor}
.middle{fill:#fff}
@media(prefers-color-scheme:dark){
text{fill:#ddd}
.page,.middle{fill:#16181c}
.axis{stroke:#999}
.grid{stroke:#33373d}
.s0{color:#56b4e9}.s1{color:#f0a040}.s2{color:#3ccf9f}.s3{color:#e8a6cc}.s4{color:#a8adb4}
}
";

impl Figure<'_> {
    /// The whole file.
    pub(crate) fn svg(&self) -> String {
        let columns = self.columns.clamp(1, self.panels.len().max(1));
        let panel_width = if columns > 1 { WIDTH } else { WIDE };
        let width = columns as f64 * panel_width;
        let height = HEAD + self.panels.len().div_ceil(columns) as f64 * HEIGHT;
        let mut out = opened(self.title, width, height);
        self.legend(&mut out);
        for (i, panel) in self.panels.iter().enumerate() {
            let (x, y) = ((i % columns) as f64 * panel_width, HEAD + (i / columns) as f64 * HEIGHT);
            let _ = writeln!(out, "<g transform=\"translate({x} {y})\">");
            panel.draw(&mut out, self.series, panel_width);
            out.push_str("</g>\n");
        }
        closed(out)
    }

    fn legend(&self, out: &mut String) {
        let mut x = 14.0;
        for (i, name) in self.series.iter().enumerate() {
            let _ = writeln!(
                out,
                "<path class=\"s{i} line\" d=\"M{x} 46h26\"/><text x=\"{}\" y=\"50\">{}</text>",
                x + 32.0,
                escaped(name)
            );
            x += 56.0 + LETTER * name.chars().count() as f64;
        }
    }
}

/// The beginning of a file: all that is behind the panels, and the title.
fn opened(title: &str, width: f64, height: f64) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"14\" y=\"26\">{title}</text>\n"
    )
}

fn closed(out: String) -> String {
    out + "</svg>\n"
}

impl Panel {
    fn draw(&self, out: &mut String, series: &[&str], width: f64) {
        let scale = Scale { width, across: self.across_span(), up: self.up_span() };
        let _ =
            writeln!(out, "<text class=\"panel\" x=\"{LEFT}\" y=\"{:.1}\">{}</text>", TOP - 10.0, escaped(&self.title));
        self.draw_axes(out, &scale, series);
        for (i, (series, marks)) in self.marks.iter().enumerate() {
            match marks {
                Marks::Line(points) => line(out, &scale, *series, points),
                Marks::Bars { from, width, heights } => bars(out, &scale, *series, (*from, *width), heights),
                Marks::Violin(figures) => violin(out, &scale, *series, i as f64, figures),
            }
        }
    }

    fn has_violins(&self) -> bool {
        self.marks.iter().any(|(_, marks)| matches!(marks, Marks::Violin(_)))
    }

    /// Violins have the places 0, 1, 2, …
    fn across_span(&self) -> Span {
        if self.has_violins() {
            return Span { low: -0.5, high: self.marks.len() as f64 - 0.5 };
        }
        let ends = self.marks.iter().flat_map(|(_, marks)| match marks {
            Marks::Line(points) => points.iter().map(|(x, _)| *x).collect(),
            Marks::Bars { from, width, heights } => vec![*from, from + width * heights.len() as f64],
            Marks::Violin(_) => Vec::new(),
        });
        Span::around(ends)
    }

    /// From zero up, with some room above.
    fn up_span(&self) -> Span {
        let heights = self.marks.iter().flat_map(|(_, marks)| match marks {
            Marks::Line(points) => points.iter().map(|(_, y)| *y).collect(),
            Marks::Bars { heights, .. } => heights.clone(),
            Marks::Violin(figures) => figures.clone(),
        });
        Span::around(heights.chain([0.0])).with_room()
    }

    fn draw_axes(&self, out: &mut String, scale: &Scale, series: &[&str]) {
        let (left, right, bottom) = (LEFT, scale.width - RIGHT, HEIGHT - BOTTOM);
        for tick in scale.up.ticks(5) {
            let y = scale.y(tick);
            let _ = writeln!(
                out,
                "<path class=\"grid\" d=\"M{left} {y:.1}H{right}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                y + 4.0,
                shown(tick)
            );
        }
        let under = |out: &mut String, at: f64, text: &str| {
            let (x, y) = (scale.x(at), bottom + 16.0);
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>", escaped(text));
        };
        if self.has_violins() {
            for (i, (which, _)) in self.marks.iter().enumerate() {
                under(out, i as f64, series.get(*which).unwrap_or(&""));
            }
        } else {
            scale.across.ticks(6).for_each(|tick| under(out, tick, &shown(tick)));
        }
        let (middle, height) = ((left + right) / 2.0, (TOP + bottom) / 2.0);
        let _ = writeln!(
            out,
            "<path class=\"axis\" d=\"M{left} {TOP}V{bottom}H{right}\"/>\n\
             <text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(14 {height:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            HEIGHT - 8.0,
            escaped(&self.across),
            escaped(&self.up)
        );
    }
}

/// Where figures stand on the panel.
struct Scale {
    width: f64,
    across: Span,
    up: Span,
}

impl Scale {
    fn x(&self, figure: f64) -> f64 {
        LEFT + self.across.share(figure) * (self.width - LEFT - RIGHT)
    }

    fn y(&self, figure: f64) -> f64 {
        HEIGHT - BOTTOM - self.up.share(figure) * (HEIGHT - TOP - BOTTOM)
    }
}

fn line(out: &mut String, scale: &Scale, series: usize, points: &[(f64, f64)]) {
    let path = path(points.iter().map(|&(x, y)| (scale.x(x), scale.y(y))));
    let _ = writeln!(out, "<path class=\"s{series} line\" d=\"{path}\"/>");
}

/// The outline of all of them, which lets others shine through.
fn bars(out: &mut String, scale: &Scale, series: usize, (from, width): (f64, f64), heights: &[f64]) {
    let (start, floor) = (scale.x(from), scale.y(0.0));
    let mut path = format!("M{start:.1} {floor:.1}");
    for (i, height) in heights.iter().enumerate() {
        let _ = write!(path, "V{:.1}H{:.1}", scale.y(*height), scale.x(from + width * (i + 1) as f64));
    }
    let _ = writeln!(out, "<path class=\"s{series} area\" d=\"{path}V{floor:.1}Z\"/>");
}

/// The widest place of every violin takes up most of the room that there is for it.
fn violin(out: &mut String, scale: &Scale, series: usize, place: f64, figures: &[f64]) {
    let Some(density) = density::of(figures) else { return };
    let widest = density.curve.iter().map(|(_, dense)| *dense).fold(f64::MIN_POSITIVE, f64::max);
    let half = |dense: f64| 0.42 * dense / widest;
    let right = density.curve.iter().map(|&(y, dense)| (scale.x(place + half(dense)), scale.y(y)));
    let left = density.curve.iter().rev().map(|&(y, dense)| (scale.x(place - half(dense)), scale.y(y)));
    let _ = writeln!(out, "<path class=\"s{series} area\" d=\"{}Z\"/>", path(right.chain(left)));
    let [low, middle, high] = density.quartiles;
    let (x, top, bottom) = (scale.x(place), scale.y(high), scale.y(low));
    let _ = writeln!(
        out,
        "<rect class=\"s{series} box\" x=\"{:.1}\" y=\"{top:.1}\" width=\"8\" height=\"{:.1}\"/>\
         <circle class=\"middle\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"3\"/>",
        x - 4.0,
        (bottom - top).max(1.0),
        scale.y(middle)
    );
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let step = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{step}{x:.1} {y:.1}");
    }
    path
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::{Figure, Marks, Panel};

    fn figure(marks: Vec<(usize, Marks)>) -> String {
        let panel = || Panel {
            title: "A & B".to_owned(),
            across: "time <s>".to_owned(),
            up: "\"found\"".to_owned(),
            marks: Vec::new(),
        };
        let panels = vec![Panel { marks, ..panel() }, panel(), panel()];
        Figure { title: "One < two", series: &["one", "two"], columns: 2, panels }.svg()
    }

    fn marks() -> Vec<(usize, Marks)> {
        vec![
            (0, Marks::Line(vec![(0.0, 0.0), (1.0, 5.0), (20.0, 12_345.0)])),
            (1, Marks::Bars { from: 0.0, width: 2.0, heights: vec![1.0, 0.0, 3.0] }),
        ]
    }

    /// Every tag is closed, in order, and every `&` begins one of the names that XML has.
    fn is_well_formed(svg: &str) -> bool {
        let mut open: Vec<&str> = Vec::new();
        for tag in svg.split('<').skip(1) {
            let Some((tag, text)) = tag.split_once('>') else { return false };
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
            let is_closed =
                if tag.starts_with('/') { open.pop() == Some(name) } else { tag.matches('"').count() % 2 == 0 };
            if !tag.starts_with('/') && !tag.ends_with('/') {
                open.push(name);
            }
            let names = ["amp;", "lt;", "gt;", "quot;"];
            let is_escaped = |text: &str| text.split('&').skip(1).all(|t| names.iter().any(|n| t.starts_with(n)));
            if !is_closed || text.contains('>') || !is_escaped(text) || !is_escaped(tag) {
                return false;
            }
        }
        open.is_empty() && svg.starts_with("<svg ") && !svg.contains("NaN") && !svg.contains("inf")
    }

    #[test]
    fn figures_are_well_formed() {
        assert!(is_well_formed(&figure(marks())));
        assert!(is_well_formed(&figure(Vec::new())));
        let violins = vec![
            (0, Marks::Violin(vec![0.1, 0.2, 0.2, 0.7])),
            (1, Marks::Violin(vec![0.5; 9])),
            (0, Marks::Violin(Vec::new())),
        ];
        assert!(is_well_formed(&figure(violins)));
        assert!(is_well_formed(&figure(vec![(0, Marks::Line(vec![(3.0, 0.0)]))])));
        // The test itself can tell.
        assert!(!is_well_formed("<svg x=\"1\"><g></svg>"));
        assert!(!is_well_formed("<svg x=\"1\">a & b</svg>"));
    }

    #[test]
    fn the_same_data_gives_the_same_figure() {
        assert_eq!(figure(marks()), figure(marks()));
        assert_ne!(figure(marks()), figure(Vec::new()));
    }

    #[test]
    fn everything_is_there() {
        let svg = figure(marks());
        for text in ["One &lt; two", "A &amp; B", "time &lt;s&gt;", "&quot;found&quot;", ">one<", ">two<", ">10k<"] {
            assert!(svg.contains(text), "{text} is not in\n{svg}");
        }
        // Three panels in two columns need two rows.
        assert!(svg.contains("viewBox=\"0 0 800 562\""), "{svg}");
        // From the lower left corner of the panel to its right end.
        assert!(svg.contains("d=\"M58.0 206.0L"), "{svg}");
        assert!(svg.contains("L386.0 "), "{svg}");
    }
}
