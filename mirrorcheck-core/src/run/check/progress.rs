//! How far shrinking has come, on a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::run::shrink::Progress;

/// What is over within this time needs no word.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line that is written again and again. Errors of the terminal are not those of the property.
pub(super) struct Line {
    next: Option<Instant>,
    is_there: bool,
}

impl Line {
    pub(super) fn new(is_wanted: bool) -> Line {
        let next = (is_wanted && std::io::stderr().is_terminal()).then(|| Instant::now() + PATIENCE);
        Line { next, is_there: false }
    }

    pub(super) fn tell(&mut self, progress: Progress) {
        let Some(next) = self.next.filter(|next| Instant::now() >= *next) else { return };
        self.next = Some(next + PATIENCE);
        self.is_there = true;
        let _ = write!(std::io::stderr(), "\r{}\x1b[K", text(progress));
    }

    pub(super) fn finish(&mut self) {
        if self.is_there {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn text(progress: Progress) -> String {
    let Progress { executions, steps, choices } = progress;
    format!("shrinking: {executions} runs, {steps} simpler, {choices} choices left")
}

#[cfg(test)]
mod tests {
    use super::{Progress, text};

    #[test]
    fn says_how_far_it_is() {
        let progress = Progress { executions: 120, steps: 7, choices: 33 };
        assert_eq!(text(progress), "shrinking: 120 runs, 7 simpler, 33 choices left");
    }
}
