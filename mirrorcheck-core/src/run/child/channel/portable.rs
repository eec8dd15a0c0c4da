//! Standard input and output. What the child's tests print stands between the frames.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::{Line, Lines};

/// The parent's end of a channel.
pub(in super::super) struct Channel {
    line: Line,
    from: Option<ChildStdout>,
    mark: String,
}

impl Channel {
    pub(in super::super) fn say(&mut self, kind: &str, text: &str) -> io::Result<()> {
        self.line.say(kind, text)
    }

    pub(in super::super) fn lines(&mut self) -> io::Result<Lines> {
        let from = self.from.take().ok_or_else(|| io::Error::other("the child has no output"))?;
        Ok(Lines::new(from, self.mark.clone()))
    }
}

/// Starts a child with a channel.
pub(in super::super) fn spawn(command: &mut Command, nonce: &str) -> io::Result<(Child, Channel)> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (to, from): (Option<ChildStdin>, _) = (child.stdin.take(), child.stdout.take());
    let to = to.ok_or_else(|| io::Error::other("the child has no input"))?;
    let mark = format!("{nonce} ");
    Ok((child, Channel { line: Line::new(to, mark.clone()), from, mark }))
}

/// The child's end.
pub(in super::super) fn of_child(nonce: &str) -> Option<(Line, Lines)> {
    let mark = format!("{nonce} ");
    Some((Line::new(io::stdout(), mark.clone()), Lines::new(io::stdin(), mark)))
}

/// Goes on: a process that a child starts inherits the variable, and its standard input may be empty.
pub(in super::super) fn end_orphan<T>() -> Option<T> {
    None
}

/// Ends this process without running anything more of it.
pub(in super::super) fn end_at_once() -> ! {
    std::process::abort()
}
