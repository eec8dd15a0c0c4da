//! `cargo mirrorcheck choices`: what is in the text form of choices.

use std::process::ExitCode;

use super::put;
use mirrorcheck::Choices;

pub(super) const HELP: &str = "\
cargo mirrorcheck choices TEXT…
    Reads the text form of choices, as failure reports print it. Shows the tree
    of labels, how often each was chosen, and the text in its canonical form.

example: cargo mirrorcheck choices 'node(5 leaf leaf)'";

pub(super) fn run(arguments: &[String]) -> Result<ExitCode, String> {
    put(&format!("{}\n", shown(arguments)?));
    Ok(ExitCode::SUCCESS)
}

fn shown(arguments: &[String]) -> Result<String, String> {
    match arguments {
        [] => Err("no choices given (see `--help`)".to_owned()),
        text => text.join(" ").parse().map(|choices| describe(&choices)).map_err(|error| format!("{error}")),
    }
}

fn describe(choices: &Choices) -> String {
    let counts: Vec<String> =
        choices.frequencies().iter().map(|(label, count)| format!("  {count:>6}  {label}")).collect();
    format!(
        "{choices}\n\n{} choices, size {}\n{}\n\n{}",
        choices.len(),
        choices.size(),
        counts.join("\n"),
        choices.term()
    )
}

#[cfg(test)]
mod tests {
    use super::shown;

    fn call(arguments: &[&str]) -> Result<String, String> {
        shown(&arguments.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn shows_choices() {
        let shown = call(&["(node(5", "leaf", "leaf))"]).unwrap();
        assert!(shown.starts_with("node(5 leaf leaf)\n"), "{shown}");
        assert!(shown.contains("4 choices, size 100") && shown.contains("2  leaf"), "{shown}");
        assert!(shown.ends_with("node(5, leaf, leaf)"), "{shown}");
    }

    #[test]
    fn refuses_what_are_no_choices() {
        assert!(call(&["node(5"]).unwrap_err().contains("`)` at byte 6"));
        assert!(call(&[]).unwrap_err().contains("no choices given"));
    }
}
