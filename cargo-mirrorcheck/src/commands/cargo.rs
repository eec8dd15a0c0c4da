//! What Cargo knows about the workspace, and our folders below its target folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Deserialize;

use crate::index::ProgramList;

/// Which runs stay on disk: enough to compare with, few enough not to matter.
const LIMITS: Limits = Limits { runs: 20, bytes: 1 << 30, age: Duration::from_secs(7 * 24 * 60 * 60) };
/// Another process may still be writing to a folder that changed within this time.
const RECENT: Duration = Duration::from_secs(10 * 60);

/// What marks a folder that can be made again.
const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55
# This file is a cache directory tag created by cargo-mirrorcheck.
# For information about cache directory tags see https://bford.info/cachedir/
";

/// The workspace that the current folder is in.
#[derive(Debug, Deserialize)]
pub(super) struct Workspace {
    target_directory: PathBuf,
    #[serde(default)]
    workspace_root: PathBuf,
    #[serde(default)]
    workspace_default_members: Vec<String>,
    packages: Vec<Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    #[serde(default)]
    id: String,
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    #[serde(default)]
    targets: Vec<Target>,
}

#[derive(Debug, Deserialize)]
struct Target {
    src_path: PathBuf,
    #[serde(default)]
    name: String,
    #[serde(default)]
    kind: Vec<String>,
    /// Whether `cargo test` runs it.
    #[serde(default)]
    test: bool,
    #[serde(default, rename = "required-features")]
    required_features: Vec<String>,
}

impl Target {
    /// Its place in the order in which Cargo runs the programs of a package.
    fn order(&self) -> (usize, &str) {
        let kinds = ["bin", "test", "bench", "example"];
        let kind = kinds.iter().position(|kind| self.kind.iter().any(|own| own == kind));
        (kind.map_or(0, |at| at + 1), &self.name)
    }
}

#[derive(Debug, Deserialize)]
struct Dependency {
    name: String,
    rename: Option<String>,
    /// `None` for a normal one, else `dev` or `build`.
    kind: Option<String>,
}

impl Workspace {
    /// Asks Cargo about the current folder.
    pub(super) fn here() -> Result<Workspace, String> {
        Workspace::of(&[])
    }

    /// Returns the workspace that a Cargo command with these arguments works on.
    pub(super) fn of(arguments: &[String]) -> Result<Workspace, String> {
        let mut command = command();
        command.args(["metadata", "--format-version", "1", "--no-deps"]);
        command.args(passed_on(arguments, &["--manifest-path", "--config", "-Z"], &[]));
        // `cargo metadata` has no such option.
        if let Some(folder) = given(arguments, "--target-dir").last() {
            command.env("CARGO_TARGET_DIR", folder);
        }
        let output = command.output().map_err(|error| format!("cannot run cargo: {error}"))?;
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr);
            return Err(format!("cargo cannot read this workspace: {}", why.trim().trim_start_matches("error: ")));
        }
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
    }

    /// Our part of the target folder.
    pub(super) fn folder(&self) -> PathBuf {
        self.target_directory.join("mirrorcheck")
    }

    /// The folder of all observed runs. Each run has a folder in it.
    pub(super) fn observed(&self) -> PathBuf {
        self.folder().join("observed")
    }

    /// Creates the target folder as Cargo does, if it is not there yet. In a folder that it did not create, Cargo puts no
    /// tag, by which backups know that they can leave it out, and test programs where to write.
    pub(super) fn make_target(&self) -> Result<(), String> {
        let target = &self.target_directory;
        if target.exists() {
            return Ok(());
        }
        let made = fs::create_dir_all(target).and_then(|()| fs::write(target.join("CACHEDIR.TAG"), TAG));
        made.map_err(|error| format!("cannot create the folder {}: {error}", target.display()))
    }

    pub(super) fn target(&self) -> &Path {
        &self.target_directory
    }

    /// The folders of its packages.
    pub(super) fn packages(&self) -> impl Iterator<Item = &Path> {
        self.packages.iter().filter_map(|package| package.manifest_path.parent())
    }

    /// Its programs by the source files of their roots, as the compiler names them: from the root of the workspace on.
    pub(super) fn programs(&self) -> ProgramList {
        let roots = |package: &Package| {
            (package.name.clone(), package.targets.iter().map(|target| self.root(target)).collect())
        };
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        ProgramList { time: time.as_secs_f64(), packages: self.packages.iter().map(roots).collect() }
    }

    fn root(&self, target: &Target) -> String {
        let path = target.src_path.strip_prefix(&self.workspace_root).unwrap_or(&target.src_path);
        path.to_string_lossy().replace('\\', "/")
    }

    /// How many test programs a `cargo test` with these arguments has for after the last one that is known to have run.
    /// Programs are known by their package and root. Where the arguments choose among programs, none is counted.
    pub(super) fn programs_left(&self, arguments: &[String], has_run: impl Fn(&str, &str) -> bool) -> usize {
        let chooses =
            ["--lib", "--bin", "--bins", "--test", "--tests", "--example", "--examples", "--bench", "--benches"];
        let chooses = [&chooses[..], &["--all-targets", "--doc"]].concat();
        if !passed_on(arguments, &chooses, &chooses).is_empty() {
            return 0;
        }
        let mut packages = self.chosen(arguments);
        packages.sort_by_key(|package| &package.name);
        let mut left = 0;
        for package in packages {
            let runs = |target: &&Target| target.test && target.required_features.is_empty();
            let mut targets: Vec<&Target> = package.targets.iter().filter(runs).collect();
            targets.sort_by_key(|target| target.order());
            for target in targets {
                left = if has_run(&package.name, &self.root(target)) { 0 } else { left + 1 };
            }
        }
        left
    }

    /// The packages that a Cargo command with these arguments works on.
    fn chosen(&self, arguments: &[String]) -> Vec<&Package> {
        let is_one_of = |names: &[String], package: &Package| {
            names.iter().any(|name| name.split('@').next() == Some(package.name.as_str()))
        };
        let named = values(arguments, &["-p", "--package"]);
        let excluded = values(arguments, &["--exclude"]);
        let manifest = given(arguments, "--manifest-path").last().map(PathBuf::from).or_else(nearest_manifest);
        let manifest = manifest.and_then(|manifest| manifest.canonicalize().ok());
        let is_here = |path: &Path| manifest.is_some() && path.canonicalize().ok() == manifest;
        let is_at_root = is_here(&self.workspace_root.join("Cargo.toml"));
        let is_chosen = |package: &&Package| {
            if !passed_on(arguments, &[], &["--workspace", "--all"]).is_empty() {
                !is_one_of(&excluded, package)
            } else if !named.is_empty() {
                is_one_of(&named, package)
            } else if is_at_root {
                self.workspace_default_members.contains(&package.id)
            } else {
                is_here(&package.manifest_path)
            }
        };
        self.packages.iter().filter(is_chosen).collect()
    }

    /// The names that its packages have for a library which their own code or tests use: the one that they gave it, or
    /// its own. The library itself counts, too.
    pub(super) fn keys_of(&self, library: &str) -> BTreeSet<&str> {
        let own = self.packages.iter().map(|package| package.name.as_str()).filter(|name| *name == library);
        let of_tests = |it: &&Dependency| it.name == library && it.kind.as_deref() != Some("build");
        let used = self.packages.iter().flat_map(|package| &package.dependencies).filter(of_tests);
        own.chain(used.map(|it| it.rename.as_deref().unwrap_or(&it.name))).collect()
    }

    /// Whether some tests may have a `main` of their own, which need not understand the options of the standard harness.
    pub(super) fn may_have_own_harness(&self) -> bool {
        let manifests = self.packages.iter().map(|package| fs::read_to_string(&package.manifest_path));
        manifests.into_iter().any(|text| text.map_or(true, |text| text.contains("harness")))
    }
}

/// The manifest that Cargo finds from the current folder.
fn nearest_manifest() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join("Cargo.toml")).find(|manifest| manifest.is_file())
}

/// Returns the values of options in every spelling: `-p a`, `-pa`, `-p=a`, `--package a`, `--package=a`.
fn values(arguments: &[String], options: &[&str]) -> Vec<String> {
    let words = passed_on(arguments, options, &[]);
    let value = |word: &String| {
        if options.contains(&word.as_str()) {
            return None;
        }
        let glued = options.iter().find_map(|option| word.strip_prefix(option));
        Some(glued.map_or(word.as_str(), |value| value.trim_start_matches('=')).to_owned())
    };
    words.iter().filter_map(value).collect()
}

/// Returns the values of an option, which follow it or its `=`.
fn given<'a>(arguments: &'a [String], name: &str) -> Vec<&'a str> {
    let ours = arguments.iter().map(String::as_str).take_while(|argument| *argument != "--").collect::<Vec<_>>();
    let of = |(at, argument): (usize, &&'a str)| match argument.strip_prefix(name) {
        Some("") => ours.get(at + 1).copied(),
        Some(rest) => rest.strip_prefix('='),
        None => None,
    };
    ours.iter().enumerate().filter_map(of).collect()
}

/// Those of the arguments that are one of these options, with its value, or one of these flags. What follows `--` is not
/// for Cargo.
pub(super) fn passed_on(arguments: &[String], options: &[&str], flags: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = arguments.iter().take_while(|argument| *argument != "--");
    while let Some(argument) = rest.next() {
        let is_glued = |option: &&str| match argument.strip_prefix(*option) {
            Some(value) if option.starts_with("--") => value.starts_with('='),
            // `-pNAME`
            Some(value) => !value.is_empty(),
            None => false,
        };
        if options.contains(&argument.as_str()) {
            out.extend([argument.clone()].into_iter().chain(rest.next().cloned()));
        } else if flags.contains(&argument.as_str()) || options.iter().any(is_glued) {
            out.push(argument.clone());
        }
    }
    out
}

/// The Cargo that runs this subcommand, or else the one in `PATH`.
pub(super) fn command() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Creates a folder for a run, and removes the oldest ones if there are too many.
pub(super) fn new_run(observed: &Path) -> Result<PathBuf, String> {
    let now = SystemTime::now();
    prune(observed, now, &LIMITS);
    let time = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let folder = observed.join(format!("{time}-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("cannot create the folder {}: {error}", folder.display()))?;
    Ok(folder)
}

/// Removes the folder of a run in which nothing was observed.
pub(super) fn remove_if_empty(folder: &Path) {
    // This fails if something is in it, as it should.
    let _ = fs::remove_dir(folder);
}

/// What may stay on disk.
struct Limits {
    /// Including the run that begins now.
    runs: usize,
    bytes: u64,
    age: Duration,
}

/// The folder of an earlier run, or of one that another process has started.
struct Run {
    folder: PathBuf,
    /// Since the last write.
    age: Duration,
    bytes: u64,
}

/// Removes the oldest folders that [`new_run`] made, and nothing else.
fn prune(observed: &Path, now: SystemTime, limits: &Limits) {
    let Ok(entries) = fs::read_dir(observed) else { return };
    let folders = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut runs: Vec<Run> =
        folders.filter_map(|entry| Some(Run::new(entry.path(), made_at(entry.file_name().to_str()?)?, now))).collect();
    runs.sort_by_key(|run| run.age);
    let (mut count, mut bytes) = (1, 0);
    for run in runs {
        // An empty run does not count against the others.
        count += usize::from(run.bytes > 0);
        bytes += run.bytes;
        let is_too_much = run.bytes == 0 || bytes > limits.bytes;
        if run.age > limits.age || count > limits.runs || (is_too_much && run.age > RECENT) {
            // Another process may have removed it already.
            let _ = fs::remove_dir_all(&run.folder);
        }
    }
}

impl Run {
    fn new(folder: PathBuf, made: SystemTime, now: SystemTime) -> Run {
        let files = fs::read_dir(&folder).into_iter().flatten().flatten().filter_map(|entry| entry.metadata().ok());
        let (mut last, mut bytes) = (made, 0);
        for file in files.filter(fs::Metadata::is_file) {
            last = last.max(file.modified().unwrap_or(made));
            bytes += file.len();
        }
        Run { folder, age: now.duration_since(last).unwrap_or_default(), bytes }
    }
}

/// Reads the time from the name of one of our folders: milliseconds since 1970, which have 13 digits for some centuries,
/// then the id of a process.
fn made_at(name: &str) -> Option<SystemTime> {
    let (time, process) = name.split_once('-')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_ours = time.len() == 13 && is_number(time) && is_number(process) && process.parse::<u32>().is_ok();
    let since = Duration::from_millis(time.parse().ok().filter(|_| is_ours)?);
    Some(UNIX_EPOCH + since)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::path::Path;
    use std::time::{Duration, UNIX_EPOCH};

    use super::{Limits, Workspace, given, made_at, new_run, passed_on, prune, remove_if_empty};

    #[test]
    fn options_are_passed_on_in_every_spelling() {
        let passed = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            passed_on(&words, &["-p", "--package", "--config"], &["--workspace"]).join(" ")
        };
        for same in ["", "-p a -pb -p=c", "--package a --package=b --workspace", "--config a=1 --config=b=2"] {
            assert_eq!(passed(same), same);
        }
        assert_eq!(passed("name --release -p a --features x -- -p b --workspace"), "-p a");
        assert_eq!(passed("--packages=a --workspaces --profile x -p"), "-p");
    }

    #[test]
    fn a_dependency_is_known_by_the_name_that_its_user_gave_it() {
        let package = |name: &str, dependencies: &str| {
            format!(r#"{{"name": "{name}", "manifest_path": "/{name}/Cargo.toml", "dependencies": [{dependencies}]}}"#)
        };
        let keys = |packages: &[String]| {
            let text = format!(r#"{{"target_directory": "/target", "packages": [{}]}}"#, packages.join(","));
            let workspace: Workspace = serde_json::from_str(&text).unwrap();
            workspace.keys_of("mirrorcheck").into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let normal = r#"{"name": "mirrorcheck", "rename": null, "kind": null}"#;
        let dev = r#"{"name": "mirrorcheck", "rename": "mirror", "kind": "dev"}"#;
        let build = r#"{"name": "mirrorcheck", "rename": "builds", "kind": "build"}"#;
        let other = r#"{"name": "other", "rename": "mirrorcheck", "kind": null}"#;
        assert_eq!(keys(&[package("a", normal), package("b", dev)]), ["mirror", "mirrorcheck"]);
        assert_eq!(keys(&[package("mirrorcheck", "")]), ["mirrorcheck"]);
        assert_eq!(keys(&[package("a", build), package("b", other), package("c", "")]), [""; 0]);
    }

    #[test]
    fn programs_that_cargo_did_not_come_to_are_counted() {
        let target = |kind: &str, name: &str, rest: &str| {
            format!(r#"{{"kind": ["{kind}"], "name": "{name}", "src_path": "/w/{name}.rs", "test": true{rest}}}"#)
        };
        let package = |name: &str, targets: &[String]| {
            let targets = targets.join(",");
            format!(
                r#"{{"id": "{name}", "name": "{name}", "manifest_path": "/w/{name}/Cargo.toml", "dependencies": [], "targets": [{targets}]}}"#
            )
        };
        let features = r#", "required-features": ["x"]"#;
        let first =
            [target("test", "t", ""), target("test", "s", ""), target("lib", "z", ""), target("test", "u", features)];
        let packages = [package("b", &[target("lib", "b", "")]), package("a", &first)];
        let text =
            format!(r#"{{"target_directory": "/t", "workspace_root": "/w", "packages": [{}]}}"#, packages.join(","));
        let workspace: Workspace = serde_json::from_str(&text).unwrap();
        let left = |arguments: &str, ran: &[&str]| {
            let words: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
            workspace.programs_left(&words, |_, root| ran.contains(&root))
        };
        // Cargo runs the library first, then tests by name, then the next package.
        assert_eq!([left("-p a", &["z.rs"]), left("-p=a", &["z.rs", "s.rs"]), left("-pa", &["t.rs"])], [2, 1, 0]);
        assert_eq!([left("--workspace", &["t.rs"]), left("--workspace --exclude b", &["t.rs"])], [1, 0]);
        assert_eq!([left("--workspace --lib", &["z.rs"]), left("-p a --test s", &["z.rs"])], [0, 0]);
    }

    /// A moment in seconds, and names of folders that were made then.
    const NOW: u64 = 1_700_000_000;
    const HOUR: u64 = 60 * 60;

    fn name(age: u64) -> String {
        format!("{}-7", (NOW - age) * 1000)
    }

    /// A run of this age in seconds with a file of so many bytes, if any.
    fn run(observed: &Path, age: u64, bytes: u64) {
        let folder = observed.join(name(age));
        fs::create_dir_all(&folder).unwrap();
        if bytes > 0 {
            let file = File::create(folder.join("1.jsonl")).unwrap();
            file.set_len(bytes).unwrap();
            file.set_modified(UNIX_EPOCH + Duration::from_secs(NOW - age)).unwrap();
        }
    }

    /// Returns the ages of the runs that are left.
    fn left(case: &str, runs: &[(u64, u64)], limits: &Limits) -> Vec<u64> {
        let observed = std::env::temp_dir().join(format!("mirrorcheck-prune-{case}-{}", std::process::id()));
        runs.iter().for_each(|&(age, bytes)| run(&observed, age, bytes));
        prune(&observed, UNIX_EPOCH + Duration::from_secs(NOW), limits);
        let left = runs.iter().map(|run| run.0).filter(|age| observed.join(name(*age)).exists()).collect();
        fs::remove_dir_all(&observed).unwrap();
        left
    }

    const FEW: Limits = Limits { runs: 3, bytes: 100, age: Duration::from_secs(24 * HOUR) };

    #[test]
    fn too_many_too_large_and_too_old_runs_are_removed() {
        assert_eq!(left("count", &[(4 * HOUR, 1), (HOUR, 1), (3 * HOUR, 1), (2 * HOUR, 1)], &FEW), [HOUR, 2 * HOUR]);
        assert_eq!(left("age", &[(HOUR, 1), (25 * HOUR, 1)], &FEW), [HOUR]);
        assert_eq!(left("bytes", &[(HOUR, 60), (2 * HOUR, 60)], &FEW), [HOUR]);
        // Another process may still be writing.
        assert_eq!(left("recent", &[(1, 60), (2, 60)], &FEW), [1, 2]);
    }

    #[test]
    fn empty_runs_do_not_count() {
        let empty: Vec<(u64, u64)> = (1..30).map(|age| (age, 0)).chain([(5 * HOUR, 1), (6 * HOUR, 1)]).collect();
        let wanted: Vec<u64> = empty.iter().map(|run| run.0).collect();
        assert_eq!(left("empty", &empty, &FEW), wanted);
        assert_eq!(left("left-behind", &[(HOUR, 0), (2 * HOUR, 1)], &FEW), [2 * HOUR]);
    }

    #[test]
    fn nothing_else_is_removed() {
        let observed = std::env::temp_dir().join(format!("mirrorcheck-others-{}", std::process::id()));
        let others = ["mine", "5-x", "2024-11", "1700000000000", "+100000000000-1", "1600000000000-+1"];
        for name in others {
            fs::create_dir_all(observed.join(name)).unwrap();
        }
        fs::write(observed.join("1600000000000-1"), "a file").unwrap();
        prune(&observed, UNIX_EPOCH + Duration::from_secs(NOW), &Limits { runs: 1, bytes: 0, age: Duration::ZERO });
        let made = new_run(&observed).unwrap();
        let count = fs::read_dir(&observed).unwrap().count();
        remove_if_empty(&made);
        let is_there = made.exists();
        fs::write(observed.join("mine/file"), "").unwrap();
        remove_if_empty(&observed.join("mine"));
        let is_mine_there = observed.join("mine/file").exists();
        fs::remove_dir_all(&observed).unwrap();
        assert_eq!((count, is_there, is_mine_there), (others.len() + 2, false, true));
    }

    #[test]
    fn names_of_runs() {
        assert_eq!(made_at("1700000000000-4"), Some(UNIX_EPOCH + Duration::from_secs(NOW)));
        assert_eq!((made_at("mine"), made_at("5-x"), made_at("-4")), (None, None, None));
    }

    #[test]
    fn options_have_their_values_in_two_ways() {
        let words = "--manifest-path a -p b --manifest-path=c --manifest-pathology d -- --manifest-path e";
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        assert_eq!(given(&words, "--manifest-path"), ["a", "c"]);
        assert_eq!(given(&words[..1], "--manifest-path"), Vec::<&str>::new());
    }
}
