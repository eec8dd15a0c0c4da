//! The commands of `cargo mirrorcheck`, a module each.

mod cargo;
mod choices;
mod demo;
mod features;
mod report;
mod summary;
mod test;
mod ui;
mod watch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
Shows what your properties were tested on.

usage: cargo mirrorcheck COMMAND

  demo       runs three small properties and writes a report about them
  test       runs `cargo test`, then sums up each property in a line
  ui         shows the results in a browser; with --watch, live on every save
  report     writes the results into one self-contained file
  choices    explains the text form of choices, as failure reports print it

See `cargo mirrorcheck COMMAND --help` for more.";

/// A command: its name, what `--help` says, and what it does.
type Command = (&'static str, &'static str, fn(&[String]) -> Result<ExitCode, String>);

const COMMANDS: [Command; 5] = [
    ("demo", demo::HELP, demo::run),
    ("test", test::HELP, test::run),
    ("ui", ui::HELP, ui::run),
    ("report", report::HELP, report::run),
    ("choices", choices::HELP, choices::run),
];

/// Runs the command in the arguments that follow `cargo mirrorcheck`. Wrong arguments end in a message and exit code 2.
pub fn run(arguments: &[String]) -> ExitCode {
    match dispatch(arguments) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<ExitCode, String> {
    let Some((name, rest)) = arguments.split_first() else { return Ok(say(HELP)) };
    if ["help", "--help", "-h"].contains(&name.as_str()) {
        let about = rest.first().map(|name| known(name)).transpose()?;
        return Ok(say(about.map_or(HELP, |(_, help, _)| help)));
    }
    if ["--version", "-V"].contains(&name.as_str()) {
        return Ok(say(concat!("cargo-mirrorcheck ", env!("CARGO_PKG_VERSION"))));
    }
    let (_, help, act) = known(name)?;
    // What follows `--` is for the test programs.
    if rest.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--help" || argument == "-h") {
        Ok(say(help))
    } else {
        act(rest)
    }
}

fn known(name: &str) -> Result<&'static Command, String> {
    let found = COMMANDS.iter().find(|(known, _, _)| *known == name);
    found.ok_or_else(|| format!("unknown command `{name}` (see `--help`)"))
}

fn say(text: &str) -> ExitCode {
    put(&format!("{text}\n"));
    ExitCode::SUCCESS
}

/// Prints to standard output. A reader that closes it early, as `head` does, is no reason to panic.
fn put(text: &str) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// The value of an option: the argument after it, unless that is an option too.
fn value<'a>(option: &str, rest: &mut impl Iterator<Item = &'a String>) -> Result<&'a str, String> {
    match rest.next().map(String::as_str) {
        None => Err(format!("`{option}` needs a value")),
        Some(other) if other.len() > 1 && other.starts_with('-') => {
            Err(format!("`{option}` needs a value, but `{other}` is an option"))
        }
        Some(value) => Ok(value),
    }
}

/// Sets the value of an option, and refuses a second one.
fn once<T>(option: &str, place: &mut Option<T>, value: T) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("`{option}` was given twice")),
    }
}

/// Reads an argument as the path of a file or a folder.
fn path(argument: &str) -> Result<PathBuf, String> {
    if argument.starts_with('-') {
        return Err(format!("unknown option `{argument}` (see `--help`)"));
    }
    if Path::new(argument).exists() {
        Ok(PathBuf::from(argument))
    } else {
        Err(format!("no file or folder `{argument}`"))
    }
}

/// Writes a file, and creates the folders that it is in.
fn write(file: &Path, text: &str) -> Result<(), String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let made = folder.map_or(Ok(()), std::fs::create_dir_all);
    made.and_then(|()| std::fs::write(file, text)).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, HELP, dispatch};

    fn refused(arguments: &[&str]) -> String {
        dispatch(&arguments.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap_err()
    }

    #[test]
    fn wrong_arguments_are_explained() {
        assert!(refused(&["chioces"]).contains("unknown command `chioces`"));
        assert!(refused(&["report", "--outptu"]).contains("unknown option `--outptu`"));
        assert!(refused(&["report", "no-such-file"]).contains("no file or folder `no-such-file`"));
        assert!(refused(&["report", "-o"]).contains("`-o` needs a value"));
        assert!(refused(&["report", "-o", "--json"]).contains("`--json` is an option"));
        assert!(refused(&["report", "-o", "a", "--output", "b"]).contains("`--output` was given twice"));
        assert!(refused(&["test", "--watch"]).contains("cargo mirrorcheck ui --watch"));
        assert!(refused(&["help", "chioces"]).contains("unknown command `chioces`"));
        assert!(refused(&["ui", "--port", "http"]).contains("`http` is not a port"));
        assert!(refused(&["demo", "please"]).contains("`please`"));
    }

    #[test]
    fn every_command_has_help_that_begins_with_its_name() {
        for (name, help, _) in COMMANDS {
            assert!(help.starts_with(&format!("cargo mirrorcheck {name}")), "{help}");
        }
    }

    #[test]
    fn help_fits_a_small_terminal() {
        for (name, help) in COMMANDS.iter().map(|(name, help, _)| (*name, *help)).chain([("", HELP)]) {
            // With room for the prompts before and after it.
            assert!(help.lines().count() <= 22, "{name}");
            assert!(help.lines().all(|line| line.chars().count() < 80), "{name}");
        }
    }
}
