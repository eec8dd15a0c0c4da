//! From files to views: what is read, what is counted, and that every mark leads to what it counts.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use cargo_mirrorcheck::filter::{Filter, Term};
use cargo_mirrorcheck::index::Index;
use cargo_mirrorcheck::view::{self, Chart, Examples, Mark, Part, RunKey, RunView, Shrinking, VerdictKind};
use mirrorcheck::prelude::*;
use openpbtstats::read::rules::well_formed;
use openpbtstats::{Cause, Counterexample, Death, Doubt, Outcome, Tally, Verdict};
use serde_json::{Value, json};

/// A folder that is gone when a test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("mirrorcheck-data-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn index_of(text: impl AsRef<[u8]>) -> (Folder, Index) {
    let folder = Folder::new();
    let path = folder.file("a.jsonl", text);
    let index = Index::open(&[path]);
    (folder, index)
}

fn key(property: &str) -> RunKey {
    RunKey { property: property.to_owned(), start: None }
}

fn examples(index: &Index, property: &str, terms: Vec<Term>) -> Examples {
    view::examples(index, &key(property), &Filter { terms }, 1).unwrap()
}

/// A case of `p`, with these fields beside those that it must have, or instead of them.
fn case(representation: &str, other: Value) -> String {
    let mut line = json!({"type": "test_case", "run_start": 5.5, "property": "p", "status": "passed",
        "representation": representation});
    for (name, value) in other.as_object().unwrap() {
        line[name] = value.clone();
    }
    line.to_string() + "\n"
}

fn cases(count: usize, of: impl Fn(usize) -> (String, Value)) -> String {
    (0..count).map(of).map(|(representation, other)| case(&representation, other)).collect()
}

fn marks(view: &RunView) -> Vec<&Mark> {
    let mut marks: Vec<&Mark> = view.mosaic.iter().flatten().chain(&view.how).collect();
    for feature in &view.features {
        match &feature.chart {
            Chart::Histogram { bars, .. } | Chart::Categories { bars, .. } => marks.extend(bars),
            Chart::Scatter { .. } => {}
        }
    }
    marks.extend(view.pairs.iter().flat_map(|pair| pair.tiles.iter().flatten()));
    marks
}

/// Every mark counts what its filter lets through, and the bars of a feature are all of its cases.
fn check_marks(index: &Index) {
    for row in view::overview(index).properties {
        let key = RunKey { property: row.property, start: Some(row.start) };
        let view = view::run(index, &key).unwrap();
        for mark in marks(&view) {
            let found = view::examples(index, &key, &mark.filter, 1).unwrap();
            assert_eq!(found.matching, mark.count, "{} by {}", mark.label, mark.filter.query());
            let in_groups: u64 = found.groups.iter().map(|group| group.count).sum();
            assert!(found.pages > 1 || in_groups == mark.count, "{}", mark.label);
        }
        for feature in &view.features {
            match &feature.chart {
                Chart::Histogram { bars, summary, .. } => {
                    let drawn: u64 = bars.iter().map(|bar| bar.count).sum();
                    assert_eq!(drawn + summary.not_finite, feature.cases, "{}", feature.name);
                }
                Chart::Categories { bars, .. } => {
                    assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), feature.cases, "{}", feature.name);
                }
                Chart::Scatter { points, all, .. } => {
                    assert_eq!(*all, feature.cases);
                    for point in points {
                        assert_eq!(view::examples(index, &key, &point.2, 1).unwrap().matching, 1);
                    }
                }
            }
        }
        let total: u64 = view.mosaic.iter().flatten().map(|mark| mark.count).sum();
        let counts = view.row.counts;
        assert_eq!(total, counts.passed + counts.failed + counts.discarded);
    }
}

#[test]
fn shapes_of_hypothesis_are_shown() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/shapes.jsonl");
    let index = Index::open(&[path]);
    let overview = view::overview(&index);
    assert_eq!(overview.broken, []);
    let names: Vec<&str> = overview.properties.iter().map(|row| row.property.as_str()).collect();
    assert_eq!(names, ["test_shapes.py::test_fails", "test_shapes.py::test_sums"]);

    let fails = view::run(&index, &key("test_shapes.py::test_fails")).unwrap();
    assert_eq!(fails.row.verdict.text, "fails on test_fails( x=124, )");
    let counts = fails.row.counts;
    assert_eq!((counts.passed, counts.failed, counts.discarded, counts.shrinking), (1, 2, 0, 4));
    let [counterexample] = &fails.counterexamples[..] else { panic!("{:?}", fails.counterexamples) };
    let steps: Vec<String> = [900, 450, 300, 124].iter().map(|x| format!("test_fails(\n    x={x},\n)")).collect();
    assert_eq!((&counterexample.steps, counterexample.shrink_steps), (&steps, 3));
    assert_eq!(counterexample.notes, ["x was 124"]);
    assert_eq!(counterexample.replay.as_deref(), Some("@reproduce_failure('6', b'AA')"));
    assert_eq!(fails.messages.len(), 1);

    let sums = view::run(&index, &key("test_shapes.py::test_sums")).unwrap();
    let counts = sums.row.counts;
    assert_eq!((counts.passed, counts.discarded, counts.distinct), (26, 14, 14));
    let chart = |name: &str| &sums.features.iter().find(|feature| feature.name == name).unwrap().chart;
    let Chart::Histogram { summary, is_whole: false, .. } = chart("mean") else { panic!() };
    assert_eq!(summary.not_finite, 3);
    let Chart::Histogram { bars, is_whole: true, .. } = chart("len") else { panic!() };
    assert_eq!(bars.iter().map(|bar| bar.label.as_str()).collect::<Vec<_>>(), ["0", "1", "2", "3", "4", "5", "6"]);
    let coverage = sums.coverage.as_ref().unwrap();
    assert_eq!((coverage.points[0], coverage.last, coverage.points.last()), ((0, 2), 11, Some(&(39, 11))));
    assert_eq!(sums.timing.parts[0].name, "execute:test");
    assert_eq!(sums.timing.slowest[0].case, 39);
    check_marks(&index);
}

#[test]
fn the_file_of_hypothesis_is_shown() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/hypothesis-sample.jsonl");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return;
    };
    text.lines().for_each(|line| well_formed(line).unwrap());
    let index = Index::open(&[path]);
    assert_eq!(view::overview(&index).broken, []);
    let view = view::run(&index, &key("test_demo.py::test_pass_events")).unwrap();
    assert_eq!((view.row.counts.passed, view.row.counts.discarded), (108, 143));
    assert!(view.row.warnings[0].text.contains("exceeded maximum test case size"), "{:?}", view.row.warnings);
    check_marks(&index);
}

/// What a feature may be, with some odd ones.
fn value(kind: u8, number: f64) -> Value {
    match kind % 9 {
        0 | 1 => json!(number as i8),
        2 => json!(number),
        3 => json!(["a", "b", "", "true"][usize::from(kind) / 9 % 4]),
        4 => json!(number > 0.0),
        5 => json!("NaN"),
        6 => json!([["x", number], ["y", 1]]),
        7 => Value::Null,
        _ => json!(number.to_string()),
    }
}

#[property(cases = 100)]
fn every_mark_leads_to_what_it_counts(
    #[from(vec((any::<u8>(), any::<u8>(), any::<f64>(), 0..=3_u8), 0..60))] rows: Vec<(u8, u8, f64, u8)>,
    mixed: bool,
) {
    let text: String = rows
        .iter()
        .map(|&(one, other, number, status)| {
            let number = if number.is_finite() { number } else { 0.5 };
            let status = ["passed", "failed", "gave_up", "passed"][usize::from(status)];
            // Features of one kind each, or of all kinds.
            let (of_one, of_other) = if mixed { (one, other) } else { (2, 3 + one / 9 * 9) };
            let mut features = json!({"a:b=%": value(of_one, number), "k": value(of_other, number)});
            if other % 3 == 0 {
                features["few"] = json!(other % 5);
            }
            case(
                &format!("r{}", one % 4),
                json!({"status": status, "features": features, "how_generated": format!("h{}", other % 2)}),
            )
        })
        .collect();
    let (_folder, index) = index_of(text);
    assert_eq!(view::overview(&index).broken, []);
    check_marks(&index);
}

#[test]
fn many_categories_and_features_are_capped() {
    let text = cases(12_000, |at| {
        let mut features = json!({"an id": format!("id{at}")});
        if at == 0 {
            (0..300).for_each(|feature| features[format!("f{feature}")] = json!(1));
        }
        (format!("r{at}"), json!({"features": features}))
    });
    let (_folder, index) = index_of(text);
    let view = view::run(&index, &key("p")).unwrap();
    assert_eq!(view.features.len(), 200);
    let Chart::Categories { bars, .. } = &view.features.iter().find(|feature| feature.name == "an id").unwrap().chart
    else {
        panic!()
    };
    assert_eq!((bars.len(), bars[20].label.as_str(), bars[20].count), (21, "others", 12_000 - 20));
    let titles: Vec<&str> = view.row.warnings.iter().map(|warning| warning.title.as_str()).collect();
    assert_eq!(titles, ["there are more than 200 features", "“an id” has more than 10,000 values"]);
    check_marks(&index);
}

#[test]
fn a_healthy_run_has_no_warnings() {
    let text = cases(300, |at| {
        let features = json!({"len": at % 30, "kind": (["a", "b", "c"][at % 3]), "empty": at % 50 == 0, "seen": ""});
        let status = if at % 10 == 0 { "gave_up" } else { "passed" };
        let timing = json!({"execute:test": 0.01 * (1 + at % 7) as f64});
        (format!("f({at})"), json!({"features": features, "status": status, "timing": timing}))
    });
    let (_folder, index) = index_of(text);
    let row = &view::overview(&index).properties[0];
    assert_eq!(row.warnings, []);
    assert_eq!((row.verdict.kind, row.verdict.text.as_str()), (VerdictKind::Passed, "270 cases passed"));
}

#[test]
fn each_warning_has_its_reason() {
    let titles = |of: &dyn Fn(usize) -> (String, Value)| {
        let (_folder, index) = index_of(cases(200, of));
        let row = view::overview(&index).properties.remove(0);
        for warning in &row.warnings {
            let filter = warning.filter.as_ref().unwrap();
            assert!(warning.title.contains("never") || examples(&index, "p", filter.terms.clone()).matching > 0);
            assert!(!warning.text.is_empty());
        }
        (row.verdict.text, row.warnings.into_iter().map(|warning| warning.title).collect::<Vec<_>>())
    };
    let unlike = |at: usize| format!("f({at})");
    let (verdict, found) = titles(&|at| {
        let status = if at < 150 { "gave_up" } else { "passed" };
        (unlike(at), json!({"status": status, "status_reason": "too short"}))
    });
    assert_eq!(found, ["150 of 200 cases were discarded (75 %)"]);
    assert_eq!(verdict, "passes, but 150 of 200 cases were discarded (75 %)");
    // Ten different ones among a hundred are enough, as they are where the library looks itself.
    let (verdict, found) = titles(&|at| (format!("f({})", at % 10), json!({})));
    assert_eq!((verdict.as_str(), found.len()), ("200 cases passed, 10 distinct", 0));
    let (_, found) = titles(&|at| (format!("f({})", at % 9), json!({})));
    assert_eq!(found, ["only 9 different values among 100 cases"]);
    let (verdict, found) = titles(&|at| (if at % 5 < 3 { "f(0)".to_owned() } else { unlike(at) }, json!({})));
    assert_eq!(found, ["60 % of the cases are the same"]);
    assert_eq!(verdict, "200 cases passed, 81 distinct");
    let (verdict, found) = titles(&|at| (unlike(at), json!({"features": {"long": at == 7, "deep": false}})));
    assert_eq!(found, ["\"deep\" never happened", "“long” happens once in 200 cases"]);
    assert_eq!(verdict, "passes, but \"deep\" never happened");
    let (verdict, found) =
        titles(&|at| (unlike(at), json!({"features": {"n": 0, "k": (if at < 5 { "x" } else { "y" })}})));
    assert_eq!(found, ["“k” is y in 98 % of the cases", "“n” is 0 in all cases"]);
    assert_eq!(verdict, "200 cases passed");
    let (_, found) = titles(&|at| (unlike(at), json!({"timing": {"execute:test": if at == 3 { 9.0 } else { 0.01 }}})));
    assert_eq!(found, ["one case takes more than half of the time"]);
    let (verdict, _) = titles(&|at| (unlike(at), json!({"status": "gave_up"})));
    assert_eq!(verdict, "tested nothing, because all 200 cases were discarded");
}

#[test]
fn alerts_documentation_and_sources_find_their_places() {
    let message = |kind: &str, title: &str, content: &str| {
        json!({"type": kind, "title": title, "content": content, "property": "p", "run_start": 5.5}).to_string() + "\n"
    };
    let text = message("info", "documentation", "All is *well*.")
        + &message("info", "source", "`src/a.rs:3`\n\n```rust\nfn p() {}\n```")
        + &message("alert", "Slow", "Look.")
        + &message("info", "summary", "1 case")
        + &case("p(1)", json!({}));
    let (_folder, index) = index_of(text);
    let view = view::run(&index, &key("p")).unwrap();
    assert_eq!(view.row.documentation.as_deref(), Some("All is *well*."));
    let source = view.row.source.unwrap();
    assert_eq!((source.place.as_str(), source.text.as_deref()), ("src/a.rs:3", Some("fn p() {}")));
    assert_eq!(view.row.warnings[0].title, "Slow");
    assert_eq!(view.row.verdict.kind, VerdictKind::Doubtful);
    assert_eq!(view.messages, [("summary".to_owned(), "1 case".to_owned())]);
}

#[test]
fn our_own_failures_have_their_steps() {
    let step = |shown: &str, how: &str, metadata: Value| {
        case(
            shown,
            json!({"status": "failed", "status_reason": format!("{shown} at src/a.rs:1:1"), "how_generated": how, "metadata": metadata}),
        )
    };
    let text = step("f(90)", "random", json!({"case": 0}))
        + &step("g(80)", "random", json!({"case": 1}))
        + &step("f(50)", "shrinking", json!({"failure": 0}))
        + &step("g(60)", "shrinking", json!({"failure": 1}))
        + &step("f(7)", "shrinking", json!({"failure": 0}))
        + &step("f(7)", "shrinking", json!({"failure": 0}))
        + &step(
            "f(7)",
            "minimal failing case",
            json!({"failure": 0, "first": 0, "explanation": "f(_)", "notes": ["n"],
            "replay": "replay()", "choices": "7", "shrinking": "minimal", "flaky": true, "executions": 9}),
        )
        + &step(
            "g(60)",
            "minimal failing case",
            json!({"failure": 1, "first": 1, "explanation": null, "shrinking": "out of budget"}),
        );
    let (_folder, index) = index_of(text);
    let view = view::run(&index, &key("p")).unwrap();
    assert_eq!((view.row.counts.failed, view.row.counts.shrinking), (2, 4));
    let [f, g] = &view.counterexamples[..] else { panic!("{:?}", view.counterexamples) };
    assert_eq!(f.steps, ["f(90)", "f(50)", "f(7)"]);
    assert_eq!((f.shrink_steps, g.shrink_steps), (2, 1));
    assert_eq!((f.explanation.as_deref(), f.choices.as_deref()), (Some("f(_)"), Some("7")));
    assert_eq!((f.shrinking, f.is_flaky), (Some(Shrinking::Minimal), true));
    assert_eq!((f.replay.as_deref(), f.notes.len()), (Some("replay()"), 1));
    assert_eq!(g.explanation, None);
    assert_eq!(g.steps, ["g(80)", "g(60)"]);
    assert_eq!((g.shrinking, g.is_flaky), (Some(Shrinking::OutOfBudget), false));
    assert_eq!(view.row.verdict.text, "fails on f(7)");
}

#[test]
fn without_shrinking_the_shortest_of_each_reason_is_shown() {
    let text = cases(40, |at| {
        let reason = format!("reason {}", at % 7);
        ("x".repeat(1 + at), json!({"status": "failed", "status_reason": reason}))
    });
    let (_folder, index) = index_of(text);
    let shown = view::run(&index, &key("p")).unwrap().counterexamples;
    assert_eq!(shown.iter().map(|one| one.representation.len()).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert!(shown.iter().all(|one| one.shrinking.is_none()));
}

#[test]
fn labels_are_a_tree() {
    let text = cases(3, |at| {
        let choices = ["node(5 leaf leaf)", "leaf", "node(7 node(1 leaf leaf) leaf)"][at];
        (format!("r{at}"), json!({"metadata": {"choices": choices}}))
    });
    let (_folder, index) = index_of(text);
    let tree = view::run(&index, &key("p")).unwrap().labels.unwrap();
    assert_eq!(tree.cases, 3);
    let [node, leaf] = &tree.below[..] else { panic!("{tree:?}") };
    assert_eq!((node.label.as_str(), node.count, leaf.label.as_str(), leaf.count), ("node", 2, "leaf", 1));
    let below: Vec<(&str, u64)> = node.below.iter().map(|below| (below.label.as_str(), below.count)).collect();
    assert_eq!(below, [("leaf", 3), ("number", 2), ("node", 1)]);
}

#[test]
fn broken_lines_are_named_and_the_others_shown() {
    let mut text = b"\xef\xbb\xbf".to_vec();
    text.extend(case("r1", json!({})).replace('\n', "\r\n").bytes());
    text.extend(b"\nnot json\n{\"type\":\"test_case\"}\n\"\xff\"\n");
    text.extend(case("r2", json!({"x": 0})).replace("\"x\":0", "\"arguments\":{\"x\":[NaN,-Infinity]}").bytes());
    let (_folder, index) = index_of(&text);
    let overview = view::overview(&index);
    let broken: Vec<(u64, &str)> = overview.broken.iter().map(|broken| (broken.line, broken.why.as_str())).collect();
    assert_eq!(broken, [(3, "no JSON object"), (4, "`status` is missing"), (5, "not valid UTF-8 from byte 2 on")]);
    assert_eq!(overview.properties[0].counts.passed, 2);
    let shown: Vec<String> =
        examples(&index, "p", vec![]).groups.into_iter().map(|group| group.representation).collect();
    assert_eq!(shown, ["r1", "r2"]);
    assert!(view::raw(&index, &key("p"), 1).unwrap().contains("[NaN,-Infinity]"));
    assert!(view::raw(&index, &key("p"), 0).unwrap().starts_with("{\""));
    assert_eq!(view::raw(&index, &key("p"), 2), None);
}

#[test]
fn of_very_many_broken_lines_the_first_are_named() {
    let (_folder, index) = index_of("x\n".repeat(300_000));
    let broken = view::overview(&index).broken;
    assert_eq!((broken.len(), broken[99].line), (101, 100));
    assert_eq!(broken[100].why, "299900 more lines could not be read");
}

#[test]
fn files_that_are_missing_are_named() {
    let index = Index::open(&[PathBuf::from("/there/is/no/such.jsonl")]);
    let overview = view::overview(&index);
    assert_eq!(overview.broken.len(), 1);
    assert!(overview.broken[0].why.starts_with("cannot be read"));
    assert_eq!(view::run(&index, &key("p")), None);
}

#[test]
fn what_is_added_is_seen() {
    let folder = Folder::new();
    let path = folder.file("a.jsonl", case("r1", json!({})));
    let mut index = Index::open(std::slice::from_ref(&folder.0));
    let count = |index: &Index| view::run(index, &key("p")).map_or(0, |view| view.row.counts.passed);
    let version = index.version();
    assert!(!index.refresh());
    assert_eq!((count(&index), index.version()), (1, version));

    // A line that comes in two parts.
    let line = case("r2", json!({}));
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(&line.as_bytes()[..20]).unwrap();
    assert!(index.refresh());
    assert_eq!(count(&index), 1);
    assert!(view::overview(&index).broken[0].why.contains("is incomplete"));
    file.write_all(&line.as_bytes()[20..]).unwrap();
    assert!(index.refresh());
    assert_ne!(index.version(), version);
    assert_eq!((count(&index), view::overview(&index).broken), (2, vec![]));

    // A last line without an end that is whole, and more after it.
    file.write_all(case("r3", json!({})).trim_end().as_bytes()).unwrap();
    assert!(index.refresh());
    assert_eq!(count(&index), 3);
    file.write_all(format!("\n{}x\n", case("r4", json!({}))).as_bytes()).unwrap();
    assert!(index.refresh());
    assert_eq!(count(&index), 4);
    assert_eq!(view::overview(&index).broken[0].line, 5);

    // Another file, and one that is none of ours.
    folder.file("b.jsonl", case("r5", json!({})));
    folder.file("c.txt", case("r6", json!({})));
    assert!(index.refresh());
    assert_eq!((count(&index), view::overview(&index).files), (5, 2));

    // One is gone, and one is another.
    fs::remove_file(folder.0.join("b.jsonl")).unwrap();
    assert!(index.refresh());
    assert_eq!(count(&index), 4);
    folder.file("a.jsonl", case("other", json!({})));
    assert!(index.refresh());
    assert_eq!(examples(&index, "p", vec![]).groups[0].representation, "other");
    folder.file("a.jsonl", case("longer, but begins in another way", json!({"status": "failed"})).repeat(50));
    assert!(index.refresh());
    assert_eq!((count(&index), examples(&index, "p", vec![]).matching), (0, 50));
}

#[property(cases = 15)]
fn pieces_make_no_difference(#[from(vec(0..=400_000_usize, 1..6))] lengths: Vec<usize>, unfinished: bool) {
    let mut text: String = lengths.iter().map(|&length| case(&"é\"x".repeat(length / 4), json!({}))).collect();
    if unfinished {
        text.truncate(text.len() - 3);
    }
    let (folder, index) = index_of(&text);
    let whole = lengths.len() - usize::from(unfinished);
    let matching = view::run(&index, &key("p")).map_or(0, |view| view.row.counts.passed);
    assert_eq!(matching, whole as u64);
    for case in 0..whole {
        let raw = view::raw(&index, &key("p"), case as u64).unwrap();
        assert_eq!(Some(raw.as_str()), text.lines().nth(case));
    }
    drop(folder);
}

#[test]
fn runs_are_told_apart() {
    let text = case("r", json!({"run_start": 2}))
        + &case("r", json!({"run_start": 9.5}))
        + &case("r", json!({"run_start": 3, "property": "q"}));
    let (_folder, index) = index_of(text.clone() + &text);
    let view = view::run(&index, &key("p")).unwrap();
    assert_eq!(view.runs, [(9.5, 2), (2.0, 2)]);
    assert_eq!((view.row.start, view.row.runs), (9.5, 2));
    // The same representation in another run, or of another property, is no duplicate.
    assert_eq!(view.row.counts.distinct, 1);
    assert_eq!(view.mosaic[0].each_ref().map(|mark| mark.count), [1, 1]);
    let earlier = RunKey { property: "p".to_owned(), start: Some(2.0) };
    assert_eq!(view::run(&index, &earlier).unwrap().row.start, 2.0);
    assert_eq!(view::run(&index, &RunKey { start: Some(4.0), ..earlier.clone() }), None);
    assert!(view::compare(&index, &earlier, &key("q")).is_some());
}

#[test]
fn filters_stack_and_texts_are_found() {
    let text = cases(500, |at| {
        let timing = json!({"execute:test": at as f64 / 64.0});
        (format!("Node({at}, \"q\")"), json!({"features": {"n": at}, "timing": timing}))
    });
    let (_folder, index) = index_of(text);
    let matching = |query: &str| {
        let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap());
        view::examples(&index, &key("p"), &Filter::of_pairs(pairs).unwrap(), 1).unwrap().matching
    };
    assert_eq!(matching("in=n:10..20"), 10);
    assert_eq!(matching("in=n:10..=20"), 11);
    assert_eq!(matching("in=n:10..20&text=NODE(1"), 10);
    assert_eq!(matching("text=node(49"), 11);
    assert_eq!(matching("text=(7, \"Q\")"), 1);
    assert_eq!(matching("text=leaf"), 0);
    assert_eq!(matching("in=#case:490..&in=#size:0..1"), 0);
    assert_eq!(matching("in=time:execute:test:..0.5"), 32);
    assert_eq!(matching("in=#seconds:..0.5"), 32);
    assert_eq!(matching("is=n:7"), 1);
    assert_eq!(matching("is=nothing:7"), 0);
    let pages = |page| view::examples(&index, &key("p"), &Filter::default(), page).unwrap();
    assert_eq!((pages(1).pages, pages(10).groups.len(), pages(99).page), (10, 50, 10));
    assert_eq!(pages(3).groups[0].representation, "Node(100, \"q\")");
}

#[test]
fn long_representations_are_cut() {
    let long = "<script>é".repeat(1 << 20);
    let text = case(&long, json!({"status": "failed", "metadata": {"choices": "leaf"}})) + &case("short", json!({}));
    let (_folder, index) = index_of(text);
    let found = examples(&index, "p", vec![]);
    assert_eq!(found.groups[0].representation.chars().count(), 2_001);
    assert_eq!(found.groups[0].length, long.chars().count() as u64);
    assert_eq!(examples(&index, "p", vec![Term::Text("É".to_owned())]).matching, 1);
    let view = view::run(&index, &key("p")).unwrap();
    assert!(serde_json::to_string(&view).unwrap().len() < 50_000);
}

#[test]
fn of_a_feature_that_is_there_twice_the_last_counts() {
    let text: String = ["a", "b", "c"]
        .iter()
        .map(|name| {
            case(name, json!({"features": {}})).replace("{}", &format!(r#"{{"k":"x","n":1,"k":"{name}","n":2}}"#))
        })
        .collect();
    let (_folder, index) = index_of(text);
    let view = view::run(&index, &key("p")).unwrap();
    assert_eq!(view.features.iter().map(|feature| feature.cases).collect::<Vec<_>>(), [3, 3]);
    assert_eq!(examples(&index, "p", vec![Term::Is("k".to_owned(), "x".to_owned())]).matching, 0);
    assert_eq!(examples(&index, "p", vec![Term::Is("n".to_owned(), "2".to_owned())]).matching, 3);
    check_marks(&index);
}

#[test]
fn a_group_shows_its_first_failure() {
    let text = cases(4, |at| ("r".to_owned(), json!({"status": if at == 0 { "passed" } else { "failed" }})))
        + &case("often", json!({})).repeat(9);
    let (_folder, index) = index_of(text);
    let groups = examples(&index, "p", vec![]).groups;
    assert_eq!((groups[0].status, groups[0].case, groups[0].count), ("failed", 1, 4));
    assert_eq!((groups[1].status, groups[1].case, groups[1].count), ("passed", 4, 9));
    assert_eq!(examples(&index, "p", groups[0].filter.terms.clone()).matching, 4);
}

#[test]
fn a_report_has_all_cases_of_a_small_run_by_what_filters_ask_for() {
    let text = cases(120, |at| {
        let status = ["passed", "failed", "gave_up"][at % 3];
        (
            format!("r{}", at % 5),
            json!({"status": status, "features": {"n": at % 2}, "how_generated": format!("way {}", at / 60)}),
        )
    });
    let (_folder, index) = index_of(text);
    let excerpt = view::excerpt(&index, &view::run(&index, &key("p")).unwrap()).unwrap();
    // Five values, three statuses, two numbers and two ways, in all combinations.
    assert_eq!((excerpt.parts.len(), excerpt.different, excerpt.different_here, excerpt.cases), (60, 5, 5, 120));
    assert_eq!((excerpt.numbers.len(), excerpt.totals.len()), (1, 0));
    let mut listed: Vec<u32> = excerpt.parts.iter().flat_map(|part| &part.listed).map(|(case, _)| *case).collect();
    listed.sort_unstable();
    assert_eq!(listed, (0..120).collect::<Vec<u32>>());
    assert_eq!(excerpt.parts.iter().filter(|part| part.has_first).count(), 5);
    assert!(excerpt.parts[..20].iter().all(|part| part.group.status == "failed"));
}

#[test]
fn a_report_has_some_cases_of_every_mark_of_a_large_run() {
    let text = cases(4000, |at| {
        let status = if at % 40 == 39 { "failed" } else { "passed" };
        let features =
            json!({"kind": if at % 399 == 398 { "rare" } else { "common" }, "n": at / 500, "late": at > 3990});
        (format!("r{at}"), json!({"status": status, "features": features}))
    });
    let (_folder, index) = index_of(text);
    let view = view::run(&index, &key("p")).unwrap();
    let excerpt = view::excerpt(&index, &view).unwrap();
    let status = |status: &str| excerpt.parts.iter().filter(|part| part.group.status == status).count();
    assert_eq!((status("failed"), status("passed"), excerpt.different_here), (100, 200, 300));
    for mark in marks(&view).into_iter().filter(|mark| mark.count > 0) {
        let is_here = |part: &&Part| {
            let Filter { terms } = &part.group.filter;
            examples(&index, "p", mark.filter.terms.iter().chain(terms).cloned().collect()).matching > 0
        };
        assert!(excerpt.parts.iter().filter(is_here).count() >= 3, "{}", mark.filter.query());
        assert!(excerpt.totals.contains(&(mark.filter.clone(), mark.count)));
    }
}

#[test]
fn very_many_properties_are_read() {
    let text = cases(5_000, |at| {
        let features = json!({format!("f{at}"): at});
        ("r".to_owned(), json!({"property": format!("p{at:04}"), "features": features}))
    });
    let (_folder, index) = index_of(text);
    let rows = view::overview(&index).properties;
    assert_eq!((rows.len(), rows[4_999].property.as_str(), rows[4_999].counts.passed), (5_000, "p4999", 1));
    assert_eq!(view::run(&index, &key("p0777")).unwrap().features[0].name, "f777");
}

fn told(kind: &str, title: &str, content: &str) -> String {
    json!({"type": kind, "title": title, "content": content, "property": "p", "run_start": 5.5}).to_string() + "\n"
}

/// A run of a framework that writes its verdict, as this outcome.
fn with_verdict(cases: &str, outcome: &Outcome) -> String {
    let begun = told("info", "verdict", &Outcome::default().to_json());
    begun + cases + &told("info", "verdict", &outcome.to_json())
}

#[test]
fn a_run_that_writes_its_verdict_is_judged_by_it_alone() {
    // From these lines alone there would be two doubts.
    let cases = cases(200, |at| {
        (
            format!("f({at})"),
            json!({"status": if at < 150 { "gave_up" } else { "passed" }, "features": {"deep": false}}),
        )
    });
    let tally = Tally { passed: 50, discarded: 150, ..Tally::default() };
    let passed = Outcome { verdict: Verdict::Passed, tally, ..Outcome::default() };
    let row = |outcome: &Outcome| {
        let alerts = told("alert", "never happened", "for other readers");
        let (_folder, index) = index_of(with_verdict(&cases, outcome) + &alerts);
        let view = view::run(&index, &key("p")).unwrap();
        assert_eq!(view.messages, [], "verdicts are no messages");
        view.row
    };
    let own = row(&passed);
    assert_eq!(
        (own.verdict.kind, own.verdict.text.as_str(), own.warnings.len()),
        (VerdictKind::Passed, "50 cases passed", 0)
    );
    let doubts = vec![Doubt::Never { label: "deep".to_owned() }, Doubt::Huge { choices: 1 << 20 }];
    let own = row(&Outcome { doubts, ..passed.clone() });
    assert_eq!(
        (own.verdict.kind, own.verdict.text.as_str()),
        (VerdictKind::Doubtful, "passes, but \"deep\" never happened")
    );
    assert_eq!(own.warnings.iter().map(|warning| warning.is_doubt).collect::<Vec<_>>(), [true, false]);
    assert_eq!(own.warnings[0].text, "Make such cases more likely in the generator, or add an example.");
    let (file, why, was) = ("failures/f.txt".to_owned(), "it moved".to_owned(), "n = 5".to_owned());
    let doubts = vec![Doubt::Stale { file, why, was, now: Some("n = 6".to_owned()) }];
    let own = row(&Outcome { doubts: doubts.clone(), ..passed.clone() });
    let claim = "the saved failure failures/f.txt is stale: it moved; it was n = 5 and is n = 6 now";
    assert_eq!((own.verdict.kind, own.verdict.text), (VerdictKind::Doubtful, format!("passes, but {claim}")));
    assert_eq!((&*own.warnings[0].title, &*own.warnings[0].text), (claim, "Delete the file to discard it."));
    // Also where something failed.
    let verdict = Verdict::Failed { causes: vec![Cause::Error { message: "no".to_owned() }] };
    let own = row(&Outcome { verdict, doubts, ..passed.clone() });
    assert_eq!((own.verdict.kind, &*own.warnings[0].title), (VerdictKind::Failed, claim));
    let json: Value = serde_json::to_value(&own).unwrap();
    let stale = json!({"doubt": "stale failure", "file": "failures/f.txt", "why": "it moved", "was": "n = 5", "now": "n = 6", "serious": true});
    assert_eq!(json["outcome"]["doubts"], json!([stale]));
    let own = row(&Outcome { verdict: Verdict::Proved { values: 16 }, ..passed.clone() });
    assert_eq!(own.verdict.text, "proved: holds for all 16 values");
    let causes = vec![Cause::DidNotPanic];
    let own = row(&Outcome { verdict: Verdict::Failed { causes }, ..passed.clone() });
    assert_eq!(
        (own.verdict.kind, own.verdict.text.as_str()),
        (VerdictKind::Failed, "fails: expected a panic, but no case failed")
    );
    let json: Value = serde_json::to_value(&own).unwrap();
    assert_eq!(
        (&json["verdict"]["kind"], &json["outcome"]["causes"][0]["cause"]),
        (&json!("failed"), &json!("did not panic"))
    );
    assert_eq!(json["outcome"]["discarded"], 150);
}

#[test]
fn a_counterexample_without_lines_is_shown_as_the_verdict_has_it() {
    let counterexample = Counterexample {
        representation: "dies(n = 21)".to_owned(),
        message: "the process died: signal 6 (SIGABRT)".to_owned(),
        shrinking: Some(Shrinking::Minimal),
        death: Some(Death::Died { how: "signal 6 (SIGABRT)".to_owned() }),
        ..Counterexample::default()
    };
    let verdict = Verdict::Failed { causes: vec![Cause::Counterexample(counterexample)] };
    let (_folder, index) = index_of(with_verdict("", &Outcome { verdict, ..Outcome::default() }));
    let view = view::run(&index, &key("p")).unwrap();
    assert_eq!(view.row.verdict.text, "fails on dies(n = 21): the process died: signal 6 (SIGABRT)");
    let [shown] = &view.counterexamples[..] else { panic!("{:?}", view.counterexamples) };
    assert_eq!((shown.representation.as_str(), shown.shrinking), ("dies(n = 21)", Some(Shrinking::Minimal)));
}

#[test]
fn a_run_says_how_long_it_took_to_shrink() {
    let line = |shown: &str, how: &str| {
        case(shown, json!({"status": "failed", "how_generated": how, "metadata": {"failure": 0}}))
    };
    let lines = line("p(9)", "replayed") + &line("p(7)", "shrinking") + &line("p(7)", "minimal failing case");
    for (steps, executions) in [(12, 73), (0, 0)] {
        let found =
            Counterexample { representation: "p(7)".to_owned(), steps, executions, ..Counterexample::default() };
        let verdict = Verdict::Failed { causes: vec![Cause::Counterexample(found)] };
        let (_folder, index) = index_of(with_verdict(&lines, &Outcome { verdict, ..Outcome::default() }));
        let view = view::run(&index, &key("p")).unwrap();
        assert_eq!((view.counterexamples[0].shrink_steps, view.row.counts.shrinking), (steps, executions));
    }
}

#[test]
fn alerts_of_other_frameworks_are_doubts() {
    let verdict = |alert: &str| {
        let (_folder, index) = index_of(case("r", json!({})) + alert);
        let verdict = view::overview(&index).properties.remove(0).verdict;
        (verdict.kind, verdict.text)
    };
    assert_eq!(
        verdict(&told("alert", "odd", "text")),
        (VerdictKind::Doubtful, "passes, but there is a warning: odd".to_owned())
    );
    assert_eq!(verdict(&told("info", "odd", "text")), (VerdictKind::Passed, "1 case passed".to_owned()));
    // What is called a verdict and is none is a message.
    assert_eq!(verdict(&told("info", "verdict", "fine")), (VerdictKind::Passed, "1 case passed".to_owned()));
}
