//! One line of a file.
