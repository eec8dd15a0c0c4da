//! Text that runs both ways: grammars as users write them, with the laws and oracles that know nothing of them.

mod files;
mod rfc8259;
