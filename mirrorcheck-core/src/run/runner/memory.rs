//! Failures that are saved, and how to run them again.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use super::Session;
use crate::run::check::{
    DrawForm, FailureReport, Finding, Forms, MAX_OTHERS, MAX_WIDTH, Origin, PropertyTrial, Trial, call, paste, replayed,
};
use crate::run::kept::{Kept, KeptDraw, KeptError};
use crate::run::shrink::Ended;
use crate::run::viewpoint::TestName;

/// A longer test is not for pasting.
const PASTE_LINES: usize = 20;

impl Session<'_> {
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
        match self.save(number, told, finding, forms, &choices) {
            None if self.keeps() && self.identity.name.is_some() && self.identity.manifest.is_none() => {
                // A property without a macro does not know where its package is.
                told.remarks
                    .push("not saved: `CARGO_MANIFEST_DIR` is not set, as it is when `cargo` runs the test".to_owned());
            }
            None => {}
            Some(Ok(path)) => {
                told.file = Some(self.shown(&self.in_package(&path)));
                self.keeper.settle(&finding.panic, Some(&path));
                self.keeper.settle(&finding.met.panic, Some(&path));
            }
            Some(Err(error)) => {
                told.remarks.push(self.nearby(&error.to_string()));
                self.keeper.settle(&finding.panic, None);
            }
        }
        if let Some(again) = self.again(told, finding, &choices) {
            told.again = again;
        }
    }

    /// The command that runs a failure again: by its choices if they fit on a line, because it is saved or in the source, or
    /// by its seed.
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
        let is_example = matches!(finding.met.origin, Origin::Example(_));
        let by_seed = match finding.met.origin {
            Origin::Random { seed, .. } => Some(format!("MIRRORCHECK_SEED={seed} {command}")),
            _ => None,
        };
        let is_short = by_choices.chars().count() + "  replay: ".len() <= MAX_WIDTH || self.style.is_full;
        match by_seed {
            _ if has_choices && is_short => Some(by_choices),
            _ if told.file.is_some() || is_example || finding.ended == Ended::NotInRange => Some(command),
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

    /// Writes the final form of a failure, if it is one to save.
    fn save(
        &self,
        number: usize,
        told: &FailureReport,
        finding: &Finding,
        forms: Forms,
        choices: &str,
    ) -> Option<Result<PathBuf, KeptError>> {
        // An example stands in the source already.
        let is_example = matches!(finding.met.origin, Origin::Example(_));
        let is_shown = number <= MAX_OTHERS || self.style.is_full || matches!(finding.met.origin, Origin::Kept(_));
        let keeps = self.keeps() && finding.ended != Ended::NotInRange;
        let folder = self.folder.as_ref().filter(|_| keeps && is_shown && !is_example)?;
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
        Some(match &finding.met.origin {
            Origin::Kept(file) => {
                let old = self.identity.manifest.map(|manifest| manifest.join(file)).unwrap_or_default();
                folder.replace(&old, &kept)
            }
            _ => folder.keep(&kept),
        })
    }

    /// Whether failures are saved at all. Where a property should panic, they are what is wanted.
    pub(super) fn keeps(&self) -> bool {
        self.settings.keep && self.identity.should_panic.is_none()
    }

    /// A message with paths as they are from where the user is.
    pub(super) fn nearby(&self, message: &str) -> String {
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
    pub(super) fn in_package(&self, path: &Path) -> String {
        let short = self.identity.manifest.and_then(|manifest| path.strip_prefix(manifest).ok()).unwrap_or(path);
        short.to_string_lossy().replace('\\', "/")
    }

    /// A file of the package as the user sees it.
    pub(super) fn shown(&self, file: &str) -> String {
        self.style.view.as_ref().map_or_else(|| file.to_owned(), |view| view.path_in_package(file))
    }
}

/// A text as a word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
