//! What `cargo mirrorcheck` does.
