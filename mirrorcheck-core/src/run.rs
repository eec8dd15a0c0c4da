//! Running properties: cases, failures, shrinking, reports.

pub(crate) mod check;
pub(crate) mod checker;
pub(crate) mod child;
pub(crate) mod debug_text;
pub(crate) mod doctest;
pub(crate) mod files;
pub(crate) mod kept;
pub mod laws;
pub(crate) mod observe;
pub(crate) mod processor;
pub(crate) mod property;
pub(crate) mod record;
pub(crate) mod runner;
pub(crate) mod settings;
pub(crate) mod shrink;
pub(crate) mod strategy;
pub(crate) mod viewpoint;
