//! Which properties see which faults.

use crate::etna::subject::Tasks;

pub(super) const TASKS: &[Tasks] = &[
    Tasks { mutant: "insert keeps only a singleton", properties: &[] },
    Tasks { mutant: "insert misses the right branch", properties: &[] },
    Tasks { mutant: "insert keeps the old value", properties: &[] },
    Tasks { mutant: "delete drops the surrounding node", properties: &[] },
    Tasks { mutant: "delete compares the wrong way", properties: &[] },
    Tasks { mutant: "union concatenates", properties: &[] },
    Tasks { mutant: "union does not split when keys differ", properties: &[] },
    Tasks { mutant: "union splits one side only", properties: &[] },
];
