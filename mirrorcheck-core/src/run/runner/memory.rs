//! Failures that were kept: run first, told from those that are out of date, and written.

use std::path::MAIN_SEPARATOR;

use super::Session;
use crate::core::choices::Choices;
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode};
use crate::core::drawn::GivenDraw;
use crate::core::rng::Rng;
use crate::run::check::{
    Case, FailureReport, Finding, Forms, Layout, Origin, PropertyTrial, Trial, call, listed, parts,
};
use crate::run::check::{DrawForm, joined, paste, refused, replayed, taken_apart};
use crate::run::kept::{Kept, KeptDraw, Loaded};
use crate::run::shrink::Ended;

/// Choices that are longer are not for a command line.
const MAX_ON_A_LINE: usize = 2_000;

/// A failure that was kept and is to be run again.
pub(super) struct Recalled {
    pub(super) file: String,
    pub(super) choices: Choices,
    /// Whether it ended the process.
    pub(super) dies: bool,
}

impl Session<'_> {
    /// What was kept. What cannot be used is named, and stays.
    pub(super) fn recalled(&mut self, tested: &mut PropertyTrial<'_>) -> Vec<Recalled> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let mut recalled = Vec::new();
        for Loaded { path, kept } in folder.load() {
            let file = self.shown(&path);
            let kept = match kept {
                Ok(kept) => kept,
                Err(error) => {
                    self.remarks.push(self.nearby(&error.to_string()));
                    continue;
                }
            };
            match choices_of(tested, &kept) {
                Ok(choices) => recalled.push(Recalled { file, choices, dies: kept.died.is_some() }),
                Err(why) => self
                    .remarks
                    .push(format!("the failure in {file} is out of date: {why}; it stays there until it is deleted")),
            }
        }
        recalled
    }

    /// Keeps a failure, and says where, and how to run it again.
    pub(super) fn complete(
        &mut self,
        tested: &mut PropertyTrial<'_>,
        number: usize,
        told: &mut FailureReport,
        finding: &Finding,
    ) {
        let forms = match replayed(tested, &finding.choices) {
            Ok(()) if finding.met.choices.is_some() => tested.forms(),
            _ => match &finding.met.origin {
                Origin::Example(number) if tested.example(*number).is_ok() => tested.forms(),
                _ => Forms::default(),
            },
        };
        let choices = finding.choices.to_string();
        let has_choices = finding.ended != Ended::NotInRange;
        if let Some(test) = self.identity.test {
            let is_short = choices.len() <= MAX_ON_A_LINE && has_choices && self.identity.has_replay;
            let choices = if is_short { format!("MIRRORCHECK_REPLAY={} ", quoted(&choices)) } else { String::new() };
            // Without the choices, it is run first because it is kept.
            if is_short || (self.folder.is_some() && self.settings.keep) || !has_choices {
                told.again = format!("{choices}cargo test {test} -- --exact");
            }
        }
        if self.identity.has_replay {
            let name = self.identity.name.and_then(|name| name.rsplit("::").next()).unwrap_or("property");
            let path = self.identity.name.and_then(|name| name.rsplit_once("::")).map_or("", |(path, _)| path);
            let code = match forms.call {
                // In its own process it could be run to no end.
                Some(sources) if finding.died.is_none() => {
                    paste(&call(name, self.identity.lent, &sources), &told.drawn, path)
                }
                _ => None,
            };
            let by_choices = || has_choices.then(|| format!("    {name}::replay({choices:?});"));
            let number = if number == 0 { String::new() } else { format!("_{}", number + 1) };
            let code = code.or_else(by_choices);
            told.paste = code.map(|code| format!("#[test]\nfn {name}_fails{number}() {{\n{code}\n}}"));
        }
        // An example stands in the source already.
        let is_example = matches!(finding.met.origin, Origin::Example(_));
        let keeps = self.settings.keep && !self.identity.should_panic && has_choices && !is_example;
        let (Some(folder), true) = (&self.folder, keeps) else { return };
        let died = finding.died.clone();
        let panic = match &finding.panic.place {
            Some(_) if died.is_some() => String::new(),
            Some(place) => format!("{} ({place})", finding.panic.message),
            None => finding.panic.message.clone(),
        };
        let mut values = Vec::new();
        for part in &told.value {
            values.push((part.name.clone(), part.short.clone()));
        }
        let mut draws = Vec::new();
        for draw in &told.drawn {
            let (any, choices) = match draw.form.clone() {
                DrawForm::Any(any) => (Some(any), None),
                DrawForm::Choices(choices) => (None, Some(choices)),
                DrawForm::Together => continue,
            };
            let (name, value) = (draw.part.name.clone(), draw.part.short.clone());
            draws.push(KeptDraw { name, value, any, choices });
        }
        let property = self.identity.shown.to_owned();
        let kept = Kept { property, values, panic, choices, any: forms.any, serde: forms.serde, died, draws };
        let written = match &finding.met.origin {
            Origin::Kept(file) => {
                let old = self.identity.manifest.map(|manifest| manifest.join(file)).unwrap_or_default();
                folder.replace(&old, &kept)
            }
            _ => folder.keep(&kept),
        };
        match written {
            Ok(path) => {
                let file = self.shown(&path);
                told.remarks.push(format!("kept, and run first from now on; to forget it: rm {file}"));
            }
            Err(error) => told.remarks.push(self.nearby(&error.to_string())),
        }
    }

    /// A message with paths as they are from the crate.
    fn nearby(&self, message: &str) -> String {
        let manifest = self.identity.manifest.map(|manifest| format!("{}{MAIN_SEPARATOR}", manifest.display()));
        manifest.map_or_else(|| message.to_owned(), |manifest| message.replace(&manifest, ""))
    }

    /// A path as it is from the crate.
    fn shown(&self, path: &std::path::Path) -> String {
        let short = self.identity.manifest.and_then(|manifest| path.strip_prefix(manifest).ok()).unwrap_or(path);
        short.to_string_lossy().replace('\\', "/")
    }
}

/// The choices of a failure under the generators as they are now, or why it has none.
fn choices_of(tested: &mut PropertyTrial<'_>, kept: &Kept) -> Result<Choices, String> {
    let choices: Choices = kept.choices.parse().map_err(|error| format!("its choices cannot be read: {error}"))?;
    let refused = refused(tested, &choices);
    let changed = match refused {
        Some(why) => Some(format!("the generator makes nothing of its choices any more, {why}")),
        None if parts(tested, false) != kept.values => {
            Some(format!("its choices make something else now, {}", listed(&parts(tested, false))))
        }
        None => None,
    };
    // What ended its process must not run in this one.
    let draws: &[KeptDraw] = if kept.died.is_some() { &[] } else { &kept.draws };
    let arguments = match changed {
        None if draws_again(tested, &choices, draws) => return Ok(choices),
        None => {
            let arguments = taken_apart(tested, &choices).0;
            if replayed(tested, &arguments).is_err() {
                return Err("its choices are rejected".to_owned());
            }
            arguments
        }
        // The generator has changed: the value itself tells what it makes of it now.
        Some(why) => match tested.recall(kept.any.as_deref(), kept.serde.as_deref()) {
            None => return Err(why),
            Some(Err(error)) => return Err(format!("{why}, and its value cannot be made from its type: {error}")),
            Some(Ok(())) => match tested.reflect() {
                Some(Ok(choices)) => choices,
                Some(Err(error)) => return Err(format!("the generator does not make its value any more: {error}")),
                None => return Err(why),
            },
        },
    };
    if draws.is_empty() { Ok(arguments) } else { with_draws(tested, &arguments, draws) }
}

/// Whether the property draws the same values as before. If it was mended, it may draw more, or come to its end sooner.
fn draws_again(tested: &mut PropertyTrial<'_>, choices: &Choices, draws: &[KeptDraw]) -> bool {
    if draws.is_empty() {
        return true;
    }
    let Ok((layout, came)) = Layout::of_case(tested, choices) else { return false };
    for (draw, kept) in layout.draws.iter().zip(draws) {
        if draw.part.short != kept.value {
            return false;
        }
    }
    layout.draws.len() >= draws.len() || came != Case::Discarded
}

/// Runs the property on the value that was made, with the values that it drew when it failed, whatever it draws them from
/// now: gives the choices of both, or why there are none.
fn with_draws(tested: &mut PropertyTrial<'_>, arguments: &Choices, draws: &[KeptDraw]) -> Result<Choices, String> {
    let mut values = Vec::new();
    for draw in draws {
        let parsed = |text: &Option<String>| text.as_ref().and_then(|text| text.parse().ok());
        values.push(GivenDraw { any: parsed(&draw.any), choices: parsed(&draw.choices), text: draw.value.clone() });
    }
    let mut cx = Cx::cold(Rng::new(0, 0), DEFAULT_SIZE, SearchMode::First);
    cx.give_draws(values, false);
    tested.test(&mut cx);
    let Some(log) = cx.take_draws() else { return Err("nothing is drawn any more".to_owned()) };
    if let Some(why) = log.given.as_ref().and_then(|given| given.error.as_ref()) {
        return Err(format!("the property does not draw the same values any more: {why}"));
    }
    let mut made = Vec::new();
    for drawn in &log.draws {
        made.extend(drawn.given.iter().flat_map(Choices::made));
    }
    Ok(joined(arguments, &made))
}

/// A text as a word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
