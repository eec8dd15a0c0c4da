//! Drives a browser that is installed, by its own protocol: pages are opened, looked at and clicked on as people do it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// So long is waited for what must happen. Where it does, it happens much sooner.
const PATIENCE: Duration = Duration::from_secs(40);

/// A browser; it ends when nobody has it any more.
pub(crate) struct Chrome {
    child: Child,
    folder: PathBuf,
    port: u16,
}

/// The browser of all tests that run now; nothing if none is installed.
pub(crate) fn chrome() -> Option<Arc<Chrome>> {
    static SHARED: Mutex<Weak<Chrome>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(chrome) = shared.upgrade() {
        return Some(chrome);
    }
    let Some(program) = program() else {
        assert!(std::env::var_os("REQUIRE_BROWSER").is_none(), "no browser was found; CHROMIUM says where");
        eprintln!("skipped: there is no Chromium; CHROMIUM says where one is");
        return None;
    };
    let chrome = Arc::new(Chrome::launch(&program));
    *shared = Arc::downgrade(&chrome);
    Some(chrome)
}

/// What `CHROMIUM` names, or else what it is called where programs are.
fn program() -> Option<PathBuf> {
    if let Some(said) = std::env::var_os("CHROMIUM").filter(|said| !said.is_empty()) {
        return Some(PathBuf::from(said));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).chain(["/usr/bin".into()]).collect();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|program| program.is_file())
}

impl Chrome {
    fn launch(program: &Path) -> Chrome {
        let folder = std::env::temp_dir().join(format!("mirrorcheck-chrome-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let child = Command::new(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0"])
            // A page that is kept for the way back may be shown, taken away and loaded anew while a test types into it.
            .arg("--disable-features=BackForwardCache")
            .arg(format!("--user-data-dir={}", folder.display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut chrome = Chrome { child, folder, port: 0 };
        chrome.port = wait_for("the browser", || {
            let text = std::fs::read_to_string(chrome.folder.join("DevToolsActivePort")).ok()?;
            text.lines().next()?.parse().ok().filter(|_| text.contains('\n'))
        });
        chrome
    }

    /// A new page, with nothing on it.
    pub(crate) fn page(self: &Arc<Chrome>) -> Page {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request =
            format!("PUT /json/new?about:blank HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", self.port);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // The connection may stay open: what counts is the whole of the object.
        let target: Value = loop {
            let mut buffer = [0; 4096];
            let length = stream.read(&mut buffer).unwrap();
            answer += std::str::from_utf8(&buffer[..length]).unwrap();
            if let Some(target) = answer.split_once("\r\n\r\n").and_then(|(_, body)| serde_json::from_str(body).ok()) {
                break target;
            }
            assert!(length > 0, "{answer}");
        };
        let url = target["webSocketDebuggerUrl"].as_str().unwrap().to_owned();
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(url, stream).unwrap();
        let mut page = Page { _chrome: Arc::clone(self), socket, last: 0, events: Vec::new() };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        // Of several pages of one browser only one has the focus, and tests run side by side.
        page.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        page.size(1280, 900);
        page
    }
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Processes that it started end a little later, and write until then.
        for _ in 0..40 {
            if std::fs::remove_dir_all(&self.folder).is_ok() {
                break;
            }
            thread::sleep(Duration::from_millis(25));
        }
    }
}

/// A page of the browser.
pub(crate) struct Page {
    _chrome: Arc<Chrome>,
    socket: WebSocket<TcpStream>,
    last: u64,
    events: Vec<Value>,
}

impl Page {
    /// Opens an address and waits until all of it is there.
    pub(crate) fn open(&mut self, url: &str) {
        // Not until the browser says that a page is loaded: it may still say so of the page before.
        let old = self.token();
        let answer = self.call("Page.navigate", json!({ "url": url }));
        assert!(answer["errorText"].is_null(), "{url}: {answer}");
        self.wait_until(&format!("window.token !== {old} && document.readyState === 'complete'"));
    }

    /// What an expression of JavaScript gives.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        self.try_value(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    fn try_value(&mut self, expression: &str) -> Result<Value, String> {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.try_call("Runtime.evaluate", params)?;
        match answer["exceptionDetails"].is_null() {
            true => Ok(answer["result"]["value"].clone()),
            false => Err(answer["exceptionDetails"].to_string()),
        }
    }

    pub(crate) fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression} is {value}")).to_owned()
    }

    pub(crate) fn number(&mut self, expression: &str) -> u64 {
        let value = self.value(expression);
        value.as_f64().unwrap_or_else(|| panic!("{expression} is {value}")) as u64
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_until(&mut self, condition: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            // While another page is being opened there may be nobody to ask.
            let value = self.try_value(condition);
            if value == Ok(Value::Bool(true)) {
                return;
            }
            if Instant::now() > end {
                let text = self.try_value("location.href + '\\n' + document.body.innerText.slice(0, 2000)");
                panic!("{condition} is {value:?} on {}", text.unwrap_or_default());
            }
            thread::sleep(Duration::from_millis(40));
        }
    }

    /// Clicks with the mouse, on the middle of the first element that a selector finds.
    pub(crate) fn click(&mut self, selector: &str) {
        self.click_on(&format!("document.querySelector({})", json!(selector)));
    }

    /// Clicks on the element that an expression gives.
    ///
    /// A page may still move under the mouse, as one does that comes back and scrolls to where it was. So a click that meets
    /// something else is held back, and done again.
    pub(crate) fn click_on(&mut self, element: &str) {
        let place = format!(
            "(() => {{ const e = {element}; if (!e) return null; e.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             window.met = undefined; \
             addEventListener('click', event => {{ \
                 window.met = e.contains(event.target); \
                 if (!window.met) {{ event.preventDefault(); event.stopImmediatePropagation(); }} \
             }}, {{ capture: true, once: true }}); \
             const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        );
        let end = Instant::now() + PATIENCE;
        loop {
            self.is_drawn();
            let place = self.value(&place);
            assert!(place.is_array(), "{element} is not there");
            for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
                let params = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
                self.call("Input.dispatchMouseEvent", params);
            }
            // Another page may be there by now, which knows nothing of the click.
            if self.try_value("window.met") != Ok(Value::Bool(false)) {
                return;
            }
            assert!(Instant::now() < end, "{element} is out of reach");
        }
    }

    /// Does what leads to another page, as clicking on a link, and waits until that is there.
    pub(crate) fn follow(&mut self, act: impl FnOnce(&mut Page)) {
        let old = self.token();
        act(self);
        let is_there = "document.readyState === 'complete' && document.body.innerText !== ''";
        self.wait_until(&format!("window.token !== {old} && {is_there}"));
    }

    /// What tells this page from the one that comes after it: a text, because a number may be read as its neighbour.
    fn token(&mut self) -> Value {
        self.value("window.token ??= String(Math.random())")
    }

    /// Waits until the page is on the screen: what is done to it before may get lost.
    fn is_drawn(&mut self) {
        let frame = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))";
        self.value(frame);
    }

    /// Presses and releases a key.
    pub(crate) fn press(&mut self, key: &str) {
        self.is_drawn();
        let (code, text) = match key {
            "Enter" => (13, "\r"),
            "Tab" => (9, ""),
            "Backspace" => (8, ""),
            other => panic!("which key is {other}?"),
        };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let params = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    /// Types into a field that is found by a selector, as somebody does who looks at what they type.
    pub(crate) fn write_into(&mut self, selector: &str, text: &str) {
        let field = format!("document.querySelector({})", json!(selector));
        let before = self.text(&format!("{field}.value"));
        let end = Instant::now() + PATIENCE;
        // A page that comes back scrolls to where it was some time later, under the mouse that is about to click.
        while self.value(&format!("document.activeElement === {field}")) != true {
            assert!(Instant::now() < end, "{selector} does not take the focus");
            self.click(selector);
        }
        self.write(text);
        self.wait_until(&format!("{field}.value === {}", json!(before + text)));
    }

    /// Types into what has the focus.
    fn write(&mut self, text: &str) {
        // Key by key: what is inserted as a whole gets lost where another page of the browser has the focus.
        for letter in text.chars() {
            self.call("Input.dispatchKeyEvent", json!({ "type": "char", "text": letter.to_string() }));
        }
    }

    pub(crate) fn size(&mut self, width: u32, height: u32) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", params);
    }

    pub(crate) fn is_dark(&mut self, is_dark: bool) {
        let value = if is_dark { "dark" } else { "light" };
        let params = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.call("Emulation.setEmulatedMedia", params);
    }

    pub(crate) fn is_offline(&mut self, is_offline: bool) {
        let params = json!({ "offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.call("Network.emulateNetworkConditions", params);
    }

    /// The page as it would be printed.
    pub(crate) fn pdf(&mut self) -> Vec<u8> {
        let answer = self.call("Page.printToPDF", json!({}));
        bytes(answer["data"].as_str().unwrap())
    }

    pub(crate) fn screenshot(&mut self) -> Vec<u8> {
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        bytes(answer["data"].as_str().unwrap())
    }

    /// The addresses that the page has asked for so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        let sent = self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        sent.map(|event| event["params"]["request"]["url"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// What the browser complains about: exceptions, errors on the console, things that the policy forbids.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        // What the browser has to say is said before the answer.
        self.value("1");
        let complaint = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => {
                ["error", "warning", "assert"].iter().any(|kind| event["params"]["type"] == *kind)
            }
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            _ => false,
        };
        self.events.iter().filter(complaint).map(|event| event["params"].to_string()).collect()
    }

    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn try_call(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.last += 1;
        let message = json!({ "id": self.last, "method": method, "params": params });
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let mut message = self.read();
            match message["id"].as_u64() {
                Some(id) if id == self.last && message["error"].is_null() => return Ok(message["result"].take()),
                Some(id) if id == self.last => return Err(message["error"].to_string()),
                Some(_) => {}
                None => self.events.push(message),
            }
        }
    }

    fn read(&mut self) -> Value {
        loop {
            match self.socket.read().expect("the browser answers") {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                _ => continue,
            }
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // The browser may be gone already, if that is why the test fails.
        let message = json!({ "id": 0, "method": "Page.close" });
        let _ = self.socket.send(Message::text(message.to_string()));
    }
}

fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < end, "{what} is not there");
        thread::sleep(Duration::from_millis(20));
    }
}

/// What base 64 stands for.
fn bytes(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u32> = text.bytes().filter(|byte| *byte != b'=').map(|byte| u32::from(value(byte))).collect();
    let groups = digits.chunks(4).flat_map(|group| {
        let all = group.iter().fold(0, |all, digit| all << 6 | digit) << (6 * (4 - group.len()));
        all.to_be_bytes().into_iter().skip(1).take(group.len() - 1)
    });
    groups.collect()
}
