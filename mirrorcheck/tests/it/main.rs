//! One test binary: `laws` is the helper that every generator goes through.

mod bad_input;
mod check;
mod derive;
#[cfg(feature = "lab")]
mod distribution;
mod effects;
mod explain;
mod features;
mod generators;
mod growth;
mod interpretations;
mod language;
mod laws;
mod library;
mod miri;
#[cfg(feature = "lab")]
mod mutate;
mod property;
mod regex;
mod reports;
// It asserts on signals and on lines for a shell.
#[cfg(unix)]
mod runner;
#[cfg(feature = "lab")]
mod search;
mod search_tree;
mod seek;
mod shrink;
mod source;
#[cfg(feature = "lab")]
mod suite;
mod text;
mod theory;
#[cfg(feature = "lab")]
mod tuning;
mod ui;
