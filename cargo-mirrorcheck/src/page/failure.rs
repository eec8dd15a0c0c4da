//! A counterexample: what fails, what does not matter about it, how to run it again, and the way to it.

use maud::{Markup, html};

use super::links::Here;
use super::markdown::inline;
use super::text::{Shown, count, counted, visible};
use crate::view::{Counterexample, Shrinking};

/// Longer texts are compared from their ends only, because comparing takes the product of their lengths.
const MOST_COMPARED: usize = 400_000;
/// If there are more steps than this, those in the middle are omitted.
const MOST_STEPS: usize = 200;

pub(super) fn counterexample(here: Here, at: usize, it: &Counterexample) -> Markup {
    html! {
        article.failure {
            pre.value { code { (Shown(&it.representation)) } }
            @if !it.reason.is_empty() { div.reason { pre { (Shown(&it.reason)) } } }
            @if let Some(explanation) = &it.explanation {
                div.explained {
                    p { "Other values for " code { "_" } " failed too:" }
                    pre.value { code { (with_holes(explanation)) } }
                }
            }
            @if !it.notes.is_empty() { ul.notes { @for note in &it.notes { li { (inline(note)) } } } }
            @if let Some(replay) = &it.replay {
                p.quiet { "To replay it:" }
                (copyable(replay))
            }
            @if it.is_flaky { p.quiet { "Flaky: it failed, and passed when it ran again on the same value." } }
            p.quiet { (it.shrinking.map_or("It was not shrunk: there may be a simpler one.", Shrinking::sentence)) }
            @if it.shrink_steps > 0 && it.steps.len() > 1 {
                details data-key=(format!("steps:{at}")) id=(here.id(&format!("steps-{at}"))) {
                    summary { "How it was found: " (counted(it.shrink_steps, "step", "steps")) " of shrinking" }
                    (steps(&it.steps))
                }
            }
            @if let Some(choices) = &it.choices {
                details data-key=(format!("choices:{at}")) {
                    summary { "Choices" }
                    (copyable(choices))
                }
            }
        }
    }
}

/// Code with a button that copies it; without a script there is no button.
pub(super) fn copyable(text: &str) -> Markup {
    html! {
        div.copyable {
            pre { code { (Shown(text)) } }
            button.copy type="button" hidden data-copy=(text) { "Copy" }
        }
    }
}

/// `_` where it stands alone.
fn with_holes(text: &str) -> Markup {
    html! {
        bdi { @for token in tokens(text) {
            @if token == "_" { span.hole { "_" } } @else { (visible(token)) }
        } }
    }
}

fn steps(steps: &[String]) -> Markup {
    let head = if steps.len() > MOST_STEPS { MOST_STEPS / 2 } else { steps.len() };
    let tail = if steps.len() > MOST_STEPS { steps.len() - MOST_STEPS / 2 } else { steps.len() };
    html! {
        p.quiet {
            "From the first failing case to the simplest. " del { "Removed" } " and " ins { "added" } " parts are marked."
        }
        ol.steps {
            @for (at, step) in steps.iter().enumerate() {
                @if at < head || at >= tail {
                    li value=(at) { pre { code {
                        @match at.checked_sub(1).map(|before| &steps[before]) {
                            None => (Shown(step)),
                            Some(before) => (difference(before, step)),
                        }
                    } } }
                } @else if at == head {
                    li.quiet value=(at) { (count((tail - head) as u64)) " steps are left out." }
                }
            }
        }
    }
}

/// The second text with what is new marked, and what is gone from the first.
fn difference(before: &str, after: &str) -> Markup {
    html! {
        bdi { @for (change, text) in changes(before, after) {
            @match change {
                Change::Same => (visible(&text)),
                Change::Gone => del { (visible(&text)) },
                Change::New => ins { (visible(&text)) },
            }
        } }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Change {
    Same,
    Gone,
    New,
}

fn changes(before: &str, after: &str) -> Vec<(Change, String)> {
    let (before, after) = (tokens(before), tokens(after));
    let start = before.iter().zip(&after).take_while(|(left, right)| left == right).count();
    let rest = before.len().min(after.len()) - start;
    let end = before.iter().rev().zip(after.iter().rev()).take(rest).take_while(|(left, right)| left == right).count();
    let mut out = Vec::new();
    let mut push = |change, token: &str| match out.last_mut() {
        Some((last, text)) if *last == change => String::push_str(text, token),
        _ => out.push((change, token.to_string())),
    };
    before[..start].iter().for_each(|token| push(Change::Same, token));
    for (change, token) in middle(&before[start..before.len() - end], &after[start..after.len() - end]) {
        push(change, token);
    }
    before[before.len() - end..].iter().for_each(|token| push(Change::Same, token));
    out
}

/// The longest common subsequence, by the table of its lengths.
fn middle<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<(Change, &'a str)> {
    let gone = before.iter().map(|token| (Change::Gone, *token));
    let new = after.iter().map(|token| (Change::New, *token));
    let width = after.len() + 1;
    if before.is_empty() || after.is_empty() || width.saturating_mul(before.len() + 1) > MOST_COMPARED {
        return gone.chain(new).collect();
    }
    let mut lengths = vec![0u32; width * (before.len() + 1)];
    for left in (0..before.len()).rev() {
        for right in (0..after.len()).rev() {
            lengths[left * width + right] = if before[left] == after[right] {
                lengths[(left + 1) * width + right + 1] + 1
            } else {
                lengths[(left + 1) * width + right].max(lengths[left * width + right + 1])
            };
        }
    }
    let (mut left, mut right, mut out) = (0, 0, Vec::new());
    while left < before.len() && right < after.len() {
        if before[left] == after[right] {
            out.push((Change::Same, before[left]));
            (left, right) = (left + 1, right + 1);
        } else if lengths[(left + 1) * width + right] >= lengths[left * width + right + 1] {
            out.push((Change::Gone, before[left]));
            left += 1;
        } else {
            out.push((Change::New, after[right]));
            right += 1;
        }
    }
    out.extend(gone.skip(left));
    out.extend(new.skip(right));
    out
}

/// Words and numbers whole, with the sign of a number that follows no word; every other character alone.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |each: char| each.is_alphanumeric() || each == '_';
    let mut out: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after_word = out.last().is_some_and(|last| last.ends_with(is_word));
        let is_sign = first == '-' && !after_word && rest[1..].starts_with(|each: char| each.is_ascii_digit());
        let sign = usize::from(is_sign);
        let end = if is_word(first) || is_sign {
            rest[sign..].find(|each| !is_word(each)).map_or(rest.len(), |end| end + sign)
        } else {
            first.len_utf8()
        };
        out.push(&rest[..end]);
        rest = &rest[end..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Change::{Gone, New, Same};
    use super::*;

    #[test]
    fn only_what_differs_is_marked() {
        let changed = changes("f([10, 20], 3)", "f([20], 4)");
        let told: Vec<(Change, &str)> = changed.iter().map(|(change, text)| (*change, text.as_str())).collect();
        assert_eq!(told, [(Same, "f(["), (Gone, "10, "), (Same, "20], "), (Gone, "3"), (New, "4"), (Same, ")")]);
    }

    #[test]
    fn numbers_change_with_their_sign() {
        assert_eq!(tokens("f(-9, a-1)"), ["f", "(", "-9", ",", " ", "a", "-", "1", ")"]);
        assert_eq!(changes("-9", "-1"), [(Gone, "-9".to_string()), (New, "-1".to_string())]);
    }

    #[test]
    fn both_texts_can_be_read_from_their_difference() {
        for (before, after) in [("", "a"), ("a b", ""), ("x", "x"), ("[1, 2, 3]", "[3, 2, 1]"), ("aé b", "é b b")] {
            let changed = changes(before, after);
            let read = |without: Change| -> String {
                changed.iter().filter(|(change, _)| *change != without).map(|(_, text)| text.as_str()).collect()
            };
            assert_eq!((read(New), read(Gone)), (before.to_string(), after.to_string()));
        }
    }

    #[test]
    fn very_long_steps_are_compared_quickly() {
        let before = "a ".repeat(100_000);
        let after = "b ".repeat(100_000);
        assert_eq!(changes(&before, &after).len(), 3);
    }
}
