//! Numbers and texts as people read them. Every module may use these.

use std::borrow::Cow;

/// Keeps at most this many characters, and writes `…` for the rest.
pub(crate) fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

/// Begins a text with a capital and ends it with a period; one that is empty stays so.
pub(crate) fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(|first| first.to_uppercase().to_string());
    first.map_or_else(String::new, |first| format!("{first}{}.", rest.as_str()))
}

/// What became of a property, to read after how many: `2 in doubt`.
pub(crate) fn of_kind(kind: openpbtstats::Kind) -> &'static str {
    use openpbtstats::Kind;
    match kind {
        Kind::Failed => "failed",
        Kind::Unfinished => "did not finish",
        Kind::Doubtful => "in doubt",
        Kind::Passed => "passed",
        Kind::Gone => "gone",
    }
}

pub(crate) use openpbtstats::grouped as count;

/// `37 %`, never `0 %` of some and never `100 %` of less than all.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "0 %".into();
    }
    let share = part as f64 / whole as f64 * 100.0;
    match share {
        _ if part == 0 => "0 %".into(),
        _ if part < whole && share >= 99.95 => ">99.9 %".into(),
        _ if share < 0.1 => "<0.1 %".into(),
        _ if share < 10.0 || (part < whole && share >= 99.5) => format!("{} %", short(share, 1)),
        _ => format!("{share:.0} %"),
    }
}

/// At most this many decimal places, without trailing zeros.
pub(crate) fn short(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::{count, cut, percent};

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(["", "äöü", "äöü…"].map(|text| cut(text, 3).into_owned()), ["", "äöü", "äöü…"]);
        assert_eq!(cut("äöü", 2), "äö…");
    }

    #[test]
    fn shares_are_never_rounded_to_none_or_all() {
        assert_eq!(percent(0, 10), "0 %");
        assert_eq!(percent(1, 100_000), "<0.1 %");
        assert_eq!(percent(1, 30), "3.3 %");
        assert_eq!(percent(99_999, 100_000), ">99.9 %");
        assert_eq!(percent(997, 1000), "99.7 %");
        assert_eq!(percent(5, 5), "100 %");
        assert_eq!(percent(0, 0), "0 %");
    }
}
