//! Systems on which there are no records: no file can be locked, so none is ever mapped.

use std::convert::Infallible;
use std::fs::File;
use std::path::Path;

/// A file in memory.
pub(super) struct Map(Infallible);

impl Map {
    /// Maps the start of a file that is at least so long.
    pub(super) fn new(_: &File, _: usize) -> Option<Map> {
        None
    }

    /// The address of the first byte, at the start of a page.
    pub(super) fn as_mut_ptr(&self) -> *mut u8 {
        match self.0 {}
    }
}

/// Opens a file that no other process has open for this.
pub(super) fn locked(_: &Path) -> Option<File> {
    None
}

/// Opens a file to look at that no process has locked.
pub(super) fn unlocked(_: &Path) -> Option<File> {
    None
}
