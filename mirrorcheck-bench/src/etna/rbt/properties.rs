//! Properties of red-black trees. Results are compared as maps: as lists of keys and values.

use super::Tree;
use crate::etna::inputs::{tree_properties, with, without};

tree_properties! {
    InsertValid: [t], [k, v] => t().insert(k, v).is_valid();
    DeleteValid: [t], [k] => t().delete(k).is_valid();
    InsertPost: [t], [k, l, v] => t().insert(k, v).find(l) == if k == l { Some(v) } else { t().find(l) };
    DeletePost: [t], [k, l] => t().delete(k).find(l) == if k == l { None } else { t().find(l) };
    InsertModel: [t], [k, v] => t().insert(k, v).to_list() == with(t().to_list(), k, v);
    DeleteModel: [t], [k] => t().delete(k).to_list() == without(t().to_list(), k);
    InsertInsert: [t], [k, l, v, w] => {
        let swapped = if k == l { t().insert(k, v) } else { t().insert(k, v).insert(l, w) };
        t().insert(l, w).insert(k, v).to_list() == swapped.to_list()
    };
    InsertDelete: [t], [k, l, v] => {
        let swapped = if k == l { t().insert(k, v) } else { t().insert(k, v).delete(l) };
        t().delete(l).insert(k, v).to_list() == swapped.to_list()
    };
    DeleteInsert: [t], [k, l, w] => {
        let swapped = if k == l { t().delete(k) } else { t().delete(k).insert(l, w) };
        t().insert(l, w).delete(k).to_list() == swapped.to_list()
    };
    DeleteDelete: [t], [k, l] => t().delete(l).delete(k).to_list() == t().delete(k).delete(l).to_list();
}
