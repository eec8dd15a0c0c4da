//! Pages of the server.

use serde_json::json;

use super::chrome::{Page, chrome};
use super::world::{World, case, count, with};

const RUN: &str = "/run?property=tests::lists";

/// How many cases the page of examples says that it shows.
const MATCHING: &str = "Number(document.querySelector('.counted strong').innerText.replaceAll(',', ''))";

/// How many cases the examples on the page stand for.
const SHOWN: &str = "[...document.querySelectorAll('.example')].reduce((sum, e) => \
     sum + Number((e.querySelector('.times')?.innerText ?? '1').replace(/[^0-9]/g, '')), 0)";

#[test]
fn a_run_appears_while_the_page_is_open() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::empty();
    let mut page = chrome.page();
    page.open(&world.url("/"));
    page.wait_until("document.body.innerText.includes('cargo mirrorcheck test')");

    world.append("first.jsonl", (0..20).map(case));
    page.wait_until("document.querySelectorAll('[data-property]').length === 1");
    page.wait_until("document.body.innerText.includes('tests::lists')");

    // More of the same run, and another property, in another file.
    world.append("first.jsonl", (20..60).map(case));
    let passed = format!("{} passed", count("passed"));
    page.wait_until(&format!("document.querySelector('.counts').innerText.includes({})", json!(passed)));
    world.append("second.jsonl", (0..3).map(|number| with(case(number), json!({ "property": "tests::new" }))));
    page.wait_until("document.querySelectorAll('[data-property]').length === 2");
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn what_is_going_on_stands_on_every_page() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    page.open(&world.url(RUN));
    let said = "document.querySelector('[data-live]').innerText";
    page.wait_until(&format!("{said} === 'live'"));
    world.say("the build <b>fails</b>");
    page.wait_until(&format!("{said} === 'the build <b>fails</b>'"));
    world.say("");
    page.wait_until(&format!("{said} === 'live'"));
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn what_people_typed_and_opened_stays_when_the_page_changes() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    page.open(&world.url("/"));
    page.write_into("#find", "LISTS");
    world.append("second.jsonl", (0..3).map(|number| with(case(number), json!({ "property": "tests::new" }))));
    page.wait_until("document.body.innerText.includes('1 of 2 properties found')");
    assert_eq!(page.text("document.activeElement.value"), "LISTS");
    assert_eq!(page.number("document.querySelectorAll('[data-property]').length"), 1);
    page.write_into("#find", "x");
    page.wait_until("document.querySelector('[data-none]').checkVisibility()");
    assert_eq!(page.text("document.activeElement.value"), "LISTSx");
    (0.."LISTSx".len()).for_each(|_| page.press("Backspace"));
    page.wait_until("document.querySelectorAll('[data-property]').length === 2");
    assert_eq!(page.text("document.activeElement.value"), "");
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn a_page_that_is_open_follows_the_latest_run() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    page.open(&world.url("/"));
    page.follow(|page| page.click("[data-property] h2 a"));
    // The way to the examples and back does not end it.
    page.follow(|page| page.click("p.actions a"));
    page.follow(|page| page.click("nav.crumbs a:last-of-type"));
    let generated =
        "[...document.querySelectorAll('.facts div')].find(e => e.innerText.includes('generated')).innerText";
    page.wait_until(&format!("{generated}.includes('60')"));
    let later = |number| with(case(number), json!({ "run_start": 1_700_000_900.25 }));
    world.append("second.jsonl", (0..31).map(later));
    page.wait_until(&format!("{generated}.includes('31')"));
    assert!(!page.text("document.body.innerText").contains("later run"));

    // One that is of a certain run stays, and says so.
    page.open(&world.url("/run?property=tests::lists&start=1700000000.5"));
    page.wait_until(&format!("{generated}.includes('60')"));
    page.follow(|page| page.click("p.later a"));
    page.wait_until(&format!("{generated}.includes('31')"));
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn a_bar_leads_to_as_many_examples_as_it_says() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    // The bars of a chart of numbers, of categories, and the tiles of the mosaic.
    for (bars, count) in [
        ("svg a.mark:has(rect.bar)", "e.querySelector('title').textContent.match(/: ([0-9,]+) case/)[1]"),
        ("ul.bars a.row", "e.querySelector('.count').innerText"),
        ("svg a.mark:has(rect.tile.discarded)", "e.querySelector('title').textContent.match(/: ([0-9,]+) case/)[1]"),
        ("svg a.mark:has(rect.tile.failed)", "e.querySelector('title').textContent.match(/: ([0-9,]+) case/)[1]"),
    ] {
        page.open(&world.url(RUN));
        let many = page.number(&format!("document.querySelectorAll({}).length", json!(bars)));
        assert!(many > 0, "{bars}");
        for at in 0..many.min(3) {
            page.open(&world.url(RUN));
            let bar = format!("document.querySelectorAll({})[{at}]", json!(bars));
            let says = page.number(&format!("(e => Number({count}))({bar})"));
            page.follow(|page| page.click_on(&bar));
            assert_eq!((page.number(MATCHING), page.number(SHOWN)), (says, says), "{bars} {at}");
        }
    }
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn points_and_curves_lead_to_their_examples() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    for mark in ["svg a.mark:has(circle.point)", "svg a.mark:has(circle.dot)"] {
        page.open(&world.url(RUN));
        page.follow(|page| {
            page.click_on(&format!("[...document.querySelectorAll({})].at(-1)", json!(format!("{mark} circle"))))
        });
        assert!(page.text("location.pathname") == "/examples" && page.number(MATCHING) > 0, "{mark}");
    }
}

#[test]
fn filters_stack_and_are_taken_away() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    page.open(&world.url("/examples?property=tests::lists"));
    assert_eq!(page.number(MATCHING), 60);
    page.follow(|page| page.click_on(&chip("discarded")));
    assert_eq!(page.number(MATCHING), count("gave_up"));
    page.follow(|page| page.click_on(&chip("unique")));
    let unique = page.number(MATCHING);
    assert!(unique < count("gave_up") && unique == page.number(SHOWN));
    assert_eq!(chips(&mut page), 2);

    // One is taken away by its chip, the other stays.
    page.follow(|page| page.click("ul.chips a.chip.on"));
    assert_eq!(chips(&mut page), 1);
    page.follow(|page| drop(page.value("void setTimeout(() => history.back())")));
    assert_eq!((page.number(MATCHING), chips(&mut page)), (unique, 2));
    page.follow(|page| drop(page.value("void setTimeout(() => history.back())")));
    assert_eq!((page.number(MATCHING), chips(&mut page)), (count("gave_up"), 1));

    // Text is one more filter, and so is a feature of an example.
    page.write_into("input[name=text]", "LIST = [0, 1");
    page.follow(|page| page.press("Enter"));
    assert_eq!(chips(&mut page), 2, "{}", page.text("location.href"));
    let found = page.number(MATCHING);
    assert!(found > 0 && found == page.number(SHOWN));
    assert!(
        page.value("[...document.querySelectorAll('.value')].every(e => e.innerText.includes('list = [0, 1'))") == true
    );
    page.follow(|page| page.click(".example ul.chips a.chip"));
    assert_eq!(chips(&mut page), 3);
    assert_eq!(page.complaints(), [""; 0]);
}

/// A chip of the filters by what stands on it.
fn chip(text: &str) -> String {
    format!("[...document.querySelectorAll('.quick a.chip')].find(e => e.innerText.trim() === {})", json!(text))
}

fn chips(page: &mut Page) -> u64 {
    page.number("document.querySelectorAll('.filters ul.chips a.chip.on').length")
}

#[test]
fn an_example_leads_to_its_line() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    page.open(&world.url("/examples?property=tests::lists&status=failed"));
    page.follow(|page| page.click("a[href^='/raw']"));
    let line: serde_json::Value = serde_json::from_str(&page.text("document.body.innerText")).unwrap();
    // Numbers in text may be read as their neighbours.
    assert_eq!(line, serde_json::from_str::<serde_json::Value>(&case(12).to_string()).unwrap());
}

#[test]
fn runs_are_compared() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let later = |number| with(case(number), json!({ "run_start": 1_700_000_900.25 }));
    world.append("second.jsonl", (0..30).map(later));
    let mut page = chrome.page();
    page.open(&world.url("/"));
    page.follow(|page| page.click("a[href^='/compare']"));
    let text = page.text("document.querySelector('main').innerText");
    assert!(text.contains("30") && text.contains("60"), "{text}");
    page.open(&world.url(RUN));
    page.follow(|page| page.click("form.compare button"));
    let address = page.text("location.href");
    assert!(address.contains("with=1700000000.5"), "{address}");
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn the_keyboard_is_enough() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    page.open(&world.url("/"));
    tab_to(&mut page, "document.activeElement.matches('[data-property] h2 a')");
    page.follow(|page| page.press("Enter"));
    assert_eq!(page.text("location.pathname"), "/run");
    tab_to(
        &mut page,
        "document.activeElement.matches('svg a.mark') && !!document.activeElement.querySelector('rect.bar')",
    );
    let says =
        page.number("Number(document.activeElement.querySelector('title').textContent.match(/: ([0-9,]+) case/)[1])");
    // Where the focus is can be seen.
    let outline = "(s => s.outlineStyle !== 'none' || s.stroke !== 'none')(getComputedStyle(document.activeElement)) || \
         [...document.activeElement.children].some(e => (s => s.outlineStyle !== 'none' || s.stroke !== 'none')(getComputedStyle(e)))";
    assert_eq!(page.value(outline), true);
    page.follow(|page| page.press("Enter"));
    assert_eq!((page.text("location.pathname"), page.number(MATCHING)), ("/examples".to_owned(), says));
}

fn tab_to(page: &mut Page, condition: &str) {
    for _ in 0..300 {
        page.press("Tab");
        if page.value(condition) == true {
            return;
        }
    }
    panic!("the Tab key does not come to {condition}");
}
