//! Whether the feature `observe` of the library is on in the packages under test, however they depend on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{mirrorcheck, outcome};

/// A workspace whose members test nothing but whether the feature is on. What they depend on is not the library, but
/// a crate of the same name.
struct Workspace {
    folder: PathBuf,
}

const WITH: &str = "mirrorcheck = { path = \"../library\" }";
const WITHOUT: &str = "mirrorcheck = { path = \"../older\" }";
const RENAMED: &str = "mirror = { path = \"../library\", package = \"mirrorcheck\" }";

/// Path dependencies below the root would otherwise be members.
const EXCLUDED: &str = "exclude = [\"library\", \"older\"]\n";

impl Workspace {
    /// A virtual workspace of these members: names, and what follows the package in their manifests.
    fn new(name: &str, members: &[(&str, String)]) -> Workspace {
        let workspace = Workspace::empty(name);
        let names: Vec<&str> = members.iter().map(|member| member.0).collect();
        workspace.write("Cargo.toml", &format!("[workspace]\nresolver = \"2\"\nmembers = {names:?}\n{EXCLUDED}"));
        members.iter().for_each(|(name, manifest)| workspace.member(name, name, manifest));
        workspace
    }

    fn empty(name: &str) -> Workspace {
        let folder = std::env::temp_dir().join(format!("mirrorcheck-features-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let workspace = Workspace { folder };
        for (place, version, features) in [("library", "0.2.0", "observe = []"), ("older", "0.1.0", "")] {
            workspace.write(&format!("{place}/Cargo.toml"), &manifest("mirrorcheck", version, features));
            workspace.write(
                &format!("{place}/src/lib.rs"),
                "pub fn is_observed() -> bool { cfg!(feature = \"observe\") }\n",
            );
        }
        workspace
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn member(&self, folder: &str, name: &str, rest: &str) {
        self.write(&format!("{folder}/Cargo.toml"), &(manifest(name, "1.0.0", "extra = []") + rest));
        let key = if rest.contains("mirror =") { "mirror" } else { "mirrorcheck" };
        let state = if rest.contains(key) { format!("{key}::is_observed()") } else { "\"none\"".to_owned() };
        let condition = if rest.contains("optional") { format!("#[cfg(feature = {key:?})]") } else { String::new() };
        let source = r#"
            #[cfg(test)]
            CONDITION
            mod tests {
                #[test]
                fn it() {
                    let extra = if cfg!(feature = "extra") { " extra" } else { "" };
                    println!("<{} {}{extra}>", env!("CARGO_PKG_NAME"), STATE);
                }
            }
        "#;
        let source = source.replace("CONDITION", &condition).replace("STATE", &state);
        self.write(&format!("{folder}/src/lib.rs"), &source);
    }

    /// What the tests of each package say.
    fn test(&self, arguments: &str) -> Vec<String> {
        self.test_in(&self.folder, arguments)
    }

    fn test_in(&self, folder: &Path, arguments: &str) -> Vec<String> {
        let words = ["test"].into_iter().chain(arguments.split_whitespace()).chain(["--lib", "--", "--nocapture"]);
        said(&mut mirrorcheck(folder, &words.collect::<Vec<_>>()))
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn manifest(name: &str, version: &str, features: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2021\"\n\n[features]\n{features}\n\n")
}

/// What stands between `<` and `>`, in order.
fn said(command: &mut Command) -> Vec<String> {
    let (code, out, err) = outcome(command);
    assert_eq!(code, Some(0), "{out}{err}");
    let all = out.split('<').skip(1).filter_map(|text| text.split_once('>')).map(|(text, _)| text.to_owned());
    let mut all: Vec<String> = all.collect();
    all.sort();
    all
}

#[test]
fn the_feature_is_on_however_the_library_is_depended_on() {
    let workspace = Workspace::new(
        "forms",
        &[
            ("dev", format!("[dev-dependencies]\n{WITH}\n")),
            ("normal", format!("[dependencies]\n{WITH}\n")),
            ("renamed", format!("[dev-dependencies]\n{RENAMED}\n")),
            ("targeted", format!("[target.'cfg(not(nothing))'.dev-dependencies]\n{WITH}\n")),
            ("optional", "[dependencies]\nmirrorcheck = { path = \"../library\", optional = true }\n".to_owned()),
            ("none", String::new()),
        ],
    );
    let all = ["dev true", "none none", "normal true", "renamed true", "targeted true"];
    assert_eq!(workspace.test(""), all);
    assert_eq!(workspace.test("--workspace --exclude dev --exclude=none"), all[2..]);
    for alone in ["dev", "normal", "renamed", "targeted"] {
        assert_eq!(workspace.test(&format!("-p {alone}")), [format!("{alone} true")]);
    }
    assert_eq!(workspace.test("-p dev -prenamed"), ["dev true", "renamed true"]);
    assert_eq!(workspace.test("--package=re* --package none"), ["none none", "renamed true"]);
    assert_eq!(workspace.test_in(&workspace.folder.join("renamed"), ""), ["renamed true"]);
    // Where nobody knows the library, Cargo would refuse the feature.
    assert_eq!(workspace.test("-p none"), ["none none"]);

    // What users say about features holds, too.
    assert_eq!(workspace.test("-p dev --features extra"), ["dev true extra"]);
    assert_eq!(workspace.test("-p renamed --no-default-features -F extra"), ["renamed true extra"]);
    assert_eq!(workspace.test("-p dev --all-features"), ["dev true extra"]);
    // A dependency that is off stays off.
    assert_eq!(workspace.test("-p optional"), [""; 0]);
    assert_eq!(workspace.test("-p optional --features mirrorcheck"), ["optional true"]);

    let manifest = format!("--manifest-path {}", workspace.folder.join("dev/Cargo.toml").display());
    let target = format!("--target-dir {}", workspace.folder.join("target").display());
    assert_eq!(workspace.test_in(&std::env::temp_dir(), &format!("{manifest} {target}")), ["dev true"]);

    if Command::new("cargo").args(["nextest", "--version"]).output().is_ok_and(|output| output.status.success()) {
        let nextest = ["test", "--nextest", "-p", "renamed", "-p", "none", "--no-capture"];
        assert_eq!(said(&mut mirrorcheck(&workspace.folder, &nextest)), ["none none", "renamed true"]);
    }
}

#[test]
fn versions_without_the_feature_are_tested_as_they_are() {
    let older = Workspace::new("older", &[("old", format!("[dev-dependencies]\n{WITHOUT}\n"))]);
    assert_eq!(older.test(""), ["old false"]);

    // Both versions under one name: the feature cannot be on in one and off in the other. Under another, it can.
    let mixed = Workspace::new(
        "mixed",
        &[
            ("old", format!("[dev-dependencies]\n{WITHOUT}\n")),
            ("new", format!("[dev-dependencies]\n{WITH}\n")),
            ("renamed", format!("[dev-dependencies]\n{RENAMED}\n")),
        ],
    );
    assert_eq!(mixed.test("-p old -p new"), ["new false", "old false"]);
    assert_eq!(mixed.test("-p new"), ["new true"]);
    assert_eq!(mixed.test(""), ["new true", "old false", "renamed true"]);
}

#[test]
fn one_package_and_the_library_itself() {
    let single = Workspace::empty("single");
    single.member("single", "single", &format!("[dev-dependencies]\n{RENAMED}\n\n[workspace]\n"));
    assert_eq!(single.test_in(&single.folder.join("single"), ""), ["single true"]);

    let itself = Workspace::new("itself", &[("user", format!("[dependencies]\n{WITH}\n"))]);
    let members = "[workspace]\nresolver = \"2\"\nmembers = [\"user\", \"library\"]\n";
    itself.write("Cargo.toml", members);
    let test = "#[test]\nfn it() { println!(\"<library {}>\", cfg!(feature = \"observe\")); }\n";
    let library = fs::read_to_string(itself.folder.join("library/src/lib.rs")).unwrap();
    itself.write("library/src/lib.rs", &(library + test));
    assert_eq!(itself.test(""), ["library true", "user true"]);
    assert_eq!(itself.test("-p mirrorcheck"), ["library true"]);
}
