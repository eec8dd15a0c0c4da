//! Replays choices that may not fit: what does is kept, what does not is made anew.

use crate::core::choice::{Ask, Choice};
use crate::core::choices::{Choices, Token};
use crate::core::cx::{Answerer, Attempt, Attempts, Cx};
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::replay::Player;
use crate::run::shrink::{Filler, Item, flat_item};

/// How many more choices there may be than were given.
const MORE: usize = 10_000;

/// Answers with imperfect choices.
///
/// [`Choices`] do not have all groups that a generator opens: one with a single part has no brackets. So a bracket that is
/// met belongs to one of the groups that were opened since the last choice, and which of them it is shows when they end:
/// the one that ends when nothing is left in the bracket. What an alternative of a pick chose stands below it, and is
/// offered to nobody else; so a bad choice in one place leaves the others alone.
pub(super) struct Repair<'e> {
    /// Brackets are groups; a pick with something below it is a group that begins with it.
    items: Vec<Item>,
    heads: Vec<bool>,
    /// Whether there are no brackets at all: a mere sequence says nothing about what is below what.
    is_flat: bool,
    at: usize,
    end: usize,
    /// How many groups are open, and the first of them in which nothing was chosen yet.
    depth: usize,
    untouched: usize,
    scopes: Vec<Scope>,
    /// How many more choices there may be.
    left: usize,
    filler: Filler<'e>,
    attempts: Attempts<RepairPoint>,
    improvises: bool,
}

/// A bracket or an alternative whose choices are being replayed.
struct Scope {
    /// Where the one around it ends.
    outer_end: usize,
    /// It belongs to one of these groups.
    first: usize,
    last: usize,
}

/// Where an attempt began.
#[derive(Clone, Copy)]
struct RepairPoint {
    scopes: usize,
    depth: usize,
    untouched: usize,
    improvises: bool,
}

impl<'e> Repair<'e> {
    #[inline]
    pub(super) fn new(choices: &Choices, filler: Filler<'e>) -> Repair<'e> {
        let (items, heads) = items(choices);
        let (is_flat, end, left) = (is_flat(choices), items.len(), items.len().saturating_mul(4).saturating_add(MORE));
        Repair {
            items,
            heads,
            is_flat,
            at: 0,
            end,
            depth: 0,
            untouched: 0,
            scopes: Vec::new(),
            left,
            filler,
            attempts: Attempts::default(),
            improvises: false,
        }
    }

    /// Goes into the brackets before the next choice.
    #[inline]
    fn enter_brackets(&mut self) {
        while let (true, Some(Item::Group(length))) = (self.at < self.end, self.items.get(self.at)) {
            // A bracket that belongs to none of the groups here is for whoever comes next.
            if self.heads[self.at] || self.untouched > self.depth {
                return;
            }
            let first = self.untouched.max(self.scopes.last().map_or(0, |scope| scope.first + 1)).min(self.depth);
            let end = self.at + 1 + length;
            self.enter(self.at + 1, end, first);
        }
    }

    #[inline]
    fn enter(&mut self, at: usize, end: usize, first: usize) {
        self.scopes.push(Scope { outer_end: self.end, first, last: self.depth });
        (self.at, self.end) = (at, end);
    }

    #[inline]
    fn leave(&mut self) {
        if let Some(scope) = self.scopes.pop() {
            (self.at, self.end) = (self.end, scope.outer_end);
        }
    }

    /// The choice that stands at a place, and what is below it: from where to where.
    #[inline]
    fn choice_at(&self, at: usize) -> Option<(&Item, usize, usize)> {
        match self.items[..self.end].get(at)? {
            Item::Group(length) if self.heads[at] => Some((&self.items[at + 1], at + 2, at + 1 + length)),
            Item::Group(_) => None,
            leaf => Some((leaf, at + 1, at + 1)),
        }
    }

    #[inline]
    fn index(&mut self, ask: &Ask<'_>) -> Option<u128> {
        if !self.improvises {
            self.enter_brackets();
        }
        let here = self.choice_at(self.at).filter(|_| !self.improvises);
        // In a mere sequence, what is not for this question may have something behind it that is.
        let next = here.filter(|_| self.is_flat).and_then(|(_, _, end)| self.choice_at(end));
        let found = match (here, next) {
            (Some((item, ..)), _) if is_for(ask, item) => here,
            (_, Some((item, ..))) if is_among(ask, item) => next,
            _ => None,
        };
        // Otherwise it is a bad choice in the place of a good one, unless there is so much below it that it is another's.
        let is_bad = found.is_none() && here.is_some_and(|(_, below, end)| below == end) && !self.is_flat;
        let found = found.map(|(item, below, end)| (item.clone(), below, end));
        self.untouched = self.depth + 1;
        self.at += usize::from(is_bad);
        let index = match &found {
            _ if self.improvises => return self.filler.random(ask),
            Some((item, ..)) => self.filler.repaired(ask, Some(item)),
            None => self.filler.made_up(ask),
        };
        if let Some((_, below, end)) = found {
            self.at = end;
            if ask.is_pick() && !self.is_flat {
                self.enter(below, end, self.depth);
            }
        } else if ask.is_pick() && !self.is_flat {
            // What is made up takes nothing from what follows.
            self.enter(self.at, self.at, self.depth);
        }
        index
    }
}

/// Whether choices have no brackets, or only those around all of them.
#[inline]
fn is_flat(choices: &Choices) -> bool {
    choices.tokens().enumerate().all(|(i, token)| match token {
        Token::Open => i == 0,
        Token::Head(_) => false,
        Token::Leaf(_) | Token::Close => true,
    })
}

/// Choices with their brackets, and which of these begin with a pick.
#[inline]
fn items(choices: &Choices) -> (Vec<Item>, Vec<bool>) {
    let (mut items, mut heads, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for token in choices.tokens() {
        let (group, made) = match token {
            Token::Close => {
                if let Some(group) = open.pop() {
                    let group: usize = group;
                    items[group] = Item::Group(items.len() - group - 1);
                }
                continue;
            }
            // What a failure was shrunk to is no part of how its value is made.
            Token::Leaf(made) if matches!(made.choice(), Choice::Shrink(_)) => continue,
            Token::Open => (true, None),
            Token::Head(made) => (true, Some(made)),
            Token::Leaf(made) => (false, Some(made)),
        };
        if group {
            open.push(items.len());
            items.push(Item::Group(0));
            heads.push(made.is_some());
        }
        if let Some(made) = made {
            items.push(flat_item(made));
            heads.push(false);
        }
    }
    (items, heads)
}

#[inline]
fn is_among(ask: &Ask<'_>, item: &Item) -> bool {
    matches!(item, Item::Choice(made, _) if ask.find(&made.choice()).is_some())
}

/// Whether a choice is one of the alternatives, or was one of such as these.
#[inline]
fn is_for(ask: &Ask<'_>, item: &Item) -> bool {
    let Item::Choice(made, _) = item else { return false };
    is_among(ask, item)
        || match made.choice() {
            Choice::Label(_) => ask.is_pick(),
            Choice::Number(_) | Choice::Float(_) | Choice::Char(_) => !ask.is_pick(),
            Choice::Index(_) => true,
            Choice::Shrink(_) => false,
        }
}

impl Answerer for Repair<'_> {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        self.left = self.left.checked_sub(1).ok_or(Rejected)?;
        self.index(ask).ok_or(Rejected)
    }

    #[inline]
    fn may_retry(&self) -> bool {
        true
    }

    #[inline]
    fn open(&mut self) {
        self.depth += 1;
    }

    #[inline]
    fn close(&mut self) {
        while let Some(scope) = self.scopes.last_mut() {
            if scope.first >= self.depth || (scope.last >= self.depth && self.at >= self.end) {
                self.leave();
            } else {
                scope.last = scope.last.min(self.depth - 1);
                break;
            }
        }
        self.depth = self.depth.saturating_sub(1);
        self.untouched = self.untouched.min(self.depth + 1);
    }

    #[inline]
    fn attempt(&mut self, attempt: Attempt) {
        let Repair { depth, untouched, improvises, .. } = *self;
        if let (Attempt::Ends, Some(point)) = (attempt, self.attempts.mark()) {
            self.improvises = point.improvises;
        }
        let mark = RepairPoint { scopes: self.scopes.len(), depth, untouched, improvises };
        if let Some(RepairPoint { scopes, depth, untouched, .. }) = self.attempts.follow(attempt, mark) {
            // What it has replayed is used up.
            while self.scopes.len() > scopes {
                self.leave();
            }
            (self.depth, self.untouched, self.improvises) = (depth, untouched, true);
        }
    }
}

/// How many choices of a mere sequence are left out at most to make the others fit.
const LEFT_OUT: usize = 200;

/// The value of a mere sequence without some of its choices, from the first that does not fit on, if all others fit then:
/// where an alternative was changed, what was below the other one is left over.
pub(super) fn without_some<G: Generator + ?Sized>(
    generator: &G,
    choices: &Choices,
    position: usize,
) -> Option<G::Value> {
    if !is_flat(choices) {
        return None;
    }
    let sequence: Vec<Choice> = choices.sequence().collect();
    let (before, after) = sequence.split_at_checked(position)?;
    before.last().filter(|changed| matches!(changed, Choice::Label(_) | Choice::Index(_)))?;
    (1..=after.len().min(LEFT_OUT)).find_map(|left_out| {
        let sequence = [before, &after[left_out..]].concat();
        let mut player = Player::new(&sequence);
        let value = generator.run(&mut Cx::answered(choices.size(), &mut player), Focus::Free).ok()?;
        (player.used() == sequence.len()).then_some(value)
    })
}
