//! One feature of the cases of a run: numbers, categories or points, whatever its first values are; of a mixture,
//! categories.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::words::cut;

/// More values of a feature than these are not told apart: they would be as many as cases.
pub(crate) const CATEGORIES: usize = 10_000;
/// A value beyond those that are told apart.
pub(crate) const BEYOND: u32 = u32::MAX;
/// Characters of a category that are kept.
const CHARACTERS: usize = 200;

/// What cases have, by case: of all of them, or of those that are named.
#[derive(Debug, Default)]
pub(crate) struct Sparse<T> {
    /// Nothing as long as the value at a place belongs to the case of that number.
    cases: Option<Vec<u32>>,
    values: Vec<T>,
}

impl<T: Copy> Sparse<T> {
    /// Cases come in order; of two values for one case, the last counts.
    pub(crate) fn push(&mut self, case: u32, value: T) {
        if self.last() == Some(case) {
            self.values.pop();
            self.cases.as_mut().map(Vec::pop);
        }
        if self.cases.is_none() && case as usize != self.values.len() {
            self.cases = Some((0..self.values.len() as u32).collect());
        }
        if let Some(cases) = &mut self.cases {
            cases.push(case);
        }
        self.values.push(value);
    }

    fn last(&self) -> Option<u32> {
        match &self.cases {
            Some(cases) => cases.last().copied(),
            None => self.values.len().checked_sub(1).map(|last| last as u32),
        }
    }

    pub(crate) fn get(&self, case: u32) -> Option<T> {
        let at = match &self.cases {
            Some(cases) => cases.binary_search(&case).ok()?,
            None => case as usize,
        };
        self.values.get(at).copied()
    }

    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, T)> + '_ {
        let case = move |at: usize| self.cases.as_ref().map_or(at as u32, |cases| cases[at]);
        self.values.iter().enumerate().map(move |(at, value)| (case(at), *value))
    }

    fn with<U>(self, convert: impl FnMut(T) -> U) -> Sparse<U> {
        Sparse { cases: self.cases, values: self.values.into_iter().map(convert).collect() }
    }
}

/// A feature of a run.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) values: Values,
}

#[derive(Debug)]
pub(crate) enum Values {
    Numbers(Numbers),
    Categories(Categories),
    Points { names: [String; 2], points: Sparse<(f64, f64)> },
}

/// Numbers with what is known of all of them.
#[derive(Debug)]
pub(crate) struct Numbers {
    pub(crate) column: Sparse<f64>,
    /// The least of the finite numbers.
    pub(crate) least: f64,
    pub(crate) greatest: f64,
    pub(crate) is_whole: bool,
}

/// Categories by number, in the order in which they were met.
#[derive(Debug, Default)]
pub(crate) struct Categories {
    pub(crate) names: Vec<Box<str>>,
    pub(crate) counts: Vec<u64>,
    /// Cases whose value is not told apart.
    pub(crate) beyond: u64,
    pub(crate) column: Sparse<u32>,
    numbers: HashMap<Box<str>, u32>,
}

/// A value on its way from a line into a column.
#[derive(Debug, Clone)]
pub(crate) enum Cell {
    Number(f64),
    /// By its number among the names of the batch.
    Text(u32),
    Point(Box<[(String, f64); 2]>),
}

/// As much of a category as is kept.
pub(crate) fn category(text: &str) -> Cow<'_, str> {
    cut(text, CHARACTERS)
}

impl Column {
    pub(crate) fn new(name: String, first: &Cell) -> Column {
        let values = match first {
            Cell::Number(_) => Values::Numbers(Numbers {
                column: Sparse::default(),
                least: f64::INFINITY,
                greatest: f64::NEG_INFINITY,
                is_whole: true,
            }),
            Cell::Text(_) => Values::Categories(Categories::default()),
            Cell::Point(point) => {
                Values::Points { names: [point[0].0.clone(), point[1].0.clone()], points: Sparse::default() }
            }
        };
        Column { name, values }
    }

    pub(crate) fn push(&mut self, case: u32, cell: Cell, names: &[Box<str>]) {
        match (&mut self.values, cell) {
            (Values::Numbers(numbers), Cell::Number(number)) => numbers.push(case, number),
            (Values::Categories(categories), Cell::Text(text)) => categories.push(case, &names[text as usize]),
            (Values::Categories(categories), cell) => categories.push(case, &cell.text(names)),
            (Values::Points { points, .. }, Cell::Point(point)) => points.push(case, (point[0].1, point[1].1)),
            (_, cell) => {
                self.become_categories();
                self.push(case, cell, names);
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        match &self.values {
            Values::Numbers(numbers) => numbers.column.values.len(),
            Values::Categories(categories) => categories.column.values.len(),
            Values::Points { points, .. } => points.values.len(),
        }
    }

    /// The value of a case, as a person reads it.
    pub(crate) fn text(&self, case: u32) -> Option<Cow<'_, str>> {
        match &self.values {
            Values::Numbers(numbers) => numbers.column.get(case).map(|number| Cow::Owned(number.to_string())),
            Values::Categories(categories) => {
                categories.column.get(case).map(|number| Cow::Borrowed(categories.name(number)))
            }
            Values::Points { names, points } => points.get(case).map(|point| Cow::Owned(point_text(names, point))),
        }
    }

    fn become_categories(&mut self) {
        let mut categories = Categories::default();
        match std::mem::replace(&mut self.values, Values::Categories(Categories::default())) {
            Values::Numbers(numbers) => {
                categories.column = numbers.column.with(|number| categories.number(&number.to_string()));
            }
            Values::Points { names, points } => {
                categories.column = points.with(|point| categories.number(&point_text(&names, point)));
            }
            Values::Categories(same) => categories = same,
        }
        self.values = Values::Categories(categories);
    }
}

impl Cell {
    fn text<'a>(&self, names: &'a [Box<str>]) -> Cow<'a, str> {
        match self {
            Cell::Number(number) => Cow::Owned(number.to_string()),
            Cell::Text(text) => Cow::Borrowed(&names[*text as usize]),
            Cell::Point(point) => {
                Cow::Owned(point_text(&[point[0].0.clone(), point[1].0.clone()], (point[0].1, point[1].1)))
            }
        }
    }
}

fn point_text(names: &[String; 2], (x, y): (f64, f64)) -> String {
    format!("{} {x}, {} {y}", names[0], names[1])
}

impl Numbers {
    fn push(&mut self, case: u32, number: f64) {
        self.column.push(case, number);
        if number.is_finite() {
            self.least = self.least.min(number);
            self.greatest = self.greatest.max(number);
            self.is_whole &= number.fract() == 0.0;
        }
    }

    /// Whether there is one finite value and no other.
    pub(crate) fn is_constant(&self) -> bool {
        self.least == self.greatest
    }
}

impl Categories {
    fn push(&mut self, case: u32, text: &str) {
        let number = self.number(text);
        if self.column.last() == Some(case) {
            match self.column.values.last().copied() {
                Some(BEYOND) => self.beyond -= 1,
                Some(before) => self.counts[before as usize] -= 1,
                None => {}
            }
        }
        self.column.push(case, number);
    }

    /// The number of a category, which is counted.
    fn number(&mut self, text: &str) -> u32 {
        let number = match self.numbers.get(text) {
            Some(&number) => number,
            None if self.names.len() >= CATEGORIES => {
                self.beyond += 1;
                return BEYOND;
            }
            None => {
                let number = self.names.len() as u32;
                self.names.push(text.into());
                self.counts.push(0);
                self.numbers.insert(text.into(), number);
                number
            }
        };
        self.counts[number as usize] += 1;
        number
    }

    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    pub(crate) fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("(one of many)", |name| name)
    }

    /// The most frequent first, those met earlier before others.
    pub(crate) fn by_frequency(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.names.len() as u32).collect();
        numbers.sort_by_key(|&number| std::cmp::Reverse(self.counts[number as usize]));
        numbers
    }
}
