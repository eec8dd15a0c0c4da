//! Texts: by regular expressions, by grammars, by text generators.

use mirrorcheck::prelude::*;
use mirrorcheck::text::{Grammar, many, separated};

use super::check_given;

/// Sums in parentheses.
#[generator]
fn sum() -> String {
    pick([
        (2, "number", {
            let number = draw(0..=99u8);
            format!("{number}")
        }),
        (1, "sum", {
            let left = draw(sum());
            let right = draw(sum());
            format!("({left}+{right})")
        }),
    ])
}

/// An element with matching tags.
#[generator]
fn element() -> String {
    let tag = draw(many('a'..='z', 1..=8));
    let tag_again = tag.iter().collect::<String>();
    let inside = draw(many(element(), 0..=1));
    format!("<{tag}>{inside}</{tag_again}>")
}

fn lines() -> impl Reflective<Value = String> {
    #[generator]
    fn lines() -> String {
        let lines = draw(separated(0..=99u8, "\n", 0..=20));
        format!("{lines}")
    }
    lines()
}

fn grammar() -> Grammar {
    Grammar::new(
        r#"
        list   = "[" [ item { "," item } ] "]" ;
        item   = number | list ;
        number = "0" | "1".."9" { "0".."9" } ;
        "#,
    )
    .unwrap()
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn depth(text: &str) -> usize {
    let mut depth = 0;
    let depths = text.chars().map(|c| {
        depth += usize::from("([".contains(c));
        depth -= usize::from(")]".contains(c));
        depth
    });
    depths.max().unwrap_or(0)
}

minimal! {
    a_regex: regex("[a-z]{2,5}(-[0-9]+)?"), |s| s.contains('-') => text("aa-0"), 15;
    a_regex_with_a_long_number: regex("[a-z]{2,5}(-[0-9]+)?"), |s| digits(s) > 6 => text("aa-0000000"), 65;
    a_regex_with_two_equal_digits: regex("[0-9]{4,8}"), |s| has_equal_neighbours(s) => text("0000"), 10;
    a_regex_with_two_equal_large_digits: regex("[0-9]{0,8}"), |s| s.contains("77") => text("77"), 45;
    a_regex_of_alternatives: regex("(red|green|blue)( (light|dark))?"), |s| s.contains("dark") => text("red dark"), 10;
    a_regex_of_words: regex(r"\w+( \w+)*"), |s| s.split(' ').count() > 2 => text("a a a"), 25;
    a_date_by_regex: regex("[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"), |s| s.ends_with("-31") =>
        text("0000-01-31"), 25;
    letters_many: many('a'..='c', 0..=9), |s| s.contains(&'c') => vec!['c'], 15;
    numbers_in_lines: lines(), |s| s.lines().any(|line| line.len() > 1) => text("10"), 40;
    numbers_in_three_lines: lines(), |s| s.lines().count() > 2 => text("0\n0\n0"), 10;
    a_number_again_in_lines: lines(), |s| has_equal_lines(s) => text("0\n0"), 10;
    a_sum: sum(), |s| s.contains('+') => text("(0+0)"), 10;
    a_sum_with_a_number: sum(), |s| s.contains("42") => text("42"), 40;
    a_deep_sum: sum(), |s| depth(s) > 2 => text("(0+(0+(0+0)))"), 55;
    a_sum_of_a_sum_on_the_left: sum(), |s| s.contains(")+") => text("((0+0)+0)"), 15;
    tags_in_tags: element(), |s| s.matches('<').count() > 2 => text("<a><a></a></a>"), 10;
    two_different_tags: element(), |s| s.contains("<x") && !s.starts_with("<x") => text("<a><x></x></a>"), 60;
    a_grammar_with_two: grammar(), |s| s.matches(',').count() > 1 => text("[0,0,0]"), 15;
    a_rule: grammar().rule("number").unwrap(), |s| s.len() > 2 => text("100"), 10;
    a_grammar_nested: grammar(), |s| depth(s) > 2 => text("[[[]]]"), 50;
    a_grammar: grammar(), |s| s.contains('7') => text("[7]"), 65;
    a_regex_of_words_with_a_letter: regex("[a-z]+( [a-z]+)*"), |s| s.contains('x') => text("x"), 45;
}

fn digits(text: &str) -> usize {
    text.chars().filter(char::is_ascii_digit).count()
}

fn has_equal_neighbours(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair[0] == pair[1])
}

fn has_equal_lines(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    lines.iter().enumerate().any(|(i, line)| lines[..i].contains(line))
}

/// A text that no seed made: the one list in it that matters is found, and the text stays valid.
#[test]
fn a_text_from_outside() {
    let line = "[1,[22,333],[],[[4]]],";
    let text = format!("[{}[[17,18]],{}0]", line.repeat(20), line.repeat(20));
    check_given(grammar(), text, |text| text.contains("17,18"), "[17,18]".to_owned(), 150);
}
