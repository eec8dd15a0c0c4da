//! What is in files of observations, without holding them: of each case where its line is and the columns to filter and
//! to draw by.

use std::path::PathBuf;

/// The files that were given, and what is in them.
pub struct Index {}

impl Index {
    /// Reads files, and all `.jsonl` files in folders. What cannot be read is in the overview's `broken`.
    pub fn open(_paths: &[PathBuf]) -> Index {
        todo!()
    }

    /// Reads what was added since. Gives whether there was something.
    pub fn refresh(&mut self) -> bool {
        todo!()
    }

    /// Changes with what is read.
    pub fn version(&self) -> u64 {
        todo!()
    }
}
