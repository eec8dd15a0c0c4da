//! `strategy::Mutating`: what it runs, what it keeps, and what it finds.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use mirrorcheck::Checker;
use mirrorcheck::prelude::*;
use mirrorcheck::strategy::{Mutating, Random, Strategy};

/// A folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("mirrorcheck-mutating-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn lists() -> impl Reflective<Value = Vec<u32>> + Clone + use<> {
    vec(0..=100_000u32, 0..=20)
}

/// Fails on what is three edits away from a list: two numbers are one more, and there is another at the end.
fn needs_three_edits(list: &[u32]) {
    let edits =
        [list.first() == Some(&10_001), list.get(1) == Some(&20_001), list.len() == 4 && list.get(2) == Some(&30_000)];
    label(format!("{edits:?}"));
    assert!(!edits.iter().all(|edit| *edit));
}

#[test]
fn a_failure_three_edits_away_is_found() {
    let given = vec![10_000, 20_000, 30_000];
    for seed in 0..5 {
        let check = |strategy: Box<dyn Strategy>| {
            let checker = Checker::new(lists()).seed(seed).cases(5_000).strategy(strategy);
            checker.examine(|list| needs_three_edits(&list)).failures.len()
        };
        assert_eq!(check(Box::new(Mutating::new().values(&lists(), [given.clone()]))), 1, "seed {seed}");
        assert_eq!(check(Box::<Random>::default()), 0, "seed {seed}");
    }
}

#[test]
fn it_climbs_to_the_target() {
    let far = |list: &[i32]| -> i32 { list.iter().map(|n| (n - 777).abs()).sum() };
    let check = |strategy: Box<dyn Strategy>| {
        let checker = Checker::new(vec(0..=10_000, 4)).cases(5_000).strategy(strategy);
        let report = checker.examine(|list| target(-far(&list)));
        report.events["target"].greatest
    };
    let (climbed, random) = (check(Box::<Mutating>::default()), check(Box::<Random>::default()));
    assert!(climbed > -200.0, "mutants come near: {climbed}");
    assert!(random < climbed - 1_000.0, "random cases do not: {random}");
}

#[test]
fn given_cases_come_first_and_mutants_are_near_them() {
    let mut seen = Vec::new();
    let given = [vec![1, 2, 3], vec![7; 10]];
    let strategy = Mutating::new().values(&lists(), given.clone());
    Checker::new(lists()).cases(200).strategy(strategy).run(|list| seen.push(list));
    assert_eq!(seen[..2], given);
    let near = seen.iter().filter(|list| list.contains(&7) || list.contains(&1) || list.contains(&2)).count();
    assert!(near > 100, "{near} of 200");
}

#[test]
fn a_run_is_a_function_of_its_seed() {
    let run = |seed| {
        let mut seen = Vec::new();
        let strategy = Mutating::new().values(&lists(), [vec![1, 2, 3]]);
        Checker::new(lists()).seed(seed).cases(300).strategy(strategy).run(|list| seen.push(list));
        seen
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn with_nothing_given_it_begins_with_random_cases() {
    let mut seen = Vec::new();
    Checker::new(lists()).seed(4).cases(50).strategy(Mutating::new()).run(|list| seen.push(list));
    seen.sort();
    seen.dedup();
    assert!(seen.len() > 40, "{} of 50 are different", seen.len());
    let lengths: std::collections::BTreeSet<usize> = seen.iter().map(Vec::len).collect();
    assert!(lengths.len() > 10, "{lengths:?}");
}

#[test]
fn what_a_property_draws_is_mutated_too() {
    let strategy = Mutating::new().choices(["(5 (500 600))".parse().unwrap()]);
    let report = Checker::new(0..=9).cases(3_000).strategy(strategy).examine(|n| {
        let (a, b) = (draw(0..=10_000), draw(0..=10_000));
        label(if a == 501 { "first" } else { "other" });
        assert!(!(n == 5 && a == 501 && b == 600));
    });
    assert_eq!(report.failures.len(), 1);
}

#[test]
fn cases_that_say_something_new_join_the_pool() {
    let mutating = Rc::new(RefCell::new(Mutating::new().values(&(0..=1000), [500])));
    let strategy: Rc<RefCell<dyn Strategy>> = mutating.clone();
    Checker::new(0..=1000).cases(300).strategy(strategy).run(|n| {
        label(if n < 500 { "below" } else { "above" });
        assume(n != 600);
    });
    let pool: Vec<String> = mutating.borrow().pool().map(|case| case.to_string()).collect();
    assert_eq!((pool.len(), pool[0].as_str()), (2, "500"));
    assert!(pool[1].parse::<i32>().unwrap() < 500);
}

#[test]
fn two_labels_together_for_the_first_time_are_new() {
    let generator = (any::<bool>(), any::<bool>());
    let mutating = Rc::new(RefCell::new(Mutating::new().values(&generator, [(false, false)])));
    let strategy: Rc<RefCell<dyn Strategy>> = mutating.clone();
    Checker::new(generator).cases(100).strategy(strategy).run(|_| true);
    let mut pool: Vec<String> = mutating.borrow().pool().map(|case| case.to_string()).collect();
    pool.sort();
    assert_eq!(pool, ["(false false)", "(false true)", "(true false)", "(true true)"]);
}

#[test]
fn a_pool_survives_as_text() {
    let file = folder("pool").join("pool.txt");
    let values = [vec![1, 2], vec![], vec![100_000]];
    let mutating = Mutating::new().values(&lists(), values.clone());
    mutating.save(&file).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), ["(2 1 2)", "0", "(1 100000)"]);
    let loaded = Mutating::new().load(&file).unwrap();
    assert_eq!(loaded, mutating);
    let mut seen = Vec::new();
    Checker::new(lists()).cases(3).strategy(loaded).run(|list| seen.push(list));
    assert_eq!(seen, values);
    fs::write(&file, "# two cases\n\n(2 1 2)\nnode(\n").unwrap();
    let error = Mutating::new().load(&file).unwrap_err();
    assert_eq!(error.line(), Some(4));
    assert!(error.to_string().contains("pool.txt:4: "), "{error}");
}

#[test]
fn a_pool_of_an_older_generator_is_repaired() {
    // One that is out of range by now, and one that has never fitted.
    let strategy = Mutating::new().choices(["(2 7 900)".parse().unwrap(), "node(5 leaf leaf)".parse().unwrap()]);
    let mut seen = Vec::new();
    Checker::new(vec(0..=9, 0..=4)).cases(2).strategy(strategy).run(|list| seen.push(list));
    assert_eq!((seen.len(), seen[0].len(), seen[0][0]), (2, 2, 7));
}

#[test]
fn files_are_read_and_those_that_do_not_fit_are_named() {
    let folder = folder("files");
    fs::write(folder.join("a.txt"), "10,20,30\n").unwrap();
    fs::write(folder.join("b.txt"), "10,twenty").unwrap();
    fs::write(folder.join("c.txt"), [0xff, 0xfe]).unwrap();
    fs::create_dir(folder.join("d")).unwrap();
    let numbers = regex("[0-9]{1,3}(,[0-9]{1,3})*");
    let mutating = Mutating::new().folder(&numbers, &folder);
    assert_eq!(mutating.pool().count(), 1);
    let [b, c] = mutating.left_out() else { panic!("{:?}", mutating.left_out()) };
    assert!(b.contains("b.txt is left out: ") && c.contains("c.txt is left out: "), "{b}\n{c}");
    let mut seen = Vec::new();
    Checker::new(numbers.clone()).cases(50).strategy(mutating).run(|text| seen.push(text));
    assert_eq!(seen[0], "10,20,30");
    assert!(seen.iter().all(|text| numbers.contains(text)));
    let missing = Mutating::new().folder(&numbers, folder.join("no such folder"));
    assert_eq!(missing.left_out().len(), 1);
}

#[test]
fn a_value_that_is_alone_does_not_stop_it() {
    let strategy = Mutating::new().values(&exact(5), [5]);
    let report = Checker::new(exact(5)).cases(20).strategy(strategy).run(|n| n == 5);
    assert_eq!(report.passed, 20);
}

/// `#1` is a choice, not a comment.
#[test]
fn choices_without_labels_survive_as_text() {
    let file = folder("unlabelled").join("pool.txt");
    let names = element_of(&["Ada", "Emmy", "Kurt"]);
    Mutating::new().values(&names, ["Emmy", "Kurt"]).save(&file).unwrap();
    assert_eq!(Mutating::new().load(&file).unwrap().pool().count(), 2);
}

/// What may draw is a group of choices, also where nothing is drawn in it.
#[property(strategy = Mutating::new().values(&any::<Vec<bool>>(), [vec![true]]), cases = 50)]
fn conditions_in_the_body_of_a_property_leave_empty_groups(list: Vec<bool>) {
    if list.len() < 3 {
        label(String::from("short"));
    }
    for element in &list {
        assert!([false, true].contains(&bool::clone(element)));
    }
}

#[test]
fn parts_of_one_case_are_put_into_others() {
    let lists = vec(vec(0..=1_000_000, 2), 0..=4);
    let given = [vec![vec![111_111, 222_222], vec![3, 4]], vec![vec![555_555, 666_666], vec![7, 8]]];
    let strategy = Mutating::new().seed(1).values(&lists, given);
    let mut both = 0;
    Checker::new(lists).cases(2_000).strategy(strategy).run(|list| {
        both += u32::from(list.contains(&vec![111_111, 222_222]) && list.contains(&vec![555_555, 666_666]));
    });
    assert!(both > 0);
}
