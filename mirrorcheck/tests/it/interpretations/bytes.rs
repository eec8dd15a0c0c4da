//! `from_bytes` and `to_bytes`.

use mirrorcheck::BytesError;
use mirrorcheck::prelude::*;

use super::*;

#[test]
fn bytes_of_a_value_make_that_value() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        for value in generator.samples(5).take(60) {
            let bytes = generator.to_bytes(&value).unwrap_or_else(|| panic!("{name}: {value:?}"));
            assert_eq!(generator.from_bytes(&bytes).as_ref(), Ok(&value), "{name}: {bytes:?}");
            // What follows is not looked at.
            let longer = [bytes.as_slice(), &[7, 7, 7]].concat();
            assert_eq!(generator.from_bytes(&longer).as_ref(), Ok(&value), "{name}: {bytes:?}");
        }
    }
    on_every_kind!(check);
}

#[test]
fn any_bytes_make_a_value_in_range() {
    fn check<G: Reflective + Clone>(name: &str, generator: &G)
    where
        G::Value: Value,
    {
        let noise = vec(0..=u8::MAX, 0..=40);
        for seed in 0..25 {
            match generator.from_bytes(&noise.sample(seed)) {
                Ok(value) => assert_eq!(generator.try_contains(&value), Ok(true), "{name}: {value:?}"),
                Err(BytesError::Rejected { .. }) => assert_eq!(name, "such_that"),
                Err(BytesError::Endless) => assert_eq!(name, "list, endless first"),
            }
        }
    }
    on_every_kind!(check);
}

#[test]
fn a_choice_takes_as_few_bytes_as_can_tell_its_alternatives_apart() {
    assert_eq!((0..=9u8, 0..=999u16).to_bytes(&(3, 515)), Some(vec![0, 3, 3, 2]));
    assert_eq!((5..=5u8, any::<bool>()).to_bytes(&(5, true)), Some(vec![0, 1]), "no choice, no byte");
    assert_eq!((0..=u128::MAX).to_bytes(&u128::MAX), Some([vec![0], vec![255; 16]].concat()));
    assert_eq!((i128::MIN..=i128::MAX).to_bytes(&0), Some(vec![0; 17]));
    assert_eq!((-3..=3i8).to_bytes(&-1), Some(vec![0, 2]));
    assert_eq!(('\u{D7FF}'..='\u{E000}').to_bytes(&'\u{E000}'), Some(vec![0, 1]));
    assert_eq!(frequency([(0, exact(1)), (3, exact(2)), (3, exact(3))]).to_bytes(&3), Some(vec![0, 1]));
    assert_eq!(bst(1, 9).to_bytes(&node(leaf(), 5, leaf())), Some(vec![0, 1, 4, 0, 0]));
    assert_eq!((0..=255u8).to_bytes(&200), Some(vec![0, 200]));
    assert_eq!((0..=256u16).to_bytes(&256), Some(vec![0, 0, 1]));
}

#[test]
fn bytes_go_round_where_there_are_fewer_alternatives() {
    assert_eq!((0..=9u8).from_bytes(&[0, 13]), Ok(3));
    assert_eq!((0..=255u8).from_bytes(&[0, 255]), Ok(255));
    assert_eq!((0..=u128::MAX).from_bytes(&[255; 17]), Ok(u128::MAX));
    assert_eq!((0..=u64::MAX).from_bytes(&[0, 1, 2]), Ok(0x0201), "a number that is cut off is filled up");
}

#[test]
fn where_bytes_run_out_first_alternatives_are_taken() {
    assert_eq!((3..=9u8).from_bytes(&[]), Ok(3));
    assert_eq!(bst(1, 9).from_bytes(&[]), Ok(leaf()));
    assert_eq!(bst(1, 9).from_bytes(&[0, 1, 7]), Ok(node(leaf(), 8, leaf())));
    assert_eq!(vec(4..=9u8, 2..=5).from_bytes(&[0]), Ok(vec![4, 4]));
    assert_eq!(frequency([(0, exact(1)), (3, exact(2))]).from_bytes(&[]), Ok(2), "the first that is there");
    assert_eq!(endless_first().from_bytes(&[0, 1]), Ok(List::Nil));
    assert_eq!(endless_first().from_bytes(&[]), Err(BytesError::Endless));
    assert_eq!(
        BytesError::Endless.to_string(),
        "the bytes ran out, and the first alternatives never end: put one that ends first"
    );
}

#[test]
fn a_rejection_says_how_many_bytes_led_to_it() {
    let even = (vec(any::<bool>(), 2), (0..=9u8).such_that(|n| n % 2 == 0), 0..=9u8);
    assert_eq!(even.from_bytes(&[0, 1, 1, 4, 5]), Ok((vec![true, true], 4, 5)));
    let error = even.from_bytes(&[0, 1, 1, 3, 5]).unwrap_err();
    assert_eq!(error, BytesError::Rejected { used: 4 });
    assert_eq!(error.to_string(), "the generator rejects what the first 4 bytes make");
    assert_eq!(mirrorcheck::void::<u8>().from_bytes(&[1, 2]), Err(BytesError::Rejected { used: 1 }));
}

#[test]
fn the_size_comes_first() {
    let generator = sized(exact);
    assert_eq!(generator.from_bytes(&[]), Ok(100));
    assert_eq!(generator.from_bytes(&[0]), Ok(100));
    assert_eq!(generator.from_bytes(&[70]), Ok(30));
    assert_eq!(generator.from_bytes(&[100]), Ok(0));
    assert_eq!(generator.from_bytes(&[101]), Ok(100));
    for size in 0..=100 {
        assert_eq!(generator.to_bytes(&size), Some(vec![100 - size as u8]));
    }
    assert_eq!(generator.to_bytes(&101), None);
}
