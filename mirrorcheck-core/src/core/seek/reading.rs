//! Parses the `Debug` text of a value into leaves: its numbers, letters, names and lengths, each with its place.

use std::cmp::Ordering;
use std::collections::HashMap;

/// The most leaves to read from a text; a string literal is read to its end.
const MOST: usize = 20_000;

/// A leaf of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Leaf {
    /// A hash of the path to it. The elements of a list share one place.
    pub(super) place: u64,
    pub(super) atom: Atom,
    /// Where its text begins and ends.
    pub(super) start: u32,
    pub(super) end: u32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Atom {
    Number(i128),
    Float(f64),
    Char(char),
    /// A name, or a number too large to calculate with, as a hash.
    Word(u64),
    /// How many items or characters there are.
    Count(u32),
}

/// The most bytes that one character takes, as in `\u{10ffff}`.
const LONGEST_ESCAPE: usize = 10;

/// The distance between leaves of different kinds, and between different names.
const OTHER_KIND: f64 = 200.0;
const OTHER_WORD: f64 = 100.0;
/// The difference between floats that counts as much as 1 between integers.
const FLOAT_UNIT: f64 = 1e-9;

impl Atom {
    /// Returns how far apart two atoms are. It grows with the logarithm of the difference: a step in the right direction
    /// always shows.
    #[inline]
    pub(super) fn distance(self, other: Atom) -> f64 {
        let apart = |a: i128, b: i128| (1.0 + a.abs_diff(b) as f64).log2();
        match (self, other) {
            _ if self == other => 0.0,
            (Atom::Number(a), Atom::Number(b)) => apart(a, b),
            (Atom::Float(a), Atom::Float(b)) if (a - b).is_finite() => (1.0 + (a - b).abs() / FLOAT_UNIT).log2(),
            (Atom::Char(a), Atom::Char(b)) => apart(u32::from(a).into(), u32::from(b).into()),
            (Atom::Count(a), Atom::Count(b)) => apart(a.into(), b.into()),
            (Atom::Word(_), Atom::Word(_)) => OTHER_WORD,
            _ => OTHER_KIND,
        }
    }

    /// Returns the number of bits in which two atoms differ.
    #[inline]
    pub(super) fn bits_apart(self, other: Atom) -> f64 {
        match (self, other) {
            (Atom::Number(a), Atom::Number(b)) => f64::from((a ^ b).count_ones()),
            (Atom::Char(a), Atom::Char(b)) => f64::from((u32::from(a) ^ u32::from(b)).count_ones()),
            _ => self.distance(other),
        }
    }

    #[inline]
    pub(super) fn as_f64(self) -> Option<f64> {
        match self {
            Atom::Number(n) => Some(n as f64),
            Atom::Float(x) => Some(x).filter(|x| x.is_finite()),
            Atom::Char(c) => Some(u32::from(c).into()),
            Atom::Count(n) => Some(n.into()),
            Atom::Word(_) => None,
        }
    }

    #[inline]
    pub(super) fn as_int(self) -> Option<i128> {
        match self {
            Atom::Number(n) => Some(n),
            Atom::Char(c) => Some(u32::from(c).into()),
            Atom::Count(n) => Some(n.into()),
            Atom::Float(_) | Atom::Word(_) => None,
        }
    }

    /// Returns a number that distinguishes the atoms of one place.
    #[inline]
    pub(super) fn key(self) -> u64 {
        match self {
            Atom::Number(n) => n as u64 ^ (n >> 64) as u64,
            Atom::Float(x) => x.to_bits(),
            Atom::Char(c) => u64::from(u32::from(c)) | 1 << 40,
            Atom::Word(hash) => hash,
            Atom::Count(n) => u64::from(n) | 1 << 41,
        }
    }

    #[inline]
    fn compare(self, other: Atom) -> Ordering {
        match (self, other) {
            (Atom::Number(a), Atom::Number(b)) => a.cmp(&b),
            (Atom::Float(a), Atom::Float(b)) => a.total_cmp(&b),
            (Atom::Char(a), Atom::Char(b)) => a.cmp(&b),
            (Atom::Count(a), Atom::Count(b)) => a.cmp(&b),
            // Sorting needs a total order: kinds come first.
            _ => self.kind().cmp(&other.kind()).then(self.key().cmp(&other.key())),
        }
    }

    #[inline]
    fn kind(self) -> u8 {
        match self {
            Atom::Number(_) => 0,
            Atom::Float(_) => 1,
            Atom::Char(_) => 2,
            Atom::Word(_) => 3,
            Atom::Count(_) => 4,
        }
    }
}

/// The leaves of a value, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    pub(super) leaves: Vec<Leaf>,
    pub(super) text: String,
}

impl Reading {
    #[inline]
    pub(super) fn of(text: String) -> Reading {
        let mut reader = Reader { bytes: text.as_bytes(), ..Reader::default() };
        reader.read();
        let leaves = reader.leaves;
        Reading { leaves, text }
    }

    /// Returns the leaves by place, together with what only helps to recognise choices: the words within texts, and the
    /// number of leaves at each place.
    #[inline]
    pub(super) fn by_place(&self) -> HashMap<u64, Vec<Atom>> {
        let mut places: HashMap<u64, Vec<Atom>> = HashMap::new();
        let mut words = Words { bytes: self.text.as_bytes(), at: 0 };
        for Leaf { place, atom, end, .. } in &self.leaves {
            places.entry(*place).or_default().push(*atom);
            if let Atom::Char(_) = atom {
                // A word counts once, at its last letter.
                if let Some(word) = words.ending_at(*end as usize) {
                    places.entry(mix(*place, WORD)).or_default().push(Atom::Word(word));
                }
            }
        }
        let counts: Vec<(u64, usize)> = places.iter().map(|(place, atoms)| (*place, atoms.len())).collect();
        for (place, count) in counts {
            places.insert(mix(place, TOTAL), vec![Atom::Count(count as u32)]);
        }
        places
    }

    /// Returns the path to a leaf in the usual notation, such as `.items[2].price`.
    #[inline]
    pub(super) fn path_to(&self, leaf: usize) -> String {
        let mut reader = Reader { bytes: self.text.as_bytes(), wanted: Some(leaf), ..Reader::default() };
        reader.read();
        reader.path
    }
}

/// Finds the words within texts by their ends.
struct Words<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Words<'_> {
    #[inline]
    fn ending_at(&mut self, end: usize) -> Option<u64> {
        let is_letter = |at: usize| self.bytes.get(at).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
        if end == 0 || !is_letter(end - 1) || is_letter(end) {
            return None;
        }
        let start = (self.at.min(end)..end).rev().take_while(|at| is_letter(*at)).last()?;
        self.at = end;
        Some(hash(&self.bytes[start..end]))
    }
}

const WORD: u64 = 11;
const COUNT: u64 = 12;
const TEXT: u64 = 13;
const TOTAL: u64 = 17;
const DIGITS: u64 = 14;
const LETTER: u64 = 15;
const KEY: u64 = 16;

#[inline]
pub(super) fn mix(hash: u64, word: u64) -> u64 {
    (hash ^ word.wrapping_add(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29)
}

#[inline]
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Bracket {
    List,
    /// A set or a map, whose items may appear in any order.
    Unordered,
    Tuple,
    Struct,
}

/// An open bracket.
#[derive(Debug)]
struct Open {
    kind: Bracket,
    place: u64,
    /// The index of the leaf that counts its items.
    count: Option<usize>,
    items: u32,
    is_begun: bool,
    /// The first leaf of each item, if the items must be sorted.
    starts: Vec<usize>,
    /// The field, or the side of a map's entry.
    field: u64,
    field_at: (usize, usize),
}

#[derive(Default)]
struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    /// Where the current piece begins.
    begun: usize,
    leaves: Vec<Leaf>,
    open: Vec<Open>,
    /// The name before a bracket.
    name: Option<u64>,
    /// The leaf whose path is wanted, and that path.
    wanted: Option<usize>,
    path: String,
}

impl Reader<'_> {
    #[inline]
    fn read(&mut self) {
        while self.at < self.bytes.len() && self.leaves.len() < MOST {
            self.next();
        }
    }

    #[inline]
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    #[inline]
    fn place(&self) -> u64 {
        match self.open.last() {
            None => 1,
            Some(open) => match open.kind {
                Bracket::List => open.place,
                Bracket::Tuple => mix(open.place, open.items.into()),
                Bracket::Unordered | Bracket::Struct => mix(open.place, open.field),
            },
        }
    }

    #[inline]
    fn leaf(&mut self, place: u64, atom: Atom) {
        if self.wanted == Some(self.leaves.len()) {
            self.write_path();
        }
        self.leaves.push(Leaf { place, atom, start: self.begun as u32, end: self.at as u32 });
    }

    #[inline]
    fn write_path(&mut self) {
        for open in &self.open {
            match open.kind {
                Bracket::Struct => {
                    self.path.push('.');
                    let (from, to) = open.field_at;
                    self.path.push_str(&String::from_utf8_lossy(&self.bytes[from..to]));
                }
                Bracket::Tuple => self.path.push_str(&format!(".{}", open.items.saturating_sub(1))),
                Bracket::List | Bracket::Unordered => {
                    self.path.push_str(&format!("[{}]", open.items.saturating_sub(1)));
                }
            }
        }
    }

    /// Begins an item, if this is the first token after a comma.
    #[inline]
    fn begin_item(&mut self) {
        let here = self.leaves.len();
        if let Some(open) = self.open.last_mut().filter(|open| !open.is_begun) {
            open.is_begun = true;
            open.items += 1;
            if open.kind == Bracket::Unordered {
                open.field = KEY;
                open.starts.push(here);
            }
            if let Some(Leaf { atom: Atom::Count(count), .. }) = open.count.and_then(|at| self.leaves.get_mut(at)) {
                *count += 1;
            }
        }
    }

    #[inline]
    fn next(&mut self) {
        let c = self.peek(0);
        self.begun = self.at;
        if !c.is_ascii_whitespace() && !matches!(c, b',' | b']' | b'}' | b')') {
            self.begin_item();
        }
        let name = self.name.take();
        match c {
            b' ' | b'\n' => {
                self.name = name;
                self.at += 1;
            }
            b'"' => self.text(),
            b'\'' => self.letter(),
            b'[' | b'{' | b'(' => self.enter(c, name),
            b']' | b'}' | b')' => {
                self.at += 1;
                if let Some(open) = self.open.pop().filter(|open| open.starts.len() > 1) {
                    self.sort(&open.starts);
                }
            }
            b',' => {
                self.at += 1;
                if let Some(open) = self.open.last_mut() {
                    open.is_begun = false;
                }
            }
            b':' => {
                self.at += 1;
                if let Some(open) = self.open.last_mut().filter(|open| open.kind == Bracket::Unordered) {
                    open.field = 0;
                }
            }
            b'-' if self.peek(1).is_ascii_digit() && !self.follows_word() => self.number(),
            b'0'..=b'9' => self.number(),
            c if c.is_ascii_alphabetic() || c == b'_' || c >= 0x80 => self.word(),
            _ => self.at += 1,
        }
    }

    #[inline]
    fn follows_word(&self) -> bool {
        self.at > 0 && (self.bytes[self.at - 1].is_ascii_alphanumeric())
    }

    #[inline]
    fn enter(&mut self, c: u8, name: Option<u64>) {
        let kind = match (c, name) {
            (b'[', _) => Bracket::List,
            (b'(', _) => Bracket::Tuple,
            (_, Some(_)) => Bracket::Struct,
            _ => Bracket::Unordered,
        };
        let place = mix(self.place(), name.unwrap_or(2));
        self.at += 1;
        let is_counted = matches!(kind, Bracket::List | Bracket::Unordered);
        let count = is_counted.then_some(self.leaves.len());
        if is_counted {
            self.leaf(mix(place, COUNT), Atom::Count(0));
        }
        let (starts, field_at) = (Vec::new(), (0, 0));
        self.open.push(Open { kind, place, count, items: 0, is_begun: false, starts, field: 0, field_at });
    }

    /// Sorts the items that begin at these leaves.
    #[cold]
    fn sort(&mut self, starts: &[usize]) {
        let first = starts[0];
        let ends = starts[1..].iter().copied().chain([self.leaves.len()]);
        let mut items: Vec<Vec<Leaf>> =
            starts.iter().zip(ends).map(|(start, end)| self.leaves[*start..end].to_vec()).collect();
        let compare = |a: &Vec<Leaf>, b: &Vec<Leaf>| {
            let pairs = a.iter().zip(b).map(|(a, b)| a.atom.compare(b.atom));
            pairs.fold(Ordering::Equal, Ordering::then).then(a.len().cmp(&b.len()))
        };
        items.sort_by(compare);
        self.leaves.truncate(first);
        self.leaves.extend(items.into_iter().flatten());
    }

    #[inline]
    fn word(&mut self) {
        let start = self.at;
        while matches!(self.peek(0), b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | 0x80..) {
            self.at += 1;
        }
        let word = hash(&self.bytes[start..self.at]);
        let is_field = self.peek(0) == b':' && self.peek(1) != b':';
        let end = self.at;
        match self.open.last_mut().filter(|open| open.kind == Bracket::Struct && is_field) {
            Some(open) => {
                open.field = word;
                open.field_at = (start, end);
                self.at += 1;
            }
            None => {
                self.leaf(self.place(), Atom::Word(word));
                self.name = Some(word);
            }
        }
    }

    #[inline]
    fn number(&mut self) {
        let start = self.at;
        self.at += 1;
        let mut is_float = false;
        loop {
            match self.peek(0) {
                b'0'..=b'9' => {}
                b'.' if self.peek(1).is_ascii_digit() && !is_float => is_float = true,
                b'e' if self.peek(1).is_ascii_digit() || (self.peek(1) == b'-' && self.peek(2).is_ascii_digit()) => {
                    is_float = true;
                    self.at += 1;
                }
                _ => break,
            }
            self.at += 1;
        }
        let text = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        let float = || text.parse().ok().filter(|_| is_float).map(Atom::Float);
        let atom = text.parse().ok().map(Atom::Number).or_else(float);
        let atom = atom.unwrap_or_else(|| Atom::Word(hash(text.as_bytes())));
        self.leaf(self.place(), atom);
    }

    /// Reads one character and unescapes it.
    #[inline]
    fn character(&mut self) -> Option<char> {
        // Decode only one character's bytes: validating the whole rest each time would be quadratic.
        let rest = self.bytes.get(self.at..)?;
        let rest = match std::str::from_utf8(&rest[..rest.len().min(LONGEST_ESCAPE)]) {
            Ok(rest) => rest,
            Err(error) => std::str::from_utf8(&rest[..error.valid_up_to()]).ok()?,
        };
        let c = rest.chars().next()?;
        self.at += c.len_utf8();
        if c != '\\' {
            return Some(c);
        }
        self.at += 1;
        Some(match rest.as_bytes().get(1)? {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'0' => '\0',
            b'u' => {
                let end = rest.find('}')?;
                self.at += end - 1;
                u32::from_str_radix(rest.get(3..end)?, 16).ok().and_then(char::from_u32)?
            }
            other => char::from(*other),
        })
    }

    #[inline]
    fn letter(&mut self) {
        let start = self.at;
        self.at += 1;
        match self.ascii_or_character() {
            Some(c) if self.peek(0) == b'\'' => {
                self.at += 1;
                self.leaf(self.place(), Atom::Char(c));
            }
            // A lifetime has no closing quote.
            _ => self.at = start + 1,
        }
    }

    /// Reads one character; plain ASCII needs no decoding.
    #[inline]
    fn ascii_or_character(&mut self) -> Option<char> {
        match self.peek(0) {
            c @ (1..=b'[' | b']'..=0x7f) => {
                self.at += 1;
                Some(char::from(c))
            }
            _ => self.character(),
        }
    }

    /// Reads a string literal: its length, then its characters and numbers.
    #[inline]
    fn text(&mut self) {
        let place = mix(self.place(), TEXT);
        let count = self.leaves.len();
        self.leaf(mix(place, COUNT), Atom::Count(0));
        self.at += 1;
        let mut letters = 0;
        while self.at < self.bytes.len() && self.peek(0) != b'"' {
            self.begun = self.at;
            if self.peek(0).is_ascii_digit() {
                let start = self.at;
                while self.peek(0).is_ascii_digit() {
                    self.at += 1;
                    letters += 1;
                }
                let digits = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
                let atom = digits.parse().map_or_else(|_| Atom::Word(hash(digits.as_bytes())), Atom::Number);
                self.leaf(mix(place, DIGITS), atom);
                continue;
            }
            let Some(c) = self.ascii_or_character() else {
                self.at += 1;
                continue;
            };
            letters += 1;
            let kind = if c.is_alphabetic() { LETTER } else { TEXT };
            self.leaf(mix(place, kind), Atom::Char(c));
        }
        self.at += 1;
        if let Some(leaf) = self.leaves.get_mut(count) {
            leaf.atom = Atom::Count(letters);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Atom, Reading};

    fn atoms(text: &str) -> Vec<Atom> {
        Reading::of(text.to_owned()).leaves.iter().map(|leaf| leaf.atom).collect()
    }

    #[test]
    fn leaves_are_read_in_order() {
        use Atom::{Char, Count, Float, Number};
        assert_eq!(atoms("(1, -2.5, 'x')"), [Number(1), Float(-2.5), Char('x')]);
        assert_eq!(atoms(r#"["a\n12", ""]"#), [Count(2), Count(4), Char('a'), Char('\n'), Number(12), Count(0)]);
        assert_eq!(atoms("Item { id: 3, tags: [] }")[1..], [Number(3), Count(0)]);
        assert_eq!(atoms(r"'\u{1f600}'"), [Char('\u{1f600}')]);
    }

    #[test]
    fn elements_share_a_place_and_fields_do_not() {
        let places: Vec<u64> = Reading::of("[P { x: 1, y: 2 }, P { x: 3, y: 4 }]".to_owned())
            .leaves
            .iter()
            .map(|leaf| leaf.place)
            .collect();
        assert_eq!(places[2], places[5]);
        assert_ne!(places[2], places[3]);
    }

    #[test]
    fn sets_are_read_in_one_order() {
        assert_eq!(atoms("{10, 9, 2}"), atoms("{9, 2, 10}"));
        assert_eq!(atoms("{10: [1], 9: []}"), atoms("{9: [], 10: [1]}"));
    }

    /// Numbers too large to calculate with are compared by their hashes, others by value.
    #[test]
    fn a_set_of_small_and_large_numbers_has_one_order() {
        let factor = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128;
        let mut items: Vec<String> = (0..100u128).map(|n| n.wrapping_mul(factor).to_string()).collect();
        let first = atoms(&format!("{{{}}}", items.join(", ")));
        items.reverse();
        assert_eq!(atoms(&format!("{{{}}}", items.join(", "))), first);
    }

    #[test]
    fn a_path_is_as_people_write_it() {
        let reading = Reading::of("S { a: [(1, 2), (3, 4)] }".to_owned());
        let at = reading.leaves.iter().position(|leaf| leaf.atom == Atom::Number(4)).unwrap_or_default();
        assert_eq!(reading.path_to(at), ".a[1].1");
    }

    #[test]
    fn odd_texts_are_read_to_their_end() {
        for text in ["", "\"", "'", "\"\\", "\\u{", "'\\u{110000}'", "[[[", ")))", "1e", "-", "é\"é\\u{zz}\"", "{:,}"]
        {
            atoms(text);
        }
    }
}
