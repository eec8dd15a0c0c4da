//! On what, when and with which versions something was measured.

use std::fmt;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Machine {
    pub(super) date: String,
    processor: String,
    cores: usize,
    rustc: String,
}

impl Machine {
    /// This one, now.
    pub(super) fn here() -> Machine {
        let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
        let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let version = Command::new(compiler).arg("--version").output();
        Machine {
            date: date(days),
            processor: model.map_or("unknown processor", |(_, name)| name).to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            rustc: version.map_or_else(
                |_| "unknown compiler".to_owned(),
                |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
            ),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}, {} cores, {})", self.date, self.processor, self.cores, self.rustc)
    }
}

/// The day that is so many days after the first of January 1970.
fn date(mut days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

/// The frameworks, by their names in the lock file.
const FRAMEWORKS: [&str; 9] =
    ["mirrorcheck", "proptest", "quickcheck", "bolero", "arbitrary", "arbtest", "hegeltest", "checkito", "crabcheck"];

/// The versions that are compared, as they are locked.
pub(super) fn versions() -> String {
    let lock = include_str!("../../../Cargo.lock");
    let version = |name: &str| {
        let (_, after) = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
        after.split_once('"').map(|(version, _)| format!("{name} {version}"))
    };
    let all: Vec<String> = FRAMEWORKS.iter().filter_map(|name| version(name)).collect();
    format!("Versions: {}.\n", all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(59), "1970-03-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(20_772), "2026-11-15");
    }

    #[test]
    fn all_versions_are_known() {
        assert_eq!(versions().matches(' ').count(), 2 * FRAMEWORKS.len(), "{}", versions());
        assert!(versions().contains("proptest 1.12.0"), "{}", versions());
    }
}
