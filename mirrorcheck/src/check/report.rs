//! The report of a run, for people.

use std::fmt::{Debug, Write};

use super::{Failure, Report};
use crate::shrink::Ended;

impl<V: Debug> Report<V> {
    /// The report; nothing if all is well.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    ///
    /// let text = Checker::new(0..=100).examine(|n| n < 50).text().unwrap();
    /// assert!(text.contains("value: 50"));
    /// ```
    pub fn text(&self) -> Option<String> {
        let unmade = self.unmade.iter().map(|panic| {
            let (seed, message) = (self.seed, &panic.message);
            format!(
                "the property fails with seed {seed}: {message}\n  but its value could not be made a second time: does \
                 the generator depend on anything but its choices?"
            )
        });
        if self.failures.is_empty() && self.unmade.is_empty() {
            let nothing = format!("no case could be tested: all {} were discarded", self.discarded);
            return (self.passed == 0 && self.discarded > 0).then_some(nothing);
        }
        Some(self.failures.iter().map(|failure| self.failure(failure)).chain(unmade).collect::<Vec<_>>().join("\n\n"))
    }

    fn failure(&self, failure: &Failure<V>) -> String {
        let mut text = String::new();
        let mut line = |line: std::fmt::Arguments<'_>| {
            let _ = writeln!(text, "{line}");
        };
        line(format_args!("the property fails in case {} with seed {}", failure.case, self.seed));
        line(format_args!("  value: {:?}", failure.value));
        if let Some(explanation) = &failure.explanation {
            line(format_args!("  fails whatever stands in place of _: {explanation}"));
        }
        match &failure.panic.place {
            Some(place) => line(format_args!("  panic: {} ({place})", failure.panic.message)),
            None => line(format_args!("  {}", failure.panic.message)),
        }
        let (steps, runs) = (count(failure.steps.len() as u64, "step"), count(failure.executions, "run"));
        match failure.ended {
            Ended::Minimal => line(format_args!("  shrunk in {steps} and {runs}; no single step makes it simpler")),
            Ended::OutOfBudget => line(format_args!("  shrunk in {steps} and {runs}, when the budget was spent")),
            _ => line(format_args!("  not shrunk: its choices did not make it a second time")),
        }
        if failure.is_flaky {
            line(format_args!("  flaky: run once more on the same value, the property passed"));
        }
        let choices = failure.choices.to_string();
        let _ = match failure.body_draws {
            true => write!(text, "  again: Checker::new(generator).replay(&{choices:?}.parse().unwrap(), property)"),
            false => write!(text, "  again: generator.replay(&{choices:?}.parse().unwrap())"),
        };
        text
    }
}

fn count(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
