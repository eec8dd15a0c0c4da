//! Texts: read, refused, and taken apart.

use mirrorcheck::prelude::*;
use mirrorcheck::text::Text;

use super::{Subject, Work};
use crate::workloads::json;

const LARGEST: usize = 100_000_000;
/// Nested texts: as deep as the native stacks allow.
const DEEPEST: usize = 1_000_000;

/// A generator of texts, with texts of about any length.
trait Kind: 'static {
    const NAME: &'static str;
    const LARGEST: usize = LARGEST;

    fn generator() -> impl Text<Value = String> + Clone + 'static;

    fn text(length: usize) -> String;

    /// A text that is refused only near its end.
    fn refused(length: usize) -> String;
}

struct Json;

impl Kind for Json {
    const NAME: &'static str = "JSON";

    fn generator() -> impl Text<Value = String> + Clone + 'static {
        json()
    }

    fn text(length: usize) -> String {
        let mut text = String::from("[");
        for i in 0u64.. {
            let n = i.wrapping_mul(6_364_136_223_846_793_005).rotate_left(17);
            text += &format!(
                "{{\"id\": {}, \"name\": \"user {}\", \"on\": {}, \"score\": {}.{}, \"tags\": [\"größe\", null, {{}}]}}",
                n % 100_000,
                n % 977,
                n % 2 == 0,
                n % 100,
                n % 10,
            );
            if text.len() + 1 >= length {
                break;
            }
            text += ", ";
        }
        text + "]"
    }

    /// The last bracket is missing.
    fn refused(length: usize) -> String {
        let mut text = Self::text(length);
        text.pop();
        text
    }
}

struct Nested;

impl Kind for Nested {
    const NAME: &'static str = "nested JSON";
    const LARGEST: usize = DEEPEST;

    fn generator() -> impl Text<Value = String> + Clone + 'static {
        json()
    }

    fn text(length: usize) -> String {
        "[".repeat(length / 2) + &"]".repeat(length / 2)
    }

    fn refused(length: usize) -> String {
        "[".repeat(length / 2) + &"]".repeat(length / 2 - 1)
    }
}

/// What has as many ways as there are places to cut.
struct Backtracking;

impl Kind for Backtracking {
    const NAME: &'static str = "regex (x+x+)+y";

    fn generator() -> impl Text<Value = String> + Clone + 'static {
        regex("(x+x+)+y")
    }

    fn text(length: usize) -> String {
        "x".repeat(length - 1) + "y"
    }

    fn refused(length: usize) -> String {
        "x".repeat(length)
    }
}

struct Words;

impl Kind for Words {
    const NAME: &'static str = "regex [a-z]+(,[a-z]+)*";

    fn generator() -> impl Text<Value = String> + Clone + 'static {
        regex("[a-z]+(,[a-z]+)*")
    }

    fn text(length: usize) -> String {
        "word,".repeat(length / 5) + "end"
    }

    fn refused(length: usize) -> String {
        "word,".repeat(length / 5)
    }
}

#[generator]
fn sum() -> String {
    oneof([
        {
            let digit = draw(0..=9);
            format!("{digit}")
        },
        {
            let left = draw(sum());
            let digit = draw(0..=9);
            format!("{left}+{digit}")
        },
    ])
}

struct LeftRecursion;

impl Kind for LeftRecursion {
    const NAME: &'static str = "left recursion";
    const LARGEST: usize = DEEPEST;

    fn generator() -> impl Text<Value = String> + Clone + 'static {
        sum()
    }

    fn text(length: usize) -> String {
        "1+".repeat(length / 2) + "2"
    }

    fn refused(length: usize) -> String {
        "1+".repeat(length / 2)
    }
}

pub(super) fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    directions::<Json>(&mut all);
    directions::<Nested>(&mut all);
    directions::<Backtracking>(&mut all);
    directions::<Words>(&mut all);
    directions::<LeftRecursion>(&mut all);
    all
}

fn directions<K: Kind>(all: &mut Vec<Subject>) {
    let mut add = |direction, prepare: fn(usize) -> Work| {
        all.push(Subject { kind: K::NAME, direction, largest: K::LARGEST, prepare: Box::new(prepare) });
    };
    add("read", |size| {
        let (generator, text) = (K::generator(), K::text(size));
        Box::new(move || matches!(generator.reflect_first(&text), Ok(Some(_))))
    });
    add("contains", |size| {
        let (generator, text) = (K::generator(), K::text(size));
        Box::new(move || generator.try_contains(&text) == Ok(true))
    });
    add("refused", |size| {
        let (generator, text) = (K::generator(), K::refused(size));
        Box::new(move || generator.try_contains(&text) == Ok(false))
    });
    add("refused with an error", |size| {
        let (generator, text) = (K::generator(), K::refused(size));
        Box::new(move || generator.parse(&text).is_err())
    });
    add("replay", |size| {
        let (generator, text) = (K::generator(), K::text(size));
        let choices = generator.reflect_first(&text).ok().flatten();
        Box::new(move || choices.as_ref().is_some_and(|choices| generator.replay(choices).as_ref() == Ok(&text)))
    });
    add("probability", |size| {
        let (generator, text) = (K::generator(), K::text(size));
        Box::new(move || generator.likelihood(&text).is_ok_and(|likelihood| likelihood.ln() < 0.0))
    });
    add("shrink to half", |size| {
        let (generator, text) = (K::generator(), K::text(size));
        Box::new(move || generator.shrink(text.clone(), |shrunk| shrunk.len() >= size / 2).value.len() >= size / 2)
    });
    add("mutate", |size| {
        let (generator, text) = (K::generator(), K::text(size));
        Box::new(move || generator.mutate(&text, 1).take(10).count() == 10)
    });
}
