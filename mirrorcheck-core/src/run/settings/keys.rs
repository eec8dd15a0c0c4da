//! The keys: what each one takes, in the file and as a variable.

use std::path::PathBuf;
use std::time::Duration;

use super::error::{SettingsError, Wrong, shown};
use super::{Doubts, NO_LIMIT, NO_MEMORY_LIMIT, Named, Observe, Options};

/// A key of the file. Its variable is `MIRRORCHECK_` and the same in upper case.
pub(super) struct SettingKey {
    pub(super) name: &'static str,
    slot: Slot,
}

/// What a key takes, and where it goes.
enum Slot {
    Count(fn(&mut Options) -> &mut Option<u64>),
    /// A count that need not fit the integers of TOML, and so may stand in quotes there.
    Seed,
    Jobs,
    Limit(fn(&mut Options) -> &mut Option<Duration>),
    Memory,
    Flag(fn(&mut Options) -> &mut Option<bool>),
    Strategy,
    Doubts,
    Verbose,
    Observe,
}

pub(super) const KEYS: [SettingKey; 16] = [
    SettingKey { name: "cases", slot: Slot::Count(|options| &mut options.cases) },
    SettingKey { name: "seed", slot: Slot::Seed },
    SettingKey { name: "jobs", slot: Slot::Jobs },
    SettingKey { name: "time", slot: Slot::Limit(|options| &mut options.time) },
    SettingKey { name: "shrink", slot: Slot::Count(|options| &mut options.shrink) },
    SettingKey { name: "shrink_time", slot: Slot::Limit(|options| &mut options.shrink_time) },
    SettingKey { name: "discards", slot: Slot::Count(|options| &mut options.discards) },
    SettingKey { name: "fork", slot: Slot::Flag(|options| &mut options.fork) },
    SettingKey { name: "timeout", slot: Slot::Limit(|options| &mut options.timeout) },
    SettingKey { name: "hang_limit", slot: Slot::Limit(|options| &mut options.hang_limit) },
    SettingKey { name: "memory", slot: Slot::Memory },
    SettingKey { name: "keep", slot: Slot::Flag(|options| &mut options.keep) },
    SettingKey { name: "strategy", slot: Slot::Strategy },
    SettingKey { name: "doubts", slot: Slot::Doubts },
    SettingKey { name: "verbose", slot: Slot::Verbose },
    SettingKey { name: "observe", slot: Slot::Observe },
];

/// The highest `verbose`.
const MAX_VERBOSE: u8 = 2;

/// The longest limit that may be said: a moment that far ahead exists on every system's clock.
pub(super) const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The most memory that may be said, an exbibyte: the address space of every system is smaller.
const MOST_MEMORY: u64 = 1 << 60;

/// A value as it was given.
#[derive(Clone, Copy)]
pub(super) enum RawValue<'a> {
    /// The value of a variable, which is always a text.
    Variable(&'a str),
    /// The rest is of a file.
    Text(&'a str),
    Integer(i64),
    Float(f64),
    Flag(bool),
    /// An array or a table.
    Other(&'static str),
}

impl SettingKey {
    /// The variable that says the same.
    pub(super) fn variable(&self) -> String {
        format!("MIRRORCHECK_{}", self.name.to_ascii_uppercase())
    }

    /// Reads a value into its place.
    pub(super) fn put(&self, options: &mut Options, given: RawValue<'_>) -> Result<(), Wrong> {
        match self.slot {
            Slot::Count(slot) => *slot(options) = Some(self.count(given)?),
            Slot::Seed => options.seed = Some(self.seed(given)?),
            Slot::Jobs => options.jobs = Some(self.jobs(given)?),
            Slot::Limit(slot) => *slot(options) = Some(self.limit(given)?),
            Slot::Memory => options.memory = Some(self.memory(given)?),
            Slot::Flag(slot) => *slot(options) = Some(self.flag(given)?),
            Slot::Strategy => {
                options.strategy = Some(match self.word(given, "strategy", &["random", "ordered"])? {
                    0 => Named::Random,
                    _ => Named::Ordered,
                });
            }
            Slot::Doubts => {
                options.doubts = Some(match self.word(given, "way with doubts", &["show", "hide", "fail"])? {
                    0 => Doubts::Show,
                    1 => Doubts::Hide,
                    _ => Doubts::Fail,
                });
            }
            Slot::Verbose => options.verbose = Some(self.verbose(given)?),
            Slot::Observe => options.observe = Some(self.observe(given)?),
        }
        Ok(())
    }

    fn count(&self, given: RawValue<'_>) -> Result<u64, Wrong> {
        match given {
            RawValue::Variable(text) => self.whole(text),
            RawValue::Integer(number) => u64::try_from(number).map_err(|_| self.negative(given)),
            _ => Err(self.unfit(given, "a whole number", "write all of its digits, as in `10_000`, without quotes")),
        }
    }

    fn seed(&self, given: RawValue<'_>) -> Result<u64, Wrong> {
        match given {
            RawValue::Text(text) => self.whole(text),
            _ => self.count(given),
        }
    }

    fn jobs(&self, given: RawValue<'_>) -> Result<usize, Wrong> {
        let jobs = self.count(given)?;
        let jobs = usize::try_from(jobs).map_err(|_| self.too_large(given, usize::MAX as u64))?;
        checked_jobs(jobs)
    }

    fn verbose(&self, given: RawValue<'_>) -> Result<u8, Wrong> {
        let flag = match given {
            RawValue::Flag(flag) => Some(flag),
            RawValue::Variable(text) if !text.starts_with(|c: char| c.is_ascii_digit()) => Some(self.flag(given)?),
            _ => None,
        };
        let level = match flag {
            Some(flag) => u64::from(flag),
            None => self.count(given)?,
        };
        checked_verbose(u8::try_from(level).unwrap_or(u8::MAX))
    }

    fn observe(&self, given: RawValue<'_>) -> Result<Observe, Wrong> {
        match given {
            // A folder has a path, a yes or no has not. The subcommand says which.
            RawValue::Variable(text) if text.contains(['/', '\\']) => Ok(Observe::In(PathBuf::from(text))),
            _ => Ok(if self.flag(given)? { Observe::On } else { Observe::Off }),
        }
    }

    fn flag(&self, given: RawValue<'_>) -> Result<bool, Wrong> {
        match given {
            RawValue::Flag(flag) => Ok(flag),
            RawValue::Variable(text) => match text.to_ascii_lowercase().as_str() {
                "1" | "true" | "yes" | "on" => Ok(true),
                "0" | "false" | "no" | "off" => Ok(false),
                _ => Err(self.unfit(given, "yes or no", "write `1` or `0` (or true, false, yes, no, on, off)")),
            },
            _ => Err(self.unfit(given, "yes or no", "write `true` or `false`, without quotes")),
        }
    }

    /// Returns the place of a word among those that there are.
    fn word(&self, given: RawValue<'_>, kind: &str, words: &[&str]) -> Result<usize, Wrong> {
        let (RawValue::Variable(text) | RawValue::Text(text)) = given else {
            let advice = format!("write one of {} in quotes", words.join(", "));
            return Err(self.unfit(given, "a word", &advice));
        };
        for (place, word) in words.iter().enumerate() {
            if *word == text {
                return Ok(place);
            }
        }
        Err(Wrong::unknown(kind, text, words))
    }

    fn limit(&self, given: RawValue<'_>) -> Result<Duration, Wrong> {
        match given {
            RawValue::Variable("none") | RawValue::Text("none") => Ok(NO_LIMIT),
            RawValue::Variable(text) | RawValue::Text(text) => {
                let advice = || format!("write a number and a unit: {UNITS_LISTED}, as in `1.5s`, or `none`");
                let duration = duration(text).map_err(|advice_for_unit| {
                    self.unfit(given, "a length of time", &advice_for_unit.unwrap_or_else(advice))
                })?;
                checked_limit(self.name, duration)
            }
            RawValue::Integer(number @ 0..) => {
                Err(self.unfit(given, "a length of time", &format!("say the unit, in quotes, as in `\"{number}s\"`")))
            }
            _ => Err(self.unfit(given, "a length of time", "write a number and a unit in quotes, as in `\"1.5s\"`")),
        }
    }

    fn memory(&self, given: RawValue<'_>) -> Result<u64, Wrong> {
        match given {
            RawValue::Variable("none") | RawValue::Text("none") => Ok(NO_MEMORY_LIMIT),
            RawValue::Variable(text) | RawValue::Text(text) => {
                let advice = || format!("write a number and a unit: {SIZES_LISTED}, as in `1.5GB`, or `none`");
                let bytes = bytes(text).map_err(|advice_for_unit| {
                    self.unfit(given, "an amount of memory", &advice_for_unit.unwrap_or_else(advice))
                })?;
                checked_memory(bytes)
            }
            RawValue::Integer(0..) => {
                Err(self.unfit(given, "an amount of memory", "say the unit, in quotes, as in `\"512MB\"`"))
            }
            _ => {
                Err(self.unfit(given, "an amount of memory", "write a number and a unit in quotes, as in `\"1.5GB\"`"))
            }
        }
    }

    /// A whole number in a text.
    fn whole(&self, text: &str) -> Result<u64, Wrong> {
        let given = RawValue::Variable(text);
        let is_number = text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || c == '_')
            && !text.ends_with('_');
        if is_number {
            return text.replace('_', "").parse().map_err(|_| self.too_large(given, u64::MAX));
        }
        if text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            return Err(self.negative(given));
        }
        let advice = match written_out(text) {
            Some(number) => format!("write `{number}`"),
            None => "write all of its digits, as in `10_000`".to_owned(),
        };
        Err(self.unfit(given, "a whole number", &advice))
    }

    fn unfit(&self, given: RawValue<'_>, wanted: &str, advice: &str) -> Wrong {
        let given = match given {
            RawValue::Variable(text) | RawValue::Text(text) => format!("\"{}\"", shown(text)),
            RawValue::Integer(number) => number.to_string(),
            RawValue::Float(number) => number.to_string(),
            RawValue::Flag(flag) => flag.to_string(),
            RawValue::Other(kind) => kind.to_owned(),
        };
        Wrong::new(format!("`{}` must be {wanted}, not {given}", self.name), advice)
    }

    fn negative(&self, given: RawValue<'_>) -> Wrong {
        self.unfit(given, "a whole number", "write 0 or more")
    }

    fn too_large(&self, given: RawValue<'_>, most: u64) -> Wrong {
        self.unfit(given, "a number that fits", &format!("write at most {most}"))
    }
}

/// `10k` and `1e4` without their abbreviation, for advice only.
fn written_out(text: &str) -> Option<u64> {
    let text = text.to_ascii_lowercase();
    let (digits, zeros) = match text.split_once('e') {
        Some((digits, zeros)) => (digits, zeros.parse().ok()?),
        None => (text.strip_suffix('k')?, 3),
    };
    digits.parse::<u64>().ok()?.checked_mul(10u64.checked_pow(zeros)?)
}

const UNITS: [(&str, u64); 6] = [
    ("us", 1_000),
    ("µs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("min", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

const UNITS_LISTED: &str = "us, ms, s, min or h";

/// The units of memory, in bytes.
const SIZES: [(&str, u64); 6] =
    [("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];

const SIZES_LISTED: &str = "KB, MB, GB, KiB, MiB or GiB";

/// A number with a unit after it, taken apart.
struct Measure<'a> {
    number: &'a str,
    whole: &'a str,
    fraction: &'a str,
    unit: &'a str,
}

impl Measure<'_> {
    fn of(text: &str) -> Option<Measure<'_>> {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
        if whole.is_empty() || fraction.is_empty() || fraction.contains('.') {
            return None;
        }
        Some(Measure { number, whole, fraction, unit: unit.trim_start() })
    }

    /// Returns how many of the smallest unit this is, if `unit` has so many of it. Digits beyond a billionth are
    /// ignored. `None` if it is too much.
    fn times(&self, unit: u64) -> Option<u64> {
        let whole = self.whole.parse::<u64>().ok()?.checked_mul(unit)?;
        let billionths: u64 = format!("{:0<9}", self.fraction).get(..9)?.parse().ok()?;
        let part = u128::from(billionths) * u128::from(unit) / 1_000_000_000;
        whole.checked_add(u64::try_from(part).ok()?)
    }
}

/// A number and a unit; otherwise perhaps better advice than the general one.
fn duration(text: &str) -> Result<Duration, Option<String>> {
    let measure = Measure::of(text).ok_or(None)?;
    let number = shown(measure.number);
    let nanos = match measure.unit {
        "" => return Err(Some(format!("say the unit, as in `{number}s`: {UNITS_LISTED}"))),
        "m" => return Err(Some(format!("write `{number}min` for minutes"))),
        unit => UNITS.iter().find(|(name, _)| *name == unit).ok_or(None)?.1,
    };
    Ok(measure.times(nanos).map_or(NO_LIMIT, Duration::from_nanos))
}

/// The bytes of a number and a unit; otherwise perhaps better advice than the general one.
fn bytes(text: &str) -> Result<u64, Option<String>> {
    let measure = Measure::of(text).ok_or(None)?;
    let number = shown(measure.number);
    let size = match measure.unit {
        "" | "B" => return Err(Some(format!("say the unit, as in `{number}MB`: {SIZES_LISTED}"))),
        unit => {
            let exact = SIZES.iter().find(|(name, _)| *name == unit);
            let near =
                |name: &str| name.eq_ignore_ascii_case(unit) || name.trim_end_matches('B').eq_ignore_ascii_case(unit);
            exact.ok_or_else(|| {
                let (name, _) = SIZES.iter().find(|(name, _)| near(name))?;
                Some(format!("write `{number}{name}`"))
            })?
        }
    };
    Ok(measure.times(size.1).unwrap_or(NO_MEMORY_LIMIT))
}

/// What the types of the code let through, but nobody can mean.
pub(super) fn check(code: &Options) -> Result<(), SettingsError> {
    let at = |wrong: Wrong| wrong.at("the options of this property");
    for (name, limit) in [
        ("time", code.time),
        ("shrink_time", code.shrink_time),
        ("timeout", code.timeout),
        ("hang_limit", code.hang_limit),
    ] {
        match limit {
            None | Some(NO_LIMIT) => {}
            Some(limit) => drop(checked_limit(name, limit).map_err(at)?),
        }
    }
    match code.memory {
        None | Some(NO_MEMORY_LIMIT) => {}
        Some(bytes) => drop(checked_memory(bytes).map_err(at)?),
    }
    checked_jobs(code.jobs.unwrap_or(1)).map_err(at)?;
    checked_verbose(code.verbose.unwrap_or(0)).map_err(at)?;
    Ok(())
}

fn checked_jobs(jobs: usize) -> Result<usize, Wrong> {
    match jobs {
        0 => Err(Wrong::new("`jobs` must not be 0", "write 1 for one thread")),
        _ => Ok(jobs),
    }
}

fn checked_verbose(level: u8) -> Result<u8, Wrong> {
    match level {
        0..=MAX_VERBOSE => Ok(level),
        _ => Err(Wrong::new(
            "`verbose` is too high",
            format!("write 0, 1 (reports in full) or {MAX_VERBOSE} (also every case)"),
        )),
    }
}

fn checked_memory(bytes: u64) -> Result<u64, Wrong> {
    match bytes {
        0 => Err(Wrong::new("`memory` must be more than zero", "write `none` for no limit")),
        1..=MOST_MEMORY => Ok(bytes),
        _ => Err(Wrong::new("`memory` is more than any machine has", "write `none` for no limit")),
    }
}

fn checked_limit(name: &str, limit: Duration) -> Result<Duration, Wrong> {
    if limit.is_zero() {
        let advice = match name {
            "shrink_time" => "write `shrink = 0` not to shrink, or `none` for no limit",
            _ => "write `none` for no limit",
        };
        return Err(Wrong::new(format!("`{name}` must be more than zero"), advice));
    }
    if limit > LONGEST {
        return Err(Wrong::new(format!("`{name}` is longer than a year"), "write `none` for no limit"));
    }
    Ok(limit)
}
