//! Patterns for texts that a type parses, found by the name of the type or of a field.

use std::cell::RefCell;
use std::rc::Rc;

use crate::core::arbitrary::any;
use crate::core::choice::Names;
use crate::core::cx::{Cx, FORWARD};
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::grammar::regex::regex;

/// Parts of type names, each with the pattern of the texts that such a type reads. The types are only known by name, so
/// their crates need not be dependencies. The last entry that fits counts.
const KNOWN: &[(&str, &str)] = &[
    ("core::net::ip_addr::Ipv4Addr", IPV4),
    ("core::net::ip_addr::Ipv6Addr", IPV6),
    ("core::net::ip_addr::IpAddr", IP),
    (
        "core::net::socket_addr::SocketAddrV4",
        r"((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]):(0|[1-9][0-9]{0,3})",
    ),
    ("core::net::socket_addr::SocketAddrV6", r"\[([1-9a-f][0-9a-f]{3}:){7}[1-9a-f][0-9a-f]{3}\]:(0|[1-9][0-9]{0,3})"),
    (
        "core::net::socket_addr::SocketAddr",
        r"((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]):(0|[1-9][0-9]{0,3})",
    ),
    (
        "semver::Version",
        r"(0|[1-9][0-9]{0,2})\.(0|[1-9][0-9]{0,2})\.(0|[1-9][0-9]{0,2})(-(alpha|beta|rc)(\.(0|[1-9][0-9]?))?)?(\+[0-9a-z]{1,8})?",
    ),
    (
        "semver::VersionReq",
        r"(\*|(\^|~|=|>|>=|<|<=)(0|[1-9][0-9]?)(\.(0|[1-9][0-9]?)(\.(0|[1-9][0-9]?)(-(alpha|beta|rc)(\.[0-9])?)?)?)?)",
    ),
    (
        "semver::Comparator",
        r"(\^|~|=|>|>=|<|<=)(0|[1-9][0-9]?)(\.(0|[1-9][0-9]?)(\.(0|[1-9][0-9]?)(-(alpha|beta|rc)(\.[0-9])?)?)?)?",
    ),
    (
        "url::Url",
        r"(https?|ftp)://[a-z]([a-z0-9]{0,8}[a-z])?(\.[a-z]{2,8}){0,2}(:8[0-9]{3})?/([a-z0-9_.-]{0,6}[a-z0-9]/?){0,3}(\?[a-z]{1,4}=[a-z0-9]{0,6})?(#[a-z0-9]{1,6})?",
    ),
    ("url::Host", r"[a-z]([a-z0-9]{0,8}[a-z])?(\.[a-z]{2,8}){1,2}"),
    ("uuid::Uuid", UUID),
    ("uuid::fmt::Simple", r"[0-9a-f]{32}"),
    ("uuid::fmt::Hyphenated", UUID),
    ("uuid::fmt::Urn", r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
    ("uuid::fmt::Braced", r"\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}"),
    ("ulid::Ulid", r"[0-7][0-9A-HJKMNP-TV-Z]{25}"),
    ("chrono::naive::date::NaiveDate", DATE),
    ("chrono::naive::time::NaiveTime", TIME),
    ("chrono::naive::datetime::NaiveDateTime", DATE_TIME),
    ("chrono::datetime::DateTime<chrono::offset::utc::Utc>", ZULU),
    ("chrono::datetime::DateTime<chrono::offset::fixed::FixedOffset>", OFFSET),
    ("chrono::weekday::Weekday", r"Mon|Tue|Wed|Thu|Fri|Sat|Sun"),
    ("chrono::month::Month", r"January|February|March|April|May|June|July|August|September|October|November|December"),
    ("jiff::timestamp::Timestamp", ZULU),
    ("jiff::civil::date::Date", DATE),
    ("jiff::civil::time::Time", TIME),
    ("jiff::civil::datetime::DateTime", DATE_TIME),
    (
        "jiff::zoned::Zoned",
        r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\+00:00\[UTC\]",
    ),
    ("jiff::signed_duration::SignedDuration", r"-?PT([1-9][0-9]{0,3}H)?([1-9]|[1-5][0-9])M([1-9]|[1-5][0-9])S"),
    ("jiff::span::Span", r"-?P[1-9][0-9]?DT([1-9]|1[0-9])H([1-9]|[1-5][0-9])M"),
    ("time::date::Date", DATE),
    ("time::time::Time", r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{0,2}[0-9]"),
    (
        "time::primitive_date_time::PrimitiveDateTime",
        r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8]) ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]",
    ),
    (
        "time::offset_date_time::OffsetDateTime",
        r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8]) ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9] [+-](0[0-9]|1[0-4]):[0-5][0-9]:[0-5][0-9]",
    ),
    ("time::utc_offset::UtcOffset", r"[+-](0[0-9]|1[0-4]):[0-5][0-9]:[0-5][0-9]"),
    ("time::duration::Duration", r"-?(0|[1-9][0-9]{0,6})\.[0-9]{9}"),
    ("toml_datetime::datetime::Datetime", TOML),
    ("toml_datetime::datetime::DatetimeFromString", TOML),
    (
        "ipnet::ipnet::Ipv4Net",
        r"((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])/(3[0-2]|[12]?[0-9])",
    ),
    ("ipnet::ipnet::Ipv6Net", r"([1-9a-f][0-9a-f]{3}:){7}[1-9a-f][0-9a-f]{3}/(12[0-8]|1[01][0-9]|[1-9]?[0-9])"),
    (
        "ipnet::ipnet::IpNet",
        r"((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])/(3[0-2]|[12]?[0-9])|([1-9a-f][0-9a-f]{3}:){7}[1-9a-f][0-9a-f]{3}/(12[0-8]|1[01][0-9]|[1-9]?[0-9])",
    ),
    ("rust_decimal::decimal::Decimal", DECIMAL),
    ("bigdecimal::BigDecimal", DECIMAL),
    ("num_bigint::", r"-?(0|[1-9][0-9]{0,40})"),
    ("mime::Mime", r"(text|image|application)/[a-z]{1,8}(; charset=utf-8)?"),
    ("http::method::Method", r"GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|[A-Z]{1,8}"),
    ("http::uri::Uri", r"https?://[a-z]{1,8}(\.[a-z]{2,4})?/[a-z0-9]{0,8}"),
    ("email_address::EmailAddress", r"[a-z]{1,8}@[a-z]{1,8}\.[a-z]{2,4}"),
    ("camino::", r"/?([a-z0-9_.-]{1,8}/){0,3}[a-z0-9_.-]{1,8}"),
];

const IPV4: &str = r"((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
// As they are written: no group of zeros, which would be left out.
const IPV6: &str =
    r"([1-9a-f][0-9a-f]{0,3}:){7}[1-9a-f][0-9a-f]{0,3}|::1?|([1-9a-f][0-9a-f]{0,3}:){1,3}:[1-9a-f][0-9a-f]{0,3}";
const IP: &str = r"((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])|([1-9a-f][0-9a-f]{0,3}:){7}[1-9a-f][0-9a-f]{0,3}|::1?";
const UUID: &str = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const DATE: &str = r"[0-9]{4}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)";
const TIME: &str = r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{2}[1-9])?";
const DATE_TIME: &str = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]";
const ZULU: &str = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z";
const OFFSET: &str = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](Z|[+-](0[0-9]|1[0-3]):[0-5][0-9])";
const TOML: &str = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z?)?|([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]";
const DECIMAL: &str = r"-?(0|[1-9][0-9]{0,12})(\.[0-9]{1,9})?";

/// A generator of texts, as users pass it.
type Texts = Rc<dyn Reflective<Value = String>>;

/// The patterns of the table and of the user.
#[derive(Clone, Default)]
pub(super) struct Patterns {
    /// The user's patterns.
    named: Vec<(String, Texts)>,
    /// What was found for a visitor and its value. There are few, and they are asked for again and again.
    found: RefCell<Vec<(&'static str, &'static str, Option<Texts>)>>,
}

impl Patterns {
    pub(super) fn add(&mut self, part: String, texts: Texts) {
        self.named.push((part, texts));
        self.found.take();
    }

    /// Whether there is only the table.
    pub(super) fn is_plain(&self) -> bool {
        self.named.is_empty()
    }

    /// Finds the pattern for a field, or else for a type, by its name and that of its visitor.
    pub(super) fn find(
        &self,
        visitor: &'static str,
        value: &'static str,
        (record, field): (&str, &str),
    ) -> Option<Texts> {
        let of_field = self.named.iter().rev().find(|(part, _)| names_field(part, record, field));
        if let Some((_, texts)) = of_field {
            return Some(texts.clone());
        }
        let is_key = |a: &str, b: &str| std::ptr::eq(a, visitor) && std::ptr::eq(b, value);
        if let Some((.., found)) = self.found.borrow().iter().find(|(a, b, _)| is_key(a, b)) {
            return found.clone();
        }
        let found = self.look(visitor, value);
        self.found.borrow_mut().push((visitor, value, found.clone()));
        found
    }

    #[cold]
    fn look(&self, visitor: &str, value: &str) -> Option<Texts> {
        let fits = |part: &str| visitor.contains(part) || value.contains(part);
        if let Some((_, texts)) = self.named.iter().rev().find(|(part, _)| fits(part)) {
            return Some(texts.clone());
        }
        KNOWN.iter().rev().find(|(part, _)| fits(part)).map(|(_, pattern)| Rc::new(regex(pattern)) as Texts)
    }
}

/// Whether `.field`, `Record.field` or `path::Record.field` names this field.
fn names_field(name: &str, record: &str, field: &str) -> bool {
    let Some((of_record, name)) = name.rsplit_once('.') else { return false };
    // Without the parameters of a generic type.
    let record = record.split('<').next().unwrap_or_default();
    let rest = record.strip_suffix(of_record);
    name == field && (of_record.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.ends_with("::")))
}

/// How much more likely a run without room is to stop than to go on.
pub(super) const HARDLY: u64 = 256;

/// The generator of the texts at one place: known ones, those of a pattern, and any other.
pub(super) struct PlaceTexts<'t> {
    pub(super) known: &'t [(String, u32)],
    /// Which of the known texts are unlikely, because they lead to larger and larger values.
    pub(super) is_unlikely: &'t dyn Fn(usize) -> bool,
    /// The weights of all known texts, of the pattern, and of any text.
    pub(super) weights: [u64; 3],
    pub(super) pattern: Option<Texts>,
}

impl Generator for PlaceTexts<'_> {
    type Value = String;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, String>) -> Result<String, Rejected> {
        let known = self.known.len();
        if known == 0 && self.pattern.is_none() {
            return any::<String>().run(cx, focus);
        }
        let weight = |(at, (_, weight)): (usize, &(String, u32))| {
            u64::from(*weight) * if (self.is_unlikely)(at) { 1 } else { HARDLY }
        };
        let mut weights: Vec<u64> = self.known.iter().enumerate().map(weight).collect();
        let rest = weights.iter().sum::<u64>().max(1);
        weights.iter_mut().for_each(|weight| *weight *= self.weights[0]);
        weights.push(if self.pattern.is_some() { rest * self.weights[1] } else { 0 });
        weights.push(rest * self.weights[2]);
        let mut labels: Vec<&str> = self.known.iter().map(|_| "").collect();
        labels.extend(["pattern", "text"]);
        let shows = |text: &String, at: u32| self.known.get(at as usize).is_none_or(|(known, _)| known == text);
        cx.alternatives(focus, known + 2, &shows, &mut |cx, toward| {
            let shown = (toward != FORWARD && !focus.is_free()).then_some(toward as usize);
            let chosen = cx.pick(&weights, Names::Labels(&labels), shown)?;
            match (self.known.get(chosen), &self.pattern) {
                (Some((text, _)), _) => Ok(text.clone()),
                (None, Some(pattern)) if chosen == known => pattern.run(cx, focus),
                _ => any::<String>().run(cx, focus),
            }
        })
    }
}

impl Reflective for PlaceTexts<'_> {}
