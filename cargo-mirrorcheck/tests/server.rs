//! The server as others see it, good and bad: by bytes on a connection.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cargo_mirrorcheck::server::Server;

/// A server of a file with two cases of `tests::small`.
struct Served {
    server: Server,
    folder: PathBuf,
}

impl Served {
    fn new(name: &str) -> Served {
        let folder = std::env::temp_dir().join(format!("mirrorcheck-server-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut lines = String::new();
        for n in 0..2 {
            let _ = writeln!(
                lines,
                r#"{{"type":"test_case","run_start":5.5,"property":"tests::small","status":"passed","status_reason":"","representation":"small(n = {n})","arguments":{{"n":{n}}},"how_generated":"random","features":{{"n":{n}}},"coverage":null,"timing":{{"execute:test":0.001}},"metadata":{{}}}}"#
            );
        }
        std::fs::write(folder.join("a.jsonl"), lines).unwrap();
        Served { server: Server::start(std::slice::from_ref(&folder), 0).unwrap(), folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.server.port())).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Sends bytes and gives the whole answer.
    fn send(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn ask(&self, method: &str, path: &str, headers: &str) -> String {
        let host = format!("127.0.0.1:{}", self.server.port());
        self.send(&format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n"))
    }

    fn get(&self, path: &str) -> String {
        self.ask("GET", path, "")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[track_caller]
fn assert_status(answer: &str, status: u16) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
}

#[test]
fn pages_data_and_the_line_itself() {
    let served = Served::new("pages");
    for path in
        ["/", "/run?property=tests::small", "/run?property=tests%3A%3Asmall&start=5.5", "/style.css", "/script.js"]
    {
        assert_status(&served.get(path), 200);
    }
    let examples = served.get("/examples?property=tests::small&in=n:1..=1");
    assert!(examples.contains("small(n = 1)") && !examples.contains("small(n = 0)"), "{examples}");
    assert_status(&served.get("/compare?property=tests::small&with_property=tests::small"), 200);
    let overview = served.get("/overview.json");
    assert!(overview.contains("application/json") && overview.contains(r#""property":"tests::small""#), "{overview}");
    assert!(served.get("/run.json?property=tests::small").contains(r#""mosaic""#));
    assert!(served.get("/examples.json?property=tests::small&text=SMALL").contains(r#""matching":2"#));
    let raw = served.get("/raw?property=tests::small&case=1");
    assert!(raw.contains(r#""type":"test_case""#) && raw.contains("small(n = 1)"), "{raw}");
    let version = served.get("/version");
    assert!(version.rsplit("\r\n").next().unwrap().trim().parse::<u64>().is_ok(), "{version}");
}

#[test]
fn properties_are_found_by_the_server() {
    let served = Served::new("find");
    for (find, is_found) in
        [("SMALL", true), ("tests+small", true), ("", true), ("large", false), ("small+large", false)]
    {
        let answer = served.get(&format!("/?find={find}"));
        assert_status(&answer, 200);
        assert_eq!(answer.contains("data-property"), is_found, "{find}");
        assert!(answer.contains(&format!("name=\"find\" value=\"{}\"", find.replace('+', " "))), "{answer}");
    }
    assert_status(&served.get("/?find=a&find=b"), 400);
}

#[test]
fn one_run_has_nothing_to_be_compared_with() {
    let served = Served::new("alone");
    for query in ["", "&start=5.5", "&with=5.5", "&with_property=tests::small"] {
        let answer = served.get(&format!("/compare?property=tests::small{query}"));
        assert_status(&answer, 200);
        assert!(answer.contains("Nothing to compare with yet") && !answer.contains("same counts"), "{answer}");
    }
    let line = std::fs::read_to_string(served.folder.join("a.jsonl")).unwrap();
    std::fs::write(served.folder.join("b.jsonl"), line.replace("5.5,", "7.5,")).unwrap();
    let is_read = || served.get("/overview.json").contains("7.5");
    assert!((0..200).any(|_| is_read() || (std::thread::sleep(Duration::from_millis(50)), false).1));
    for query in ["", "&start=7.5", "&start=5.5", "&with=5.5", "&with_property=tests::small"] {
        let answer = served.get(&format!("/compare?property=tests::small{query}"));
        assert!(answer.contains("<h1>Two runs</h1>"), "{query}: {answer}");
    }
    assert!(served.get("/compare?property=tests::small&with=7.5").contains("the same run twice"));
}

#[test]
fn what_is_not_there_and_what_makes_no_sense() {
    let served = Served::new("missing");
    for path in [
        "/nothing",
        "/run?property=tests::other",
        "/run?property=tests::small&start=6",
        "/raw?property=tests::small&case=2",
        "/raw?property=tests::small&case=18446744073709551615",
        "/compare?property=tests::small&with=9",
    ] {
        assert_status(&served.get(path), 404);
    }
    for path in [
        "/run",
        "/run?property=%zz",
        "/run?property=%ff",
        "/run?property=a&property=b",
        "/run?property=tests::small&start=now",
        "/examples?property=tests::small&status=maybe",
        "/examples?property=tests::small&in=n",
        "/examples?property=tests::small&page=-1",
        "/raw?property=tests::small",
        "/raw?property=tests::small&case=1e9",
    ] {
        assert_status(&served.get(path), 400);
    }
    assert_status(&served.get("/examples?property=tests::small&page=99999999999"), 200);
}

#[test]
fn paths_lead_nowhere() {
    let served = Served::new("paths");
    for path in [
        "/../../../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "//etc/passwd",
        "/./style.css",
        "/style.css/..",
        "/a.jsonl",
        "/run/../style.css",
        "http://127.0.0.1/etc/passwd",
        "*",
    ] {
        let answer = served.get(path);
        assert_status(&answer, 404);
        assert!(!answer.contains("root:"), "{answer}");
    }
    // What was asked for is shown, as text.
    let answer = served.get("/<script>alert(1)</script>");
    assert!(!answer.contains("<script>alert"), "{answer}");
}

#[test]
fn only_this_machine_and_its_own_pages_are_answered() {
    let served = Served::new("guard");
    let port = served.server.port();
    let host = |host: &str| served.send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
    assert_status(&host(&format!("localhost:{port}")), 200);
    assert_status(&host(&format!("evil.example:{port}")), 403);
    assert_status(&host("127.0.0.1"), 403);
    assert_status(&served.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n"), 403);
    assert_status(&served.ask("GET", "/version", "Origin: http://evil.example\r\n"), 403);
    assert_status(&served.ask("GET", "/version", &format!("Origin: http://127.0.0.1:{port}\r\n")), 200);
    let script = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: script\r\n";
    assert_status(&served.ask("GET", "/overview.json", script), 403);
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    assert_status(&served.ask("GET", "/", link), 200);
    // Nobody outside of this machine is even heard.
    assert!(served.server.url().starts_with("http://127.0.0.1:"));
}

#[test]
fn everything_can_only_be_read() {
    let served = Served::new("methods");
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "WHATEVER"] {
        let answer = served.ask(method, "/", "Content-Length: 0\r\n");
        assert_status(&answer, 405);
        assert!(answer.contains("Allow: GET, HEAD\r\n"), "{answer}");
    }
    let head = served.ask("HEAD", "/", "");
    assert_status(&head, 200);
    assert!(head.ends_with("\r\n\r\n") && head.contains("Content-Type: text/html"), "{head}");
}

#[test]
fn every_answer_tells_the_browser_to_be_careful() {
    let served = Served::new("headers");
    for (path, method) in [("/", "GET"), ("/nothing", "GET"), ("/run", "GET"), ("/version", "GET"), ("/", "POST")] {
        let answer = served.ask(method, path, "");
        for header in [
            "Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n",
            "X-Content-Type-Options: nosniff\r\n",
            "Referrer-Policy: no-referrer\r\n",
            "Cache-Control: no-store\r\n",
            "Cross-Origin-Resource-Policy: same-origin\r\n",
        ] {
            assert!(answer.contains(header), "{path}: {header} is missing in {answer}");
        }
    }
}

#[test]
fn a_slow_client_blocks_nobody() {
    let served = Served::new("slow");
    let mut slow: Vec<TcpStream> = (0..20).map(|_| served.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: 127").unwrap();
    }
    // Those who never read what they asked for, neither, however long it is.
    let line = std::fs::read_to_string(served.folder.join("a.jsonl")).unwrap();
    let line = line.lines().next().unwrap().replace("tests::small", "tests::large");
    std::fs::write(served.folder.join("b.jsonl"), line.replace("small(n", &"x".repeat(8_000_000)) + "\n").unwrap();
    let is_read = || served.get("/overview.json").contains("tests::large");
    assert!((0..200).any(|_| is_read() || (std::thread::sleep(Duration::from_millis(50)), false).1));
    let mut deaf: Vec<TcpStream> = (0..20).map(|_| served.connect()).collect();
    let request =
        format!("GET /raw?property=tests::large&case=0 HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", served.server.port());
    for stream in &mut deaf {
        stream.write_all(request.as_bytes()).unwrap();
    }
    assert_status(&served.get("/"), 200);
    drop((slow, deaf));
    assert_status(&served.get("/"), 200);
}

/// Within much less than a client may take for its request.
fn is_answered_at_once(served: &Served) {
    let begin = Instant::now();
    assert_status(&served.get("/"), 200);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

#[test]
fn idle_connections_keep_nobody_out() {
    let served = Served::new("idle");
    let mut idle: Vec<TcpStream> = (0..250).map(|_| served.connect()).collect();
    is_answered_at_once(&served);
    // The oldest had to go, the newest may still ask.
    let mut byte = [0];
    assert_eq!(idle[0].read(&mut byte).unwrap_or(0), 0);
    let request = format!("GET /version HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", served.server.port());
    let newest = idle.last_mut().unwrap();
    newest.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    newest.read_to_string(&mut answer).unwrap();
    assert_status(&answer, 200);
}

#[test]
fn connections_that_stop_within_their_request_keep_nobody_out() {
    let served = Served::new("half");
    let mut half: Vec<TcpStream> = (0..250).map(|_| served.connect()).collect();
    for stream in &mut half {
        // Some of them are closed already.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127");
    }
    is_answered_at_once(&served);
}

#[test]
fn what_is_too_long_or_no_request_is_refused() {
    let served = Served::new("long");
    let long = format!("/run?property={}", "x".repeat(100_000));
    assert_status(&served.get(&long), 414);
    let many = format!("/examples?property=tests::small&{}", "text=a&".repeat(2_000));
    assert_status(&served.get(&many), 200);
    for bytes in ["\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n"] {
        let answer = served.send(bytes);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{bytes:?}: {answer}");
    }
    assert_status(&served.get("/"), 200);
}

#[test]
fn a_port_that_is_taken_is_an_error_and_a_free_one_is_found() {
    let served = Served::new("port");
    let taken = Server::start(std::slice::from_ref(&served.folder), served.server.port());
    assert_eq!(taken.err().map(|error| error.kind()), Some(std::io::ErrorKind::AddrInUse));
    let port = served.server.port();
    drop(Server::start(std::slice::from_ref(&served.folder), 0).unwrap());
    assert_eq!(served.server.port(), port);
}
