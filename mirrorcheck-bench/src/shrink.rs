//! E1.
#![expect(dead_code, reason = "x")]
mod problems;
