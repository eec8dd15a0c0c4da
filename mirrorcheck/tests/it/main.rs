//! One test binary: `laws` is the helper that every generator goes through.

mod bad_input;
mod check;
mod derive;
mod effects;
mod features;
mod generators;
mod interpretations;
mod language;
mod laws;
mod library;
mod property;
mod regex;
mod shrink;
mod source;
mod text;
mod theory;
mod ui;
