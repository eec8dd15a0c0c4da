//! Code as text, for messages and reports: as it was written, as far as that is known.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// Returns tokens as people write them. What is in brackets is taken from the source where it can be read there.
pub(crate) fn written(tokens: TokenStream) -> String {
    let mut writer = Writer { text: String::new(), before: Before::Operator, generics: 0, is_closure: false };
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => writer.group(&group),
            TokenTree::Punct(punct) => {
                let mut operator = punct.as_char().to_string();
                let mut last = punct;
                while let (Spacing::Joint, Some(TokenTree::Punct(next))) = (last.spacing(), tokens.peek()) {
                    operator.push(next.as_char());
                    last = next.clone();
                    tokens.next();
                }
                writer.operator(&operator);
            }
            word => writer.word(&word.to_string()),
        }
    }
    writer.text.trim_end().to_owned()
}

struct Writer {
    text: String,
    before: Before,
    /// How many `<` of generic arguments are open.
    generics: usize,
    /// Whether the arguments of a closure are open.
    is_closure: bool,
}

/// What comes before a token.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// Something that has a value, so that a binary operator may follow.
    Operand,
    Keyword,
    Operator,
}

impl Writer {
    fn space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    fn word(&mut self, word: &str) {
        if self.before != Before::Operator {
            self.space();
        }
        self.text += word;
        self.before = if KEYWORDS.contains(&word) { Before::Keyword } else { Before::Operand };
    }

    fn group(&mut self, group: &Group) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::None => ("", ""),
        };
        if self.before == Before::Keyword || (open == "{" && self.before == Before::Operand) {
            self.space();
        }
        self.text += &source(group, open, close).unwrap_or_else(|| {
            let inside = written(group.stream());
            let blank = if open == "{" && !inside.is_empty() { " " } else { "" };
            format!("{open}{blank}{inside}{blank}{close}")
        });
        self.before = Before::Operand;
    }

    fn operator(&mut self, operator: &str) {
        let is_binary = self.before == Before::Operand;
        match operator {
            "," | ";" | ":" => self.text = format!("{}{operator} ", self.text.trim_end()),
            "::" | "." | ".." | "..=" | "?" | "!" | "#" | "$" => self.tight(operator),
            "'" => {
                if self.before != Before::Operator {
                    self.space();
                }
                self.text += operator;
            }
            "<" if self.generics > 0 || !is_binary || self.follows_type() => {
                self.generics += 1;
                self.tight(operator);
            }
            ">" if self.generics > 0 => {
                self.generics -= 1;
                self.text += operator;
                self.before = Before::Operand;
                return;
            }
            "|" if self.is_closure => {
                self.is_closure = false;
                self.text = format!("{}| ", self.text.trim_end());
            }
            "|" | "||" if !is_binary => {
                self.is_closure = operator == "|";
                self.tight(operator);
                if operator == "||" {
                    self.space();
                }
            }
            "-" | "*" | "&" if !is_binary => self.tight(operator),
            _ => {
                self.space();
                self.text += operator;
                self.space();
            }
        }
        self.before = Before::Operator;
    }

    fn tight(&mut self, operator: &str) {
        if self.before == Before::Keyword {
            self.space();
        }
        self.text += operator;
    }

    /// Whether a `<` here opens the arguments of a type: after `::`, or after a name such as `Vec`.
    fn follows_type(&self) -> bool {
        let name = self.text.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
    }
}

/// Keywords before a value, which a blank separates from it.
const KEYWORDS: [&str; 14] =
    ["as", "break", "dyn", "else", "if", "in", "let", "loop", "match", "move", "mut", "ref", "return", "while"];

/// The source of a group: nothing if it cannot be read, or is not what the compiler sees.
fn source(group: &Group, open: &str, close: &str) -> Option<String> {
    let text = group.span().source_text()?;
    // A comment would go on in the one line of a message, and `$` is a variable of a macro.
    let is_clean = !text.contains("//") && !text.contains("/*") && !text.contains('$');
    (is_clean && !open.is_empty() && text.starts_with(open) && text.ends_with(close)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn code_is_written_as_people_write_it() {
        let all = [
            "User::new(name, age)",
            "vec![a; n]",
            "n * 2 - -1",
            "*a & !b && &c == d",
            "items.iter().map(|x| x + 1).collect::<Vec<Vec<u8>>>()",
            "move || 5",
            "a < b",
            "x as Vec<u8>",
            "<T as Make>::make(&mut a)",
            "Config { size: 1, ..other }",
            "if a { 1 } else { -b }",
            "0..=9",
            "a[i]?",
            "match (a, b) { (1, _) | (_, 1) => x, _ => {} }",
            "return (a, b)",
            "format!(\"[{value}]\")",
        ];
        for code in all {
            let expr: syn::Expr = syn::parse_str(code).expect(code);
            assert_eq!(written(quote::ToTokens::to_token_stream(&expr)), code);
        }
    }

    #[test]
    fn patterns_are_written_as_people_write_them() {
        for code in ["(a, b)", "Point { x, .. }", "[first, rest @ ..]", "&mut (ref a, Some(_))", "Wrapper(n)"] {
            let pat = syn::parse::Parser::parse_str(syn::Pat::parse_single, code).expect(code);
            assert_eq!(written(quote::ToTokens::to_token_stream(&pat)), code);
        }
    }
}
