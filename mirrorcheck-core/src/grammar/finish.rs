//! From nodes to pieces, with all checks that need to know every rule.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;

use super::classes::{Ranges, characters, joined, only, others, written};
use super::draft::{Draft, DraftRule, Node, NodeKind};
use super::expand::{Choice, Repeat, Rule, RulePiece, Rules};
use super::read::{Fault, fault};
use super::weights::Weights;
use crate::core::choice::CharSet;
use crate::core::text::{Chars, Letter, Letters, Next};

#[inline]
pub(crate) fn finish(grammar: &str, draft: &Draft<'_>) -> Result<Rules, Fault> {
    let ends = fixed_point(draft, true);
    if let Some(DraftRule { name, at, .. }) = endless(draft, &ends) {
        return fault(*at, format!("the rule `{name}` never ends: every alternative needs `{name}` again"));
    }
    let can_be_empty = fixed_point(draft, false);
    let weights = Weights::new(draft);
    let mut classes = Classes { draft, of_rules: HashMap::new() };
    let mut pieces: Vec<RulePiece> = Vec::with_capacity(draft.nodes.len());
    for (number, rule) in draft.rules.iter().enumerate() {
        for node in rule.nodes.clone() {
            // Each node is part of one other at most, so that its piece can move there.
            let mut take = |part: usize| mem::replace(&mut pieces[part], NOTHING);
            let Node { at, kind } = &draft.nodes[node];
            let piece = match kind {
                NodeKind::Text(text) if text.is_empty() => NOTHING,
                NodeKind::Text(text) => RulePiece::Literal(text.clone()),
                NodeKind::Rule(rule) => RulePiece::Rule(*rule),
                NodeKind::Class(_) | NodeKind::Difference(_) => {
                    let ranges = classes.class(node, 0)?;
                    match letter(ranges, draft.is_regex) {
                        None => return fault(*at, "this class is empty: it leaves no character"),
                        Some(letter) => RulePiece::Class(Box::new(letter)),
                    }
                }
                NodeKind::Sequence(parts) => sequence(draft, parts.iter().map(|part| take(*part))),
                NodeKind::Choice(parts) => {
                    let (labels, pieces) = parts.iter().map(|(label, part)| (label.clone(), take(*part))).unzip();
                    RulePiece::Choice(Choice::new(node, labels, weights.of_choice(number, node), pieces))
                }
                NodeKind::Repeat(part, _, None) if can_be_empty[*part] => {
                    return fault(
                        *at,
                        "a repeated part can be empty, so there would be infinitely many ways to read a text",
                    );
                }
                NodeKind::Repeat(_, 0, Some(0)) => NOTHING,
                // Whether there is something at all is a choice of its own where it decides whether there is an end.
                NodeKind::Repeat(part, 0, most) if *most == Some(1) || weights.leads_back(node) => {
                    let labels = ["none", "some"].map(str::to_owned).to_vec();
                    let some = repeat(draft, draft.nodes.len() + node, take(*part), 1, *most);
                    RulePiece::Choice(Choice::new(
                        node,
                        labels,
                        weights.of_option(number, node).to_vec(),
                        vec![NOTHING, some],
                    ))
                }
                NodeKind::Repeat(part, least, most) => repeat(draft, node, take(*part), *least, *most),
            };
            pieces.push(piece);
        }
    }
    let mut take = |part: usize| mem::replace(&mut pieces[part], NOTHING);
    let rules = draft.rules.iter().map(|rule| Rule::new(rule.name, take(rule.body))).collect();
    let identity = [0u8, 1].map(|half| {
        let mut hasher = DefaultHasher::new();
        (half, grammar).hash(&mut hasher);
        hasher.finish()
    });
    Ok(Rules { rules, identity })
}

/// The empty text.
const NOTHING: RulePiece = RulePiece::Sequence(Vec::new());

/// A class, if there is a character in it. One with more characters outside of ASCII than there are inside, and with
/// some inside, may be mostly the latter: otherwise these would almost never be seen.
#[inline]
fn letter(ranges: Ranges, prefers_ascii: bool) -> Option<Letter> {
    let chars = |ranges: Ranges| Some(Chars::new(CharSet::new(&characters(ranges.clone()), written(ranges))?));
    let ascii = ranges.iter().filter(|(from, _)| *from < 128).map(|&(from, to)| (from, to.min(127))).collect();
    let others: Ranges = ranges.iter().filter(|(_, to)| *to >= 128).map(|&(from, to)| (from.max(128), to)).collect();
    let is_large = joined(others.clone()).iter().map(|(from, to)| to - from + 1).sum::<u32>() > 128;
    match (prefers_ascii && is_large).then(|| chars(ascii)).flatten() {
        Some(ascii) => Some(Letter::mostly_ascii(ascii, chars(others)?)),
        None => chars(ranges).map(Letter::new),
    }
}

#[inline]
fn repeat(draft: &Draft<'_>, place: usize, piece: RulePiece, least: u32, most: Option<u32>) -> RulePiece {
    let is_once = (least, most) == (1, Some(1));
    let (least, most) = (least as usize, most.map(|most| most as usize));
    match piece {
        piece if is_once => piece,
        // Without a bound there is no difference but in speed.
        RulePiece::Class(letter) if most.is_none() || draft.is_regex => {
            RulePiece::Letters(place, Box::new(Letters::new(*letter, least, most)))
        }
        piece => RulePiece::Repeat(Repeat { place, item: Box::new(piece), least, most }),
    }
}

fn sequence(draft: &Draft<'_>, parts: impl Iterator<Item = RulePiece>) -> RulePiece {
    let flat = parts.flat_map(|part| match part {
        RulePiece::Sequence(inner) => inner,
        other => vec![(other, Next::Outer)],
    });
    let mut pieces: Vec<(RulePiece, Next)> = Vec::new();
    for (piece, _) in flat {
        match (pieces.last_mut(), piece) {
            (Some((RulePiece::Literal(text), _)), RulePiece::Literal(more)) => text.push_str(&more),
            (_, piece) => pieces.push((piece, Next::Outer)),
        }
    }
    for i in 1..pieces.len() {
        pieces[i - 1].1 = match lead(draft, &pieces[i].0) {
            Some(text) => Next::literal(text),
            None => Next::Unknown,
        };
    }
    if pieces.len() == 1 { pieces.remove(0).0 } else { RulePiece::Sequence(pieces) }
}

/// The literal that a piece begins with whatever is chosen, if that is easily seen.
#[inline]
fn lead<'p>(draft: &'p Draft<'_>, piece: &'p RulePiece) -> Option<&'p str> {
    let rule = match piece {
        RulePiece::Literal(text) => return Some(text),
        RulePiece::Repeat(Repeat { item, least: 1.., .. }) => match &**item {
            RulePiece::Literal(text) => return Some(text),
            RulePiece::Sequence(pieces) => return lead(draft, &pieces.first()?.0),
            RulePiece::Rule(rule) => rule,
            _ => return None,
        },
        RulePiece::Rule(rule) => rule,
        _ => return None,
    };
    let mut node = draft.rules[*rule].body;
    // Rules that begin with one another need not have an end here.
    for _ in 0..100 {
        node = match &draft.nodes[node].kind {
            NodeKind::Text(text) => return Some(text.as_str()).filter(|text| !text.is_empty()),
            NodeKind::Rule(rule) => draft.rules[*rule].body,
            NodeKind::Sequence(parts) => *parts.first()?,
            NodeKind::Repeat(part, 1.., _) => *part,
            _ => return None,
        };
    }
    None
}

/// The nodes that have a finite text, if characters count as such; those that have the empty text, if not.
#[inline]
fn fixed_point(draft: &Draft<'_>, characters: bool) -> Vec<bool> {
    // How many parts must still be known before a node is.
    let mut missing = Vec::with_capacity(draft.nodes.len());
    let mut users = vec![Vec::new(); draft.nodes.len()];
    for (number, node) in draft.nodes.iter().enumerate() {
        match &node.kind {
            NodeKind::Rule(rule) => users[draft.rules[*rule].body].push(number),
            NodeKind::Sequence(parts) => parts.iter().for_each(|part| users[*part].push(number)),
            NodeKind::Choice(parts) => parts.iter().for_each(|(_, part)| users[*part].push(number)),
            NodeKind::Repeat(part, ..) => users[*part].push(number),
            NodeKind::Text(_) | NodeKind::Class(_) | NodeKind::Difference(_) => {}
        }
        missing.push(match &node.kind {
            NodeKind::Text(text) => usize::from(!characters && !text.is_empty()),
            NodeKind::Class(_) | NodeKind::Difference(_) => usize::from(!characters),
            NodeKind::Sequence(parts) => parts.len(),
            NodeKind::Repeat(_, 0, _) => 0,
            NodeKind::Repeat(..) | NodeKind::Rule(_) | NodeKind::Choice(_) => 1,
        });
    }
    let mut queue: Vec<usize> = (0..missing.len()).filter(|node| missing[*node] == 0).collect();
    while let Some(node) = queue.pop() {
        for &user in &users[node] {
            if missing[user] > 0 {
                missing[user] -= 1;
                queue.extend((missing[user] == 0).then_some(user));
            }
        }
    }
    missing.iter().map(|missing| *missing == 0).collect()
}

/// A rule that has no end because it needs itself, not only because it needs another one without an end.
#[inline]
fn endless<'d, 'g>(draft: &'d Draft<'g>, ends: &[bool]) -> Option<&'d DraftRule<'g>> {
    let mut rule = draft.rules.iter().position(|rule| !ends[rule.body])?;
    let mut path = Vec::new();
    let mut on_path = vec![false; draft.rules.len()];
    // From each rule without an end to one that it needs: this comes to a circle.
    while !on_path[rule] {
        on_path[rule] = true;
        path.push(rule);
        let mut node = draft.rules[rule].body;
        rule = loop {
            node = match &draft.nodes[node].kind {
                NodeKind::Rule(rule) => break *rule,
                NodeKind::Sequence(parts) => *parts.iter().find(|part| !ends[**part])?,
                NodeKind::Choice(parts) => parts.first()?.1,
                NodeKind::Repeat(part, ..) => *part,
                NodeKind::Text(_) | NodeKind::Class(_) | NodeKind::Difference(_) => return None,
            };
        };
    }
    let circle = path.into_iter().skip_while(|on_path| *on_path != rule);
    circle.min().map(|first| &draft.rules[first])
}

struct Classes<'d, 'g> {
    draft: &'d Draft<'g>,
    /// The characters of each rule, so that they are computed only once.
    of_rules: HashMap<usize, Ranges>,
}

impl Classes<'_, '_> {
    /// The characters that a node stands for, if it stands for single characters. Rules count too, since `Char - '-'`
    /// is what most differences look like.
    #[inline]
    fn class(&mut self, node: usize, depth: usize) -> Result<Ranges, Fault> {
        let Node { at, kind } = &self.draft.nodes[node];
        match kind {
            NodeKind::Class(ranges) => return Ok(ranges.clone()),
            NodeKind::Text(text) => {
                if let Some(c) = only(text) {
                    return Ok(vec![(c.into(), c.into())]);
                }
            }
            // A rule that needs itself ends here too.
            _ if depth > 50 => {}
            NodeKind::Choice(parts) => {
                let mut all = Ranges::new();
                for (_, part) in parts {
                    all.extend(self.class(*part, depth + 1)?);
                }
                return Ok(joined(all));
            }
            NodeKind::Difference(parts) => {
                // What is left has no character outside of the first class and none inside of the others.
                let mut excluded = Ranges::new();
                for (index, part) in parts.iter().enumerate() {
                    let class = self.class(*part, depth + 1)?;
                    excluded.extend(if index == 0 { others(class) } else { class });
                }
                return Ok(others(excluded));
            }
            NodeKind::Rule(rule) => {
                if let Some(ranges) = self.of_rules.get(rule) {
                    return Ok(ranges.clone());
                }
                if let Ok(ranges) = self.class(self.draft.rules[*rule].body, depth + 1) {
                    self.of_rules.insert(*rule, ranges.clone());
                    return Ok(ranges);
                }
            }
            NodeKind::Sequence(_) | NodeKind::Repeat(..) => {}
        }
        fault(*at, "a difference only works between single characters and character classes")
    }
}
