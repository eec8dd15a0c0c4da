//! The pages in a browser.

mod chrome;
