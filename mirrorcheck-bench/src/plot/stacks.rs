//! Bars of parts that lie side by side, each bar with its name in front of it.

use std::fmt::Write as _;

use super::{HEAD, LETTER, TOP, WIDTH, closed, escaped, opened};

pub(crate) struct Stacks<'a> {
    pub(crate) title: &'a str,
    /// What the parts stand for.
    pub(crate) series: &'a [&'a str],
    /// Titles and bars, two side by side.
    pub(crate) panels: Vec<(String, Vec<Stack>)>,
}

pub(crate) struct Stack {
    pub(crate) name: String,
    pub(crate) parts: Vec<f64>,
}

const COLUMNS: usize = 2;
/// The height of a bar with the gap to the next.
const PITCH: f64 = 22.0;
const THICK: f64 = 16.0;
/// For names.
const NAMES: f64 = 96.0;

impl Stacks<'_> {
    /// The whole file.
    pub(crate) fn svg(&self) -> String {
        let bars = self.panels.iter().map(|(_, stacks)| stacks.len()).max().unwrap_or(0);
        let panel_height = TOP + PITCH * bars as f64 + 12.0;
        let rows = self.panels.len().div_ceil(COLUMNS);
        let mut out = opened(self.title, COLUMNS as f64 * WIDTH, HEAD + rows as f64 * panel_height);
        self.legend(&mut out);
        for (i, (title, stacks)) in self.panels.iter().enumerate() {
            let (x, y) = ((i % COLUMNS) as f64 * WIDTH, HEAD + (i / COLUMNS) as f64 * panel_height);
            let _ = writeln!(
                out,
                "<g transform=\"translate({x} {y})\">\n<text class=\"panel\" x=\"14\" y=\"{:.1}\">{}</text>",
                TOP - 10.0,
                escaped(title)
            );
            for (row, stack) in stacks.iter().enumerate() {
                stack.draw(&mut out, TOP + PITCH * row as f64, self.series);
            }
            out.push_str("</g>\n");
        }
        closed(out)
    }

    fn legend(&self, out: &mut String) {
        let mut x = 14.0;
        for (i, name) in self.series.iter().enumerate() {
            let text = x + 20.0;
            let _ = writeln!(
                out,
                "<rect class=\"s{i} box\" x=\"{x:.1}\" y=\"38\" width=\"14\" height=\"14\"/>\
                 <text x=\"{text:.1}\" y=\"50\">{}</text>",
                escaped(name)
            );
            x += 40.0 + LETTER * name.chars().count() as f64;
        }
    }
}

impl Stack {
    fn draw(&self, out: &mut String, y: f64, series: &[&str]) {
        let _ = writeln!(out, "<text x=\"14\" y=\"{:.1}\">{}</text>", y + THICK - 4.0, escaped(&self.name));
        let total: f64 = self.parts.iter().sum();
        let mut x = NAMES;
        for (i, part) in self.parts.iter().enumerate().filter(|(_, part)| **part > 0.0) {
            let width = (WIDTH - NAMES - 14.0) * part / total;
            let name = series.get(i).map_or(String::new(), |name| escaped(name));
            let _ = writeln!(
                out,
                "<rect class=\"s{i} box\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{THICK}\">\
                 <title>{name}: {part}</title></rect>"
            );
            x += width;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Stack, Stacks};

    #[test]
    fn parts_share_the_width_of_a_bar() {
        let stack = Stack { name: "a < b".to_owned(), parts: vec![1.0, 0.0, 3.0] };
        let panels = vec![("one".to_owned(), vec![stack])];
        let svg = Stacks { title: "t", series: &["x", "y", "z"], panels }.svg();
        assert!(svg.contains("a &lt; b"));
        assert!(svg.contains("x=\"96.0\" y=\"30.0\" width=\"72.5\""));
        assert!(svg.contains("x=\"168.5\" y=\"30.0\" width=\"217.5\""));
        assert!(!svg.contains("<title>y: 0"));
    }
}
