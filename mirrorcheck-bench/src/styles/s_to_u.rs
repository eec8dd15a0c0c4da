//! Strategies of crates from sled to unicode-segmentation.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Bound;
use std::rc::Rc;

use mirrorcheck::collections::btree_set;
use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("s_to_u.rs"));
    suite.add(["sled 0.34.7", "src/serialization.rs:818"], Quickcheck, 9, "message_header", message_header());
    suite.add(["sled 0.34.7", "src/serialization.rs:830"], Quickcheck, 3, "message_kind", message_kind());
    suite.add(["smallvec 1.16.5", "src/arbitrary.rs:6"], Arb, 6, "small_vec", small_vec());
    suite.advised("small_vec_advised", small_vec_advised());
    suite.add(["smol_str 0.3.7", "src/lib.rs:1143"], Arb, 4, "small_text", small_text());
    suite.advised("small_text_advised", small_text_advised());
    let starknet = "starknet-types-core 1.0.0";
    suite.add([starknet, "src/felt/arbitrary.rs:6"], Arb, 6, "felt", felt());
    suite.advised("felt_advised", felt_advised());
    suite.add([starknet, "src/felt/felt_arbitrary.rs:10"], Proptest, 22, "any_felt", any_felt());
    suite.advised("any_felt_advised", any_felt_advised());
    suite.add(["swc_common 27.0.0", "src/syntax_pos.rs:66"], Arb, 5, "span", span());
    suite.add(["swc_common 27.0.0", "src/unknown.rs:69"], Arb, 12, "unknown_node", unknown_node());
    suite.advised("unknown_node_advised", unknown_node_advised());
    suite.add(["target-spec 3.8.0", "src/proptest_helpers.rs:71"], Proptest, 4, "target_flag", target_flag());
    suite.add(["target-spec 3.8.0", "src/proptest_helpers.rs:77"], Proptest, 15, "target_features", target_features());
    suite.add(["time 0.3.55", "src/quickcheck.rs:56"], Quickcheck, 10, "julian_date", julian_date());
    suite.advised("julian_date_advised", julian_date_advised());
    suite.add(["time 0.3.55", "src/quickcheck.rs:80"], Quickcheck, 3, "time_duration", time_duration());
    suite.add(["tinyvec 1.13.3", "fuzz/src/arb_range.rs:52"], Arb, 11, "any_range", any_range(any::<u16>()));
    suite.add(["tinyvec 1.13.3", "src/arrayvec.rs:266"], Arb, 13, "array_vec", array_vec());
    suite.advised("array_vec_advised", array_vec_advised());
    suite.add(["uint 0.10.2", "src/uint.rs:1749"], Quickcheck, 21, "mostly_small", mostly_small());
    suite.advised("mostly_small_advised", mostly_small_advised());
    suite.add(["uint 0.10.2", "src/uint.rs:1795"], Arb, 5, "big_endian", big_endian());
    suite.advised("big_endian_advised", big_endian_advised());
    suite.add(["unicode-segmentation 1.13.3", "src/word.rs:1101"], Proptest, 3, "ascii_char", ascii_char());
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum MessageKind {
    Cancelled,
    Cap,
    Batch,
    Free,
    Counter,
    Corrupted,
}

impl From<u8> for MessageKind {
    fn from(byte: u8) -> Self {
        match byte {
            0 => MessageKind::Cancelled,
            1 => MessageKind::Cap,
            2 => MessageKind::Batch,
            3 => MessageKind::Free,
            4 => MessageKind::Counter,
            _ => MessageKind::Corrupted,
        }
    }
}

#[generator]
fn message_kind() -> MessageKind {
    draw(0..12u8).into()
}

#[derive(Debug, Clone, PartialEq)]
struct SegmentNumber(u64);

#[derive(Debug, Clone, PartialEq)]
struct MessageHeader {
    crc: u32,
    len: u64,
    kind: MessageKind,
    segment: SegmentNumber,
    page: u64,
}

#[generator]
fn spread() -> u64 {
    let uniform = draw(any::<u64>());
    let shift = draw(0..64u32);
    uniform >> shift
}

#[generator]
fn message_header() -> MessageHeader {
    MessageHeader {
        crc: draw(any::<u32>()),
        len: draw(any::<u64>()),
        kind: draw(message_kind()),
        segment: SegmentNumber(draw(spread())),
        page: draw(any::<u64>()),
    }
}

#[derive(Debug, Clone, PartialEq)]
enum SmallVec {
    Inline(usize, [u16; 4]),
    Heap(Vec<u16>),
}

impl FromIterator<u16> for SmallVec {
    fn from_iter<I: IntoIterator<Item = u16>>(items: I) -> Self {
        let items: Vec<u16> = items.into_iter().collect();
        if items.len() > 4 {
            return SmallVec::Heap(items);
        }
        let mut inline = [0; 4];
        inline[..items.len()].copy_from_slice(&items);
        SmallVec::Inline(items.len(), inline)
    }
}

impl IntoIterator for SmallVec {
    type Item = u16;
    type IntoIter = std::vec::IntoIter<u16>;

    fn into_iter(self) -> Self::IntoIter {
        match self {
            SmallVec::Inline(len, items) => Vec::from(&items[..len]).into_iter(),
            SmallVec::Heap(items) => items.into_iter(),
        }
    }
}

#[generator]
fn small_vec() -> SmallVec {
    draw(any::<Vec<u16>>()).into_iter().collect()
}

#[generator]
fn small_vec_advised() -> SmallVec {
    draw(any::<Vec<u16>>().at(|list: &SmallVec| list.clone().into_iter().collect::<Vec<u16>>())).into_iter().collect()
}

mod text {
    use super::Rc;

    #[derive(Debug, Clone, PartialEq)]
    pub(super) enum SmallText {
        Inline(u8, [u8; 22]),
        Shared(Rc<str>),
    }

    impl SmallText {
        pub(super) fn new(text: &str) -> Self {
            let mut bytes = [0; 22];
            match bytes.get_mut(..text.len()) {
                Some(start) => {
                    start.copy_from_slice(text.as_bytes());
                    SmallText::Inline(text.len() as u8, bytes)
                }
                None => SmallText::Shared(text.into()),
            }
        }

        pub(super) fn as_str(&self) -> &str {
            match self {
                SmallText::Inline(len, bytes) => std::str::from_utf8(&bytes[..usize::from(*len)]).unwrap_or_default(),
                SmallText::Shared(text) => text,
            }
        }
    }

    impl std::fmt::Display for SmallText {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(self.as_str())
        }
    }
}

#[generator]
fn small_text() -> text::SmallText {
    let text = draw(any::<String>());
    text::SmallText::new(&text)
}

#[generator]
fn small_text_advised() -> text::SmallText {
    let text = draw(any::<String>().at(|text: &text::SmallText| text.as_str().to_owned()));
    text::SmallText::new(&text)
}

const FIELD_HIGH: u64 = 0x0800_0000_0000_0011;
const FIELD_LOW: u64 = 1;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Felt(u128);

impl Felt {
    /// Limbs with the highest first, reduced.
    fn from_limbs(limbs: [u32; 4]) -> Self {
        let wide = limbs.iter().fold(0, |wide, &limb| wide << 32 | u128::from(limb));
        Felt(wide % (u128::from(FIELD_HIGH) << 64 | u128::from(FIELD_LOW)))
    }
}

#[generator]
fn felt() -> Felt {
    let limbs = draw(any::<[u32; 4]>());
    Felt::from_limbs(limbs)
}

#[generator]
fn felt_advised() -> Felt {
    let limbs = draw(any::<[u32; 4]>().at(|felt: &Felt| [96, 64, 32, 0].map(|shift| (felt.0 >> shift) as u32)));
    Felt::from_limbs(limbs)
}

#[generator]
fn any_felt() -> Felt {
    let high = draw(0..=FIELD_HIGH);
    // The lower half must not go beyond where the upper one is largest.
    let low = if high == FIELD_HIGH { draw(0..FIELD_LOW) } else { draw(any::<u64>()) };
    let limbs = [(high >> 32) as u32, (high & 0xffff_ffff) as u32, (low >> 32) as u32, (low & 0xffff_ffff) as u32];
    Felt::from_limbs(limbs)
}

#[generator]
fn any_felt_advised() -> Felt {
    let high = draw((0..=FIELD_HIGH).at(|felt: &Felt| (felt.0 >> 64) as u64));
    let low = if high == FIELD_HIGH {
        draw((0..FIELD_LOW).at(|felt: &Felt| felt.0 as u64))
    } else {
        draw(any::<u64>().at(|felt: &Felt| felt.0 as u64))
    };
    let limbs = [(high >> 32) as u32, (high & 0xffff_ffff) as u32, (low >> 32) as u32, (low & 0xffff_ffff) as u32];
    Felt::from_limbs(limbs)
}

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Arbitrary)]
struct BytePos(u32);

#[derive(Debug, Clone, Copy, PartialEq)]
struct Span {
    low: BytePos,
    high: BytePos,
}

impl Span {
    /// In order, whatever order they come in.
    fn new(low: BytePos, high: BytePos) -> Self {
        if low > high { Span { low: high, high: low } } else { Span { low, high } }
    }
}

#[generator]
fn span() -> Span {
    let low = draw(any::<BytePos>());
    let high = draw(any::<BytePos>());
    Span::new(low, high)
}

#[derive(Debug, Clone, PartialEq)]
enum Raw {
    Integer(u64),
    Array(Vec<Raw>),
}

#[derive(Debug, Clone, PartialEq)]
struct Unknown(Box<Raw>);

impl Raw {
    fn integers(&self) -> Vec<u64> {
        match self {
            Raw::Integer(n) => vec![*n],
            Raw::Array(items) => items.iter().flat_map(Raw::integers).collect(),
        }
    }

    fn boxed(self) -> Result<Box<Raw>, String> {
        match &self {
            Raw::Array(items) if items.len() > 1000 => Err("too long".to_owned()),
            _ => Ok(Box::new(self)),
        }
    }
}

#[generator]
fn unknown_node() -> Unknown {
    let mut list = Vec::new();
    for _ in 0..draw(0..=20usize) {
        let n = draw(0..=102_410_241_024u64);
        list.push(Raw::Integer(n.into()));
    }
    let value = Raw::Array(list).boxed();
    assume(value.is_ok());
    Unknown(value.unwrap())
}

#[generator]
fn unknown_node_advised() -> Unknown {
    let mut list = Vec::new();
    for i in 0..draw((0..=20usize).at(|node: &Unknown| node.0.integers().len())) {
        let n = draw((0..=102_410_241_024u64).at(move |node: &Unknown| node.0.integers().get(i).copied()));
        list.push(Raw::Integer(n.into()));
    }
    let value = Raw::Array(list).boxed();
    assume(value.is_ok());
    Unknown(value.unwrap())
}

#[generator]
fn target_flag() -> &'static str {
    draw(element_of(&["cargo_web", "test-flag", "abc", "foo", "bar", "flag-test"]))
}

#[derive(Debug, Clone, PartialEq)]
enum TargetFeatures {
    Unknown,
    All,
    Features(BTreeSet<Cow<'static, str>>),
}

#[generator]
fn known_feature() -> Cow<'static, str> {
    Cow::Borrowed(draw(element_of(&["aes", "avx", "avx2", "bmi1", "bmi2", "fma", "rdrand", "sha", "sse", "xsave"])))
}

#[generator]
fn target_features() -> TargetFeatures {
    labeled([
        ("unknown", TargetFeatures::Unknown),
        ("all", TargetFeatures::All),
        ("some", TargetFeatures::Features(draw(btree_set(known_feature(), 0..8)))),
    ])
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct JulianDate {
    year: i32,
    day: u16,
}

impl JulianDate {
    /// Of years of 365 days, for simplicity.
    fn from_day_number(number: i32) -> Self {
        JulianDate { year: number.div_euclid(365), day: number.rem_euclid(365) as u16 + 1 }
    }
}

const MIN_DAY: i32 = -1_930_999;
const MAX_DAY: i32 = 5_373_484;

#[generator]
fn julian_date() -> JulianDate {
    let range = MAX_DAY - MIN_DAY;
    let number = draw(any::<i32>()).rem_euclid(range + 1) + MIN_DAY;
    JulianDate::from_day_number(number)
}

#[generator]
fn julian_date_advised() -> JulianDate {
    let range = MAX_DAY - MIN_DAY;
    let day = draw(any::<i32>().at(|date: &JulianDate| date.year * 365 + i32::from(date.day) - 1 - MIN_DAY));
    let number = day.rem_euclid(range + 1) + MIN_DAY;
    JulianDate::from_day_number(number)
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct TimeDuration {
    seconds: i64,
    nanoseconds: i32,
}

impl TimeDuration {
    fn new_ranged(seconds: i64, nanoseconds: i32) -> Self {
        let (mut seconds, mut nanoseconds) = (seconds, nanoseconds);
        if seconds > 0 && nanoseconds < 0 {
            seconds -= 1;
            nanoseconds += 1_000_000_000;
        } else if seconds < 0 && nanoseconds > 0 {
            seconds += 1;
            nanoseconds -= 1_000_000_000;
        }
        TimeDuration { seconds, nanoseconds }
    }
}

#[generator]
fn time_duration() -> TimeDuration {
    TimeDuration::new_ranged(draw(any::<i64>()), draw(-999_999_999..=999_999_999))
}

#[derive(Debug, Clone, PartialEq)]
struct AnyRange<T> {
    start: Bound<T>,
    end: Bound<T>,
}

#[generator]
fn any_range<T: Clone + PartialEq + 'static>(end: impl Reflective<Value = T> + Clone) -> AnyRange<T> {
    match draw(any::<u8>()) % 5 {
        0 => AnyRange { start: Bound::Included(draw(end.clone())), end: Bound::Excluded(draw(end.clone())) },
        1 => AnyRange { start: Bound::Included(draw(end.clone())), end: Bound::Unbounded },
        2 => AnyRange { start: Bound::Included(draw(end.clone())), end: Bound::Included(draw(end.clone())) },
        3 => AnyRange { start: Bound::Unbounded, end: Bound::Excluded(draw(end.clone())) },
        4 => AnyRange { start: Bound::Unbounded, end: Bound::Included(draw(end.clone())) },
        _ => unreachable!(),
    }
}

#[derive(Debug, Clone, PartialEq, Default)]
struct ArrayVec {
    len: u16,
    items: [u32; 8],
}

impl ArrayVec {
    const CAPACITY: usize = 8;

    fn push(&mut self, item: u32) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }
}

#[generator]
fn array_vec() -> ArrayVec {
    let max_len = ArrayVec::CAPACITY.min(u16::MAX as usize) as u16;
    let len = draw(0..=max_len);
    let mut array = ArrayVec::default();
    for _ in 0..len {
        array.push(draw(any::<u32>()));
    }
    array
}

#[generator]
fn array_vec_advised() -> ArrayVec {
    let max_len = ArrayVec::CAPACITY.min(u16::MAX as usize) as u16;
    let len = draw((0..=max_len).at(|array: &ArrayVec| array.len));
    let mut array = ArrayVec::default();
    for i in 0..len {
        array.push(draw(any::<u32>().at(move |array: &ArrayVec| array.items[usize::from(i)])));
    }
    array
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Unsigned256([u64; 4]);

impl Unsigned256 {
    fn from_big_endian(bytes: &[u8; 32]) -> Self {
        let mut words = [0; 4];
        for (word, bytes) in words.iter_mut().rev().zip(bytes.chunks(8)) {
            *word = bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        }
        Unsigned256(words)
    }

    /// Counted from the highest.
    fn byte(&self, at: usize) -> u8 {
        (self.0[3 - at / 8] >> (56 - 8 * (at % 8))) as u8
    }
}

#[generator]
fn mostly_small() -> Unsigned256 {
    let p = draw(any::<usize>()) % 100;
    let range = if p < 10 {
        32
    } else if p < 20 {
        16
    } else {
        6
    };
    let size = draw(any::<usize>()) % range.max(1);
    let bytes: [u8; 32] = std::array::from_fn(|i| if i > size { 0 } else { draw(any::<u8>()) });
    Unsigned256::from_big_endian(&bytes)
}

#[generator]
fn mostly_small_advised() -> Unsigned256 {
    let p = draw(any::<usize>().at(|_: &Unsigned256| 0)) % 100;
    let range = if p < 10 {
        32
    } else if p < 20 {
        16
    } else {
        6
    };
    let size = draw(any::<usize>().at(|_: &Unsigned256| 31)) % range.max(1);
    let bytes: [u8; 32] =
        std::array::from_fn(|i| if i > size { 0 } else { draw(any::<u8>().at(move |n: &Unsigned256| n.byte(i))) });
    Unsigned256::from_big_endian(&bytes)
}

#[generator]
fn big_endian() -> Unsigned256 {
    let mut bytes = [0u8; 32];
    for byte in bytes.iter_mut() {
        *byte = draw(any::<u8>());
    }
    Unsigned256::from_big_endian(&bytes)
}

#[generator]
fn big_endian_advised() -> Unsigned256 {
    let mut bytes = [0u8; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = draw(any::<u8>().at(move |n: &Unsigned256| n.byte(i)));
    }
    Unsigned256::from_big_endian(&bytes)
}

#[generator]
fn ascii_char() -> char {
    let byte = draw(0u8..=127);
    byte as char
}
