//! What comes from a file is text, whatever it is.

use serde_json::{Value, json};

use super::chrome::chrome;
use super::world::{World, case, with};

const HOSTILE: &str = "<script>window.hacked=1</script><img src=x onerror='window.hacked=1'>\"'></pre></title></style>\
     <svg onload=window.hacked=1><a href=\"javascript:window.hacked=1\">x</a>]]>--><!--\u{202e}\u{0}{{7*7}}`${1}`";

/// Puts hostile text into every string, and into every name that is free.
fn hostile(value: Value, is_free: bool) -> Value {
    match value {
        Value::String(text) => Value::String(format!("{text} {HOSTILE}")),
        Value::Array(items) => items.into_iter().map(|item| hostile(item, true)).collect(),
        Value::Object(fields) => {
            let named = |name: String| if is_free { format!("{name} {HOSTILE}") } else { name };
            fields
                .into_iter()
                .map(|(name, value)| (named(name), hostile(value, true)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        other => other,
    }
}

fn lines() -> impl Iterator<Item = Value> {
    let cases = (0..40).map(|number| {
        let line = case(number);
        let mut made = hostile(line.clone(), false);
        for kept in ["type", "status"] {
            made[kept] = line[kept].clone();
        }
        if number == 12 {
            made["how_generated"] = json!(format!("minimal failing case {HOSTILE}"));
            made["metadata"] = json!({
                "failure": 0, "minimal": true, "executions": 3, "explanation": HOSTILE, "replay": HOSTILE,
                "notes": [HOSTILE], "choices": "node(1 leaf)",
            });
        }
        made
    });
    let property = case(0)["property"].as_str().unwrap().to_owned();
    let message = move |kind: &str, title: &str, content: String| {
        json!({
            "type": kind, "run_start": case(0)["run_start"], "property": format!("{property} {HOSTILE}"),
            "title": title, "content": content,
        })
    };
    let link = format!("[link](javascript:window.hacked=1) ![x](javascript:window.hacked=1) **{HOSTILE}** `{HOSTILE}`");
    let messages = [
        message("info", "documentation", link.clone()),
        message("info", "source", format!("`{HOSTILE}:1`\n\n```rust\n{HOSTILE}\n```")),
        message("alert", HOSTILE, link.clone()),
        message("info", HOSTILE, link),
    ];
    messages.into_iter().chain(cases)
}

/// Everything on the page that could be made to act is clicked on; none of it may.
const CLICK_ALL: &str = "for (const e of document.querySelectorAll('a[href]')) \
     if (!/^(https?|file):$/.test(e.protocol ?? new URL(e.href.baseVal, location.href).protocol)) throw e.outerHTML;";

#[test]
fn a_hostile_file_is_shown_and_does_nothing() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::empty();
    world.append("hostile.jsonl", lines());
    world.append("later.jsonl", lines().map(|line| with(line, json!({ "run_start": 1_700_000_900.25 }))));
    std::fs::write(world.folder.join(format!("{}.jsonl", "<img src=x onerror=alert(1)>")), "no JSON\n").unwrap();
    let mut page = chrome.page();
    page.open(&world.url("/"));
    let run = page.text("document.querySelector('[data-property] h2 a').href");
    let examples = run.replace("/run?", "/examples?");
    let more = format!("{examples}&text=%3Cscript%3Ewindow.hacked%3D1%3C%2Fscript%3E&is=a:%22%3E%3Cb%3E");
    let compare = run.replace("/run?", "/compare?");
    let raw = format!("{}&case=1", run.replace("/run?", "/raw?"));
    let message = world.url("/%3Cscript%3Ewindow.hacked=1%3C/script%3E");
    for url in [world.url("/"), run, examples, more, compare, raw, world.report()] {
        page.open(&url);
        page.wait_until("document.readyState === 'complete'");
        assert!(page.text("document.body.innerText").contains("window.hacked"), "{url}");
        assert_eq!(page.text("typeof window.hacked"), "undefined", "{url}");
        page.value(&format!("(() => {{ {CLICK_ALL} }})()"));
        assert_eq!(
            page.number("document.querySelectorAll('main script, main img, main [onload], main [onerror]').length"),
            0
        );
        assert_eq!(page.complaints(), [""; 0], "{url}");
    }
    // In the report, all views.
    for fragment in ["#run-0", "#examples-0?text=<script>window.hacked=1</script>", "#<script>window.hacked=1</script>"]
    {
        page.value(&format!("void (location.hash = {})", json!(fragment)));
        page.wait_until("document.querySelectorAll('.view.shown').length === 1");
        assert_eq!(page.text("typeof window.hacked"), "undefined", "{fragment}");
    }
    assert_eq!(page.complaints(), [""; 0]);
    // That a page is missing is no fault of a file, but the browser complains about it.
    page.open(&message);
    assert_eq!(page.text("typeof window.hacked"), "undefined");
}

#[test]
fn another_page_can_neither_read_nor_load_this_one() {
    let Some(chrome) = chrome() else { return };
    let mut world = World::new();
    let ours = world.url("/overview.json");
    let mut page = chrome.page();
    page.open("about:blank");
    let read = format!("fetch({}).then(a => a.text()).catch(() => 'refused')", json!(ours));
    assert_eq!(page.text(&read), "refused");
    let loaded = format!(
        "new Promise(done => {{ const s = document.createElement('script'); s.src = {}; \
         s.onload = () => done('loaded'); s.onerror = () => done('refused'); document.head.append(s); }})",
        json!(world.url("/script.js"))
    );
    assert_eq!(page.text(&loaded), "refused");
}
