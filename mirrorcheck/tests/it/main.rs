//! One test binary: `laws` is the helper that every generator goes through.

mod bad_input;
mod derive;
mod generators;
mod interpretations;
mod language;
mod laws;
mod text;
mod theory;
mod ui;
