//! What Unicode says of characters: their general categories, and what follows from them.

use super::class::{common, others, without};
use crate::grammar::{Fault, Ranges, fault};

/// The general categories of all characters, in runs of characters with the same one. A byte holds the number of the
/// category (the lower 5 bits) and the length of the run less 1 (the upper 3 bits). If that is 7, bytes follow with what
/// is still missing from the length, 7 bits each, the lowest first; all but the last have the highest bit set. The file
/// is written by a test.
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

/// A run of this number is one of `Lu` and `Ll` in turns, as many are.
const IN_TURNS: u8 = 30;

/// Other names: of several categories by what their short names begin with, and second ones of single categories.
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

/// The characters of the categories whose short names begin with one of these.
fn of_categories(beginnings: &[&str]) -> Ranges {
    let is_wanted = |category: u8| beginnings.iter().any(|name| CATEGORIES[usize::from(category)].1.starts_with(name));
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

/// What `\d` matches.
pub(super) fn digits() -> Ranges {
    of_categories(&["nd"])
}

/// What `\s` matches.
pub(super) fn spaces() -> Ranges {
    let mut ranges = of_categories(&["z"]);
    ranges.extend([(0x09, 0x0d), (0x85, 0x85)]);
    ranges
}

/// What `\w` matches: also what joins letters, and letters in circles and squares, which are symbols.
pub(super) fn words() -> Ranges {
    let mut ranges = of_categories(&["l", "m", "nd", "nl", "pc"]);
    ranges.extend([(0x200c, 0x200d), CIRCLED, (0x1f130, 0x1f149), (0x1f150, 0x1f169), (0x1f170, 0x1f189)]);
    ranges
}

/// Letters in circles, of both cases.
const CIRCLED: (u32, u32) = (0x24b6, 0x24e9);

/// The characters with a property, as it stands between the braces of `\p{…}`, if the categories tell. They tell what
/// `category` and `gc=category` are.
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

/// A name without what makes no difference: case, spaces, `_` and `-`, and `is` in front of it.
fn loose(name: &str) -> String {
    let is_prefixed = name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("is"));
    let rest = if is_prefixed { &name[2..] } else { name };
    let mut loose: String = rest.chars().filter(|c| c.is_ascii() && !" _-".contains(*c)).collect();
    loose.make_ascii_lowercase();
    // `isc` is the name of a property of its own.
    if is_prefixed && loose == "c" { "isc".to_owned() } else { loose }
}

/// The characters together with those that differ from them only in case; `None` if more than the categories is needed
/// to know them.
pub(super) fn folded(ranges: &Ranges, is_ascii: bool) -> Option<Ranges> {
    // The only ones outside of ASCII with a relative in it: the long s and the Kelvin sign.
    let (long_s, kelvin) = ((0x17f, 0x17f), (0x212a, 0x212a));
    if !is_ascii && ranges.iter().any(|(_, to)| *to > 0x7f) {
        let mut cased = of_categories(&["lu", "ll", "lt", "nl"]);
        cased.extend([CIRCLED, (0x345, 0x345)]);
        let cased = without(cased, vec![(0, 0x7f), long_s, kelvin]);
        let inside = common(cased.clone(), ranges.clone());
        // All of them are all of their relatives, too.
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

/// A class that needs more of Unicode than the categories: regex-syntax has the tables.
#[cfg(feature = "unicode")]
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

/// A class that needs more of Unicode than the categories: there are no tables.
#[cfg(not(feature = "unicode"))]
pub(super) fn more(at: usize, _class: &str, what: &str) -> Result<Ranges, Fault> {
    fault(at, format!("{what} needs the feature `unicode` of mirrorcheck"))
}
