//! Reasons to look closer, each with what to do about it. They come from the data alone, so that they are there for
//! every framework, and only where there are cases enough to tell.

use super::{Counts, Warning, charts};
use crate::filter::{Filter, Term};
use crate::index::{CATEGORIES, Categories, Column, FEATURES, Lines, Run, Told, Values};
use crate::line::Status;
use crate::words;

/// Fewer cases tell nothing.
const ENOUGH: u64 = 100;
/// Warnings of a kind that each feature may have, before they become noise.
const OF_A_KIND: usize = 5;
/// Characters of a case that are shown.
const CHARACTERS: usize = 80;

/// An alert of our own that has more advice than the data.
const DISCARDS: &str = "many discards";
/// Alerts of our own after which a property is still tested.
const NO_DOUBTS: [&str; 2] = ["slow", "huge values"];

/// A warning, and how a verdict says it.
pub(super) struct Doubt {
    pub(super) warning: Warning,
    /// After `passes, but`.
    pub(super) clause: String,
    /// Whether the property should not count as tested.
    pub(super) is_serious: bool,
}

pub(super) fn doubts(run: &Run, counts: &Counts, lines: &mut Lines<'_>) -> Vec<Doubt> {
    let mut found = Vec::new();
    found.extend(discards(run, counts));
    found.extend(same(run, counts, lines));
    found.extend(few_distinct(run, counts));
    found.extend(run.columns.iter().filter_map(rarely_true).take(OF_A_KIND));
    found.extend(run.columns.iter().filter_map(one_value).take(OF_A_KIND));
    found.extend(known_only(run));
    found.extend(slow(run));
    found.extend(left_out(run));
    let is_new = |alert: &&Told| !is_said(run, alert, &found);
    let alerts = run.messages.iter().filter(|told| told.is_alert).filter(is_new).map(|told| Doubt {
        clause: format!("there is a warning: {}", told.title),
        warning: Warning { title: told.title.clone(), text: told.content.clone(), filter: None },
        is_serious: !NO_DOUBTS.contains(&told.title.as_str()),
    });
    let mut doubts: Vec<Doubt> = alerts.collect();
    doubts.extend(found);
    doubts.sort_by_key(|doubt| !doubt.is_serious);
    doubts
}

/// Whether what an alert of our own says is found in the data too, where it also leads to its cases.
fn is_said(run: &Run, alert: &Told, found: &[Doubt]) -> bool {
    let is_about = |doubt: &Doubt, term: fn(&Term) -> bool| {
        doubt.warning.filter.as_ref().is_some_and(|filter| filter.terms.iter().any(term))
    };
    found.iter().any(|doubt| match alert.title.as_str() {
        DISCARDS => is_about(doubt, |term| matches!(term, Term::Status(_))),
        "few different values" => is_about(doubt, |term| matches!(term, Term::Unique(_))),
        "never happened" => run.columns.iter().any(|column| {
            let name = &column.name;
            alert.content.starts_with(&format!("{name:?} ")) && doubt.warning.title == never(name)
        }),
        _ => false,
    })
}

fn serious(clause: String, title: String, text: String, filter: Option<Filter>) -> Doubt {
    Doubt { warning: Warning { title, text, filter }, clause, is_serious: true }
}

fn hint(title: String, text: String, filter: Option<Filter>) -> Doubt {
    Doubt { clause: title.clone(), warning: Warning { title, text, filter }, is_serious: false }
}

fn discards(run: &Run, counts: &Counts) -> Option<Doubt> {
    let valid = counts.passed + counts.failed;
    if counts.discarded <= valid || counts.discarded < 10 {
        return None;
    }
    let share = words::percent(counts.discarded, valid + counts.discarded);
    let reasons = run.reason.counts.iter().map(|counts| counts[Status::Discarded as usize]).zip(&run.reason.names);
    let why = match reasons.max_by_key(|(count, _)| *count).filter(|(_, reason)| !reason.is_empty()) {
        Some((count, reason)) => format!("Most often ({} times): {reason}. ", words::count(count)),
        None => String::new(),
    };
    let said = run.messages.iter().find(|told| told.is_alert && told.title == DISCARDS);
    let advice = said.and_then(|told| told.content.split_once("; ")).map_or(
        "Let the generator make only cases that are valid, instead of discarding the others afterwards.".to_owned(),
        |(_, advice)| format!("What to do: {advice}."),
    );
    Some(serious(
        format!("{share} of its cases were discarded"),
        format!("{share} of the cases were discarded"),
        why + &advice,
        Some(Filter::of(Term::Status(Status::Discarded.name().to_owned()))),
    ))
}

/// A failure that was kept comes first, and as long as it fails nothing else is run.
fn known_only(run: &Run) -> Option<Doubt> {
    let is_known = |how: &str| how == "replayed" || how == "explicit example";
    let all = run.how.names.iter().zip(&run.how.counts).filter(|(_, counts)| counts.iter().sum::<u64>() > 0);
    let mut names = all.map(|(how, _)| how).peekable();
    (names.peek().is_some() && names.all(|how| is_known(how))).then(|| {
        hint(
            "only examples and failures that were kept were run".to_owned(),
            "As long as one of them fails, no other cases are made: there is no distribution to look at.".to_owned(),
            None,
        )
    })
}

fn same(run: &Run, counts: &Counts, lines: &mut Lines<'_>) -> Option<Doubt> {
    let all = counts.passed + counts.failed + counts.discarded;
    let (case, count) = run.same.most()?;
    // Where nothing is written, nothing is known to be the same.
    if all < ENOUGH || 2 * count <= all || run.size[case as usize] == 0 {
        return None;
    }
    let shown = lines.representation(run.place(case), CHARACTERS).split_whitespace().collect::<Vec<_>>().join(" ");
    let share = words::percent(count, all);
    Some(serious(
        format!("{share} of its cases are one and the same"),
        format!("{share} of the cases are one and the same"),
        format!("It is {shown}. Give that alternative of the generator less weight, or the others more size."),
        Some(Filter::of(Term::Same(run.same.hash(case)))),
    ))
}

fn few_distinct(run: &Run, counts: &Counts) -> Option<Doubt> {
    let all = counts.passed + counts.failed + counts.discarded - run.unmade();
    if all < ENOUGH || 10 * counts.distinct >= all {
        return None;
    }
    let title = format!("only {} of {} cases are different", words::count(counts.distinct), words::count(all));
    Some(serious(
        title.clone(),
        title,
        "Run fewer cases, try all of them in order, or let the generator make more different ones.".to_owned(),
        Some(Filter::of(Term::Unique(false))),
    ))
}

/// A label or a class that never, or nearly never, holds.
fn rarely_true(column: &Column) -> Option<Doubt> {
    let Values::Categories(categories) = &column.values else { return None };
    let all = column.len() as u64;
    let count = |name: &str| categories.find(name).map_or(0, |number| categories.counts[number as usize]);
    let (yes, no) = (count("true"), count("false"));
    if all < ENOUGH || yes + no != all || 100 * yes >= all {
        return None;
    }
    let name = &column.name;
    let title = match yes {
        0 => never(name),
        1 => format!("“{name}” happens once in {} cases", words::count(all)),
        yes => format!("“{name}” happens {yes} times in {} cases", words::count(all)),
    };
    let text = "Cases of this kind are hardly tested. Make them more likely in the generator, or add examples.";
    let filter = Filter::of(Term::Is(name.clone(), "true".to_owned()));
    Some(serious(title.clone(), title, text.to_owned(), Some(filter)))
}

fn never(name: &str) -> String {
    format!("“{name}” never happens")
}

/// A feature that is the same in all, or nearly all, cases.
fn one_value(column: &Column) -> Option<Doubt> {
    let all = column.len() as u64;
    if all < ENOUGH {
        return None;
    }
    let name = &column.name;
    match &column.values {
        Values::Numbers(numbers) if numbers.is_constant() && numbers.column.values().iter().all(|n| n.is_finite()) => {
            let filter = Filter::of(Term::In(name.clone(), numbers.least, numbers.least, true));
            let title = format!("“{name}” is {} in all cases", charts::shown(numbers.least));
            Some(hint(title, "See whether the generator can make cases with other values.".to_owned(), Some(filter)))
        }
        Values::Categories(categories) => dominant(name, categories, all),
        _ => None,
    }
}

fn dominant(name: &str, categories: &Categories, all: u64) -> Option<Doubt> {
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
fn slow(run: &Run) -> Option<Doubt> {
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
    let text = "Without them the same time is enough for twice as many cases. Limit the sizes that they come from.";
    let filter = Filter::of(Term::In("#seconds".to_owned(), least, f64::INFINITY, false));
    Some(hint(title, text.to_owned(), Some(filter)))
}

fn left_out(run: &Run) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    if run.has_more_features {
        let title = format!("there are more than {FEATURES} features");
        let text = "The others are left out. A name should say what is observed, and the value what it was.";
        doubts.push(hint(title, text.to_owned(), None));
    }
    for column in &run.columns {
        let Values::Categories(categories) = &column.values else { continue };
        if categories.beyond > 0 {
            let title = format!("“{}” has more than {} values", column.name, words::count(CATEGORIES as u64));
            let text = "The others are not told apart. Observe something that many cases have in common.";
            doubts.push(hint(title, text.to_owned(), None));
        }
    }
    doubts
}
