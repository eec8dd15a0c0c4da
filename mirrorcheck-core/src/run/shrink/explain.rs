//! Which parts of a counterexample do not matter: those that can be anything, and it still fails.

use std::ops::Range;

use super::player::{EditPlayer, Filler};
use super::search::{Subject, Verdict, make, test};
use super::tree::{Item, Tree};
use crate::core::rng::Rng;
use crate::core::sort::sort_by_key;

/// How many other values of a part have to fail before it is said not to matter.
const VARIATIONS: u64 = 12;
/// How many attempts that takes: some come to the same value again.
const ATTEMPTS: u64 = 3 * VARIATIONS;
/// A larger tree has too many parts to say anything about.
const MAX_PARTS: usize = 200;

/// A part that does not matter, with what the whole looked like with others in its place.
pub(crate) struct Irrelevant {
    variations: Vec<String>,
    /// Whether it is all that a generator chose, with what follows from it. A single choice may decide how others are
    /// written.
    is_whole: bool,
}

/// Finds the largest parts that do not matter. `text` is the value, and `shown` writes down the one that was made
/// last.
pub(crate) fn explain<S: Subject>(
    subject: &mut S,
    size: u32,
    tree: &Tree,
    text: &str,
    shown: &mut dyn FnMut(&S) -> String,
) -> Vec<Irrelevant> {
    let mut found: Vec<Irrelevant> = Vec::new();
    if tree.items.len() > MAX_PARTS {
        return found;
    }
    // The generator's own choices, without the group that holds them all.
    let mut at = 1;
    let end = tree.items.first().map_or(0, |_| tree.end(0));
    while at < end {
        let part = at..tree.end(at);
        // What is not the simplest has its reasons: the simplest was tried.
        let (mut is_free, mut is_simplest) = (false, true);
        for item in &tree.items[part.clone()] {
            is_free |= item.is_free();
            is_simplest &= !item.is_free() || item.rank() == 0;
        }
        let may_vary = is_free && is_simplest;
        match if may_vary { vary(subject, size, tree, &part, shown) } else { None } {
            // What cannot be marked in the text may have parts that can.
            Some(irrelevant) if difference(text, &irrelevant.variations, irrelevant.is_whole).is_some() => {
                at = part.end;
                found.push(irrelevant);
            }
            _ => at += 1,
        }
    }
    found
}

/// What a tree looks like with other values in the place of a part, if it fails with all of them.
fn vary<S: Subject>(
    subject: &mut S,
    size: u32,
    tree: &Tree,
    part: &Range<usize>,
    shown: &mut dyn FnMut(&S) -> String,
) -> Option<Irrelevant> {
    let anything = match tree.items[part.start] {
        Item::Group(_) => Item::Group(0),
        _ => Item::Any,
    };
    let edited = tree.replaced(part.start, part.end, &[anything]);
    let mut variations: Vec<String> = Vec::new();
    let mut is_whole = matches!(tree.items[part.start], Item::Group(_));
    let mut seen = vec![tree.fingerprint()];
    for attempt in 0..ATTEMPTS {
        let mut player = EditPlayer::new(&edited, &edited.sites, usize::MAX, Filler::Random(Rng::new(attempt, 0)));
        if make(subject, size, &mut player).is_err() {
            continue;
        }
        let fingerprint = player.so_far().fingerprint();
        if seen.contains(&fingerprint) {
            continue;
        }
        seen.push(fingerprint);
        // What follows from it was chosen anew as well.
        is_whole |= player.so_far().items.len() != tree.end(0);
        let text = shown(subject);
        if test(subject, size, &mut player) != Verdict::Fails {
            return None;
        }
        variations.push(text);
        if variations.len() as u64 == VARIATIONS {
            break;
        }
    }
    if variations.is_empty() { None } else { Some(Irrelevant { variations, is_whole }) }
}

/// A text with `_` in the places where variations of it differ.
pub(crate) fn mark(text: &str, irrelevant: &[Irrelevant]) -> Option<String> {
    let mut places: Vec<Range<usize>> = Vec::new();
    for part in irrelevant {
        if let Some(place) = difference(text, &part.variations, part.is_whole) {
            places.push(place);
        }
    }
    sort_by_key(&mut places, |place| place.start);
    let mut marked = String::new();
    let mut at = 0;
    for place in places {
        if place.start >= at {
            marked.push_str(&text[at..place.start]);
            marked.push_str(&blank(&text[place.clone()]));
            at = place.end;
        }
    }
    marked.push_str(&text[at..]);
    if marked == text { None } else { Some(marked) }
}

/// As many `_` as there are things in a text.
fn blank(text: &str) -> String {
    let mut depth = 0u32;
    let mut blank = "_".to_owned();
    for c in text.chars() {
        depth = match c {
            '(' | '[' | '{' => depth + 1,
            ')' | ']' | '}' => depth.saturating_sub(1),
            _ => depth,
        };
        if c == ',' && depth == 0 {
            blank.push_str(", _");
        }
    }
    blank
}

/// The one place where a text differs from all of its variations, in whole words.
fn difference(text: &str, variations: &[String], is_whole: bool) -> Option<Range<usize>> {
    if variations.is_empty() {
        return None;
    }
    let (mut before, mut after) = (text.len(), text.len());
    for other in variations {
        before = before.min(common(&mut text.chars(), &mut other.chars()));
        after = after.min(common(&mut text.chars().rev(), &mut other.chars().rev()));
    }
    let (mut start, mut end) = (before, before.max(text.len() - after));
    // A letter of a text is no word of its own; the letters beside it may matter.
    if is_whole || !is_in_quotes(&text[..before]) {
        start -= word(&mut text[..start].chars().rev());
        end += word(&mut text[end..].chars());
    }
    let is_word = word(&mut text[start..end].chars()) == end - start;
    let is_fair = is_whole || is_word || is_in_quotes(&text[..before]);
    // All of it would say nothing, and half a pair of brackets would be misread.
    let may_mark = start < end && is_fair && !(start == 0 && end == text.len()) && is_balanced(&text[start..end]);
    if may_mark { Some(start..end) } else { None }
}

/// Returns how many bytes two texts begin with in common.
fn common(a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>) -> usize {
    let mut bytes = 0;
    while let (Some(a), Some(b)) = (a.next(), b.next()) {
        if a != b {
            break;
        }
        bytes += a.len_utf8();
    }
    bytes
}

/// Returns how many bytes the word has that a text begins with.
fn word(text: &mut dyn Iterator<Item = char>) -> usize {
    let mut bytes = 0;
    for c in text {
        if !c.is_alphanumeric() && !"_.-+\"'".contains(c) {
            break;
        }
        bytes += c.len_utf8();
    }
    bytes
}

/// Whether a text ends inside of quotes.
fn is_in_quotes(text: &str) -> bool {
    let (mut is_in, mut is_escaped) = (false, false);
    for c in text.chars() {
        is_in ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
    }
    is_in
}

/// Whether each bracket has its other half.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0u32;
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return false,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::{blank, difference};

    #[test]
    fn each_thing_has_its_blank() {
        assert_eq!(blank("Leaf, 2"), "_, _");
        assert_eq!(blank("Node(1, 2)"), "_");
    }

    #[test]
    fn what_differs_is_marked_in_whole_words() {
        let of = |text: &str, others: &[&str]| {
            let others: Vec<String> = others.iter().map(|other| (*other).to_owned()).collect();
            difference(text, &others, false).map(|place| text[place].to_owned())
        };
        assert_eq!(of("([0, 0], 15)", &["([0, 0], 17)", "([0, 0], 8)"]).as_deref(), Some("15"));
        assert_eq!(of("(0, 0)", &["(0, 7)"]).as_deref(), Some("0"));
        assert_eq!(of("P { x: 0, y: 3 }", &["P { x: -5, y: 3 }"]).as_deref(), Some("0"));
        assert_eq!(of("(\"ab\", 1)", &["(\"xb\", 1)"]).as_deref(), Some("a"));
        assert_eq!(of("(Circle { r: 1 }, 2)", &["(Square(1), 2)"]), None);
        assert_eq!(of("7", &["8"]), None);
        assert_eq!(of("(A(1, 2))", &["(A(1), 2)"]), None);
    }
}
