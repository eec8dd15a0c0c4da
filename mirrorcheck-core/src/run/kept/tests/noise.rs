//! Failures with any texts in them, which survive, and damaged files, which are an answer or a message.

use std::path::Path;

use super::super::format::{read, write};
use super::super::name::of_folder;
use super::super::{Kept, KeptDraw, parse};
use mirrorcheck::Checker;
use mirrorcheck::prelude::*;

/// What a line, an escape or an editor could trip over.
const ODD: [char; 24] = [
    '\n',
    '\r',
    '\t',
    ' ',
    '\\',
    ':',
    '#',
    '{',
    '}',
    'u',
    'n',
    'r',
    '0',
    'a',
    'é',
    '\0',
    '\u{1b}',
    '\u{85}',
    '\u{a0}',
    '\u{301}',
    '\u{202e}',
    '\u{2028}',
    '\u{feff}',
    '\u{10ffff}',
];

/// Texts, some of which are so many times as long as others.
#[generator(forward)]
fn text(long: usize) -> String {
    match draw(0..=9) {
        0..=2 => draw(any::<String>()),
        3 => draw(vec(element_of(&ODD), 1..=3)).into_iter().collect::<String>().repeat(long),
        _ => draw(vec(element_of(&ODD), 0..=8)).into_iter().collect(),
    }
}

#[generator(forward)]
fn odd(long: usize) -> Kept {
    let mut values = Vec::new();
    for _ in 0..draw(0..=2) {
        values.push((draw(text(long)), draw(text(long))));
    }
    Kept {
        property: draw(text(long)),
        values,
        panic: draw(text(long)),
        choices: draw(text(long)),
        any: draw(option(text(long))),
        serde: draw(option(text(long))),
        died: draw(option(text(long))),
        draws: draw(vec(odd_draw(long), 0..=2)),
    }
}

#[generator(forward)]
fn odd_draw(long: usize) -> KeptDraw {
    KeptDraw {
        name: draw(text(long)),
        value: draw(text(long)),
        any: draw(option(text(long))),
        choices: draw(option(text(long))),
    }
}

fn survives(kept: &Kept) {
    let text = write(kept);
    assert_eq!(read(text.as_bytes()).as_ref(), Ok(kept));
    assert_eq!(read(text.replace('\n', "\r\n").as_bytes()).as_ref(), Ok(kept), "with other line ends");
    assert!(!text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t')), "everything can be seen");
    let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
    assert_eq!(read(trimmed.join("\n").as_bytes()).as_ref(), Ok(kept), "without blanks at the ends of lines");
}

#[test]
fn every_text_survives() {
    Checker::new(any::<Kept>()).cases(500).run(|kept| survives(&kept));
    Checker::new(odd(1000)).cases(1000).run(|kept| survives(&kept));
}

#[test]
fn no_two_properties_share_a_folder() {
    Checker::new((text(100), text(100))).cases(1000).run(|(one, other)| {
        let (folder, another) = (of_folder(&one), of_folder(&other));
        assert_eq!(one == other, folder == another);
        assert!(folder.chars().all(|c| c.is_alphanumeric() || "_-.%~".contains(c)), "{folder}");
        assert!(!folder.starts_with('.') && !folder.ends_with('.') && folder.len() <= 140, "{folder}");
    });
}

/// Whole lines moved and bytes replaced.
#[generator(forward)]
fn damaged() -> Vec<u8> {
    let kept = draw(odd_or_plain());
    let whole = write(&kept);
    let mut lines: Vec<&str> = whole.split_inclusive('\n').collect();
    for _ in 0..draw(0..=2) {
        let (from, to) = (draw(any::<usize>()) % lines.len(), draw(any::<usize>()) % lines.len());
        match draw(0..=2) {
            0 => lines.swap(from, to),
            1 => lines.insert(to, lines[from]),
            _ if lines.len() > 1 => drop(lines.remove(from)),
            _ => {}
        }
    }
    let mut bytes = lines.concat().into_bytes();
    for _ in 0..draw(0..=2) {
        let start = draw(any::<usize>()) % (bytes.len() + 1);
        let end = (start + draw(0..=8)).min(bytes.len());
        match draw(0..=3) {
            0 => bytes.truncate(start),
            1 => drop(bytes.splice(start..end, draw(text(20)).into_bytes())),
            _ => drop(bytes.splice(start..end, draw(any::<Vec<u8>>()))),
        }
    }
    bytes
}

#[generator(forward)]
fn odd_or_plain() -> Kept {
    if draw(any::<bool>()) { draw(odd(20)) } else { super::example() }
}

#[test]
fn damaged_files_are_an_answer_or_a_message() {
    let (mut good, mut bad) = (0, 0);
    Checker::new(damaged()).cases(10_000).run(|bytes| match parse(Path::new("here.txt"), &bytes) {
        // What was read is a failure like any other.
        Ok(kept) => {
            good += 1;
            assert_eq!(read(write(&kept).as_bytes()), Ok(kept));
        }
        Err(error) => {
            bad += 1;
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
            assert!(error.line.is_none_or(|line| (1..=lines).contains(&line)), "{error}");
            let message = error.to_string();
            assert!(message.starts_with("here.txt:") && !message.contains(char::is_control), "{message}");
            assert!(message.len() < 300, "{message}");
        }
    });
    assert!(good > 1000 && bad > 1000, "{good} {bad}");
}
