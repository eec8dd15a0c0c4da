//! Serves the pages on this machine, to its one user.
//!
//! Whatever a browser has open may send requests to a port of this machine, so every request is looked at first
//! ([`guard`]); then a path and a query become a view, and the view a page ([`routes`]). No route reads a file by a name
//! that was asked for.

mod guard;
mod query;
mod routes;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tiny_http::{Header, Method, Request, Response, StatusCode};

use crate::index::Index;
use crate::page;
use routes::Answer;

/// How often files are looked at. Together with the page, which asks twice a second, a case is seen within one.
const EVERY: Duration = Duration::from_millis(200);

/// How many requests are answered at the same time.
const WORKERS: usize = 4;

/// What every system sends without waiting for the one who receives it.
const FITS: usize = 8 * 1024;

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
    http: tiny_http::Server,
    port: u16,
    index: RwLock<Index>,
    is_over: AtomicBool,
}

impl Server {
    /// Serves what is in files and folders, on a port of this machine: on any free one for 0.
    pub fn start(paths: &[PathBuf], port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        let port = listener.local_addr()?.port();
        let http = tiny_http::Server::from_listener(listener, None).map_err(io::Error::other)?;
        let index = RwLock::new(Index::open(paths));
        let shared = Arc::new(Shared { http, port, index, is_over: AtomicBool::new(false) });
        let mut threads = vec![spawn(&shared, Shared::refresh)];
        threads.extend((0..WORKERS).map(|_| spawn(&shared, Shared::work)));
        Ok(Server { shared, threads })
    }

    /// Where it is to be found: `http://127.0.0.1:45871/`.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.shared.port)
    }

    /// The port that it got.
    pub fn port(&self) -> u16 {
        self.shared.port
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
        (0..WORKERS).for_each(|_| self.shared.http.unblock());
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn spawn(shared: &Arc<Shared>, body: fn(&Shared)) -> JoinHandle<()> {
    let shared = Arc::clone(shared);
    thread::spawn(move || body(&shared))
}

impl Shared {
    /// Reads what was added to the files, again and again.
    fn refresh(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            let begin = Instant::now();
            // A file that makes the reader panic must not end the reading of all others for ever.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                self.index.write().unwrap_or_else(PoisonError::into_inner).refresh();
            }));
            // Large files leave the processor, and the lock, to others at least half of the time.
            thread::sleep(EVERY.max(begin.elapsed()));
        }
    }

    fn work(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            // An error is the sign to end.
            let Ok(request) = self.http.recv() else { continue };
            let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&request)));
            let answer = answer.unwrap_or_else(|_| {
                let text = "This is a mistake in Mirrorcheck. What happened stands where `cargo mirrorcheck` runs.";
                Answer::page(500, page::message("The page could not be made", text))
            });
            // Who asks and does not listen may keep a thread waiting for ever, but none of these.
            match answer.body.len() < FITS {
                true => respond(request, answer),
                false => drop(thread::spawn(move || respond(request, answer))),
            }
        }
    }

    fn answer(&self, request: &Request) -> Answer {
        let header = |name: &'static str| {
            request.headers().iter().filter(move |header| header.field.equiv(name)).map(|header| header.value.as_str())
        };
        if let Err(why) = guard::check(self.port, header) {
            return Answer::page(403, page::message("Not for this page", &why));
        }
        match request.method() {
            Method::Get | Method::Head => routes::answer(&|| self.index(), request.url()),
            other => {
                let text = format!("There is nothing to {other}: everything here can only be read.");
                Answer::page(405, page::message("Only to be read", &text))
            }
        }
    }

    fn index(&self) -> RwLockReadGuard<'_, Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }
}

fn respond(request: Request, answer: Answer) {
    let mut response = Response::from_data(answer.body).with_status_code(StatusCode(answer.status));
    let allow = (answer.status == 405).then_some(("Allow", "GET, HEAD"));
    for (name, value) in HEADERS.into_iter().chain(allow).chain([("Content-Type", answer.kind)]) {
        response.add_header(Header::from_bytes(name, value).expect("these are ASCII"));
    }
    // Who asked may have left.
    let _ = request.respond(response);
}
