//! `cargo mirrorcheck choices`: what is in the text form of choices.

use std::collections::BTreeMap;
use std::process::ExitCode;

use super::put;
use mirrorcheck::{Choice, Choices};

pub(super) const HELP: &str = "\
cargo mirrorcheck choices TEXT…
    Reads the text form of choices, as failure reports print it. Shows the text
    in its canonical form, how often each choice was made, and what signs mean.

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
    let mut counts = BTreeMap::new();
    for choice in choices.sequence() {
        *counts.entry(choice.to_string()).or_insert(0u64) += 1;
    }
    let has = |is: fn(&Choice) -> bool| choices.sequence().any(|choice| is(&choice));
    let signs = [
        (true, format!("@{} is the size at which the generator ran.", choices.size())),
        (
            has(|choice| matches!(choice, Choice::Index(_))),
            "#0 is the first alternative of a choice without labels, #1 the second, and so on.".to_owned(),
        ),
        (
            has(|choice| matches!(choice, Choice::Shrink(_))),
            "~0 is the first simpler value that a generator proposes for shrinking, or says that there is none."
                .to_owned(),
        ),
    ];
    let many = if choices.len() == 1 { "1 choice".to_owned() } else { format!("{} choices", choices.len()) };
    let mut text = format!("{choices}\n\n{many}\n");
    text.extend(counts.iter().map(|(choice, count)| format!("  {count:>6}  {choice}\n")));
    text.extend(signs.iter().filter(|(is_used, _)| *is_used).map(|(_, meaning)| format!("\n{meaning}")));
    text
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
        assert!(shown.contains("4 choices\n") && shown.contains("2  leaf"), "{shown}");
        assert!(shown.ends_with("\n@100 is the size at which the generator ran."), "{shown}");
    }

    #[test]
    fn choices_without_labels_are_shown_and_explained() {
        let shown = call(&["@3 (0 (2 #0 #1 #0))"]).unwrap();
        assert!(shown.starts_with("@3 (0 (2 #0 #1 #0))\n\n5 choices\n       2  #0\n       1  #1\n"), "{shown}");
        assert!(shown.contains("\n@3 is the size") && shown.contains("\n#0 is the first alternative"), "{shown}");
        assert!(!shown.contains("~0"), "{shown}");
    }

    #[test]
    fn refuses_what_are_no_choices() {
        assert!(call(&["node(5"]).unwrap_err().contains("`)` at byte 6"));
        assert!(call(&[]).unwrap_err().contains("no choices given"));
    }
}
