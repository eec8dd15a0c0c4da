//! Unicode's general categories, and the classes that follow from them.

use super::class::{common, without};
use crate::grammar::{Fault, Ranges, fault, others};

/// The general categories of all code points, as runs of the same category. The lower 5 bits of a byte are the number of
/// the category, and the upper 3 bits the length less 1. A 7 there means that the rest of the length follows, in groups
/// of 7 bits, the lowest first; the highest bit marks all but the last. A test writes this file.
static RUNS: &[u8] = include_bytes!("categories.bin");

/// Long and short names of the general categories, in the order of their numbers, in the form that [`loose`] gives them.
const CATEGORIES: [(&str, &str); 30] = [
    ("uppercaseletter", "lu"),
    ("lowercaseletter", "ll"),
    ("titlecaseletter", "lt"),
    ("modifierletter", "lm"),
    ("otherletter", "lo"),
    ("nonspacingmark", "mn"),
    ("spacingmark", "mc"),
    ("enclosingmark", "me"),
    ("decimalnumber", "nd"),
    ("letternumber", "nl"),
    ("othernumber", "no"),
    ("connectorpunctuation", "pc"),
    ("dashpunctuation", "pd"),
    ("openpunctuation", "ps"),
    ("closepunctuation", "pe"),
    ("initialpunctuation", "pi"),
    ("finalpunctuation", "pf"),
    ("otherpunctuation", "po"),
    ("mathsymbol", "sm"),
    ("currencysymbol", "sc"),
    ("modifiersymbol", "sk"),
    ("othersymbol", "so"),
    ("spaceseparator", "zs"),
    ("lineseparator", "zl"),
    ("paragraphseparator", "zp"),
    ("control", "cc"),
    ("format", "cf"),
    ("privateuse", "co"),
    ("unassigned", "cn"),
    ("surrogate", "cs"),
];

/// The number of a run that alternates between `Lu` and `Ll`, as many alphabets do.
const IN_TURNS: u8 = 30;

/// Other names: of groups, by the first letter of their short names, and further names of single categories.
const ALIASES: [(&str, &str); 11] = [
    ("letter", "l"),
    ("mark", "m"),
    ("combiningmark", "m"),
    ("number", "n"),
    ("punctuation", "p"),
    ("punct", "p"),
    ("symbol", "s"),
    ("separator", "z"),
    ("other", "c"),
    ("digit", "nd"),
    ("cntrl", "cc"),
];

/// Returns the characters of all categories whose short names start with one of `prefixes`.
#[inline]
fn of_categories(prefixes: &[&str]) -> Ranges {
    let is_wanted =
        |category: u8| prefixes.iter().any(|prefix| CATEGORIES[usize::from(category)].1.starts_with(prefix));
    let (mut ranges, mut next, mut bytes) = (Ranges::new(), 0, RUNS.iter());
    while let Some(byte) = bytes.next() {
        let (category, mut length) = (byte & 31, u32::from(byte >> 5) + 1);
        let mut shift = if length == 8 { 0 } else { u32::MAX };
        while shift < 32 {
            let byte = bytes.next().copied().unwrap_or(0);
            length += u32::from(byte & 127) << shift;
            shift = if byte > 127 { shift + 7 } else { u32::MAX };
        }
        if category != IN_TURNS {
            ranges.extend(is_wanted(category).then_some((next, next + length - 1)));
        } else {
            let wanted = [is_wanted(0), is_wanted(1)];
            ranges.extend((0..length).filter(|i| wanted[*i as usize % 2]).map(|i| (next + i, next + i)));
        }
        next += length;
    }
    ranges
}

/// Returns the characters of `\d`.
#[inline]
pub(super) fn digits() -> Ranges {
    of_categories(&["nd"])
}

/// Returns the characters of `\s`.
#[inline]
pub(super) fn spaces() -> Ranges {
    let mut ranges = of_categories(&["z"]);
    ranges.extend([(0x09, 0x0d), (0x85, 0x85)]);
    ranges
}

/// Returns the characters of `\w`, which include joiners, and symbols that are letters in circles and squares.
#[inline]
pub(super) fn words() -> Ranges {
    let mut ranges = of_categories(&["l", "m", "nd", "nl", "pc"]);
    ranges.extend([(0x200c, 0x200d), CIRCLED, (0x1f130, 0x1f149), (0x1f150, 0x1f169), (0x1f170, 0x1f189)]);
    ranges
}

/// Letters in circles, of both cases.
const CIRCLED: (u32, u32) = (0x24b6, 0x24e9);

/// Returns the characters with a property, given as in `\p{…}`, or `None` if it is not a general category.
#[inline]
pub(super) fn property(name: &str) -> Option<Ranges> {
    match name.split_once(':').or_else(|| name.split_once('=')) {
        Some((property, value)) if ["gc", "generalcategory"].contains(&&*loose(property)) => category(&loose(value)),
        Some(_) => None,
        None => match &*loose(name) {
            "whitespace" | "wspace" | "space" => Some(spaces()),
            name => category(name),
        },
    }
}

#[inline]
fn category(name: &str) -> Option<Ranges> {
    let short = match name {
        "any" => return Some(others(Ranges::new())),
        "ascii" => return Some(vec![(0, 0x7f)]),
        "assigned" => return Some(others(of_categories(&["cn"]))),
        "lc" | "casedletter" => return Some(of_categories(&["lu", "ll", "lt"])),
        // No text has one.
        "" | "cs" | "surrogate" => return None,
        _ => CATEGORIES.iter().chain(&ALIASES).find(|(long, _)| *long == name).map_or(name, |(_, short)| short),
    };
    let ranges = of_categories(&[short]);
    (!ranges.is_empty()).then_some(ranges)
}

/// Normalises a name: case, spaces, `_`, `-` and the prefix `is` do not matter.
#[inline]
fn loose(name: &str) -> String {
    let is_prefixed = name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("is"));
    let rest = if is_prefixed { &name[2..] } else { name };
    let mut loose: String = rest.chars().filter(|c| c.is_ascii() && !" _-".contains(*c)).collect();
    loose.make_ascii_lowercase();
    // `isc` names a property of its own.
    if is_prefixed && loose == "c" { "isc".to_owned() } else { loose }
}

/// Adds the characters that differ only in case. Returns `None` if the categories are not enough to know them.
#[inline]
pub(super) fn folded(ranges: &Ranges, is_ascii: bool) -> Option<Ranges> {
    // The only characters beyond ASCII with a relative in ASCII: the long s and the Kelvin sign.
    let (long_s, kelvin) = ((0x17f, 0x17f), (0x212a, 0x212a));
    if !is_ascii && ranges.iter().any(|(_, to)| *to > 0x7f) {
        let mut cased = of_categories(&["lu", "ll", "lt", "nl"]);
        cased.extend([CIRCLED, (0x345, 0x345)]);
        let cased = without(cased, vec![(0, 0x7f), long_s, kelvin]);
        let inside = common(cased.clone(), ranges.clone());
        // A class with all of them has all of their relatives.
        if !inside.is_empty() && inside != cased {
            return None;
        }
    }
    let has = |range: (u32, u32)| ranges.iter().any(|(from, to)| *from <= range.0 && range.0 <= *to);
    let mut folded = ranges.clone();
    for upper in 0x41..=0x5a {
        let mut relatives = vec![(upper, upper), (upper + 0x20, upper + 0x20)];
        match upper {
            0x4b if !is_ascii => relatives.push(kelvin),
            0x53 if !is_ascii => relatives.push(long_s),
            _ => {}
        }
        if relatives.iter().any(|relative| has(*relative)) {
            folded.extend(relatives);
        }
    }
    Some(folded)
}

/// Asks regex-syntax for a class that needs more tables.
#[cfg(feature = "unicode")]
#[inline]
pub(super) fn more(at: usize, class: &str, _what: &str) -> Result<Ranges, Fault> {
    use regex_syntax::hir::{Class, HirKind};

    let hir = match regex_syntax::parse(class) {
        Ok(hir) => hir,
        Err(regex_syntax::Error::Translate(error)) => return fault(at, error.kind().to_string()),
        Err(error) => return fault(at, error.to_string()),
    };
    Ok(match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            class.iter().map(|range| (range.start().into(), range.end().into())).collect()
        }
        // A class of one.
        HirKind::Literal(text) => String::from_utf8_lossy(&text.0).chars().map(|c| (c.into(), c.into())).collect(),
        _ => Ranges::new(),
    })
}

/// Reports a class that needs more tables.
#[cfg(not(feature = "unicode"))]
#[inline]
pub(super) fn more(at: usize, _class: &str, what: &str) -> Result<Ranges, Fault> {
    fault(at, format!("{what} needs the feature `unicode` of mirrorcheck"))
}
