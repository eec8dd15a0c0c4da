//! What was tested: reads OpenPBTStats lines, shows them as a page, a report or data.
//!
//! Data flows one way: files → [`index`] → [`view`] → [`page`]. Only the index reads files, a view is plain data, and the
//! page is drawn from it without asking anybody. [`server`] and [`commands`] carry it to people.

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
