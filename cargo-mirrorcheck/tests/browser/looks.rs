//! How pages look: dark, narrow, printed; with the lines of others; and the pictures of the documentation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;

use super::chrome::{Chrome, chrome};
use super::world::{World, mirrorcheck};

const PAGES: [&str; 4] = [
    "/",
    "/run?property=tests::lists",
    "/examples?property=tests::lists&status=passed",
    "/compare?property=tests::lists&with=1700000000.5",
];

#[test]
fn pages_are_dark_where_that_is_wished() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    let colors = "(s => [s.backgroundColor, s.color].map(c => c.match(/[0-9.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)))\
         (getComputedStyle(document.body))";
    for path in PAGES.map(|path| world.url(path)).into_iter().chain([world.report()]) {
        page.open(&path);
        page.is_dark(false);
        let light = page.value(colors);
        page.is_dark(true);
        let dark = page.value(colors);
        let number = |value: &serde_json::Value| value.as_f64().unwrap();
        assert!(number(&light[0]) > number(&light[1]) && number(&dark[0]) < number(&dark[1]), "{path}: {light} {dark}");
    }
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn pages_fit_on_a_narrow_screen() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    let report = world.report();
    let parts = ["", "#run-0", "#examples-0?"].map(|part| format!("{report}{part}"));
    for width in [360, 768, 1280] {
        page.size(width, 900);
        for url in PAGES.map(|path| world.url(path)).into_iter().chain(parts.clone()) {
            page.open("about:blank");
            page.open(&url);
            let (scroll, inner) = (page.number("document.scrollingElement.scrollWidth"), page.number("innerWidth"));
            assert!(scroll <= inner, "{url} is {scroll} wide on a screen of {inner}");
        }
    }
}

#[test]
fn pages_can_be_printed() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let mut page = chrome.page();
    for url in [world.url("/"), world.url("/run?property=tests::lists"), world.report()] {
        page.open(&url);
        let pdf = page.pdf();
        assert!(pdf.starts_with(b"%PDF") && pdf.len() > 5_000, "{url}: {} bytes", pdf.len());
    }
}

/// Lines of another framework: some in its style, and those that it wrote itself where they are at hand.
#[test]
fn lines_of_another_framework_are_shown() {
    let Some(chrome) = chrome() else { return };
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let in_its_style = [("test_sums", 40), ("test_fails", 3)];
    shown(&chrome, &crate_folder.join("tests/data/shapes.jsonl"), 2, &in_its_style);
    let its_own = crate_folder.join("../../shared/data/hypothesis-sample.jsonl");
    match its_own.exists() {
        true => shown(&chrome, &its_own, 3, &[("test_pass_events", 251), ("test_fail", 2)]),
        false => eprintln!("skipped: there is no file of Hypothesis itself here"),
    }
}

/// Each property of a file, with as many cases.
fn shown(chrome: &Arc<Chrome>, file: &Path, properties: u64, cases: &[(&str, u64)]) {
    let mut world = World::empty();
    fs::copy(file, world.folder.join("others.jsonl")).unwrap();
    let mut page = chrome.page();
    page.open(&world.url("/"));
    let broken = page.number("document.querySelectorAll('.broken').length");
    assert_eq!((page.number("document.querySelectorAll('[data-property]').length"), broken), (properties, 0));
    for (property, cases) in cases {
        page.open(&world.url("/"));
        let link = format!(
            "[...document.querySelectorAll('[data-property] h2 a')].find(e => e.innerText.includes('{property}'))"
        );
        page.follow(|page| page.click_on(&link));
        page.follow(|page| page.click("p.actions a"));
        assert_eq!(page.number("Number(document.querySelector('.counted strong').innerText)"), *cases);
    }
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn pictures() {
    let Some(folder) = std::env::var_os("SCREENSHOTS").map(PathBuf::from) else {
        eprintln!("skipped: SCREENSHOTS does not say where to put them");
        return;
    };
    let Some(chrome) = chrome() else { return };
    let mut world = World::empty();
    let mut demo = mirrorcheck();
    demo.args(["demo", "--properties"]).env("MIRRORCHECK_OBSERVE", &world.folder);
    demo.env("MIRRORCHECK_KEEP", "false").env("MIRRORCHECK_SEED", "1").stderr(Stdio::null());
    assert!(demo.status().unwrap().success());
    let mut page = chrome.page();
    let property = |name: &str| format!("property=cargo_mirrorcheck::demo::{name}");
    for (name, path) in [
        ("overview", "/".to_owned()),
        ("run", format!("/run?{}#tested", property("insert_keeps_order"))),
        ("examples", format!("/examples?{}&in=size:3..6", property("insert_keeps_order"))),
    ] {
        page.size(1280, if name == "run" { 1300 } else { 900 });
        page.open(&world.url(&path));
        page.wait_until("document.querySelector('[data-live]').innerText === 'live'");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{name}.png")), page.screenshot()).unwrap();
    }
}
