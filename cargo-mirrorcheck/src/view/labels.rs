//! How often the generator chose each label, below the labels that it was chosen under.

use mirrorcheck::choices::Term;
use mirrorcheck::{Choice, Choices};

use super::LabelTree;
use crate::index::{Lines, Run};
use crate::line;

/// Limits on the cases, the bytes of their lines, and the size of the tree.
const CASES: u32 = 2_000;
const BYTES: u64 = 16 << 20;
const LINE: u32 = 1 << 18;
const NODES: usize = 200;
const DEPTH: usize = 8;

/// What stands for all numbers, and for all characters.
const NUMBER: &str = "number";
const CHARACTER: &str = "character";

/// The tree of the first cases; nothing if no case says what was chosen.
pub(super) fn labels(run: &Run, lines: &mut Lines<'_>) -> Option<LabelTree> {
    let mut tree = LabelTree::default();
    let (mut nodes, mut bytes) = (0, 0);
    for case in 0..run.cases().min(CASES) {
        let place = run.place(case);
        bytes += u64::from(place.1.length);
        if place.1.length > LINE || bytes > BYTES {
            continue;
        }
        let Some(choices) = lines.line(place).and_then(|line| choices(&line)) else { continue };
        tree.cases += 1;
        tree.count += 1;
        let term = choices.term();
        let mut kinds = choices.sequence().filter(|choice| choice.label().is_some());
        if term.label.is_empty() {
            term.children.iter().for_each(|below| put(&mut tree, below, &mut kinds, 1, &mut nodes));
        } else {
            put(&mut tree, &term, &mut kinds, 1, &mut nodes);
        }
    }
    sort(&mut tree);
    has_label(&tree).then_some(tree)
}

/// Whether something below has a name: numbers alone tell nothing.
fn has_label(tree: &LabelTree) -> bool {
    tree.below.iter().any(|below| ![NUMBER, CHARACTER].contains(&below.label.as_str()) || has_label(below))
}

fn choices(line: &str) -> Option<Choices> {
    let Ok(Some(line::Line::Case(case))) = line::parse(line) else { return None };
    line::string(line::metadata_field(case.metadata?, "choices")?)?.parse().ok()
}

/// Adds a term below a node. Its choices are the next ones of `kinds`, in the order in which they were made.
fn put(under: &mut LabelTree, term: &Term, kinds: &mut dyn Iterator<Item = Choice>, depth: usize, nodes: &mut usize) {
    let label = match kinds.next() {
        Some(Choice::Number(_) | Choice::Float(_)) => NUMBER,
        Some(Choice::Char(_)) => CHARACTER,
        _ => &term.label,
    };
    let at = match under.below.iter().position(|below| below.label == label) {
        Some(at) if depth <= DEPTH => at,
        None if depth <= DEPTH && *nodes < NODES => {
            *nodes += 1;
            under.below.push(LabelTree { label: label.to_owned(), ..LabelTree::default() });
            under.below.len() - 1
        }
        _ => return skip(term, kinds),
    };
    under.below[at].count += 1;
    for below in &term.children {
        put(&mut under.below[at], below, kinds, depth + 1, nodes);
    }
}

/// Passes over the choices below a term.
fn skip(term: &Term, kinds: &mut dyn Iterator<Item = Choice>) {
    let mut open: Vec<&Term> = term.children.iter().collect();
    while let Some(term) = open.pop() {
        kinds.next();
        open.extend(&term.children);
    }
}

fn sort(tree: &mut LabelTree) {
    tree.below.sort_by_key(|below| std::cmp::Reverse(below.count));
    tree.below.iter_mut().for_each(sort);
}
