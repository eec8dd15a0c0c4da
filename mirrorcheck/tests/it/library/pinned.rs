//! What a seed makes. A seed in a report must mean the same tomorrow: a change here is a change for users.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use mirrorcheck::collections::partition;
use mirrorcheck::collections::weighted_element_of;
use mirrorcheck::collections::{btree_set, permutation, shuffle, sorted, subsequence, unique};
use mirrorcheck::networks::ipv4_network;
use mirrorcheck::numbers::{biased, uniform};
use mirrorcheck::prelude::*;

macro_rules! pinned {
    ($($name:ident: $generator:expr => $expected:literal;)*) => { $(
        #[test]
        fn $name() {
            assert_eq!(format!("{:?}", ($generator).sample(1)), $expected);
        }
    )* };
}

pinned! {
    bools: any::<bool>() => "true";
    any_u8: any::<u8>() => "43";
    any_i32: any::<i32>() => "-14";
    any_u64: any::<u64>() => "43";
    any_i128: any::<i128>() => "-14";
    uniform_i32: uniform::<i32>() => "1522748328";
    closed: -3..=10i8 => "8";
    half_open: 0..1_000u32 => "854";
    from: 1000u32.. => "1043";
    biased_range: biased(-10..1000i32) => "37";
    letters: 'a'..='z' => "'w'";
    any_char: any::<char>() => "'H'";
    unit_interval: 0.0..1.0 => "0.8545424734135552";
    any_f64: any::<f64>() => "-9.435962606002965e-224";
    any_f32: any::<f32>() => "-2.3039337e-28";
    vectors: vec(0..=9u8, 0..=9) => "[6, 2, 3, 4, 7, 3, 4, 3]";
    vectors_in_bulk: vec(uniform::<i32>(), 3) => "[914270322, 1851544798, 1683536959]";
    strings: string('a'..='z', 0..=20) => "\"rfiltkmkbpoepyaht\"";
    any_string: any::<String>().resize(8) => "\"2?\\\\\"";
    any_vec: any::<Vec<i16>>().resize(8) => "[-5, -3, 2]";
    option: any::<Option<u8>>() => "Some(2)";
    result: any::<Result<u8, bool>>() => "Err(false)";
    tuple: any::<(u8, bool, char)>() => "(43, false, ':')";
    array: any::<[u8; 4]>() => "[43, 5, 64, 51]";
    duration: any::<Duration>() => "43.00000034s";
    address: any::<IpAddr>() => "a:69d:25:3d:1:7:1:52";
    path: any::<PathBuf>().resize(8) => "\":\\\\C\"";
    non_zero: any::<NonZero<i8>>() => "-3";
    set: btree_set(0..=99u8, 5) => "{18, 27, 33, 38, 41}";
    any_set: any::<BTreeSet<i16>>().resize(6) => "{-4, -2, 2}";
    any_map: any::<BTreeMap<u8, bool>>().resize(3) => "{101: false}";
    of_unique: unique(0..=99u8, 5) => "[43, 39, 18, 28, 33]";
    of_sorted: sorted(0..=99u8, 5) => "[19, 28, 32, 37, 39]";
    network: ipv4_network() => "(110.92.84.208, 28)";
    of_permutation: permutation(6) => "[3, 4, 0, 1, 2, 5]";
    of_shuffle: shuffle(vec!['a', 'b', 'c', 'd']) => "['c', 'a', 'b', 'd']";
    of_subsequence: subsequence(vec![1, 2, 3, 4, 5, 6], ..) => "[1, 2, 3, 4, 5]";
    of_partition: partition(20, 4) => "[4, 1, 1, 14]";
    element: element_of(&["x", "y", "z"]) => "\"z\"";
    weighted: weighted_element_of(&[(1, 'a'), (3, 'b')]) => "'b'";
    regular: regex("[a-z]{2,5}(-[0-9]+)?") => "\"lkehi-658474688299109\"";
}
