//! Text that runs both ways: grammars as users write them, with the laws and oracles that know nothing of them.

mod arithmetic;
mod bad;
mod counts;
mod csv;
mod fields;
mod files;
mod grammar;
mod json;
mod json_suite;
mod language;
mod package;
mod rfc8259;
mod s_expressions;
mod urls;
mod xml;
