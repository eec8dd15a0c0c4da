//! The critical path of a build: how long it would take if no unit ever had to wait for a core. That is about what
//! eight cores or more need.
//!
//! `cargo --timings` says how long each unit took and when its metadata was ready; `cargo metadata` says which package
//! needs which. A library can start as soon as the metadata of the libraries that it needs is ready. Whatever is
//! linked (macros, build scripts, tests) waits until all of its libraries are finished, and whatever uses a macro
//! waits until the macro is.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::units::{Compilation, Kind, Package, Unit};

/// How long a unit takes by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Time {
    total_s: f64,
    /// Until those that need only the metadata can start.
    metadata_s: f64,
}

/// What a package needs.
#[derive(Debug, Default)]
struct Needs {
    is_macro: bool,
    normal: Vec<Package>,
    /// What its build script needs.
    build: Vec<Package>,
}

/// A build, in which every unit knows what it waits for.
pub(super) struct Graph {
    times: BTreeMap<Unit, Time>,
    needs: BTreeMap<Package, Needs>,
}

impl Graph {
    /// Reads the report of `--timings` and the output of `cargo metadata`.
    ///
    /// When two units shared a core, each took longer than it would have taken alone. No unit needs longer than its CPU
    /// time, so the CPU time caps what the report says.
    pub(super) fn read(report: &str, compilations: &[Compilation], metadata: &str) -> Result<Graph, String> {
        let mut times = times(report).ok_or("cannot read the report of `cargo --timings`")?;
        for (unit, time) in &mut times {
            // As in the report, the longer one counts if there are two.
            let same = compilations.iter().filter(|one| one.unit == *unit).map(|one| one.cpu_s);
            if let Some(cpu_s) = same.reduce(f64::max) {
                *time = time.capped(cpu_s);
            }
        }
        let needs = serde_json::from_str(metadata).ok().as_ref().and_then(needs);
        Ok(Graph { times, needs: needs.ok_or("cannot read Cargo's metadata")? })
    }

    /// Returns the seconds until the tests of a package are built.
    pub(super) fn path_to(&self, package: &Package) -> Option<f64> {
        let tests = Unit { package: package.clone(), kind: Kind::Tests };
        self.times.contains_key(&tests).then(|| self.end(&tests, &mut BTreeMap::new()))
    }

    fn end(&self, unit: &Unit, known: &mut BTreeMap<Unit, f64>) -> f64 {
        self.time(unit).map_or(0.0, |time| self.start(unit, known) + time.total_s)
    }

    fn metadata_end(&self, unit: &Unit, known: &mut BTreeMap<Unit, f64>) -> f64 {
        self.time(unit).map_or(0.0, |time| self.start(unit, known) + time.metadata_s)
    }

    fn time(&self, unit: &Unit) -> Option<Time> {
        self.times.get(unit).copied()
    }

    fn start(&self, unit: &Unit, known: &mut BTreeMap<Unit, f64>) -> f64 {
        if let Some(&start) = known.get(unit) {
            return start;
        }
        let nothing = Needs::default();
        let needs = self.needs.get(&unit.package).unwrap_or(&nothing);
        let of_same = |kind| Unit { package: unit.package.clone(), kind };
        let start = match unit.kind {
            Kind::ScriptRun => self.end(&of_same(Kind::Script), known),
            Kind::Script => self.all_end(&needs.build, known),
            Kind::Tests => self.end(&of_same(Kind::ScriptRun), known).max(self.all_end(&needs.normal, known)),
            Kind::Library => {
                let script = self.end(&of_same(Kind::ScriptRun), known);
                let needed = if needs.is_macro {
                    self.all_end(&needs.normal, known)
                } else {
                    latest(needs.normal.iter().map(|package| {
                        let library = library(package);
                        if self.is_macro(package) {
                            self.end(&library, known)
                        } else {
                            self.metadata_end(&library, known)
                        }
                    }))
                };
                script.max(needed)
            }
        };
        known.insert(unit.clone(), start);
        start
    }

    /// When these packages are finished, and all that they are linked with.
    fn all_end(&self, packages: &[Package], known: &mut BTreeMap<Unit, f64>) -> f64 {
        let mut linked = BTreeSet::new();
        let mut left: Vec<&Package> = packages.iter().collect();
        while let Some(package) = left.pop() {
            // What was not built is not needed on this platform.
            if !self.times.contains_key(&library(package)) || !linked.insert(package) {
                continue;
            }
            if !self.is_macro(package) {
                left.extend(self.needs.get(package).into_iter().flat_map(|needs| &needs.normal));
            }
        }
        latest(linked.into_iter().map(|package| self.end(&library(package), known)))
    }

    fn is_macro(&self, package: &Package) -> bool {
        self.needs.get(package).is_some_and(|needs| needs.is_macro)
    }
}

impl Time {
    fn capped(self, most_s: f64) -> Time {
        let factor = if self.total_s > most_s { most_s / self.total_s } else { 1.0 };
        Time { total_s: self.total_s * factor, metadata_s: self.metadata_s * factor }
    }
}

fn library(package: &Package) -> Unit {
    Unit { package: package.clone(), kind: Kind::Library }
}

fn latest(times: impl Iterator<Item = f64>) -> f64 {
    times.fold(0.0, f64::max)
}

/// The units of a report. It is a page with the data in a script.
fn times(report: &str) -> Option<BTreeMap<Unit, Time>> {
    let (_, data) = report.split_once("const UNIT_DATA = ")?;
    let units = serde_json::Deserializer::from_str(data).into_iter::<Vec<Value>>().next()?.ok()?;
    let mut times: BTreeMap<Unit, Time> = BTreeMap::new();
    for unit in &units {
        let Some(kind) = kind(unit["target"].as_str()?) else { continue };
        let [name, version] = ["name", "version"].map(|key| unit[key].as_str().map(str::to_owned));
        let total_s = unit["duration"].as_f64()?;
        let time = Time { total_s, metadata_s: metadata_s(unit).unwrap_or(total_s) };
        let unit = Unit { package: Package { name: name?, version: version? }, kind };
        // A package may be compiled twice, for what is built and for what builds. The longer one counts.
        let longest = times.entry(unit).or_insert(time);
        if longest.total_s < time.total_s {
            *longest = time;
        }
    }
    Some(times)
}

/// When code generation started, or in reports of earlier versions of Cargo, when the metadata was written.
fn metadata_s(unit: &Value) -> Option<f64> {
    let sections = unit["sections"].as_array().into_iter().flatten();
    let started = sections.filter(|section| section[0] == "codegen").find_map(|section| section[1]["start"].as_f64());
    started.or_else(|| unit["rmeta_time"].as_f64())
}

fn kind(target: &str) -> Option<Kind> {
    match target {
        "" => Some(Kind::Library),
        script if script.contains("script") && script.ends_with("(run)") => Some(Kind::ScriptRun),
        script if script.contains("script") => Some(Kind::Script),
        tests if tests.ends_with("(test)") => Some(Kind::Tests),
        // Documentation tests are not compiled yet.
        _ => None,
    }
}

fn needs(metadata: &Value) -> Option<BTreeMap<Package, Needs>> {
    let packages: BTreeMap<&str, (Package, bool)> = metadata["packages"]
        .as_array()?
        .iter()
        .map(|package| {
            let [name, version] = ["name", "version"].map(|key| package[key].as_str().map(str::to_owned));
            let mut kinds =
                package["targets"].as_array()?.iter().filter_map(|target| target["kind"].as_array()).flatten();
            let is_macro = kinds.any(|kind| kind == "proc-macro");
            Some((package["id"].as_str()?, (Package { name: name?, version: version? }, is_macro)))
        })
        .collect::<Option<_>>()?;
    let mut all = BTreeMap::new();
    for node in metadata["resolve"]["nodes"].as_array()? {
        let (package, is_macro) = packages.get(node["id"].as_str()?)?;
        let mut needs = Needs { is_macro: *is_macro, ..Needs::default() };
        for dependency in node["deps"].as_array()? {
            let (needed, _) = packages.get(dependency["pkg"].as_str()?)?;
            for kind in dependency["dep_kinds"].as_array()? {
                match kind["kind"].as_str() {
                    None => needs.normal.push(needed.clone()),
                    Some("build") => needs.build.push(needed.clone()),
                    Some(_) => (),
                }
            }
        }
        all.insert(package.clone(), needs);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Graph, Time, times};
    use crate::compile::units::{Compilation, Kind, Package, Unit};

    fn package(name: &str) -> Package {
        Package { name: name.to_owned(), version: "1.0.0".to_owned() }
    }

    fn report(units: &[(&str, &str, f64, Option<f64>)]) -> String {
        let units: Vec<Value> = units
            .iter()
            .map(|&(name, target, duration, metadata)| {
                let sections =
                    metadata.map(|at| json!([["frontend", {"start": 0.0, "end": at}], ["codegen", {"start": at}]]));
                json!({"name": name, "version": "1.0.0", "target": target, "duration": duration, "sections": sections})
            })
            .collect();
        format!("<script>\nconst UNIT_DATA = {};\nconst CPU = [];\n</script>", Value::from(units))
    }

    /// Packages as (name, kind of target, what it needs, what its build script needs).
    fn metadata(packages: &[(&str, &str, &[&str], &[&str])]) -> String {
        let list = packages.iter().map(
            |(name, kind, ..)| json!({"id": name, "name": name, "version": "1.0.0", "targets": [{"kind": [kind]}]}),
        );
        let nodes = packages.iter().map(|(name, _, normal, build)| {
            let needed = |name: &&str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
            let normal = normal.iter().map(|name| needed(name, Value::Null));
            let deps: Vec<Value> = normal.chain(build.iter().map(|name| needed(name, json!("build")))).collect();
            json!({"id": name, "deps": deps})
        });
        json!({"packages": list.collect::<Vec<_>>(), "resolve": {"nodes": nodes.collect::<Vec<_>>()}}).to_string()
    }

    fn path(units: &[(&str, &str, f64, Option<f64>)], metadata: &str, compilations: &[Compilation]) -> f64 {
        Graph::read(&report(units), compilations, metadata).unwrap().path_to(&package("tests")).unwrap()
    }

    #[track_caller]
    fn assert_near(figure: f64, expected: f64) {
        assert!((figure - expected).abs() < 1e-9, "{figure}, not {expected}");
    }

    const TESTS: (&str, &str, f64, Option<f64>) = ("tests", " tests \"lib\" (test)", 1.0, None);

    #[test]
    fn a_library_waits_for_metadata_and_tests_for_everything() {
        let units = [("deep", "", 10.0, Some(2.0)), ("front", "", 3.0, Some(1.0)), TESTS];
        let metadata =
            metadata(&[("deep", "lib", &[], &[]), ("front", "lib", &["deep"], &[]), ("tests", "lib", &["front"], &[])]);
        // The front is done after 2 + 3, but what it is made of after 10.
        assert_near(path(&units, &metadata, &[]), 11.0);
        let units = [("deep", "", 4.0, Some(2.0)), units[1], TESTS];
        assert_near(path(&units, &metadata, &[]), 6.0);
    }

    #[test]
    fn macros_and_build_scripts_are_waited_for() {
        let units = [
            ("syntax", "", 5.0, Some(2.0)),
            ("macros", "", 3.0, None),
            ("front", "", 4.0, Some(1.0)),
            ("front", " build-script", 0.5, None),
            ("front", " build-script (run)", 9.0, None),
            TESTS,
        ];
        let metadata = metadata(&[
            ("syntax", "lib", &[], &[]),
            ("macros", "proc-macro", &["syntax"], &[]),
            ("front", "lib", &["macros", "absent"], &["syntax"]),
            // Not built on this platform, like all that only it needs.
            ("absent", "lib", &["syntax"], &[]),
            ("tests", "lib", &["front"], &[]),
        ]);
        // The macros are done after 5 + 3; the build script has run after 5 + 0.5 + 9.
        assert_near(path(&units, &metadata, &[]), 14.5 + 4.0 + 1.0);
        let units = [units[0], units[1], units[2], TESTS];
        assert_near(path(&units, &metadata, &[]), 8.0 + 4.0 + 1.0);
    }

    #[test]
    fn waiting_for_a_core_does_not_count() {
        let units = [("front", "", 8.0, Some(4.0)), TESTS];
        let metadata = metadata(&[("front", "lib", &[], &[]), ("tests", "lib", &["front"], &[])]);
        let front = |cpu_s| Compilation { unit: Unit { package: package("front"), kind: Kind::Library }, cpu_s };
        assert_near(path(&units, &metadata, &[front(2.0)]), 3.0);
        assert_near(path(&units, &metadata, &[front(12.0)]), 9.0);
        assert_eq!(Time { total_s: 8.0, metadata_s: 4.0 }.capped(2.0), Time { total_s: 2.0, metadata_s: 1.0 });
    }

    #[test]
    fn reports_of_earlier_versions_are_read() {
        let old = "const UNIT_DATA = [{\"name\": \"a\", \"version\": \"1.0.0\", \"target\": \"\", \"duration\": 2.0, \
                   \"rmeta_time\": 0.5}];";
        let unit = Unit { package: package("a"), kind: Kind::Library };
        assert_eq!(times(old).unwrap()[&unit], Time { total_s: 2.0, metadata_s: 0.5 });
        assert!(times("<script></script>").is_none());
    }
}
