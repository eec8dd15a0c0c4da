//! What a property is called and where it stands.

use std::path::Path;

/// What a test is called, and where its crate is.
pub(crate) struct Identity<'p> {
    /// Its path, from the crate on. What has none is neither kept nor watched.
    pub(crate) name: Option<&'p str>,
    /// What it is called for people, and on disk: without the crate where there is no other of that name in the package.
    pub(crate) shown: &'p str,
    /// The test that runs it, as the test program knows it.
    pub(crate) test: Option<&'p str>,
    pub(crate) manifest: Option<&'p Path>,
    /// The text that its panic must contain, if it is expected to panic; empty for any panic.
    pub(crate) should_panic: Option<&'p str>,
    /// Whether a line of code that runs it on choices can be written.
    pub(crate) has_replay: bool,
    /// What to write before each argument in a call, where it can be called.
    pub(crate) lent: &'p [&'p str],
    pub(crate) package: Option<&'p str>,
    pub(crate) documentation: &'p str,
    pub(crate) place: Option<SourcePlace>,
}

impl Identity<'_> {
    /// What the property is called in a case: its name without the modules.
    pub(crate) fn short(&self) -> &str {
        self.name.map_or("property", |_| self.shown.rsplit("::").next().unwrap_or_default())
    }
}

/// Where something stands in the source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SourcePlace {
    pub(crate) file: &'static str,
    pub(crate) line: u32,
}

/// The call that runs a property on values given as source.
pub(crate) fn call(name: &str, lent: &[&str], sources: &[String]) -> String {
    let name = name.rsplit("::").next().unwrap_or(name);
    let mut arguments = String::new();
    for (lent, source) in lent.iter().zip(sources) {
        if !arguments.is_empty() {
            arguments += ", ";
        }
        // A reference would apply to the start of a range only.
        let needs_brackets = !lent.is_empty() && source.contains("..");
        let (open, close) = if needs_brackets { ("(", ")") } else { ("", "") };
        arguments += &format!("{lent}{open}{source}{close}");
    }
    format!("{name}::on({arguments});")
}
