//! Weights of choices: as data that can be read and edited, and how they change a choice.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::rc::Rc;

use super::Reweigher;
use super::mixture::Shares;
use crate::core::choice::{Ask, Choice, Float, Number, Role};
use crate::lab::trail::{AROUND, Trail, hash_text};

/// The weight of each alternative, by its label and, if requested, by the alternatives around it.
///
/// Weights come from examples by way of [`Tuner`](crate::lab::Tuner), from you, or from a file: they have a text form
/// that a project can keep next to its tests, read and edit. Labels that the generator does not have are ignored, and
/// labels it has gained since keep its own weights; so weights survive changes to the generator.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::lab::Weights;
///
/// let coin = labeled([("heads", exact('h')), ("tails", exact('t'))]);
/// let weights: Weights = "smoothing 0\nheads 3\ntails 1".parse().unwrap();
/// assert_eq!(coin.tuned(weights).probability(&'h'), 0.75);
/// ```
///
/// The text has one weight per line. Above the weights, lines say how to apply them: `smoothing`, `lasting`, and
/// `unlike` for weights to invert. `[node.1]` begins those that only apply in one place: the second part of the
/// alternative `node`. `[node.1 < node.2]` also says what is around it, and `[node.1 < "after 5"]` that 5 was chosen
/// just before.
///
/// # How they apply
///
/// Let *b* be the generator's own probability of an alternative, *c* its weight, *n* the sum of the weights of all
/// alternatives, and *s* the smoothing. Then it is chosen with probability *p* = (*c* + *s·b*) / (*n* + *s*). With
/// context, the probability with less context takes the place of *b*, and so on. Unless *s* is 0, nothing possible
/// becomes impossible. Where nothing is known, nothing changes.
///
/// *Inverted*, it is chosen in proportion to *b²* / *p*: whatever the examples do *r* times as often as the generator
/// is done one *r*-th as often. If *s* is 0 and some alternatives were never chosen, they share everything, in
/// proportion to *b*.
///
/// Alternatives without a label keep their probability. The label of a number is the number itself; a number that says
/// how many parts follow, such as the length of a list, is labelled `length 3`.
///
/// Weights that favour recursion can make endless values. So learnt weights *last* for a limited number of choices
/// where necessary, and all others for 20,000 choices and 1,000 levels; after that, the generator uses its own.
#[derive(Debug, Clone)]
pub struct Weights {
    pub(super) smoothing: f64,
    pub(super) lasting: Option<u64>,
    pub(super) is_unlike: bool,
    tables: BTreeMap<Vec<String>, Table>,
    /// The contexts of `tables` by their hashes, most of which are short.
    places: HashMap<Vec<u64>, Vec<String>>,
    has_context: bool,
    has_neighbours: bool,
}

/// The prefix for the choice just before another, where it is part of the context.
pub(super) const AFTER: &str = "after ";

/// Returns a part of a context as the trail knows it.
#[inline]
fn place_of(part: &str) -> u64 {
    part.strip_prefix(AFTER).map_or_else(|| hash_text(part), |choice| after(hash_text(choice)))
}

#[inline]
fn after(choice: u64) -> u64 {
    choice.rotate_left(32) ^ 0x5bd1_e995
}

/// The prefix of the label of a number that says how many parts follow.
const LENGTH: &str = "length ";

/// Returns the label by which an alternative is weighed, if it has one.
#[inline]
pub(crate) fn name_of(ask: &Ask<'_>, index: u128) -> Option<String> {
    let label = ask.choice(index).label()?;
    Some(if ask.role() == Role::Count { format!("{LENGTH}{label}") } else { label })
}

/// The weights of one place.
#[derive(Debug, Clone, Default)]
struct Table {
    weights: BTreeMap<String, f64>,
    /// What the names of numbers and characters may stand for, to find them in a range.
    named: Named,
    lengths: Named,
}

/// Choices with their weights, in the order in which they came.
#[derive(Debug, Clone, Default)]
struct Named {
    choices: Vec<(Choice, f64)>,
    places: HashMap<Choice, usize>,
}

impl Named {
    #[inline]
    fn set(&mut self, choice: Choice, weight: f64) {
        match self.places.get(&choice) {
            Some(&place) => self.choices[place].1 = weight,
            None => {
                self.places.insert(choice.clone(), self.choices.len());
                self.choices.push((choice, weight));
            }
        }
    }
}

impl PartialEq for Weights {
    #[inline]
    fn eq(&self, other: &Weights) -> bool {
        let all = |weights: &Weights| (weights.smoothing, weights.lasting, weights.is_unlike);
        let tables = self.tables.iter().map(|(context, table)| (context, &table.weights));
        all(self) == all(other) && tables.eq(other.tables.iter().map(|(context, table)| (context, &table.weights)))
    }
}

impl Default for Weights {
    #[inline]
    fn default() -> Weights {
        let (tables, places) = (BTreeMap::new(), HashMap::new());
        let (smoothing, lasting) = (Weights::SMOOTHING, None);
        Weights { smoothing, lasting, is_unlike: false, tables, places, has_context: false, has_neighbours: false }
    }
}

impl Weights {
    /// The default smoothing: everything unseen together counts as half of what was seen once.
    pub(super) const SMOOTHING: f64 = 0.5;

    /// Creates empty weights: the generator stays as it is.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Weights;
    ///
    /// assert_eq!((0..=9).tuned(Weights::new()).probability(&7), 0.1);
    /// ```
    #[inline]
    pub fn new() -> Weights {
        Weights::default()
    }

    /// Returns the weight of an alternative, wherever it is.
    ///
    /// ```
    /// use mirrorcheck::lab::Weights;
    ///
    /// let weights = Weights::new().with("leaf", 3.0);
    /// assert_eq!(weights.get("leaf"), Some(3.0));
    /// assert_eq!(weights.get("node"), None);
    /// ```
    #[inline]
    pub fn get(&self, label: &str) -> Option<f64> {
        self.get_in(&[], label)
    }

    /// Returns the weight of an alternative in a context; see [`contexts`](Self::contexts).
    ///
    /// ```
    /// use mirrorcheck::lab::Weights;
    ///
    /// let weights: Weights = "[node.1]\nleaf 3".parse().unwrap();
    /// assert_eq!(weights.get_in(&["node.1"], "leaf"), Some(3.0));
    /// ```
    #[inline]
    pub fn get_in(&self, context: &[&str], label: &str) -> Option<f64> {
        let context: Vec<String> = context.iter().map(|&part| part.to_owned()).collect();
        self.tables.get(&context)?.weights.get(label).copied()
    }

    /// Sets the weight of a label. A weight that is not a positive number counts as 0.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Weights;
    ///
    /// let coin = labeled([("heads", exact('h')), ("tails", exact('t'))]);
    /// let fair = Weights::new().with("heads", 1.0).with("tails", 0.0).smoothing(0.0);
    /// assert_eq!(coin.tuned(fair).probability(&'h'), 1.0);
    /// ```
    #[must_use]
    #[inline]
    pub fn with(mut self, label: &str, weight: f64) -> Weights {
        self.set(Vec::new(), label.to_owned(), weight);
        self
    }

    /// Sets how much alternatives that were never chosen count; see above. At 0 they become impossible.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Weights;
    ///
    /// let seen_once = Weights::new().with("7", 1.0);
    /// let smoothed = (0..=9).tuned(seen_once.clone().smoothing(1.0));
    /// assert_eq!((smoothed.probability(&7), smoothed.probability(&8)), (0.55, 0.05));
    /// assert_eq!((0..=9).tuned(seen_once.smoothing(0.0)).probability(&8), 0.0);
    /// ```
    #[must_use]
    #[inline]
    pub fn smoothing(self, smoothing: f64) -> Weights {
        Weights { smoothing: positive(smoothing), ..self }
    }

    /// Sets for how many choices of a value the weights apply; after that the generator uses its own.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Weights;
    ///
    /// let first = Weights::new().with("7", 1.0).smoothing(0.0).lasting(1);
    /// assert_eq!((0..=9, 0..=9).tuned(first).probability(&(7, 3)), 0.1);
    /// ```
    #[must_use]
    #[inline]
    pub fn lasting(self, choices: u64) -> Weights {
        Weights { lasting: Some(choices), ..self }
    }

    /// Inverts the weights, or undoes that; see above.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::lab::Weights;
    ///
    /// let coin = labeled([("heads", exact('h')), ("tails", exact('t'))]);
    /// let unlike = Weights::new().with("heads", 3.0).with("tails", 1.0).smoothing(0.0).inverted();
    /// assert_eq!(coin.tuned(unlike).probability(&'h'), 0.25);
    /// ```
    #[must_use]
    #[inline]
    pub fn inverted(self) -> Weights {
        Weights { is_unlike: !self.is_unlike, ..self }
    }

    /// Returns the contexts that have weights: the empty one, then those of places, innermost alternative first.
    ///
    /// ```
    /// use mirrorcheck::lab::Weights;
    ///
    /// let weights: Weights = "leaf 1\n[node.1]\nleaf 3".parse().unwrap();
    /// let contexts: Vec<&[String]> = weights.contexts().collect();
    /// assert_eq!(contexts, [&[][..], &["node.1".to_owned()]]);
    /// ```
    #[inline]
    pub fn contexts(&self) -> impl Iterator<Item = &[String]> {
        self.tables.keys().map(|context| &context[..])
    }

    /// Returns the weights of one context.
    ///
    /// ```
    /// use mirrorcheck::lab::Weights;
    ///
    /// let weights: Weights = "leaf 1\nnode 2".parse().unwrap();
    /// assert_eq!(weights.in_context(&[]).collect::<Vec<_>>(), [("leaf", 1.0), ("node", 2.0)]);
    /// ```
    #[inline]
    pub fn in_context(&self, context: &[String]) -> impl Iterator<Item = (&str, f64)> {
        let table = self.tables.get(context);
        table.into_iter().flat_map(|table| table.weights.iter().map(|(label, weight)| (label.as_str(), *weight)))
    }

    /// Returns whether there are no weights.
    ///
    /// ```
    /// use mirrorcheck::lab::Weights;
    ///
    /// assert!(Weights::new().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    #[inline]
    pub(crate) fn add(&mut self, context: Vec<String>, label: String, weight: f64) {
        let known = self.tables.get(&context).and_then(|table| table.weights.get(&label)).copied().unwrap_or(0.0);
        self.set(context, label, known + weight);
    }

    #[inline]
    pub(super) fn set(&mut self, context: Vec<String>, label: String, weight: f64) {
        self.has_context |= !context.is_empty();
        self.has_neighbours |= context.last().is_some_and(|part| part.starts_with(AFTER));
        let place: Vec<u64> = context.iter().map(|part| place_of(part)).collect();
        self.places.entry(place).or_insert_with(|| context.clone());
        let table = self.tables.entry(context).or_default();
        let weight = positive(weight);
        let (named, name) = match label.strip_prefix(LENGTH) {
            Some(number) => (&mut table.lengths, number),
            None => (&mut table.named, &*label),
        };
        meanings(name).into_iter().for_each(|choice| named.set(choice, weight));
        table.weights.insert(label, weight);
    }

    /// Returns the tables that apply at a place, the least specific first.
    #[inline]
    fn tables(&self, trail: Option<&Trail>) -> Vec<&Table> {
        let table = |place: &[u64]| self.tables.get(self.places.get(place)?);
        let Some(trail) = trail.filter(|_| self.has_context) else { return table(&[]).into_iter().collect() };
        let around = trail.around();
        let mut tables: Vec<&Table> = (0..=AROUND).filter_map(|depth| table(&around[..depth])).collect();
        if self.has_neighbours {
            let neighbour = after(trail.before()[0]);
            tables.extend((0..=AROUND).filter_map(|depth| table(&[&around[..depth], &[neighbour]].concat())));
        }
        tables
    }

    /// Returns the probabilities of weighted alternatives; those without a label stay the same.
    #[inline]
    fn pick(&self, ask: &Ask<'_>, trail: Option<&Trail>) -> Shares {
        let own: Vec<f64> = (0..=ask.last()).map(|index| ask.chance(index)).collect();
        let labels: Vec<Option<String>> = (0..=ask.last()).map(|index| ask.choice(index).label()).collect();
        let labelled: f64 = own.iter().zip(&labels).filter(|(_, label)| label.is_some()).map(|(own, _)| own).sum();
        if labelled == 0.0 {
            return Shares::Same;
        }
        // Of those with a label, how likely each is among them.
        let mut likely: Vec<f64> =
            own.iter().zip(&labels).map(|(own, l)| if l.is_some() { own / labelled } else { 0.0 }).collect();
        let base = likely.clone();
        let mut is_known = false;
        for table in self.tables(trail) {
            let weight = |i: usize| match &labels[i] {
                Some(label) if base[i] > 0.0 => table.weights.get(label).copied().unwrap_or(0.0),
                _ => 0.0,
            };
            let counts: Vec<f64> = (0..likely.len()).map(weight).collect();
            is_known |= smooth(&mut likely, &counts, self.smoothing);
        }
        if !is_known {
            return Shares::Same;
        }
        if self.is_unlike {
            invert(&mut likely, &base);
        }
        let mixed = |i: usize| match labels[i] {
            Some(_) => likely[i] * labelled,
            None => own[i],
        };
        Shares::each((0..own.len()).map(mixed))
    }

    /// Weighs the numbers of a range: those that were seen, and the rest as before.
    #[inline]
    fn range(&self, ask: &Ask<'_>, trail: Option<&Trail>) -> Shares {
        let mut points: BTreeMap<u128, f64> = BTreeMap::new();
        let (mut rest, mut is_known) = (1.0, false);
        for table in self.tables(trail) {
            let named = if ask.role() == Role::Count { &table.lengths } else { &table.named };
            let named = named.choices.iter().filter(|(_, weight)| *weight > 0.0);
            let seen: BTreeMap<u128, f64> =
                named.filter_map(|(choice, weight)| Some((ask.find(choice)?, *weight))).collect();
            let total: f64 = seen.values().sum();
            if total == 0.0 {
                continue;
            }
            is_known = true;
            let whole = total + self.smoothing;
            points.values_mut().for_each(|point| *point *= self.smoothing / whole);
            rest *= self.smoothing / whole;
            seen.into_iter().for_each(|(index, weight)| *points.entry(index).or_insert(0.0) += weight / whole);
        }
        match (is_known, self.is_unlike) {
            (false, _) => Shares::Same,
            (true, false) => {
                let whole = |(index, point): (u128, f64)| (index, point + rest * ask.chance(index));
                Shares::mixed(ask, points.into_iter().map(whole), rest)
            }
            (true, true) => unlike_range(ask, &points, rest),
        }
    }
}

/// Weights in use, with what was made of choices before, by what they are and where they stand: most are asked for very often.
#[derive(Debug)]
pub(super) struct InUse {
    pub(super) weights: Weights,
    known: RefCell<HashMap<AskKey, Rc<Shares>>>,
}

/// A choice, what is around it, and the choice before it.
type AskKey = ([u64; 2], [u64; AROUND], u64);

impl From<Weights> for InUse {
    #[inline]
    fn from(weights: Weights) -> InUse {
        InUse { weights, known: RefCell::default() }
    }
}

impl Reweigher for InUse {
    #[inline]
    fn shares(&self, ask: &Ask<'_>, trail: Option<&Trail>) -> Rc<Shares> {
        let weights = &self.weights;
        let reckon = || Rc::new(if ask.is_pick() { weights.pick(ask, trail) } else { weights.range(ask, trail) });
        let Some(signature) = ask.signature() else { return reckon() };
        let around = trail.filter(|_| weights.has_context).map_or([0; AROUND], Trail::around);
        let before = trail.filter(|_| weights.has_neighbours).map_or(0, |trail| trail.before()[0]);
        self.known.borrow_mut().entry((signature, around, before)).or_insert_with(reckon).clone()
    }

    #[inline]
    fn needs_trail(&self) -> bool {
        self.weights.has_context || self.weights.lasting.is_some()
    }

    #[inline]
    fn lasting(&self) -> Option<u64> {
        self.weights.lasting
    }
}

/// (*c* + *s·p*) / (*n* + *s*); whether anything was counted.
#[inline]
fn smooth(likely: &mut [f64], counts: &[f64], smoothing: f64) -> bool {
    let whole = counts.iter().sum::<f64>();
    if whole > 0.0 {
        likely.iter_mut().zip(counts).for_each(|(p, c)| *p = (c + smoothing * *p) / (whole + smoothing));
    }
    whole > 0.0
}

/// *b²* / *p*, all together one.
#[inline]
fn invert(likely: &mut [f64], base: &[f64]) {
    let is_unseen = |p: f64, b: f64| p == 0.0 && b > 0.0;
    let some_unseen = likely.iter().zip(base).any(|(p, b)| is_unseen(*p, *b));
    let inverse = |(p, b): (&f64, &f64)| {
        if some_unseen { if is_unseen(*p, *b) { *b } else { 0.0 } } else { if *p > 0.0 { b * b / p } else { 0.0 } }
    };
    let inverted: Vec<f64> = likely.iter().zip(base).map(inverse).collect();
    let whole: f64 = inverted.iter().sum();
    likely.iter_mut().zip(inverted).for_each(|(p, inverse)| *p = inverse / whole);
}

/// Where numbers were seen, the others share what is taken from these.
#[inline]
fn unlike_range(ask: &Ask<'_>, points: &BTreeMap<u128, f64>, rest: f64) -> Shares {
    // b² / p: of a number that was not seen b / rest, of one that was b² / (point + rest·b).
    let own = |index: &u128| ask.chance(*index);
    let seen: f64 = points.keys().map(own).sum();
    let unseen = (1.0 - seen).max(0.0);
    if rest == 0.0 && unseen > 0.0 {
        // Only the others are left: their own probabilities, without those that were seen.
        return Shares::mixed(ask, points.keys().map(|index| (*index, 0.0)), 1.0 / unseen);
    }
    let others = if rest > 0.0 { 1.0 / rest } else { 0.0 };
    let inverse = |(index, point): (&u128, &f64)| (*index, own(index) * own(index) / (point + rest * own(index)));
    let inverse: Vec<(u128, f64)> = points.iter().map(inverse).collect();
    let whole = inverse.iter().map(|(_, weight)| weight).sum::<f64>() + unseen * others;
    Shares::mixed(ask, inverse.into_iter().map(|(index, weight)| (index, weight / whole)), others / whole)
}

/// Returns a weight that is safe to compute with.
#[inline]
pub(super) fn positive(weight: f64) -> f64 {
    if weight > 0.0 { weight.min(1e15) } else { 0.0 }
}

/// What the name of a number or of a character may stand for.
#[inline]
fn meanings(label: &str) -> Vec<Choice> {
    let mut chars = label.chars();
    let char = chars.next().filter(|_| chars.next().is_none()).map(Choice::Char);
    let number = label.parse::<i128>().map(Choice::from).ok();
    let number = number.or_else(|| label.parse::<u128>().map(|n| Choice::Number(Number::new(false, n))).ok());
    let float = label.parse::<f64>().map(|float| Choice::Float(Float(float))).ok();
    [char, number, float].into_iter().flatten().collect()
}

impl fmt::Display for Weights {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::text::write(self, f)
    }
}
