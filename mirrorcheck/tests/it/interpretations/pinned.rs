//! What a seed makes is a contract: a seed in a report must mean the same tomorrow. One line for each base generator, so
//! that a change of the random source or of a generator is noticed.

use mirrorcheck::prelude::*;

use super::*;

#[test]
fn seeds_make_the_same_values_for_ever() {
    fn check<G: Reflective + Clone>(differ: &mut Vec<String>, name: &str, generator: &G, expected: &str)
    where
        G::Value: Value,
    {
        let seeds: Vec<G::Value> = (0..3).map(|seed| generator.sample(seed)).collect();
        let cases: Vec<G::Value> = generator.samples(0).take(3).collect();
        let made = format!("{seeds:?} {cases:?}");
        if made != expected {
            differ.push(format!("{name}: {made}"));
        }
    }
    let differ = &mut Vec::new();
    check(differ, "0..=9u8", &(0..=9u8), r#"[6, 8, 5] [9, 1, 6]"#);
    check(differ, "0..1000u16", &(0..1000u16), r#"[647, 854, 582] [967, 180, 627]"#);
    check(differ, "-5..=5i8", &(-5..=5i8), r#"[2, 4, 1] [5, -4, 1]"#);
    check(
        differ,
        "u32",
        &(0..=u32::MAX),
        r#"[2782999789, 3670231976, 2500777640] [4153477912, 776483173, 2696319321]"#,
    );
    check(
        differ,
        "i32",
        &(i32::MIN..=i32::MAX),
        r#"[635516141, 1522748328, 353293992] [2005994264, -1371000475, 548835673]"#,
    );
    check(
        differ,
        "u64",
        &(0..=u64::MAX),
        r#"[11952893079967567829, 15763526307174601276, 10740758181870285390] [17839051797012548465, 3334969836784380147, 11580603303328542146]"#,
    );
    check(
        differ,
        "i64",
        &(i64::MIN..=i64::MAX),
        r#"[2729521043112792021, 6540154270319825468, 1517386145015509582] [8615679760157772657, -5888402200070395661, 2357231266473766338]"#,
    );
    check(
        differ,
        "u128",
        &(0..=u128::MAX),
        r#"[220491959586575641491795138239534347706, 290785735487637689037257812232944658546, 198132017338563065400405601984006391242] [329072423017138955536659502012483192703, 61519335072702375108575438303946796753, 213624425355657041793341862440004134707]"#,
    );
    check(
        differ,
        "i128",
        &(i128::MIN..=i128::MAX),
        r#"[50350776126106409760107834523650241978, 120644552027168457305570508517060552818, 27990833878093833668718298268122285514] [158931239556669723804972198296599086975, -108621848387766856623111865411937308975, 43483241895187810061654558724120028979]"#,
    );
    check(differ, "usize", &(0..=9usize), r#"[6, 8, 5] [9, 1, 6]"#);
    check(differ, "isize", &(-9..9isize), r#"[2, 6, 1] [8, -6, 2]"#);
    check(differ, "i16", &(i16::MIN..=i16::MAX), r#"[9697, 23235, 5390] [30609, -20920, 8374]"#);
    check(differ, "lowercase", &('a'..='z'), r#"['q', 'w', 'p'] ['z', 'e', 'q']"#);
    check(
        differ,
        "char",
        &('\0'..=char::MAX).convert(u32::from, |&code| char::from_u32(code)),
        r#"[722629, 952353, 649555] [1077477, 203097, 700185]"#,
    );
    check(differ, "bool", &any::<bool>(), r#"[true, true, true] [true, false, true]"#);
    check(differ, "unit", &any::<()>(), r#"[(), (), ()] [(), (), ()]"#);
    check(differ, "pair", &(0..=9u8, 'a'..='z'), r#"[(6, 'm'), (8, 'l'), (5, 'd')] [(9, 'd'), (1, 'w'), (6, 'c')]"#);
    check(
        differ,
        "array",
        &[0..=9u8, 0..=9, 0..=9],
        r#"[[6, 4, 6], [8, 4, 3], [5, 1, 5]] [[9, 1, 5], [1, 8, 6], [6, 0, 1]]"#,
    );
    check(differ, "vec", &vec(0..=9u8, 0..=4), r#"[[2, 0, 8], [6, 2, 3, 4], [0, 7]] [[2, 9, 9, 1], [], [6, 2, 3]]"#);
    check(differ, "option", &option(0..=9u8), r#"[Some(4), Some(4), Some(1)] [Some(1), None, Some(0)]"#);
    check(differ, "element_of", &element_of(&NAMES), r#"["bob", "cy", "bob"] ["cy", "ann", "bob"]"#);
    check(differ, "exact", &exact(1), r#"[1, 1, 1] [1, 1, 1]"#);
    check(differ, "oneof", &oneof([0..=9, 50..=59]), r#"[54, 54, 51] [51, 8, 50]"#);
    check(differ, "frequency", &frequency([(1, 0..=9), (9, 50..=59)]), r#"[54, 54, 51] [51, 58, 50]"#);
    check(differ, "labeled", &labeled([("a", 0..=9), ("b", 50..=59)]), r#"[54, 54, 51] [51, 8, 50]"#);
    check(
        differ,
        "pick",
        &pick([(0, "never", 90..=99), (1, "a", 0..=9), (2, "b", 50..=59)]),
        r#"[54, 54, 51] [51, 8, 50]"#,
    );
    check(differ, "pick_from", &pick_from([(1, "a", 0..=9), (2, "b", 50..=59)]), r#"[54, 54, 51] [51, 8, 50]"#);
    check(differ, "convert", &words(), r#"["aa", "baa", "ac"] ["acc", "", "ba"]"#);
    check(differ, "such_that", &(0..=99u8).such_that(|n| n % 7 == 0), r#"[49, 28, 14] [56, 84, 49]"#);
    check(differ, "sized", &sized(|size| 0..=size), r#"[65, 86, 58] [0, 0, 1]"#);
    check(differ, "resize", &sized(|size| 0..=size).resize(9), r#"[6, 8, 5] [9, 1, 6]"#);
    check(
        differ,
        "then",
        &counted(),
        r#"[(2, [true, true]), (3, [false, false, false]), (2, [true, false])] [(3, [true, false, true]), (0, []), (2, [false, true])]"#,
    );
    check(
        differ,
        "derivative",
        &(0..=9u8, 0..=9u8).derivative(3),
        r#"[(3, 6), (3, 8), (3, 5)] [(3, 9), (3, 1), (3, 6)]"#,
    );
    check(
        differ,
        "generator",
        &list(),
        r#"[Cons(1, Cons(2, Cons(2, Cons(2, Cons(2, Nil))))), Cons(1, Nil), Cons(0, Cons(1, Nil))] [Cons(0, Cons(1, Cons(1, Nil))), Nil, Cons(0, Nil)]"#,
    );
    check(
        differ,
        "bst",
        &bst(1, 3),
        r#"[Node(Node(Leaf, 1, Leaf), 2, Node(Leaf, 3, Leaf)), Node(Node(Leaf, 1, Leaf), 2, Node(Leaf, 3, Leaf)), Node(Leaf, 1, Node(Leaf, 2, Node(Leaf, 3, Leaf)))] [Node(Leaf, 1, Node(Leaf, 2, Node(Leaf, 3, Leaf))), Node(Node(Node(Leaf, 1, Leaf), 2, Leaf), 3, Leaf), Node(Leaf, 1, Leaf)]"#,
    );
    assert!(differ.is_empty(), "these seeds make other values now:\n{}", differ.join("\n"));
}

/// Their choices as well.
#[test]
fn seeds_make_the_same_choices_for_ever() {
    let all: Vec<String> = (0..4).map(|seed| bst(1, 5).randomness(seed).to_string()).collect();
    assert_eq!(
        all,
        [
            "node(3 node(2 node(1)) node(5 node(4)))",
            "node(3 node(1 node(2)) node(5 node(4)))",
            "node(1 node(3 node(2) leaf))",
            "node(4 node(3 node(2 node(1))) node(5))"
        ]
    );
}
