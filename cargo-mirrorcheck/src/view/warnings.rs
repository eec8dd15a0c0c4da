//! Reasons to look closer, each with what to do about it: the doubts of the outcome, and hints that only a look at all
//! cases can give. A hint never changes a verdict.

use super::{Counts, Doubt, Outcome, Warning, charts};
use crate::filter::{Filter, Term};
use crate::index::{CATEGORIES, Categories, Column, FEATURES, Lines, Run, Values};
use crate::line::Status;
use crate::words;

/// Fewer cases tell nothing.
const ENOUGH: u64 = 100;
/// Hints of a kind that each feature may have, before they become noise.
const OF_A_KIND: usize = 5;
/// Characters of a case that are shown.
const CHARACTERS: usize = 80;

pub(super) fn warnings(run: &Run, counts: &Counts, outcome: &Outcome, lines: &mut Lines<'_>) -> Vec<Warning> {
    let mut found: Vec<Warning> = outcome.doubts.iter().map(|doubt| shown(run, doubt)).collect();
    found.extend(same(run, counts, lines));
    found.extend(run.columns.iter().filter_map(rarely_true).take(OF_A_KIND));
    found.extend(run.columns.iter().filter_map(one_value).take(OF_A_KIND));
    found.extend(known_only(run));
    found.extend(slow(run));
    found.extend(left_out(run));
    found.sort_by_key(|warning| !warning.is_doubt);
    found
}

/// A doubt with the cases that it is about.
fn shown(run: &Run, doubt: &Doubt) -> Warning {
    let filter = match doubt {
        Doubt::ManyDiscards { .. } => Some(Filter::of(Term::Status(Status::Discarded.name().to_owned()))),
        Doubt::FewDistinct { .. } => Some(Filter::of(Term::Unique(false))),
        Doubt::Never { label } => Some(Filter::of(Term::Is(label.clone(), "true".to_owned()))),
        _ => None,
    };
    let why = if matches!(doubt, Doubt::ManyDiscards { .. }) { main_reason(run) } else { None };
    let text = match doubt {
        Doubt::Warning { text, .. } => text.clone(),
        _ => why.unwrap_or_default() + &words::sentence(doubt.advice()),
    };
    Warning { is_doubt: doubt.is_serious(), title: doubt.claim(), text, filter }
}

/// Why most cases were discarded.
fn main_reason(run: &Run) -> Option<String> {
    let reasons = run.reason.counts.iter().map(|counts| counts[Status::Discarded as usize]).zip(&run.reason.names);
    let (count, reason) = reasons.max_by_key(|(count, _)| *count).filter(|(_, reason)| !reason.is_empty())?;
    Some(format!("Most often ({} times): {reason}. ", words::count(count)))
}

fn hint(title: String, text: String, filter: Option<Filter>) -> Warning {
    Warning { is_doubt: false, title, text, filter }
}

/// A saved failure runs first, and nothing else runs while it fails.
fn known_only(run: &Run) -> Option<Warning> {
    let is_known = |how: &str| how == "replayed" || how == "explicit example";
    let all = run.how.names.iter().zip(&run.how.counts).filter(|(_, counts)| counts.iter().sum::<u64>() > 0);
    let mut names = all.map(|(how, _)| how).peekable();
    (names.peek().is_some() && names.all(|how| is_known(how))).then(|| {
        hint(
            "only examples and saved failures ran".to_owned(),
            "While one of them fails, no other cases run, so there is no distribution to look at.".to_owned(),
            None,
        )
    })
}

fn same(run: &Run, counts: &Counts, lines: &mut Lines<'_>) -> Option<Warning> {
    let all = counts.passed + counts.failed + counts.discarded;
    let (case, count) = run.same.most()?;
    // Where nothing is written, nothing is known to be the same.
    if all < ENOUGH || 2 * count <= all || run.size[case as usize] == 0 {
        return None;
    }
    let shown = lines.representation(run.place(case), CHARACTERS).split_whitespace().collect::<Vec<_>>().join(" ");
    Some(hint(
        format!("{} of the cases are the same", words::percent(count, all)),
        format!("It is {shown}. Give that alternative of the generator less weight, or the others more size."),
        Some(Filter::of(Term::Same(run.same.hash(case)))),
    ))
}

/// In how many cases a feature is true, if it is always true or false.
pub(super) fn held(values: &Values) -> Option<u64> {
    let Values::Categories(categories) = values else { return None };
    let count = |name: &str| categories.find(name).map_or(0, |number| categories.counts[number as usize]);
    let (yes, no) = (count("true"), count("false"));
    (yes + no == categories.counts.iter().sum::<u64>()).then_some(yes)
}

/// A class that hardly ever holds. If it never does, that is a doubt.
fn rarely_true(column: &Column) -> Option<Warning> {
    let (all, yes) = (column.len() as u64, held(&column.values)?);
    if all < ENOUGH || yes == 0 || 100 * yes >= all {
        return None;
    }
    let name = &column.name;
    let title = match yes {
        1 => format!("“{name}” happens once in {} cases", words::count(all)),
        yes => format!("“{name}” happens {yes} times in {} cases", words::count(all)),
    };
    let text = "Cases of this kind are hardly tested. Make them more likely in the generator, or add examples.";
    Some(hint(title, text.to_owned(), Some(Filter::of(Term::Is(name.clone(), "true".to_owned())))))
}

/// A feature that is the same in all, or nearly all, cases.
fn one_value(column: &Column) -> Option<Warning> {
    let all = column.len() as u64;
    if all < ENOUGH {
        return None;
    }
    let name = &column.name;
    match &column.values {
        Values::Numbers(numbers) if numbers.is_constant() && numbers.column.values().iter().all(|n| n.is_finite()) => {
            let filter = Filter::of(Term::In(name.clone(), numbers.least, numbers.least, true));
            let title = format!("“{name}” is {} in all cases", charts::shown(numbers.least));
            Some(hint(title, "Check whether the generator can make cases with other values.".to_owned(), Some(filter)))
        }
        Values::Categories(categories) => dominant(name, categories, all),
        _ => None,
    }
}

fn dominant(name: &str, categories: &Categories, all: u64) -> Option<Warning> {
    let most = *categories.by_frequency().first()?;
    let (value, count) = (categories.name(most), categories.counts[most as usize]);
    // Yes and no have a rule of their own, and an event without a value has no other.
    if ["true", "false", ""].contains(&value) || 100 * count < 95 * all {
        return None;
    }
    let title = format!("“{name}” is {value} in {} of the cases", words::percent(count, all));
    let text = "The others are hardly tested. Make them more likely in the generator.";
    Some(hint(title, text.to_owned(), Some(Filter::of(Term::Is(name.to_owned(), value.to_owned())))))
}

/// A few cases that take most of the time of a run that takes some.
fn slow(run: &Run) -> Option<Warning> {
    let cases = u64::from(run.cases());
    let few = (cases / 100).max(1) as usize;
    if cases < ENOUGH || run.total_seconds < 1.0 {
        return None;
    }
    let mut sum = 0.0;
    let mut at = 0;
    for (seconds, _) in run.slowest.iter().take(few) {
        sum += f64::from(*seconds);
        at += 1;
        if 2.0 * sum > run.total_seconds {
            break;
        }
    }
    if 2.0 * sum <= run.total_seconds {
        return None;
    }
    let least = f64::from(run.slowest[at - 1].0);
    let who = if at == 1 { "one case takes".to_owned() } else { format!("{at} cases take") };
    let title = format!("{who} more than half of the time");
    let text = "Without them, twice as many cases would fit in the same time. Limit their sizes.";
    let filter = Filter::of(Term::In("#seconds".to_owned(), least, f64::INFINITY, false));
    Some(hint(title, text.to_owned(), Some(filter)))
}

fn left_out(run: &Run) -> Vec<Warning> {
    let mut doubts = Vec::new();
    if run.has_more_features {
        let title = format!("there are more than {FEATURES} features");
        let text = "The others are left out. A name should say what is observed, and the value what was seen.";
        doubts.push(hint(title, text.to_owned(), None));
    }
    for column in &run.columns {
        let Values::Categories(categories) = &column.values else { continue };
        if categories.beyond > 0 {
            let title = format!("“{}” has more than {} values", column.name, words::count(CATEGORIES as u64));
            let text = "The others are shown as one. Observe something that many cases have in common.";
            doubts.push(hint(title, text.to_owned(), None));
        }
    }
    doubts
}
