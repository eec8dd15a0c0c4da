//! A search for values on which a type's two impls disagree.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::fault::explaining;
use super::{Again, AnySerde, Format, Sameness};
use crate::core::cx::Cx;
use crate::core::rng::Rng;

/// How many runs a report is made of.
const RUNS: u64 = 1_000;
/// A share of successful runs below this is worth a doubt.
const FEW: f64 = 0.1;
/// The most disagreements in a report.
const SHOWN: usize = 5;

/// The result of [`agreement`](AnySerde::agreement): whether a type's `Serialize` and `Deserialize` agree. `Display`
/// formats it for people.
///
/// ```
/// use mirrorcheck::any_serde;
///
/// let report = any_serde::<Vec<u8>>().agreement();
/// assert!(report.is_sound(), "{report}");
/// assert_eq!(report.share(), 1.0);
/// ```
#[must_use = "a disagreement is only reported: `assert!(g.agreement().is_sound())`"]
#[derive(Debug, Clone, Default)]
pub struct Agreement {
    /// The number of runs.
    pub runs: u64,
    /// The number of runs that made a value.
    pub made: u64,
    /// The number of values, from runs and examples, that were the same after being written and read back.
    pub reflected: u64,
    /// The number of values, from runs and examples.
    pub values: u64,
    /// Up to five different disagreements, the shortest value first.
    pub disagreements: Vec<Disagreement>,
}

/// A value on which `Serialize` and `Deserialize` disagree.
///
/// ```
/// use mirrorcheck::any_serde;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// struct Login {
///     #[serde(skip_serializing)]
///     password: Option<u8>,
/// }
///
/// let report = any_serde::<Login>().agreement();
/// let disagreement = &report.disagreements[0];
/// assert!(disagreement.reason.starts_with("`Deserialize` reads a different value"), "{disagreement}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// What `Serialize` writes, as JSON and cut to length, unless it fails.
    pub written: Option<String>,
    /// How the two impls disagree, and where in the value.
    pub reason: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        match &self.written {
            Some(written) => write!(f, ": {written}"),
            None => Ok(()),
        }
    }
}

impl Agreement {
    /// Returns whether there were values, and no disagreement.
    ///
    /// ```
    /// use mirrorcheck::any_serde;
    ///
    /// assert!(any_serde::<char>().agreement().is_sound());
    /// ```
    pub fn is_sound(&self) -> bool {
        self.values > 0 && self.disagreements.is_empty()
    }

    /// Returns the share of runs that made a value. If it is low, say what the type's texts look like
    /// ([`text`](AnySerde::text)) or give [`examples`](AnySerde::examples).
    ///
    /// ```
    /// use mirrorcheck::any_serde;
    ///
    /// assert!(any_serde::<std::net::Ipv4Addr>().agreement().share() > 0.8);
    /// ```
    pub fn share(&self) -> f64 {
        self.made as f64 / self.runs.max(1) as f64
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreement { runs, made, reflected, values, disagreements } = self;
        writeln!(f, "{made} of {runs} runs made a value; {reflected} of {values} values round-trip")?;
        if self.share() < FEW {
            writeln!(
                f,
                "few runs made a value: say what the type's texts look like (`.text(…)`), or give `.examples(…)`"
            )?;
        }
        for disagreement in disagreements {
            writeln!(f, "  {disagreement}")?;
        }
        Ok(())
    }
}

impl<T: Serialize + Deserialize<'static> + 'static, S: Sameness<T>> AnySerde<T, S> {
    /// Searches for values that do not round-trip through `Serialize` and `Deserialize`, in a thousand runs and among the
    /// examples.
    ///
    /// For most types, such a value is a bug. [`validate`](crate::Interpretations::validate) reports one such value, too, but
    /// not how many runs fail.
    ///
    /// ```
    /// use mirrorcheck::any_serde;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(Debug, PartialEq, Serialize, Deserialize)]
    /// struct Temperature {
    ///     #[serde(rename(serialize = "celsius"))]
    ///     degrees: i8,
    /// }
    ///
    /// let report = any_serde::<Temperature>().agreement();
    /// assert!(report.to_string().contains("missing field `degrees`"), "{report}");
    /// ```
    pub fn agreement(&self) -> Agreement {
        let (mut report, mut found) = (Agreement::default(), Vec::new());
        let format = self.format();
        explaining(true, || {
            for seed in 0..RUNS {
                let mut cx = Cx::random(Rng::new(0x5e7d_e001, seed), (seed % 101) as u32);
                report.runs += 1;
                match format.read(Some(&mut cx), None) {
                    Ok((value, digest)) => match format.again(&value) {
                        Again::Same(written, _) if written != digest => {}
                        again => {
                            let is_endless = matches!(&again, Again::Unwritten(fault) if fault.is_endless);
                            report.made += 1;
                            found.extend(report.take(&format, again));
                            if is_endless {
                                break;
                            }
                        }
                    },
                    Err(fault) if fault.is_endless && format.knowledge.canonical == 0 => {
                        let reason = fault.to_text("Deserialize", "");
                        found.push(Found { key: reason.clone(), it: Disagreement { written: None, reason } });
                        // Each of these runs takes long, and others would not end either.
                        break;
                    }
                    Err(fault) if fault.is_panic => {
                        let reason = fault.to_text("Deserialize", "");
                        found.push(Found { key: without_digits(&reason), it: Disagreement { written: None, reason } });
                    }
                    Err(_) => {}
                }
            }
            for example in self.plan.examples.iter() {
                found.extend(report.take(&format, format.again(example)));
            }
        });
        found.sort_by_key(|found| found.it.written.as_ref().map_or(0, String::len));
        let mut keys = HashSet::new();
        let different = found.into_iter().filter(|found| keys.insert(found.key.clone()));
        report.disagreements = different.take(SHOWN).map(|found| found.it).collect();
        report
    }
}

/// A disagreement with a key, which it shares with those that have the same cause.
struct Found {
    key: String,
    it: Disagreement,
}

/// Cuts out the numbers, which are often those of the value.
fn without_digits(reason: &str) -> String {
    reason.replace(|c: char| c.is_ascii_digit(), "")
}

impl Agreement {
    fn take<T, S>(&mut self, format: &Format<'_, T, S>, again: Again<T>) -> Option<Found>
    where
        T: Serialize + Deserialize<'static>,
        S: Sameness<T>,
    {
        self.values += 1;
        let mut place = None;
        let (reason, tree) = match again {
            Again::Same(..) => {
                self.reflected += 1;
                return None;
            }
            Again::Unwritten(fault) => (fault.to_text("Serialize", ""), None),
            Again::Unread(fault, tree) => (fault.to_text("Deserialize", " on what `Serialize` wrote"), Some(tree)),
            Again::Other(other, tree) => {
                let difference = format.difference(&tree, &other);
                place = Some(difference.place());
                (difference.to_string(), Some(tree))
            }
        };
        let written = tree.map(|tree| tree.to_string());
        let key = without_digits(place.as_deref().unwrap_or(&reason));
        Some(Found { key, it: Disagreement { written, reason } })
    }
}
