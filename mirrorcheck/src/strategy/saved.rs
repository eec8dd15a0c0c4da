//! What a strategy has found, kept in a file, so that later runs need not look for it again.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::mutating::{fitting, mutator, read_pool};
use super::{Strategy, Test};
use crate::choices::Choices;
use crate::kept::replace;
use crate::rng::Rng;

/// So many cases are kept.
const MOST: usize = 1_000;

const HEADER: &str = "# Cases that a strategy has found, by their choices. Delete the file to look for them anew.";

/// What [`Strategy::saved`] makes.
///
/// ```
/// use mirrorcheck::strategy::{Gradient, Strategy};
///
/// assert!(!Gradient::default().saved("no/such/file").is_limited());
/// ```
#[derive(Debug, Clone)]
pub struct Saved<S> {
    strategy: S,
    path: PathBuf,
}

impl<S> Saved<S> {
    pub(super) fn new(strategy: S, path: PathBuf) -> Saved<S> {
        Saved { strategy, path }
    }
}

impl<S: Strategy> Strategy for Saved<S> {
    fn run(&mut self, test: &mut Test<'_>) -> ControlFlow<()> {
        if self.path.exists() {
            return match read_pool(&self.path) {
                Ok(cases) => run_cases(test, &cases),
                // There is nobody else to tell: the run would go on without what it is for.
                Err(error) => panic!("{error}; or delete the file, to look for cases anew"),
            };
        }
        let outer = test.found.replace(Found::default());
        let flow = self.strategy.run(test);
        if let Some(found) = std::mem::replace(&mut test.found, outer) {
            self.write(&found.cases);
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
        let folder = self.path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| replace(&self.path, &format!("{HEADER}\n{lines}")));
        if let Err(error) = written {
            eprintln!("mirrorcheck: {} cannot be written: {error}", self.path.display());
        }
    }
}

/// Runs the property on what was kept. Choices of an older generator are made to fit.
fn run_cases(test: &mut Test<'_>, cases: &[Choices]) -> ControlFlow<()> {
    let mutator = mutator(test);
    for choices in cases {
        if let Some(choices) = fitting(test, choices, &mutator) {
            test.replay(&choices)?;
        }
    }
    ControlFlow::Continue(())
}

/// Cases that counted, as many as are kept: each of all that there were is as likely to be among them.
#[derive(Debug, Default)]
pub(crate) struct Found {
    cases: Vec<Choices>,
    count: u64,
}

impl Found {
    pub(crate) fn add(&mut self, choices: &Choices) {
        self.count += 1;
        if self.cases.len() < MOST {
            self.cases.push(choices.clone());
            return;
        }
        let place = Rng::new(0, self.count).below(self.count) as usize;
        if place < MOST {
            self.cases[place] = choices.clone();
        }
    }
}
