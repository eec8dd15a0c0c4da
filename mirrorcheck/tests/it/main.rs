use mirrorcheck::prelude::*;

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

#[test]
fn smoke() {
    let g = bst(0, 100);
    for seed in 0..100 {
        let v = g.sample(seed);
        let c = g.randomness(seed);
        assert_eq!(g.replay(&c).unwrap(), v);
        let ways: Vec<_> = g.reflect(&v).collect();
        assert_eq!(ways.len(), 1);
        assert_eq!(ways[0], c, "{} {}", ways[0], c);
        assert_eq!(c.to_string().parse::<Choices>().unwrap(), c);
        assert!(g.contains(&v));
        assert_eq!(g.from_bytes(&g.to_bytes(&v).unwrap()).unwrap(), v);
    }
    let t = Tree::Node(Box::new(Tree::Leaf), 5, Box::new(Tree::Leaf));
    println!("{} {:?}", bst(0, 10).reflect(&t).next().unwrap(), bst(0, 10).probability(&t));
    let tiers: Vec<usize> = bst(1, 10).all_values().by_size().take(7).map(|t| t.len()).collect();
    assert_eq!(tiers, [1, 1, 2, 5, 11, 26, 60]);
    let bad = Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), 7, Box::new(Tree::Leaf))), 5, Box::new(Tree::Leaf));
    println!("{}", g.why_not(&bad).unwrap());
    println!("{}", g.validate());
    for seed in 0..3 {
        println!("{:?}", bst(0, 9).complete(&sketch!(Tree::Node(Tree::Node(_, 1, _), 5, _)), seed));
    }
}
