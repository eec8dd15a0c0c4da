//! Reports of what is large, deep or long: they come soon, and say what they leave out.

use std::cell::Cell;
use std::fmt::{self, Debug, Formatter};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use mirrorcheck::check::Ended;
use mirrorcheck::prelude::*;
use mirrorcheck::strategy::Replay;
use mirrorcheck::{Checker, Report};

const DEPTH: usize = 1000;

/// Far more than anything here takes on a machine that does other things as well. It is there to catch what never ends.
const HANG: Duration = Duration::from_secs(60);

thread_local! {
    static WRITTEN: Cell<usize> = const { Cell::new(0) };
    static ON_MANY_LINES: Cell<usize> = const { Cell::new(0) };
}

/// A list of levels that counts how many of them are written.
#[derive(Clone)]
enum Counted {
    End,
    In(Box<Counted>),
}

impl Debug for Counted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let counter = if f.alternate() { &ON_MANY_LINES } else { &WRITTEN };
        counter.set(counter.get() + 1);
        match self {
            Counted::End => f.write_str("End"),
            Counted::In(inner) => f.debug_tuple("In").field(inner).finish(),
        }
    }
}

#[generator(forward)]
fn counted(depth: usize) -> Counted {
    let mut counted = Counted::End;
    for _ in 0..depth {
        counted = Counted::In(Box::new(counted));
    }
    counted
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

impl Tree {
    fn deep() -> Tree {
        let mut tree = Tree::Leaf;
        for level in 0..DEPTH {
            let (leaf, inner) = (Box::new(Tree::Leaf), Box::new(tree));
            tree = if level % 2 == 0 { Tree::Node(inner, 7, leaf) } else { Tree::Node(leaf, 9, inner) };
        }
        tree
    }

    fn height(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + left.height().max(right.height()),
        }
    }
}

/// Checks one case, and gives the report with its text. What limits it is up to the checker.
fn report<G, V>(generator: &G, checker: Checker<&G>, value: &V, passes: impl FnMut(V) -> bool) -> (Report<V>, String)
where
    G: Reflective<Value = V>,
    V: Debug,
{
    let started = Instant::now();
    let choices = generator.reflect(value).next().unwrap();
    let report = checker.strategy(Replay::new([choices])).examine(passes);
    let text = report.text().unwrap();
    assert!(started.elapsed() < HANG, "{:?}", started.elapsed());
    (report, text)
}

/// Each level is written a few times on one line, and only the outermost on many: the text of all levels is never made.
#[test]
fn a_report_of_a_deep_value_writes_each_level_a_few_times() {
    let report = Checker::new((counted(DEPTH), any::<u8>())).examine(|(_, n)| n < 9);
    let text = report.text().unwrap();
    assert!(text.contains("value: (In(In(In(") && text.contains("… (4008 characters)\n"), "{text}");
    let levels = WRITTEN.get() as f64 / DEPTH as f64;
    assert!(levels < 60.0, "each level was written {levels} times");
    assert!(ON_MANY_LINES.get() < 200, "{} levels were written on many lines", ON_MANY_LINES.get());
    let report = Checker::new(counted(DEPTH)).shrink_executions(0).examine(|_| false);
    WRITTEN.set(0);
    assert!(report.text().unwrap().contains("In(In("));
    assert_eq!(WRITTEN.get(), 0);
}

#[test]
fn a_deep_tree_is_reported_within_the_limit() {
    let trees = any::<Tree>();
    let checker = Checker::new(&trees);
    let (_, text) = report(&trees, checker.clone().shrink_executions(0), &Tree::deep(), |tree| tree.height() < DEPTH);
    assert!(text.contains("value: Node(") && text.contains(" characters)\n"), "{text}");
    let limited = checker.shrink_time(Duration::from_secs(1));
    let (report, text) = report(&trees, limited, &Tree::deep(), |tree| tree.height() < DEPTH);
    assert_eq!(report.failures[0].value.height(), DEPTH, "{text}");
}

/// All elements matter: none can go, and none can be another without a second one.
#[test]
fn a_long_list_is_reported_within_the_limit() {
    for length in [10_000, 50_000] {
        let lists = vec(0..=1_000_000u64, length..=length);
        let list = lists.sample(7);
        let sum: u64 = list.iter().sum();
        let checker = Checker::new(&lists).shrink_time(Duration::from_secs(1));
        let (report, text) = report(&lists, checker, &list, |list| list.iter().sum::<u64>() != sum);
        let failure = &report.failures[0];
        assert_eq!((failure.value.iter().sum::<u64>(), failure.ended), (sum, Ended::OutOfBudget));
        assert!(text.contains("; stopped at the limit of 1 s (`shrink_time`), so it may not be minimal\n"), "{text}");
    }
}

/// Eight tenths of the time is for the first failure.
#[test]
fn shrinking_has_a_default_limit_of_time() {
    let started = Instant::now();
    let report = Checker::new(vec(0..=99u8, 0..50)).seed(1).examine(|list| {
        if list.len() > 2 {
            std::thread::sleep(Duration::from_millis(200));
        }
        list.iter().map(|n| u32::from(*n)).sum::<u32>() < 1000
    });
    assert!(started.elapsed() < HANG);
    let text = report.text().unwrap();
    assert!(text.contains("; stopped at the limit of 10 s (`shrink_time`), so it may not be minimal\n"), "{text}");
}

#[test]
fn a_limit_of_time_is_named() {
    let checker = || Checker::new(any::<Vec<u8>>()).seed(2);
    let text = |checker: Checker<_>| checker.examine(|list: Vec<u8>| list.len() < 20).text().unwrap();
    let limited = text(checker().shrink_time(Duration::ZERO));
    assert!(
        limited.contains("; shrunk in 0 steps, 0 runs; stopped at the limit of 0 s (`shrink_time`), so"),
        "{limited}"
    );
    let limited = text(checker().shrink_time(Duration::from_millis(1500)).shrink_executions(3));
    assert!(limited.contains("3 runs; stopped at the limit of 3 runs (`shrink`), so it may not"), "{limited}");
    let free = text(checker().shrink_time(Duration::MAX));
    assert!(free.contains("; minimal\n"), "{free}");
}

#[test]
fn a_long_message_is_cut() {
    let long = || "é".repeat(1 << 20);
    let message = |report: Report<u8>| report.failures[0].panic.message.clone();
    let panics = message(Checker::new(any::<u8>()).examine(|n| assert!(n < 9, "{}", long())));
    let cut = format!("{}… ({} more bytes)", "é".repeat(1 << 15), (1 << 21) - (1 << 16));
    assert!(panics == cut, "{} bytes", panics.len());
    let returns = message(Checker::new(any::<u8>()).examine(|n| if n < 9 { Ok(()) } else { Err(long()) }));
    assert!(returns.starts_with("the property returned Err(\"é") && returns.ends_with(" more bytes)"));
    assert!(returns.len() < (1 << 16) + 40, "{} bytes", returns.len());
}

#[test]
fn nothing_reaches_the_terminal_raw() {
    let said = |body: &dyn Fn()| *catch_unwind(AssertUnwindSafe(body)).unwrap_err().downcast::<String>().unwrap();
    let message = "\u{1b}[2Jcleared\u{7}";
    let shown = "\\u{1b}[2Jcleared\\u{7}";
    let nine = || "9".parse().unwrap();
    let panics = said(&|| Checker::new(0..=9).replay(&nine(), |_: i32| -> bool { panic!("{message}") }));
    assert_eq!(panics, format!("the property failed on the choices 9: {shown}"));
    let run = said(&|| drop(Checker::new(0..=9).run(|_: i32| -> bool { panic!("{message}") })));
    assert!(run.contains(shown) && !run.contains('\u{1b}'), "{run}");
}
