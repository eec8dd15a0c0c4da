//! `any_with`, for types whose generator takes parameters.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;

use mirrorcheck::prelude::*;
use mirrorcheck::{ArbitraryWith, any_with};

laws! {
    numbers: any_with::<(u8, i64, char)>((1..=6, -5..=5, 'a'..='f'));
    floats: any_with::<f64>(0.0..=1.0);
    texts: any_with::<String>(1..=3);
    lists: any_with::<Vec<Option<u8>>>((1..=4, 0..=3));
    queues: any_with::<(VecDeque<bool>, LinkedList<u8>)>(((0..=3, ()), (1..=2, 7..=9)));
    sets: any_with::<(BTreeSet<u8>, HashSet<i8>)>(((1..=3, 0..=9), (0..=2, -1..=1)));
    maps: any_with::<(BTreeMap<u8, bool>, HashMap<u8, u8>)>(((1..=2, 0..=3, ()), (0..=2, 0..=3, 5..=6)));
    arrays: any_with::<[Rc<u8>; 3]>(0..=9);
    matrices: any_with::<Vec<Vec<u8>>>((1..=2, (2..=2, 0..=1)));
}

/// A heap has no `==`, so the laws cannot be checked.
#[test]
fn heaps_have_the_given_lengths() {
    let heaps = any_with::<BinaryHeap<u8>>((2..=3, 0..=9));
    for heap in (0..100).map(|seed| heaps.sample(seed)) {
        assert!((2..=3).contains(&heap.len()) && heap.iter().all(|n| *n <= 9));
        assert!(heaps.contains(&heap));
    }
    assert!(!heaps.contains(&BinaryHeap::from([1])) && !heaps.contains(&BinaryHeap::from([1, 10])));
}

#[derive(Debug, Clone, PartialEq)]
struct Percent(u8);

impl ArbitraryWith for Percent {
    type Parameters = u8;
    type Generator = Box<dyn Reflective<Value = Percent>>;

    fn arbitrary_with(most: u8) -> Self::Generator {
        (0..=most).convert(Percent, |percent| Some(percent.0)).boxed()
    }
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Shares {
    #[arbitrary(with = any_with::<Vec<Percent>>((1..=3, 30)))]
    shares: Vec<Percent>,
    #[arbitrary(with = any_with::<Option<Percent>>(100))]
    rest: Option<Percent>,
}

#[test]
fn containers_pass_parameters_to_user_types() {
    let shares = |shares: &[u8], rest| Shares { shares: shares.iter().copied().map(Percent).collect(), rest };
    assert!(any::<Shares>().contains(&shares(&[30, 0], Some(Percent(100)))));
    assert!(!any::<Shares>().contains(&shares(&[31], None)));
    assert!(!any::<Shares>().contains(&shares(&[], None)));
    assert_eq!(
        any::<Shares>().shrink(shares(&[9, 7], None), |s| s.shares.iter().any(|p| p.0 > 5)).value,
        shares(&[6], None)
    );
}

#[test]
fn generic_code_can_use_any_with() {
    fn pairs<T: ArbitraryWith<Parameters: Clone>>(parameters: &T::Parameters) -> (T::Generator, T::Generator) {
        (T::arbitrary_with(parameters.clone()), any_with::<T>(parameters.clone()))
    }
    assert_eq!(pairs::<u8>(&(0..=2)).all_values().count(), 9);
}
