//! The runner as a user meets it: `cargo test` on a crate with properties, and what it prints, returns and leaves behind.

mod attributes;
mod body;
mod bounds;
mod changes;
mod configuration;
mod deaths;
mod defaults;
mod doubts;
mod failures;
mod fixture;
mod kept;
mod kinds;
mod memory;
mod pasted;
mod processes;
mod readme;
mod strategies;
mod viewpoint;
