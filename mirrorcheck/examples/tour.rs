//! One generator, every direction: `cargo run --example tour`.

use mirrorcheck::Checker;
use mirrorcheck::prelude::*;
use mirrorcheck::text::separated;

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

/// Search trees with every key in `lo..=hi`.
#[generator]
fn bst(lo: i32, hi: i32) -> Tree {
    if lo > hi {
        return Tree::Leaf;
    }
    pick([
        (1, "leaf", Tree::Leaf),
        (5, "node", {
            let key = draw(lo..=hi);
            let left = draw(bst(lo, key - 1));
            let right = draw(bst(key + 1, hi));
            Tree::Node(Box::new(left), key, Box::new(right))
        }),
    ])
}

fn depth(tree: &Tree) -> u32 {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(left, _, right) => 1 + depth(left).max(depth(right)),
    }
}

fn main() {
    let g = bst(0, 9);

    title("Forward: values out of choices");
    show("sample(7)", g.sample(7));
    for tree in g.samples(7).skip(40).take(3) {
        show("samples(7)", tree);
    }
    // Where the range of keys is empty there is nothing to choose: `node(2)` has two leaves that nobody chose.
    show("randomness(7)", g.randomness(7));
    show("replay of that == sample(7)", g.replay(&g.randomness(7)) == Ok(g.sample(7)));

    title("Backward: choices out of a value, wherever it came from");
    let reported = node(node(Tree::Leaf, 1, Tree::Leaf), 5, Tree::Leaf);
    show("the value", &reported);
    for way in g.reflect(&reported) {
        show("reflect", &way);
        show("  as labels", way.labels());
        show("  as a term", way.term().to_string());
        show("  as bits", way.bits().unwrap_or_default());
        show("  counted", way.frequencies());
    }
    show("how many ways", g.reflect(&reported).ways());
    show("contains", g.contains(&reported));
    show("probability", g.probability(&reported));
    show("log_probability", g.log_probability(&reported));

    title("Shrinking: the simplest value that still fails, wherever the first one came from");
    let large = bst(0, 99).sample(3);
    let deep = |tree: &Tree| depth(tree) > 3;
    let shrunk = bst(0, 99).shrink(large, deep);
    show("deeper than 3", &shrunk.value);
    show("minimal", shrunk.is_minimal);
    show("steps, runs", (shrunk.steps.len(), shrunk.executions));
    let report = Checker::new((bst(0, 99), 0..=99)).examine(|(tree, key)| depth(&tree) < 3 || key < 50);
    println!("{}", report.text().unwrap_or_default());

    title("A value that is no search tree");
    let wrong = node(node(Tree::Leaf, 7, Tree::Leaf), 5, Tree::Leaf);
    show("the value", &wrong);
    show("contains", g.contains(&wrong));
    show("why_not", g.why_not(&wrong).map(|why| why.to_string()).unwrap_or_default());

    title("Step by step: what is left after a choice");
    show("choices_now", g.choices_now().iter().map(|c| c.to_string()).collect::<Vec<_>>());
    let five = g.derivative("node").derivative(5);
    show("after node, 5", five.sample(1));
    show("after node, 5, leaf, leaf", five.derivative("leaf").derivative("leaf").value_now());
    show("nothing left after node, 12", g.derivative("node").derivative(12).is_void());

    title("All values, smallest first");
    for (size, tier) in g.all_values().by_size().take(4).enumerate() {
        show(&format!("size {size}"), tier);
    }
    show("sizes 0 to 6", g.all_values().by_size().take(7).map(|tier| tier.len()).collect::<Vec<_>>());
    show("language", g.language().take(4).map(|choices| choices.to_string()).collect::<Vec<_>>());

    title("Completion: a value with holes");
    for seed in 0..3 {
        show("Node(Node(_, 1, _), 5, _)", g.complete(&sketch!(Tree::Node(Tree::Node(_, 1, _), 5, _)), seed));
    }
    show("Node(Node(_, 7, _), 5, _)", g.complete(&sketch!(Tree::Node(Tree::Node(_, 7, _), 5, _)), 0));

    title("Text: the same, and a parser");
    let list = "[1, [2, -3], []]".to_owned();
    show("sample", array().samples(3).nth(40));
    show("contains", array().contains(&list));
    show("reflect_first", array().reflect_first(&list).ok().flatten().map(|choices| choices.to_string()));
    show("complete [1, _, 7]", array().complete(&sketch!(format!("[1, {}, 7]", _)), 3));
    println!("{}", array().parse("[1, [2; 3]]").unwrap_or_else(|error| error.to_string()));

    title("Bytes, for a fuzzer");
    let bytes = g.to_bytes(&reported).unwrap_or_default();
    show("to_bytes", &bytes);
    show("from_bytes of that", g.from_bytes(&bytes));
    show("from_bytes of anything", g.from_bytes(b"\x00whatever bytes come"));

    title("Testing the generator itself");
    println!("{}", g.validate());
    println!("Against a version that forgot the keys below 3:");
    println!("{}", bst(3, 9).validate_against(&g));
}

/// Lists of numbers and lists.
#[generator]
fn array() -> String {
    let items = draw(separated(item(), ", ", 0..));
    format!("[{items}]")
}

#[generator]
fn item() -> String {
    pick([
        (3, "number", {
            let n = draw(-99..=99);
            format!("{n}")
        }),
        (1, "array", draw(array())),
    ])
}

fn node(left: Tree, key: i32, right: Tree) -> Tree {
    Tree::Node(Box::new(left), key, Box::new(right))
}

fn title(text: &str) {
    println!("\n{text}");
}

fn show(what: &str, value: impl std::fmt::Debug) {
    println!("  {what:<29} {value:?}");
}
