//! `cargo mirrorcheck ui`: the pages, served.

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use super::cargo::Workspace;
use super::test::Plan;
use super::{once, path, put, value, watch};
use crate::server::Server;

pub(super) const HELP: &str = "\
cargo mirrorcheck ui [PATHS] [--port N] [--open] [--watch [ARGUMENTS]]
    Serves the results as pages for a browser. They update while tests run.

  PATHS                files and folders with OpenPBTStats lines, from
                       Mirrorcheck, Hypothesis and others [default: the
                       results of this workspace]
  --port N             serve on port N [default: any free port]
  --open               open the browser
  --watch ARGUMENTS    run `cargo test ARGUMENTS` now and on every save; must
                       be the last option

Only this machine can see the pages.";

pub(super) fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let options = Options::read(arguments)?;
    let workspace = match &options.plan {
        Some(plan) => Some(plan.workspace()?),
        None if options.paths.is_empty() => Some(Workspace::here()?),
        None => None,
    };
    let mut paths = options.paths;
    if let Some(workspace) = &workspace {
        workspace.make_target()?;
        let observed = workspace.observed();
        // A page without anything says what to do.
        std::fs::create_dir_all(&observed).map_err(|error| format!("{}: {error}", observed.display()))?;
        paths.push(observed);
    }
    let server = serve(&paths, options.port, options.is_opened)?;
    match (workspace, options.plan) {
        (Some(workspace), Some(plan)) => watch::forever(&workspace, &plan, &|doing| server.say(doing))?,
        _ => server.wait(),
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts a server and says where it is.
pub(super) fn serve(paths: &[PathBuf], port: u16, is_opened: bool) -> Result<Server, String> {
    let server = Server::start(paths, port).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => format!("port {port} is in use; leave out `--port` to use a free one"),
        _ => format!("cannot serve: {error}"),
    })?;
    put(&format!("Serving {} (stop with Ctrl-C)\n", server.url()));
    if is_opened {
        if let Err(why) = open(&server.url()) {
            eprintln!("warning: cannot open a browser: {why}");
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
        let (mut paths, mut port, mut is_opened, mut plan) = (Vec::new(), None, false, None);
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--port" => {
                    let text = value("--port", &mut rest)?;
                    once("--port", &mut port, text.parse().map_err(|_| format!("`{text}` is not a port"))?)?;
                }
                "--open" => is_opened = true,
                "--watch" => {
                    plan = Some(watched(rest.as_slice())?);
                    break;
                }
                argument => paths.push(path(argument)?),
            }
        }
        Ok(Options { paths, port: port.unwrap_or(0), is_opened, plan })
    }
}

/// What is run on every save.
fn watched(arguments: &[String]) -> Result<Plan, String> {
    let before = |argument: &&String| ["--port", "--open"].iter().any(|ours| argument.split('=').next() == Some(ours));
    if let Some(ours) = arguments.iter().take_while(|argument| *argument != "--").find(before) {
        return Err(format!("`{ours}` must come before `--watch`: what follows it goes to `cargo test`"));
    }
    match Plan::read(arguments)? {
        (_, true) => Err("`ui` has no `--json`; use `cargo mirrorcheck test --json`".to_owned()),
        (plan, false) => Ok(plan),
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

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_follows_watch_is_for_the_tests() {
        let options = Options::read(&words("--port 80 src --open --watch -p x -- --json --port")).unwrap();
        assert_eq!((options.port, options.is_opened, options.paths.len()), (80, true, 1));
        assert_eq!(options.plan, Some(Plan::read(&words("-p x -- --json --port")).unwrap().0));
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        let refused = |text: &str| Options::read(&words(text)).map(|_| ()).unwrap_err();
        assert!(refused("--watch -p x --json").contains("`ui` has no `--json`"));
        assert!(refused("--json").contains("unknown option `--json`"));
        assert!(refused("--watch --open").contains("`--open` must come before"));
        assert!(refused("--watch --port=80").contains("`--port=80` must come before"));
        assert!(refused("--watch --watch").contains("ui --watch"));
        assert!(refused("--port 80 --port 81").contains("`--port` was given twice"));
    }
}
