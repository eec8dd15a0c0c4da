//! Reflective shrinking: the failing value is given, the choices that made it are not.

use mirrorcheck::Interpretations as _;

use super::frameworks::mirrorcheck::{self as reflective, Mirrorcheck};
use super::frameworks::quickcheck::{self, Quickcheck};
use super::frameworks::{CASES, Found};
use super::problems::bound5::Bound5;
use super::problems::calculator::Calculator;
use super::problems::heap::BinHeap;
use super::problems::language::Parser;
use super::problems::lists::Reverse;
use super::{Judged, Ran, Summary, deviation, is_wanted, judged, mean};
use crate::arguments::Arguments;
use crate::report::{Findings, Goal, Row, Table};

/// The columns: who shrinks, and from what.
const COLUMNS: [(&str, &str); 4] =
    [("mirrorcheck", "value"), ("mirrorcheck", "choices"), ("quickcheck", "value"), ("unshrunk", "value")];

/// The four columns for each of the five problems, as rows.
pub(crate) fn run(arguments: &Arguments) -> Findings {
    let all: [fn(&Arguments) -> Option<Problems>; 5] =
        [columns::<BinHeap>, columns::<Bound5>, columns::<Calculator>, columns::<Parser>, columns::<Reverse>];
    let measured: Vec<Problems> = all.into_iter().filter_map(|columns| columns(arguments)).collect();
    let rows = measured.iter().flat_map(|problem| problem.rows(arguments)).collect();
    Findings { rows, tables: vec![table(&measured)], goals: goals(&measured), ..Findings::default() }
}

/// What came out for one problem.
struct Problems {
    problem: &'static str,
    /// The size of what nothing is simpler than.
    least: f64,
    columns: [Vec<Ran>; COLUMNS.len()],
    /// How often the value and the choices led to the same minimum.
    same: usize,
}

fn columns<P: Mirrorcheck + Quickcheck + Least>(arguments: &Arguments) -> Option<Problems> {
    if !is_wanted(&arguments.only, P::NAME) {
        return None;
    }
    eprintln!("{} …", P::NAME);
    let tried: Vec<Tried> = (0..arguments.seeds.unwrap_or(1000)).map(tried::<P>).collect();
    let same = tried.iter().filter(|tried| tried.is_same).count();
    let mut columns: [Vec<Ran>; COLUMNS.len()] = Default::default();
    for tried in tried {
        for (column, ran) in columns.iter_mut().zip(tried.ran) {
            column.push(ran);
        }
    }
    Some(Problems { problem: P::NAME, least: P::LEAST, columns, same })
}

impl Problems {
    fn rows(&self, arguments: &Arguments) -> Vec<Row> {
        let named = self.columns.iter().zip(COLUMNS);
        named
            .filter(|(_, (framework, _))| arguments.wants_framework(framework))
            .map(|(ran, (framework, from))| {
                let summary = Summary::new(ran);
                summary
                    .row(framework, self.problem, from)
                    .text("mean_2sd", with_deviation(&summary.sizes))
                    .optional("same_minimum", (framework == "mirrorcheck").then_some(self.same as f64), 0)
                    .text("worst", summary.worst())
            })
            .collect()
    }
}

/// The size of the minimum.
trait Least {
    const LEAST: f64;
}

impl Least for BinHeap {
    const LEAST: f64 = 9.0;
}
impl Least for Bound5 {
    const LEAST: f64 = 2.0;
}
impl Least for Calculator {
    const LEAST: f64 = 5.0;
}
impl Least for Parser {
    const LEAST: f64 = 3.0;
}
impl Least for Reverse {
    const LEAST: f64 = 2.0;
}

fn table(measured: &[Problems]) -> Table {
    let heads = ["problem", "from the value", "from its choices", "by type (quickcheck)", "unshrunk", "same minimum"];
    let mut table = Table::new("Mean size ± 2 standard deviations", heads);
    for problem in measured {
        let sizes = problem.columns.iter().map(|ran| with_deviation(&Summary::new(ran).sizes));
        let same = format!("{} of {}", problem.same, problem.columns[0].len());
        table.lines.push(std::iter::once(problem.problem.to_owned()).chain(sizes).chain([same]).collect());
    }
    table
}

fn goals(measured: &[Problems]) -> Vec<Goal> {
    let larger = |column: usize| -> Vec<String> {
        let mean_size = |problem: &Problems| mean(&Summary::new(&problem.columns[column]).sizes).unwrap_or(f64::NAN);
        let missing = measured.iter().filter(|problem| mean_size(problem) != problem.least);
        missing.map(|problem| format!("{} {:.3}", problem.problem, mean_size(problem))).collect()
    };
    let different = measured.iter().filter(|problem| problem.same < problem.columns[0].len());
    let different: Vec<String> = different.map(|problem| format!("{} {}", problem.problem, problem.same)).collect();
    vec![
        Goal::without("the minimum from every value", &larger(0), "always"),
        Goal::without("the minimum from the choices of every value", &larger(1), "always"),
        Goal::without("the same minimum from both", &different, "always"),
    ]
}

/// What one seed gave, in the order of the columns.
struct Tried {
    ran: [Ran; 4],
    /// Whether the value and the choices led to the same minimum.
    is_same: bool,
}

fn tried<P: Mirrorcheck + Quickcheck>(seed: u64) -> Tried {
    let generator = P::generator();
    let start = generator.samples(seed).take(CASES as usize).find(|input| !P::holds(input));
    let from_start = |shrink: &dyn Fn(P::Input) -> Found<P::Input>| judged::<P>(|| start.clone().map(shrink));
    let of_value = from_start(&|input| {
        let shrunk = generator.shrink(input, |input| !P::holds(input));
        Found { value: shrunk.value, executions: shrunk.executions }
    });
    let of_choices = judged::<P>(|| reflective::run::<P>(seed));
    let of_type = from_start(&quickcheck::shrink::<P>);
    let unshrunk = from_start(&|value| Found { value, executions: 0 });
    let shown = |ran: &Ran| ran.judged.as_ref().map(|judged: &Judged| judged.shown.clone());
    let is_same = shown(&of_value).is_some() && shown(&of_value) == shown(&of_choices);
    Tried { ran: [of_value, of_choices, of_type, unshrunk], is_same }
}

/// The mean, plus and minus two standard deviations.
fn with_deviation(sizes: &[f64]) -> String {
    match (mean(sizes), deviation(sizes)) {
        (Some(mean), Some(deviation)) => format!("{mean:.2} ± {:.2}", 2.0 * deviation),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::problems::Problem;

    #[test]
    fn shrinking_by_type_ends_where_no_candidate_fails() {
        let Found { value, executions } = quickcheck::shrink::<Reverse>(vec![7, 7, 9]);
        assert!(Reverse::is_minimal(&value), "{value:?}");
        assert!(executions > 0);
    }

    #[test]
    fn deviations_are_doubled() {
        assert_eq!(with_deviation(&[1.0, 3.0]), "2.00 ± 2.83");
        assert_eq!(with_deviation(&[5.0]), "5.00 ± 0.00");
        assert_eq!(with_deviation(&[]), "");
    }

    #[test]
    fn each_problem_has_four_rows() {
        let arguments = Arguments { seeds: Some(2), only: Some("reverse".to_owned()), ..Arguments::default() };
        assert_eq!(run(&arguments).rows.len(), 4);
        let one = Arguments { frameworks: vec!["unshrunk".to_owned()], ..arguments };
        assert_eq!(run(&one).rows.len(), 1);
    }
}
