//! Properties of search trees. Results are compared as maps: as lists of keys and values.

use super::Tree;
use crate::etna::inputs::{tree_properties, with, without};

tree_properties! {
    InsertValid: [t], [k, v] => t().insert(k, v).is_valid();
    DeleteValid: [t], [k] => t().delete(k).is_valid();
    UnionValid: [t, u], [] => t().union(u()).is_valid();
    InsertPost: [t], [k, l, v] => t().insert(k, v).find(l) == if k == l { Some(v) } else { t().find(l) };
    DeletePost: [t], [k, l] => t().delete(k).find(l) == if k == l { None } else { t().find(l) };
    UnionPost: [t, u], [k] => t().union(u()).find(k) == t().find(k).or(u().find(k));
    InsertModel: [t], [k, v] => t().insert(k, v).to_list() == with(t().to_list(), k, v);
    DeleteModel: [t], [k] => t().delete(k).to_list() == without(t().to_list(), k);
    UnionModel: [t, u], [] => {
        let both = t().to_list().into_iter().fold(u().to_list(), |list, (key, value)| with(list, key, value));
        t().union(u()).to_list() == both
    };
    InsertInsert: [t], [k, l, v, w] => {
        let swapped = if k == l { t().insert(k, v) } else { t().insert(k, v).insert(l, w) };
        are_equal(&t().insert(l, w).insert(k, v), &swapped)
    };
    InsertDelete: [t], [k, l, v] => {
        let swapped = if k == l { t().insert(k, v) } else { t().insert(k, v).delete(l) };
        are_equal(&t().delete(l).insert(k, v), &swapped)
    };
    InsertUnion: [t, u], [k, v] => are_equal(&t().union(u()).insert(k, v), &t().insert(k, v).union(u()));
    DeleteInsert: [t], [k, l, w] => {
        let swapped = if k == l { t().delete(k) } else { t().delete(k).insert(l, w) };
        are_equal(&t().insert(l, w).delete(k), &swapped)
    };
    DeleteDelete: [t], [k, l] => are_equal(&t().delete(l).delete(k), &t().delete(k).delete(l));
    DeleteUnion: [t, u], [k] => are_equal(&t().union(u()).delete(k), &t().delete(k).union(u().delete(k)));
    UnionDeleteInsert: [t, u], [k, v] => {
        are_equal(&t().delete(k).union(u().insert(k, v)), &t().union(u()).insert(k, v))
    };
    UnionUnion: [t, u, w], [] => are_equal(&t().union(u()).union(w()), &t().union(u().union(w())));
}

fn are_equal(tree: &Tree, other: &Tree) -> bool {
    tree.to_list() == other.to_list()
}
