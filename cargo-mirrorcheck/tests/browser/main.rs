//! The pages in a browser: what people see, click on and type, and that nothing in a file can do harm.
//!
//! `SCREENSHOTS=folder cargo test --test browser pictures` makes the pictures of the documentation.

mod chrome;
mod looks;
mod report;
mod safety;
mod served;
mod verdicts;
mod world;
