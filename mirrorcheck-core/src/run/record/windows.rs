//! Maps and locks a file on Windows.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;

use memmap2::{MmapOptions, MmapRaw};

use crate::run::files;

/// Others may read and rename a file while it is open, and not write.
const FILE_SHARE_READ_AND_DELETE: u32 = 1 | 4;

/// A file in memory, shared with everybody who reads the file.
pub(super) struct Map(MmapRaw);

impl Map {
    /// Maps the start of a file that is at least so long.
    pub(super) fn new(file: &File, length: usize) -> io::Result<Map> {
        MmapOptions::new().len(length).map_raw(file).map(Map)
    }

    /// The address of the first byte, at the start of a page.
    pub(super) fn as_mut_ptr(&self) -> *mut u8 {
        self.0.as_mut_ptr()
    }
}

/// Opens a file that no other process has open for this.
pub(super) fn locked(path: &Path, options: &OpenOptions) -> io::Result<File> {
    let mut options = options.clone();
    files::open(path, options.share_mode(FILE_SHARE_READ_AND_DELETE)).map_err(|error| {
        /// Another process has the file open in a way that rules this out.
        const ERROR_SHARING_VIOLATION: i32 = 32;
        match error.raw_os_error() {
            Some(ERROR_SHARING_VIOLATION) => io::ErrorKind::WouldBlock.into(),
            _ => error,
        }
    })
}

/// Opens a file to look at that no process has locked.
pub(super) fn unlocked(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    locked(path, options.read(true).write(true))
}
