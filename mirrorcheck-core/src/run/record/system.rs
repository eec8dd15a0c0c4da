//! Systems on which there are no records: no file can be locked, so none is ever mapped.

use std::convert::Infallible;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// A file in memory.
pub(super) struct Map(Infallible);

impl Map {
    /// Maps the start of a file that is at least so long.
    pub(super) fn new(_: &File, _: usize) -> io::Result<Map> {
        Err(unsupported())
    }

    /// The address of the first byte, at the start of a page.
    pub(super) fn as_mut_ptr(&self) -> *mut u8 {
        match self.0 {}
    }
}

/// Opens a file that no other process has open for this.
pub(super) fn locked(_: &Path, _: &OpenOptions) -> io::Result<File> {
    Err(unsupported())
}

/// Opens a file to look at that no process has locked.
pub(super) fn unlocked(_: &Path) -> io::Result<File> {
    Err(unsupported())
}

fn unsupported() -> io::Error {
    io::Error::new(ErrorKind::Unsupported, "files cannot be locked on this system")
}
