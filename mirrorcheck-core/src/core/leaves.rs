//! Leaves: the numbers, characters and names in the `Debug` text of a value, in order.
//!
//! A constructor hides where its arguments went, but usually keeps them, and usually in order. So the search first
//! guesses that a free choice is the next leaf that fits. Leaves only say where to look first; the result is still
//! compared.

use crate::core::choice::{Ask, Choice, Number, Role};

/// How many characters of a text are read.
const MOST: usize = 20_000;

/// How many candidates a choice may get.
const CANDIDATES: usize = 12;

/// The candidates for free choices, in the order in which the text shows them.
#[derive(Debug, Default)]
pub(crate) struct Leaves(Vec<Leaf>);

#[derive(Debug, PartialEq)]
enum Leaf {
    Number(Number),
    Float(f64),
    Char(char),
    Word(String),
    /// The number of items in a collection or of characters in a text.
    Count(usize),
}

impl Leaves {
    pub(crate) fn of(text: &str) -> Leaves {
        let mut reader =
            Reader { chars: text.chars().take(MOST).collect(), at: 0, leaves: Vec::new(), open: Vec::new() };
        while reader.at < reader.chars.len() {
            reader.next();
        }
        Leaves(reader.leaves)
    }

    /// Returns the alternatives that a choice may be, from the next leaf on, each with the index of the leaf after it.
    pub(crate) fn candidates(&self, ask: &Ask<'_>, from: usize) -> Vec<(u128, usize)> {
        let mut found: Vec<(u128, usize)> = Vec::new();
        for at in (from..self.0.len()).chain(0..from.min(self.0.len())) {
            if let Some(index) = self.0[at].index(ask) {
                if !found.iter().any(|(other, _)| *other == index) {
                    found.push((index, at + 1));
                    if found.len() == CANDIDATES {
                        break;
                    }
                }
            }
        }
        found
    }
}

impl Leaf {
    /// Returns the index of the alternative that this leaf stands for.
    fn index(&self, ask: &Ask<'_>) -> Option<u128> {
        if matches!(self, Leaf::Count(_)) != (ask.role() == Role::Count) {
            return None;
        }
        match self {
            Leaf::Number(number) => {
                let as_float = || ask.find(&Choice::from(number.to_string().parse::<f64>().ok()?));
                ask.find(&Choice::Number(*number)).or_else(as_float)
            }
            Leaf::Float(float) => ask.find(&Choice::from(*float)),
            Leaf::Char(c) => {
                let find = |c: char| ask.find(&Choice::Char(c));
                find(*c).or_else(|| find(c.to_ascii_lowercase())).or_else(|| find(c.to_ascii_uppercase()))
            }
            Leaf::Count(count) => ask.find(&Choice::from(*count)),
            Leaf::Word(word) => ask
                .find(&Choice::from(word.as_str()))
                .or_else(|| ask.find(&Choice::from(word.to_lowercase())))
                .or_else(|| ask.find(&Choice::from(snake(word)))),
        }
    }
}

/// Converts `NotFound` to `not_found`.
fn snake(word: &str) -> String {
    let mut snake = String::new();
    for c in word.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    leaves: Vec<Leaf>,
    /// The open brackets: the leaf that counts the items, if any, and whether an item has begun since the last comma.
    open: Vec<(Option<usize>, bool)>,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) {
        let Some(c) = self.peek() else { return };
        if !c.is_whitespace() && !matches!(c, ',' | ']' | '}' | ')') {
            self.something();
        }
        match c {
            '"' => self.text(),
            '\'' => self.letter(),
            '[' | '{' | '(' => {
                // A name before the brace means a struct, whose fields are not counted.
                let is_list = c == '[' || (c == '{' && !self.follows_name());
                let counted = is_list.then_some(self.leaves.len());
                if is_list {
                    self.leaves.push(Leaf::Count(0));
                }
                self.open.push((counted, false));
                self.at += 1;
            }
            ',' => {
                if let Some(open) = self.open.last_mut() {
                    open.1 = false;
                }
                self.at += 1;
            }
            ']' | '}' | ')' => {
                self.open.pop();
                self.at += 1;
            }
            c if c.is_ascii_digit() || (c == '-' && self.chars.get(self.at + 1).is_some_and(char::is_ascii_digit)) => {
                self.number();
            }
            c if c.is_alphabetic() || c == '_' => self.word(),
            _ => self.at += 1,
        }
    }

    /// Counts an item if this is the first thing since a comma.
    fn something(&mut self) {
        if let Some((counted, is_begun @ false)) = self.open.last_mut() {
            *is_begun = true;
            if let Some(Leaf::Count(count)) = counted.and_then(|at| self.leaves.get_mut(at)) {
                *count += 1;
            }
        }
    }

    fn follows_name(&self) -> bool {
        let before = self.chars[..self.at].iter().rev().find(|c| !c.is_whitespace());
        before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '>'))
    }

    fn text(&mut self) {
        let count = self.leaves.len();
        self.leaves.push(Leaf::Count(0));
        self.at += 1;
        let mut letters = 0;
        while let Some(c) = self.peek().filter(|&c| c != '"') {
            let letter = self.escaped(c);
            self.leaves.push(Leaf::Char(letter));
            letters += 1;
        }
        self.at += 1;
        self.leaves[count] = Leaf::Count(letters);
        // Digits in a text may be numbers that were drawn.
        let text: String =
            self.leaves[count + 1..].iter().map(|leaf| if let Leaf::Char(c) = leaf { *c } else { ' ' }).collect();
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<u128>().ok());
        self.leaves.extend(numbers.map(|number| Leaf::Number(number.into())));
    }

    fn letter(&mut self) {
        self.at += 1;
        if let Some(c) = self.peek() {
            let letter = self.escaped(c);
            // A lifetime has no closing quote.
            if self.peek() == Some('\'') {
                self.at += 1;
                self.leaves.push(Leaf::Char(letter));
            }
        }
    }

    fn escaped(&mut self, c: char) -> char {
        self.at += 1;
        if c != '\\' {
            return c;
        }
        let Some(escaped) = self.peek() else { return c };
        self.at += 1;
        match escaped {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            'u' => {
                let end =
                    self.chars[self.at..].iter().position(|&c| c == '}').map_or(self.chars.len(), |end| self.at + end);
                let digits: String = self.chars[self.at..end].iter().filter(|c| c.is_ascii_hexdigit()).collect();
                self.at = (end + 1).min(self.chars.len());
                u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
            }
            c => c,
        }
    }

    fn number(&mut self) {
        let start = self.at;
        self.at += 1;
        while let Some(c) = self.peek() {
            let is_exponent = matches!(c, 'e' | 'E');
            let is_sign = matches!(c, '-' | '+') && matches!(self.chars[self.at - 1], 'e' | 'E');
            let is_point = c == '.' && self.chars.get(self.at + 1).is_some_and(char::is_ascii_digit);
            if !(c.is_ascii_digit() || is_exponent || is_sign || is_point) {
                break;
            }
            self.at += 1;
        }
        let text: String = self.chars[start..self.at].iter().collect();
        match (text.parse::<i128>(), text.parse::<u128>(), text.parse::<f64>()) {
            (Ok(number), ..) => self.leaves.push(Leaf::Number(number.into())),
            (_, Ok(number), _) => self.leaves.push(Leaf::Number(number.into())),
            (.., Ok(number)) => self.leaves.push(Leaf::Float(number)),
            _ => {}
        }
    }

    fn word(&mut self) {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            self.at += 1;
        }
        let is_field = self.peek() == Some(':') && self.chars.get(self.at + 1) != Some(&':');
        if !is_field {
            self.leaves.push(Leaf::Word(self.chars[start..self.at].iter().collect()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_text() {
        let leaves =
            Leaves::of(r#"Order { id: -17, items: [("a\n", 1.5), ("", 2e3)], kind: NotFound, at: 'x', set: {} }"#);
        let number = |n: i32| Leaf::Number(n.into());
        let word = |word: &str| Leaf::Word(word.to_owned());
        let expected = [
            word("Order"),
            number(-17),
            Leaf::Count(2),
            Leaf::Count(2),
            Leaf::Char('a'),
            Leaf::Char('\n'),
            Leaf::Float(1.5),
            Leaf::Count(0),
            Leaf::Float(2e3),
            word("NotFound"),
            Leaf::Char('x'),
            Leaf::Count(0),
        ];
        assert_eq!(leaves.0, expected);
    }
}
