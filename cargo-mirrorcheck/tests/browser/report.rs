//! The report: one file, without a server and without a network.

use serde_json::json;

use super::chrome::{Page, chrome};
use super::world::{World, case, with};

#[test]
fn it_opens_without_a_network_and_asks_for_nothing() {
    let Some(chrome) = chrome() else { return };
    let world = World::new();
    let url = world.report();
    let mut page = chrome.page();
    page.is_offline(true);
    page.open(&url);
    assert!(page.text("document.body.innerText").contains("tests::lists"));
    for fragment in ["#run-0", "#examples-0?", "#examples-0?status=failed", "#overview"] {
        page.value(&format!("void (location.hash = {})", json!(fragment)));
        page.wait_until("document.querySelectorAll('.view.shown').length === 1");
    }
    let others: Vec<String> =
        page.requests().into_iter().filter(|asked| asked.split('#').next() != Some(&url)).collect();
    assert_eq!(others, [""; 0]);
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn its_filters_agree_with_the_server() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let (mut report, mut served) = (chrome.page(), chrome.page());
    report.open(&world.report());
    for filter in [
        "status=passed",
        "status=failed",
        "status=discarded",
        "is=kind:long",
        "is=length:3",
        "in=length:2..5",
        "in=length:2..=5",
        "in=share:..0.25",
        "in=length:6..",
        "text=LIST%20%3D%20%5B0%2C%201",
        "status=passed&is=kind:short&in=length:1..",
        "status=failed&is=kind:short",
    ] {
        served.open(&world.url(&format!("/examples?property=tests::lists&{filter}")));
        report.value(&format!("void (location.hash = {})", json!(format!("#examples-0?{filter}"))));
        let query = json!(format!("?{filter}"));
        report.wait_until(&format!(
            "location.hash.endsWith({query}) && !!document.querySelector('.view.shown[data-examples]')"
        ));
        let of_server = values(&mut served, "");
        wait_for_values(&mut report, &of_server);
        assert_eq!(values(&mut report, ".view.shown "), of_server, "{filter}");
    }
    assert_eq!(report.complaints(), [""; 0]);
}

/// What the examples on the page look like, in the order of the alphabet.
fn values(page: &mut Page, within: &str) -> Vec<String> {
    let script = format!(
        "[...document.querySelectorAll({})].filter(e => e.checkVisibility()).map(e => e.querySelector('.value').innerText)",
        json!(format!("{within}.example"))
    );
    let mut values: Vec<String> = serde_json::from_value(page.value(&script)).unwrap();
    values.sort();
    values
}

fn wait_for_values(page: &mut Page, wanted: &[String]) {
    let many = wanted.len();
    page.wait_until(&format!(
        "[...document.querySelectorAll('.view.shown .example')].filter(e => e.checkVisibility()).length === {many}"
    ));
}

#[test]
fn bars_chips_and_the_back_button_work_in_it() {
    let Some(chrome) = chrome() else { return };
    let world = World::new();
    let mut page = chrome.page();
    page.open(&world.report());
    page.click("[data-property] h2 a");
    page.wait_until("document.querySelector('.view.shown').id === 'run-0'");
    let bar = "[...document.querySelectorAll('.view.shown ul.bars a.row')].find(e => e.innerText.includes('short'))";
    let says = page.number(&format!("Number({bar}.querySelector('.count').innerText)"));
    page.click_on(bar);
    page.wait_until("document.querySelector('.view.shown').id === 'examples-0'");
    let matching = "document.querySelector('.view.shown [data-matching]').innerText";
    assert!(page.text(matching).contains(&format!("({says} cases)")), "{says}");
    assert_eq!(page.number("document.querySelectorAll('.view.shown [data-chips] a').length"), 1);
    page.click(".view.shown button[data-term='status=passed']");
    page.wait_until("document.querySelectorAll('.view.shown [data-chips] a').length === 2");
    page.click(".view.shown [data-chips] a");
    page.wait_until("document.querySelectorAll('.view.shown [data-chips] a').length === 1");
    page.value("void history.back()");
    page.wait_until("document.querySelectorAll('.view.shown [data-chips] a').length === 2");
    page.value("void history.go(-2)");
    page.wait_until("document.querySelector('.view.shown').id === 'run-0'");
    assert_eq!(page.complaints(), [""; 0]);
}

/// Follows every mark of a run and gives those that find another number of cases than they say: where, says, found.
const DISAGREEING: &str = r"(() => {
    const number = text => Number(text.replaceAll(',', ''));
    const title = e => e.querySelector('title').textContent;
    const marks = [
        ['ul.bars a.row', e => number(e.querySelector('.count').textContent)],
        ['svg a.mark:has(rect.bar), svg a.mark:has(rect.tile)', e => number(title(e).match(/: ([0-9,]+) case/)[1])],
        ['svg a.mark:has(circle.dot)', e => (([, from, to]) => number(to) - number(from) + 1)(title(e).match(/^cases (.*) to (.*):/))],
        ['svg a.mark:has(circle.point), ol.slow a', () => 1],
    ];
    const out = { followed: 0, wrong: [] };
    for (const [selector, says] of marks) {
        const links = [...document.querySelectorAll(`#run-0 :is(${selector})`)];
        if (!links.length) out.wrong.push(selector);
        for (const link of links) {
            history.replaceState(null, '', link.getAttribute('href'));
            show();
            const text = document.querySelector('.view.shown [data-matching]').innerText;
            const found = number((text.match(/\(([0-9,]+) case/) || ['', '-1'])[1]);
            out.followed += 1;
            if (found !== says(link)) out.wrong.push([link.getAttribute('href'), says(link), text]);
        }
    }
    return out;
})()";

#[test]
fn every_mark_of_it_finds_as_many_cases_as_it_says() {
    let Some(chrome) = chrome() else { return };
    let world = World::empty();
    // Each value passes, fails and is discarded in turn, and what is said of it differs from case to case. Of those that
    // have all of this in common there are several.
    let line = |at: u64| {
        let number = at % 60;
        let status = ["passed", "failed", "gave_up"][(at / 60 * (number + 1) % 3) as usize];
        let digit = ["0x10", "16", "1e1", "10", ""][(number / 3 % 5) as usize];
        let made = ["random", "", "explicit example"][(number / 7 % 3) as usize];
        let features = json!({
            "digit": digit,
            "number": number % 4,
            "share": (number % 9) as f64 / 8.0,
            "odd": number % 2 == 1,
            "many": format!("value {}", number % 31),
            "both": { "x": number, "y": number % 10 },
            "some times": if number % 6 == 0 { json!(number) } else { json!("inf") },
        });
        let fields = json!({
            "status": status,
            "representation": format!("flaky(n = {})", number / 2 % 5),
            "how_generated": made,
            "features": features,
            "timing": { "execute:test": 0.001 * (at % 17) as f64 },
        });
        with(case(at), fields)
    };
    world.append("flaky.jsonl", (0..240).map(line));
    let mut page = chrome.page();
    page.open(&world.report());
    let out = page.value(DISAGREEING);
    assert_eq!(out["wrong"], json!([]));
    assert!(out["followed"].as_u64().unwrap() > 150, "{out}");
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn of_what_is_rare_it_has_some_and_says_how_much_is_left_out() {
    let Some(chrome) = chrome() else { return };
    let world = World::empty();
    let line = |number: u64| {
        let features = json!({ "late": number >= 900, "third": number % 3 });
        with(
            case(number),
            json!({ "status": "passed", "representation": format!("big(n = {number})"), "features": features }),
        )
    };
    world.append("big.jsonl", (0..1000).map(line));
    let mut page = chrome.page();
    page.open(&world.report());
    let mut says = |filter: &str| {
        page.value(&format!("history.replaceState(null, '', {}), show()", json!(format!("#examples-0?{filter}"))));
        let some = "[...document.querySelectorAll('.view.shown .example')].filter(e => e.checkVisibility()).length";
        (page.text("document.querySelector('.view.shown [data-matching]').innerText.trim()"), page.number(some))
    };
    for (filter, all) in [("is=late:true", "100"), ("in=third:2..%3D2", "333"), ("in=%23case:975..1000", "25")] {
        let (text, shown) = says(filter);
        assert!(
            shown > 0 && text.starts_with(&format!("{shown} of its {all} cases are in this report")),
            "{filter}: {text}"
        );
    }
    let (text, shown) = says("is=late:true&text=BIG");
    assert_eq!(text, format!("{shown} different ({shown} cases) of those in this report match."));
    assert_eq!(says("unique=no"), ("0 different (0 cases) match.".to_owned(), 0));
    assert_eq!(says("in=%23case:711..=711").0, "Its only case is not in this report.");
}

#[test]
fn it_says_that_long_texts_are_cut() {
    let Some(chrome) = chrome() else { return };
    let world = World::empty();
    let long = |number: u64| format!("long({number}{} needle)", "x".repeat(if number == 2 { 5000 } else { 10 }));
    world.append("long.jsonl", (0..4).map(|number| with(case(number), json!({ "representation": long(number) }))));
    let mut page = chrome.page();
    page.open(&format!("{}#examples-0?text=Needle", world.report()));
    let text = page.text("document.querySelector('.view.shown').innerText");
    assert!(text.contains("3 different (3 cases) match."), "{text}");
    assert!(text.contains("Long cases are cut in this report: 1 more may have this text further on."), "{text}");
}

#[test]
fn of_very_many_examples_it_has_the_failures_and_says_what_is_left_out() {
    let Some(chrome) = chrome() else { return };
    let world = World::empty();
    let line = |number: u64| {
        let status = if number % 500 == 499 { "failed" } else { "passed" };
        with(case(number), json!({ "status": status, "representation": format!("lists(list = [{number}])") }))
    };
    world.append("many.jsonl", (0..2000).map(line));
    let mut page = chrome.page();
    page.open(&format!("{}#examples-0?", world.report()));
    assert_eq!(page.number("document.querySelectorAll('.example').length"), 300);
    assert_eq!(page.number("document.querySelectorAll('.example.failed').length"), 4);
    let text = page.text("document.querySelector('.view.shown').innerText");
    assert!(text.contains("300 of 2,000 different cases are in this report"), "{text}");
}
