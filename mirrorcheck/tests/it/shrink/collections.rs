//! Texts, lists, sets, maps and what wraps other values.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::OsString;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZero, Wrapping};
use std::ops::{Bound, Range};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use mirrorcheck::collections::{binary_heap, sequence};
use mirrorcheck::collections::{btree_map, btree_set, hash_set, sorted, unique};
use mirrorcheck::numbers::uniform;
use mirrorcheck::prelude::*;

minimal! {
    a_string_with_a_letter: string('a'..='z', ..), |s| s.contains('x') => "x".to_owned(), 30;
    a_string_of_a_length: string('a'..='z', 0..=20), |s| s.len() > 4 => "aaaaa".to_owned(), 40;
    a_string_of_fixed_length: string('a'..='z', 4), |s| s.contains('q') => "aaaq".to_owned(), 35;
    any_string_with_a_digit: any::<String>(), |s| s.contains(|c: char| c.is_ascii_digit()) => "0".to_owned(), 35;
    any_string_out_of_ascii: any::<String>(), |s| !s.is_ascii() => "\u{80}".to_owned(), 40;
    any_string_that_is_long: any::<String>(), |s| s.chars().count() > 2 => "aaa".to_owned(), 10;
    a_string_that_is_no_palindrome: string('a'..='z', ..),
        |s| !s.chars().eq(s.chars().rev()) => "ab".to_owned(), 15;
    a_string_with_a_pair: string('a'..='c', 0..=20), |s| s.contains("cc") => "cc".to_owned(), 30;

    no_option: option(0..=9), |_| true => None, 10;
    an_option: option(0..=9), |n| n.is_some_and(|n| n > 4) => Some(5), 15;
    an_option_of_an_option: any::<Option<Option<u8>>>(), |n| n.flatten().is_some() => Some(Some(0)), 10;
    an_error: any::<Result<u8, i8>>(), |r| r.is_err_and(|n| n < 0) => Err(-1), 15;
    a_result: any::<Result<u8, i8>>(), |r| r.is_ok_and(|n| n > 9) => Ok(10), 25;

    a_pair_in_order: any::<(u8, u8)>(), |(a, b)| a < b => (0, 1), 10;
    a_pair_out_of_order: any::<(u8, u8)>(), |(a, b)| a > b => (1, 0), 10;
    an_equal_pair: (1..=1000, 1..=1000), |(a, b)| a == b => (1, 1), 10;
    a_large_equal_pair: (1..=50, 1..=50), |(a, b)| a == b && *a > 20 => (21, 21), 60;
    a_pair_with_a_sum: (0..=1000, 0..=1000), |(a, b)| a + b >= 900 => (0, 900), 60;
    a_pair_with_a_difference: (0..=1000u32, 0..=1000u32), |(a, b)| a.abs_diff(*b) == 7 => (0, 7), 30;
    a_triple_in_order: any::<(u8, i8, u16)>(), |(a, b, c)| i32::from(*a) < (*b).into() && *b as i32 > (*c).into() =>
        (0, 1, 0), 15;
    twelve: any::<(u8, i8, u16, i16, u32, i32, u64, i64, bool, char, (), u8)>(), |t| t.8 && t.5 < 0 =>
        (0, 0, 0, 0, 0, -1, 0, 0, true, 'a', (), 0), 55;
    an_array: any::<[u8; 3]>(), |a| a.iter().any(|n| *n > 9) => [0, 0, 10], 30;
    an_array_out_of_order: any::<[u8; 4]>(), |a| !a.is_sorted() => [0, 0, 1, 0], 15;
    an_empty_array: any::<[u8; 0]>(), |_| true => [], 10;
    an_array_of_generators: [0..=3, 5..=9], |[a, b]| a + b > 7 => [0, 8], 15;

    a_vector_with_a_large_element: vec(0..=1000, 0..100), |v| v.iter().any(|n| *n >= 900) => vec![900], 70;
    a_long_vector: vec(0..=1000, 0..100), |v| v.len() > 12 => vec![0; 13], 90;
    a_vector_of_at_least: vec(any::<bool>(), 2..), |v| v.contains(&true) => vec![false, true], 10;
    a_vector_of_exactly: vec(0..=9, 5), |v| v.iter().sum::<i32>() > 20 => vec![0, 0, 3, 9, 9], 145;
    any_vector_out_of_order: any::<Vec<i8>>(), |v| !v.is_sorted() => vec![0, -1], 20;
    a_vector_with_two_equal: any::<Vec<u16>>(), |v| has_duplicate(v) => vec![0, 0], 15;
    a_vector_with_two_different: any::<Vec<u16>>(), |v| v.iter().any(|n| *n != v[0]) => vec![0, 1], 15;
    a_vector_with_a_sum: vec(0..=100u32, 0..20), |v| v.iter().sum::<u32>() >= 150 => vec![50, 100], 170;
    a_vector_with_a_run: vec(0..=3u8, 0..40), |v| v.windows(3).any(|w| w == [3, 3, 3]) => vec![3, 3, 3], 50;
    a_vector_in_bulk: vec(uniform::<i32>(), 0..50), |v| v.iter().any(|n| *n < -5) => vec![-6], 45;
    a_bulky_vector_without_a_bound: vec(uniform::<u8>(), 1..), |v| v.iter().filter(|n| **n > 99).count() > 1 =>
        vec![100, 100], 105;
    a_vector_of_vectors: vec(vec(any::<u8>(), ..), ..), |v| v.iter().flatten().count() > 2 => vec![vec![0, 0, 0]], 30;
    a_vector_with_a_long_vector: vec(vec(any::<u8>(), ..), ..), |v| v.iter().any(|v| v.len() > 2) =>
        vec![vec![0, 0, 0]], 35;
    vectors_of_equal_length: vec(vec(any::<bool>(), ..), ..),
        |v| v.len() > 1 && v[0].len() == v[1].len() && !v[0].is_empty() => vec![vec![false], vec![false]], 30;

    a_queue: any::<VecDeque<u16>>(), |q| q.len() > 2 => VecDeque::from([0, 0, 0]), 10;
    a_linked_list: sequence::<LinkedList<u8>, _>(0..=4, 0..=3), |l| l.contains(&3) => LinkedList::from([3]), 20;
    a_heap: binary_heap(0..=99, 0..20).convert(BinaryHeap::into_sorted_vec, |v| Some(v.iter().copied().collect())),
        |v: &Vec<i32>| v.last().is_some_and(|n| *n > 70) => vec![71], 55;

    a_set: btree_set(-30..=30i8, 0..=30), |s| s.iter().any(|n| *n < -7) => BTreeSet::from([-8]), 45;
    a_set_of_two: btree_set(0..=99, 0..=30), |s| s.len() > 1 => BTreeSet::from([0, 1]), 10;
    a_set_with_a_gap: btree_set(0..=99, 0..=30),
        |s| s.iter().zip(s.iter().skip(1)).any(|(a, b)| b - a > 4) => BTreeSet::from([0, 5]), 40;
    a_set_of_a_large_range: btree_set(uniform::<u64>(), 0..=4), |s| s.iter().any(|n| *n > 1_000) =>
        BTreeSet::from([1_001]), 60;
    a_set_of_letters: hash_set('a'..='f', 2..), |s| s.contains(&'d') => HashSet::from(['a', 'd']), 10;
    a_set_of_few: hash_set(any::<bool>(), ..), |s| s.contains(&true) => HashSet::from([true]), 10;
    any_set: any::<BTreeSet<i32>>(), |s| s.len() > 2 => BTreeSet::from([-1, 0, 1]), 40;
    any_set_of_strings: any::<HashSet<String>>(), |s| s.iter().any(|s| s.len() > 1) =>
        HashSet::from(["aa".to_owned()]), 15;
    a_map: btree_map(0..=99u8, any::<bool>(), 0..=30), |m| m.values().any(|b| *b) => BTreeMap::from([(0, true)]), 10;
    a_map_with_a_key: btree_map(0..=99u8, any::<bool>(), 0..=30), |m| m.keys().any(|k| *k > 50) =>
        BTreeMap::from([(51, false)]), 65;
    a_map_with_equal_values: btree_map(0..=99u8, 0..=9u8, 0..=30), |m| has_duplicate(&m.values().collect::<Vec<_>>()) =>
        BTreeMap::from([(0, 0), (1, 0)]), 10;
    any_map: any::<HashMap<u16, bool>>(), |m| m.contains_key(&3) && m[&3] => HashMap::from([(3, true)]), 25;
    any_map_with_equal_values: any::<BTreeMap<String, u8>>(), |m| has_duplicate(&m.values().collect::<Vec<_>>()) =>
        BTreeMap::from([(String::new(), 0), ("a".to_owned(), 0)]), 15;
    a_map_to_lists: any::<BTreeMap<u8, Vec<u8>>>(), |m| m.values().any(|v| v.len() > 1) =>
        BTreeMap::from([(0, vec![0, 0])]), 35;
    a_unique_list: unique(0..=50u8, 0..=20), |v| v.iter().any(|n| *n > 20) => vec![21], 50;
    a_unique_list_out_of_order: unique(0..=50u8, 0..=20), |v| !v.is_sorted() => vec![1, 0], 15;
    a_unique_list_of_many: unique(any::<i16>(), 0..=6), |v| v.len() > 3 => vec![0, 1, -1, 2], 60;
    a_sorted_list: sorted(-20..=20i8, 0..=20), |v| v.iter().any(|n| *n > 7) => vec![8], 45;
    a_sorted_list_of_two: sorted(any::<u16>(), 0..=20), |v| v.len() > 1 && v[0] < v[1] => vec![0, 1], 15;
    a_sorted_list_with_two_equal: sorted(0..=99, 0..=20), |v| has_duplicate(v) => vec![0, 0], 10;

    a_box: any::<Box<u8>>(), |n| **n > 5 => Box::new(6), 15;
    shared: any::<(Rc<bool>, Arc<i8>)>(), |(b, n)| **b && **n < 0 => (Rc::new(true), Arc::new(-1)), 15;
    a_shared_text: any::<Rc<str>>(), |s| s.len() > 1 => Rc::from("aa"), 10;
    cells: any::<(Cell<u8>, RefCell<bool>)>(), |(n, b)| n.get() > 4 && *b.borrow() =>
        (Cell::new(5), RefCell::new(true)), 15;
    wrapping: any::<(Wrapping<i8>, Reverse<u8>)>(), |(a, b)| a.0 < 0 && b.0 > 1 => (Wrapping(-1), Reverse(2)), 25;
    a_cow: any::<Cow<'static, str>>(), |s| s.contains('z') => Cow::Borrowed("z"), 35;
    a_range: any::<Range<u8>>(), |r| r.len() > 3 => 0..4, 20;
    a_bound: any::<Bound<u8>>(), |b| matches!(b, Bound::Excluded(n) if *n > 3) => Bound::Excluded(4), 25;
    a_duration: any::<Duration>(), |d| d.as_millis() > 2500 => Duration::from_secs(3), 20;
    a_duration_of_seconds: any::<Duration>(), |d| d.as_secs() > 60 => Duration::from_secs(61), 40;
    a_time: any::<SystemTime>(), |t| *t > SystemTime::UNIX_EPOCH => SystemTime::UNIX_EPOCH + Duration::from_nanos(1), 10;
    an_address: any::<IpAddr>(), |a| a.is_loopback() => IpAddr::V4(Ipv4Addr::new(127, 0, 0, 0)), 45;
    a_socket_address: any::<SocketAddr>(), |a| a.port() > 1023 =>
        SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 1024), 60;
    an_os_string: any::<OsString>(), |s| s.len() > 1 => OsString::from("aa"), 10;
    a_path: any::<PathBuf>(), |p| p.components().count() > 1 => PathBuf::from("/a"), 50;
    an_ordering: any::<Ordering>(), |o| o.is_ne() => Ordering::Less, 10;
    a_phantom: any::<PhantomData<String>>(), |_| true => PhantomData, 10;
    a_non_zero: any::<NonZero<i16>>(), |n| n.get() < 0 => NonZero::new(-1).unwrap(), 15;
}

fn has_duplicate<T: PartialEq>(list: &[T]) -> bool {
    list.iter().enumerate().any(|(i, one)| list[..i].contains(one))
}
