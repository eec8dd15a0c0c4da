//! Text that `Debug` writes: taken apart into its pieces, with runs collapsed, cut to length, and free of control
//! characters.
//!
//! Nothing here fails. Text that does not look like that of a derived `Debug` is one piece without parts.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use crate::core::sort::sort_by;
use crate::core::written::bytes_of_cut;

/// Deeper text is one piece: what looks at pieces recurses.
const DEEPEST: usize = 100;

/// The fewest repetitions that are written as a number.
const FEWEST_REPEATED: usize = 8;

/// The pieces of a text, the outermost first.
#[derive(Debug, Clone)]
pub(crate) struct Pieces {
    pub(crate) text: String,
    pieces: Vec<Piece>,
}

/// A part of a text that stands for one value: `Some(7)`, the `7` in it, `"a, b"`, `x: 1` without its name.
#[derive(Debug, Clone)]
struct Piece {
    start: usize,
    end: usize,
    children: Vec<usize>,
    /// Whether its children are the elements of a list: `[…]`.
    is_list: bool,
}

/// A piece that has begun.
struct Open {
    piece: usize,
    close: u8,
    /// Whether it holds something that no derived `Debug` writes.
    is_odd: bool,
}

impl Pieces {
    /// Takes a text apart.
    pub(crate) fn new(text: String) -> Pieces {
        let mut pieces = vec![Piece { start: 0, end: text.len(), children: Vec::new(), is_list: false }];
        if let Some(parsed) = Parser::new(&text).parse() {
            pieces = parsed;
        }
        Pieces { text, pieces }
    }

    /// The arguments of a property in brackets, or the only one. Whatever each looks like, it is a piece.
    pub(crate) fn of_parts(parts: &[String]) -> Pieces {
        if let [only] = parts {
            return Pieces::new(only.clone());
        }
        let mut whole = Pieces {
            text: "(".to_owned(),
            pieces: vec![Piece { start: 0, end: 0, children: Vec::new(), is_list: false }],
        };
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                whole.text.push_str(", ");
            }
            let (at, first) = (whole.text.len(), whole.pieces.len());
            whole.text.push_str(part);
            whole.pieces[0].children.push(first);
            for mut piece in Pieces::new(part.clone()).pieces {
                (piece.start, piece.end) = (piece.start + at, piece.end + at);
                for child in &mut piece.children {
                    *child += first;
                }
                whole.pieces.push(piece);
            }
        }
        whole.text.push(')');
        whole.pieces[0].end = whole.text.len();
        whole
    }

    pub(crate) fn children(&self, piece: usize) -> &[usize] {
        &self.pieces[piece].children
    }

    /// Whether a piece is another, or in it.
    pub(crate) fn is_within(&self, inner: usize, outer: usize) -> bool {
        let (inner, outer) = (&self.pieces[inner], &self.pieces[outer]);
        outer.start <= inner.start && inner.end <= outer.end
    }

    fn text_of(&self, piece: usize) -> &str {
        &self.text[self.pieces[piece].start..self.pieces[piece].end]
    }

    /// The smallest piece that holds all that differs from another text. `None` if nothing does.
    pub(crate) fn difference(&self, other: &Pieces) -> Option<usize> {
        let (mut ours, mut theirs) = (0, 0);
        if self.text == other.text {
            return None;
        }
        while self.has_frame(ours, other, theirs) {
            let mut differing = Vec::new();
            for (&our, &their) in self.children(ours).iter().zip(other.children(theirs)) {
                if self.text_of(our) != other.text_of(their) {
                    differing.push((our, their));
                }
            }
            let [(our, their)] = differing[..] else { break };
            (ours, theirs) = (our, their);
        }
        Some(ours)
    }

    /// The smallest piece that holds two pieces.
    pub(crate) fn common(&self, one: usize, two: usize) -> usize {
        let mut piece = 0;
        loop {
            let holds = |child: &&usize| self.is_within(one, **child) && self.is_within(two, **child);
            match self.children(piece).iter().find(holds) {
                Some(&child) => piece = child,
                None => return piece,
            }
        }
    }

    /// Whether another text differs in some pieces only.
    pub(crate) fn matches(&self, marked: &[usize], other: &Pieces) -> bool {
        self.matches_from(0, marked, other, 0)
    }

    fn matches_from(&self, ours: usize, marked: &[usize], other: &Pieces, theirs: usize) -> bool {
        if marked.contains(&ours) || self.text_of(ours) == other.text_of(theirs) {
            return true;
        }
        if !self.has_frame(ours, other, theirs) {
            return false;
        }
        for (&our, &their) in self.children(ours).iter().zip(other.children(theirs)) {
            if !self.matches_from(our, marked, other, their) {
                return false;
            }
        }
        true
    }

    /// Whether two pieces have as many parts and the same text around them.
    fn has_frame(&self, ours: usize, other: &Pieces, theirs: usize) -> bool {
        let (our, their) = (&self.pieces[ours], &other.pieces[theirs]);
        if our.children.is_empty() || our.children.len() != their.children.len() {
            return false;
        }
        let (mut at, mut there) = (our.start, their.start);
        for (&child, &partner) in our.children.iter().zip(&their.children) {
            let (child, partner) = (&self.pieces[child], &other.pieces[partner]);
            if self.text[at..child.start] != other.text[there..partner.start] {
                return false;
            }
            (at, there) = (child.end, partner.end);
        }
        self.text[at..our.end] == other.text[there..their.end]
    }

    /// The text with `_` in the place of some pieces, and with runs of them collapsed.
    pub(crate) fn marked(&self, marked: &[usize]) -> String {
        self.written(0, &|piece| if marked.contains(&piece) { Some("_".to_owned()) } else { None })
    }

    /// A piece, with some in it written differently. Runs of equal elements are collapsed.
    fn written(&self, piece: usize, differently: &dyn Fn(usize) -> Option<String>) -> String {
        if let Some(text) = differently(piece) {
            return text;
        }
        let Piece { start, end, ref children, is_list } = self.pieces[piece];
        let mut written = Vec::with_capacity(children.len());
        for &child in children {
            written.push(self.written(child, differently));
        }
        let mut text = String::new();
        let (mut at, mut next) = (start, 0);
        while let Some(&child) = children.get(next) {
            let mut repeated = 1;
            while is_list && written.get(next + repeated) == Some(&written[next]) {
                repeated += 1;
            }
            text.push_str(&self.text[at..self.pieces[child].start]);
            text.push_str(&written[next]);
            if repeated < FEWEST_REPEATED {
                repeated = 1;
            } else {
                let sign = if repeated == children.len() { "; " } else { " × " };
                let _ = write!(text, "{sign}{repeated}");
            }
            next += repeated;
            at = self.pieces[children[next - 1]].end;
        }
        text.push_str(&self.text[at..end]);
        text
    }
}

/// Finds pieces from left to right.
struct Parser<'t> {
    text: &'t str,
    pieces: Vec<Piece>,
    open: Vec<Open>,
    /// Where the piece begins that is being read, and whether it is at its end.
    start: usize,
    is_over: bool,
    is_odd: bool,
    /// A piece with parts, which ends the piece that is being read.
    ended: Option<usize>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Parser<'t> {
        Parser { text, pieces: Vec::new(), open: Vec::new(), start: 0, is_over: false, is_odd: false, ended: None }
    }

    /// All pieces, if the text is one value.
    fn parse(mut self) -> Option<Vec<Piece>> {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        // The outermost piece comes first, although its parts are known last.
        self.pieces.push(Piece { start: 0, end: bytes.len(), children: Vec::new(), is_list: false });
        while at < bytes.len() {
            let byte = bytes[at];
            match byte {
                b'"' | b'\'' => {
                    self.is_odd |= self.is_over || at > self.start;
                    let length = quoted(&self.text[at..])?;
                    at += length;
                    self.is_over = true;
                    continue;
                }
                b'(' | b'[' | b'{' => self.opens(at)?,
                b')' | b']' | b'}' => self.closes(at)?,
                b',' if self.open.is_empty() => return None,
                b',' => self.ends(at),
                b':' if bytes.get(at + 1) == Some(&b' ') && !self.open.is_empty() => self.ends(at),
                b' ' if at == self.start => self.start += 1,
                b' ' => {
                    // Around the fields of a struct. Elsewhere a blank is odd.
                    self.is_odd |= !matches!(bytes.get(at + 1), Some(b'{' | b'}'));
                }
                _ => {
                    let is_usual = byte.is_ascii_alphanumeric() || byte >= 0x80 || b"_.+-:<>&=#".contains(&byte);
                    let is_equals = byte == b'=' && !self.text[..at].ends_with("..");
                    self.is_odd |= self.is_over || !is_usual || is_equals;
                }
            }
            at += 1;
        }
        if !self.open.is_empty() || self.is_odd {
            return None;
        }
        if let Some(ended) = self.ended {
            // The brackets end the text: its parts are those of the whole.
            let children = std::mem::take(&mut self.pieces[ended].children);
            self.pieces[0].children = children;
            self.pieces[0].is_list = self.pieces[ended].is_list;
        }
        Some(self.pieces)
    }

    fn opens(&mut self, at: usize) -> Option<()> {
        if self.open.len() >= DEEPEST {
            return None;
        }
        let is_odd = self.is_odd || self.is_over;
        let close = match self.text.as_bytes()[at] {
            b'(' => b')',
            b'[' => b']',
            _ => b'}',
        };
        let piece = self.pieces.len();
        let is_list = close == b']' && at == self.start;
        self.pieces.push(Piece { start: self.start, end: 0, children: Vec::new(), is_list });
        self.open.push(Open { piece, close, is_odd });
        self.begin(at + 1);
        Some(())
    }

    fn closes(&mut self, at: usize) -> Option<()> {
        let has_rest = self.ended.is_some() || !self.text[self.start..at].trim().is_empty();
        if has_rest {
            self.ends(at);
        }
        let Open { piece, close, is_odd } = self.open.pop()?;
        if self.text.as_bytes()[at] != close {
            return None;
        }
        self.pieces[piece].end = at + 1;
        self.start = self.pieces[piece].start;
        (self.is_odd, self.is_over, self.ended) = (false, true, Some(piece));
        // What is odd inside is no matter to what is outside, as long as brackets hold it together.
        if is_odd {
            self.pieces[piece].children.clear();
        }
        Some(())
    }

    /// The piece that is being read ends.
    fn ends(&mut self, at: usize) {
        let end = self.text[..at].trim_end().len();
        let piece = match self.ended {
            Some(piece) => piece,
            None => {
                self.pieces.push(Piece { start: self.start, end, children: Vec::new(), is_list: false });
                self.pieces.len() - 1
            }
        };
        let is_odd = self.is_odd || end <= self.pieces[piece].start;
        if let Some(open) = self.open.last_mut() {
            open.is_odd |= is_odd;
            let parent = open.piece;
            self.pieces[parent].children.push(piece);
        }
        self.begin(at + 1);
    }

    fn begin(&mut self, at: usize) {
        (self.start, self.is_over, self.is_odd, self.ended) = (at, false, false, None);
    }
}

/// How long the text or character in quotes is that a text begins with.
fn quoted(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// A text in which the entries of each `{…}` are sorted: what `Debug` writes of a `HashMap` or a `HashSet` is in another
/// order in each process. A text whose brackets or quotes do not match is returned as it is.
pub(crate) fn canonical(text: &str) -> Cow<'_, str> {
    match sorted(text) {
        Some(sorted) if sorted != text => Cow::Owned(sorted),
        _ => Cow::Borrowed(text),
    }
}

/// A bracket that is open. The entries are ranges of what was written so far; only those in braces are looked at.
struct OpenGroup {
    close: char,
    entries: Vec<Range<usize>>,
    /// Where the entry begins that is being read.
    start: usize,
}

/// Groups close from the inside out, so each is sorted after what is in it. There is no recursion, because text can be
/// nested as deep as it is long.
fn sorted(text: &str) -> Option<String> {
    if !text.contains('{') {
        return None;
    }
    let (mut sorted, mut open, mut at) = (String::with_capacity(text.len()), Vec::<OpenGroup>::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let length = if matches!(c, '"' | '\'') { quoted(&text[at..])? } else { c.len_utf8() };
        match (c, open.last_mut()) {
            (',', Some(group)) => {
                group.entries.push(group.start..sorted.len());
                group.start = sorted.len() + 1;
            }
            (')' | ']' | '}', _) => {
                let mut group = open.pop().filter(|group| group.close == c)?;
                group.entries.push(group.start..sorted.len());
                if c == '}' {
                    sort_entries(&mut sorted, &group.entries);
                }
            }
            _ => {}
        }
        sorted.push_str(&text[at..at + length]);
        at += length;
        let close = match c {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            _ => continue,
        };
        open.push(OpenGroup { close, entries: Vec::new(), start: sorted.len() });
    }
    open.is_empty().then_some(sorted)
}

/// Sorts the entries of a group, which ends the text. The blanks around them stay where they are.
fn sort_entries(text: &mut String, entries: &[Range<usize>]) {
    let mut order = Vec::with_capacity(entries.len());
    for entry in entries {
        let inside = &text[entry.clone()];
        let start = entry.start + (inside.len() - inside.trim_start().len());
        order.push(start..start + inside.trim().len());
    }
    // A comma may end the last.
    if order.last().is_some_and(Range::is_empty) {
        order.pop();
    }
    let places = order.clone();
    sort_by(&mut order, |one, two| text[one.clone()].cmp(&text[two.clone()]));
    let Some(first) = places.first().filter(|_| order != places) else { return };
    let before = first.start;
    let group = text.split_off(before);
    let mut at = before;
    for (place, entry) in places.iter().zip(&order) {
        text.push_str(&group[at - before..place.start - before]);
        text.push_str(&group[entry.start - before..entry.end - before]);
        at = place.end;
    }
    text.push_str(&group[at - before..]);
}

/// Whether two texts are of the same value: sets and maps have no order.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one == other || canonical(one) == canonical(other)
}

/// A text as short as can be without leaving anything out: `[0; 300]`, `"a".repeat(300)`.
pub(crate) fn collapsed(text: &str) -> String {
    let pieces = Pieces::new(text.to_owned());
    pieces.written(0, &|piece| if pieces.children(piece).is_empty() { repeat(pieces.text_of(piece)) } else { None })
}

/// A line such as `left: [0, 0, 0]`, as short as can be.
fn collapsed_after_name(line: &str) -> String {
    match line.split_once(": ") {
        Some((name, value)) if !name.contains(['[', '(', '{', '"']) => format!("{name}: {}", collapsed(value)),
        _ => collapsed(line),
    }
}

/// A long text of one character: `"a".repeat(300)`.
fn repeat(text: &str) -> Option<String> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    let first = match inside.strip_prefix('\\') {
        Some(escape) if escape.starts_with('u') => inside.find('}')? + 1,
        Some(escape) => 1 + escape.chars().next()?.len_utf8(),
        None => inside.chars().next()?.len_utf8(),
    };
    let (unit, times) = (&inside[..first], inside.len() / first);
    let is_same = times >= 2 * FEWEST_REPEATED && inside.len() % first == 0 && unit.repeat(times) == inside;
    is_same.then(|| format!("\"{unit}\".repeat({times})"))
}

/// Cuts a line that has more characters, and says how many there are.
pub(crate) fn shortened(line: &str, most: usize) -> String {
    if line.len() <= most {
        return line.to_owned();
    }
    let all = line.chars().count();
    if all <= most {
        return line.to_owned();
    }
    let ending = match bytes_of_cut(line) {
        Some(bytes) => format!("… ({bytes} bytes)"),
        None => format!("… ({all} characters)"),
    };
    let room = most.saturating_sub(ending.chars().count() + 1);
    let mut end = line.char_indices().nth(room).map_or(line.len(), |(at, _)| at);
    // Between two elements, if there are any near.
    if let Some(comma) = line[..end].rfind(", ").filter(|comma| end - comma < 40) {
        end = comma + 1;
    }
    format!("{} {ending}", line[..end].trim_end())
}

/// A text of at most so many lines, each of at most so many characters. Runs in longer ones are collapsed first.
pub(crate) fn cut(text: &str, lines: usize, width: usize) -> String {
    let mut cut = String::new();
    let all = text.lines().count();
    // A line that says that lines are missing takes the place of one.
    let shown = if all > lines { lines.saturating_sub(1).max(1) } else { all };
    for (number, line) in text.lines().take(shown).enumerate() {
        if number > 0 {
            cut.push('\n');
        }
        let is_long = line.len() > width && line.chars().count() > width;
        cut.push_str(&if is_long { shortened(&collapsed_after_name(line), width) } else { line.to_owned() });
    }
    if all > shown {
        let _ = write!(cut, "\n… ({} more lines)", all - shown);
    }
    cut
}

/// A text that does nothing to a terminal: control characters, and others that cannot be seen, are escaped. Lines stay.
pub(crate) fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => visible.push(c),
            '\r' => visible.push_str("\\r"),
            '\t' => visible.push_str("    "),
            _ if is_visible(c) => visible.push(c),
            _ => {
                let _ = write!(visible, "\\u{{{:x}}}", u32::from(c));
            }
        }
    }
    visible
}

/// Whether a character can be seen, by the rules of `Debug`. Accents that follow a letter can.
pub(crate) fn is_visible(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    let mut letter = [b'x', 0, 0, 0, 0];
    let length = c.encode_utf8(&mut letter[1..]).len();
    std::str::from_utf8(&letter[..=length]).is_ok_and(|pair| pair.escape_debug().count() == 2)
}

#[cfg(test)]
mod tests {
    use super::{Pieces, canonical, collapsed, cut, shortened, visible};

    /// The pieces that have no parts.
    fn leaves(text: &str) -> Vec<String> {
        let pieces = Pieces::new(text.to_owned());
        let mut leaves = Vec::new();
        let mut left = vec![0];
        while let Some(piece) = left.pop() {
            if pieces.children(piece).is_empty() {
                leaves.push(pieces.text_of(piece).to_owned());
            }
            left.extend(pieces.children(piece).iter().rev());
        }
        leaves
    }

    #[test]
    fn pieces_are_what_debug_writes_of_each_value() {
        assert_eq!(leaves("7"), ["7"]);
        assert_eq!(leaves("(1, -2, 3.5e-7)"), ["1", "-2", "3.5e-7"]);
        assert_eq!(leaves("Node(Leaf, 0, Node(Leaf, 1, Leaf))"), ["Leaf", "0", "Leaf", "1", "Leaf"]);
        assert_eq!(leaves("P { x: 0, y: Some([]) }"), ["x", "0", "y", "[]"]);
        assert_eq!(
            leaves(r#"("a, \"b\" (", '\'', '"', {1: "}"})"#),
            [r#""a, \"b\" (""#, r"'\''", "'\"'", "1", "\"}\""]
        );
        assert_eq!(leaves("[0..=5, ..3, a::B, {}]"), ["0..=5", "..3", "a::B", "{}"]);
    }

    /// Nothing is known of the parts of a text that no derived `Debug` writes.
    #[test]
    fn text_without_structure_is_one_piece() {
        for text in ["a=7", "x, y", "(1, 2", "1)", "(1]", "a b", "\"open", "((1) 2)", "(1)(2)", "", "'", "x \"y\""] {
            assert_eq!(leaves(text), [text], "{text}");
        }
        assert_eq!(leaves("[x=7, y=8]"), ["[x=7, y=8]"]);
        assert_eq!(leaves("([x=7, y=8], 3)"), ["[x=7, y=8]", "3"]);
        assert_eq!(leaves(&"[".repeat(1000)), ["[".repeat(1000)]);
        assert_eq!(leaves(&format!("{}{}", "[".repeat(1000), "]".repeat(1000))).len(), 1);
        let parts = Pieces::of_parts(&["a, b".to_owned(), "3)".to_owned()]);
        let texts: Vec<&str> = parts.children(0).iter().map(|&piece| parts.text_of(piece)).collect();
        assert_eq!((texts, &*parts.text), (vec!["a, b", "3)"], "(a, b, 3))"));
    }

    #[test]
    fn the_smallest_piece_that_differs_is_found() {
        let of = |one: &str, two: &str| {
            let one = Pieces::new(one.to_owned());
            one.difference(&Pieces::new(two.to_owned())).map(|piece| one.text_of(piece).to_owned())
        };
        assert_eq!(of("([0, 0], 15)", "([0, 0], 17)").as_deref(), Some("15"));
        assert_eq!(of("([0, 0], 15)", "([0, 1], 17)").as_deref(), Some("([0, 0], 15)"));
        assert_eq!(of("([0, 0], 15)", "([0, 0, 0], 15)").as_deref(), Some("[0, 0]"));
        assert_eq!(of("(\"a=7\", 1)", "(\"b=7\", 1)").as_deref(), Some("\"a=7\""));
        assert_eq!(of("(Circle { r: 1 }, 2)", "(Square(1), 2)").as_deref(), Some("Circle { r: 1 }"));
        assert_eq!(of("1", "1"), None);
    }

    #[test]
    fn runs_are_collapsed() {
        assert_eq!(collapsed(&format!("{:?}", [0; 300])), "[0; 300]");
        assert_eq!(collapsed(&format!("{:?}", vec![(1, [7; 40]); 9])), "[(1, [7; 40]); 9]");
        assert_eq!(collapsed("[1, 0, 0, 0, 0, 0, 0, 0, 0, 2]"), "[1, 0 × 8, 2]");
        assert_eq!(collapsed("[0, 0, 0]"), "[0, 0, 0]");
        assert_eq!(collapsed(&format!("{:?}", "a".repeat(300))), "\"a\".repeat(300)");
        assert_eq!(collapsed(&format!("{:?}", "\0".repeat(300))), "\"\\0\".repeat(300)");
        assert_eq!(collapsed(&format!("{:?}", "\u{1}".repeat(300))), "\"\\u{1}\".repeat(300)");
        assert_eq!(collapsed(&format!("{:?}", format!("{}b", "a".repeat(99)))), format!("\"{}b\"", "a".repeat(99)));
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(shortened("short", 60), "short");
        let list = format!("{:?}", Vec::from_iter(0..1000));
        let cut_list = shortened(&list, 60);
        assert!(cut_list.chars().count() <= 60 && cut_list.ends_with(", … (4890 characters)"), "{cut_list}");
        let long = shortened(&format!("[{}… (300000 bytes, hash 0123456789ab)", "1, ".repeat(100)), 40);
        assert_eq!(long, "[1, 1, 1, 1, 1, 1, 1, … (300000 bytes)");
        assert_eq!(shortened(&"é".repeat(100), 40).chars().count(), 40);
        assert_eq!(cut("a\nb\nc\nd", 3, 9), "a\nb\n… (2 more lines)");
        assert_eq!(cut("a\nb\nc", 3, 9), "a\nb\nc");
        assert_eq!(
            cut(&format!("not equal\n  left: {:?}\n right: 1", [0; 99]), 3, 40),
            "not equal\n  left: [0; 99]\n right: 1"
        );
    }

    /// Two orders of the same entries are one text; fields keep their names, lists their order.
    #[test]
    fn entries_in_braces_are_sorted() {
        use std::borrow::Cow;

        let cases = [
            ("{3, 1, 2}", "{1, 2, 3}"),
            ("{\"b\": 1, \"a\": 2}", "{\"a\": 2, \"b\": 1}"),
            ("P { y: 0, x: 1 }", "P { x: 1, y: 0 }"),
            ("[{2: {9, 8}, 1: {}}, {0}]", "[{1: {}, 2: {8, 9}}, {0}]"),
            ("{{2, 1}, {1, 0}}", "{{0, 1}, {1, 2}}"),
            ("{(2, 1), [4, 3]}", "{(2, 1), [4, 3]}"),
            ("{\"}, {\", '{', ',', \"\\\"\"}", "{\"\\\"\", \"}, {\", ',', '{'}"),
            ("{\n    2,\n    1,\n}", "{\n    1,\n    2,\n}"),
            ("{é: ü, e: {ß, a}}", "{e: {a, ß}, é: ü}"),
            ("left: {2, 1}, right: {2}", "left: {1, 2}, right: {2}"),
        ];
        for (text, wanted) in cases {
            assert_eq!(canonical(text), wanted, "{text}");
            assert_eq!(canonical(wanted), wanted, "{wanted}");
        }
        for text in ["{2, 1", "{2, 1)", "2, 1}", "{2, 1} \"", "{2, 1} '", "[2, 1]", "", "({2, 1]}"] {
            assert!(matches!(canonical(text), Cow::Borrowed(same) if same == text), "{text}");
        }
        let deep = |depth: usize| format!("{}{}", "{~, ".repeat(depth), "}".repeat(depth));
        assert_eq!(canonical(&deep(3)), "{{{~, }, ~}, ~}");
        assert_eq!(canonical(&deep(5_000)).len(), deep(5_000).len());
    }

    #[test]
    fn a_terminal_is_not_told_anything() {
        assert_eq!(
            visible("\x1b[31mred\x07\r\n\u{202e}x\u{200b}\té"),
            "\\u{1b}[31mred\\u{7}\\r\n\\u{202e}x\\u{200b}    é"
        );
    }
}
