//! The choices of one run as the shrinker sees them, and what it means that one run is simpler than another.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;

use crate::core::choice::{Choice, Made, Number, plain_at, plain_index};
use crate::core::choices::{Choices, Tape};
use crate::core::sort::sort_by_key;

/// A piece of a tree that is kept flat.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// A group, with how many items it consists of. Unlike in [`Choices`], every group is there, also an empty one:
    /// what is replayed is found again by its place.
    Group(usize),
    Choice(Made, ItemKind),
    /// In an edit: the alternative of this rank, whatever it is called.
    Rank(u128),
    /// In an edit: whatever is filled in.
    Any,
    /// In a mutation: any other alternative than this one.
    Other(Made, ItemKind),
    /// In a mutation: this number, or the end of the range that is nearest to it.
    Near(Number),
}

/// What a choice is to those around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    /// An alternative; what follows in its group belongs to it.
    Pick,
    /// How many parts follow in its group.
    Count,
    Plain,
    /// A number in an order around one of its range.
    Around,
    /// An answer to the generator's own question what to shrink to. It adds nothing to the value.
    Shrink,
    /// A choice that is to stay as it is.
    Held,
}

/// Where in a program in direct style something was drawn, as a number: 0 if that is not known to be a draw.
pub(crate) type Site = u32;

/// The site of items that an edit put in: they may come from anywhere, and answer whichever draw asks in their place.
pub(crate) const ANYWHERE: Site = Site::MAX;

/// Edited items, with the sites that they are for.
#[derive(Default)]
pub(crate) struct Edit {
    items: Vec<Item>,
    pub(crate) sites: Vec<Site>,
}

impl Deref for Edit {
    type Target = [Item];

    fn deref(&self) -> &[Item] {
        &self.items
    }
}

/// What one run chose.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    pub(crate) items: Vec<Item>,
    /// How many choices there are.
    pub(crate) weight: usize,
    /// For each item, the place in the program that drew what begins with it; see [`Site`].
    pub(crate) sites: Vec<Site>,
    /// Fingerprints of the parts that are to stay as they are.
    held: Vec<u128>,
}

impl Tree {
    /// There will be about so many items more.
    pub(crate) fn reserve(&mut self, items: usize) {
        let room = items + items / 8 + 16;
        self.items.reserve(room);
        self.sites.reserve(room);
    }

    /// Which of two runs is the simpler: the one with fewer choices, because each choice is something to read; of those
    /// with as many, the one whose first difference is the smaller, because alternatives are numbered from the simplest
    /// (see [`Ask`](crate::Ask)). Answers to the generator's own question what to shrink to come last: they make
    /// something simpler of what was chosen, and what was chosen must not become less simple for them.
    pub(crate) fn compare(&self, other: &Tree) -> Ordering {
        self.compare_chosen(other).then_with(|| compare_by(&self.items, &other.items, &Item::is_answer))
    }

    /// Compares without the answers what to shrink to.
    pub(crate) fn compare_chosen(&self, other: &Tree) -> Ordering {
        self.weight.cmp(&other.weight).then_with(|| compare(&self.items, &other.items))
    }

    /// Counts the questions what to shrink to: those answered with a value, and those that are open.
    pub(crate) fn questions(&self) -> Questions {
        let mut questions = Questions { answered: 0, open: 0 };
        for item in &self.items {
            match item.answer() {
                Some(Some(_)) => questions.answered += 1,
                Some(None) => questions.open += 1,
                None => {}
            }
        }
        questions
    }

    /// What stands from an item on is to stay as it is.
    pub(crate) fn hold_from(&mut self, start: usize) {
        self.held.push(fingerprint(&self.items[start..]));
    }

    /// Whether all that is to stay as it is stood in another tree, too, in the same order. Some of that may be gone.
    pub(crate) fn keeps_what_is_held(&self, other: &Tree) -> bool {
        // How many of ours were found so far.
        let mut found = 0;
        for theirs in &other.held {
            if self.held.get(found) == Some(theirs) {
                found += 1;
            }
        }
        found == self.held.len()
    }

    /// Two different trees have different fingerprints, as far as can be told.
    pub(crate) fn fingerprint(&self) -> u128 {
        fingerprint(&self.items)
    }

    /// The fingerprint of the items before one.
    pub(crate) fn fingerprint_of(&self, end: usize) -> u128 {
        fingerprint(&self.items[..end])
    }

    /// The part that begins at an item: itself, or the whole group.
    pub(crate) fn end(&self, at: usize) -> usize {
        end(&self.items, at)
    }

    /// Where the parts of a group begin.
    pub(crate) fn parts(&self, group: usize) -> Vec<usize> {
        let end = self.end(group);
        let mut parts = Vec::new();
        let mut at = group + 1;
        while at < end {
            parts.push(at);
            at = self.end(at);
        }
        parts
    }

    /// Whether a group begins with the number of its parts.
    pub(crate) fn is_list(&self, at: usize) -> bool {
        matches!(self.items[at], Item::Group(length) if length > 0)
            && self.items[at + 1].kind() == Some(ItemKind::Count)
    }

    /// The part that a path leads to: how many items are before it, and how many after it. What says which alternative
    /// something is, and how long, is not a part; what a group consists of alone is the group itself.
    pub(crate) fn part(&self, path: &[usize]) -> Option<(usize, usize)> {
        let parts = |group| {
            let mut parts = self.parts(group);
            parts.retain(|&at| match &self.items[at] {
                Item::Choice(_, kind) => matches!(kind, ItemKind::Plain | ItemKind::Around | ItemKind::Held),
                _ => true,
            });
            parts
        };
        let mut at = 0;
        for &step in path {
            let mut inside = parts(at);
            while let ([only], true) = (&inside[..], self.parts(at).len() == 1) {
                (at, inside) = (*only, parts(*only));
            }
            at = *inside.get(step)?;
        }
        Some((at, self.items.len() - self.end(at)))
    }

    /// Which alternatives were taken and how long everything is.
    pub(crate) fn skeleton(&self) -> Vec<u128> {
        let mut ranks = Vec::new();
        for item in &self.items {
            if matches!(item.kind(), Some(ItemKind::Pick | ItemKind::Count)) {
                ranks.push(item.rank());
            }
        }
        ranks
    }

    /// Replaces a range of items; the groups around it are as much longer or shorter.
    pub(crate) fn replaced(&self, from: usize, to: usize, with: &[Item]) -> Edit {
        self.edited(&[(from, to, with)])
    }

    /// Replaces several ranges that do not overlap.
    pub(crate) fn edited_in_any_order(&self, edits: &mut [(usize, usize, &[Item])]) -> Edit {
        sort_by_key(edits, |(from, ..)| *from);
        self.edited(edits)
    }

    /// Replaces several ranges that follow each other.
    pub(crate) fn edited(&self, edits: &[(usize, usize, &[Item])]) -> Edit {
        let mut items = Vec::with_capacity(self.items.len());
        let mut sites = Vec::with_capacity(self.items.len());
        let mut at = 0;
        // Groups that are open: where they stand in the new items, and where they end in the old ones.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut next = 0;
        loop {
            while open.last().is_some_and(|&(_, end)| end <= at) {
                close(&mut items, &mut open);
            }
            match edits.get(next) {
                Some(&(from, to, with)) if from == at => {
                    items.extend_from_slice(with);
                    // What takes the place of something else is for whoever asks there.
                    if from < to && from < self.sites.len() && !with.is_empty() {
                        sites.push(self.sites[from]);
                    }
                    sites.resize(items.len(), ANYWHERE);
                    at = to;
                    next += 1;
                }
                _ if at >= self.items.len() => break,
                _ => {
                    if let Item::Group(length) = self.items[at] {
                        open.push((items.len(), at + 1 + length));
                    }
                    items.push(self.items[at].clone());
                    sites.push(self.sites[at]);
                    at += 1;
                }
            }
        }
        while !open.is_empty() {
            close(&mut items, &mut open);
        }
        Edit { items, sites }
    }

    /// Writes down what was chosen, or that a group begins.
    pub(crate) fn push(&mut self, item: Item, site: Site) {
        self.weight += usize::from(item.counts());
        self.items.push(item);
        self.sites.push(site);
    }

    /// Forgets all from an item on.
    pub(crate) fn cut_to(&mut self, items: usize) {
        self.weight -= weight(&self.items[items..]);
        self.items.truncate(items);
        self.sites.truncate(items);
    }

    /// The tree as everybody else sees it.
    pub(crate) fn choices(&self, size: u32) -> Choices {
        let mut tape = Tape::new();
        let mut open = Vec::new();
        let mut unanswered = Vec::new();
        for (at, item) in self.items.iter().enumerate() {
            while open.last().is_some_and(|&(_, end)| end <= at) {
                if let Some((mark, _)) = open.pop() {
                    tape.close(&mark);
                }
            }
            match item {
                Item::Group(length) => open.push((tape.open(), at + 1 + length)),
                // That nothing was shrunk goes without saying, except before an answer: which question is it for?
                Item::Choice(made, ItemKind::Shrink) if item.answer() == Some(None) => unanswered.push(made),
                Item::Choice(made, kind) => {
                    for made in unanswered.drain(..) {
                        if *kind == ItemKind::Shrink {
                            tape.note(made.clone(), false);
                        }
                    }
                    tape.note(made.clone(), *kind == ItemKind::Pick);
                }
                // Only edits have these.
                Item::Rank(_) | Item::Any | Item::Other(..) | Item::Near(_) => {}
            }
        }
        while let Some((mark, _)) = open.pop() {
            tape.close(&mark);
        }
        tape.finish(size)
    }
}

fn close(items: &mut [Item], open: &mut Vec<(usize, usize)>) {
    if let Some((group, _)) = open.pop() {
        items[group] = Item::Group(items.len() - group - 1);
    }
}

pub(crate) fn end(items: &[Item], at: usize) -> usize {
    match items[at] {
        Item::Group(length) => at + 1 + length,
        _ => at + 1,
    }
}

/// How often a generator asked what to shrink to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Questions {
    pub(crate) answered: usize,
    pub(crate) open: usize,
}

/// The order of free choices one after the other, whatever groups they are in.
pub(crate) fn compare(ours: &[Item], theirs: &[Item]) -> Ordering {
    compare_by(ours, theirs, &Item::is_free)
}

/// The order of those items that matter, one after the other.
fn compare_by(ours: &[Item], theirs: &[Item], matters: &dyn Fn(&Item) -> bool) -> Ordering {
    let (mut our_place, mut their_place) = (0, 0);
    loop {
        let order = match (next_rank(ours, &mut our_place, matters), next_rank(theirs, &mut their_place, matters)) {
            (Some(ours), Some(theirs)) => ours.cmp(&theirs),
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// Returns what to compare the next item that matters by, from a place on that moves behind it.
fn next_rank(items: &[Item], place: &mut usize, matters: &dyn Fn(&Item) -> bool) -> Option<u128> {
    while let Some(item) = items.get(*place) {
        *place += 1;
        if matters(item) {
            return Some(item.simplicity());
        }
    }
    None
}

/// Whether the same alternatives were taken.
pub(crate) fn is_same(ours: &[Item], theirs: &[Item]) -> bool {
    if ours.len() != theirs.len() {
        return false;
    }
    for at in 0..ours.len() {
        if ours[at].place() != theirs[at].place() {
            return false;
        }
    }
    true
}

/// How many choices there are.
pub(crate) fn weight(items: &[Item]) -> usize {
    let mut weight = 0;
    for item in items {
        weight += usize::from(item.counts());
    }
    weight
}

/// The place of a character among all of them, plain ones first.
fn plainness(c: char) -> u128 {
    plain_index('\0', char::MAX, c)
}

/// How many digits a float has after the point when it is written as short as can be.
pub(crate) fn decimals(float: f64) -> u32 {
    let narrow = float as f32;
    let text = if f64::from(narrow) == float { format!("{narrow:e}") } else { format!("{float:e}") };
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let after = digits.split_once('.').map_or(0, |(_, after)| after.len() as i32);
    (after - exponent.parse().unwrap_or(0)).max(0) as u32
}

pub(crate) fn fingerprint(items: &[Item]) -> u128 {
    // Written out because a tree has as many items as its value has parts, and each edit of it is looked up.
    let mix = |state: u128, word: u128| {
        let mixed = (state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        mixed ^ mixed >> 71
    };
    let mut state = items.len() as u128;
    for item in items {
        let (kind, one, two) = match item {
            Item::Group(length) => (1, *length as u128, 0),
            Item::Rank(rank) => (2, *rank, 0),
            Item::Any => (3, 0, 0),
            Item::Other(made, _) => (9, made.place().map_or(0, |(rank, _)| rank), 0),
            Item::Near(number) => (10 + u128::from(number.is_negative()), number.magnitude(), 0),
            // An edit may name what it wants without its place.
            Item::Choice(made, _) => match (made.place(), made.choice()) {
                (Some((rank, last)), _) => (4, rank, last),
                (None, Choice::Number(number)) => (5 + u128::from(number.is_negative()), number.magnitude(), 0),
                (None, Choice::Float(float)) => (7, float.0.to_bits().into(), 0),
                (None, choice) => {
                    let mut hasher = DefaultHasher::new();
                    choice.hash(&mut hasher);
                    (8, hasher.finish().into(), 0)
                }
            },
        };
        state = mix(mix(mix(state, kind), one), two);
    }
    state
}

impl Item {
    /// The rank of a choice and the greatest that it could have.
    pub(crate) fn place(&self) -> Option<(u128, u128)> {
        match self {
            Item::Choice(made, _) => made.place(),
            Item::Group(_) | Item::Rank(_) | Item::Any | Item::Other(..) | Item::Near(_) => None,
        }
    }

    /// Whether it is a choice that makes a value less simple. One that could not have been another is: it stands for
    /// something that is there.
    pub(crate) fn counts(&self) -> bool {
        matches!(self, Item::Choice(_, kind) if *kind != ItemKind::Shrink)
    }

    /// Whether it is an answer to the question what to shrink to.
    pub(crate) fn is_answer(&self) -> bool {
        matches!(self, Item::Choice(_, ItemKind::Shrink))
    }

    /// The answer to the question what to shrink to, if it is one: nothing means that it stays as it is.
    pub(crate) fn answer(&self) -> Option<Option<u32>> {
        let Item::Choice(made, ItemKind::Shrink) = self else { return None };
        Some(match (made.choice(), made.place()) {
            (Choice::Shrink(answer), Some((rank, last))) if rank < last => Some(answer),
            _ => None,
        })
    }

    /// Whether it is a choice that could have been another.
    pub(crate) fn is_free(&self) -> bool {
        self.counts() && self.place().is_some_and(|(_, last)| last > 0)
    }

    /// What to compare by: the rank, but of characters how plain they are, whatever set they are from, and of floats how
    /// short, which no numbering of all floats can say.
    pub(crate) fn simplicity(&self) -> u128 {
        let rank = self.rank();
        let Item::Choice(made, _) = self else { return rank };
        let float = match made {
            Made::Char(c, ..) => return plainness(*c),
            Made::Wide(wide) => match &wide.0 {
                Choice::Float(float) => float,
                Choice::Char(c) => return plainness(*c),
                _ => return rank,
            },
            _ => return rank,
        };
        let kind: u128 = match float.0 {
            float if float.is_nan() => 3,
            float if float.is_infinite() => 2,
            float => u128::from(float.fract() != 0.0),
        };
        let digits = if kind == 1 { decimals(float.0) } else { 0 };
        kind << 120
            | u128::from(digits) << 80
            | u128::from(float.0.abs().to_bits()) << 1
            | u128::from(float.0.is_sign_negative())
    }

    pub(crate) fn rank(&self) -> u128 {
        self.place().map_or(0, |(rank, _)| rank)
    }

    pub(crate) fn kind(&self) -> Option<ItemKind> {
        match self {
            Item::Choice(_, kind) => Some(*kind),
            Item::Group(_) | Item::Rank(_) | Item::Any | Item::Other(..) | Item::Near(_) => None,
        }
    }

    /// The number that was chosen, as a distance from the simplest one there was, and which way. What has no numbers is
    /// numbered by rank.
    pub(crate) fn number(&self) -> Option<Amount> {
        let Item::Choice(made, ItemKind::Plain | ItemKind::Count) = self else { return None };
        let (rank, last) = made.place().filter(|(_, last)| *last > 0)?;
        Some(match made.choice() {
            Choice::Number(number) => {
                // Where zero is not in the range, the simplest is the end nearest to it, and each further number has a
                // rank.
                let origin = number.magnitude().saturating_sub(rank);
                let distance = number.magnitude() - origin;
                let has_both_signs = origin == 0 && rank > number.magnitude();
                Amount { negative: number.is_negative(), origin, distance, has_both_signs, last, scale: Scale::Number }
            }
            Choice::Index(_) => Amount { scale: Scale::Rank, ..Amount::ranked(rank, last) },
            Choice::Char(c) => Amount { scale: Scale::Char, ..Amount::ranked(plainness(c), last) },
            Choice::Label(_) | Choice::Float(_) | Choice::Shrink(_) => return None,
        })
    }

    pub(crate) fn float(&self) -> Option<f64> {
        match self {
            Item::Choice(made, _) => match made.choice() {
                Choice::Float(float) => Some(float.0),
                _ => None,
            },
            _ => None,
        }
    }

    /// How many a choice of a length says there are.
    pub(crate) fn count(&self) -> Option<usize> {
        match self {
            Item::Choice(made, ItemKind::Count) => match made.choice() {
                Choice::Number(number) => usize::try_from(number.magnitude()).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Replaces the number of a choice.
    pub(crate) fn with_number(&self, number: Number) -> Item {
        let Item::Choice(made, kind) = self else { return self.clone() };
        let choice = match made.choice() {
            Choice::Number(_) => Choice::Number(number),
            Choice::Char(_) => Choice::Char(plain_at('\0', char::MAX, number.magnitude())),
            _ => return Item::Rank(number.magnitude()),
        };
        Item::Choice(Made::read(choice), *kind)
    }

    /// What kind of thing this is, to find others like it: what is alike has the same shape, seldom anything else.
    pub(crate) fn shape(&self) -> Option<(usize, u128)> {
        let Item::Choice(made, kind) = self else { return None };
        let (_, last) = made.place()?;
        Some(match made {
            // Not by their address: the compiler may keep the same labels twice.
            Made::Literal { labels, .. } => {
                let mut mixed = 16usize;
                for label in labels.iter() {
                    let first = label.as_bytes().first().map_or(0, |&byte| usize::from(byte));
                    mixed = mixed.wrapping_mul(31).wrapping_add(label.len() << 8 | first);
                }
                (mixed, labels.len() as u128)
            }
            // Ranges that depend on earlier choices differ in their ends.
            _ if *kind == ItemKind::Pick => (1, last),
            Made::Number(..) => (2 + usize::from(*kind == ItemKind::Count), 0),
            Made::Char(..) => (4, 0),
            Made::Index(..) => (5, last),
            Made::Wide(_) => (6, 0),
        })
    }
}

/// A number as a distance from the simplest in its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) negative: bool,
    /// The magnitude of the simplest.
    origin: u128,
    pub(crate) distance: u128,
    /// Whether there are numbers on both sides of zero.
    pub(crate) has_both_signs: bool,
    /// The greatest rank in its range.
    last: u128,
    pub(crate) scale: Scale,
}

/// What an amount is a number of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    Number,
    Rank,
    Char,
}

impl Amount {
    fn ranked(rank: u128, last: u128) -> Amount {
        Amount { negative: false, origin: 0, distance: rank, has_both_signs: false, last, scale: Scale::Rank }
    }

    /// The number on the same side at another distance.
    pub(crate) fn at(&self, distance: u128) -> Number {
        Number::new(self.negative, self.origin.saturating_add(distance))
    }

    pub(crate) fn number(&self) -> Number {
        self.at(self.distance)
    }

    /// The number so much nearer to zero, wherever its range begins: that may depend on what is lowered with it.
    pub(crate) fn lowered(&self, less: u128) -> Number {
        Number::new(self.negative, self.number().magnitude().saturating_sub(less))
    }

    /// Whether it is as near to zero as its range is.
    pub(crate) fn is_at_end(&self) -> bool {
        self.distance == 0 && self.origin > 0
    }

    /// What is left of a number when another is taken away from it as far as that one is from the simplest.
    pub(crate) fn less(&self, other: &Amount) -> Number {
        let number = self.number();
        let (negative, magnitude) = (number.is_negative(), number.magnitude());
        if negative != other.negative {
            Number::new(negative, magnitude.saturating_add(other.distance))
        } else if magnitude >= other.distance {
            Number::new(negative, magnitude - other.distance)
        } else {
            Number::new(!negative, other.distance - magnitude)
        }
    }

    /// Whether numbers below zero may be in its range: of one nothing is known if it is near to zero, but that a range as
    /// wide as a type often is one.
    pub(crate) fn may_be_negative(&self) -> bool {
        self.has_both_signs || self.origin == 0 && self.last.wrapping_add(1).is_power_of_two()
    }

    /// A number beyond the end of all numbers of a signed type as it wraps around, because sums of such do.
    pub(crate) fn wrapped(&self, number: Number) -> Number {
        let is_type = self.has_both_signs && self.last.wrapping_add(1).is_power_of_two();
        let (negative, magnitude) = (number.is_negative(), number.magnitude());
        if is_type && magnitude > self.last / 2 + u128::from(negative) {
            Number::new(!negative, self.last.saturating_sub(magnitude) + 1)
        } else {
            number
        }
    }

    /// Returns whether it is below zero while its range also has numbers above zero.
    pub(crate) fn may_turn(&self) -> bool {
        self.negative && self.has_both_signs
    }

    /// Sets the sign and keeps the distance.
    pub(crate) fn signed(self, negative: bool) -> Amount {
        Amount { negative, ..self }
    }
}

/// How many groups that begin with each other are looked into.
const DEEPEST: usize = 16;

/// What a part is like, to exchange only like things: how many groups it begins with, the kind of its first choice, and,
/// of a list, what kind of thing is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    depth: usize,
    first: (usize, u128),
    /// An empty list does not tell.
    listed: Option<bool>,
}

impl Shape {
    /// What is the same of all shapes that may be alike.
    pub(crate) fn key(&self) -> (usize, (usize, u128)) {
        (self.depth, self.first)
    }

    pub(crate) fn is_like(&self, other: &Shape) -> bool {
        let is_listed_like = self.listed == other.listed || self.listed.is_none() || other.listed.is_none();
        self.depth == other.depth && self.first == other.first && is_listed_like
    }
}

/// The shape of the part that begins at an item.
pub(crate) fn shape(items: &[Item], at: usize) -> Option<Shape> {
    let (mut first, mut depth) = (at, 0);
    let end = end(items, at);
    while let (Some(Item::Group(_)), true) = (items.get(first), depth < DEEPEST) {
        (first, depth) = (first + 1, depth + 1);
    }
    if first >= end {
        return None;
    }
    let is_list = items[first].kind() == Some(ItemKind::Count) && first + 1 < end;
    let listed = is_list.then(|| matches!(items[first + 1], Item::Group(_)));
    Some(Shape { depth, first: items[first].shape()?, listed })
}
