//! What the forest knows of the rules of a text.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::NodeKey;
use crate::core::cursor::Follow;

/// What is known of the rules of a text.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    pub(crate) known: HashMap<(NodeKey, Follow), RuleEnds>,
    /// Rules that came back to themselves at a place with something else to follow: their ends are found once, whatever
    /// follows. And how often each rule is under way at a place.
    pub(crate) left_recursive: HashSet<NodeKey>,
    pub(crate) at_work: HashMap<NodeKey, usize>,
    /// How many rules are under way, and the outermost of them whose ends were asked for before they were all known.
    pub(crate) under_way: usize,
    pub(crate) lowest: usize,
}

/// The ends of a rule at a position.
#[derive(Debug, Clone, Default)]
pub(crate) struct RuleEnds {
    pub(crate) nodes: Rc<Vec<usize>>,
    pub(crate) state: State,
    /// Whether its ends were asked for while they were being found: by itself, or by another rule inside of it.
    pub(crate) is_recursive: bool,
    pub(crate) is_indirect: bool,
    /// How many of its ends were known before the last round.
    pub(crate) old: usize,
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum State {
    /// Found while something that it needs was not known in full: to be found again.
    #[default]
    Provisional,
    /// Under way, so many rules deep.
    UnderWay(usize),
    Done,
}
