//! The runner as a user meets it: `cargo test` on a crate with properties, and what it prints, returns and leaves behind.

mod attributes;
mod body;
mod bounds;
mod changes;
mod configuration;
mod deaths;
mod defaults;
mod doubts;
mod drops;
mod exports;
mod failures;
#[cfg(unix)]
mod faults;
mod fixture;
mod kept;
mod kills;
mod kinds;
mod memory;
mod pasted;
mod places;
#[cfg(unix)]
mod power;
mod processes;
mod readme;
mod strategies;
mod subject;
mod viewpoint;
