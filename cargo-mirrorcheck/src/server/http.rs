//! As much of HTTP as pages that can only be read need: one request a connection, with an end to all patience.
//!
//! A server that hands connections to a few threads can be kept from answering by as many clients that say nothing, and
//! there is always somebody who says nothing: browsers open connections in advance.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// So long a client may take for its request, and for each piece of the answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest head of a request, in bytes.
const LONGEST: usize = 64 * 1024;

/// No browser sends as many.
const MOST_HEADERS: usize = 100;

/// The head of a request. A body is nothing that is looked at.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) target: String,
    headers: Vec<(String, String)>,
}

impl Request {
    /// All values of a header, whatever the case of its name.
    pub(super) fn header(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Reads one. An error within is the status that a client deserves who sends something else.
    pub(super) fn read(stream: &mut TcpStream) -> io::Result<Result<Request, u16>> {
        let end = Instant::now() + PATIENCE;
        let mut bytes = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            // What is new may end what was begun before.
            let from = bytes.len().saturating_sub(3);
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Err(408));
            }
            stream.set_read_timeout(Some(left))?;
            let length = match stream.read(&mut buffer) {
                Err(error) if [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()) => {
                    return Ok(Err(408));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                other => other?,
            };
            bytes.extend_from_slice(&buffer[..length]);
            if let Some(at) = bytes[from..].windows(4).position(|four| four == b"\r\n\r\n") {
                return Ok(Request::parse(&bytes[..from + at + 4]).ok_or(400));
            }
            match (length, bytes.len() > LONGEST) {
                (0, _) => return Err(ErrorKind::UnexpectedEof.into()),
                (_, true) if bytes.contains(&b'\n') => return Ok(Err(431)),
                (_, true) => return Ok(Err(414)),
                _ => {}
            }
        }
    }

    /// From what ends with an empty line.
    fn parse(head: &[u8]) -> Option<Request> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        if !request.parse(head).ok()?.is_complete() {
            return None;
        }
        let text = |value: &[u8]| std::str::from_utf8(value).ok().map(str::to_owned);
        let headers = request.headers.iter().map(|header| Some((header.name.to_owned(), text(header.value)?)));
        let (method, target) = (request.method?.to_owned(), request.path?.to_owned());
        Some(Request { method, target, headers: headers.collect::<Option<_>>()? })
    }
}

/// Writes an answer, which ends with the connection.
pub(super) fn respond<'a>(
    stream: &mut TcpStream,
    status: u16,
    headers: impl Iterator<Item = (&'a str, &'a str)>,
    body: &[u8],
    has_body: bool,
) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {status} {}\r\n", reason(status));
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(head.as_bytes())?;
    if has_body {
        stream.write_all(body)?;
    }
    stream.shutdown(Shutdown::Write)
}

/// Reads what a client still sends, for a while. Where a connection is closed over unread bytes, the answer may be lost.
pub(super) fn drain(stream: &mut TcpStream) {
    let end = Instant::now() + Duration::from_secs(1);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let mut buffer = [0; 4096];
    while Instant::now() < end && stream.read(&mut buffer).is_ok_and(|length| length > 0) {}
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        414 => "URI Too Long",
        431 => "Request Header Fields Too Large",
        _ => "Internal Server Error",
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_HEADERS, Request};

    #[test]
    fn reads_the_head_of_a_request() {
        let head = b"GET /run?a=b HTTP/1.1\r\nHost: here:1\r\nhOST:\tthere \r\nEmpty:\r\n\r\n";
        let request = Request::parse(head).unwrap();
        assert_eq!((request.method.as_str(), request.target.as_str()), ("GET", "/run?a=b"));
        assert_eq!(request.header("Host").collect::<Vec<_>>(), ["here:1", "there"]);
        assert_eq!((request.header("Empty").next(), request.header("Origin").next()), (Some(""), None));
    }

    #[test]
    fn refuses_what_is_no_request() {
        let host = "Host: x\r\n".repeat(MOST_HEADERS + 1);
        for wrong in [
            "GET",
            "GET /",
            "GET / HTTP/2.0",
            "GET / HTTP/1.1 x",
            "GET  / HTTP/1.1",
            "GET / HTTP/1.1\r\nno colon",
            "GET / HTTP/1.1\r\nHost : x",
            "GET / HTTP/1.1\r\nHost: x\r\n folded: y",
            &format!("GET / HTTP/1.1\r\n{}", host.trim_end()),
        ] {
            assert!(Request::parse(format!("{wrong}\r\n\r\n").as_bytes()).is_none(), "{wrong}");
        }
        assert!(Request::parse(b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n").is_none());
        assert!(Request::parse(b"GET / HTTP/1.1\r\nHost: x").is_none());
    }
}
