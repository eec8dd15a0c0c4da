//! Tuning: the worked examples of the papers, and that tuned generators are generators like any other.

mod examples;
mod weights;

use mirrorcheck::lab::{Tuner, Weights};
use mirrorcheck::prelude::*;

use crate::laws;
use crate::search_tree::{Tree, bst, node};

fn some_trees() -> Vec<Tree> {
    vec![node(Tree::Leaf, 5, Tree::Leaf), Tree::Leaf, node(node(Tree::Leaf, 2, Tree::Leaf), 3, Tree::Leaf)]
}

#[test]
fn laws_of_weighted() {
    laws::check(bst(0, 4).weighted(|label| if label == "leaf" { 2.0 } else { 1.0 }));
    laws::check(vec(oneof([0..=5, 4..=9]), 0..=3).weighted(|label| if label == "4" { 5.0 } else { 1.0 }));
    laws::check((0..=9).weighted(|label| if label == "7" { 0.0 } else { 1.0 }));
}

#[test]
fn laws_of_tuned_like() {
    laws::check_large(bst(0, 5).tuned_like(&some_trees()).unwrap());
    laws::check_large(any::<Vec<i32>>().tuned_like(&[vec![4, 100_000, -7], vec![]]).unwrap());
    laws::check_large(string('a'..='f', 0..=4).tuned_like(&["abba".to_owned()]).unwrap());
    laws::check_large(
        any::<f64>().tuned_like(&[0.5, 1e9, f64::NAN]).unwrap_or_else(|error| panic!("{error}")).at_bits(),
    );
    laws::check_large(vec(oneof([0..=5, 4..=9]), 0..=3).tuned_like(&[vec![4, 5], vec![9]]).unwrap());
}

/// Floats are compared by bits in the laws.
trait AtBits {
    type Bits: Reflective<Value = u64> + Clone;
    fn at_bits(self) -> Self::Bits;
}

impl<G: Reflective<Value = f64> + Clone> AtBits for G {
    type Bits = mirrorcheck::Convert<G, fn(f64) -> u64, fn(&u64) -> Option<f64>>;

    fn at_bits(self) -> Self::Bits {
        self.convert(f64::to_bits, |bits| Some(f64::from_bits(*bits)))
    }
}

#[test]
fn laws_without_smoothing() {
    let only = |examples: &[Tree]| Tuner::new(&bst(0, 5)).smoothing(0.0).like(examples).unwrap();
    laws::check_large(only(&some_trees()));
    laws::check_large((0..=1_000_000).tuned_like(&[7, 70_000]).unwrap().smoothing(0.0));
    laws::check_large((0..=99).tuned_unlike(&[7, 70]).unwrap().smoothing(0.0));
    laws::check_large(any::<Vec<u8>>().tuned_like(&[vec![1, 2, 3]]).unwrap().smoothing(0.0));
}

#[test]
fn laws_of_tuned_unlike() {
    laws::check_large(bst(0, 5).tuned_unlike(&some_trees()).unwrap());
    laws::check_large((0..=9, any::<bool>()).tuned_unlike(&[(3, true), (3, false), (4, true)]).unwrap());
}

#[test]
fn laws_in_context() {
    for context in 1..=4 {
        laws::check_large(Tuner::new(&bst(0, 5)).context(context).like(&some_trees()).unwrap());
    }
    laws::check_large(Tuner::new(&bst(0, 3)).context(2).unlike(&some_trees()[..2]).unwrap());
    let list = vec(option(0..=3), 0..=3);
    laws::check_large(Tuner::new(&list).context(1).like(&[vec![Some(1), None], vec![Some(3)]]).unwrap());
}

#[test]
fn laws_with_neighbours() {
    let word = string('a'..='c', 0..=4);
    laws::check_large(Tuner::new(&word).neighbours().like(&["abab".to_owned(), "aa".to_owned()]).unwrap());
    laws::check_large(Tuner::new(&bst(0, 4)).context(1).neighbours().like(&some_trees()).unwrap());
}

/// Choices that a filter has thrown away do not count.
#[test]
fn weights_last_for_choices_that_were_kept() {
    let small = vec((0..=9).such_that(|n| *n < 5), 2).tuned(Weights::new().with("0", 8.0).smoothing(1.0).lasting(3));
    let often = (0..20_000).filter(|seed| small.sample(*seed)[1] == 0).count() as f64 / 20_000.0;
    let chance = small.chance_of(|pair| pair[1] == 0);
    assert!(chance.is_exact && (chance.value - often).abs() < 0.01, "{chance} {often}");
}

#[test]
fn laws_where_weights_last() {
    laws::check_large(bst(0, 4).tuned(Weights::new().with("node", 9.0).with("leaf", 1.0).smoothing(0.0).lasting(3)));
}

#[test]
fn tuned_generators_are_parts_of_others() {
    #[generator]
    fn pair() -> (Tree, i32) {
        let tree = draw(bst(0, 3).tuned(Weights::new().with("leaf", 3.0).with("2", 1.0)));
        let number = draw(0..=3);
        (tree, number)
    }
    laws::check_large(pair());
    let tuned = bst(0, 3).tuned_like(&some_trees()[..2]);
    // One of them has a key that is out of range, and is left out.
    let tuned = tuned.unwrap();
    assert_eq!(tuned.left_out().len(), 1);
    laws::check_large((tuned, 0..=3));
}

#[test]
fn derivatives_of_tuned_generators() {
    let tuned = bst(0, 5).tuned_like(&some_trees()).unwrap();
    laws::check_large(tuned.derivative("node"));
    laws::check_large(tuned.derivative("node").derivative(3));
}

#[test]
fn shrinking_and_enumerating_tuned_generators() {
    let tuned = bst(0, 9).tuned_like(&some_trees()).unwrap();
    let tree = node(node(Tree::Leaf, 1, Tree::Leaf), 4, node(Tree::Leaf, 8, Tree::Leaf));
    let shrunk = tuned.shrink(tree, |tree| matches!(tree, Tree::Node(left, ..) if **left != Tree::Leaf));
    assert_eq!(shrunk.value, node(node(Tree::Leaf, 0, Tree::Leaf), 1, Tree::Leaf));
    let only = Tuner::new(&bst(0, 9)).smoothing(0.0).like(&[Tree::Leaf]).unwrap();
    assert_eq!(only.all_values().collect::<Vec<_>>(), [Tree::Leaf]);
    assert_eq!(
        (0..=1_000_000_000).tuned_like(&[5, 7]).unwrap().smoothing(0.0).all_values().collect::<Vec<_>>(),
        [5, 7]
    );
}

/// Runs away if its leaves are rare.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Wide {
    Leaf,
    Node(Vec<Wide>),
}

#[generator]
fn wide() -> Wide {
    pick([
        (9, "leaf", Wide::Leaf),
        (1, "node", {
            let children = draw(vec(wide(), 3));
            Wide::Node(children)
        }),
    ])
}

#[test]
fn weights_that_would_never_end_do() {
    let unlike = wide().tuned_unlike(&vec![Wide::Leaf; 100]).unwrap();
    assert!(unlike.weights().to_string().contains("lasting"), "{}", unlike.weights());
    let sizes: Vec<usize> = unlike.samples(1).take(200).map(|value| size(&value)).collect();
    assert!(sizes.iter().all(|size| *size < 100_000), "{sizes:?}");
    assert!(sizes.iter().sum::<usize>() > 10 * sizes.len(), "they are larger than those of the generator");
    laws::check_large(unlike);
    // Also when the smoothing is taken away later.
    assert!(wide().tuned_unlike(&vec![Wide::Leaf; 100]).unwrap().smoothing(0.0).try_sample(1).is_ok());
    // Those made by hand go on for longer, but not too deep to be dropped.
    let by_hand = [wide().tuned(Weights::new().with("node", 10.0).with("leaf", 1.0))];
    assert!(by_hand.iter().all(|tuned| tuned.sample(1) != Wide::Leaf));
    // Asked for in so many words, it ends in an error.
    let error = wide().weighted(|label| if label == "node" { 1.0 } else { 0.0 }).try_sample(1).unwrap_err();
    assert!(error.to_string().contains("recurses forever"), "{error}");
}

fn size(value: &Wide) -> usize {
    match value {
        Wide::Leaf => 1,
        Wide::Node(children) => 1 + children.iter().map(size).sum::<usize>(),
    }
}

#[test]
fn what_has_no_label_is_left_alone() {
    let half = pick([(1, "a", exact('a')), (1, "b", exact('b')), (2, "", exact('c'))]);
    let tuned = half.tuned_like(&['a', 'c', 'c', 'c']).unwrap().smoothing(0.0);
    assert_eq!((tuned.probability(&'a'), tuned.probability(&'c')), (0.5, 0.5));
    let none = frequency([(1, exact('a')), (3, exact('b'))]);
    assert_eq!(none.tuned_like(&['a']).unwrap().probability(&'a'), 0.25);
    assert_eq!(none.weighted(|_| 0.0).probability(&'a'), 0.25);
    let weighted = half.weighted(|label| if label == "a" { 3.0 } else { 1.0 });
    assert_eq!((weighted.probability(&'a'), weighted.probability(&'c')), (0.375, 0.5));
}

#[test]
fn lengths_are_no_numbers() {
    let tuned = any::<Vec<u32>>().tuned_like(&[vec![1_000_000; 3]]).unwrap();
    assert_eq!(tuned.weights().get("length 3"), Some(1.0));
    assert_eq!(tuned.weights().get("1000000"), Some(3.0));
    assert!(tuned.samples(1).take(300).all(|list| list.len() < 10_000));
}

#[test]
fn counts_are_shared_among_ways() {
    let overlapping = pick([(1, "rare", 0..=4), (3, "usual", 0..=4)]);
    let weights = overlapping.tuned_like(&[2]).unwrap().weights().clone();
    for (label, count) in [("rare", 0.25), ("usual", 0.75), ("2", 1.0)] {
        assert!((weights.get(label).unwrap() - count).abs() < 1e-12, "{weights}");
    }
    // Too many ways to go through one by one.
    let list = vec(pick([(1, "rare", 0..=4), (3, "usual", 0..=4)]), 40);
    let weights = list.tuned_like(&[vec![2; 40]]).unwrap().weights().clone();
    assert!((weights.get("rare").unwrap() - 10.0).abs() < 1.0, "{weights}");
    assert!((weights.get("2").unwrap() - 40.0).abs() < 1e-9, "{weights}");
}

#[test]
fn no_example_is_an_error_and_others_are_named() {
    let digits = 0..=9;
    assert_eq!(digits.tuned_like(&[]).unwrap_err().to_string(), "there are no examples: give at least one");
    let error = digits.tuned_unlike(&[10, 11, 12, 13]).unwrap_err().to_string();
    let expected = "the generator can make none of the examples; examples[0]: 10 is not in 0..=9; \
                    examples[1]: 11 is not in 0..=9; examples[2]: 12 is not in 0..=9; and 1 more";
    assert_eq!(error, expected);
    let tuned = digits.tuned_like(&[3, 10, 3]).unwrap();
    assert_eq!(tuned.left_out().len(), 1);
    assert_eq!((tuned.left_out()[0].0, tuned.weights().get("3")), (1, Some(2.0)));
}

#[test]
fn what_was_not_seen_is_drawn_as_often_as_it_is_likely() {
    for last in [9, 999, 9_999] {
        let unlike = (0..=last).tuned_unlike(&(0..last).collect::<Vec<i32>>()).unwrap();
        let often = (0..3_000).filter(|seed| unlike.sample(*seed) == last).count() as f64 / 3_000.0;
        assert!((often - unlike.probability(&last)).abs() < 0.05, "{last}: {often}");
    }
    // The same where numbers are not equally likely.
    let unlike = any::<u8>().tuned_unlike(&(0..255).collect::<Vec<u8>>()).unwrap();
    let often = (0..3_000).filter(|seed| unlike.sample(*seed) == 255).count() as f64 / 3_000.0;
    assert!((often - unlike.probability(&255)).abs() < 0.05, "{often}");
}

#[test]
fn nothing_becomes_impossible_in_wide_ranges() {
    assert!((0..=i32::MAX).tuned_unlike(&[5]).unwrap().probability(&5) > 0.0);
    assert!((0..=u64::MAX).tuned_unlike(&[5]).unwrap().contains(&5));
    assert!(any::<f64>().tuned_unlike(&[0.1]).unwrap().contains(&0.1));
    assert!(any::<u128>().tuned_like(&[5]).unwrap().contains(&u128::MAX));
}

#[test]
fn values_with_very_many_ways_in_context() {
    let list = vec(labeled([("a", 0..=1), ("b", 0..=1)]), 13);
    let tuned = Tuner::new(&list).context(1).like(&[vec![0; 13]]).unwrap();
    assert!(tuned.contains(&vec![0; 13]));
    assert!(!tuned.contains(&vec![2; 13]));
    assert!(tuned.likelihood(&vec![0; 13]).is_err());
    assert!(tuned.probability(&vec![0; 13]).is_nan());
}

#[test]
fn weights_in_a_recursion_are_linear() {
    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    enum List {
        Nil,
        Cons(i32, Box<List>),
    }
    #[generator]
    fn list() -> List {
        labeled([
            ("nil", List::Nil),
            ("cons", {
                let first = draw(0..=9);
                let rest = draw(list().weighted(|label| if label == "cons" { 2.0 } else { 1.0 }));
                List::Cons(first, Box::new(rest))
            }),
        ])
    }
    // Twice the work for each level would take longer than anybody waits.
    let long = (0..60).fold(List::Nil, |rest, n| List::Cons(n % 10, Box::new(rest)));
    assert!(list().contains(&long));
    assert!(list().log_probability(&long).is_finite());
}

#[test]
fn many_distinct_numbers() {
    let lists: Vec<Vec<i32>> = (0..20).map(|i| (0..100).map(|j| 100 * i + j).collect()).collect();
    let tuned = any::<Vec<i32>>().tuned_like(&lists).unwrap();
    assert_eq!(tuned.weights().get("1999"), Some(1.0));
    let often = Tuner::new(&vec(0..=9, 50)).context(3).like(&vec![vec![1; 50]; 100]).unwrap();
    assert!(often.contains(&vec![7; 50]));
}

#[test]
fn handlers_see_only_what_is_possible() {
    use mirrorcheck::effects;
    let tuned = (0..=1000).tuned_like(&[500, 501, 600]).unwrap().smoothing(0.0);
    for answer in [false, true] {
        let tuned = tuned.clone();
        let handled = from_fn(move || effects::with(effects::on_next(move |_, _| answer), || draw(&tuned)));
        assert_eq!(handled.sample(1), if answer { 600 } else { 500 });
    }
}

/// Unlike what the generator does anyway is nothing in particular.
#[test]
fn inversion_is_relative_to_the_generator() {
    let coin = pick([(1, "heads", exact('h')), (3, "tails", exact('t'))]);
    let as_ever = coin.tuned_unlike(&['h', 't', 't', 't']).unwrap().smoothing(0.0);
    assert!((as_ever.probability(&'h') - 0.25).abs() < 1e-12);
    // Twice as often as the generator, so one half as often, in proportion.
    let unlike = coin.tuned_unlike(&['h', 't']).unwrap().smoothing(0.0);
    let (heads, tails) = (0.25 * 0.25 / 0.5, 0.75 * 0.75 / 0.5);
    assert!((unlike.probability(&'h') - heads / (heads + tails)).abs() < 1e-12);
}
