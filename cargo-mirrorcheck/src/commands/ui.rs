//! `cargo mirrorcheck ui`: the pages, served.

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use super::cargo::Workspace;
use super::test::Plan;
use super::{path, value, watch};
use crate::server::Server;

pub(super) const HELP: &str = "\
cargo mirrorcheck ui [FILES AND FOLDERS] [--port N] [--open] [--watch [ARGUMENTS]]
    shows what was observed as pages in a browser, which follow while tests run

  FILES AND FOLDERS    what to show: lines in the OpenPBTStats format, of Mirrorcheck, Hypothesis and others.
                       Without any, what `cargo mirrorcheck test` and MIRRORCHECK_OBSERVE=1 left in the target folder
  --port N             the port of this machine; without it, any that is free
  --open               opens the browser
  --watch ARGUMENTS    runs `cargo test ARGUMENTS` now and again on every save. All that follows goes to
                       `cargo test`, so that --port and --open stand before it

Nobody but this machine can see the pages.";

pub(super) fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let options = Options::read(arguments)?;
    let workspace = match options.paths.is_empty() || options.plan.is_some() {
        true => Some(Workspace::here()?),
        false => None,
    };
    let mut paths = options.paths;
    if let Some(workspace) = &workspace {
        let observed = workspace.observed();
        // A page without anything says what to do.
        std::fs::create_dir_all(&observed).map_err(|error| format!("{}: {error}", observed.display()))?;
        paths.push(observed);
    }
    let server = serve(&paths, options.port, options.is_opened)?;
    match (workspace, options.plan) {
        (Some(workspace), Some(plan)) => watch::forever(&workspace, &plan)?,
        _ => server.wait(),
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts a server and says where it is.
pub(super) fn serve(paths: &[PathBuf], port: u16, is_opened: bool) -> Result<Server, String> {
    let server = Server::start(paths, port).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => format!("port {port} is in use; without `--port`, a free one is taken"),
        _ => format!("cannot serve: {error}"),
    })?;
    println!("What was tested: {} (Ctrl-C ends it)", server.url());
    if is_opened {
        if let Err(why) = open(&server.url()) {
            eprintln!("warning: no browser was opened: {why}");
        }
    }
    Ok(server)
}

struct Options {
    paths: Vec<PathBuf>,
    port: u16,
    is_opened: bool,
    plan: Option<Plan>,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Options, String> {
        let mut options = Options { paths: Vec::new(), port: 0, is_opened: false, plan: None };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--port" => {
                    let text = value("--port", &mut rest)?;
                    options.port = text.parse().map_err(|_| format!("`{text}` is no port"))?;
                }
                "--open" => options.is_opened = true,
                "--watch" => {
                    options.plan = Some(Plan::read(rest.as_slice()).0);
                    break;
                }
                argument => options.paths.push(path(argument)?),
            }
        }
        Ok(options)
    }
}

fn open(url: &str) -> Result<(), String> {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop).map_err(|error| format!("{program}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{Options, Plan};

    #[test]
    fn what_follows_watch_is_for_the_tests() {
        let words =
            ["--port", "80", "src", "--open", "--watch", "--port", "-p", "x", "--", "--json"].map(str::to_owned);
        let options = Options::read(&words).unwrap();
        assert_eq!((options.port, options.is_opened, options.paths.len()), (80, true, 1));
        assert_eq!(options.plan, Some(Plan::read(&words[5..]).0));
    }
}
