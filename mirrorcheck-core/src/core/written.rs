//! Values as `Debug` writes them, as far as that is of use to anybody.
//!
//! Values can be large and deep. On one line, `Debug` takes time in proportion to what it writes. On many lines, each line
//! passes through a writer for each level that it is in, so that a value of depth d takes d³: what cannot be shown must
//! not be written.

use std::fmt::{self, Debug, Write};

/// The longest text of a value. A longer one is cut and ends with a hash, so that two of them can be compared.
pub(crate) const MAX_TEXT: usize = 256 * 1024;

/// A value of more lines is only shown on one.
pub(crate) const MAX_LINES: usize = 60;

/// The longest message that is kept of a panic or an error.
pub(crate) const MAX_MESSAGE: usize = 64 * 1024;

/// How the end of a text begins that was cut, and what comes after the number of its bytes.
const CUT: &str = "… (";
const HASH: &str = " bytes, hash ";

/// A value on one line: all of it or, if it is long, a text that still depends on all of it.
pub(crate) fn on_one_line(value: &dyn Debug) -> String {
    let mut text = Capped::new(MAX_TEXT);
    if write!(text, "{value:?}").is_err() {
        return failed(&text.start);
    }
    let Capped { all, hash, .. } = text;
    text.cut(&|start| format!("{start}{CUT}{all}{HASH}{:012x})", hash >> 16))
}

/// A value on many lines; `None` if there are too many to be shown.
pub(crate) fn on_many_lines(value: &dyn Debug) -> Option<String> {
    let mut lines = Lines { text: String::new(), ends: 0, is_full: false };
    let written = write!(lines, "{value:#?}");
    if lines.is_full || lines.text.lines().count() > MAX_LINES {
        return None;
    }
    Some(if written.is_err() { failed(&lines.text) } else { lines.text })
}

/// What an error says, around its `Debug`. A long one is cut.
pub(crate) fn message(written: fmt::Arguments<'_>) -> String {
    let mut text = Capped::new(MAX_MESSAGE);
    if text.write_fmt(written).is_err() {
        return failed(&text.start);
    }
    let all = text.all;
    text.cut(&|start| format!("{start}{CUT}{} more bytes)", all - start.len()))
}

/// The number of bytes of the text that this one was cut from.
pub(crate) fn bytes_of_cut(text: &str) -> Option<&str> {
    let (start, end) = text.rsplit_once(HASH)?;
    let digits = end.strip_suffix(')')?;
    let (_, bytes) = start.rsplit_once(CUT)?;
    let is_cut = digits.len() == 12
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        && bytes.bytes().all(|byte| byte.is_ascii_digit());
    is_cut.then_some(bytes)
}

fn failed(start: &str) -> String {
    format!("{start}… (its `Debug` returned an error)")
}

/// The beginning of a text, and what is known of the rest.
struct Capped {
    most: usize,
    start: String,
    /// How many bytes were written in all.
    all: usize,
    hash: u64,
}

impl Capped {
    fn new(most: usize) -> Capped {
        Capped { most, start: String::new(), all: 0, hash: 0xcbf2_9ce4_8422_2325 }
    }

    /// The text; if there was more, as `ending` ends it.
    fn cut(self, ending: &dyn Fn(&str) -> String) -> String {
        if self.all > self.start.len() { ending(&self.start) } else { self.start }
    }
}

impl Write for Capped {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut end = 0;
        // Once something was left out, so is all that follows.
        if self.start.len() == self.all {
            end = text.len().min(self.most.saturating_sub(self.all));
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            self.start.push_str(&text[..end]);
        }
        self.all += text.len();
        // FNV-1a. What is there need not be hashed as well.
        for byte in text[end..].bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

/// A text of so many lines; the rest is an error, so that `Debug` stops.
struct Lines {
    text: String,
    /// How many of them have ended.
    ends: usize,
    is_full: bool,
}

impl Write for Lines {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.ends += text.bytes().filter(|byte| *byte == b'\n').count();
        self.is_full |= self.ends > MAX_LINES || self.text.len() + text.len() > MAX_TEXT;
        if self.is_full {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fmt::{self, Debug, Formatter};

    use super::{MAX_LINES, MAX_MESSAGE, MAX_TEXT, bytes_of_cut, message, on_many_lines, on_one_line};

    /// Counts how often a part of it is written.
    struct Deep<'c> {
        inner: Option<Box<Deep<'c>>>,
        written: &'c Cell<usize>,
    }

    impl Debug for Deep<'_> {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            self.written.set(self.written.get() + 1);
            f.debug_tuple("Deep").field(&self.inner).finish()
        }
    }

    #[test]
    fn what_is_not_shown_is_not_written() {
        let written = Cell::new(0);
        let mut deep = Deep { inner: None, written: &written };
        for _ in 0..1000 {
            deep = Deep { inner: Some(Box::new(deep)), written: &written };
        }
        assert_eq!(on_many_lines(&deep), None);
        assert!(written.get() <= MAX_LINES, "{}", written.get());
        written.set(0);
        assert_eq!(on_one_line(&deep).len(), 1001 * "Deep(Some())".len() - "Some()".len() + "None".len());
        assert_eq!(written.get(), 1001);
        assert_eq!(on_many_lines(&[1; MAX_LINES - 2]).map(|text| text.lines().count()), Some(MAX_LINES));
        assert_eq!(on_many_lines(&[1; MAX_LINES - 1]), None);
        assert_eq!(on_many_lines(&"x".repeat(MAX_TEXT)), None);
    }

    #[test]
    fn long_text_is_cut_and_still_depends_on_all_of_it() {
        let list = vec![7u32; MAX_TEXT];
        let text = on_one_line(&list);
        assert_eq!(text, on_one_line(&list));
        assert!(text.len() < MAX_TEXT + 60 && text.starts_with("[7, 7, "), "{}", &text[MAX_TEXT - 10..]);
        assert_eq!(bytes_of_cut(&text), Some(&*(3 * MAX_TEXT).to_string()));
        let mut other = list;
        other[MAX_TEXT - 1] = 8;
        assert_ne!(text, on_one_line(&other));
        // All of a text that just fits, and no half of a character.
        let fits = "x".repeat(MAX_TEXT - 2);
        assert_eq!(on_one_line(&fits), format!("\"{fits}\""));
        let wide = on_one_line(&"é".repeat(MAX_TEXT));
        assert_eq!(wide.split_once('…').map(|(start, _)| start.len()), Some(MAX_TEXT - 1));
        for text in
            ["", "… (1 bytes, hash 0123456789a)", "x (1 bytes, hash 0123456789ab)", "… (é bytes, hash 0123456789ab)"]
        {
            assert_eq!(bytes_of_cut(text), None, "{text}");
        }
    }

    #[test]
    fn a_long_message_says_how_much_is_left_out() {
        assert_eq!(message(format_args!("Err({:?})", "no")), "Err(\"no\")");
        let long = message(format_args!("{}", "é".repeat(MAX_MESSAGE)));
        assert_eq!(long, format!("{}… ({MAX_MESSAGE} more bytes)", "é".repeat(MAX_MESSAGE / 2)));
    }

    #[test]
    fn an_error_of_debug_is_told() {
        struct Odd;
        impl Debug for Odd {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str("Od")?;
                Err(fmt::Error)
            }
        }
        assert_eq!(on_one_line(&Odd), "Od… (its `Debug` returned an error)");
        assert_eq!(on_many_lines(&Odd), Some(on_one_line(&Odd)));
    }
}
