//! A socket that the child inherits as its standard input.

use std::ffi::c_int;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};

use super::{Line, Lines};

unsafe extern "C" {
    fn dup2(from: c_int, to: c_int) -> c_int;
    fn _exit(code: c_int) -> !;
}

/// The parent's end of a channel.
pub(in super::super) struct Channel {
    socket: UnixStream,
    line: Line,
}

impl Channel {
    pub(in super::super) fn say(&mut self, kind: &str, text: &str) -> io::Result<()> {
        self.line.say(kind, text)
    }

    pub(in super::super) fn lines(&self) -> io::Result<Lines> {
        Ok(Lines::new(self.socket.try_clone()?, String::new()))
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        // The listener has a copy of the socket. What the child left behind must not keep it waiting.
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
    }
}

/// Starts a child with a channel.
pub(in super::super) fn spawn(command: &mut Command, _: &str) -> io::Result<(Child, Channel)> {
    let (ours, theirs) = UnixStream::pair()?;
    let child = command.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(Stdio::null()).spawn();
    // The command keeps its copy of the child's end, and the channel would never close.
    command.stdin(Stdio::null());
    let line = Line::new(ours.try_clone()?, String::new());
    Ok((child?, Channel { socket: ours, line }))
}

/// Takes the child's end out of standard input, which is empty from then on. `None` if there is no channel: a process that
/// a child starts inherits the variable, but not the socket.
pub(in super::super) fn of_child(_: &str) -> Option<(Line, Lines)> {
    let stdin = io::stdin();
    let socket = UnixStream::from(stdin.as_fd().try_clone_to_owned().ok()?);
    // Only a socket has an address.
    socket.local_addr().ok()?;
    let empty = File::open("/dev/null").ok()?;
    // SAFETY: both descriptors are open, and nobody owns the standard input.
    if unsafe { dup2(empty.as_raw_fd(), stdin.as_raw_fd()) } < 0 {
        return None;
    }
    Some((Line::new(socket.try_clone().ok()?, String::new()), Lines::new(socket, String::new())))
}

/// Ends a process that has a channel whose other end has closed at once.
pub(in super::super) fn end_orphan<T>() -> Option<T> {
    end_at_once()
}

/// Ends this process without running anything more of it.
pub(in super::super) fn end_at_once() -> ! {
    // SAFETY: it ends the process, whatever its threads do.
    unsafe { _exit(0) }
}
