//! Maps and locks a file on Windows.

use std::fs::{File, OpenOptions};
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;

use memmap2::{MmapOptions, MmapRaw};

/// Others may read and rename a file while it is open, and not write.
const FILE_SHARE_READ_AND_DELETE: u32 = 1 | 4;

/// A file in memory, shared with everybody who reads the file.
pub(super) struct Map(MmapRaw);

impl Map {
    /// Maps the start of a file that is at least so long.
    pub(super) fn new(file: &File, length: usize) -> Option<Map> {
        MmapOptions::new().len(length).map_raw(file).ok().map(Map)
    }

    /// The address of the first byte, at the start of a page.
    pub(super) fn as_mut_ptr(&self) -> *mut u8 {
        self.0.as_mut_ptr()
    }
}

/// Opens a file that no other process has open for this.
pub(super) fn locked(path: &Path) -> Option<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).share_mode(FILE_SHARE_READ_AND_DELETE);
    options.open(path).ok()
}

/// Opens a file to look at that no process has locked.
pub(super) fn unlocked(path: &Path) -> Option<File> {
    locked(path)
}
