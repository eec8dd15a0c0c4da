//! Findings as Markdown: what is kept of the experiments, and shown where people look first.

use std::fmt::Write as _;

use super::{Findings, Goal, Table};

pub(crate) fn table(table: &Table) -> String {
    let mut out = String::new();
    line(&mut out, &table.heads);
    line(&mut out, &(0..table.heads.len()).map(|at| if at == 0 { "---" } else { "--:" }).collect::<Vec<_>>());
    for cells in &table.lines {
        line(&mut out, cells);
    }
    out
}

fn line(out: &mut String, cells: &[impl AsRef<str>]) {
    for cell in cells {
        let _ = write!(out, "| {} ", escaped(cell.as_ref()));
    }
    out.push_str("|\n");
}

/// What would end a cell does not.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Goals, those that are met first.
pub(crate) fn goals(goals: &[Goal]) -> String {
    let mut out = String::new();
    for is_met in [true, false] {
        for goal in goals.iter().filter(|goal| goal.is_met == is_met) {
            let verdict = if is_met { "met" } else { "**missed**" };
            let _ = writeln!(out, "- {verdict}: {}: {}", goal.what, goal.found);
        }
    }
    out
}

/// How many goals are met, in words.
pub(crate) fn score(findings: &Findings) -> String {
    let met = findings.goals.iter().filter(|goal| goal.is_met).count();
    match (met, findings.goals.len()) {
        (_, 0) => "no goal".to_owned(),
        (met, all) if met == all => format!("all {all} goals met"),
        (met, all) => format!("{met} of {all} goals met"),
    }
}

/// Puts text between the two lines `<!-- name -->` and `<!-- /name -->`, in place of what is there; nothing if there
/// are no such lines.
pub(crate) fn between(document: &str, name: &str, text: &str) -> Option<String> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = document.split_once(&start)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{start}{text}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_line_under_their_heads() {
        let mut made = Table::new("", ["a", "b"]);
        made.lines.push(vec!["x|y".to_owned(), "1".to_owned()]);
        assert_eq!(table(&made), "| a | b |\n| --- | --: |\n| x\\|y | 1 |\n");
    }

    #[test]
    fn goals_that_are_missed_come_last() {
        let all = [Goal::new("small", false, "large"), Goal::new("fast", true, "1 ns")];
        assert_eq!(goals(&all), "- met: fast: 1 ns\n- **missed**: small: large\n");
        let findings = |goals: &[Goal]| Findings { goals: goals.to_vec(), ..Findings::default() };
        assert_eq!(score(&findings(&all)), "1 of 2 goals met");
        assert_eq!(score(&findings(&all[1..])), "all 1 goals met");
        assert_eq!(score(&findings(&[])), "no goal");
    }

    #[test]
    fn text_is_put_between_marks() {
        let document = "one\n<!-- x -->\nold\n<!-- /x -->\ntwo\n";
        assert_eq!(between(document, "x", "new\n").as_deref(), Some("one\n<!-- x -->\nnew\n<!-- /x -->\ntwo\n"));
        assert_eq!(between(document, "y", "new\n"), None);
    }
}
