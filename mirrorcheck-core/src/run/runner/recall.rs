//! Saved failures that run again: each only as the value that its text shows. Any other is stale, which is a doubt.

use openpbtstats::Doubt;

use super::Session;
use crate::core::choices::Choices;
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode};
use crate::core::drawn::{Given, GivenDraw};
use crate::core::rng::Rng;
use crate::core::written::bytes_of_cut;
use crate::run::check::{
    Case, DrawForm, Layout, PropertyTrial, Running, Trial, joined, parts, refused, replayed, taken_apart,
};
use crate::run::child::{self, ChildEnd, Job, Limits};
use crate::run::debug_text::{is_same, shortened};
use crate::run::kept::{Kept, KeptDraw, Loaded};

/// How much a doubt shows of what a failure was, of what it is now, and of what has changed.
const VALUE_WIDTH: usize = 100;
const WHY_WIDTH: usize = 200;

/// How often a generator that only runs forward is run to find choices for a saved value, and how many random values it is
/// learnt from.
const RUNS: u64 = 3_000;
const LEARN: u64 = 100;

/// What is shown of a value whose `Debug` must not be called.
const DIED: &str = "(its `Debug` ended the process";
const HUNG: &str = "(its `Debug` did not end within";

fn is_hidden(text: &str) -> bool {
    text.starts_with(DIED) || text.starts_with(HUNG)
}

/// A saved failure, to be run again.
pub(super) struct Recalled {
    /// From the folder of the package.
    pub(super) file: String,
    pub(super) choices: Choices,
    /// Whether it ended the process.
    pub(super) dies: bool,
}

/// Why a saved failure is not run.
struct Stale {
    why: String,
    was: String,
    now: Option<String>,
}

/// A saved failure that makes the same value as it did.
struct Same {
    choices: Choices,
    /// What the property passes without drawing.
    undrawn: Option<String>,
}

impl Session<'_> {
    /// Loads the saved failures. Those that cannot be run are doubts, and stay on disk.
    pub(super) fn recalled(&mut self, tested: &mut PropertyTrial<'_>, running: &dyn Running) -> Vec<Recalled> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let (mut recalled, mut hidden) = (Vec::new(), None);
        for Loaded { path, kept } in folder.load() {
            let file = self.in_package(&path);
            let shown = self.shown(&file);
            let mut kept = match kept {
                Ok(kept) => kept,
                Err(error) => {
                    let line = error.line.map(|line| format!(":{line}")).unwrap_or_default();
                    let why = self.nearby(&error.what);
                    self.unrun.push(Doubt::Unreadable { file: shown + &line, why, advice: self.nearby(&error.advice) });
                    continue;
                }
            };
            let choices: Choices = match kept.choices.parse() {
                Ok(choices) => choices,
                Err(error) => {
                    let advice = "delete it, or restore it from version control".to_owned();
                    self.unrun.push(Doubt::Unreadable { file: shown, why: error.to_string(), advice });
                    continue;
                }
            };
            if kept.values.iter().any(|(_, text)| is_hidden(text)) {
                kept.values.clear();
            }
            let is_bare = kept.values.is_empty() && kept.draws.is_empty();
            let hides = if is_bare { self.deadly_debug(&choices) } else { None };
            tested.hide_values(hides.clone());
            hidden = hidden.or(hides);
            let dies = kept.died.is_some();
            tested.leak_values(dies);
            match (Recall { tested: &mut *tested, kept: &kept, running }).choices(&choices) {
                Ok(Same { choices, undrawn }) => {
                    if let Some(undrawn) = undrawn {
                        self.remarks.push(format!(
                            "the saved failure {shown} passes without drawing {undrawn}; if that draw is gone, delete the file"
                        ));
                    }
                    recalled.push(Recalled { file, choices, dies });
                }
                Err(Stale { why, was, now }) => {
                    let why = shortened(&one_line(&why), WHY_WIDTH);
                    self.unrun.push(Doubt::Stale { file: shown, why, was, now });
                }
            }
        }
        tested.leak_values(false);
        // Whichever of them is reported.
        tested.hide_values(hidden);
        running.nothing();
        recalled
    }

    /// What to show in the place of a value whose text was not saved, if its `Debug` is why. To find that out here could be
    /// the end of this process, too.
    pub(super) fn deadly_debug(&self, choices: &Choices) -> Option<String> {
        let limits = Limits { time: Some(self.settings.hang_limit), ..Limits::default() };
        match child::run(self.identity, &Job::Show(choices.to_string()), &limits).ok()?.end {
            ChildEnd::Said(_) => None,
            ChildEnd::Died(how) => Some(format!("{DIED}: {how})")),
            ChildEnd::Hung(after) => Some(format!("{HUNG} {after:?})")),
        }
    }
}

/// The search for the choices of a saved failure under the generators as they are now.
struct Recall<'r, 't> {
    tested: &'r mut PropertyTrial<'t>,
    kept: &'r Kept,
    running: &'r dyn Running,
}

/// How a value differs from the saved one.
struct Difference {
    why: String,
    /// The value, if there is one.
    now: Option<String>,
    /// Its choices under `any`, if only these differ from the saved ones.
    any: Option<String>,
}

impl Recall<'_, '_> {
    /// The choices of the failure, or why it has none that make it.
    fn choices(mut self, saved: &Choices) -> Result<Same, Stale> {
        let (arguments, is_changed) = match self.difference_of(saved) {
            None => (saved.clone(), false),
            Some(difference) => (self.by_value(difference)?, true),
        };
        // What ended its process must not run in this one.
        if self.kept.draws.is_empty() || self.kept.died.is_some() {
            return Ok(Same { choices: arguments, undrawn: None });
        }
        if !is_changed {
            if let Ok(undrawn) = self.draws_again(saved, false) {
                return Ok(Same { choices: arguments, undrawn });
            }
        }
        let arguments = if is_changed { arguments } else { taken_apart(self.tested, saved).0 };
        let choices = self.with_draws(&arguments)?;
        match self.draws_again(&choices, true) {
            Ok(undrawn) => Ok(Same { choices, undrawn }),
            Err(now) => {
                let (was, now) = apart(&self.saved_draws(), &now);
                Err(Stale { why: "the property draws other values now".to_owned(), was, now: Some(now) })
            }
        }
    }

    /// What the generator makes of choices that is not the saved value.
    fn difference_of(&mut self, choices: &Choices) -> Option<Difference> {
        if let Some(why) = refused(self.tested, choices) {
            let why = format!("the generator no longer makes a value of its choices ({why})");
            return Some(Difference { why, now: None, any: None });
        }
        if let Some(now) = self.other_text() {
            return Some(Difference { why: "its choices make another value".to_owned(), now: Some(now), any: None });
        }
        let saved = self.kept.any.as_ref().and_then(|any| any.parse::<Choices>().ok());
        let (Some(saved), Some(any)) = (saved, self.tested.any_choices()) else { return None };
        // Its `Debug` may not show everything.
        let why = "its choices make another value with the same text".to_owned();
        (!is_same_choices(&any, &saved)).then(|| Difference {
            why,
            now: Some(shown(&self.parts())),
            any: Some(any.to_string()),
        })
    }

    /// The choices of the value by the forms that outlive a change of its generator.
    fn by_value(&mut self, difference: Difference) -> Result<Choices, Stale> {
        let (mut why, mut unread) = (None, None);
        for (any, serde) in [(None, self.kept.serde.as_deref()), (self.kept.any.as_deref(), None)] {
            match self.tested.recall(any, serde) {
                None => continue,
                Some(Err(error)) => {
                    // Its choices under `any` end as those of the generator do.
                    unread = unread.or(serde.map(|_| error));
                    continue;
                }
                Some(Ok(())) => {}
            }
            if self.other_text().is_some() {
                continue;
            }
            let any = self.tested.any_choices();
            match self.tested.reflect() {
                Some(Ok(choices)) => {
                    let is_made = replayed(self.tested, &choices).is_ok();
                    if is_made && self.other_text().is_none() && self.tested.any_choices() == any {
                        return Ok(choices);
                    }
                }
                Some(Err(error)) => why = Some(format!("the generator no longer makes its value: {error}")),
                None => {}
            }
        }
        let mut runs = 0;
        if why.is_none() {
            let (found, made) = self.sought();
            if let Some(choices) = found {
                return Ok(choices);
            }
            runs = made;
        }
        let mut why = why.unwrap_or_else(|| match unread {
            Some(error) => format!("{}, and its value cannot be read: {error}", difference.why),
            None => difference.why,
        });
        if runs > 0 {
            why.push_str(&format!("; no choices for its value were found in {runs} runs, though there may be some"));
        }
        let mut was = match &self.kept.values[..] {
            // It was saved before its text was known.
            [] => format!("the choices {}", self.kept.choices),
            values => shown(values),
        };
        let mut now = difference.now;
        if let (Some(any), Some(now)) = (&difference.any, &mut now) {
            was.push_str(&format!(" (`any` makes it of {})", self.kept.any.as_deref().unwrap_or_default()));
            now.push_str(&format!(" (`any` makes it of {any})"));
        }
        let (was, now) = match now {
            Some(now) => {
                let (was, now) = apart(&was, &now);
                (was, Some(now))
            }
            None => (shortened(&one_line(&was), VALUE_WIDTH), None),
        };
        Err(Stale { why, was, now })
    }

    /// Looks for choices of the saved value by experiment, where the generator only runs forward: gives them, if there are
    /// any, and how often it ran.
    fn sought(&mut self) -> (Option<Choices>, u64) {
        let saved = &self.kept.values;
        let is_whole = !saved.is_empty() && saved.iter().all(|(_, text)| bytes_of_cut(text).is_none());
        // What ended its process is not made again and again in this one.
        let Some(seek) = self.tested.seeks().filter(|_| is_whole && self.kept.died.is_none()) else { return (None, 0) };
        let goal = together(saved);
        let tested = &mut *self.tested;
        let mut make = |cx: &mut Cx<'_>| {
            tested.make(cx).ok()?;
            let now = parts(tested, false);
            (!now.is_empty()).then(|| together(&now))
        };
        let (choices, runs) = seek(&mut make, &goal, &|text| is_same(text, &goal), (RUNS, LEARN));
        let any = self.kept.any.as_ref().and_then(|any| any.parse::<Choices>().ok());
        let choices = choices.filter(|choices| {
            let is_made = replayed(self.tested, choices).is_ok() && self.other_text().is_none();
            // Its `Debug` may not show everything.
            let now = any.as_ref().and_then(|_| self.tested.any_choices());
            is_made && any.as_ref().zip(now.as_ref()).is_none_or(|(saved, now)| is_same_choices(saved, now))
        });
        (choices, runs)
    }

    fn parts(&self) -> Vec<(String, String)> {
        parts(self.tested, false)
    }

    /// The value that was made, if its text is not the saved one. A file that was written before its text was known has none.
    fn other_text(&self) -> Option<String> {
        let now = self.parts();
        let saved = &self.kept.values;
        let is_same = saved.is_empty() || saved.len() == now.len() && agree(saved, &now);
        (!is_same).then(|| shown(&now))
    }

    fn saved_draws(&self) -> String {
        shown(&named(&self.kept.draws))
    }

    /// Whether the property draws the saved values, and which of them it passes without. Otherwise, what it draws.
    ///
    /// If it was mended, it may draw more, or come to its end sooner. `may_discard` says whether it may discard the case
    /// before it has drawn all of them.
    fn draws_again(&mut self, choices: &Choices, may_discard: bool) -> Result<Option<String>, String> {
        self.running.choices(&|| choices.to_string());
        let Ok((layout, came)) = Layout::of_case(self.tested, choices) else { return Err("nothing".to_owned()) };
        let mut now = Vec::new();
        let mut is_same = true;
        for draw in layout.draws.iter().filter(|draw| draw.form != DrawForm::Together) {
            if let (Some(KeptDraw { any: Some(saved), .. }), DrawForm::Any(any)) =
                (self.kept.draws.get(now.len()), &draw.form)
            {
                if let (Ok(saved), Ok(any)) = (saved.parse(), any.parse()) {
                    is_same &= is_same_choices(&saved, &any);
                }
            }
            now.push((draw.part.name.clone(), draw.part.short.clone()));
        }
        let saved = &self.kept.draws;
        let is_cut_short = now.len() < saved.len() && came == Case::Discarded && !may_discard;
        if !is_same || is_cut_short || !agree(&named(saved), &now) {
            return Err(if now.is_empty() { "nothing".to_owned() } else { shown(&now) });
        }
        let is_undrawn = now.len() < saved.len() && came == Case::Passed;
        Ok(is_undrawn.then(|| shortened(&one_line(&shown(&named(&saved[now.len()..]))), VALUE_WIDTH)))
    }

    /// Runs the property on the value of these choices, with the values that it drew when it failed, whatever it draws them
    /// from now: gives the choices of both, or why there are none.
    fn with_draws(&mut self, arguments: &Choices) -> Result<Choices, Stale> {
        let draws = &self.kept.draws;
        let was = shortened(&one_line(&self.saved_draws()), VALUE_WIDTH);
        let stale = |why: String| Err(Stale { why, was: was.clone(), now: None });
        if replayed(self.tested, arguments).is_err() {
            return stale("its choices are rejected".to_owned());
        }
        let mut values = Vec::new();
        for draw in draws {
            let parsed = |text: &Option<String>| text.as_ref().and_then(|text| text.parse().ok());
            values.push(GivenDraw { any: parsed(&draw.any), choices: parsed(&draw.choices), text: draw.value.clone() });
        }
        let mut cx = Cx::cold(Rng::new(0, 0), DEFAULT_SIZE, SearchMode::First);
        cx.give_draws(Given::new(values, false, is_same));
        self.running.choices(&|| arguments.to_string());
        self.tested.test(&mut cx);
        let Some(log) = cx.take_draws() else { return stale("nothing is drawn any more".to_owned()) };
        let given = log.given.as_ref();
        if let Some(why) = given.and_then(|given| given.error.as_ref()) {
            return stale(format!("the property does not draw the same values any more: {why}"));
        }
        // The last draw began, and made nothing.
        if let Some(draw) = given.and_then(|given| draws[..given.drawn].get(log.draws.len())) {
            let (number, KeptDraw { name, value, .. }) = (log.draws.len() + 1, draw);
            return stale(format!(
                "the property does not draw the same values any more: draw {number}, `{name}`, cannot be {value}: its \
                 choices are rejected"
            ));
        }
        let mut made = Vec::new();
        for drawn in &log.draws {
            made.extend(drawn.given.iter().flat_map(Choices::made));
        }
        Ok(joined(arguments, &made))
    }
}

fn named(draws: &[KeptDraw]) -> Vec<(String, String)> {
    let mut named = Vec::new();
    for draw in draws {
        named.push((draw.name.clone(), draw.value.clone()));
    }
    named
}

/// Whether named values are the same, as far as there are both. Names may change, but not change places.
fn agree(saved: &[(String, String)], now: &[(String, String)]) -> bool {
    for ((old, was), (new, is)) in saved.iter().zip(now) {
        let is_renamed = || now.iter().all(|(name, _)| name != old) && saved.iter().all(|(name, _)| name != new);
        if !is_same(was, is) || old != new && !is_renamed() {
            return false;
        }
    }
    true
}

/// Whether two choices are the same, whatever size they were made at.
fn is_same_choices(one: &Choices, other: &Choices) -> bool {
    one.sequence().eq(other.sequence())
}

/// Named values on one line.
fn shown(parts: &[(String, String)]) -> String {
    let mut shown = Vec::new();
    for (name, value) in parts {
        shown.push(format!("{name} = {value}"));
    }
    shown.join(", ")
}

/// Values as one, without their names.
fn together(parts: &[(String, String)]) -> String {
    let mut texts = Vec::new();
    for (_, text) in parts {
        texts.push(text.as_str());
    }
    format!("({})", texts.join(", "))
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// Two texts, each short enough to show. What long ones have in common at their start is left out.
fn apart(was: &str, now: &str) -> (String, String) {
    let (was, now) = (one_line(was), one_line(now));
    let common = was.chars().zip(now.chars()).take_while(|(one, other)| one == other).count();
    let is_long = was.chars().count().max(now.chars().count()) > VALUE_WIDTH;
    let skipped = if is_long { common.saturating_sub(VALUE_WIDTH / 4) } else { 0 };
    let short = |text: String| {
        if skipped == 0 {
            return shortened(&text, VALUE_WIDTH);
        }
        let rest: String = text.chars().skip(skipped).collect();
        format!("…{}", shortened(&rest, VALUE_WIDTH - 1))
    };
    (short(was), short(now))
}
