//! `any_serde` on types of published crates: how often a run makes a value, whether values round-trip, and the laws.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mirrorcheck::any_serde;
use mirrorcheck::choices::Ways;
use mirrorcheck::generators::{AnySerde, Sameness};
use mirrorcheck::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::arguments::Arguments;
use crate::report::{Findings, Goal, Row};

/// How many values of each type the laws are checked on.
const VALUES: u64 = 100;
/// How many ways to one value are replayed.
const WAYS: usize = 4;
/// How many seeds are tried for that many values.
const ATTEMPTS: u64 = 4 * VALUES;

/// Runs the experiment.
#[expect(clippy::unnecessary_wraps, reason = "an experiment can fail")]
pub(crate) fn run(arguments: &Arguments) -> Result<Findings, String> {
    let mut table =
        Types { values: arguments.seeds.unwrap_or(VALUES), arguments, rows: Vec::new(), broken: Vec::new() };
    table.texts();
    table.times();
    table.numbers();
    table.collections();
    table.documents();
    let crates = table.rows.len();
    let goals =
        vec![Goal::without("the laws hold, or the disagreement is reported", &table.broken, format!("{crates} types"))];
    let notes = "A run is one attempt; `sample` makes up to a hundred. `back` is the share of values that round-trip through \
                 `Serialize` and `Deserialize`. A disagreement is a fault of the type, not of the generator.\n";
    Ok(Findings { rows: table.rows, goals, notes: notes.to_owned(), ..Findings::default() })
}

/// The table, and what it is made with.
struct Types<'a> {
    values: u64,
    arguments: &'a Arguments,
    rows: Vec<Row>,
    /// Types for which a law fails although no disagreement was reported.
    broken: Vec<String>,
}

impl Types<'_> {
    fn texts(&mut self) {
        self.add("semver", "Version", any_serde::<semver::Version>());
        self.add("semver", "VersionReq", any_serde::<semver::VersionReq>());
        self.add("url", "Url", any_serde::<url::Url>());
        self.add("uuid", "Uuid", any_serde::<uuid::Uuid>());
        self.add("uuid", "Uuid, compact", any_serde::<uuid::Uuid>().compact());
        self.add("ipnet", "IpNet", any_serde::<ipnet::IpNet>());
        self.add("ipnet", "IpNet, compact", any_serde::<ipnet::IpNet>().compact());
    }

    fn times(&mut self) {
        self.add("chrono", "NaiveDate", any_serde::<chrono::NaiveDate>());
        self.add("chrono", "NaiveDateTime", any_serde::<chrono::NaiveDateTime>());
        self.add("chrono", "DateTime<Utc>", any_serde::<chrono::DateTime<chrono::Utc>>());
        self.add("chrono", "TimeDelta", any_serde::<chrono::TimeDelta>());
        self.add("jiff", "Timestamp", any_serde::<jiff::Timestamp>());
        self.add("jiff", "civil::DateTime", any_serde::<jiff::civil::DateTime>());
        self.add("time", "Date", any_serde::<time::Date>());
        self.add("time", "OffsetDateTime", any_serde::<time::OffsetDateTime>());
    }

    fn numbers(&mut self) {
        self.add("ordered-float", "OrderedFloat<f64>", any_serde::<ordered_float::OrderedFloat<f64>>());
        self.add("rust_decimal", "Decimal", any_serde::<rust_decimal::Decimal>());
        self.add("num-bigint", "BigInt", any_serde::<num_bigint::BigInt>());
    }

    fn collections(&mut self) {
        self.add("indexmap", "IndexMap<String, u8>", any_serde::<indexmap::IndexMap<String, u8>>());
        self.add("indexmap", "IndexSet<u16>", any_serde::<indexmap::IndexSet<u16>>());
        self.add("smallvec", "SmallVec<[u8; 4]>", any_serde::<smallvec::SmallVec<[u8; 4]>>());
        self.add("either", "Either<u8, String>", any_serde::<either::Either<u8, String>>());
        self.add_with("petgraph", "Graph<u8, bool>", any_serde::<petgraph::Graph<u8, bool>>().by_tree(), by_tree);
        let stable = any_serde::<petgraph::stable_graph::StableGraph<u8, bool>>().by_tree();
        self.add_with("petgraph", "StableGraph<u8, bool>", stable, by_tree);
    }

    fn documents(&mut self) {
        self.add("serde_json", "Value", any_serde::<serde_json::Value>());
        self.add("toml", "Value", any_serde::<toml::Value>());
        self.add("toml", "Datetime", any_serde::<toml::value::Datetime>());
        self.add("geojson", "Geometry", any_serde::<geojson::Geometry>());
        let point = geojson::Geometry::new(geojson::Value::Point(vec![1.5, -2.0]));
        self.add("geojson", "Geometry, an example", any_serde::<geojson::Geometry>().examples([point]));
    }

    fn add<T>(&mut self, name: &str, what: &str, values: AnySerde<T>)
    where
        T: Serialize + DeserializeOwned + PartialEq + Debug + 'static,
    {
        self.add_with(name, what, values, |a, b| a == b);
    }

    fn add_with<T, S: Sameness<T>>(&mut self, name: &str, what: &str, values: AnySerde<T, S>, same: fn(&T, &T) -> bool)
    where
        T: Serialize + DeserializeOwned + Debug + 'static,
    {
        if self.arguments.only.as_ref().is_some_and(|only| only != name) {
            return;
        }
        let agreement = values.agreement();
        let tested = catch_unwind(AssertUnwindSafe(|| laws(&values, self.values, same)));
        let (tested, broken) = tested.unwrap_or((0, Some("a panic")));
        let laws = match (broken, tested) {
            (Some(law), _) => law,
            (None, 0) => "no values",
            (None, _) => "hold",
        };
        if broken.is_some() && agreement.is_sound() {
            self.broken.push(format!("{name} {what}: {laws}"));
        }
        let disagreement = agreement.disagreements.first().map_or_else(String::new, ToString::to_string);
        let disagreement: String = disagreement.replace('\n', " ").chars().take(90).collect();
        self.rows.push(
            Row::new()
                .text("crate", name)
                .text("type", what)
                .number("share_of_runs", agreement.share(), 3)
                .optional(
                    "back",
                    (agreement.values > 0).then(|| agreement.reflected as f64 / agreement.values as f64),
                    3,
                )
                .count("values", tested)
                .text("laws", laws)
                .text("disagreement", disagreement),
        );
    }
}

/// Compares values as JSON, for types without `PartialEq`.
fn by_tree<T: Serialize>(a: &T, b: &T) -> bool {
    serde_json::to_value(a).ok() == serde_json::to_value(b).ok()
}

/// Checks the laws. Returns the number of values, and the first law that fails.
fn laws<G>(generator: &G, count: u64, same: fn(&G::Value, &G::Value) -> bool) -> (u64, Option<&'static str>)
where
    G: Reflective + Clone,
{
    let mut tested = 0;
    for seed in 0..ATTEMPTS.max(count) {
        if tested == count || (tested == 0 && seed > 20) {
            break;
        }
        let sized = resize(if seed % 2 == 0 { 100 } else { (seed * 37 % 101) as u32 }, generator);
        let Ok(value) = sized.try_sample(seed) else { continue };
        tested += 1;
        let is_same = |made: Option<G::Value>| made.is_some_and(|made| same(&made, &value));
        let ways = generator.reflect(&value);
        let count = ways.ways();
        let ways: Vec<Choices> = ways.take(WAYS).collect();
        let chance = generator.log_probability(&value);
        let broken = [
            ("pure", is_same(sized.try_sample(seed).ok())),
            ("replay", is_same(sized.replay(&sized.randomness(seed)).ok())),
            ("in range", generator.try_contains(&value) == Ok(true)),
            ("finitely many ways", matches!(count, Ways::Finite(1..))),
            ("reflect, then replay", ways.iter().all(|way| is_same(generator.replay(way).ok()))),
            ("bytes", generator.to_bytes(&value).is_some_and(|bytes| is_same(generator.from_bytes(&bytes).ok()))),
            ("probability", chance.is_finite() && chance <= 1e-9),
        ];
        if let Some((law, _)) = broken.into_iter().find(|(_, holds)| !holds) {
            return (tested, Some(law));
        }
    }
    (tested, None)
}
