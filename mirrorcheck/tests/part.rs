//! Parts.
#[path = "it/check.rs"] mod check;
#[path = "it/property.rs"] mod property;
#[path = "it/effects.rs"] mod effects;
#[path = "it/runner.rs"] mod runner;
