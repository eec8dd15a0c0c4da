//! Which properties see which faults.

use crate::etna::subject::Tasks;

pub(super) const TASKS: &[Tasks] = &[];
