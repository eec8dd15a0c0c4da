//! Which parts of a counterexample do not matter: those that can be anything, and it still fails.

use std::ops::Range;

use super::player::{EditPlayer, Filler};
use super::search::{Subject, Verdict, make, test};
use super::tree::{Item, Tree};
use crate::core::rng::Rng;

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
        let free = || tree.items[part.clone()].iter().filter(|item| item.is_free());
        let may_vary = free().next().is_some() && free().all(|item| item.rank() == 0);
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
    (!variations.is_empty()).then_some(Irrelevant { variations, is_whole })
}

/// A text with `_` in the places where variations of it differ.
pub(crate) fn mark(text: &str, irrelevant: &[Irrelevant]) -> Option<String> {
    let mut places: Vec<Range<usize>> =
        irrelevant.iter().filter_map(|part| difference(text, &part.variations, part.is_whole)).collect();
    places.sort_by_key(|place| place.start);
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
    (marked != text).then_some(marked)
}

/// As many `_` as there are things in a text.
fn blank(text: &str) -> String {
    let mut depth = 0u32;
    let is_between = |c: char| {
        depth = match c {
            '(' | '[' | '{' => depth + 1,
            ')' | ']' | '}' => depth.saturating_sub(1),
            _ => depth,
        };
        c == ',' && depth == 0
    };
    text.split(is_between).map(|_| "_").collect::<Vec<_>>().join(", ")
}

/// The one place where a text differs from all of its variations, in whole words.
fn difference(text: &str, variations: &[String], is_whole: bool) -> Option<Range<usize>> {
    let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
        a.zip(b).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum::<usize>()
    };
    let before = variations.iter().map(|other| same(&mut text.chars(), &mut other.chars())).min()?;
    let after = variations.iter().map(|other| same(&mut text.chars().rev(), &mut other.chars().rev())).min()?;
    let end = text.len().checked_sub(after).filter(|&end| end >= before).unwrap_or(before);
    let is_word = |c: char| c.is_alphanumeric() || "_.-+\"'".contains(c);
    let (mut start, mut end) = (before, end);
    // A letter of a text is no word of its own; the letters beside it may matter.
    if is_whole || !is_in_quotes(&text[..before]) {
        start -= text[..start].chars().rev().take_while(|&c| is_word(c)).map(char::len_utf8).sum::<usize>();
        end += text[end..].chars().take_while(|&c| is_word(c)).map(char::len_utf8).sum::<usize>();
    }
    let is_fair = is_whole || text[start..end].chars().all(is_word) || is_in_quotes(&text[..before]);
    // All of it would say nothing, and half a pair of brackets would be misread.
    (start < end && is_fair && !(start == 0 && end == text.len()) && is_balanced(&text[start..end]))
        .then_some(start..end)
}

/// Whether a text ends inside of quotes.
fn is_in_quotes(text: &str) -> bool {
    let mut is_escaped = false;
    text.chars().fold(false, |is_in, c| {
        let is_quote = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_in != is_quote
    })
}

/// Whether each bracket has its other half.
fn is_balanced(text: &str) -> bool {
    let depth = text.chars().try_fold(0u32, |depth, c| match c {
        '(' | '[' | '{' => Some(depth + 1),
        ')' | ']' | '}' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth == Some(0)
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
