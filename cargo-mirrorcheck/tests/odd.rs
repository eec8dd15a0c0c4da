//! Files and names that are not as one would expect.

use std::fs;
use std::path::{Path, PathBuf};

use cargo_mirrorcheck::filter::Filter;
use cargo_mirrorcheck::index::Index;
use cargo_mirrorcheck::view::{self, Chart, Overview, RunKey, VerdictKind};
use openpbtstats::{Outcome, Verdict};
use serde_json::{Value, json};

/// A folder that is removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("mirrorcheck-odd-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn write(&self, path: &str, lines: &[Value]) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn case(status: &str, representation: &str, features: Value) -> Value {
    json!({
        "type": "test_case", "property": "p", "run_start": 1.5, "status": status, "representation": representation,
        "features": features, "timing": {"execute:test": 1e300}
    })
}

fn message(kind: &str, title: &str) -> Value {
    json!({"type": kind, "property": "p", "run_start": 1.5, "title": title, "content": "text"})
}

fn overview(paths: &[&Path]) -> Overview {
    view::overview(&Index::open(&paths.iter().map(|path| path.to_path_buf()).collect::<Vec<_>>()))
}

#[test]
fn a_file_with_two_names_is_read_once_and_folders_to_the_ground() {
    let folder = Folder::new("names");
    let path = folder.write("a.jsonl", &[case("passed", "1", json!({}))]);
    folder.write("b/c/d.jsonl", &[case("passed", "2", json!({}))]);
    let twice = folder.0.join("b").join("..").join("a.jsonl");
    assert_eq!(overview(&[&path, &twice]).properties[0].counts.passed, 1);
    assert_eq!(overview(&[&folder.0, &path]).properties[0].counts.passed, 2);
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_are_not_followed() {
    let (folder, elsewhere) = (Folder::new("links"), Folder::new("elsewhere"));
    let secret = elsewhere.write("secret.jsonl", &[case("passed", "secret", json!({}))]);
    folder.write("a.jsonl", &[case("passed", "1", json!({}))]);
    std::os::unix::fs::symlink(&secret, folder.0.join("b.jsonl")).unwrap();
    std::os::unix::fs::symlink(&elsewhere.0, folder.0.join("c")).unwrap();
    std::os::unix::fs::symlink(&folder.0, folder.0.join("circle")).unwrap();
    assert_eq!(overview(&[&folder.0]).properties[0].counts.passed, 1);
    // Who names a link means what it leads to.
    assert_eq!(overview(&[&folder.0.join("b.jsonl")]).properties[0].counts.passed, 1);
}

#[test]
fn what_could_not_be_made_is_no_copy() {
    let folder = Folder::new("unmade");
    let mut lines: Vec<Value> = (0..100).map(|at| case("passed", &at.to_string(), json!({}))).collect();
    lines.extend((0..50).map(|_| case("gave_up", "", json!({}))));
    let path = folder.write("a.jsonl", &lines);
    let row = &overview(&[&path]).properties[0];
    assert_eq!((row.counts.distinct, row.counts.discarded), (100, 50));
    lines.extend((0..850).map(|_| case("gave_up", "", json!({}))));
    let titles = |overview: &Overview| -> Vec<String> {
        overview.properties[0].warnings.iter().map(|warning| warning.title.clone()).collect()
    };
    let found = titles(&overview(&[&folder.write("a.jsonl", &lines)]));
    assert_eq!(found, ["900 of 1,000 cases were discarded (90 %)"]);
}

#[test]
fn features_named_like_what_filters_know_keep_their_cases() {
    let folder = Folder::new("hash");
    let lines: Vec<Value> = (0..20)
        .map(|at| case("passed", &at.to_string(), json!({"#case": at % 3, "time:execute:test": at % 2})))
        .collect();
    let index = Index::open(&[folder.write("a.jsonl", &lines)]);
    let key = RunKey { property: "p".to_owned(), start: None };
    let run = view::run(&index, &key).unwrap();
    let matching = |filter: &Filter| view::examples(&index, &key, filter, 1).unwrap().matching;
    let mut marks = 0;
    for feature in &run.features {
        let (Chart::Histogram { bars, .. } | Chart::Categories { bars, .. }) = &feature.chart else { continue };
        for bar in bars {
            assert_eq!(matching(&bar.filter), bar.count, "{}: {}", feature.name, bar.label);
            marks += 1;
        }
    }
    assert_eq!(marks, 5);
    assert!(run.timing.total.is_finite());
}

#[test]
fn a_run_of_ours_that_does_not_end_does_not_pass() {
    let folder = Folder::new("ends");
    let told = |outcome: &Outcome| {
        let mut line = message("info", "verdict");
        line["content"] = outcome.to_json().into();
        line
    };
    let mut lines = vec![told(&Outcome::default()), case("passed", "1", json!({}))];
    let verdict = |lines: &[Value]| {
        let path = folder.write("a.jsonl", lines);
        overview(&[&path]).properties[0].verdict.clone()
    };
    assert_eq!(verdict(&lines).kind, VerdictKind::Unfinished);
    assert!(verdict(&lines).text.contains("has not finished"));
    lines.push(told(&Outcome { verdict: Verdict::Passed, ..Outcome::default() }));
    assert_eq!(verdict(&lines).kind, VerdictKind::Passed);
    // Of others it is not known.
    assert_eq!(verdict(&lines[1..2]).kind, VerdictKind::Passed);
}

#[test]
fn what_was_known_before_is_no_distribution() {
    let folder = Folder::new("known");
    let with_how = |how: &str| {
        let mut line = case("failed", "1", json!({}));
        line["how_generated"] = how.into();
        line
    };
    let titles = |lines: &[Value]| -> Vec<String> {
        let path = folder.write("a.jsonl", lines);
        overview(&[&path]).properties[0].warnings.iter().map(|warning| warning.title.clone()).collect()
    };
    let known = [with_how("replayed"), with_how("explicit example")];
    assert_eq!(titles(&known), ["only examples and saved failures ran"]);
    assert_eq!(titles(&[with_how("replayed"), with_how("random")]), [""; 0]);
}

#[test]
fn choices_without_a_label_are_no_tree() {
    let folder = Folder::new("labels");
    let labels = |choices: &str| {
        let mut line = case("passed", "1", json!({}));
        line["metadata"] = json!({ "choices": choices });
        let key = RunKey { property: "p".to_owned(), start: None };
        view::run(&Index::open(&[folder.write("a.jsonl", &[line])]), &key).unwrap().labels
    };
    assert_eq!(labels("(3 1 2 'a')"), None);
    assert_eq!(labels("(3 node(1 leaf))").unwrap().cases, 1);
}
