//! One test binary: `laws` is the helper that every generator goes through.

mod bad_input;
mod check;
mod derive;
mod distribution;
mod effects;
mod features;
mod generators;
mod interpretations;
mod language;
mod laws;
mod library;
mod mutate;
mod property;
mod regex;
// It asserts on signals and on lines for a shell.
#[cfg(unix)]
mod runner;
mod search;
mod search_tree;
mod shrink;
mod source;
mod suite;
mod text;
mod theory;
mod tuning;
mod ui;
