use std::collections::BTreeMap;

use mirrorcheck::Checker;
use mirrorcheck::prelude::*;
use mirrorcheck_bridges::from_quickcheck;
use quickcheck::{Arbitrary, Gen};

use crate::laws;

#[derive(Debug, Clone, PartialEq)]
struct Interval {
    from: u16,
    to: u16,
}

impl Arbitrary for Interval {
    fn arbitrary(g: &mut Gen) -> Interval {
        let from = u16::arbitrary(g) % 1000;
        Interval { from, to: from + u16::arbitrary(g) % 100 }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Interval>> {
        let (from, length) = (self.from, self.to - self.from);
        let earlier = from.shrink().map(move |from| Interval { from, to: from + length });
        let shorter = length.shrink().map(move |length| Interval { from, to: from + length });
        Box::new(earlier.chain(shorter))
    }
}

/// A type with more smaller values than are proposed at once, of which only the last one fails.
#[derive(Debug, Clone, PartialEq)]
struct Far(u32);

impl Arbitrary for Far {
    fn arbitrary(_: &mut Gen) -> Far {
        Far(1_000)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Far>> {
        let smaller = if self.0 == 1_000 { 0..201 } else { 0..0 };
        Box::new(smaller.map(Far))
    }
}

#[test]
fn laws_hold() {
    laws::check(from_quickcheck::<u8>());
    laws::check(from_quickcheck::<Vec<Option<bool>>>());
    laws::check(from_quickcheck::<BTreeMap<u8, String>>());
    laws::check(from_quickcheck::<Interval>());
    laws::check((from_quickcheck::<Interval>(), any::<bool>()));
}

#[test]
fn failures_shrink_as_in_quickcheck() {
    let lists = laws::shrunk(from_quickcheck::<Vec<u8>>(), |list| list.iter().any(|n| *n >= 90));
    assert!(lists.iter().all(|list| *list == [90]), "{lists:?}");
    let intervals = laws::shrunk(from_quickcheck::<Interval>(), |i| i.to >= i.from + 3 && i.from > 0);
    assert!(intervals.iter().all(|found| *found == Interval { from: 1, to: 4 }), "{intervals:?}");
    let lists = laws::shrunk(vec(from_quickcheck::<Interval>(), 0..9), |list| list.iter().any(|i| i.from >= 500));
    assert!(lists.iter().all(|list| *list == [Interval { from: 500, to: 500 }]), "{lists:?}");
}

#[test]
fn shrinking_reaches_the_last_of_many_smaller_values() {
    let report = Checker::new(from_quickcheck::<Far>()).examine(|far| far.0 < 200);
    assert_eq!(report.failures[0].value, Far(200));
}

#[test]
fn values_have_the_size_of_the_run() {
    let lists = from_quickcheck::<Vec<u8>>();
    let most = |size| (0..200).map(|seed| resize(size, lists).sample(seed).len()).max();
    assert!(most(0) <= Some(1) && most(5) <= Some(5) && most(100) > Some(50));
}
