//! Serves the pages on this machine, to its one user.
//!
//! Whatever a browser has open may send requests to a port of this machine, so every request is looked at first
//! (`guard`); then a path and a query become a view, and the view a page (`routes`). No route reads a file by a name
//! that was asked for.

mod connections;
mod guard;
mod http;
mod query;
mod routes;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::index::Index;
use crate::page;
use connections::{Connections, MOST};
use http::Request;
use routes::Answer;

/// How often files are looked at. Together with the page, which asks twice a second, a case is seen within one.
const EVERY: Duration = Duration::from_millis(200);

/// How many threads answer at the same time. A connection that was closed to make room has its thread for a moment more.
const MOST_THREADS: usize = 2 * MOST;

/// Headers of every answer. The page may load its own style and script, ask its own server, and nothing else; nobody
/// may show it in a frame, read it from another page, or keep it.
const HEADERS: [(&str, &str); 5] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
];

/// A server that runs until it is dropped.
pub struct Server {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared {
    port: u16,
    index: RwLock<Index>,
    /// What is going on, for those who look at a page.
    doing: RwLock<String>,
    connections: Connections,
    is_over: AtomicBool,
}

impl Server {
    /// Serves what is in files and folders, on a port of this machine: on any free one for 0. Where there is much to read,
    /// those who ask wait until it is read.
    pub fn start(paths: &[PathBuf], port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        let port = listener.local_addr()?.port();
        let index = RwLock::new(Index::unread(paths));
        let (doing, connections) = (RwLock::default(), Connections::default());
        let shared = Arc::new(Shared { port, index, doing, connections, is_over: AtomicBool::new(false) });
        let (one, other) = (Arc::clone(&shared), Arc::clone(&shared));
        let (begins, begun) = mpsc::channel();
        let reader = thread::spawn(move || one.refresh(&begins));
        // From now on the index is locked until it is read.
        let _ = begun.recv();
        let threads = vec![reader, thread::spawn(move || accept(&other, &listener))];
        Ok(Server { shared, threads })
    }

    /// Returns its address: `http://127.0.0.1:45871/`.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.shared.port)
    }

    /// The port that it got.
    pub fn port(&self) -> u16 {
        self.shared.port
    }

    /// Says what is going on, on every page that is open; nothing if the text is empty.
    pub fn say(&self, doing: &str) {
        *self.shared.doing.write().unwrap_or_else(PoisonError::into_inner) = doing.replace(char::is_control, " ");
    }

    /// Waits for ever.
    pub fn wait(mut self) {
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        // Whoever waits for a connection has to be given one.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.shared.port));
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Gives each connection a thread. The number of owners of what is shared is that of the threads.
fn accept(shared: &Arc<Shared>, listener: &TcpListener) {
    while !shared.is_over.load(Ordering::Relaxed) {
        let Ok((stream, _)) = listener.accept() else {
            // There may be too many files open, for a moment.
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        if Arc::strong_count(shared) < MOST_THREADS {
            let shared = Arc::clone(shared);
            // Without a thread there is no answer.
            let _ = thread::Builder::new().spawn(move || shared.converse(stream));
        }
    }
}

impl Shared {
    /// Reads what was added to the files, again and again.
    fn refresh(&self, begins: &mpsc::Sender<()>) {
        while !self.is_over.load(Ordering::Relaxed) {
            let begin = Instant::now();
            // A file that makes the reader panic must not end the reading of all others for ever.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
                let _ = begins.send(());
                index.refresh();
            }));
            // Large files leave the processor, and the lock, to others at least half of the time.
            thread::sleep(EVERY.max(begin.elapsed()));
        }
    }

    /// Who asked may leave at any time: that is no error.
    fn converse(&self, mut stream: TcpStream) {
        let Ok(admitted) = self.connections.admit(&stream) else { return };
        let Ok(request) = Request::read(&mut stream) else { return };
        admitted.has_asked();
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&request))).unwrap_or_else(|_| {
            let text = "This is a bug in Mirrorcheck; see the terminal running it.";
            Answer::page(500, page::message("The page could not be made", text))
        });
        let allow = (answer.status == 405).then_some(("Allow", "GET, HEAD"));
        let headers = HEADERS.into_iter().chain(allow).chain([("Content-Type", answer.kind)]);
        let is_head = request.as_ref().is_ok_and(|request| request.method == "HEAD");
        let sent = http::respond(&mut stream, answer.status, headers, &answer.body, !is_head);
        if sent.is_ok() && answer.status >= 400 {
            http::drain(&mut stream);
        }
    }

    fn answer(&self, request: &Result<Request, u16>) -> Answer {
        let request = match request {
            Ok(request) => request,
            Err(status) => {
                return Answer::page(
                    *status,
                    page::message("Bad request", "This is not an HTTP request of a browser."),
                );
            }
        };
        if let Err(why) = guard::check(self.port, |name| request.header(name)) {
            return Answer::page(403, page::message("Refused", &why));
        }
        match request.method.as_str() {
            "GET" | "HEAD" if request.target == "/version" => Answer::text(self.version()),
            "GET" | "HEAD" => routes::answer(&|| self.index(), &request.target),
            _ => Answer::page(405, page::message("Read-only", "This server only answers GET.")),
        }
    }

    /// What a page asks for again and again: whether it is up to date, and what is going on.
    fn version(&self) -> String {
        let doing = self.doing.read().unwrap_or_else(PoisonError::into_inner).clone();
        format!("{}\n{doing}", self.index().version())
    }

    fn index(&self) -> RwLockReadGuard<'_, Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }
}
