//! What the environment says: `MIRRORCHECK_*`, and whether this is continuous integration.

use std::ffi::{OsStr, OsString};

use super::Options;
use super::error::{SettingsError, Wrong, shown};
use super::keys::{KEYS, RawValue};
use crate::core::sort::sort_by;

const PREFIX: &str = "MIRRORCHECK_";
pub(super) const PROFILE: &str = "MIRRORCHECK_PROFILE";
const REPLAY: &str = "MIRRORCHECK_REPLAY";

/// Others read these.
#[cfg(not(feature = "__faults"))]
const OF_OTHERS: [&str; 1] = ["MIRRORCHECK_CHILD"];
#[cfg(feature = "__faults")]
const OF_OTHERS: [&str; 6] = [
    "MIRRORCHECK_CHILD",
    "MIRRORCHECK_FAULT",
    "MIRRORCHECK_FAULT_COUNT",
    "MIRRORCHECK_FAULT_FOLDER",
    "MIRRORCHECK_FAULT_LOG",
    "MIRRORCHECK_FAULT_SYNC",
];

/// What the services set that do not set `CI`, or did not always.
const SERVICES: [&str; 14] = [
    "GITHUB_ACTIONS",
    "GITLAB_CI",
    "BUILDKITE",
    "CIRCLECI",
    "CIRRUS_CI",
    "TRAVIS",
    "APPVEYOR",
    "TF_BUILD",
    "TEAMCITY_VERSION",
    "JENKINS_URL",
    "BITBUCKET_BUILD_NUMBER",
    "CODEBUILD_BUILD_ID",
    "DRONE",
    "SEMAPHORE",
];

#[derive(Debug, Default)]
pub(super) struct Environment {
    pub(super) options: Options,
    pub(super) replay: Option<String>,
    /// The profile that is asked for by name.
    profile: Option<String>,
    pub(super) is_ci: bool,
}

impl Environment {
    pub(super) fn read(
        variables: &mut dyn Iterator<Item = (OsString, OsString)>,
    ) -> Result<Environment, SettingsError> {
        let mut environment = Environment::default();
        // Whether `CI` says so itself, which counts, and whether a service does.
        let (mut ci, mut service) = (None, false);
        let mut ours = Vec::new();
        for (name, value) in variables {
            if value.is_empty() {
                continue;
            }
            match name.to_str() {
                Some("CI") => ci = Some(is_on(&value)),
                Some(name) if SERVICES.contains(&name) => service |= is_on(&value),
                _ => {
                    if let Some(name) = our_name(&name) {
                        ours.push((name, value));
                    }
                }
            }
        }
        environment.is_ci = ci.unwrap_or(service);
        // The same message each time, whatever order the system keeps them in.
        sort_by(&mut ours, Ord::cmp);
        for (name, value) in &ours {
            environment.put(name, value)?;
        }
        Ok(environment)
    }

    fn put(&mut self, name: &str, value: &OsStr) -> Result<(), SettingsError> {
        if OF_OTHERS.contains(&name) {
            return Ok(());
        }
        let Some(text) = value.to_str() else {
            let what = format!("\"{}\" is not valid Unicode", shown(&value.to_string_lossy()));
            return Err(Wrong::new(what, "set it to plain text, or unset it").at(place(name)));
        };
        let text = text.trim();
        match KEYS.iter().find(|key| key.variable() == name) {
            // Nothing but blanks is nothing too.
            _ if text.is_empty() && is_known(name) => Ok(()),
            Some(key) => key.put(&mut self.options, RawValue::Variable(text)).map_err(|wrong| wrong.at(place(name))),
            None if name == PROFILE => {
                self.profile = Some(text.to_owned());
                Ok(())
            }
            None if name == REPLAY => {
                self.replay = Some(text.to_owned());
                Ok(())
            }
            None => {
                let known = known();
                let mut names: Vec<&str> = Vec::new();
                for name in &known {
                    names.push(name);
                }
                Err(Wrong::unknown("variable", name, &names).without_place())
            }
        }
    }

    /// Which profile counts, and whether it is asked for by name.
    pub(super) fn profile(&self) -> (&str, bool) {
        match &self.profile {
            Some(profile) => (profile, true),
            None if self.is_ci => ("ci", false),
            None => ("default", false),
        }
    }

    /// Whether runs are the same each time, unless somebody says a seed.
    pub(super) fn is_deterministic(&self) -> bool {
        self.is_ci || self.profile().0 == "ci"
    }
}

/// The name of a variable that is meant for us.
fn our_name(name: &OsStr) -> Option<String> {
    let start = name.as_encoded_bytes().get(..PREFIX.len())?;
    // Windows does not tell upper from lower case.
    let is_ours =
        if cfg!(windows) { start.eq_ignore_ascii_case(PREFIX.as_bytes()) } else { start == PREFIX.as_bytes() };
    let name = is_ours.then(|| name.to_string_lossy().into_owned())?;
    Some(if cfg!(windows) { name.to_ascii_uppercase() } else { name })
}

fn place(name: &str) -> String {
    format!("the variable {}", shown(name))
}

/// All variables that may be set by a person.
fn known() -> Vec<String> {
    let mut known = Vec::new();
    for key in &KEYS {
        known.push(key.variable());
    }
    known.push(PROFILE.to_owned());
    known.push(REPLAY.to_owned());
    known
}

fn is_known(name: &str) -> bool {
    for known in known() {
        if known == name {
            return true;
        }
    }
    false
}

fn is_on(value: &OsStr) -> bool {
    let value = value.to_string_lossy();
    !matches!(value.trim().to_ascii_lowercase().as_str(), "" | "0" | "false" | "no" | "off")
}
