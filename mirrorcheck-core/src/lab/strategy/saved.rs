//! What a strategy has found, saved in a file, so that later runs need not search again.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::mutating::{fitting, mutator, read_pool};
use crate::core::choices::Choices;
use crate::run::check::{Found, Test};
use crate::run::debug_text::visible;
use crate::run::files::{create_folders, replace};
use crate::run::strategy::Strategy;

const HEADER: &str = "# Cases that a strategy has found, by their choices. Delete the file to search again.";

/// Saves what a strategy finds.
pub trait Save: Strategy + Sized {
    /// Saves what it finds in a file, and from then on runs only that: what took a long time to find costs nothing the
    /// next time, with plain `cargo test`. At most 1,000 cases are saved. Delete the file to search again; choices of
    /// an older generator are made to fit. The path is relative to where tests run, the folder of the package.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::{Gradient, Save, Strategy};
    ///
    /// let path = std::env::temp_dir().join(format!("sorted-{}", std::process::id()));
    /// for sought in [true, false] {
    ///     let strategy = Gradient::default().limit(200).saved(&path);
    ///     let report = Checker::new(vec(0..=9, 5)).strategy(strategy).run(|list| assume(list.is_sorted()));
    ///     assert_eq!((report.passed, report.sought > 0), (200, sought));
    /// }
    /// # std::fs::remove_file(path).unwrap();
    /// ```
    fn saved(self, path: impl AsRef<Path>) -> Saved<Self> {
        Saved::new(self, path.as_ref().to_owned())
    }
}

impl<S: Strategy> Save for S {}

/// The strategy that [`Save::saved`] returns.
///
/// ```
/// use mirrorcheck::strategy::{Gradient, Save, Strategy};
///
/// assert!(!Gradient::default().saved("no/such/file").is_limited());
/// ```
#[derive(Debug, Clone)]
pub struct Saved<S> {
    strategy: S,
    path: PathBuf,
}

impl<S> Saved<S> {
    fn new(strategy: S, path: PathBuf) -> Saved<S> {
        Saved { strategy, path }
    }
}

impl<S: Strategy> Strategy for Saved<S> {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        if self.path.exists() {
            return match read_pool(&self.path) {
                Ok(cases) => run_cases(test, &cases),
                // There is nobody else to tell: the run would go on without what it is for.
                Err(error) => panic!("{}; or delete the file to search again", visible(&error.to_string())),
            };
        }
        let outer = test.found.replace(Found::default());
        let flow = self.strategy.run(test);
        if let Some(found) = std::mem::replace(&mut test.found, outer) {
            self.write(found.cases());
        }
        flow
    }

    fn is_limited(&self) -> bool {
        self.path.exists() || self.strategy.is_limited()
    }
}

impl<S> Saved<S> {
    /// A file that cannot be written costs time, the next time; it is no reason to fail.
    fn write(&self, cases: &[Choices]) {
        if cases.is_empty() {
            return;
        }
        let lines: String = cases.iter().map(|choices| format!("{choices}\n")).collect();
        let folder = self.path.parent().map_or(Ok(()), create_folders);
        let written = folder.and_then(|()| replace(&self.path, &format!("{HEADER}\n{lines}")));
        if let Err(error) = written {
            eprintln!("mirrorcheck: {} cannot be written: {error}", visible(&self.path.display().to_string()));
        }
    }
}

/// Runs the property on what was kept. Choices of an older generator are made to fit.
#[inline]
fn run_cases(test: &mut Test<'_>, cases: &[Choices]) -> ControlFlow<()> {
    let mutator = mutator(test);
    for choices in cases {
        if let Some(choices) = fitting(test, choices, &mutator) {
            test.replay(&choices)?;
        }
    }
    ControlFlow::Continue(())
}
