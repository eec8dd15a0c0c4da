//! The texts of JSONTestSuite: whether each is JSON stands in its name.

use std::path::Path;

use mirrorcheck::prelude::*;

use super::rfc8259::document;

#[test]
fn each_text_gets_the_verdict_that_its_name_asks_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/json-test-suite");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return eprintln!("skipped: there are no texts of JSONTestSuite in {}", folder.display());
    };
    let (mut accepted, mut refused, mut wrong) = (0, 0, Vec::new());
    for path in entries.map(|entry| entry.unwrap().path()) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".json")) else {
            continue;
        };
        let bytes = std::fs::read(&path).unwrap();
        let is_json = document().parse_bytes(&bytes).is_ok();
        if let Ok(text) = String::from_utf8(bytes) {
            assert_eq!(document().try_contains(&text), Ok(is_json), "{name}");
        }
        match (name.split('_').next(), is_json) {
            (Some("y"), true) => accepted += 1,
            (Some("n"), false) => refused += 1,
            // Here the RFC leaves it open.
            (Some("i"), _) => {}
            _ => wrong.push(name.to_owned()),
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(accepted >= 40 && refused >= 80, "{accepted} accepted, {refused} refused");
}
