//! Garbage: texts and bytes by the thousand, and whatever is made of them.

use mirrorcheck::choices::ParseChoicesError;
use mirrorcheck::prelude::*;
use mirrorcheck::{BytesError, ReplayError};

use super::{Tree, bst};

/// Pieces that texts of choices are made of, and some that they are not.
const PIECES: [&str; 40] = [
    "(",
    ")",
    "((",
    "))",
    " ",
    "\t",
    "\n",
    "node",
    "leaf",
    "5",
    "-",
    "-5",
    "#",
    "#3",
    "@",
    "@30",
    "@-1",
    "@99999999999",
    "'a'",
    "'",
    "''",
    "'\\''",
    "'ab'",
    "\"",
    "\"two words\"",
    "\"\\u{41}\"",
    "\"\\u{d800}\"",
    "\"\\u{110000}\"",
    "\"\\q\"",
    "\\",
    "é",
    "\u{301}",
    "🦀",
    "340282366920938463463374607431768211456",
    "340282366920938463463374607431768211455",
    "#340282366920938463463374607431768211456",
    "\0",
    "_",
    ".",
    ",",
];

/// Half of it pieces, half of it characters of any kind.
fn garbage() -> impl Reflective<Value = String> + Clone {
    let piece = element_of(&PIECES).convert(str::to_owned, |text: &String| PIECES.iter().copied().find(|p| p == text));
    let noise = vec('\0'..=char::MAX, 0..=2).convert(String::from_iter, |text: &String| Some(text.chars().collect()));
    vec(frequency(((9, piece), (1, noise))), 0..=12).convert(|pieces| pieces.concat(), |_| None)
}

#[test]
fn texts_of_any_kind_are_read_or_refused() {
    let other = vec(('a'..='z', option(-9..=9i128)), 0..=3);
    let (mut read, mut refused, mut replayed) = (0, 0, 0);
    for seed in 0..10_000 {
        let text = garbage().sample(seed);
        match text.parse::<Choices>() {
            Ok(choices) => {
                read += 1;
                let written = choices.to_string();
                assert_eq!(written.parse().as_ref(), Ok(&choices), "{text:?}");
                assert_eq!(choices.labels().len(), choices.frequencies().values().sum::<u64>() as usize);
                let _ = (choices.term().to_string(), choices.bits(), format!("{choices:?}"));
                replayed += u32::from(bst(1, 9).replay(&choices).is_ok());
                let _ = other.replay(&choices).map_err(|error: ReplayError| error.to_string());
            }
            Err(error) => {
                refused += 1;
                assert!(text.is_char_boundary(error.position), "{error}: {text:?}");
                assert!(error.to_string().ends_with(&format!("at byte {}", error.position)), "{error}");
            }
        }
    }
    // Neither all nor nothing, or this would test little.
    assert!(read > 500 && refused > 2_000 && replayed > 5, "{read} read, {refused} refused, {replayed} replayed");
}

#[test]
fn a_text_that_is_almost_right_says_where_it_is_wrong() {
    for (text, error) in [
        ("node(5", "expected `)` at byte 6"),
        ("node 5)", "expected a choice at byte 6"),
        ("node \"leaf", "expected a closing quote at byte 10"),
        ("'ab'", "expected one character in quotes at byte 4"),
        ("node -", "expected digits at byte 6"),
        ("#x", "expected digits at byte 1"),
        ("@x", "expected digits at byte 1"),
        ("@99999999999 x", "expected a size at byte 12"),
        ("a ? b", "expected a choice at byte 2"),
        ("\"\\q\"", "expected an escape at byte 3"),
        ("\"\\u{110000}\"", "expected a code point in braces at byte 3"),
    ] {
        let refused: ParseChoicesError = text.parse::<Choices>().unwrap_err();
        assert_eq!(refused.to_string(), format!("invalid choices: {error}"), "{text}");
    }
    let too_large = "340282366920938463463374607431768211456".parse::<Choices>().unwrap_err();
    assert_eq!(too_large.to_string(), "invalid choices: expected a number of at most 128 bits at byte 0");
}

/// The alternatives that go on come first, twice over.
#[generator]
fn node_first() -> Tree {
    pick([
        (2, "node", {
            let left = draw(node_first());
            let key = draw(0..=9);
            let right = draw(node_first());
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
        (3, "leaf", Tree::Leaf),
    ])
}

#[test]
fn bytes_of_any_kind_make_a_value_or_an_error() {
    fn check<G: Reflective>(cases: u64, generator: G, bytes: impl Generator<Value = Vec<u8>>) -> (u64, u64, u64)
    where
        G::Value: PartialEq + std::fmt::Debug,
    {
        let (mut made, mut rejected, mut endless) = (0, 0, 0);
        for seed in 0..cases {
            let bytes = bytes.sample(seed);
            match generator.from_bytes(&bytes) {
                Ok(value) => {
                    made += 1;
                    let again = generator.to_bytes(&value).map(|bytes| generator.from_bytes(&bytes));
                    assert_eq!(again, Some(Ok(value)), "{bytes:?}");
                }
                Err(BytesError::Rejected { used }) => {
                    rejected += 1;
                    assert!(used <= bytes.len().max(1));
                }
                Err(BytesError::Endless) => endless += 1,
            }
        }
        (made, rejected, endless)
    }
    let noise = || vec(0..=u8::MAX, 0..=50);
    assert_eq!(check(2_500, bst(-100, 100), noise()), (2_500, 0, 0));
    assert_eq!(check(2_000, vec((any::<bool>(), i128::MIN..=i128::MAX), 0..=5), noise()), (2_000, 0, 0));
    assert_eq!(check(1_500, (sized(|size| 0..=size), 'a'..='z', option('\0'..=char::MAX)), noise()), (1_500, 0, 0));
    let (made, rejected, _) = check(1_500, vec((0..=99u8).such_that(|n| n % 3 > 0), 0..=3), noise());
    assert!(made > 300 && rejected > 300, "{made} made, {rejected} rejected");
    // Mostly leaves, so that it ends within the bytes more often than not.
    let leaves = || vec(frequency([(1, 0..=0u8), (9, 1..=1)]), 1..=40);
    let (made, rejected, endless) = check(2_400, node_first(), leaves());
    assert!(made > 2_000 && rejected == 0, "{made} made, {rejected} rejected");
    let (made, rejected, more) = check(100, node_first(), noise());
    assert!(made > 5 && rejected == 0 && endless + more > 10, "{made} made, {endless} and {more} endless");
}
