//! What property-based tests ran on, as lines of JSON that any framework can write and any tool can read.
//!
//! A passing property says little by itself: it may have passed on three hundred empty lists. [OpenPBTStats] records every
//! test case as one line of JSON. Hypothesis writes this format, Tyche shows it, and so does `cargo mirrorcheck`. This crate
//! is for frameworks that write it and for tools that read it.
//!
//! [OpenPBTStats]: https://hypothesis.readthedocs.io/en/latest/reference/integrations.html#observability
//!
//! # Write
//!
//! [`write`](mod@write) builds lines piece by piece, without a tree of values and without dependencies:
//!
//! ```
//! use openpbtstats::Status;
//! use openpbtstats::write::{CaseLine, RunFields};
//!
//! let run = RunFields::new("tree::insert_keeps_order", 1_700_000_000, 250_000);
//! let case = CaseLine {
//!     run: &run,
//!     status: Status::Passed,
//!     representation: "insert_keeps_order(key = 3)",
//!     arguments: "\"key\":3",
//!     how: "random",
//!     ..CaseLine::new(&run)
//! };
//! let line: String = case.parts().concat();
//! assert!(line.starts_with(r#"{"type":"test_case","run_start":1700000000.250000,"property":"tree::insert"#));
//! ```
//!
//! # Judge
//!
//! Whether a run failed, passed or tested too little should not depend on who looks. Fill in [`Facts`] and let them
//! [`judge`](Facts::judge): the [`Outcome`] has the [`Verdict`] and the [`Doubt`]s as data. A framework that knows more than
//! its cases tell writes the outcome as one line, and readers take it from there. Of a framework that does not, a reader
//! fills in the same facts from its lines, and the same rules decide.
//!
//! ```
//! use openpbtstats::{Doubt, Facts, Kind, Tally};
//!
//! let facts = Facts { tally: Tally { passed: 11, discarded: 89, ..Tally::default() }, wanted: Some(300), ..Facts::default() };
//! let outcome = facts.judge();
//! assert_eq!(outcome.kind(), Kind::Doubtful);
//! assert_eq!(
//!     outcome.sentence(None),
//!     "passes, but 89 of 100 cases were discarded (89 %), so only 11 of 300 were tested"
//! );
//! ```
//!
//! # Read
//!
//! With the feature `read`, [`read::parse`] reads a line leniently and without copying: what other frameworks leave out, or
//! write in their own way, is no obstacle. [`read::rules::well_formed`] is as strict as the strictest reader: test what you
//! write with it.
//!
#![cfg_attr(feature = "read", doc = "```")]
#![cfg_attr(not(feature = "read"), doc = "```ignore")]
//! use openpbtstats::read::{Line, parse};
//!
//! let line = r#"{"type":"test_case","run_start":1,"property":"p","status":"gave_up","representation":"p(0)"}"#;
//! let Ok(Some(Line::Case(case))) = parse(line) else { panic!() };
//! assert_eq!((&*case.representation, case.status), ("p(0)", openpbtstats::Status::Discarded));
//! ```
#![cfg_attr(not(feature = "read"), expect(rustdoc::broken_intra_doc_links, reason = "links to what a feature adds"))]

mod cover;
mod doubt;
mod facts;
mod outcome;
#[cfg(feature = "read")]
pub mod read;
mod status;
mod verdict;
pub mod write;

pub use cover::Cover;
pub use doubt::{Doubt, GENERATE_VALID};
pub use facts::{Facts, Sample};
pub use outcome::{Kind, Outcome, Tally, grouped};
pub use status::{Status, WHOLE_RUN, title};
pub use verdict::{Cause, Counterexample, Death, Shrinking, Untested, Verdict};
