//! Whether a type's two impls agree.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fault::explaining;
use super::{Again, AnySerde, Sameness};
use crate::core::cx::Cx;
use crate::core::rng::Rng;

/// Single runs of the report.
const RUNS: u64 = 1_000;
/// So few that succeed are worth a doubt.
const FEW: f64 = 0.1;
/// The most that is shown.
const SHOWN: usize = 5;

/// Whether `Serialize` and `Deserialize` of a type agree, as [`agreement`](AnySerde::agreement) found. `Display` prints it
/// for people.
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
    /// How many single runs there were.
    pub runs: u64,
    /// How many of them made a value.
    pub made: u64,
    /// How many values were taken apart and made again, the same: those of the runs, and the examples.
    pub reflected: u64,
    /// How many values there were.
    pub values: u64,
    /// Values on which the two impls disagree, the shortest first; not all of them.
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
/// assert!(disagreement.reason.starts_with("`Deserialize` reads another value"), "{disagreement}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// What `Serialize` writes of the value, if it does.
    pub written: Option<String>,
    /// What is wrong.
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
    /// Returns whether values were made and none of them showed a disagreement.
    ///
    /// ```
    /// use mirrorcheck::any_serde;
    ///
    /// assert!(any_serde::<char>().agreement().is_sound());
    /// ```
    pub fn is_sound(&self) -> bool {
        self.values > 0 && self.disagreements.is_empty()
    }

    /// Returns the share of single runs that made a value. Where it is low, say what the texts of the type look like
    /// ([`text`](AnySerde::text)), or give [`examples`](AnySerde::examples).
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
        writeln!(f, "{made} of {runs} single runs made a value; {reflected} of {values} values come back the same")?;
        if self.share() < FEW {
            writeln!(f, "few runs make a value: say what its texts look like (`.text(…)`), or give `.examples(…)`")?;
        }
        for disagreement in disagreements {
            writeln!(f, "  {disagreement}")?;
        }
        Ok(())
    }
}

impl<T: Serialize + DeserializeOwned + 'static, S: Sameness<T>> AnySerde<T, S> {
    /// Looks for values that `Deserialize` makes and that do not come back from what `Serialize` writes of them, in a thousand
    /// single runs and among the examples.
    ///
    /// This is a bug in most types. [`validate`](crate::Interpretations::validate) reports such values, too, but not why,
    /// and not how many runs come to nothing.
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
        let mut report = Agreement::default();
        let format = self.format();
        explaining(true, || {
            for seed in 0..RUNS {
                let mut cx = Cx::random(Rng::new(0x5e7d_e001, seed), (seed % 101) as u32);
                report.runs += 1;
                match format.read(Some(&mut cx), None) {
                    Ok((value, digest)) => match format.again(&value) {
                        Again::Same(written, _) if written != digest => {}
                        again => {
                            report.made += 1;
                            report.take(again);
                        }
                    },
                    Err(fault) if fault.is_panic => {
                        let reason = format!("`Deserialize` gives up: {fault}");
                        report.disagreements.push(Disagreement { written: None, reason });
                    }
                    Err(_) => {}
                }
            }
            for example in self.plan.examples.iter() {
                report.take(format.again(example));
            }
        });
        report.disagreements.sort_by_key(|disagreement| disagreement.written.as_ref().map_or(0, String::len));
        report.disagreements.dedup_by(|a, b| a.reason == b.reason);
        report.disagreements.truncate(SHOWN);
        report
    }
}

impl Agreement {
    fn take<T>(&mut self, again: Again<T>) {
        self.values += 1;
        let (reason, tree) = match again {
            Again::Same(..) => {
                self.reflected += 1;
                return;
            }
            Again::Unwritten(fault) => (format!("`Serialize` gives up: {fault}"), None),
            Again::Unread(fault, tree) => {
                (format!("`Deserialize` gives up on what `Serialize` wrote: {fault}"), Some(tree))
            }
            Again::Other(_, tree) => {
                ("`Deserialize` reads another value than `Serialize` wrote".to_owned(), Some(tree))
            }
        };
        let written = tree.map(|tree| tree.to_string());
        self.disagreements.push(Disagreement { written, reason });
    }
}
