//! Power tools: tuning, mutation, guided search, coverage of choices, distributions.

pub(crate) mod distribution;
pub(crate) mod gradient;
pub(crate) mod mutate;
pub(crate) mod strategy;
pub(crate) mod suite;
pub(crate) mod trail;
pub(crate) mod tuning;
pub(crate) mod valid;
