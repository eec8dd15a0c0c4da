//! The search for one value: the scripts tried so far, the nearest value, and the distance whose turn it is.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::distance::{Distance, Score, score};
use super::hand::{Align, Hand, Slot, SlotKind};
use super::map::Map;
use super::reading::{Atom, Reading};
use super::{Ran, Subject};
use crate::core::cx::DEFAULT_SIZE;
use crate::core::rng::Rng;

/// The place of the size. If the generator reads its size, the size is searched like any other choice.
pub(super) const SIZE: u64 = 0;

/// How many of the nearest random values the map completes.
const COMPLETED: usize = 3;
/// How many runs without progress end a turn, and how many more for each choice. Later rounds allow more.
const FIRST_TURN: u64 = 200;
const FOR_EACH: u64 = 20;

/// A value with the choices that made it.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) made: Rc<Vec<Slot>>,
    pub(super) reading: Rc<Reading>,
}

/// What is known before the search.
pub(super) struct Known<'k> {
    pub(super) map: &'k Map,
    pub(super) samples: &'k [Candidate],
    pub(super) reads_size: bool,
}

pub(super) struct Search<'s> {
    pub(super) subject: &'s mut dyn Subject,
    pub(super) known: &'s Known<'s>,
    pub(super) goal: &'s Reading,
    atoms: HashMap<u64, Vec<Atom>>,
    pub(super) runs: u64,
    most: u64,
    /// The run at which this turn ends, and how many runs without progress end it.
    pub(super) until: u64,
    pub(super) patience: u64,
    pub(super) rng: Rng,
    pub(super) found: Option<Vec<Slot>>,
    /// The last candidate of each turn.
    pool: Vec<Candidate>,
    nearest: Option<(Score, Candidate)>,
    tried: HashSet<u64>,
    pub(super) distance: Distance,
}

/// How a search ended.
pub(super) struct Searched {
    pub(super) found: Option<Vec<Slot>>,
    pub(super) nearest: Option<Candidate>,
    pub(super) runs: u64,
}

#[inline]
pub(super) fn search(subject: &mut dyn Subject, known: &Known<'_>, goal: &Reading, most: u64) -> Searched {
    let mut search = Search {
        subject,
        known,
        goal,
        atoms: goal.by_place(),
        runs: 0,
        most,
        until: most,
        patience: most,
        rng: Rng::new(0, 1),
        found: None,
        pool: Vec::new(),
        nearest: None,
        tried: HashSet::new(),
        distance: Distance::Forward,
    };
    search.read();
    let mut turn = 0;
    while !search.is_over() {
        let before = search.runs;
        search.turn(turn);
        if search.runs == before {
            // A generator without choices makes only one value: there is nothing to edit.
            search.play_at_random();
            break;
        }
        turn += 1;
    }
    Searched { found: search.found, nearest: search.nearest.map(|(_, nearest)| nearest), runs: search.runs }
}

impl Search<'_> {
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.found.is_some() || self.runs >= self.most
    }

    #[inline]
    pub(super) fn turn_is_over(&self) -> bool {
        self.is_over() || self.runs >= self.until
    }

    #[inline]
    pub(super) fn score_of(&self, candidate: &Candidate) -> Score {
        score(self.distance, self.goal, &candidate.reading)
    }

    /// Runs the generator with this script.
    #[inline]
    pub(super) fn run(&mut self, script: &[Slot], align: Align) -> Option<Candidate> {
        let (size, script) = size_of(script);
        let hand = Hand::following(script, align, Rng::new(self.runs, 2));
        self.play(hand, size)
    }

    /// Runs the generator with this script, unless this turn has already done so.
    #[inline]
    pub(super) fn run_anew(&mut self, script: &[Slot], align: Align) -> Option<Candidate> {
        let mut hash = u64::from(align == Align::Insert);
        for slot in script {
            let float = if slot.kind == SlotKind::Float { slot.float.to_bits() } else { 0 };
            for word in [slot.place, slot.number as u64, slot.rank as u64, float] {
                hash = super::reading::mix(hash, word);
            }
        }
        if !self.tried.insert(hash) { None } else { self.run(script, align) }
    }

    #[inline]
    fn play(&mut self, mut hand: Hand<'_>, size: u32) -> Option<Candidate> {
        if self.is_over() {
            return None;
        }
        self.runs += 1;
        let Ran { text, is_goal, .. } = self.subject.run(&mut hand, size);
        let made = with_size(hand.made, size, self.known.reads_size);
        if is_goal {
            self.found = Some(made);
            return None;
        }
        let candidate = Candidate { made: Rc::new(made), reading: Rc::new(Reading::of(text?)) };
        let nearness = score(Distance::Forward, self.goal, &candidate.reading);
        if self.nearest.as_ref().is_none_or(|(least, _)| nearness < *least) {
            self.nearest = Some((nearness, candidate.clone()));
        }
        Some(candidate)
    }

    /// Reads the choices off the value, as far as the map knows them.
    #[inline]
    fn read(&mut self) {
        if self.known.map.is_empty() {
            return;
        }
        let known = self.known;
        let mut starts: Vec<&Candidate> = known.samples.iter().collect();
        starts.sort_by(|a, b| self.score_of(a).partial_cmp(&self.score_of(b)).unwrap_or(std::cmp::Ordering::Equal));
        let atoms = std::mem::take(&mut self.atoms);
        for start in starts.iter().take(COMPLETED) {
            for align in [Align::Skip, Align::Insert] {
                let (size, script) = size_of(&start.made);
                let hand = Hand::reading(known.map, &atoms, script, align, Rng::new(self.runs, 3));
                if let Some(candidate) = self.play(hand, size) {
                    self.pool.push(candidate);
                }
            }
        }
    }

    #[inline]
    fn turn(&mut self, turn: u32) {
        let all = Distance::ALL;
        self.distance = all[turn as usize % all.len()];
        let round = turn / all.len() as u32;
        self.tried.clear();
        let start = self.start(round);
        let choices = start.as_ref().map_or(0, |start| start.made.len() as u64);
        self.patience = (FIRST_TURN + FOR_EACH * choices) << round.min(20);
        self.until = self.runs + self.patience;
        let Some(start) = start else {
            // No run has made a value yet: only chance can help.
            self.until = self.runs + 1;
            self.play_at_random();
            return;
        };
        let end = self.climb(start);
        self.pool.push(end);
    }

    #[inline]
    fn play_at_random(&mut self) {
        let hand = Hand::random(Rng::new(self.runs, 4));
        if let Some(candidate) = self.play(hand, DEFAULT_SIZE) {
            self.pool.push(candidate);
        }
    }

    /// Returns the nearest candidate by this distance; in every other round, the nearest of some random values.
    #[inline]
    fn start(&mut self, round: u32) -> Option<Candidate> {
        let known = self.known;
        let samples = known.samples;
        let candidates: Vec<&Candidate> = if round % 2 == 1 && !samples.is_empty() {
            let first = self.rng.below(samples.len() as u64) as usize;
            (0..samples.len().div_ceil(8)).map(|n| &samples[(first + n) % samples.len()]).collect()
        } else {
            self.pool.iter().chain(samples).collect()
        };
        let mut best: Option<(Score, &Candidate)> = None;
        for candidate in candidates {
            let score = self.score_of(candidate);
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, candidate));
            }
        }
        best.map(|(_, candidate)| candidate.clone())
    }
}

/// Splits a script into its size and the rest.
#[inline]
pub(super) fn size_of(script: &[Slot]) -> (u32, &[Slot]) {
    match script.split_first() {
        Some((slot, rest)) if slot.place == SIZE => {
            (slot.number.clamp(0, i128::from(DEFAULT_SIZE)).try_into().unwrap_or(DEFAULT_SIZE), rest)
        }
        _ => (DEFAULT_SIZE, script),
    }
}

/// Puts the size in front of the choices, if the generator reads it.
#[inline]
pub(super) fn with_size(mut made: Vec<Slot>, size: u32, reads_size: bool) -> Vec<Slot> {
    if reads_size {
        let (kind, last) = (SlotKind::Number, u128::from(DEFAULT_SIZE));
        let range = (0, i128::from(DEFAULT_SIZE));
        let (number, float) = (size.into(), size.into());
        made.insert(0, Slot { place: SIZE, kind, rank: size.into(), last, number, float, range });
    }
    made
}
