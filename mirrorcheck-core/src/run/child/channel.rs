//! The channel between a parent and its child: frames of a kind and a text.
//!
//! On Unix it is a socket in the place of the child's standard input, which the child moves out of the way before any user
//! code runs. Elsewhere the parent speaks through standard input and the child through standard output, where each frame
//! begins with a word that only the two know.

use std::io::{self, BufRead, BufReader, Read, Write};

#[cfg_attr(unix, path = "channel/unix.rs")]
#[cfg_attr(not(unix), path = "channel/portable.rs")]
mod system;

pub(super) use system::{end_at_once, end_orphan, of_child, spawn};

/// The longest text that is believed.
const LONGEST: usize = 1 << 30;

/// Something that was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) kind: String,
    pub(super) text: String,
}

/// The end of a channel that speaks.
pub(super) struct Line {
    to: Box<dyn Write + Send>,
    mark: String,
}

impl Line {
    fn new(to: impl Write + Send + 'static, mark: String) -> Line {
        Line { to: Box::new(to), mark }
    }

    /// Says something, in one write.
    pub(super) fn say(&mut self, kind: &str, text: &str) -> io::Result<()> {
        let frame = format!("\n{}{kind} {}\n{text}", self.mark, text.len());
        self.to.write_all(frame.as_bytes())?;
        self.to.flush()
    }
}

/// The end of a channel that listens.
pub(super) struct Lines {
    from: Box<dyn BufRead + Send>,
    mark: String,
}

impl Lines {
    fn new(from: impl Read + Send + 'static, mark: String) -> Lines {
        Lines { from: Box::new(BufReader::new(from)), mark }
    }

    /// Waits for a frame; `None` if the other end has closed. What is not a frame is passed over.
    pub(super) fn next(&mut self) -> Option<Frame> {
        loop {
            let mut line = Vec::new();
            if self.from.read_until(b'\n', &mut line).ok()? == 0 {
                return None;
            }
            let Some((kind, length)) = head(&line, &self.mark) else { continue };
            let mut text = vec![0; length];
            self.from.read_exact(&mut text).ok()?;
            return Some(Frame { kind, text: String::from_utf8_lossy(&text).into_owned() });
        }
    }
}

/// The kind of a frame and the length of its text, if a line begins one.
fn head(line: &[u8], mark: &str) -> Option<(String, usize)> {
    let line = line.strip_suffix(b"\n")?.strip_prefix(mark.as_bytes())?;
    let (kind, length) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    let length: usize = length.parse().ok().filter(|length| *length <= LONGEST)?;
    Some((kind.to_owned(), length))
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use super::{Frame, Line, Lines};

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Whatever else is printed in between, and whatever a text contains.
    #[test]
    fn frames_are_told_from_noise() {
        let out = Shared::default();
        let mut line = Line::new(out.clone(), "7f3a ".to_owned());
        for text in ["", "passed", "two\nlines\n", "\n7f3a answer 3\nabc", "é"] {
            write!(out.clone(), "test x ... a line\nand half of one").unwrap();
            line.say("answer", text).unwrap();
        }
        write!(out.clone(), "\n7f3a answer x\n7f3a answer 99999999999\nother answer 1\nz\n7f3a answer 5\nab").unwrap();
        let bytes = out.0.lock().unwrap().clone();
        let mut lines = Lines::new(io::Cursor::new(bytes), "7f3a ".to_owned());
        let mut heard = Vec::new();
        while let Some(Frame { kind, text }) = lines.next() {
            assert_eq!(kind, "answer");
            heard.push(text);
        }
        assert_eq!(heard, ["", "passed", "two\nlines\n", "\n7f3a answer 3\nabc", "é"]);
    }
}
