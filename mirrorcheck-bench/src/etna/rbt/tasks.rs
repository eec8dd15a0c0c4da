//! Which properties see which faults.

use crate::etna::subject::Tasks;

pub(super) const TASKS: &[Tasks] = &[
    Tasks {
        mutant: "insert keeps only a singleton",
        properties: &["InsertPost", "InsertModel", "InsertInsert", "DeleteInsert"],
    },
    Tasks {
        mutant: "insert misses the right branch",
        properties: &["InsertPost", "InsertModel", "InsertInsert", "InsertDelete", "DeleteInsert"],
    },
    Tasks {
        mutant: "insert keeps the old value",
        properties: &["InsertPost", "InsertModel", "InsertInsert", "InsertDelete"],
    },
    Tasks {
        mutant: "delete drops the surrounding node",
        properties: &["DeletePost", "DeleteModel", "InsertDelete", "DeleteInsert", "DeleteDelete"],
    },
    Tasks {
        mutant: "delete compares the wrong way",
        properties: &["DeletePost", "DeleteModel", "InsertDelete", "DeleteInsert", "DeleteDelete"],
    },
    Tasks { mutant: "wrong colour on insert", properties: &["InsertValid"] },
    Tasks { mutant: "wrong colour on delete", properties: &["DeleteValid"] },
    Tasks { mutant: "wrong colour in balancing left", properties: &["DeleteValid"] },
    Tasks { mutant: "wrong colour in balancing right", properties: &["DeleteValid"] },
    Tasks { mutant: "wrong colour where red trees are joined", properties: &["DeleteValid"] },
    Tasks { mutant: "wrong colour where black trees are joined", properties: &["DeleteValid"] },
    Tasks { mutant: "no rebalancing left", properties: &["InsertValid"] },
    Tasks { mutant: "no rebalancing right", properties: &["InsertValid"] },
];
