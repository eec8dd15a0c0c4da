//! Finds the cases that match a filter.

use crate::filter::{Filter, Term};
use crate::index::{Index, Place, Run, Values};
use crate::line::contains_ignoring_case;

/// Bytes that are read at once, and those between two lines that are read to save a call.
const BLOCK: u64 = 4 << 20;
const GAP: u64 = 1 << 16;

/// Whether each case matches.
pub(super) fn matching(index: &Index, run: &Run, filter: &Filter) -> Vec<bool> {
    let mut matching = vec![true; run.cases() as usize];
    let (texts, others): (Vec<&Term>, Vec<&Term>) = filter.terms.iter().partition(|term| matches!(term, Term::Text(_)));
    for term in others {
        keep(run, term, &mut matching);
    }
    // Files are read for texts, so they come last, for the few cases that are left.
    for term in texts {
        if let Term::Text(text) = term {
            keep_text(index, run, &text.to_lowercase(), &mut matching);
        }
    }
    matching
}

fn keep(run: &Run, term: &Term, matching: &mut [bool]) {
    match term {
        Term::Status(name) => keep_if(matching, |case| run.status[case as usize].name() == name),
        Term::Unique(unique) => keep_if(matching, |case| run.same.is_first(case) == *unique),
        Term::How(how) => {
            let number = run.how.find(how);
            keep_if(matching, |case| Some(run.how.column[case as usize]) == number);
        }
        Term::Same(hash) => {
            let first = run.same.find(*hash);
            keep_if(matching, |case| Some(run.same.first(case)) == first);
        }
        Term::Is(name, value) => keep_value(run, name, value, matching),
        Term::Rare(name, most) => keep_rare(run, name, *most, matching),
        Term::In(name, from, to, inclusive) => {
            let is_in = |number: f64| number >= *from && (number < *to || *inclusive && number == *to);
            keep_numbers(run, name, is_in, matching);
        }
        Term::Text(_) => {}
    }
}

fn keep_if(matching: &mut [bool], holds: impl Fn(u32) -> bool) {
    for (case, keep) in (0..).zip(matching) {
        *keep = *keep && holds(case);
    }
}

/// Keeps those that are named, in order.
fn keep_these(matching: &mut [bool], cases: impl Iterator<Item = u32>) {
    let mut next = 0;
    for case in cases {
        matching[next..case as usize].fill(false);
        next = case as usize + 1;
    }
    matching[next..].fill(false);
}

fn keep_value(run: &Run, name: &str, value: &str, matching: &mut [bool]) {
    match run.column(name).map(|column| &column.values) {
        Some(Values::Categories(categories)) => {
            let number = categories.find(value);
            let same = categories.column.iter().filter(|(_, category)| Some(*category) == number);
            keep_these(matching, same.map(|(case, _)| case));
        }
        Some(Values::Numbers(numbers)) => {
            let number: Option<f64> = value.parse().ok();
            let is_same =
                |other: f64| number.is_some_and(|number| number == other || number.is_nan() && other.is_nan());
            keep_these(matching, numbers.column.iter().filter(|(_, other)| is_same(*other)).map(|(case, _)| case));
        }
        Some(Values::Points { .. }) => {
            let column = run.column(name);
            keep_if(matching, |case| column.and_then(|column| column.text(case)).is_some_and(|text| text == value));
        }
        None => matching.fill(false),
    }
}

fn keep_rare(run: &Run, name: &str, most: u64, matching: &mut [bool]) {
    let Some(Values::Categories(categories)) = run.column(name).map(|column| &column.values) else {
        return matching.fill(false);
    };
    let mut is_frequent = vec![false; categories.names.len()];
    for number in categories.by_frequency().into_iter().take(usize::try_from(most).unwrap_or(usize::MAX)) {
        is_frequent[number as usize] = true;
    }
    let is_rare = |number: u32| !is_frequent.get(number as usize).copied().unwrap_or(false);
    keep_these(matching, categories.column.iter().filter(|(_, number)| is_rare(*number)).map(|(case, _)| case));
}

fn keep_numbers(run: &Run, name: &str, is_in: impl Fn(f64) -> bool, matching: &mut [bool]) {
    match name {
        "#case" => keep_if(matching, |case| is_in(f64::from(case))),
        "#size" => keep_if(matching, |case| is_in(f64::from(run.size[case as usize]))),
        "#seconds" => keep_if(matching, |case| is_in(f64::from(run.seconds[case as usize]))),
        name => {
            if let Some(Values::Numbers(numbers)) = run.column(name).map(|column| &column.values) {
                return keep_these(matching, numbers.column.iter().filter(|(_, n)| is_in(*n)).map(|(case, _)| case));
            }
            let part = name.strip_prefix("time:").and_then(|part| run.times.iter().find(|time| time.name == part));
            match part {
                Some(time) => {
                    let seconds = time.column.iter().filter(|(_, seconds)| is_in(f64::from(*seconds)));
                    keep_these(matching, seconds.map(|(case, _)| case));
                }
                None => matching.fill(false),
            }
        }
    }
}

/// Keeps those whose representation contains a text, which is in lower case. Each representation is read once.
fn keep_text(index: &Index, run: &Run, lower: &str, matching: &mut [bool]) {
    let mut asked: Vec<bool> = vec![false; matching.len()];
    for case in (0..run.cases()).filter(|&case| matching[case as usize]) {
        asked[run.same.first(case) as usize] = true;
    }
    let firsts: Vec<u32> = (0..run.cases()).filter(|&case| asked[case as usize]).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let share = firsts.len().div_ceil(threads).max(1);
    let found: Vec<u32> = std::thread::scope(|scope| {
        let searches: Vec<_> =
            firsts.chunks(share).map(|part| scope.spawn(move || search(index, run, lower, part))).collect();
        searches.into_iter().flat_map(|search| search.join().unwrap_or_default()).collect()
    });
    let mut contains = asked;
    contains.fill(false);
    for case in found {
        contains[case as usize] = true;
    }
    keep_if(matching, |case| contains[run.same.first(case) as usize]);
}

/// Returns the given cases that contain a text, in order. Lines that are close together are read at once.
fn search(index: &Index, run: &Run, lower: &str, cases: &[u32]) -> Vec<u32> {
    let mut lines = index.lines();
    let mut found = Vec::new();
    let mut left = cases;
    while let Some(&first) = left.first() {
        let (file, begin) = begin(run.place(first));
        let mut block = Vec::new();
        let mut end = begin;
        for &case in left {
            let place = run.place(case);
            let (its_file, its_begin) = self::begin(place);
            let its_end = place.1.at + u64::from(place.1.length);
            let is_near = its_file == file && its_begin >= end && its_begin - end < GAP && its_end - begin < BLOCK;
            if !block.is_empty() && !is_near {
                break;
            }
            block.push((case, (its_begin - begin) as usize));
            end = its_end;
        }
        left = &left[block.len()..];
        if let Some(bytes) = lines.bytes(file, begin, (end - begin) as usize) {
            let contains = |at: usize| contains_ignoring_case(&bytes[at..], lower);
            found.extend(block.into_iter().filter(|(_, at)| contains(*at)).map(|(case, _)| case));
        }
    }
    found
}

/// Where a representation begins.
fn begin((file, place): (u32, Place)) -> (u32, u64) {
    (file, place.at + u64::from(place.representation))
}
