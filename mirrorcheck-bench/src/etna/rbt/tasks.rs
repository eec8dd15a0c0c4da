//! Which properties see which faults.

use crate::etna::subject::Tasks;

pub(super) const TASKS: &[Tasks] = &[
    Tasks { mutant: "insert keeps only a singleton", properties: &[] },
    Tasks { mutant: "insert misses the right branch", properties: &[] },
    Tasks { mutant: "insert keeps the old value", properties: &[] },
    Tasks { mutant: "delete drops the surrounding node", properties: &[] },
    Tasks { mutant: "delete compares the wrong way", properties: &[] },
    Tasks { mutant: "wrong colour on insert", properties: &[] },
    Tasks { mutant: "wrong colour on delete", properties: &[] },
    Tasks { mutant: "wrong colour in balancing left", properties: &[] },
    Tasks { mutant: "wrong colour in balancing right", properties: &[] },
    Tasks { mutant: "wrong colour where red trees are joined", properties: &[] },
    Tasks { mutant: "wrong colour where black trees are joined", properties: &[] },
    Tasks { mutant: "no rebalancing left", properties: &[] },
    Tasks { mutant: "no rebalancing right", properties: &[] },
];
