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
use crate::report::Row;

/// The four columns for each of the five problems, as rows.
pub(crate) fn run(arguments: &Arguments) -> Vec<Row> {
    let all: [fn(&Arguments) -> Vec<Row>; 5] =
        [columns::<BinHeap>, columns::<Bound5>, columns::<Calculator>, columns::<Parser>, columns::<Reverse>];
    all.into_iter().flat_map(|columns| columns(arguments)).collect()
}

fn columns<P: Mirrorcheck + Quickcheck>(arguments: &Arguments) -> Vec<Row> {
    if !is_wanted(&arguments.only, P::NAME) {
        return Vec::new();
    }
    let tried: Vec<Tried> = (0..arguments.seeds.unwrap_or(1000)).map(tried::<P>).collect();
    let same = tried.iter().filter(|tried| tried.is_same).count();
    let mut columns: [Vec<Ran>; 4] = Default::default();
    for tried in tried {
        for (column, ran) in columns.iter_mut().zip(tried.ran) {
            column.push(ran);
        }
    }
    let names = [("mirrorcheck", "value"), ("mirrorcheck", "choices"), ("quickcheck", "value"), ("unshrunk", "value")];
    let named = columns.iter().zip(names).filter(|(_, (framework, _))| is_wanted(&arguments.framework, framework));
    named
        .map(|(ran, (framework, from))| {
            let summary = Summary::new(ran);
            summary
                .row(framework, P::NAME, from)
                .text("mean_2sd", with_deviation(&summary.sizes))
                .optional("same_minimum", (framework == "mirrorcheck").then_some(same as f64), 0)
                .text("worst", summary.worst())
        })
        .collect()
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
    let from_start = |shrink: &dyn Fn(P::Input) -> Found<P::Input>| {
        let start = start.clone();
        judged::<P>(|| start.map(shrink))
    };
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
        assert_eq!(run(&arguments).len(), 4);
        let one = Arguments { framework: Some("unshrunk".to_owned()), ..arguments };
        assert_eq!(run(&one).len(), 1);
    }
}
