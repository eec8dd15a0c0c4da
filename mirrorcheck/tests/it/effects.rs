//! Effects and their handlers.

mod decisions;
mod handlers;
mod sites;
