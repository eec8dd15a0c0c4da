//! Observing where the feature `observe` is off: nobody does.

use std::convert::Infallible;
use std::fmt::Debug;
use std::io::Write;
use std::sync::Once;

use openpbtstats::Outcome;

use crate::core::choices::Choices;
use crate::core::cx::Cx;
use crate::core::generator::Rejected;
use crate::run::check::{Case, Checked, FailureReport, FoundFailure, Identity, Origin, Stretch, Trial};
use crate::run::settings::Observe;

const MISSING: &str = "mirrorcheck: nothing is observed: the feature `observe` is off; run `cargo mirrorcheck test`, which \
                       turns it on, or `cargo add --dev mirrorcheck --features observe`\n";

/// An observer: there is none.
pub(crate) enum Observer {}

impl Observer {
    /// Says once what is missing, if somebody asked for it.
    pub(crate) fn begin(_: &Identity<'_>, observe: &Observe, _: Option<&str>) -> Option<Observer> {
        static ONCE: Once = Once::new();
        if *observe != Observe::Off {
            ONCE.call_once(|| {
                // Not `eprint!`, which is captured. A terminal that cannot be written to is no failure.
                let _ = std::io::stderr().write_all(MISSING.as_bytes());
            });
        }
        None
    }

    pub(crate) fn joint(&self) -> String {
        match *self {}
    }

    pub(crate) fn should_panic(&self) -> Option<&str> {
        match *self {}
    }

    pub(crate) fn made_by(&self, _: &'static str) {
        match *self {}
    }

    pub(crate) fn failed(&self, _: &Outcome, _: &str) {
        match *self {}
    }

    pub(crate) fn died(&self, _: &mut dyn Trial, _: &FoundFailure) {
        match *self {}
    }

    pub(crate) fn end(&self, _: &mut dyn Trial, _: &Checked, _: &[FailureReport], _: &Outcome) {
        match *self {}
    }
}

/// A property that is observed: there is none.
pub(crate) struct Observed(Infallible);

impl Observed {
    pub(crate) fn new(_: &mut dyn Trial, observer: &Observer) -> Observed {
        match *observer {}
    }
}

impl Trial for Observed {
    fn make(&mut self, _: &mut Cx<'_>) -> Result<(), Rejected> {
        match self.0 {}
    }

    fn test(&mut self, _: &mut Cx<'_>) -> Case {
        match self.0 {}
    }

    fn stretch(&mut self, _: &mut Stretch<'_>) {
        match self.0 {}
    }

    fn counts(&mut self, _: &Origin, _: Option<&Choices>) {
        match self.0 {}
    }

    fn show(&self, _: &mut dyn FnMut(&str, &dyn Debug)) {
        match self.0 {}
    }
}
