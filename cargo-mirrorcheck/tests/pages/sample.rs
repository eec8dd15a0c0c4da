//! Views as a test of search trees would produce them, optionally with hostile text wherever a file can put text.

use cargo_mirrorcheck::filter::{Filter, Term};
use cargo_mirrorcheck::view::{
    Broken, Chart, Comparison, Counterexample, Counts, Curve, Examples, Excerpt, Feature, Group, LabelTree, Mark,
    Outcome, Overview, Pair, Part, Row, RunView, Shrinking, Slow, Source, Summary, TimePart, Timing, Verdict,
    VerdictKind, Warning,
};

pub(crate) const HOSTILE: &str =
    "<script>alert(1)</script></style><img src=x onerror=alert(1)>\"' onload='x' javascript:x \0\x1b\u{202e}`*_\u{7f}";

/// Makes views; every text in them passes through [`Sample::say`].
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) is_hostile: bool,
}

impl Sample {
    fn say(self, text: &str) -> String {
        if self.is_hostile { format!("{text}{HOSTILE}") } else { text.to_string() }
    }

    fn filter(self, term: Term) -> Filter {
        Filter { terms: vec![term] }
    }

    fn mark(self, label: &str, count: u64, term: Term) -> Mark {
        Mark { label: self.say(label), count, filter: self.filter(term) }
    }

    pub(crate) fn overview(self) -> Overview {
        let failing = self.run(420, 1).row;
        let doubtful = Row {
            property: self.say("trees::tests::delete_keeps_order"),
            documentation: Some(self.say("Deleting a key leaves a tree that is still ordered.")),
            verdict: Verdict {
                kind: VerdictKind::Doubtful,
                text: self.say("passes, but 91 % of its cases were discarded"),
            },
            counts: Counts { passed: 87, failed: 0, discarded: 913, distinct: 402, distinct_valid: 41, shrinking: 0 },
            distinct: growing(1000, 402),
            runs: 3,
            warnings: vec![Warning {
                is_doubt: true,
                title: self.say("91 % of the cases were discarded"),
                text: self.say("Generate ordered trees instead of discarding others: `search_tree()`."),
                filter: Some(self.filter(Term::Status("discarded".into()))),
            }],
            seconds: 0.31,
            ..failing.clone()
        };
        let passing = |name: &str, text: &str, cases: u64| Row {
            property: self.say(name),
            documentation: Some(self.say(text)),
            verdict: Verdict { kind: VerdictKind::Passed, text: self.say(&format!("{cases} cases passed")) },
            counts: Counts { passed: cases + 12, distinct: cases, distinct_valid: cases, ..Counts::default() },
            distinct: growing(cases + 12, cases),
            warnings: vec![],
            seconds: 0.084,
            ..failing.clone()
        };
        let properties = vec![
            failing.clone(),
            doubtful,
            passing("trees::tests::insert_then_find", "What was inserted is found.", 288),
            passing("trees::tests::to_list_is_sorted", "The list of a tree is in order, without duplicates.", 276),
        ];
        let broken =
            Broken { file: self.say("observed/1794770449585-77.jsonl"), line: 17, why: self.say("ends early") };
        Overview { properties, files: 2, bytes: 812_345, broken: vec![broken] }
    }

    pub(crate) fn run(self, cases: u64, scale: u64) -> RunView {
        let row = self.row(cases);
        let counts = row.counts;
        let repeated = cases - counts.distinct;
        let tile = |status: &str, count: u64, unique: bool| Mark {
            label: self.say(status),
            count,
            filter: self.filter(Term::Status(status.into())).and(Term::Unique(unique)),
        };
        RunView {
            runs: vec![(row.start, cases), (row.start - 4000.5, 100)],
            mosaic: [
                [tile("passed", counts.passed - repeated, true), tile("passed", repeated, false)],
                [tile("failed", counts.failed, true), tile("failed", 0, false)],
                [tile("discarded", counts.discarded, true), tile("discarded", 0, false)],
            ],
            counterexamples: vec![self.counterexample()],
            features: self.features(cases, scale),
            how: vec![
                self.mark("random", cases - 3, Term::How(self.say("random"))),
                self.mark("explicit example", 3, Term::How(self.say("explicit example"))),
            ],
            pairs: vec![Pair {
                rows: self.say("root"),
                columns: self.say("balanced"),
                row_labels: vec![self.say("negative"), self.say("zero"), self.say("positive")],
                column_labels: vec![self.say("yes"), self.say("no")],
                tiles: [[90, 30], [12, 1], [150, 100]]
                    .map(|row| {
                        row.map(|count| self.mark("pair", count, Term::Is("root".into(), self.say("x")))).to_vec()
                    })
                    .to_vec(),
            }],
            coverage: Some(growing(cases, 61)),
            timing: self.timing(),
            labels: Some(self.labels()),
            messages: vec![(
                self.say("summary"),
                self.say("Stopped after the first failure.\n\n- seed `17`\n- 420 cases"),
            )],
            row,
        }
    }

    fn row(self, cases: u64) -> Row {
        let discarded = cases / 9;
        let distinct = cases * 4 / 5;
        let counts = Counts {
            passed: cases - discarded - 6,
            failed: 6,
            discarded,
            distinct,
            distinct_valid: distinct - discarded,
            shrinking: 38,
        };
        Row {
            property: self.say("trees::tests::insert_keeps_order"),
            start: 1_794_770_449.585,
            documentation: Some(self.say("Inserting a key into an ordered tree gives one.\n\nThe tree may be `Leaf`.")),
            source: Some(Source {
                place: self.say("src/trees.rs:112"),
                text: Some(
                    self.say("#[property]\nfn insert_keeps_order(tree: Tree, key: i8) {\n    check(tree, key);\n}"),
                ),
            }),
            verdict: Verdict {
                kind: VerdictKind::Failed,
                text: self.say("fails on insert_keeps_order(tree = Node(Leaf, 0, Leaf), key = -1)"),
            },
            outcome: Outcome::default(),
            counts,
            seconds: 0.412,
            distinct: growing(cases, distinct),
            warnings: vec![Warning {
                is_doubt: false,
                title: self.say("Half of the trees are empty"),
                text: self.say("`size` is 0 in 52 % of the cases. Give `Leaf` a smaller weight, or use `sized`."),
                filter: Some(self.filter(Term::In(self.say("size"), 0.0, 0.0, true))),
            }],
            runs: 2,
        }
    }

    fn counterexample(self) -> Counterexample {
        Counterexample {
            representation: self.say("insert_keeps_order(tree = Node(Leaf, 0, Leaf), key = -1)"),
            explanation: Some(self.say("insert_keeps_order(tree = Node(_, 0, _), key = -1)")),
            reason: self.say("assertion failed: tree.insert(key).is_ordered() at src/trees.rs:114:5"),
            notes: vec![self.say("after: Node(Leaf, 0, Node(Leaf, -1, Leaf))")],
            choices: Some(self.say("1 0 0 0 -1")),
            replay: Some(self.say("#[mirrorcheck(example = \"Node(Leaf, 0, Leaf), -1\")]")),
            steps: [
                "insert_keeps_order(tree = Node(Node(Leaf, -3, Leaf), 17, Node(Leaf, 40, Leaf)), key = -9)",
                "insert_keeps_order(tree = Node(Leaf, 17, Node(Leaf, 40, Leaf)), key = -9)",
                "insert_keeps_order(tree = Node(Leaf, 17, Leaf), key = -9)",
                "insert_keeps_order(tree = Node(Leaf, 0, Leaf), key = -9)",
                "insert_keeps_order(tree = Node(Leaf, 0, Leaf), key = -1)",
            ]
            .map(|step| self.say(step))
            .to_vec(),
            shrink_steps: 4,
            shrinking: Some(Shrinking::OutOfBudget),
            is_flaky: true,
        }
    }

    fn features(self, cases: u64, scale: u64) -> Vec<Feature> {
        let heights = [190, 84, 52, 33, 21, 14, 9, 6, 4, 0, 2].map(|height| height * cases / 420);
        let bars = heights.iter().enumerate().map(|(at, height)| {
            let at = at as u64 * scale;
            self.mark(&at.to_string(), *height, Term::In(self.say("size"), at as f64, (at + scale) as f64, false))
        });
        let edges = (0..=heights.len() as u64).map(|at| (at * scale) as f64);
        let sizes = Chart::Histogram {
            bars: bars.collect(),
            edges: edges.collect(),
            is_whole: true,
            summary: Summary {
                mean: 1.93 * scale as f64,
                least: 0.0,
                quartiles: [0.0, 1.0, 3.0].map(|it| it * scale as f64),
                greatest: 10.0 * scale as f64,
                not_finite: 0,
            },
        };
        let ratios: Vec<u64> = (0..24).map(|at| 60 * (at * 7 % 11 + 2) / (at + 5)).collect();
        let ratio = Chart::Histogram {
            bars: ratios
                .iter()
                .enumerate()
                .map(|(at, height)| {
                    self.mark(
                        &format!("{at} to {}", at + 1),
                        *height,
                        Term::In("ratio".into(), at as f64, at as f64 + 1.0, false),
                    )
                })
                .collect(),
            edges: (0..=24).map(|at| f64::from(at) * 0.125 - 1.0).collect(),
            is_whole: false,
            summary: Summary { mean: 0.11, least: -1.0, quartiles: [-0.61, -0.1, 0.72], greatest: 1.98, not_finite: 2 },
        };
        let kinds =
            [("sorted", 220), ("reversed", 90), ("neither of the two, and with a name that is long", 60), ("empty", 3)];
        let kind = Chart::Categories {
            bars: kinds
                .iter()
                .map(|(kind, count)| self.mark(kind, *count, Term::Is(self.say("kind"), self.say(kind))))
                .collect(),
            distinct: 9,
        };
        let points = (0..120u64).map(|at| {
            let (x, y) = ((at * 37 % 50) as f64, (at * 37 % 50 * (at % 7 + 2)) as f64);
            (x, y, self.filter(Term::In("#case".into(), at as f64, at as f64, true)))
        });
        let depth = Chart::Scatter { x: self.say("size"), y: self.say("depth"), points: points.collect(), all: 420 };
        [("size", sizes), ("ratio", ratio), ("kind", kind), ("depth by size", depth)]
            .into_iter()
            .map(|(name, chart)| Feature {
                name: self.say(name),
                cases: if name == "kind" { 373 } else { cases },
                chart,
            })
            .collect()
    }

    fn timing(self) -> Timing {
        let part = |name: &str, seconds: f64| TimePart {
            name: self.say(name),
            seconds,
            median: seconds / 500.0,
            greatest: seconds / 40.0,
        };
        let slow = |case: u64, seconds: f64| Slow {
            case,
            seconds,
            representation: self
                .say("insert_keeps_order(tree = Node(Node(Leaf, -3, Leaf), 17, Node(Leaf, 40, Leaf)), key = -9)"),
            filter: self.filter(Term::Same(case)),
        };
        Timing {
            total: 0.412,
            parts: vec![part("execute:test", 0.25), part("generate:tree", 0.13), part("generate:key", 0.002)],
            slowest: vec![slow(31, 0.0121), slow(7, 0.0077), slow(200, 0.0009)],
            by_size: (0..90u64)
                .map(|at| {
                    (
                        30.0 + (at * 53 % 200) as f64,
                        1e-5 * (at * 53 % 200 + at % 9 * 4 + 3) as f64,
                        self.filter(Term::Same(at)),
                    )
                })
                .collect(),
        }
    }

    fn labels(self) -> LabelTree {
        let leaf = |label: &str, count: u64| LabelTree { label: self.say(label), count, below: vec![], cases: 0 };
        let node = LabelTree { below: vec![leaf("Leaf", 310), leaf("Node", 90)], ..leaf("Node", 200) };
        LabelTree { below: vec![leaf("Leaf", 220), node], cases: 420, ..leaf("Tree", 420) }
    }

    pub(crate) fn examples(self) -> Examples {
        let group = |at: u64, status: &'static str, text: &str, reason: &str| Group {
            representation: self.say(text),
            length: if at == 2 { 10_485_760 } else { self.say(text).chars().count() as u64 },
            count: if at == 0 { 1 } else { at * 3 },
            status,
            reason: self.say(reason),
            how: self.say("random"),
            features: vec![("size".into(), at.to_string()), (self.say("kind"), self.say("sorted"))],
            seconds: 0.0003 * (at + 1) as f64,
            case: at * 17,
            filter: self.filter(Term::Same(at)),
        };
        Examples {
            property: self.say("trees::tests::insert_keeps_order"),
            start: 1_794_770_449.585,
            latest: 1_794_770_449.585,
            filter: self.filter(Term::Text(self.say("node"))).and(Term::Is("kind".into(), self.say("sorted"))),
            matching: 37,
            groups_in_all: 30,
            cases: 420,
            page: 2,
            pages: 3,
            groups: vec![
                group(
                    0,
                    "failed",
                    "insert_keeps_order(tree = Node(Leaf, 0, Leaf), key = -1)",
                    "assertion failed at src/trees.rs:114:5",
                ),
                group(1, "passed", "insert_keeps_order(tree = Leaf, key = 0)", ""),
                group(
                    2,
                    "discarded",
                    "insert_keeps_order(\n    tree = Node(Node(Leaf, 3, Leaf), 1, Leaf),\n    key = 0,\n)",
                    "the tree is not ordered",
                ),
            ],
        }
    }

    pub(crate) fn excerpt(self) -> Excerpt {
        let Examples { property, start, cases, groups, .. } = self.examples();
        let part = |group: Group| Part { listed: vec![(group.case as u32, 0.001)], has_first: true, group };
        Excerpt {
            property,
            start,
            cases,
            different: 30,
            different_here: 3,
            numbers: vec![self.say("size")],
            totals: vec![(self.filter(Term::How(self.say("random"))), cases - 3)],
            parts: groups.into_iter().map(part).collect(),
        }
    }

    pub(crate) fn comparison(self) -> Comparison {
        Comparison { left: self.run(420, 1), right: self.run(840, 2) }
    }
}

/// A curve that flattens, in a hundred points.
pub(crate) fn growing(cases: u64, last: u64) -> Curve {
    // Steep at first, but never more than there were cases.
    let at = |case: u64| (last * 3 * case / (case * 2 + cases)).min(case);
    let points = (0..100).map(|step| step * cases / 100).map(|case| (case, at(case + 1))).collect();
    Curve { points, cases, last }
}
