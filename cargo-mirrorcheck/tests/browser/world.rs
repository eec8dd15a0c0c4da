//! What the tests show: files of observations, served and as a report.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use cargo_mirrorcheck::server::Server;
use serde_json::{Value, json};

/// A case of `tests::lists`: lists of three elements are discarded, one of five fails, and most come several times.
pub(crate) fn case(number: u64) -> Value {
    let (length, step) = (number % 7, number % 3);
    let status = match (length, step) {
        (5, 0) => "failed",
        (3, _) => "gave_up",
        _ => "passed",
    };
    let list: Vec<u64> = (0..length).map(|at| at * step).collect();
    json!({
        "type": "test_case",
        "run_start": 1_700_000_000.5,
        "property": "tests::lists",
        "status": status,
        "status_reason": match status { "failed" => "assertion failed at src/lib.rs:3:5", "gave_up" => "too short", _ => "" },
        "representation": format!("lists(list = {list:?})"),
        "arguments": { "list": list },
        "how_generated": if length == 0 { "explicit example" } else { "random" },
        "features": { "length": length, "kind": if length > 2 { "long" } else { "short" }, "share": length as f64 / 8.0 },
        "coverage": null,
        "timing": { "generate:list": 0.0001, "execute:test": 0.0002 * (length + 1) as f64 },
        "metadata": { "case": number },
    })
}

/// How many of the first sixty cases have this status.
pub(crate) fn count(status: &str) -> u64 {
    (0..60).filter(|number| case(*number)["status"] == status).count() as u64
}

/// The same with other fields.
pub(crate) fn with(mut line: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        line[name] = value.clone();
    }
    line
}

/// A folder of files, and a server of them.
pub(crate) struct World {
    pub(crate) folder: PathBuf,
    server: Option<Server>,
}

impl World {
    /// With sixty cases of `tests::lists`.
    pub(crate) fn new() -> World {
        let world = World::empty();
        world.append("first.jsonl", (0..60).map(case));
        world
    }

    pub(crate) fn empty() -> World {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("mirrorcheck-browser-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        World { folder, server: None }
    }

    /// Writes lines behind those that are in a file.
    pub(crate) fn append(&self, file: &str, lines: impl Iterator<Item = Value>) {
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(self.folder.join(file)).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }

    /// What the server says to pages that are open.
    pub(crate) fn say(&self, doing: &str) {
        self.server.as_ref().unwrap().say(doing);
    }

    /// An address of the server.
    pub(crate) fn url(&mut self, path: &str) -> String {
        let server = self.server.get_or_insert_with(|| Server::start(std::slice::from_ref(&self.folder), 0).unwrap());
        format!("http://127.0.0.1:{}{path}", server.port())
    }

    /// The address of a report of the same.
    pub(crate) fn report(&self) -> String {
        let file = self.folder.join("report.html");
        let arguments = ["report".as_ref(), self.folder.as_os_str(), "-o".as_ref(), file.as_os_str()];
        let output = mirrorcheck().args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        address(&file)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        drop(self.server.take());
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The program.
pub(crate) fn mirrorcheck() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cargo-mirrorcheck"))
}

/// A file as an address.
pub(crate) fn address(file: &Path) -> String {
    format!("file://{}", file.display())
}
