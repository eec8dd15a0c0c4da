//! Expanding the rules of a grammar: forward they are written, backward they are read.

use super::GrammarRule;
use crate::core::choice::{Ask, Names};
use crate::core::choices::Tape;
use crate::core::cx::{Cx, FORWARD};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::search::of_type;
use crate::core::search::{Arguments, Candidates, Site, Tries};
use crate::core::sketch::Shape;
use crate::core::text::{Letter, Letters, Next, Port, Text, many};

/// The rules in the order of the text; there is at least one, and the first is the start.
pub(crate) struct Rules {
    pub(super) rules: Vec<Rule>,
    /// Tells this grammar from others: a hash of its text. Its address would not do, because grammars that are made in
    /// the course of one run can share one.
    pub(super) identity: [u64; 2],
}

pub(super) struct Rule {
    pub(super) name: String,
    /// What can be the rule: one piece, or a choice.
    body: Choice,
}

impl Rule {
    #[inline]
    pub(super) fn new(name: &str, body: RulePiece) -> Rule {
        let body = match body {
            RulePiece::Choice(choice) => choice,
            piece => Choice::new(0, Vec::new(), vec![1], vec![piece]),
        };
        Rule { name: name.to_owned(), body }
    }
}

pub(super) enum RulePiece {
    /// Never empty: the empty text is the empty sequence.
    Literal(String),
    Class(Box<Letter>),
    /// A class several times over, with its place in the grammar.
    Letters(usize, Box<Letters>),
    /// An index into the rules.
    Rule(usize),
    /// Not of one piece; without sequences and adjacent literals in it. What comes next is known for each.
    Sequence(Vec<(RulePiece, Next)>),
    Choice(Choice),
    Repeat(Repeat),
}

/// Alternatives under different labels.
pub(super) struct Choice {
    place: usize,
    labels: Vec<String>,
    weights: Vec<u64>,
    pieces: Vec<RulePiece>,
    shapes: Vec<Shape>,
}

/// A piece at least and at most so many times.
pub(super) struct Repeat {
    pub(super) place: usize,
    pub(super) item: Box<RulePiece>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
}

impl Choice {
    /// A choice at a place of the grammar, by number.
    #[inline]
    pub(super) fn new(place: usize, labels: Vec<String>, weights: Vec<u64>, pieces: Vec<RulePiece>) -> Choice {
        let shapes = pieces.iter().map(|_| Shape::Any).collect();
        Choice { place, labels, weights, pieces, shapes }
    }

    #[inline]
    fn run(&self, rules: &Rules, cx: &mut Cx<'_>, toward: u32) -> Result<(), Rejected> {
        let shown = (toward != FORWARD).then_some(toward as usize);
        let index = if self.pieces.len() == 1 { 0 } else { self.choose(cx, shown)? };
        RuleRun { rules, piece: &self.pieces[index] }.run_here(cx)
    }

    #[inline]
    fn choose(&self, cx: &mut Cx<'_>, shown: Option<usize>) -> Result<usize, Rejected> {
        if cx.is_plain() {
            return cx.pick(&self.weights, Names::Unnamed, shown);
        }
        // Most of what is shown is never written down, so that its label is not needed.
        if let Some(index) = shown.filter(|index| *index < self.pieces.len()) {
            let note = |tape: &mut Tape| {
                tape.note(Ask::picked(&self.weights, Names::Labels(&self.labels())).made(index as u128), true);
            };
            if cx.take_shown(note)? {
                return Ok(index);
            }
        }
        cx.pick(&self.weights, Names::Labels(&self.labels()), shown)
    }

    #[inline]
    fn labels(&self) -> Vec<&str> {
        self.labels.iter().map(String::as_str).collect()
    }
}

/// A piece of a rule.
#[derive(Clone, Copy)]
struct RuleRun<'g> {
    rules: &'g Rules,
    piece: &'g RulePiece,
}

impl RuleRun<'_> {
    #[inline]
    fn run_here(self, cx: &mut Cx<'_>) -> Result<(), Rejected> {
        let RuleRun { rules, piece } = self;
        match piece {
            RulePiece::Literal(text) => cx.literal(text),
            RulePiece::Class(letter) => letter.run_text(cx, false).map(drop),
            RulePiece::Letters(place, letters) => {
                if is_sharing(cx) {
                    shared(rules, *place, &[Shape::Any], cx, &mut |cx, _| letters.run_here(cx))
                } else {
                    letters.run_here(cx)
                }
            }
            RulePiece::Rule(index) => Expansion { rules, index: *index }.run_text(cx, false).map(drop),
            RulePiece::Sequence(pieces) => pieces.iter().try_for_each(|(piece, next)| match piece {
                RulePiece::Literal(text) => cx.literal(text),
                piece => cx.piece(&RuleRun { rules, piece }, Focus::Free, *next, false).map(drop),
            }),
            RulePiece::Choice(choice) if cx.is_plain() => choice.run(rules, cx, FORWARD),
            RulePiece::Choice(choice) => {
                let mut run = |cx: &mut Cx<'_>, toward| choice.run(rules, cx, toward);
                if is_sharing(cx) {
                    shared(rules, choice.place, &choice.shapes, cx, &mut run)
                } else {
                    cx.text_alternatives(choice.pieces.len(), &mut run)
                }
            }
            RulePiece::Repeat(Repeat { place, item, least, most }) => {
                let item = RuleRun { rules, piece: item };
                let repeated = match *most {
                    Some(most) => many(item, *least..=most),
                    None => many(item, *least..),
                };
                let mut run = |cx: &mut Cx<'_>, _| repeated.run_text(cx, false).map(drop);
                if is_sharing(cx) { shared(rules, *place, &[Shape::Any], cx, &mut run) } else { run(cx, FORWARD) }
            }
        }
    }
}

/// Whether ways to read a text are shared.
#[inline]
fn is_sharing(cx: &mut Cx<'_>) -> bool {
    cx.port == Port::Read && (cx.is_searching_all() || cx.is_rebuilding())
}

/// Runs a piece inside of a rule like a rule without a name. What stands beside it can have many ends, and it would be
/// read anew for each.
#[inline]
fn shared(
    rules: &Rules,
    place: usize,
    shapes: &[Shape],
    cx: &mut Cx<'_>,
    run: &mut dyn FnMut(&mut Cx<'_>, u32) -> Result<(), Rejected>,
) -> Result<(), Rejected> {
    let generator = of_type::<SharedRules<'_>>;
    let site = Site { name: "", generator, shapes, leads: &[], is_plain: false, is_text: false, is_tried: false };
    cx.text(Candidates::at(&site, &mut SharedRules { rules, place, run }))
}

struct SharedRules<'r> {
    rules: &'r Rules,
    place: usize,
    run: &'r mut dyn FnMut(&mut Cx<'_>, u32) -> Result<(), Rejected>,
}

impl Tries for SharedRules<'_> {
    #[inline]
    fn arguments(&self, arguments: &mut Arguments) {
        arguments.known(&(self.rules.identity, self.place));
    }

    #[inline]
    fn shown_from(&self, from: u32) -> u32 {
        from
    }

    #[inline]
    fn attempt(&mut self, cx: &mut Cx<'_>, toward: u32) -> Result<(), Rejected> {
        (self.run)(cx, toward)
    }
}

impl Generator for RuleRun<'_> {
    type Value = ();

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, ()>) -> Result<(), Rejected> {
        self.run_here(cx)
    }
}

impl Reflective for RuleRun<'_> {}

impl Text for RuleRun<'_> {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<()>, Rejected> {
        self.run_here(cx).map(Some)
    }
}

/// A rule of a grammar, as a generator.
#[derive(Clone, Copy)]
pub(crate) struct Expansion<'g> {
    pub(crate) rules: &'g Rules,
    pub(crate) index: usize,
}

impl<'g> Expansion<'g> {
    #[inline]
    fn rule(&self) -> &'g Rule {
        &self.rules.rules[self.index]
    }
}

impl Generator for Expansion<'_> {
    type Value = String;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, String>) -> Result<String, Rejected> {
        cx.string(self, focus)
    }
}

impl Reflective for Expansion<'_> {}

impl Text for Expansion<'_> {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, wanted: bool) -> Result<Option<String>, Rejected> {
        let rule = self.rule();
        if cx.is_plain() && !wanted {
            return rule.body.run(self.rules, cx, FORWARD).map(|()| None);
        }
        let generator = of_type::<GrammarRule>;
        let (leads, is_plain, is_text) = (&[][..], true, true);
        let site =
            Site { name: &rule.name, generator, shapes: &rule.body.shapes, leads, is_plain, is_text, is_tried: false };
        let start = cx.position();
        cx.text(Candidates::at(&site, &mut self.clone()))?;
        Ok(wanted.then(|| cx.since(start)))
    }
}

impl Tries for Expansion<'_> {
    #[inline]
    fn lead(&self, result: u32) -> &str {
        match self.rule().body.pieces.get(result as usize) {
            Some(RulePiece::Literal(text)) => text,
            Some(RulePiece::Sequence(pieces)) => match pieces.first() {
                Some((RulePiece::Literal(text), _)) => text,
                _ => "",
            },
            _ => "",
        }
    }

    #[inline]
    fn identity(&self) -> usize {
        self.rules.identity[0].wrapping_add(2 * self.index as u64) as usize | 1
    }

    #[inline]
    fn arguments(&self, arguments: &mut Arguments) {
        arguments.known(&(self.rules.identity, self.index));
    }

    #[inline]
    fn shown_from(&self, from: u32) -> u32 {
        from
    }

    #[inline]
    fn attempt(&mut self, cx: &mut Cx<'_>, toward: u32) -> Result<(), Rejected> {
        self.rule().body.run(self.rules, cx, toward)
    }
}
