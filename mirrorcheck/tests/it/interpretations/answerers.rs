//! Interpretations that the library lacks: an `Answerer` of one's own.

use mirrorcheck::choices::{Answerer, Ask, Names, Number};
use mirrorcheck::prelude::*;
use mirrorcheck::{Choice, Rejected};

use super::*;

/// The example of the documentation.
struct MostLikely;

impl Answerer for MostLikely {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        if ask.last() > 1_000 {
            return Ok(ask.last() / 2);
        }
        (0..=ask.last()).max_by_key(|&i| (ask.weight(i), ask.last() - i)).ok_or(Rejected)
    }
}

#[test]
fn a_typical_value() {
    let (tree, choices) = bst(1, 3).interpret(&mut MostLikely).unwrap();
    let expected = node(leaf(), 1, node(leaf(), 2, node(leaf(), 3, leaf())));
    assert_eq!(tree, expected);
    assert_eq!(choices.to_string(), "node(1 node(2 node(3)))");
    let (number, _) = (0..=u64::MAX).interpret(&mut MostLikely).unwrap();
    assert_eq!(number, u64::MAX / 2);
}

/// Always the last alternative, and notes what was asked.
#[derive(Default)]
struct LastOnes {
    asked: Vec<String>,
}

impl Answerer for LastOnes {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        self.asked.push(ask.to_string());
        ask.at_rank(ask.last_rank()).ok_or(Rejected)
    }
}

#[test]
fn every_generator_asks_the_same_questions() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        // Endless under this answerer: the last alternative of each goes on.
        if ["list", "list, lazy", "exponential overlap", "infinite overlap"].contains(&name) {
            return;
        }
        match generator.interpret(&mut LastOnes::default()) {
            Ok((value, choices)) => {
                assert_eq!(generator.replay(&choices).as_ref(), Ok(&value), "{name}: {choices}");
                assert!(generator.contains(&value), "{name}: {value:?}");
            }
            Err(Rejected) => assert_eq!(name, "such_that"),
        }
    }
    on_every_kind!(check);
}

#[test]
fn questions_read_well() {
    fn asked<G: Generator>(generator: G) -> Vec<String> {
        let mut answerer = LastOnes::default();
        generator.interpret(&mut answerer).ok();
        answerer.asked
    }
    assert_eq!(asked(0..=255u8), ["0..=255"]);
    assert_eq!(asked(-2..=2i8), ["0, 1, -1, 2 or -2"], "the simplest first");
    assert_eq!(asked('a'..='z'), ["'a'..='z'"]);
    assert_eq!(asked(bst(1, 1)), ["`leaf` or `node`", "1"]);
    assert_eq!(asked(frequency([(1, exact(1)), (0, exact(2)), (3, exact(3))])), ["#0 or #2"]);
    assert_eq!(asked(i128::MIN..=i128::MAX), [format!("{}..={}", i128::MIN, i128::MAX)]);
}

/// Answers with a fixed number, whether it is there or not.
struct Always(u128, u32);

impl Answerer for Always {
    fn answer(&mut self, _: &Ask<'_>) -> Result<u128, Rejected> {
        self.1 += 1;
        Ok(self.0)
    }
}

#[test]
fn an_answer_that_is_not_there_is_a_rejection() {
    assert_eq!((0..=9u8).interpret(&mut Always(9, 0)).map(|(n, _)| n), Ok(9));
    assert_eq!((0..=9u8).interpret(&mut Always(10, 0)).map(|(n, _)| n), Err(Rejected));
    assert_eq!((0..=9u8).interpret(&mut Always(u128::MAX, 0)).map(|(n, _)| n), Err(Rejected));
    let weighted = frequency([(1, exact(1)), (0, exact(2))]);
    assert_eq!(weighted.interpret(&mut Always(1, 0)).map(|(n, _)| n), Err(Rejected), "its weight is 0");
    assert_eq!(weighted.interpret(&mut Always(2, 0)).map(|(n, _)| n), Err(Rejected));
    assert_eq!(any::<bool>().interpret(&mut Always(u128::MAX, 0)).map(|(b, _)| b), Err(Rejected));
}

/// Counts up, and may be asked again.
struct Next(u128);

impl Answerer for Next {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        self.0 += 1;
        Ok((self.0 - 1) % (ask.last() + 1))
    }

    fn may_retry(&self) -> bool {
        true
    }
}

#[test]
fn a_filter_asks_again_only_where_that_is_of_use() {
    let sevens = (0..=9u8).such_that(|n| *n == 7);
    let mut stubborn = Always(3, 0);
    assert_eq!(sevens.interpret(&mut stubborn).map(|(n, _)| n), Err(Rejected));
    assert_eq!(stubborn.1, 1, "the same answer again would not help");
    let (seven, choices) = sevens.interpret(&mut Next(0)).unwrap();
    assert_eq!((seven, choices.to_string()), (7, "7".to_owned()));
}

#[test]
fn a_question_knows_its_alternatives() {
    let weights = [2, 0, 5, 1];
    let ask = Ask::among(&weights, Names::Labels(&["a", "b", "", "d"])).unwrap();
    assert_eq!(ask.last(), 3);
    assert_eq!([0, 1, 2, 3, 4].map(|i| ask.allows(i)), [true, false, true, true, false]);
    assert_eq!([0, 1, 2, 3, 4].map(|i| ask.weight(i)), [2, 0, 5, 1, 0]);
    assert_eq!([0, 1, 2, 3, 4].map(|i| ask.chance(i)), [0.25, 0.0, 0.625, 0.125, 0.0]);
    assert_eq!(ask.last_rank(), 2);
    assert_eq!([0, 2, 3].map(|i| ask.rank(i)), [0, 1, 2]);
    assert_eq!([0, 1, 2, 3].map(|rank| ask.at_rank(rank)), [Some(0), Some(2), Some(3), None]);
    assert_eq!(ask.choice(0), Choice::from("a"));
    assert_eq!(ask.choice(2), Choice::Index(2));
    assert_eq!(ask.find(&Choice::from("d")), Some(3));
    assert_eq!(ask.find(&Choice::from("b")), None, "its weight is 0");
    assert_eq!(ask.find(&Choice::from("")), None);
    assert_eq!(ask.find(&Choice::from(2)), Some(2), "a number means what has no label");
    assert_eq!(ask.find(&Choice::from(0)), None, "and nothing else");
    assert_eq!(ask.find(&Choice::Index(4)), None);
    assert_eq!(ask.to_string(), "`a`, #2 or `d`");
    assert!(Ask::among(&[], Names::Unnamed).is_none());
    assert!(Ask::among(&[0, 0], Names::Unnamed).is_none());

    let all = Ask::uniform(u128::MAX, Names::Numbers(Number::from(i128::MIN)));
    assert_eq!(all.choice(0), Choice::from(0));
    assert_eq!(all.choice(u128::MAX), Choice::from(i128::MIN));
    assert_eq!(all.find(&Choice::from(-1)), Some(2));
    assert_eq!(all.find(&Choice::from(u128::MAX)), None);
    assert_eq!(all.chance(3), 2f64.powi(-128));
    assert_eq!((all.rank(77), all.at_rank(77), all.last_rank()), (77, Some(77), u128::MAX));
}

/// In under thirty lines: how many bits of information a value is worth, the interpretation that compression needs.
struct Information<'a> {
    choices: std::vec::IntoIter<Choice>,
    bits: &'a mut f64,
}

impl Answerer for Information<'_> {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let index = self.choices.next().and_then(|choice| ask.find(&choice)).ok_or(Rejected)?;
        *self.bits -= ask.chance(index).log2();
        Ok(index)
    }
}

#[test]
fn the_information_in_a_value() {
    let mut bits = 0.0;
    let choices: Vec<Choice> = list().reflect_first(&list_of(&[2, 1])).unwrap().unwrap().sequence().collect();
    let made = list().interpret(&mut Information { choices: choices.into_iter(), bits: &mut bits });
    assert_eq!(made.map(|(value, _)| value), Ok(list_of(&[2, 1])));
    assert_close(bits, 3.0 + 2.0 * 3f64.log2(), &"three coins and two digits out of three");
}
