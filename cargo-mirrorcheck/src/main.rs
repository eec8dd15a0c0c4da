//! `cargo mirrorcheck`: what is done with Mirrorcheck outside of `cargo test`.

use std::process::ExitCode;

use mirrorcheck::Choices;

const HELP: &str = "\
cargo mirrorcheck choices TEXT…   reads the text form of choices, as reports print it, and shows the tree of labels,
                                  how often each was chosen, and the text in its canonical form

example: cargo mirrorcheck choices 'node(5 leaf leaf)'";

fn main() -> ExitCode {
    // Cargo passes the name of the subcommand as the first argument.
    let arguments: Vec<String> = std::env::args().skip(1).skip_while(|argument| argument == "mirrorcheck").collect();
    match run(&arguments) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<String, String> {
    match arguments.split_first().map(|(command, rest)| (command.as_str(), rest)) {
        None | Some(("help" | "--help" | "-h", _)) => Ok(HELP.to_owned()),
        Some(("choices", [])) => Err(format!("which choices?\n\n{HELP}")),
        Some(("choices", text)) => text.join(" ").parse().map(|choices| describe(&choices)).map_err(|e| format!("{e}")),
        Some((command, _)) => Err(format!("there is no command `{command}`\n\n{HELP}")),
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
    use super::run;

    fn call(arguments: &[&str]) -> Result<String, String> {
        run(&arguments.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn shows_choices() {
        let shown = call(&["choices", "(node(5", "leaf", "leaf))"]).unwrap();
        assert!(shown.starts_with("node(5 leaf leaf)\n"), "{shown}");
        assert!(shown.contains("4 choices, size 100") && shown.contains("2  leaf"), "{shown}");
        assert!(shown.ends_with("node(5, leaf, leaf)"), "{shown}");
    }

    #[test]
    fn refuses_what_it_does_not_understand() {
        assert!(call(&["choices", "node(5"]).unwrap_err().contains("closing bracket at byte 6"));
        assert!(call(&["choices"]).unwrap_err().contains("which choices"));
        assert!(call(&["chioces"]).unwrap_err().contains("no command `chioces`"));
    }
}
