//! Why Mirrorcheck is not first in rows where it is not, as profiles by callgrind show it. Shown in a part that misses a goal.

/// A row, and why it is lost.
pub(super) type Cause = (&'static str, &'static str);

pub(super) const SHRINK: &[Cause] = &[
    (
        "reverse, CPU, against proptest",
        "370,000 instructions a seed: 49 % are passes, 15 % the search, and 16 % the explanation of the result, which \
         proptest does not have",
    ),
    (
        "other rows, CPU",
        "who is ahead stops sooner: checkito after a few executions, with fewer than half of its results minimal; \
         quickcheck where its shrinker is written by hand for the problem, or where it finds nothing simpler in a few \
         steps. An execution of Mirrorcheck costs more, because all choices are recorded and compared",
    ),
];

pub(super) const TREES: &[Cause] = &[
    (
        "tests, against proptest and bolero",
        "cases begin with size 0, so that the first trees are empty; theirs have full size from the first case on. The \
         tasks that both solve are those that nearly every tree solves, in 2 to 4 tests",
    ),
    ("by hand, CPU, against arbitrary", "3 µs against 2: its generators run here without a runner"),
    DERIVED,
];

pub(super) const TERMS: &[Cause] = &[
    (
        "by hand, tests and CPU",
        "the same distribution as everybody's: who is ahead is chance, as far as five trials tell. More than half of the \
         time is the property's, and much of that of few terms that grow with each step: with 30 trials, quickcheck takes \
         0.60 ms and Mirrorcheck 0.21",
    ),
    (
        "derived, the task that is not always solved",
        "what is tested descends from what was valid first: in a trial that fails, 99 % of the redexes have arguments of \
         one type, and few arguments are variables, as the fault asks for",
    ),
    DERIVED,
];

const DERIVED: Cause = (
    "derived, CPU, against checkito, bolero, proptest and quickcheck",
    "57,000 instructions a run of 27 choices, on BST: two thirds make the input on the path where every choice is recorded, \
     17 % of all in drawing from parts of ranges, and 15 % unwind from discarded cases; theirs are made without a record, \
     in a loop or a runner that knows no preconditions",
);

/// Instructions a value. Those of W3, W5 and W6 were counted with a run for each value.
pub(super) const SPEED: &[Cause] = &[
    (
        "W1",
        "31 instructions against 15 by hand: 11 are the source, the others look at the bounds of the range and at who \
         answers",
    ),
    (
        "W2",
        "up to 70 instructions beyond 531 by hand: the length is chosen by a generator, and it is looked at who answers",
    ),
    (
        "W3",
        "9,210 instructions, in a run of its own, against 7,480 by hand: the expanded body has 47 a call of its own, that \
         by hand 32",
    ),
    (
        "W5",
        "2,070 instructions, in a run of its own, of which words are most of the difference: 435 each against 195 by hand, \
         as room for each is asked for by a call that is not inlined (99) and its bytes are checked to be UTF-8 once more \
         (57)",
    ),
    (
        "W6",
        "9,048 instructions, in a run of its own, against 6,848 by hand: the expanded bodies have 1,140 of their own \
         (terms) and 360 (types), those by hand 850 and 190, and the context 230",
    ),
    (
        "W3 first reflection",
        "35,300 instructions against 9,210 forward: each node is searched for among the results of its generator, and its \
         choices go to a tape",
    ),
    (
        "W5 first reflection",
        "letters are looked at one by one: 2,060 instructions a word, 335 of them for each letter (`Cx::on_temporary`), \
         against 435 forward, where words are filled in bulk",
    ),
];

pub(super) const COMPILE: &[Cause] = &[(
    "W9, clean builds",
    "of 16 s without optimisation, the library is half, the macros with syn and its helpers a third, the fifty properties \
     the rest; a quarter of the library's code is iterators, slices and vectors, and the macros need all of syn's \
     expressions",
)];
