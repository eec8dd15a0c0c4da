//! What was tested, for others to read: OpenPBTStats, one line of JSON for each case.
//!
//! Nothing here runs a property: [`Observed`] does, and tells what it sees. What has not been
//! asked for is never written; each line is on disk before the next case
//! runs, in one file for each process and its children.

#[cfg(feature = "observe")]
mod files;
#[cfg(feature = "observe")]
mod observed;
#[cfg(feature = "observe")]
mod observer;
#[cfg(not(feature = "observe"))]
mod off;
#[cfg(feature = "observe")]
mod program;
#[cfg(feature = "observe")]
mod source;

#[cfg(feature = "observe")]
pub(crate) use observed::Observed;
#[cfg(feature = "observe")]
pub(crate) use observer::Observer;
#[cfg(not(feature = "observe"))]
pub(crate) use off::{Observed, Observer};
