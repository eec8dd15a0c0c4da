use std::collections::BTreeSet;

use arbitrary::{Arbitrary, Unstructured};
use mirrorcheck::prelude::*;
use mirrorcheck::{from_arbitrary, unstructured};

use crate::laws;

/// Made of bytes by hand, and not of all of them.
#[derive(Debug, Clone, PartialEq)]
struct Even(u8);

impl<'a> Arbitrary<'a> for Even {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Even> {
        match u8::arbitrary(u)? {
            odd if odd % 2 == 1 => Err(arbitrary::Error::IncorrectFormat),
            even => Ok(Even(even)),
        }
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (1, Some(1))
    }
}

#[test]
fn laws_hold() {
    laws::check_forward(from_arbitrary::<(u8, Option<bool>)>());
    laws::check_forward(from_arbitrary::<String>());
    laws::check_forward(from_arbitrary::<BTreeSet<char>>());
}

#[test]
fn bytes_that_make_no_value_are_drawn_again() {
    let even = from_arbitrary::<Even>();
    assert!((0..100).all(|seed| even.sample(seed).0 % 2 == 0));
    assert_eq!(even.all_values().map(|even| even.0).collect::<Vec<_>>(), (0..=254).step_by(2).collect::<Vec<u8>>());
}

#[test]
fn all_values_of_a_small_type_are_made() {
    let values: BTreeSet<bool> = from_arbitrary::<bool>().all_values().collect();
    assert_eq!(values.len(), 2);
    assert_eq!(from_arbitrary::<u8>().all_values().count(), 256);
}

#[test]
fn any_generator_reads_unstructured_bytes() {
    let versions = regex("[0-9]{1,2}[.][0-9]{1,2}");
    for seed in 0..100 {
        let (version, list) = (versions.sample(seed), vec(0..=999, 0..9).sample(seed));
        let mut bytes = versions.to_bytes(&version).unwrap();
        bytes.extend(vec(0..=999, 0..9).to_bytes(&list).unwrap());
        bytes.extend([1, 2, 3]);
        // Each takes what is its own.
        let mut u = Unstructured::new(&bytes);
        assert_eq!(unstructured(&versions, &mut u), Ok(version));
        assert_eq!(unstructured(&vec(0..=999, 0..9), &mut u), Ok(list));
        assert_eq!(u.take_rest(), [1, 2, 3]);
    }
}

#[test]
fn bytes_that_are_rejected_are_an_error() {
    let even = (0..=255u8).such_that(|n| n % 2 == 0);
    assert_eq!(unstructured(&even, &mut Unstructured::new(&[0, 4])), Ok(4));
    let rejected = unstructured(&even, &mut Unstructured::new(&[0, 5]));
    assert!(matches!(rejected, Err(arbitrary::Error::IncorrectFormat)), "{rejected:?}");
}
