//! Text generators as parts of values, and under the other interpretations.

use mirrorcheck::Derivative;
use mirrorcheck::prelude::*;

use super::recursion::{circle, hidden, nested};
use super::values::{Item, document, item, items};
use super::{close, comes_back, word_of};
use crate::laws;

#[derive(Debug, Clone, PartialEq)]
struct Record {
    name: String,
    size: usize,
    other: Option<String>,
}

#[test]
fn texts_as_parts_of_values() {
    #[generator]
    fn record() -> Record {
        let name = draw(word_of("ab"));
        let other = draw(option(word_of("x")));
        Record { size: name.len(), name, other }
    }
    laws::check(record());
    let good = Record { name: "ab".into(), size: 2, other: Some("xx".into()) };
    close(record().probability(&good), 0.125 * 0.75 * 0.5, &good);
    comes_back(&record(), &good);
    laws::is_refused(&record(), &Record { size: 1, ..good.clone() });
    laws::is_refused(&record(), &Record { name: "c".into(), ..good.clone() });
    laws::is_refused(&record(), &Record { other: Some(String::new()), ..good });

    laws::check(vec(word_of("ab"), 0..=2));
    laws::check((word_of("a"), word_of("b"), 0..=1));
    laws::check(option(nested()));
    laws::check([word_of("a"), word_of("a")]);
    laws::check(oneof((word_of("ab"), nested())));
    assert!(vec(nested(), 2).contains(&vec!["(x)".to_owned(), "x".to_owned()]));
    assert!(!vec(nested(), 2).contains(&vec!["(x)".to_owned(), "x)".to_owned()]));

    let upper = word_of("ab").convert(|word| word.to_uppercase(), |word: &String| Some(word.to_lowercase()));
    assert!(upper.contains(&"AB".to_owned()) && !upper.contains(&"ab".to_owned()));
    laws::check(upper);

    // A part that is found by looking.
    #[generator]
    fn twice() -> (String, usize) {
        let word = draw(word_of("ab").at(|whole: &(String, usize)| whole.0[..whole.0.len() / 2].to_owned()));
        (word.repeat(2), word.len())
    }
    assert!(twice().contains(&("abab".to_owned(), 2)));
    assert!(!twice().contains(&("abba".to_owned(), 2)) && !twice().contains(&("cc".to_owned(), 1)));
    laws::check(twice());

    // A string that is looked at is no text, but may have texts in it.
    #[generator]
    fn around() -> String {
        let word = draw(nested().at(|whole: &String| whole.trim_matches('"').to_owned()));
        format!("\"{word}\"")
    }
    assert!(around().contains(&"\"[x]\"".to_owned()) && !around().contains(&"\"[x\"".to_owned()));
    laws::check(around());
}

#[test]
fn choice_by_choice() {
    let text = "[(x);]".to_owned();
    let mut left: Derivative<_> = nested().derivative("square");
    assert_eq!(left.choices_now().iter().map(|choice| choice.to_string()).collect::<Vec<_>>(), ["none", "one", "more"]);
    assert!(left.contains(&text) && !left.contains(&"x".to_owned()));
    close(left.probability(&"[]".to_owned()), 1.0 / 3.0, "[]");
    for choice in ["more", "round", "leaf"] {
        left = left.derivative(choice);
        assert!(!left.is_void() && left.value_now().is_none());
    }
    assert_eq!(left.reflect(&text).next().unwrap().labels(), ["none"]);
    assert!(left.derivative("leaf").is_void());
    assert_eq!(left.derivative("none").value_now(), Some(text));
    assert!(left.all_values().take(3).all(|text| text.starts_with("[(x);")));
}

#[test]
fn completion_leaves_open_or_fixes_all() {
    for seed in 0..20 {
        assert!(nested().contains(&nested().complete(&sketch!(_), seed).unwrap()));
    }
    let given = "[(x);]".to_owned();
    assert_eq!(nested().complete(&sketch!(given.clone()), 1), Some(given.clone()));
    assert_eq!(nested().complete(&sketch!("[(x;]".to_owned()), 1), None);

    #[generator]
    fn record() -> Record {
        let name = draw(word_of("ab"));
        let other = draw(option(nested()));
        Record { size: name.len(), name, other }
    }
    for seed in 0..20 {
        let made = record().complete(&sketch!(Record { name: _, size: 2, other: Some(given.clone()) }), seed).unwrap();
        assert!(made.size == 2 && made.other.as_ref() == Some(&given) && record().contains(&made), "{made:?}");
        let made = record().complete(&sketch!(Record { name: "b".to_owned(), size: _, other: _ }), seed).unwrap();
        assert!(made.name == "b" && made.size == 1 && record().contains(&made), "{made:?}");
    }
    assert_eq!(record().complete(&sketch!(Record { name: _, size: _, other: Some("(".to_owned()) }), 1), None);

    for seed in 0..20 {
        let made = item().complete(&sketch!(Item { name: _, count: Some(2), tags: vec!['x', _], exact: true }), seed);
        let made = made.unwrap();
        assert!(made.count == Some(2) && made.tags.len() == 2 && made.tags[0] == 'x' && made.exact, "{made:?}");
        let text = item().print(&made).unwrap();
        assert_eq!(item().parse(&text), Ok(made));
    }
}

#[test]
fn bytes_and_validation() {
    for seed in 0..50 {
        for bytes in [vec![seed; usize::from(seed)], vec![255 - seed; 30]] {
            if let Ok(text) = nested().from_bytes(&bytes) {
                assert!(nested().contains(&text), "{text}");
                assert_eq!(nested().from_bytes(&nested().to_bytes(&text).unwrap()), Ok(text));
            }
        }
    }
    assert!(nested().validate().is_sound());
    assert!(items().validate().is_sound());
    assert!(document().validate().is_sound());
    assert!(hidden().validate().is_sound());
    assert!(circle().validate().is_sound());
}
