//! The page on loopback.
