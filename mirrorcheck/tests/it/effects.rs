//! Effects and their handlers.

mod decisions;
mod handlers;
mod shrinking;
mod sites;
