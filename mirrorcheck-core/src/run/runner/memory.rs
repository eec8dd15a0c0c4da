//! Saved failures: loaded, told from those that are out of date, and written.

use std::path::{MAIN_SEPARATOR, Path};

use super::Session;
use crate::core::choices::Choices;
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode};
use crate::core::drawn::GivenDraw;
use crate::core::rng::Rng;
use crate::run::check::{
    Case, FailureReport, Finding, Forms, Layout, MAX_OTHERS, MAX_WIDTH, Origin, PropertyTrial, Trial,
};
use crate::run::check::{DrawForm, call, joined, listed, parts, paste, refused, replayed, taken_apart};
use crate::run::debug_text::shortened;
use crate::run::kept::{Kept, KeptDraw, Loaded};
use crate::run::shrink::Ended;
use crate::run::viewpoint::TestName;

/// A longer test is not for pasting.
const PASTE_LINES: usize = 20;

/// A saved failure, to be run again.
pub(super) struct Recalled {
    /// From the folder of the package.
    pub(super) file: String,
    pub(super) choices: Choices,
    /// Whether it ended the process.
    pub(super) dies: bool,
}

impl Session<'_> {
    /// Loads the saved failures. Those that cannot be used are reported, and stay.
    pub(super) fn recalled(&mut self, tested: &mut PropertyTrial<'_>) -> Vec<Recalled> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let mut recalled = Vec::new();
        for Loaded { path, kept } in folder.load() {
            let kept = match kept {
                Ok(kept) => kept,
                Err(error) => {
                    self.remarks.push(self.nearby(&error.to_string()));
                    continue;
                }
            };
            let file = self.in_package(&path);
            tested.leak_values(kept.died.is_some());
            match choices_of(tested, &kept) {
                Ok(choices) => recalled.push(Recalled { file, choices, dies: kept.died.is_some() }),
                Err(why) => {
                    let (file, why) = (self.shown(&file), shortened(&why.replace('\n', " "), MAX_WIDTH));
                    self.remarks
                        .push(format!("the saved failure {file} is out of date: {why}; delete the file to discard it"));
                }
            }
        }
        tested.leak_values(false);
        recalled
    }

    /// Saves a failure, and says where, how to replay it, and how to write a test of it.
    ///
    /// The first failure and those that are listed after it are saved: each may be a bug of its own. The others are saved
    /// when they are shown.
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
        if self.identity.has_replay {
            told.paste = self.test_to_paste(number, told, finding, forms.call.as_deref(), &choices);
        }
        self.save(number, told, finding, forms, &choices);
        if let Some(again) = self.again(told, finding, &choices) {
            told.again = again;
        }
    }

    /// The command that runs a failure again: by its choices if they fit on a line, because it is saved, or by its seed.
    fn again(&self, told: &FailureReport, finding: &Finding, choices: &str) -> Option<String> {
        let view = self.style.view.as_ref()?;
        let file = self.identity.place.as_ref().map_or("", |place| place.file);
        let package = self.identity.package;
        let of_doctest = view.doctest_command(package, file);
        // The examples of a file run together: choices are only those of one property.
        let has_choices = finding.ended != Ended::NotInRange && self.identity.has_replay && of_doctest.is_none();
        let command = match (of_doctest, self.identity.test) {
            (Some(command), _) => command,
            (None, Some(test)) => view.command(&TestName { package, file, test }),
            (None, None) => return None,
        };
        let by_choices = format!("MIRRORCHECK_REPLAY={} {command}", quoted(choices));
        let by_seed = match finding.met.origin {
            Origin::Random { seed, .. } => Some(format!("MIRRORCHECK_SEED={seed} {command}")),
            _ => None,
        };
        let is_short = by_choices.chars().count() + "  replay: ".len() <= MAX_WIDTH || self.style.is_full;
        match by_seed {
            _ if has_choices && is_short => Some(by_choices),
            _ if told.file.is_some() || finding.ended == Ended::NotInRange => Some(command),
            Some(by_seed) => Some(by_seed),
            None => has_choices.then_some(by_choices),
        }
    }

    /// A test that runs the property on the values, or on the choices that make them, unless it is too long to read.
    fn test_to_paste(
        &self,
        number: usize,
        told: &FailureReport,
        finding: &Finding,
        sources: Option<&[String]>,
        choices: &str,
    ) -> Option<String> {
        let path = self.identity.name.unwrap_or("property");
        let (module, name) = path.rsplit_once("::").unwrap_or(("", path));
        let fits = |code: &String| {
            self.style.is_full
                || code.lines().count() <= PASTE_LINES && code.lines().all(|line| line.chars().count() + 8 <= MAX_WIDTH)
        };
        // In its own process it could be run to no end.
        let by_value = sources.filter(|_| finding.died.is_none());
        let by_value =
            by_value.and_then(|sources| paste(&call(name, self.identity.lent, sources), &told.drawn, module));
        let by_choices = || {
            let call = format!("    {name}::replay({choices:?});");
            (finding.ended != Ended::NotInRange && fits(&call)).then_some(call)
        };
        let code = by_value.filter(fits).or_else(by_choices)?;
        let number = if number == 0 { String::new() } else { format!("_{}", number + 1) };
        Some(format!("#[test]\nfn {name}_fails{number}() {{\n{code}\n}}"))
    }

    fn save(&self, number: usize, told: &mut FailureReport, finding: &Finding, forms: Forms, choices: &str) {
        // An example stands in the source already.
        let is_example = matches!(finding.met.origin, Origin::Example(_));
        let is_shown = number <= MAX_OTHERS || self.style.is_full || matches!(finding.met.origin, Origin::Kept(_));
        let keeps = self.settings.keep && self.identity.should_panic.is_none() && finding.ended != Ended::NotInRange;
        let (Some(folder), true) = (&self.folder, keeps && is_shown && !is_example) else { return };
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
        let (property, choices) = (self.identity.shown.to_owned(), choices.to_owned());
        let kept = Kept { property, values, panic, choices, any: forms.any, serde: forms.serde, died, draws };
        let written = match &finding.met.origin {
            Origin::Kept(file) => {
                let old = self.identity.manifest.map(|manifest| manifest.join(file)).unwrap_or_default();
                folder.replace(&old, &kept)
            }
            _ => folder.keep(&kept),
        };
        match written {
            Ok(path) => told.file = Some(self.shown(&self.in_package(&path))),
            Err(error) => told.remarks.push(self.nearby(&error.to_string())),
        }
    }

    /// A message with paths as they are from where the user is.
    fn nearby(&self, message: &str) -> String {
        let (Some(manifest), Some(view)) = (self.identity.manifest, &self.style.view) else {
            return message.to_owned();
        };
        let package = match view.path(manifest) {
            here if here.is_empty() => here,
            package => format!("{package}/"),
        };
        message.replace(&format!("{}{MAIN_SEPARATOR}", manifest.display()), &package)
    }

    /// The path of a file from the folder of the package.
    fn in_package(&self, path: &Path) -> String {
        let short = self.identity.manifest.and_then(|manifest| path.strip_prefix(manifest).ok()).unwrap_or(path);
        short.to_string_lossy().replace('\\', "/")
    }

    /// A file of the package as the user sees it.
    pub(super) fn shown(&self, file: &str) -> String {
        self.style.view.as_ref().map_or_else(|| file.to_owned(), |view| view.path_in_package(file))
    }
}

/// The choices of a failure under the generators as they are now, or why it has none.
fn choices_of(tested: &mut PropertyTrial<'_>, kept: &Kept) -> Result<Choices, String> {
    let choices: Choices = kept.choices.parse().map_err(|error| format!("its choices cannot be read: {error}"))?;
    let refused = refused(tested, &choices);
    let changed = match refused {
        Some(why) => Some(format!("the generator no longer makes a value of its choices ({why})")),
        None if parts(tested, false) != kept.values => {
            let now = shortened(&listed(&parts(tested, false)), 80);
            Some(format!("its choices now make another value ({now})"))
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
            Some(Err(error)) => return Err(format!("{why}, and its value cannot be read: {error}")),
            Some(Ok(())) => match tested.reflect() {
                Some(Ok(choices)) => choices,
                Some(Err(error)) => return Err(format!("the generator no longer makes its value: {error}")),
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
