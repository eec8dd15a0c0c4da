//! Real generators, each written as a user would, with the laws, a validity predicate that knows nothing of the
//! generator, and values from outside.

mod bit_trees;
mod dags;
mod expressions;
mod free;
mod lambda;
mod naturals;
mod red_black;
mod search_trees;
mod system_f;
mod windows;
