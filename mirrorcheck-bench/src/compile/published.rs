//! Mirrorcheck as its users have it: a dependency that Cargo fetches. Cargo compiles such a crate without incremental
//! compilation and with its lints capped, as it does the peers from the registry; a path dependency would cost more.
//!
//! The workspace, as it is on disk, becomes one commit of a temporary Git repository. Cargo finds every crate of the
//! library in it, however many there are.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{Place, built, cargo, put, told};

/// The package that users depend on.
const PACKAGE: &str = "mirrorcheck";

/// What Cargo's home directory shares between the user's and the one of the measurement. The rest stays apart, above
/// all the Git checkouts, which Cargo would otherwise keep for ever.
const SHARED: [&str; 6] =
    ["registry", "config.toml", "config", ".package-cache", ".package-cache-mutate", ".global-cache"];

/// A snapshot of the library that Cargo can fetch.
pub(super) struct Published {
    repository: PathBuf,
    /// The features that turn on everything: `full` if there is such a feature, otherwise all of them.
    pub(super) full: Vec<String>,
}

impl Published {
    pub(super) fn new(place: &Place) -> Result<Published, String> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let repository = place.0.join("repository");
        make_directory(&repository)?;
        git(&repository, &workspace, &["init", "--quiet"])?;
        // Where the sources came without Git's own list of what to ignore.
        let info = repository.join(".git/info");
        make_directory(&info)?;
        put(&info.join("exclude"), "target\n")?;
        git(&repository, &workspace, &["add", "--all"])?;
        git(&repository, &workspace, &["commit", "--quiet", "--message", "Snapshot"])?;
        let (_, metadata) =
            built(cargo().args(["metadata", "--format-version=1", "--no-deps"]).current_dir(&workspace))?;
        let metadata =
            serde_json::from_str(&metadata).map_err(|error| format!("cannot read Cargo's metadata: {error}"))?;
        let full = full(&metadata).ok_or_else(|| format!("the workspace has no package `{PACKAGE}`"))?;
        Ok(Published { repository, full })
    }

    /// The line of a manifest that depends on the snapshot.
    pub(super) fn dependency(&self, features: &[String]) -> String {
        let url = format!("file://{}", self.repository.display());
        format!("{PACKAGE} = {{ git = {url:?}, features = {features:?} }}\n")
    }
}

/// Makes a home directory for Cargo that uses the user's registry and vanishes with the place.
pub(super) fn cargo_home(place: &Place) -> Result<PathBuf, String> {
    let home = place.0.join("cargo-home");
    make_directory(&home)?;
    let own = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(users) = own.or_else(|| Some(std::env::home_dir()?.join(".cargo"))) else { return Ok(home) };
    for name in SHARED {
        let (from, to) = (users.join(name), home.join(name));
        if from.exists() {
            std::os::unix::fs::symlink(&from, &to).map_err(|error| told("cannot link", &to, &error))?;
        }
    }
    Ok(home)
}

fn git(repository: &Path, workspace: &Path, command: &[&str]) -> Result<(), String> {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=mirrorcheck-bench", "-c", "user.email=mirrorcheck-bench@localhost"])
        .args(["-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null", "-c", "core.bare=false"])
        .arg("--git-dir")
        .arg(repository.join(".git"))
        .arg("--work-tree")
        .arg(workspace)
        .args(command)
        .current_dir(workspace)
        // Set when the experiment runs from a hook.
        .env_remove("GIT_INDEX_FILE");
    let output = git.output().map_err(|error| format!("cannot run Git: {error}"))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("git {} failed:\n{}", command[0], String::from_utf8_lossy(&output.stderr)))
    }
}

fn full(metadata: &Value) -> Option<Vec<String>> {
    let package = metadata["packages"].as_array()?.iter().find(|package| package["name"] == PACKAGE)?;
    let features = package["features"].as_object()?;
    Some(if features.contains_key("full") {
        vec!["full".to_owned()]
    } else {
        features.keys().filter(|name| *name != "default").cloned().collect()
    })
}

fn make_directory(path: &Path) -> Result<(), String> {
    std::fs::create_dir_all(path).map_err(|error| told("cannot make", path, &error))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::full;

    #[test]
    fn full_is_one_feature_or_all_of_them() {
        let of = |features| full(&json!({ "packages": [{ "name": "mirrorcheck", "features": features }] }));
        let owned = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(of(json!({ "default": ["regex"], "regex": [], "full": ["regex", "serde"] })), owned(&["full"]));
        assert_eq!(of(json!({ "default": ["regex"], "regex": [], "serde": [] })), owned(&["regex", "serde"]));
        assert_eq!(full(&json!({ "packages": [{ "name": "other", "features": {} }] })), None);
    }
}
