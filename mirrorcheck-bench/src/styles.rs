//! Strategies of published crates, written down again as ordinary Rust under `#[generator]`: how many of them run
//! backward with nothing to write, and how many with the line that the message asks for.
//!
//! They were chosen before anything was tried. Of 298 well-known crates, each in its latest version, 86 have `impl
//! Arbitrary`, `prop_compose!` or a function that returns a `Strategy` in their archives. The first two of each were
//! taken, in the order of paths and lines: 154. Left out are 16, which repeat another one (the same body under another
//! trait or in another crate) or are nothing but a seed for machinery of the crate itself, such as a cipher or a
//! calendar. Large enums have one or two variants of each kind, and large tables are small. All of them compile.

mod a_to_b;
mod b_to_c;
mod d_to_f;
mod g_to_h;
mod i_collections;
mod i_to_m;
mod m_to_n;
mod o_to_r;
mod r_to_s;
mod s_to_u;
mod suite;
mod u_to_z;

use crate::arguments::Arguments;
use crate::report::{Findings, Goal, Row, Table};
use suite::{Class, Style, Suite, limits};

/// Strategies whose originals have no more lines than this only wrap another one.
const WRAPPER: usize = 3;

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let mut suite = Suite::new(arguments);
    for add in [
        a_to_b::styles,
        b_to_c::styles,
        d_to_f::styles,
        g_to_h::styles,
        i_collections::styles,
        i_to_m::styles,
        m_to_n::styles,
        o_to_r::styles,
        r_to_s::styles,
        s_to_u::styles,
        u_to_z::styles,
    ] {
        add(&mut suite);
    }
    let styles = suite.styles;
    if styles.is_empty() {
        return Err("there is no such crate or strategy".to_owned());
    }
    Ok(Findings {
        rows: styles.iter().map(row).collect(),
        tables: vec![classes(&styles), lines(&styles), rest(&styles)],
        goals: if arguments.only.is_some() || arguments.quick { Vec::new() } else { goals(&styles) },
        notes: notes(arguments),
        figures: Vec::new(),
    })
}

fn row(style: &Style) -> Row {
    let tested = &style.natural;
    Row::new()
        .text("crate", style.origin)
        .text("place", style.place)
        .text("kind", style.kind.name())
        .text("generator", style.name)
        .text("class", style.class().name())
        .count("samples", tested.samples)
        .count("given_up", tested.given_up)
        .count("unknown_chances", tested.unknown_chances)
        .optional("median_tries", median(tested.tries.clone()), 0)
        .number("cpu_s", tested.cpu.as_secs_f64(), 2)
        .count("lines_of_original", style.lines as u64)
        .count("lines", style.ours as u64)
        .count("lines_with_advice", style.advised_lines as u64)
        .text("why", style.why().unwrap_or_default())
}

fn median(mut numbers: Vec<u64>) -> Option<f64> {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).map(|&number| number as f64)
}

fn share(part: usize, of: usize) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

/// How many strategies of each framework are in each class.
fn classes(styles: &[Style]) -> Table {
    let heads = ["class", "proptest", "quickcheck", "arbitrary", "all", "share", "share without wrappers"];
    let mut table = Table::new("Strategies of published crates", heads);
    let longer: Vec<&Style> = styles.iter().filter(|style| style.lines > WRAPPER).collect();
    for class in Class::ALL {
        let of = |kind: &str| {
            styles.iter().filter(|style| style.class() == class && style.kind.name() == kind).count().to_string()
        };
        let all = styles.iter().filter(|style| style.class() == class).count();
        let in_longer = longer.iter().filter(|style| style.class() == class).count();
        table.lines.push(vec![
            class.name().to_owned(),
            of("proptest"),
            of("quickcheck"),
            of("arbitrary"),
            all.to_string(),
            format!("{:.0} %", share(all, styles.len())),
            format!("{:.0} %", share(in_longer, longer.len())),
        ]);
    }
    table
}

/// How long the generators are, and how soon they find the way back.
fn lines(styles: &[Style]) -> Table {
    let mut table = Table::new("Lines, and runs that come to nothing", ["", "found"]);
    let theirs: usize = styles.iter().map(|style| style.lines).sum();
    let ours: usize = styles.iter().map(|style| style.ours).sum();
    let advised: Vec<&Style> = styles.iter().filter(|style| style.advised.is_some()).collect();
    let more: usize = advised.iter().map(|style| style.advised_lines.saturating_sub(style.ours)).sum();
    let tries: Vec<u64> = styles
        .iter()
        .filter(|style| style.class() == Class::Nothing)
        .flat_map(|style| style.natural.tries.clone())
        .collect();
    let at_once = tries.iter().filter(|&&tries| tries == 0).count();
    let mut line = |what: &str, found: String| table.lines.push(vec![what.to_owned(), found]);
    line("lines of the originals, without shrinkers and size hints", theirs.to_string());
    line("lines of the generators", format!("{ours} ({:.2} of that)", ours as f64 / theirs.max(1) as f64));
    line("generators with a second version, and lines that it adds", format!("{}, {more}", advised.len()));
    line("samples found in the first run", format!("{:.0} %", share(at_once, tries.len())));
    let median = median(tries).map_or_else(|| "-".to_owned(), |median| format!("{median:.0}"));
    let unknown: u64 = styles.iter().map(|style| style.natural.unknown_chances).sum();
    let samples: u64 = styles.iter().map(|style| style.natural.samples).sum();
    line("samples that are found, but how likely they are is not", format!("{unknown} of {samples}"));
    line("runs that come to nothing before a sample is found, median", median);
    table
}

/// What does not run backward by itself, with the reason.
fn rest(styles: &[Style]) -> Table {
    let mut table = Table::new("What needs more", ["crate", "place", "class", "why"]);
    for style in styles.iter().filter(|style| style.class() != Class::Nothing) {
        let why = style.why().unwrap_or_default();
        table.lines.push([style.origin, style.place, style.class().name(), why].map(str::to_owned).to_vec());
    }
    table
}

fn goals(styles: &[Style]) -> Vec<Goal> {
    let count = |classes: &[Class]| styles.iter().filter(|style| classes.contains(&style.class())).count();
    let (nothing, told) = (count(&[Class::Nothing]), count(&[Class::Nothing, Class::Told]));
    let found = |count: usize| format!("{count} of {}, {:.0} %", styles.len(), share(count, styles.len()));
    let broken: Vec<String> = styles
        .iter()
        .flat_map(|style| [Some(&style.natural), style.advised.as_ref()].into_iter().flatten().map(move |t| (style, t)))
        .filter_map(|(style, trial)| Some(format!("{} {}: {}", style.origin, style.name, trial.broken.as_deref()?)))
        .collect();
    let all = styles.len();
    vec![
        Goal::new("at least 100 strategies", all >= 100, all.to_string()),
        Goal::new("70 % run backward with nothing to write", share(nothing, all) >= 70.0, found(nothing)),
        Goal::new("90 % with what the message asks for", share(told, all) >= 90.0, found(told)),
        Goal::without("no law is broken", &broken, format!("{all} strategies")),
    ]
}

fn notes(arguments: &Arguments) -> String {
    let (samples, seconds) = limits(arguments);
    format!(
        "Of each strategy, {samples} samples of unseen seeds: the same seed and the recorded choices make it again, the \
         generator contains it, the choices found and the first ways make it, and its probability is positive; two \
         values that come often come as often as they should. A strategy is given up if a search is, or if all samples \
         take more than {seconds} s of CPU time. Originals of {WRAPPER} lines or fewer only wrap another strategy.\n"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Arguments, Class, Suite, a_to_b, b_to_c, run};

    fn quick(only: &str) -> Arguments {
        Arguments { quick: true, only: Some(only.to_owned()), ..Arguments::default() }
    }

    #[test]
    fn a_strategy_that_stands_in_the_result_needs_nothing() {
        let arguments = quick("block_request");
        let mut suite = Suite::new(&arguments);
        a_to_b::styles(&mut suite);
        let [style] = &suite.styles[..] else { panic!("one strategy") };
        assert_eq!((style.class(), style.ours, style.natural.tries.clone()), (Class::Nothing, 3, vec![0, 0]));
    }

    #[test]
    fn each_generator_of_a_crate_is_found_in_its_file() {
        let arguments = quick("chrono");
        let mut suite = Suite::new(&arguments);
        b_to_c::styles(&mut suite);
        let names: HashSet<&str> = suite.styles.iter().map(|style| style.name).collect();
        assert_eq!(names, HashSet::from(["zoned_date", "time_delta"]));
        assert!(suite.styles.iter().all(|style| style.ours > 3), "{:?}", suite.styles);
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        assert!(run(&quick("nothing")).is_err());
    }
}
