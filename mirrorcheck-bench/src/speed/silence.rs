//! Silence for frameworks that always have something to say.

use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Runs without what goes to stderr. Where that cannot be had, with it.
pub(super) fn silently<R>(work: impl FnOnce() -> R) -> R {
    let before = nowhere();
    let result = work();
    if let Some(before) = before {
        // SAFETY: both are open; stderr is what it was again.
        unsafe { libc::dup2(before.as_raw_fd(), libc::STDERR_FILENO) };
    }
    result
}

/// Sends stderr nowhere, and says where it went before.
fn nowhere() -> Option<OwnedFd> {
    let null = File::options().write(true).open("/dev/null").ok()?;
    // SAFETY: stderr may be closed, which is told by a negative number.
    let copy = unsafe { libc::dup(libc::STDERR_FILENO) };
    if copy < 0 {
        return None;
    }
    // SAFETY: it has just been made, and nobody else knows it.
    let before = unsafe { OwnedFd::from_raw_fd(copy) };
    // SAFETY: both are open.
    let moved = unsafe { libc::dup2(null.as_raw_fd(), libc::STDERR_FILENO) };
    (moved >= 0).then_some(before)
}
