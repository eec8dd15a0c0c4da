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
