//! Replays edited choices, each in its place, and writes down what became of them.

use std::collections::HashMap;

use super::tree::{ANYWHERE, Item, ItemKind, Site, Tree, end};
use crate::core::choice::{Ask, Choice, Made, Number, Role};
use crate::core::cx::{Answerer, Attempt, Attempts};
use crate::core::generator::Rejected;
use crate::core::rng::Rng;

/// Answers with edited choices. A group answers the questions of the group that stands in its place: what is left of
/// it is skipped and what it lacks is made up, so that an edit in one place leaves the others alone.
///
/// Where something was drawn in direct style, what is replayed was drawn at the same place in the program: a draw that an
/// edit makes disappear takes its choices with it, and one that appears takes none from those after it.
pub(crate) struct EditPlayer<'e> {
    edited: &'e [Item],
    /// Where each of them was drawn; of those that are beyond the end, nothing is known.
    sites: &'e [Site],
    /// A choice that takes the place of another, where nothing else was edited.
    patch: Option<(usize, &'e Item)>,
    at: usize,
    /// Where the group ends that is being replayed.
    end: usize,
    /// For the groups around it: their end, and whether there is one to be replayed.
    outer: Vec<(usize, bool)>,
    /// Whether groups do not matter: the choices are a mere sequence.
    is_flat: bool,
    /// What was chosen.
    made: Tree,
    open: Vec<usize>,
    /// A run with more choices is of no use.
    most: usize,
    filler: Filler<'e>,
    /// How many of the generators that are running are not to be shrunk.
    held: u32,
    /// Where the outermost of them began.
    held_from: usize,
    /// The draw that has just begun, until it chooses something; 0 if there is none.
    site: Site,
    /// Whether something was not replayed because it was drawn elsewhere.
    pub(crate) was_elsewhere: bool,
    /// How many choices were made up, and how many were left over.
    pub(crate) made_up: usize,
    pub(crate) left_over: usize,
    /// Whether this is a mutation: then nothing is shrunk or held, and a filter may ask again.
    is_mutation: bool,
    /// The attempts that are under way, and whether the innermost is not the first: then all of it is made up.
    attempts: Attempts<PlayPoint>,
    improvises: bool,
}

/// Makes up what is not there.
pub(crate) enum Filler<'e> {
    Simplest(&'e Cheapest),
    Random(Rng),
    /// The least that fits, with random numbers in it: what a mutation adds.
    Least(&'e Needs, Rng),
}

/// Where an attempt began.
#[derive(Clone, Copy)]
struct PlayPoint {
    items: usize,
    open: usize,
    outer: usize,
    end: usize,
    improvises: bool,
}

/// The alternatives that were seen to need the fewest choices, for each kind of pick: the first is not always the one
/// that comes to an end.
#[derive(Debug, Default)]
pub(crate) struct Cheapest {
    known: HashMap<(usize, u128), (usize, u128)>,
}

/// How many choices each alternative was seen to need at least, for each kind of pick: where some are not there, the
/// cheapest of those that are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Needs {
    known: HashMap<((usize, u128), Choice), usize>,
}

/// Is told of a pick, its shape, and how many choices there are from it to the end of its group.
type TellNeeds<'t> = &'t mut dyn FnMut(&Item, (usize, u128), usize);

/// Tells of each pick in a tree what it needs.
fn needs(tree: &Tree, tell: TellNeeds<'_>) {
    // The ends of the groups that are open, and how many choices come before each item.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = Vec::with_capacity(tree.items.len() + 1);
    let mut weight = 0;
    for item in &tree.items {
        before.push(weight);
        weight += usize::from(item.counts());
    }
    before.push(weight);
    for (at, item) in tree.items.iter().enumerate() {
        while ends.last().is_some_and(|&end| end <= at) {
            ends.pop();
        }
        match item {
            Item::Group(length) => ends.push(at + 1 + length),
            Item::Choice(_, ItemKind::Pick) => {
                let Some(shape) = item.shape() else { continue };
                let end = ends.last().copied().unwrap_or(tree.items.len());
                tell(item, shape, before[end] - before[at]);
            }
            _ => {}
        }
    }
}

impl Needs {
    pub(crate) fn learn(&mut self, tree: &Tree) {
        needs(tree, &mut |item, shape, needs| {
            let Item::Choice(made, _) = item else { return };
            let least = self.known.entry((shape, made.choice())).or_insert(needs);
            *least = needs.min(*least);
        });
    }

    /// The alternative that needs the least, of those of which anything is known; otherwise the first.
    fn index(&self, ask: &Ask<'_>) -> Option<u128> {
        let needs = |index: &u128| {
            let made = ask.made(*index);
            let choice = made.choice();
            let shape = Item::Choice(made, ItemKind::Pick).shape();
            shape.and_then(|shape| self.known.get(&(shape, choice))).copied().unwrap_or(usize::MAX)
        };
        (0..=ask.last()).filter(|&index| ask.allows(index)).min_by_key(needs)
    }
}

impl Cheapest {
    pub(crate) fn learn(&mut self, tree: &Tree) {
        needs(tree, &mut |item, shape, needs| {
            let needs = (needs, item.rank());
            let cheapest = self.known.entry(shape).or_insert(needs);
            *cheapest = needs.min(*cheapest);
        });
    }

    fn index(&self, ask: &Ask<'_>) -> Option<u128> {
        if !ask.is_pick() {
            return ask.simplest();
        }
        let first = ask.at_rank(0).map(|index| Item::Choice(ask.made(index), ItemKind::Pick));
        let known = first.and_then(|item| self.known.get(&item.shape()?));
        ask.at_rank(known.map_or(0, |(_, rank)| *rank).min(ask.last_rank()))
    }
}

impl<'e> EditPlayer<'e> {
    pub(crate) fn new(edited: &'e [Item], sites: &'e [Site], most: usize, filler: Filler<'e>) -> EditPlayer<'e> {
        let (outer, open) = (Vec::new(), Vec::new());
        EditPlayer {
            edited,
            sites,
            patch: None,
            at: 0,
            end: edited.len(),
            outer,
            is_flat: false,
            made: Tree::default(),
            open,
            most,
            filler,
            held: 0,
            held_from: 0,
            site: 0,
            was_elsewhere: false,
            made_up: 0,
            left_over: 0,
            is_mutation: false,
            attempts: Attempts::default(),
            improvises: false,
        }
    }

    /// Replays what a mutation has edited.
    pub(crate) fn mutating(edited: &'e [Item], sites: &'e [Site], most: usize, filler: Filler<'e>) -> EditPlayer<'e> {
        EditPlayer { is_mutation: true, ..EditPlayer::new(edited, sites, most, filler) }
    }

    /// Writes down what is chosen in the place of what another tree says.
    pub(crate) fn writing_to(self, mut tree: Tree) -> EditPlayer<'e> {
        tree.cut_to(0);
        tree.reserve(self.edited.len());
        EditPlayer { made: tree, ..self }
    }

    /// Replays one choice in place of another.
    pub(crate) fn patched(self, at: usize, item: &'e Item) -> EditPlayer<'e> {
        EditPlayer { patch: Some((at, item)), ..self }
    }

    /// Replays a sequence without groups or edits, as a mutation.
    pub(crate) fn recording(sequence: &'e [Item], most: usize, filler: Filler<'e>) -> EditPlayer<'e> {
        EditPlayer { is_flat: true, ..EditPlayer::mutating(sequence, &[], most, filler) }
    }

    /// Replays a sequence without groups.
    pub(crate) fn flat(sequence: &'e [Item], filler: Filler<'e>) -> EditPlayer<'e> {
        EditPlayer { is_flat: true, ..EditPlayer::new(sequence, &[], usize::MAX, filler) }
    }

    pub(crate) fn finish(mut self) -> Tree {
        self.close_all();
        self.made
    }

    /// Closes what a run that was given up has left open.
    pub(crate) fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
    }

    /// Forgets the last of the outermost groups if nothing was chosen in it: conditions leave empty groups inside.
    pub(crate) fn forget_empty(&mut self) {
        let items = &self.made.items;
        let mut last = 0;
        while last < items.len() && end(items, last) < items.len() {
            last = end(items, last);
        }
        let mut is_empty = true;
        for item in &items[last..] {
            is_empty &= matches!(item, Item::Group(_));
        }
        if last > 0 && is_empty {
            self.made.items.truncate(last);
            self.made.sites.truncate(last);
        }
    }

    /// What was chosen so far.
    pub(crate) fn so_far(&self) -> &Tree {
        &self.made
    }

    /// What has not been replayed yet.
    pub(crate) fn rest(&self) -> &[Item] {
        &self.edited[self.at.min(self.edited.len())..]
    }

    /// Goes to what was drawn at the same place in the program as what is being drawn. Gives whether there is any.
    fn find_site(&mut self) -> bool {
        let site_of = |at: usize| self.sites.get(at).copied().unwrap_or(ANYWHERE);
        let mut at = self.at;
        if self.is_flat || at >= self.end {
            return true;
        }
        let is_there = match self.site {
            0 => [0, ANYWHERE].contains(&site_of(at)),
            site => {
                while at < self.end && ![site, ANYWHERE].contains(&site_of(at)) {
                    at = end(self.edited, at);
                }
                at < self.end
            }
        };
        self.was_elsewhere |= !is_there || at > self.at;
        if is_there {
            self.left_over += super::tree::weight(&self.edited[self.at..at]);
            self.at = at;
        }
        is_there
    }

    /// The next item that can answer, if there is one.
    fn next(&mut self, is_pick: bool) -> Option<&'e Item> {
        if !self.find_site() {
            return None;
        }
        let fits = |item: &Item| match item {
            Item::Group(_) => false,
            Item::Choice(_, ItemKind::Held) => true,
            Item::Choice(_, kind) | Item::Other(_, kind) => self.is_flat || (*kind == ItemKind::Pick) == is_pick,
            Item::Rank(_) | Item::Any | Item::Near(_) => true,
        };
        // Questions what to shrink to that are no longer asked are in nobody's way.
        while self.edited[self.at..self.end].first().is_some_and(Item::is_answer) {
            self.at += 1;
        }
        // What was edited away may have left a choice of another kind in front.
        let mut skipped = 0;
        loop {
            let item = self.edited[self.at..self.end].get(skipped)?;
            if fits(item) {
                break;
            }
            if skipped == 1 || matches!(item, Item::Group(_)) {
                return None;
            }
            skipped += 1;
        }
        self.left_over += skipped;
        self.at += skipped + 1;
        match self.patch {
            Some((at, patch)) if at + 1 == self.at => Some(patch),
            _ => Some(&self.edited[self.at - 1]),
        }
    }

    fn index(&mut self, ask: &Ask<'_>) -> Option<u128> {
        if self.improvises {
            return self.filler.random(ask);
        }
        let next = self.next(ask.is_pick());
        self.made_up += usize::from(next.is_none());
        if self.is_mutation {
            return self.filler.repaired(ask, next);
        }
        match next {
            // What is to stay as it is does not change places with anything else.
            Some(Item::Choice(_, kind)) if self.held > 0 && !self.is_flat && *kind != ItemKind::Held => None,
            Some(Item::Choice(made, _)) => Some(resolve(ask, made)),
            Some(Item::Rank(_)) if self.held > 0 => None,
            Some(Item::Rank(rank)) => ask.at_rank((*rank).min(ask.last_rank())),
            // What is not to be shrunk is not to be made up either.
            _ if self.held > 0 && matches!(self.filler, Filler::Simplest(_)) => None,
            _ => match &mut self.filler {
                Filler::Simplest(cheapest) => cheapest.index(ask),
                Filler::Random(rng) | Filler::Least(_, rng) => Some(ask.draw(rng)),
            },
        }
    }

    /// An attempt came to nothing: all that it chose is taken back, and what it has replayed is used up.
    fn take_back(&mut self, place: PlayPoint) {
        // The group that it has left open, if there was one to be replayed.
        if let Some((_, true)) = self.outer.get(place.outer) {
            self.at = self.outer.get(place.outer + 1).map_or(self.end, |(end, _)| *end);
        }
        self.made.cut_to(place.items);
        self.open.truncate(place.open);
        self.outer.truncate(place.outer);
        self.end = self.at;
        self.improvises = true;
    }
}

impl Filler<'_> {
    fn rng(&mut self) -> Option<&mut Rng> {
        match self {
            Filler::Simplest(_) => None,
            Filler::Random(rng) | Filler::Least(_, rng) => Some(rng),
        }
    }

    pub(crate) fn random(&mut self, ask: &Ask<'_>) -> Option<u128> {
        self.rng().map(|rng| ask.draw(rng))
    }

    /// The answer of a mutation. An alternative that is not there is remade at random, and so is a number out of its
    /// range: the nearest end would make most of what depends on a changed number the same. A length is as near as can
    /// be to what it was, because there are that many parts to be replayed.
    pub(crate) fn repaired(&mut self, ask: &Ask<'_>, item: Option<&Item>) -> Option<u128> {
        let near = |ask: &Ask<'_>, number: &Number| {
            ask.find(&Choice::Number(*number)).or_else(|| ask.nearest(*number)).filter(|&index| ask.allows(index))
        };
        match item {
            Some(Item::Choice(made, _)) => ask.find_made(made).or_else(|| match made.choice() {
                Choice::Number(number) if ask.role() == Role::Count => near(ask, &number),
                _ => None,
            }),
            Some(Item::Rank(rank)) => ask.at_rank((*rank).min(ask.last_rank())),
            Some(Item::Near(number)) => near(ask, number),
            Some(Item::Other(made, _)) => return other(ask, &made.choice(), self.rng()?),
            Some(Item::Any | Item::Group(_)) | None => return self.made_up(ask),
        }
        .or_else(|| self.rng().map(|rng| any(ask, rng)))
    }

    /// What is not there at all.
    pub(crate) fn made_up(&mut self, ask: &Ask<'_>) -> Option<u128> {
        match self {
            Filler::Simplest(cheapest) => cheapest.index(ask),
            Filler::Least(needs, _) if ask.is_pick() => needs.index(ask),
            Filler::Least(..) if ask.role() == Role::Count => ask.at_rank(0),
            Filler::Random(rng) | Filler::Least(_, rng) => Some(ask.draw(rng)),
        }
    }
}

/// Any alternative: of a pick each is as likely as any other, as in the papers.
fn any(ask: &Ask<'_>, rng: &mut Rng) -> u128 {
    let index = if ask.is_pick() { ask.at_rank(rng.up_to(ask.last_rank())) } else { None };
    index.unwrap_or_else(|| ask.draw(rng))
}

/// Any alternative but one, if there are others.
fn other(ask: &Ask<'_>, choice: &Choice, rng: &mut Rng) -> Option<u128> {
    let (Some(old), last) = (ask.find(choice), ask.last_rank()) else { return Some(any(ask, rng)) };
    if last == 0 {
        return Some(old);
    }
    // As likely as they are to be drawn, unless that is the same one again.
    let drawn = any(ask, rng);
    if drawn != old {
        return Some(drawn);
    }
    let (rank, drawn) = (ask.rank(old), rng.up_to(last - 1));
    ask.at_rank(drawn + u128::from(drawn >= rank))
}

/// The alternative that comes nearest to a choice that may have been made among others.
fn resolve(ask: &Ask<'_>, made: &Made) -> u128 {
    let choice = made.choice();
    ask.find(&choice)
        .or_else(|| match choice {
            Choice::Number(number) => ask.nearest(number),
            _ => None,
        })
        .or_else(|| ask.at_rank(made.place()?.0.min(ask.last_rank())))
        .or_else(|| ask.at_rank(0))
        .unwrap_or(0)
}

impl Answerer for EditPlayer<'_> {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let index = self.index(ask).ok_or(Rejected)?;
        let kind = match (ask.is_pick(), ask.role()) {
            _ if self.held > 0 => ItemKind::Held,
            (true, _) => ItemKind::Pick,
            (_, Role::Count) => ItemKind::Count,
            (_, Role::Around) => ItemKind::Around,
            (_, Role::Plain) => ItemKind::Plain,
        };
        let site = std::mem::take(&mut self.site);
        self.made.push(Item::Choice(ask.made(index), kind), site);
        let most_items = if self.is_mutation && self.most == usize::MAX {
            usize::MAX
        } else {
            self.edited.len().saturating_mul(4).saturating_add(10_000)
        };
        if self.made.weight > self.most || self.made.items.len() > most_items {
            return Err(Rejected);
        }
        Ok(index)
    }

    fn open(&mut self) {
        let is_there = self.find_site();
        self.open.push(self.made.items.len());
        let site = std::mem::take(&mut self.site);
        self.made.push(Item::Group(0), site);
        if self.is_flat {
            return;
        }
        // What was edited away may have left a choice in front.
        let group = match self.edited[self.at..self.end] {
            [Item::Group(_), ..] if is_there => Some(0),
            [_, Item::Group(_), ..] if is_there => Some(1),
            _ => None,
        };
        if let Some(skipped) = group {
            self.left_over += skipped;
            self.at += skipped;
            self.outer.push((self.end, true));
            self.end = end(self.edited, self.at);
            self.at += 1;
        } else {
            self.outer.push((self.end, false));
            self.end = self.at;
        }
    }

    fn close(&mut self) {
        if let Some(group) = self.open.pop() {
            self.made.items[group] = Item::Group(self.made.items.len() - group - 1);
        }
        if let Some((outer, was_there)) = self.outer.pop() {
            // What is left of the group is skipped.
            if was_there {
                self.left_over += super::tree::weight(&self.edited[self.at..self.end]);
                self.at = self.end;
            }
            self.end = outer;
        }
    }

    fn is_shrinking(&self) -> bool {
        !self.is_mutation
    }

    fn may_retry(&self) -> bool {
        self.is_mutation
    }

    fn attempt(&mut self, attempt: Attempt) {
        if !self.is_mutation {
            return;
        }
        if let (Attempt::Ends, Some(point)) = (attempt, self.attempts.mark()) {
            (self.end, self.improvises) = (point.end, point.improvises);
        }
        let (items, open, outer) = (self.made.items.len(), self.open.len(), self.outer.len());
        let mark = PlayPoint { items, open, outer, end: self.end, improvises: self.improvises };
        if let Some(point) = self.attempts.follow(attempt, mark) {
            self.take_back(point);
        }
    }

    fn begin_body(&mut self) {
        // What the property draws is a group of its own.
        if self.is_mutation {
            self.close_all();
            self.open();
        }
    }

    fn hold(&mut self, held: bool) {
        if self.is_mutation {
            return;
        }
        if held {
            if self.held == 0 {
                self.held_from = self.made.items.len();
            }
            self.held += 1;
        } else {
            if self.held == 1 {
                self.made.hold_from(self.held_from);
            }
            self.held = self.held.saturating_sub(1);
        }
    }

    fn shrink(&mut self, count: usize) -> Option<usize> {
        let chosen = match self.edited[self.at..self.end].first() {
            Some(Item::Choice(made, ItemKind::Shrink)) => {
                self.at += 1;
                match made.choice() {
                    Choice::Shrink(chosen) => Some((chosen as usize).min(count)),
                    _ => None,
                }
            }
            _ => None,
        };
        self.made.push(Item::Choice(shrunk(chosen.unwrap_or(count), count), ItemKind::Shrink), 0);
        chosen
    }

    fn site(&mut self, site: u32) {
        self.site = site;
    }
}

/// An answer to the question what to shrink to. That nothing is shrunk is the last of the alternatives: every other is
/// simpler.
fn shrunk(chosen: usize, count: usize) -> Made {
    Made::of(Choice::Shrink(chosen as u32), chosen as u128, count as u128)
}
