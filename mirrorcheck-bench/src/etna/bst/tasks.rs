//! Which properties see which faults.

use crate::etna::subject::Tasks;

pub(super) const TASKS: &[Tasks] = &[
    Tasks {
        mutant: "insert keeps only a singleton",
        properties: &["InsertPost", "InsertModel", "InsertInsert", "InsertUnion", "DeleteInsert", "UnionDeleteInsert"],
    },
    Tasks {
        mutant: "insert misses the right branch",
        properties: &[
            "InsertPost",
            "InsertModel",
            "InsertInsert",
            "InsertDelete",
            "InsertUnion",
            "DeleteInsert",
            "UnionDeleteInsert",
        ],
    },
    Tasks {
        mutant: "insert keeps the old value",
        properties: &["InsertPost", "InsertModel", "InsertInsert", "InsertDelete", "InsertUnion", "UnionDeleteInsert"],
    },
    Tasks {
        mutant: "delete drops the surrounding node",
        properties: &[
            "DeletePost",
            "DeleteModel",
            "InsertDelete",
            "DeleteInsert",
            "DeleteDelete",
            "DeleteUnion",
            "UnionDeleteInsert",
        ],
    },
    Tasks {
        mutant: "delete compares the wrong way",
        properties: &["DeletePost", "DeleteModel", "DeleteInsert", "DeleteDelete", "DeleteUnion", "UnionDeleteInsert"],
    },
    Tasks {
        mutant: "union concatenates",
        properties: &["UnionValid", "UnionPost", "UnionModel", "InsertUnion", "DeleteUnion", "UnionDeleteInsert"],
    },
    Tasks {
        mutant: "union does not split when keys differ",
        properties: &[
            "UnionValid",
            "UnionPost",
            "UnionModel",
            "InsertUnion",
            "DeleteUnion",
            "UnionDeleteInsert",
            "UnionUnion",
        ],
    },
    Tasks {
        mutant: "union splits one side only",
        properties: &["UnionPost", "UnionModel", "InsertUnion", "DeleteUnion", "UnionDeleteInsert", "UnionUnion"],
    },
];
