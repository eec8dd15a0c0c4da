//! Weights as text: what is written is read, and what cannot be read is told.

use mirrorcheck::lab::{Tuner, Weights};
use mirrorcheck::prelude::*;

use crate::search_tree::{Tree, bst, node};

#[test]
fn what_is_written_is_read() {
    let trees = [node(Tree::Leaf, 5, Tree::Leaf), Tree::Leaf];
    for context in 0..=3 {
        for unlike in [false, true] {
            let generator = bst(0, 9);
            let tuner = Tuner::new(&generator).context(context).smoothing(0.25);
            let tuner = if context == 2 { tuner.neighbours() } else { tuner };
            let tuned = if unlike { tuner.unlike(&trees) } else { tuner.like(&trees) }.unwrap();
            let read: Weights = tuned.weights().to_string().parse().unwrap();
            assert_eq!(&read, tuned.weights());
            let again = bst(0, 9).tuned(read);
            assert!(trees.iter().all(|tree| again.probability(tree) == tuned.probability(tree)));
        }
    }
}

/// Any labels at all.
#[property]
fn any_labels_are_written_and_read(labels: Vec<(String, u32)>) {
    let weights =
        labels.iter().fold(Weights::new(), |weights, (label, weight)| weights.with(label, f64::from(*weight) / 8.0));
    assert_eq!(weights.to_string().parse::<Weights>().unwrap(), weights);
}

#[property]
fn no_text_makes_reading_panic(text: String) {
    if let Err(error) = text.parse::<Weights>() {
        assert!(error.to_string().starts_with("line "), "{error}");
    }
}

#[test]
fn the_text_is_for_people() {
    let tuned = Tuner::new(&bst(0, 9)).context(1).like(&[node(Tree::Leaf, 5, Tree::Leaf)]).unwrap();
    let expected = "\
# Weights of choices: a label and how much it weighs. [Brackets] say where it is.
smoothing 0.5
5 1
leaf 2
node 1

[node]
5 1

[node.1]
leaf 1

[node.2]
leaf 1
";
    assert_eq!(tuned.weights().to_string(), expected);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let wrong = |text: &str| text.parse::<Weights>().unwrap_err().to_string();
    let no_weight = "line 2: `node` has no weight; write a label and a number, such as `node 3`";
    assert_eq!(wrong("leaf 1\nnode"), no_weight);
    assert_eq!(wrong("leaf much"), "line 1: `much` is not a number; write one such as `3` or `0.5`");
    assert_eq!(wrong("leaf -1"), "line 1: -1 is not a weight; write a number from 0 to 1e15");
    assert_eq!(wrong("leaf NaN"), "line 1: NaN is not a weight; write a number from 0 to 1e15");
    assert_eq!(wrong("# weights\n\n[node.1"), "line 3: a `]` is missing at the end of the line");
    assert_eq!(wrong("\"leaf 1"), "line 1: a `\"` is missing");
    assert_eq!(wrong("[a b]"), "line 1: expected `<` instead of `b`, as in `[node.1 < node.2]`");
    assert_eq!(
        wrong("[a < b < c < d < e]"),
        "line 1: too many alternatives around a choice (5); at most 4 are possible"
    );
}

/// A generator that has changed since: what it lost does no harm, what it has got is as likely as it says itself.
#[test]
fn weights_of_an_older_generator() {
    let old = labeled([("circle", exact('c')), ("square", exact('s')), ("oval", exact('o'))]);
    let weights = old.tuned_like(&['c', 'c', 'c', 's', 'o']).unwrap().weights().to_string();
    let new = labeled([("circle", exact('c')), ("square", exact('s')), ("star", exact('*'))]);
    let tuned = new.tuned(weights.parse().unwrap());
    let by_hand = |seen: f64| (seen + 0.5 / 3.0) / 4.5;
    assert!((tuned.probability(&'c') - by_hand(3.0)).abs() < 1e-15);
    assert!((tuned.probability(&'*') - by_hand(0.0)).abs() < 1e-15);
}

#[test]
fn files_are_read_and_written() {
    let folder = std::env::temp_dir().join(format!("mirrorcheck-weights-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("digits.weights");
    let tuned = (0..=9).tuned_like(&[1, 1, 2]).unwrap();
    tuned.weights().save(&path).unwrap();
    assert_eq!(&Weights::load(&path).unwrap(), tuned.weights());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left there");
    std::fs::write(&path, "1 one").unwrap();
    let error = Weights::load(&path).unwrap_err().to_string();
    assert!(
        error.ends_with("digits.weights: line 1: `one` is not a number; write one such as `3` or `0.5`"),
        "{error}"
    );
    let error = tuned.weights().save(folder.join("no/such/folder")).unwrap_err().to_string();
    assert!(error.contains("cannot be written"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Many threads, files with the same stem, and one and the same file.
#[test]
fn files_are_never_half_written() {
    let folder = std::env::temp_dir().join(format!("mirrorcheck-weights-race-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::thread::scope(|scope| {
        for (thread, name) in ["a.like", "a.unlike", "a.like"].into_iter().enumerate() {
            let path = folder.join(name);
            scope.spawn(move || {
                for i in 0..50 {
                    let weights = Weights::new().with("leaf", (100 * thread + i) as f64);
                    weights.save(&path).unwrap();
                    assert!(Weights::load(&path).is_ok());
                }
            });
        }
    });
    std::fs::remove_dir_all(&folder).unwrap();
}
