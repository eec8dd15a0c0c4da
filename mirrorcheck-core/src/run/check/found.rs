//! The cases that counted, for a strategy that saves what it found.

use crate::core::choices::Choices;
use crate::core::rng::Rng;

/// How many cases are kept.
const MAX_CASES: usize = 1_000;

/// Cases that counted, as many as are kept: each of all that there were is as likely to be among them.
#[derive(Debug, Default)]
pub(crate) struct Found {
    cases: Vec<Choices>,
    count: u64,
}

impl Found {
    pub(crate) fn cases(&self) -> &[Choices] {
        &self.cases
    }

    pub(crate) fn add(&mut self, choices: &Choices) {
        self.count += 1;
        if self.cases.len() < MAX_CASES {
            self.cases.push(choices.clone());
            return;
        }
        let place = Rng::new(0, self.count).below(self.count) as usize;
        if place < MAX_CASES {
            self.cases[place] = choices.clone();
        }
    }
}
