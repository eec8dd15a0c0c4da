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
        if self.failures.is_empty() {
            let nothing = format!("no case could be tested: all {} were discarded", self.discarded);
            return (self.passed == 0 && self.discarded > 0).then_some(nothing);
        }
        Some(self.failures.iter().map(|failure| self.failure(failure)).collect::<Vec<_>>().join("\n\n"))
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
        let (steps, runs) = (failure.steps.len(), failure.executions);
        match failure.ended {
            Ended::Minimal => {
                line(format_args!("  shrunk in {steps} steps and {runs} runs; no single step makes it simpler"))
            }
            _ => line(format_args!("  shrunk in {steps} steps and {runs} runs, when the budget was spent")),
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
