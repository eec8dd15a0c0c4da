//! Words and numbers for people: what is in files made visible, counts, shares and times in few digits.

use std::borrow::Cow;
use std::fmt::Write;

use maud::{Markup, Render, html};

pub(super) use crate::words::{count, cut, percent};

use crate::words::short;

/// Text from a file: escaped, its control characters visible, its direction kept from its surroundings.
pub(super) struct Shown<'a>(pub(super) &'a str);

impl Render for Shown<'_> {
    fn render(&self) -> Markup {
        html! { bdi { (visible(self.0)) } }
    }
}

/// Spells out the characters of a text that are invisible or reorder their neighbours.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|each| !is_hidden(each)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for each in text.chars() {
        match each {
            _ if !is_hidden(each) => out.push(each),
            '\0'..='\x1f' => out.push(char::from_u32(0x2400 + each as u32).unwrap_or('\u{fffd}')),
            '\x7f' => out.push('\u{2421}'),
            '\u{80}'..='\u{9f}' => out.push('\u{fffd}'),
            _ => {
                let _ = write!(out, "{}", each.escape_unicode());
            }
        }
    }
    Cow::Owned(out)
}

fn is_hidden(each: char) -> bool {
    match each {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => true,
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' => true,
        _ => each.is_control(),
    }
}

/// The name of a property: the path quiet, the last part not, with places to break the line.
pub(super) fn name(property: &str) -> Markup {
    let parts: Vec<&str> = property.split("::").collect();
    let (last, path) = parts.split_last().unwrap_or((&"", &[]));
    html! {
        bdi.name {
            span.path { @for part in path { (visible(part)) "::" wbr; } }
            @for (at, word) in last.split('_').enumerate() {
                @if at > 0 { "_" wbr; }
                (visible(word))
            }
        }
    }
}

/// Data for a script that stands in HTML: nothing in it can be taken for a tag.
pub(super) fn script_data(data: &serde_json::Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// `1 case`, `300 cases`
pub(super) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// `37 cases, 12 %`
pub(super) fn cases_of(part: u64, whole: u64) -> String {
    format!("{}, {}", counted(part, "case", "cases"), percent(part, whole))
}

/// `0.8 s`, `12 ms`, `340 µs`, `2 min 5 s`
pub(super) fn seconds(seconds: f64) -> String {
    match seconds {
        _ if !seconds.is_finite() => "unknown".into(),
        _ if seconds <= 0.0 => "0 s".into(),
        _ if seconds < 0.000_001 => "<1 µs".into(),
        _ if seconds < 0.000_999_5 => format!("{} µs", digits(seconds * 1e6)),
        _ if seconds < 0.999_5 => format!("{} ms", digits(seconds * 1e3)),
        _ if seconds < 99.5 => format!("{} s", digits(seconds)),
        _ => format!("{} min {} s", count((seconds.round() / 60.0) as u64), seconds.round() as u64 % 60),
    }
}

/// A number in few digits: `1,204`, `3.25`, `1.2e-7`.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    match value {
        _ if value.is_nan() => "not a number".into(),
        _ if value == f64::INFINITY => "infinity".into(),
        _ if value == f64::NEG_INFINITY => "minus infinity".into(),
        _ if size == 0.0 => "0".into(),
        _ if !(1e-4..1e15).contains(&size) => format!("{value:.2e}"),
        _ if size >= 1000.0 || value.fract() == 0.0 => {
            format!("{}{}", if value < 0.0 { "−" } else { "" }, count(size.round() as u64))
        }
        _ => format!("{}{}", if value < 0.0 { "−" } else { "" }, digits(size)),
    }
}

/// Three digits that count.
fn digits(value: f64) -> String {
    let places = (2 - value.abs().log10().floor() as i64).clamp(0, 9) as usize;
    short(value, places)
}

/// Shows when a run began: a date and a time of day, identical on every machine.
pub(super) fn moment(start: f64) -> Markup {
    match parts_of(start) {
        None => html! { (number(start)) },
        Some((date, time)) => html! {
            time datetime=(format!("{date}T{time}Z")) { (date) " " (time) " UTC" }
        },
    }
}

/// Shows briefly when a run began, without the year.
pub(super) fn short_moment(start: f64) -> Markup {
    let short = |date: &str, time: &str| {
        let month = MONTHS.get(date.get(5..7)?.parse::<usize>().ok()?.checked_sub(1)?)?;
        Some(format!("{} {month}, {} UTC", date.get(8..)?.trim_start_matches('0'), time.get(..5)?))
    };
    match parts_of(start).and_then(|(date, time)| Some((short(&date, &time)?, date, time))) {
        None => html! { (number(start)) },
        Some((short, date, time)) => html! {
            time datetime=(format!("{date}T{time}Z")) title=(moment_text(start)) { (short) }
        },
    }
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Returns when a run began, as plain text.
pub(super) fn moment_text(start: f64) -> String {
    parts_of(start).map_or_else(|| number(start), |(date, time)| format!("{date} {time} UTC"))
}

/// The proleptic Gregorian calendar, in eras of 400 years that begin in March so that leap days come last.
fn parts_of(start: f64) -> Option<(String, String)> {
    if !(0.0..253_402_300_800.0).contains(&start) {
        return None;
    }
    let second = start as u64;
    let days = second / 86_400 + 719_468;
    let of_era = days % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + days / 146_097 * 400 + u64::from(month <= 2);
    let (hours, minutes, seconds) = (second / 3600 % 24, second / 60 % 60, second % 60);
    Some((format!("{year:04}-{month:02}-{day:02}"), format!("{hours:02}:{minutes:02}:{seconds:02}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(visible("a\0b\x1b\x7f\u{85}\nc"), "a␀b␛␡\u{fffd}\nc");
        assert_eq!(visible("x\u{202e}y"), "x\\u{202e}y");
        assert_eq!(visible("plain — שלום"), "plain — שלום");
    }

    #[test]
    fn numbers_have_few_digits() {
        assert_eq!(number(-2.5049), "−2.5");
        assert_eq!(number(1204.0), "1,204");
        assert_eq!(number(0.000_000_12), "1.20e-7");
        assert_eq!(seconds(0.0123), "12.3 ms");
        assert_eq!(seconds(125.0), "2 min 5 s");
        assert_eq!(seconds(f64::NAN), "unknown");
    }

    #[test]
    fn dates_are_right_around_leap_days() {
        assert_eq!(moment_text(0.0), "1970-01-01 00:00:00 UTC");
        assert_eq!(moment_text(951_782_400.5), "2000-02-29 00:00:00 UTC");
        assert_eq!(moment_text(1_794_770_449.6), "2026-11-15 19:20:49 UTC");
        assert_eq!(moment_text(-5.0), "−5");
        let short = short_moment(1_794_770_449.6).into_string();
        assert!(short.contains(r#"<time datetime="2026-11-15T19:20:49Z""#), "{short}");
        assert!(short.contains(">15 Nov, 19:20 UTC</time>"), "{short}");
        assert!(short_moment(951_955_200.0).into_string().contains(">2 Mar, 00:00 UTC<"));
    }
}
