//! `cargo mirrorcheck`: what is done with Mirrorcheck outside of `cargo test`.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Cargo passes the name of the subcommand as the first argument.
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    let rest =
        if arguments.first().is_some_and(|first| first == "mirrorcheck") { &arguments[1..] } else { &arguments[..] };
    cargo_mirrorcheck::commands::run(rest)
}
