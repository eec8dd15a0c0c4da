//! Failures that were kept: run first, told from those that are out of date, and written.

use std::path::MAIN_SEPARATOR;

use super::Session;
use crate::core::choices::Choices;
use crate::run::check::{FailureReport, Finding, Forms, Origin, PropertyTrial, Trial, call, listed, parts};
use crate::run::check::{refused, replayed};
use crate::run::kept::{Kept, Loaded};
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
            let call = match forms.call {
                // In its own process it could be run to no end.
                Some(sources) if !finding.met.body_draws && finding.died.is_none() => {
                    Some(call(name, self.identity.lent, &sources))
                }
                _ if has_choices => Some(format!("{name}::replay({choices:?});")),
                _ => None,
            };
            let number = if number == 0 { String::new() } else { format!("_{}", number + 1) };
            told.paste = call.map(|call| format!("#[test]\nfn {name}_fails{number}() {{\n    {call}\n}}"));
        }
        // An example stands in the source already.
        let is_example = matches!(finding.met.origin, Origin::Example(_));
        let keeps = self.settings.keep && self.identity.should_panic.is_none() && has_choices && !is_example;
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
        let property = self.identity.shown.to_owned();
        let kept = Kept { property, values, panic, choices, any: forms.any, serde: forms.serde, died };
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

/// The choices of a failure under the generator as it is now, or why it has none.
fn choices_of(tested: &mut PropertyTrial<'_>, kept: &Kept) -> Result<Choices, String> {
    let choices: Choices = kept.choices.parse().map_err(|error| format!("its choices cannot be read: {error}"))?;
    let is_same = |tested: &mut PropertyTrial<'_>| parts(tested, false) == kept.values;
    let refused = refused(tested, &choices);
    if refused.is_none() && is_same(tested) {
        return Ok(choices);
    }
    // The generator has changed: the value itself tells what it makes of it now.
    let why = match refused {
        Some(why) => format!("the generator makes nothing of its choices any more, {why}"),
        None => {
            format!("its choices make something else now, {}", listed(&parts(tested, false)))
        }
    };
    match tested.recall(kept.any.as_deref(), kept.serde.as_deref()) {
        None => Err(why),
        Some(Err(error)) => Err(format!("{why}, and its value cannot be made from its type: {error}")),
        Some(Ok(())) => match tested.reflect() {
            Some(Ok(choices)) => Ok(choices),
            Some(Err(error)) => Err(format!("the generator does not make its value any more: {error}")),
            None => Err(why),
        },
    }
}

/// A text as a word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
