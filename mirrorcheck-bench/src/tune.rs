//! E3: how close to examples the documents are that a generator makes, tuned by these examples or not.
//!
//! A document is compared with the examples by its length and by its characters.

mod documents;
mod examples;
mod generators;

use std::collections::HashSet;

use documents::payload;
use examples::examples;
use generators::{CONTEXT, GENERATORS};

use crate::arguments::Arguments;
use crate::plot::{Figure, Marks, Panel};
use crate::report::{Findings, Goal, Row, Table};
use crate::statistics::{Distribution, mean, quantile};

/// Documents of each generator.
const DOCUMENTS: u64 = 1_000;
/// Characters of a bar of a histogram, and how many bars there are; longer documents are in the last one.
const BAR: usize = 50;
const BARS: usize = 32;

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let examples = examples()?;
    let count = arguments.seeds.unwrap_or(DOCUMENTS);
    let characters: Distribution<char> = examples.iter().flat_map(|example| example.chars()).collect();
    let samples = generators::documents(&examples, count)?;
    let measured = samples.map(|documents| Measured::new(&documents, &characters));
    let rows = GENERATORS.iter().zip(&measured).map(|(name, measured)| measured.row(name)).collect();
    let of_examples = Measured::new(&examples, &characters);
    let figures = vec![
        ("tune-lengths.svg", lengths(&measured, &of_examples)),
        ("tune-divergence.svg", divergences(&measured, &of_examples)),
    ];
    let tables = vec![table(&measured, &of_examples)];
    Ok(Findings { rows, tables, goals: goals(&measured), notes: notes(&of_examples, count), figures })
}

/// What is to be known about some documents.
struct Measured {
    lengths: Vec<f64>,
    /// How far the characters of each document diverge from those of the examples, in bits.
    divergences: Vec<f64>,
    /// The divergence of the characters of all documents together, which depends less on their lengths.
    together: f64,
    /// How many have nothing in their payload.
    trivial: usize,
    distinct: usize,
}

impl Measured {
    fn new(documents: &[String], characters: &Distribution<char>) -> Measured {
        let of = |document: &String| document.chars().collect::<Distribution<char>>().divergence(characters);
        let all: Distribution<char> = documents.iter().flat_map(|document| document.chars()).collect();
        Measured {
            lengths: documents.iter().map(|document| document.chars().count() as f64).collect(),
            divergences: documents.iter().map(of).collect(),
            together: all.divergence(characters),
            trivial: documents.iter().filter(|document| is_trivial(document)).count(),
            distinct: documents.iter().collect::<HashSet<_>>().len(),
        }
    }

    fn length(&self) -> f64 {
        mean(&self.lengths).unwrap_or(f64::NAN)
    }

    fn divergence(&self) -> f64 {
        mean(&self.divergences).unwrap_or(f64::NAN)
    }

    fn trivial_share(&self) -> f64 {
        self.trivial as f64 / self.lengths.len() as f64
    }

    /// How many documents there are of each length, `BAR` characters at a time.
    fn histogram(&self) -> Vec<f64> {
        let mut bars = vec![0.0; BARS];
        for length in &self.lengths {
            bars[(*length as usize / BAR).min(BARS - 1)] += 1.0;
        }
        bars
    }

    fn row(&self, generator: &str) -> Row {
        Row::new()
            .text("generator", generator)
            .count("documents", self.lengths.len() as u64)
            .count("distinct", self.distinct as u64)
            .number("trivial", self.trivial_share(), 3)
            .number("mean_length", self.length(), 1)
            .optional("median_length", quantile(&self.lengths, 0.5), 0)
            .optional("longest", quantile(&self.lengths, 1.0), 0)
            .number("js_divergence", self.divergence(), 4)
            .optional("js_q1", quantile(&self.divergences, 0.25), 4)
            .optional("js_median", quantile(&self.divergences, 0.5), 4)
            .optional("js_q3", quantile(&self.divergences, 0.75), 4)
            .number("js_together", self.together, 4)
            .list("length_histogram", self.histogram(), 0)
    }
}

fn is_trivial(document: &str) -> bool {
    matches!(payload(document), Some("{}" | "[]"))
}

/// What is wanted, and whether it is so.
fn goals([unweighted, like, context, unlike]: &[Measured; 4]) -> Vec<Goal> {
    let closer = |what: &str, one: &Measured, other: &Measured| {
        let [one, other] = [one, other].map(Measured::divergence);
        Goal::new(what, one < other, format!("{one:.4} to {other:.4} bits"))
    };
    let trivial = [like, unweighted].map(Measured::trivial_share);
    vec![
        closer("tuned_like is closer to the examples than unweighted", like, unweighted),
        closer("tuned_like_context is closer than tuned_like", context, like),
        closer("unweighted is closer than tuned_unlike", unweighted, unlike),
        Goal::new(
            "tuned_like makes fewer trivial documents than unweighted",
            trivial[0] < trivial[1],
            format!("{:.3} to {:.3} of all", trivial[0], trivial[1]),
        ),
    ]
}

fn table(measured: &[Measured; 4], examples: &Measured) -> Table {
    let heads = ["generator", "mean length", "median", "trivial", "divergence, mean", "quartiles", "of all together"];
    let mut table = Table::new("Documents, and how far their characters are from the examples' (bits)", heads);
    for (name, measured) in names().into_iter().zip(all_shown(measured, examples)) {
        let of = |values: &[f64], q| quantile(values, q).unwrap_or(f64::NAN);
        table.lines.push(vec![
            name,
            format!("{:.0}", measured.length()),
            format!("{:.0}", of(&measured.lengths, 0.5)),
            format!("{:.1} %", 100.0 * measured.trivial_share()),
            format!("{:.4}", measured.divergence()),
            format!("{:.4} to {:.4}", of(&measured.divergences, 0.25), of(&measured.divergences, 0.75)),
            format!("{:.4}", measured.together),
        ]);
    }
    table
}

fn notes(examples: &Measured, count: u64) -> String {
    format!(
        "
The examples: {} documents, mean length {:.1}, each {:.4} bits from all of them on average.
js: the Jensen-Shannon divergence of the characters of a document from those of all examples, in bits: 0 to 1;
together: of the characters of all documents.
trivial: the share of documents whose payload is {{}} or []. Lengths are in characters.
tuned_like_context knows choices by the {CONTEXT} above them.
cargo run --release -p mirrorcheck-bench -- tune --seeds {count}
",
        examples.lengths.len(),
        examples.length(),
        examples.divergence()
    )
}

/// What the figures show, the examples too.
const SHOWN: usize = GENERATORS.len() + 1;

fn names() -> [String; SHOWN] {
    std::array::from_fn(|i| GENERATORS.get(i).map_or("examples".to_owned(), |name| name.replace('_', " ")))
}

fn all_shown<'m>(measured: &'m [Measured; 4], examples: &'m Measured) -> impl Iterator<Item = &'m Measured> {
    measured.iter().chain([examples])
}

fn lengths(measured: &[Measured; 4], examples: &Measured) -> String {
    let names = names();
    let panel = |(i, measured): (usize, &Measured)| {
        let total = measured.lengths.len().max(1) as f64;
        let heights = measured.histogram().into_iter().map(|count| 100.0 * count / total).collect();
        Panel {
            title: names[i].clone(),
            across: format!("characters ({} or more in the last bar)", BAR * (BARS - 1)),
            up: "share of documents (%)".to_owned(),
            marks: vec![(i, Marks::Bars { from: 0.0, width: BAR as f64, heights })],
        }
    };
    let panels = all_shown(measured, examples).enumerate().map(panel).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Figure { title: "Lengths of documents", series: &names, columns: 2, panels }.svg()
}

fn divergences(measured: &[Measured; 4], examples: &Measured) -> String {
    let violin = |(i, measured): (usize, &Measured)| (i, Marks::Violin(measured.divergences.clone()));
    let panel = Panel {
        title: "each document, quartiles in the middle".to_owned(),
        across: "generator".to_owned(),
        up: "divergence (bits)".to_owned(),
        marks: all_shown(measured, examples).enumerate().map(violin).collect(),
    };
    let title = "Characters of documents: Jensen–Shannon divergence from the examples";
    let names = names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Figure { title, series: &names, columns: 1, panels: vec![panel] }.svg()
}

#[cfg(test)]
mod tests {
    use super::documents::document;
    use super::examples::examples;
    use super::{BAR, BARS, Measured, generators, goals, is_trivial};
    use crate::statistics::Distribution;

    fn measured(documents: &[String]) -> Measured {
        let characters: Distribution<char> = documents.iter().flat_map(|document| document.chars()).collect();
        Measured::new(documents, &characters)
    }

    #[test]
    fn trivial_is_what_has_nothing_in_it() {
        assert!(is_trivial(&document("{}")) && is_trivial(&document("[]")));
        assert!(!is_trivial(&document("[[]]")) && !is_trivial("{}"));
    }

    #[test]
    fn documents_are_measured() {
        let same = measured(&[document("[]"), document("[]")]);
        assert_eq!((same.trivial, same.distinct, same.length()), (2, 1, 33.0));
        assert!(same.divergence().abs() < 1e-12);
        let long = document(&format!("[{}1]", "1,".repeat(BAR * BARS)));
        let different = measured(&[document("[]"), long]);
        assert_eq!((different.trivial_share(), different.distinct), (0.5, 2));
        let histogram = different.histogram();
        assert_eq!((histogram[0], histogram[BARS - 1], histogram.iter().sum::<f64>()), (1.0, 1.0, 2.0));
        assert!(different.divergence() > 0.0);
    }

    #[test]
    fn goals_are_met() {
        let examples = examples().unwrap();
        let characters: Distribution<char> = examples.iter().flat_map(|example| example.chars()).collect();
        let samples = generators::documents(&examples, 200).unwrap();
        let measured = samples.map(|documents| Measured::new(&documents, &characters));
        for goal in goals(&measured) {
            assert!(goal.is_met, "{goal:?}");
        }
        // Half of what is not tuned has nothing in it.
        assert!((0.4..0.6).contains(&measured[0].trivial_share()));
    }
}
