//! The connections that are open. Where there are too many, the one that has said nothing for longest makes room.

use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many connections there are at the same time. Each has a thread, and most of them only wait.
pub(super) const MOST: usize = 200;

/// Open connections, the oldest first.
#[derive(Default)]
pub(super) struct Connections {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    all: Vec<Connection>,
}

struct Connection {
    number: u64,
    stream: TcpStream,
    /// Whether its request is not there yet.
    is_waiting: bool,
}

/// An open connection, until it is dropped.
pub(super) struct Admitted<'c> {
    connections: &'c Connections,
    number: u64,
}

impl Connections {
    /// Counts a connection in. If there are too many, another one is closed: the oldest that waits for its request, or
    /// else the oldest.
    pub(super) fn admit(&self, stream: &TcpStream) -> std::io::Result<Admitted<'_>> {
        let stream = stream.try_clone()?;
        let mut open = self.lock();
        if open.all.len() >= MOST {
            let at = open.all.iter().position(|connection| connection.is_waiting).unwrap_or(0);
            // Whoever reads from it or writes to it stops at once.
            let _ = open.all.remove(at).stream.shutdown(Shutdown::Both);
        }
        let number = open.next;
        open.next += 1;
        open.all.push(Connection { number, stream, is_waiting: true });
        Ok(Admitted { connections: self, number })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admitted<'_> {
    /// Says that the request is there.
    pub(super) fn has_asked(&self) {
        for connection in &mut self.connections.lock().all {
            if connection.number == self.number {
                connection.is_waiting = false;
            }
        }
    }
}

impl Drop for Admitted<'_> {
    fn drop(&mut self) {
        self.connections.lock().all.retain(|connection| connection.number != self.number);
    }
}
