//! The library's feature `observe`, turned on for the tests that are run in order to observe them.
//!
//! A plain `cargo test` does without the code that writes observations. The commands here need it, and users should not
//! have to say so. What Cargo accepts on its command line, tried with one package, with `-p` once and twice, with
//! `--workspace`, in virtual workspaces and with both old and new resolvers:
//!
//! - `KEY/observe`, where `KEY` is the name of the dependency in the manifest: its `rename`, if it has one. It works for
//!   normal, development and target-specific dependencies, and also for the package `mirrorcheck` itself.
//! - `KEY?/observe` is the same, but does not turn on an optional dependency that would otherwise be off. It is accepted
//!   for dependencies that are not optional, too. So this form is right everywhere.
//! - It is enough that one of the selected packages has the dependency; if none has it, Cargo refuses to run.
//! - `PACKAGE/KEY/observe` is refused, so the feature cannot be asked for in one package and not in another. If one of
//!   the selected packages has, under the same key, a version without the feature, Cargo refuses to run.
//! - Packages that share a version of the library share its features: one of them turns it on for all.
//!
//! A package that only gets the library through another package, and is tested alone, has no key to name.

use std::process::Stdio;

use super::cargo::{self, Workspace};

/// The feature, by its name in the library.
const FEATURE: &str = "observe";

/// What else decides which packages are selected, and from where: Cargo's options with a value, and those without.
const OPTIONS: [&str; 7] = ["--package", "-p", "--exclude", "--manifest-path", "--config", "--target", "-Z"];
const FLAGS: [&str; 5] = ["--workspace", "--all", "--offline", "--locked", "--frozen"];

/// What to add to a `cargo test` with these arguments. Nothing if no package under test knows the library, or if its
/// version has no such feature: such a version can always be observed.
pub(super) fn added(workspace: &Workspace, arguments: &[String]) -> Vec<String> {
    let all = workspace.keys_of("mirrorcheck").into_iter().map(|key| format!("--features={key}?/{FEATURE}"));
    all.filter(|feature| is_accepted(feature, arguments)).collect()
}

/// Asks Cargo itself. `cargo tree` selects packages and features exactly as `cargo test` does, globs and defaults
/// included, and takes a twentieth of a second. `cargo metadata` would list the features of all packages, but has to
/// download everything that any package of the workspace needs, even where one is tested that needs little.
fn is_accepted(feature: &str, arguments: &[String]) -> bool {
    let mut command = cargo::command();
    command.args(["tree", "--depth=0", feature]).args(cargo::passed_on(arguments, &OPTIONS, &FLAGS));
    // If anything else is wrong, the tests do not run either, and Cargo explains it then.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
