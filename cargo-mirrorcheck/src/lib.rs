//! Shows what properties were tested on: reads OpenPBTStats lines, and shows them as pages, a report or data.
//!
//! Data flows one way: files → [`line`](mod@line) → [`index`] → [`view`] → [`page`]. Only the index reads files, a view is plain
//! data, and a page is drawn from its view alone. [`server`] and [`commands`] bring it to people. `tests/layers.rs` holds
//! the modules to that order.

#![expect(missing_docs, reason = "the fields of plain data are named after what they are")]

pub mod commands;
#[cfg(not(test))]
mod demo;
pub mod filter;
pub mod index;
pub mod line;
pub mod page;
pub mod server;
mod url;
pub mod view;
mod words;
