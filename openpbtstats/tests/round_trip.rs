//! What is written is read as it was, whatever it is, and every reader accepts it.

use std::time::Duration;

use mirrorcheck::prelude::*;
use openpbtstats::read::rules::well_formed;
use openpbtstats::read::{Line, Value, mend, metadata_field, parse, string};
use openpbtstats::write::{self, CaseLine, RunFields};
use openpbtstats::{
    Cause, Counterexample, Cover, Death, Doubt, Facts, Kind, Outcome, Sample, Shrinking, Status, Tally, Untested,
    Verdict,
};

fn text() -> String {
    draw(any::<String>())
}

fn count() -> u64 {
    draw(any::<u64>())
}

fn cover() -> Cover {
    Cover::new(draw(0..=1000) as f64 / 8.0, draw(0..=5000), draw(0..=5000))
}

fn death() -> Death {
    if draw(any::<bool>()) { Death::Hung } else { Death::Died { how: text() } }
}

fn cause() -> Cause {
    let shrinking = [Shrinking::Minimal, Shrinking::OutOfBudget, Shrinking::NotGenerated, Shrinking::NotRepeated];
    let why = [Untested::AllDiscarded, Untested::GeneratesNothing, Untested::RecursesForever];
    match draw(0..9) {
        0 => Cause::Counterexample(Counterexample {
            representation: text(),
            message: text(),
            place: draw(any::<Option<String>>()),
            shrinking: shrinking.get(draw(0..=shrinking.len())).copied(),
            steps: count(),
            executions: count(),
            is_flaky: draw(any::<bool>()),
            death: draw(any::<bool>()).then(death),
        }),
        1 => Cause::Died { death: death(), message: text() },
        2 => Cause::Unrepeatable { message: text() },
        3 => Cause::NotCovered { name: text(), cover: cover() },
        4 => Cause::NothingTested { discarded: count(), why: why[draw(0..why.len())] },
        5 => Cause::DidNotPanic,
        6 => Cause::Doubts,
        7 => Cause::OtherPanic { expected: text() },
        _ => Cause::Error { message: text() },
    }
}

fn doubt() -> Doubt {
    match draw(0..10) {
        0 => Doubt::ManyDiscards { passed: count() / 2, discarded: count() / 2, wanted: count() },
        1 => Doubt::Nothing,
        2 => Doubt::FewDistinct { distinct: draw(0..=9), among: draw(0..=100) },
        3 => Doubt::Never { label: text() },
        4 => Doubt::Undecided { name: text(), cover: cover() },
        5 => Doubt::Huge { choices: draw(any::<u32>()) as usize },
        6 => {
            Doubt::Slow { time: Duration::from_millis(draw(any::<u32>()).into()), cases: count(), generating: count() }
        }
        7 => Doubt::Stale { file: text(), why: text(), was: text(), now: draw(any::<Option<String>>()) },
        8 => Doubt::Unreadable { file: text(), why: text(), advice: text() },
        _ => Doubt::Warning { title: text(), text: text() },
    }
}

fn outcome() -> Outcome {
    let verdict = match draw(0..5) {
        0 => Verdict::Unfinished,
        1 => Verdict::Passed,
        2 => Verdict::Proved { values: count() },
        3 => Verdict::PanickedAsExpected,
        _ => Verdict::Failed { causes: (0..draw(0..4)).map(|_| cause()).collect() },
    };
    Outcome {
        verdict,
        doubts: (0..draw(0..4)).map(|_| doubt()).collect(),
        tally: Tally { passed: count(), failed: count(), discarded: count(), sought: count() },
        seed: draw(any::<Option<u64>>()),
        wanted: draw(any::<Option<u64>>()),
    }
}

#[property]
fn an_outcome_is_read_as_it_was_written(property: String, #[from(from_fn(outcome))] outcome: Outcome) {
    let json = outcome.to_json();
    assert_eq!(Outcome::of_json(&json).as_ref(), Some(&outcome));
    // As one line among others, too.
    let line = RunFields::new(&property, 12, 34).info(openpbtstats::title::VERDICT, &json);
    assert_eq!(well_formed(&line), Ok(()));
    let Ok(Some(Line::Message(message))) = parse(&line) else { panic!("{line}") };
    assert_eq!((&*message.property, message.run_start, message.is_alert), (&*property, 12.000034, false));
    assert_eq!(Outcome::of_json(&message.content).as_ref(), Some(&outcome));
    // Whatever came of it fits on a line.
    let sentence = outcome.sentence(None);
    assert!(!sentence.contains('\n') && sentence.chars().count() < 400, "{sentence}");
}

#[property]
fn a_case_is_read_as_it_was_written(
    property: String,
    #[from(0..3_usize)] status: usize,
    texts: (String, String, String),
    features: Vec<(i32, f64)>,
    choices: Option<String>,
    seconds: std::time::Duration,
) {
    let status = Status::ALL[status];
    let reason = if status == Status::Passed { "" } else { &texts.0 };
    let escaped = |text: &str| {
        let mut out = String::new();
        write::escape(&mut out, text);
        out
    };
    let mut written = String::new();
    for (i, (name, number)) in features.iter().enumerate() {
        written.push_str(&format!("{}\"{name} {i}\":", if i == 0 { "" } else { "," }));
        write::number(&mut written, *number);
    }
    let (mut metadata, mut timing) = (String::new(), "\"execute:test\":".to_owned());
    write::text(&mut metadata, "choices", choices.as_ref());
    write::seconds(&mut timing, seconds);
    let run = RunFields::new(&property, 7, 0);
    let line = CaseLine {
        status,
        reason: &escaped(reason),
        representation: &escaped(&texts.1),
        how: &escaped(&texts.2),
        features: &written,
        timing: &timing,
        metadata: &metadata,
        ..CaseLine::new(&run)
    };
    let line = line.parts().concat();
    assert_eq!(well_formed(&line), Ok(()));
    let Ok(Some(Line::Case(case))) = parse(&line) else { panic!("{line}") };
    assert_eq!((&*case.property, case.run_start, case.status), (&*property, 7.0, status));
    assert_eq!((&*case.reason, &*case.representation, &*case.how), (reason, &*texts.1, &*texts.2));
    assert_eq!(case.features.len(), features.len());
    for ((_, wanted), (_, read)) in features.iter().zip(&case.features) {
        let Value::Number(read) = read else { panic!("{read:?}") };
        assert!(read == wanted || read.is_nan() && wanted.is_nan(), "{read} {wanted}");
    }
    assert!((case.timing[0].1 - seconds.as_secs_f64()).abs() <= 1e-9 * seconds.as_secs_f64().max(1.0));
    let read = metadata_field(case.metadata.unwrap(), "choices").unwrap();
    assert_eq!(string(read).map(|text| text.into_owned()), choices);
    // What is written needs no mending.
    assert!(!mend(&mut line.clone().into_bytes()));
}

#[property]
fn debug_of_numbers_and_lists_is_json(lists: Vec<Vec<i64>>, pair: (i8, u8), text: String) {
    let written = |debug: String| {
        let mut out = String::new();
        write::value(&mut out, &debug);
        (out, debug)
    };
    let (out, debug) = written(format!("{lists:?}"));
    assert_eq!(out, debug);
    let (out, debug) = written(format!("{pair:?}"));
    assert_eq!(out, format!("\"{debug}\""));
    let (out, _) = written(format!("{text:?}"));
    assert!(string(&out).is_some(), "{out}");
}

#[test]
fn what_a_later_version_adds_is_no_obstacle() {
    let json =
        r#"{"version":9,"verdict":"failed","causes":[{"cause":"new","more":[1]}],"doubts":[{"doubt":"odd"}],"x":{}}"#;
    let outcome = Outcome::of_json(json).unwrap();
    assert_eq!(outcome.causes(), [Cause::Error { message: "new".to_owned() }]);
    assert_eq!(outcome.doubts, [Doubt::Warning { title: "odd".to_owned(), text: String::new() }]);
    for other in ["", "{}", "[]", r#"{"verdict":7}"#, r#"{"verdict":"perhaps"}"#] {
        assert_eq!(Outcome::of_json(other), None, "{other}");
    }
}

#[test]
fn an_outcome_fits_in_a_message_whatever_is_in_it() {
    let long = "\u{1}\"".repeat(2_000);
    let counterexample =
        Counterexample { representation: long.clone(), message: long.clone(), ..Counterexample::default() };
    let causes = vec![Cause::Counterexample(counterexample); 1000];
    let doubts = vec![Doubt::Never { label: long }; 1000];
    let json = Outcome { verdict: Verdict::Failed { causes }, doubts, ..Outcome::default() }.to_json();
    assert!(json.len() < 100_000, "{}", json.len());
    let read = Outcome::of_json(&json).unwrap();
    assert!(read.counterexamples().count() > 1 && read.doubts.len() > 1);
}

/// Facts of a run in which nothing failed.
fn passing(passed: u64, discarded: u64) -> Facts {
    Facts { tally: Tally { passed, discarded, ..Tally::default() }, wanted: Some(300), ..Facts::default() }
}

#[test]
fn each_rule_decides() {
    let kind = |facts: Facts| facts.judge().kind();
    let sample = |distinct, among, are_all| {
        let sample = Some(Sample { distinct, among, are_all, choices: 1 });
        kind(Facts { sample, ..passing(300, 0) })
    };
    assert_eq!(kind(passing(300, 300)), Kind::Passed);
    assert_eq!(kind(passing(300, 301)), Kind::Doubtful);
    // A few discarded cases are no sign of anything.
    assert_eq!(kind(passing(1, 9)), Kind::Passed);
    assert_eq!(kind(passing(1, 10)), Kind::Doubtful);
    assert_eq!(kind(passing(0, 0)), Kind::Doubtful);
    assert_eq!(kind(passing(0, 1)), Kind::Failed);
    assert_eq!(sample(9, 100, false), Kind::Doubtful);
    assert_eq!(sample(10, 100, false), Kind::Passed);
    assert_eq!(sample(9, 100, true), Kind::Passed);
    assert_eq!(sample(9, 49, false), Kind::Passed);
    let classes = |held| kind(Facts { classes: vec![("c".to_owned(), held)], ..passing(300, 0) });
    assert_eq!((classes(0), classes(1)), (Kind::Doubtful, Kind::Passed));
    let covers =
        |count| kind(Facts { covers: vec![("c".to_owned(), Cover::new(50.0, count, 1000))], ..passing(300, 0) });
    assert_eq!((covers(100), covers(480), covers(900)), (Kind::Failed, Kind::Doubtful, Kind::Passed));
    let huge =
        Facts { sample: Some(Sample { distinct: 10, among: 10, choices: 100_001, are_all: false }), ..passing(300, 0) };
    assert_eq!((huge.judge().doubts.len(), huge.judge().kind()), (1, Kind::Passed));
    // A saved failure that did not run is a doubt, whatever came of the other cases.
    let (file, why) = ("f.txt".to_owned(), "why".to_owned());
    let unread = Doubt::Unreadable { file: file.clone(), why: why.clone(), advice: "delete it".to_owned() };
    let unrun = vec![Doubt::Stale { file, why, was: "1".to_owned(), now: Some("2".to_owned()) }, unread];
    let stale = Facts { unrun: unrun.clone(), ..passing(300, 0) };
    assert_eq!((stale.judge().doubts, stale.judge().kind()), (unrun.clone(), Kind::Doubtful));
    assert_eq!(kind(Facts { doubts_fail: true, ..stale.clone() }), Kind::Failed);
    let claim = "the saved failure f.txt is stale: why; it was 1 and is 2 now";
    assert_eq!(stale.judge().sentence(None), format!("passes, but {claim}"));
    assert_eq!(unrun[0].to_string(), format!("{claim}; delete the file to discard it"));
    assert_eq!(unrun[1].to_string(), "the saved failure f.txt cannot be used: why; delete it");
    let failures = vec![Cause::Error { message: "no".to_owned() }];
    let failed = Facts { failures, ..stale.clone() }.judge();
    assert_eq!((failed.doubts.as_slice(), &*failed.sentence(None)), (&*unrun, "did not run: no"));
    let expected = vec![Cause::Unrepeatable { message: "no".to_owned() }];
    assert_eq!(kind(Facts { failures: expected, expects_panic: true, ..stale }), Kind::Doubtful);
    // Chosen cases say nothing about others, and where doubts fail, they fail.
    assert_eq!(kind(Facts { is_partial: true, ..passing(1, 10) }), Kind::Passed);
    assert_eq!(kind(Facts { doubts_fail: true, ..passing(1, 10) }), Kind::Failed);
    assert_eq!(kind(Facts { doubts_fail: true, ..huge }), Kind::Passed);
    assert_eq!(kind(Facts { doubts_fail: true, ..passing(300, 0) }), Kind::Passed);
}

#[test]
fn a_panic_that_is_expected_must_come() {
    let failed = || Cause::Counterexample(Counterexample::default());
    let judge = |failures: Vec<Cause>, passed, discarded| {
        Facts { expects_panic: true, failures, ..passing(passed, discarded) }.judge()
    };
    assert_eq!(judge(vec![failed()], 3, 0).verdict, Verdict::PanickedAsExpected);
    assert_eq!(judge(vec![failed()], 3, 0).kind(), Kind::Passed);
    assert_eq!(judge(vec![], 300, 0).causes(), [Cause::DidNotPanic]);
    // What could not be run, or was not tested, did not panic as it should.
    assert_eq!(judge(vec![], 0, 300).kind(), Kind::Failed);
    assert_eq!(judge(vec![Cause::Error { message: "no".to_owned() }], 0, 0).sentence(None), "did not run: no");
}
