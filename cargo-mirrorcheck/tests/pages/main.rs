//! Whole pages, drawn from ordinary, hostile and empty views.

mod sample;

use cargo_mirrorcheck::filter::{Filter, Term};
use cargo_mirrorcheck::page::{Place, REPORT_SCRIPT, SCRIPT, STYLE, compare, examples, message, overview, report, run};
use cargo_mirrorcheck::view::{
    Chart, Comparison, Counts, Curve, Examples, Feature, Overview, Row, RunView, Shrinking, Summary, Timing,
};
use sample::{HOSTILE, Sample};

const SERVED: Place = Place::Served { version: 7 };
const PLAIN: Sample = Sample { is_hostile: false };

fn pages(sample: Sample) -> Vec<(&'static str, String)> {
    vec![
        ("overview", overview(&sample.overview(), "", SERVED)),
        ("run", run(&sample.run(420, 1), SERVED)),
        ("examples", examples(&sample.examples(), SERVED)),
        ("compare", compare(&sample.comparison(), SERVED)),
        ("report", report(&sample.overview(), &[(sample.run(420, 1), sample.excerpt())])),
    ]
}

/// The page without what the project itself inlines into it.
fn of_files(html: &str) -> String {
    html.replace(STYLE, "").replace(REPORT_SCRIPT, "")
}

#[test]
fn hostile_text_stays_text() {
    let mut all = pages(Sample { is_hostile: true });
    all.push(("message", message(HOSTILE, HOSTILE)));
    for (name, html) in all {
        let html = of_files(&html);
        let scripts = html.matches("<script").count();
        assert_eq!(scripts, 1, "{name} has the project's own script only");
        assert!(!html.contains("<img") && !html.contains("href=\"javascript"), "{name}");
        // What is sent back or copied is exact; it is not shown.
        let exact = attributes(&html)
            .into_iter()
            .filter(|(name, _)| ["value", "data-copy", "data-example", "data-examples", "data-is"].contains(name));
        let shown = exact.fold(html.clone(), |html, (name, value)| html.replace(&format!("{name}=\"{value}\""), ""));
        for bad in ["\0", "\x1b", "\u{202e}", "\u{7f}"] {
            assert!(!shown.contains(bad), "{name} has {bad:?}");
        }
        assert!(html.contains("&lt;script&gt;"), "{name} shows the text");
        assert!(!html.contains(" style=\""), "{name} has a style that the policy forbids");
        assert_eq!(
            attributes(&html).iter().filter(|(name, _)| name.starts_with("on")).count(),
            0,
            "{name} has a handler"
        );
    }
}

/// Names and values of all attributes, as a browser reads them.
fn attributes(html: &str) -> Vec<(&str, &str)> {
    let mut out = Vec::new();
    for tag in html.split('<').skip(1).filter(|tag| !tag.starts_with(['/', '!'])) {
        let mut rest = tag.trim_start_matches(|each: char| !each.is_whitespace() && each != '>');
        while let Some((name, after)) = rest.trim_start().split_once("=\"") {
            if name.contains('>') {
                break;
            }
            let (value, after) = after.split_once('"').expect("an attribute ends");
            out.push((name.rsplit(' ').next().unwrap_or(name), value));
            rest = after;
        }
    }
    out
}

#[test]
fn every_mark_leads_to_its_examples() {
    for (name, html) in pages(PLAIN) {
        let (prefix, least) = match name {
            "overview" | "examples" => continue,
            "report" => ("#examples-0?", 300),
            _ => ("/examples?property=trees::tests::insert_keeps_order&amp;start=1794770449.585&amp;", 300),
        };
        let marks = html.matches("<a class=\"mark\"").count();
        let linked = html.matches(&format!("<a class=\"mark\" href=\"{prefix}")).count();
        assert_eq!(marks, linked, "{name}");
        assert!(marks > least, "{name} has only {marks} marks");
    }
}

#[test]
fn a_report_asks_nobody() {
    let html = report(&PLAIN.overview(), &[(PLAIN.run(420, 1), PLAIN.excerpt())]);
    for (name, value) in attributes(&of_files(&html)) {
        if ["href", "src", "action"].contains(&name) && value != "/" {
            assert!(value.starts_with('#') || value.starts_with("data:"), "{name} leads to {value}");
        }
    }
    for own in [STYLE, SCRIPT, REPORT_SCRIPT] {
        assert!(!own.contains("http") && !own.contains("url("));
        assert!(!own.contains("</"), "it would end the element that it stands in");
    }
    assert!(html.contains("default-src 'none'"));
    assert!(html.contains("3 of 30 different cases are in this report"));
}

#[test]
fn identifiers_are_unique_and_headings_in_order() {
    for (name, html) in pages(PLAIN) {
        let html = of_files(&html);
        let mut ids: Vec<&str> =
            attributes(&html).into_iter().filter(|each| each.0 == "id").map(|each| each.1).collect();
        let many = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), many, "{name}");
        let levels = html.match_indices("<h").filter_map(|(at, _)| html[at + 2..].chars().next()?.to_digit(10));
        let mut before = 0;
        for level in levels {
            assert!(level <= before + 1, "{name} has h{level} after h{before}");
            before = level;
        }
    }
}

#[test]
fn nothing_is_drawn_at_no_place() {
    let mut odd = PLAIN.run(420, 1);
    odd.row.seconds = f64::NAN;
    odd.row.distinct = Curve { points: vec![(0, 0)], cases: 1, last: 0 };
    odd.coverage = Some(Curve::default());
    odd.timing.total = f64::INFINITY;
    odd.timing.by_size.iter_mut().for_each(|point| point.1 = f64::INFINITY);
    odd.timing.parts.iter_mut().for_each(|part| part.seconds = f64::NAN);
    for feature in &mut odd.features {
        match &mut feature.chart {
            Chart::Histogram { edges, summary, .. } => {
                edges[0] = f64::NEG_INFINITY;
                summary.mean = f64::NAN;
            }
            Chart::Categories { bars, .. } => bars.iter_mut().for_each(|bar| bar.count = 0),
            Chart::Scatter { points, .. } => points.iter_mut().for_each(|point| point.0 = 5.0),
        }
        feature.cases = 0;
    }
    let mut empty = PLAIN.run(420, 1);
    empty.row.counts = Counts::default();
    empty.row.distinct = Curve::default();
    empty.mosaic.iter_mut().flatten().for_each(|mark| mark.count = 0);
    empty.features = vec![Feature {
        name: "none".into(),
        cases: 0,
        chart: Chart::Histogram { bars: vec![], edges: vec![], is_whole: false, summary: Summary::default() },
    }];
    empty.pairs.iter_mut().flat_map(|pair| &mut pair.tiles).flatten().for_each(|mark| mark.count = 0);
    empty.timing = Timing::default();
    let none = Overview { properties: vec![], files: 0, bytes: 0, broken: vec![] };
    let pages = [
        run(&odd, SERVED),
        run(&empty, SERVED),
        compare(&Comparison { left: odd.clone(), right: empty.clone() }, SERVED),
        compare(&Comparison { left: odd.clone(), right: PLAIN.run(420, 1) }, SERVED),
        overview(&none, "", SERVED),
    ];
    for html in pages {
        for (name, value) in attributes(&html) {
            let is_odd = value.contains("NaN") || value.contains("inf");
            assert!(!is_odd, "{name}=\"{value}\"");
        }
        // A plot without anything in it would be a riddle.
        assert!(!html.contains("<div class=\"plot\"><svg height=\"168\"></svg>"));
    }
}

#[test]
fn a_page_says_how_shrinking_ended_and_what_is_flaky() {
    let mut view = PLAIN.run(420, 1);
    let mut says = |shrinking: Option<Shrinking>, is_flaky: bool, text: &str| {
        (view.counterexamples[0].shrinking, view.counterexamples[0].is_flaky) = (shrinking, is_flaky);
        let pages = [run(&view, SERVED), report(&PLAIN.overview(), &[(view.clone(), PLAIN.excerpt())])];
        pages.iter().all(|html| html.contains(text))
    };
    let (early, flaky) = ("Shrinking ran out of budget", "Flaky: it failed, and passed when it ran again");
    assert!(says(Some(Shrinking::OutOfBudget), false, early) && !says(Some(Shrinking::OutOfBudget), false, flaky));
    assert!(says(Some(Shrinking::Minimal), true, flaky) && !says(Some(Shrinking::Minimal), true, early));
    assert!(says(Some(Shrinking::Minimal), false, "Minimal: no single step makes it simpler."));
    assert!(says(Some(Shrinking::NotGenerated), false, "Not shrunk: the generator does not make this value."));
    assert!(says(None, false, "It was not shrunk"));
}

#[test]
fn doubts_and_hints_are_told_apart() {
    let mut view = PLAIN.run(420, 1);
    let sections = |view: &RunView| ["Doubts</h2>", "Hints</h2>"].map(|title| run(view, SERVED).contains(title));
    assert_eq!(sections(&view), [false, true]);
    view.row.warnings[0].is_doubt = true;
    assert_eq!(sections(&view), [true, false]);
    view.row.warnings.clear();
    assert_eq!(sections(&view), [false, false]);
}

#[test]
fn the_page_says_what_there_is() {
    let html = overview(&PLAIN.overview(), "", SERVED);
    assert!(html.contains("4 properties: 1 failed, 1 in doubt, 2 passed; 895 different cases in 890 ms."));
    assert!(html.contains("data-version=\"7\""));
    assert!(html.contains("1794770449585-77.jsonl</bdi>:17"));
    let none = Overview { properties: vec![], files: 0, bytes: 0, broken: vec![] };
    assert!(overview(&none, "", SERVED).contains("cargo mirrorcheck test"));
    let html = examples(&PLAIN.examples(), SERVED);
    assert!(html.contains("<strong>37</strong> of 420 cases, <strong>30</strong> different"));
    assert!(html.contains("it has 10,485,760 characters in all"));
    assert!(html.contains("page 2 of 3"));
}

#[test]
fn chips_take_their_own_term_away_and_quick_filters_stack() {
    let view = PLAIN.examples();
    let html = examples(&view, SERVED);
    let run = "property=trees::tests::insert_keeps_order&amp;start=1794770449.585";
    let link = |filter: &Filter| format!("href=\"/examples?{run}&amp;{}\"", filter.query().replace('&', "&amp;"));
    assert!(html.contains(&link(&view.filter.without(0))));
    assert!(html.contains(&link(&view.filter.without(1))));
    assert!(html.contains(&link(&view.filter.and(Term::Status("failed".into())))));
}

#[test]
fn two_runs_have_the_same_axes_and_their_differences_are_said() {
    let html = compare(&PLAIN.comparison(), SERVED);
    assert!(html.contains("420 more cases in the later run: 840 instead of 420."));
    assert!(html.contains("The mean of size is 3.86 in the later run, instead of 1.93."));
    let Comparison { left, right } = PLAIN.comparison();
    let earlier = Row { start: right.row.start - 9.0, ..right.row.clone() };
    let swapped = compare(&Comparison { left, right: RunView { row: earlier, ..right } }, SERVED);
    assert!(swapped.contains("420 fewer cases in the later run: 420 instead of 840."));
    let plots: Vec<&str> = html.split("<div class=\"plot\">").skip(1).collect();
    let ticks = |plot: &str| -> Vec<String> {
        let texts = plot.split("<text class=\"left\"").skip(1);
        texts.map(|text| text[..text.find("</text>").unwrap()].to_string()).collect()
    };
    for sides in plots.chunks(2) {
        assert_eq!(ticks(sides[0]), ticks(sides[1]));
        assert!(!ticks(sides[0]).is_empty());
    }
}

#[test]
fn of_very_many_properties_the_first_are_shown_and_all_are_found() {
    let mut view = PLAIN.overview();
    let last =
        Row { property: "zz::Last".into(), documentation: Some("Only HERE.".into()), ..view.properties[3].clone() };
    let like = |at: usize| Row { property: format!("tests::p{at}"), ..view.properties[3].clone() };
    view.properties = (0..1199).map(like).chain([last]).collect();
    let shown = |find: &str| overview(&view, find, SERVED).matches("data-property").count();
    assert_eq!(
        (shown(""), shown("TESTS::P11"), shown("last"), shown("zz only here"), shown("p1 nothing")),
        (500, 110, 1, 1, 0)
    );
    let html = overview(&view, "", SERVED);
    assert!(html.contains("1,200 properties") && html.contains("700 more properties are not shown"));
    assert!(html.matches("<option").count() <= 1000);
    let html = overview(&view, "zz \"<b>", SERVED);
    assert!(html.contains("value=\"zz &quot;&lt;b&gt;\"") && !html.contains("data-none hidden"), "{html}");
    let report = report(&view, &[]);
    assert_eq!(of_files(&report).matches("data-property").count(), 1200);
}

#[test]
fn rows_lead_to_the_latest_run_and_say_when_it_was() {
    let html = overview(&PLAIN.overview(), "", SERVED);
    assert!(html.contains("href=\"/run?property=trees::tests::insert_keeps_order\""));
    assert!(!html.contains("start="));
    assert_eq!(html.matches(">15 Nov, 19:20 UTC</time>").count(), 4);
}

#[test]
fn what_is_not_of_the_latest_run_says_so() {
    let mut view = PLAIN.run(420, 1);
    let later = |html: &str| html.contains("There is a later run of this property");
    assert!(!later(&run(&view, SERVED)));
    view.runs.insert(0, (view.row.start + 9.5, 3));
    let html = run(&view, SERVED);
    assert!(
        later(&html) && html.contains("<a href=\"/run?property=trees::tests::insert_keeps_order\">See the latest</a>")
    );
    assert!(!later(&report(&PLAIN.overview(), &[(view, PLAIN.excerpt())])));
    let view = PLAIN.examples();
    assert!(!later(&examples(&view, SERVED)));
    assert!(later(&examples(&Examples { latest: view.start + 1.0, ..view }, SERVED)));
}
