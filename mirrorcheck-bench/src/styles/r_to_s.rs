//! Strategies of crates from regex-automata to simple_asn1.

use std::ops::BitOr;

use mirrorcheck::collections::btree_set;
use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("r_to_s.rs"));
    let automata = "regex-automata 0.4.18";
    suite.add([automata, "src/util/primitives.rs:357"], Quickcheck, 9, "small_index", small_index());
    suite.add([automata, "src/util/primitives.rs:626"], Quickcheck, 3, "state_id", state_id());
    suite.add(["regex-syntax 0.8.11", "src/ast/mod.rs:940"], Arb, 96, "class_kind", class_kind());
    suite.add(["regex-syntax 0.8.11", "src/ast/mod.rs:1488"], Arb, 17, "capture_name", capture_name());
    suite.advised("capture_name_advised", capture_name_advised());
    suite.add(["roaring 0.12.0", "src/bitmap/arbitrary.rs:180"], Proptest, 9, "store", store());
    suite.advised("store_advised", store_advised());
    suite.add(["roaring 0.12.0", "src/bitmap/arbitrary.rs:191"], Proptest, 12, "containers", containers(4));
    suite.advised("containers_advised", containers_advised(4));
    suite.add(["ruint 1.21.1", "src/support/arbitrary.rs:15"], Arb, 10, "limbs", limbs());
    suite.add(["ruint 1.21.1", "src/support/proptest.rs:9"], Proptest, 8, "limbs_masked", limbs_masked());
    suite.add(["rust_decimal 1.43.0", "src/fuzz.rs:5"], Arb, 8, "money", money());
    suite.add(["rust_decimal 1.43.0", "src/proptest.rs:8"], Proptest, 7, "money_scaled", money_scaled());
    suite.add(["secp256k1 0.33.1", "src/key/mod.rs:1413"], Arb, 3, "public_key", public_key());
    suite.advised("public_key_advised", public_key_advised());
    suite.add(["secp256k1 0.33.1", "src/key/mod.rs:1420"], Arb, 6, "parity", parity());
    suite.add(["shardtree 0.8.0", "src/testing.rs:13"], Proptest, 8, "retention_flags", retention_flags());
    suite.add(["shardtree 0.8.0", "src/testing.rs:100"], Proptest, 7, "leaves", leaves(any::<u32>()));
    suite.advised("leaves_advised", leaves_advised(any::<u32>()));
    suite.add(["simple_asn1 0.6.4", "src/lib.rs:1098"], Quickcheck, 9, "asn1_class", asn1_class());
    suite.add(["simple_asn1 0.6.4", "src/lib.rs:1125"], Quickcheck, 4, "big_unsigned", big_unsigned());
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct SmallIndex(u32);

impl SmallIndex {
    const MAX: SmallIndex = SmallIndex(i32::MAX as u32 - 1);

    fn new(index: usize) -> Result<Self, String> {
        let index = u32::try_from(index).map_err(|error| error.to_string())?;
        if index > Self::MAX.0 { Err(format!("{index} is too large")) } else { Ok(SmallIndex(index)) }
    }

    fn as_i32(self) -> i32 {
        self.0 as i32
    }
}

#[generator]
fn small_index() -> SmallIndex {
    let id = std::cmp::max(i32::MIN + 1, draw(any::<i32>())).abs();
    if id > SmallIndex::MAX.as_i32() { SmallIndex::MAX } else { SmallIndex::new(usize::try_from(id).unwrap()).unwrap() }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct StateId(SmallIndex);

#[generator]
fn state_id() -> StateId {
    StateId(draw(small_index()))
}

#[derive(Debug, Clone, PartialEq)]
enum ClassKind {
    OneLetter(char),
    Named(String),
    NamedValue { is_equal: bool, name: String, value: String },
}

/// A table of properties with their values, far smaller than the one of Unicode.
const PROPERTIES: [(&str, &[&str]); 4] = [
    ("gc", &["L", "N", "Letter", "Number"]),
    ("sc", &["Greek", "Latin", "Cyrillic"]),
    ("age", &["1.1", "5.2"]),
    ("alpha", &[]),
];

#[generator]
fn class_kind() -> ClassKind {
    match draw(0..3usize) {
        0 => {
            let letters = || PROPERTIES.iter().flat_map(|(_, values)| *values).filter(|value| value.len() == 1);
            let index = draw(0..letters().count());
            let value = letters().nth(index).unwrap().chars().next().unwrap();
            ClassKind::OneLetter(value)
        }
        1 => {
            let names = || PROPERTIES.iter().flat_map(|(name, values)| std::iter::once(name).chain(*values));
            let index = draw(0..names().count());
            let name = names().nth(index).unwrap();
            ClassKind::Named(name.to_string())
        }
        _ => {
            let pairs = || PROPERTIES.iter().flat_map(|(name, values)| values.iter().map(move |value| (*name, *value)));
            let index = draw(0..pairs().count());
            let (name, value) = pairs().nth(index).unwrap();
            ClassKind::NamedValue { is_equal: draw(any::<bool>()), name: name.to_string(), value: value.to_string() }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
struct CaptureName {
    span: (usize, usize),
    name: String,
    index: u32,
}

#[generator]
fn capture_name() -> CaptureName {
    let len = draw(1..=20usize);
    let mut name = String::new();
    for _ in 0..len {
        let point = u32::from(draw(any::<char>()));
        let offset = u8::try_from(point % 26).unwrap();
        name.push(char::from(b'a' + offset));
    }
    CaptureName { span: draw(any::<(usize, usize)>()), name, index: draw(any::<u32>()) }
}

#[generator]
fn capture_name_advised() -> CaptureName {
    let len = draw((1..=20usize).at(|capture: &CaptureName| capture.name.len()));
    let mut name = String::new();
    for i in 0..len {
        let letter = move |capture: &CaptureName| Some(char::from(capture.name.as_bytes().get(i)?.checked_sub(b'a')?));
        let point = u32::from(draw(any::<char>().at(letter)));
        let offset = u8::try_from(point % 26).unwrap();
        name.push(char::from(b'a' + offset));
    }
    CaptureName { span: draw(any::<(usize, usize)>()), name, index: draw(any::<u32>()) }
}

#[derive(Debug, Clone, PartialEq)]
enum Store {
    Array(Vec<u16>),
    Bitmap(Box<[u64; 4]>),
    Runs(Vec<(u16, u16)>),
}

fn bitmap(bits: &std::collections::BTreeSet<u8>) -> Box<[u64; 4]> {
    let mut words = Box::new([0; 4]);
    for bit in bits {
        words[usize::from(bit / 64)] |= 1 << (bit % 64);
    }
    words
}

fn runs(bits: &std::collections::BTreeSet<u16>) -> Vec<(u16, u16)> {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for &bit in bits {
        match runs.last_mut() {
            Some((_, end)) if end.checked_add(1) == Some(bit) => *end = bit,
            _ => runs.push((bit, bit)),
        }
    }
    runs
}

impl Store {
    fn array(&self) -> Option<std::collections::BTreeSet<u16>> {
        match self {
            Store::Array(array) => Some(array.iter().copied().collect()),
            _ => None,
        }
    }

    fn bits(&self) -> Option<std::collections::BTreeSet<u8>> {
        match self {
            Store::Bitmap(words) => {
                Some((0..=u8::MAX).filter(|&bit| words[usize::from(bit / 64)] >> (bit % 64) & 1 == 1).collect())
            }
            _ => None,
        }
    }

    fn in_runs(&self) -> Option<std::collections::BTreeSet<u16>> {
        match self {
            Store::Runs(runs) => Some(runs.iter().flat_map(|&(start, end)| start..=end).collect()),
            _ => None,
        }
    }
}

#[generator]
fn store() -> Store {
    labeled([
        ("array", Store::Array(draw(btree_set(any::<u16>(), 1..=20)).into_iter().collect())),
        ("bitmap", Store::Bitmap(bitmap(&draw(btree_set(any::<u8>(), 21..=60))))),
        ("runs", Store::Runs(runs(&draw(btree_set(any::<u16>(), 1..=10))))),
    ])
}

#[generator]
fn store_advised() -> Store {
    labeled([
        ("array", Store::Array(draw(btree_set(any::<u16>(), 1..=20).at(Store::array)).into_iter().collect())),
        ("bitmap", Store::Bitmap(bitmap(&draw(btree_set(any::<u8>(), 21..=60).at(Store::bits))))),
        ("runs", Store::Runs(runs(&draw(btree_set(any::<u16>(), 1..=10).at(Store::in_runs))))),
    ])
}

#[derive(Debug, Clone, PartialEq)]
struct Container {
    key: u16,
    store: Store,
}

impl Container {
    /// A short bitmap becomes a list.
    fn ensure_correct_store(&mut self) {
        if let Store::Runs(runs) = &self.store
            && runs.iter().all(|(start, end)| start == end)
        {
            self.store = Store::Array(runs.iter().map(|(start, _)| *start).collect());
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Bitmap {
    containers: Vec<Container>,
}

#[generator]
fn containers(n: usize) -> Bitmap {
    let keys = draw(btree_set(any::<u16>(), 0..=n));
    let stores = draw(vec(store(), keys.len()));
    let containers = keys.into_iter().zip(stores).map(|(key, store)| {
        let mut container = Container { key, store };
        container.ensure_correct_store();
        container
    });
    Bitmap { containers: containers.collect() }
}

#[generator]
fn containers_advised(n: usize) -> Bitmap {
    let keys = draw(btree_set(any::<u16>(), 0..=n).at(|bitmap: &Bitmap| {
        bitmap.containers.iter().map(|container| container.key).collect::<std::collections::BTreeSet<_>>()
    }));
    let stores =
        draw(vec(store_advised(), keys.len()).at(|bitmap: &Bitmap| {
            bitmap.containers.iter().map(|container| container.store.clone()).collect::<Vec<_>>()
        }));
    let containers = keys.into_iter().zip(stores).map(|(key, store)| {
        let mut container = Container { key, store };
        container.ensure_correct_store();
        container
    });
    Bitmap { containers: containers.collect() }
}

mod limb {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Limbs([u64; 3]);

    impl Limbs {
        pub(super) const MASK: u64 = (1 << 40) - 1;

        pub(super) fn from_limbs(limbs: [u64; 3]) -> Self {
            assert!(limbs[2] <= Self::MASK, "too large");
            Limbs(limbs)
        }

        pub(super) fn from_limbs_unmasked(mut limbs: [u64; 3]) -> Self {
            limbs[2] &= Self::MASK;
            Limbs(limbs)
        }
    }
}

use limb::Limbs;

#[generator]
fn limbs() -> Limbs {
    let mut limbs = [0; 3];
    if let Some((last, rest)) = limbs.split_last_mut() {
        for limb in rest {
            *limb = draw(any::<u64>());
        }
        *last = draw(0..=Limbs::MASK);
    }
    Limbs::from_limbs(limbs)
}

#[generator]
fn limbs_masked() -> Limbs {
    Limbs::from_limbs_unmasked(draw(any::<[u64; 3]>()))
}

mod currency {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Money {
        low: u32,
        middle: u32,
        high: u32,
        flags: u32,
    }

    impl Money {
        pub(super) const MAX_SCALE: u32 = 28;

        pub(super) fn from_parts(low: u32, middle: u32, high: u32, is_negative: bool, scale: u32) -> Self {
            let is_zero = low | middle | high == 0;
            let sign = u32::from(is_negative && !is_zero) << 31;
            Money { low, middle, high, flags: (scale % (Self::MAX_SCALE + 1)) << 16 | sign }
        }
    }
}

use currency::Money;

#[generator]
fn money() -> Money {
    let low = draw(any::<u32>());
    let middle = draw(any::<u32>());
    let high = draw(any::<u32>());
    let is_negative = draw(any::<bool>());
    let scale = draw(any::<u32>()) % (Money::MAX_SCALE + 1);
    Money::from_parts(low, middle, high, is_negative, scale)
}

#[generator]
fn money_scaled() -> Money {
    let (low, middle, high, is_negative) = draw(any::<(u32, u32, u32, bool)>());
    let scale = draw(0..=28u8);
    Money::from_parts(low, middle, high, is_negative, u32::from(scale))
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Parity {
    Even,
    Odd,
}

#[generator]
fn parity() -> Parity {
    match draw(any::<bool>()) {
        true => Parity::Even,
        false => Parity::Odd,
    }
}

mod keys {
    use super::Parity;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct PublicKey([u8; 33]);

    impl PublicKey {
        /// The parity in front of the coordinate.
        pub(super) fn from_x_only(x: [u8; 32], parity: Parity) -> Self {
            let mut bytes = [0; 33];
            bytes[0] = if parity == Parity::Even { 2 } else { 3 };
            bytes[1..].copy_from_slice(&x);
            PublicKey(bytes)
        }

        pub(super) fn x_only(&self) -> [u8; 32] {
            std::array::from_fn(|i| self.0[i + 1])
        }

        pub(super) fn parity(&self) -> Parity {
            if self.0[0] == 2 { Parity::Even } else { Parity::Odd }
        }
    }
}

#[generator]
fn public_key() -> keys::PublicKey {
    keys::PublicKey::from_x_only(draw(any::<[u8; 32]>()), draw(parity()))
}

#[generator]
fn public_key_advised() -> keys::PublicKey {
    let x = draw(any::<[u8; 32]>().at(keys::PublicKey::x_only));
    keys::PublicKey::from_x_only(x, draw(parity().at(keys::PublicKey::parity)))
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Flags(u8);

impl Flags {
    const EPHEMERAL: Flags = Flags(0);
    const CHECKPOINT: Flags = Flags(1);
    const MARKED: Flags = Flags(2);
}

impl BitOr for Flags {
    type Output = Flags;

    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

#[generator]
fn retention_flags() -> Flags {
    draw(element_of(&[Flags::EPHEMERAL, Flags::CHECKPOINT, Flags::MARKED, Flags::MARKED | Flags::CHECKPOINT]))
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Retention {
    Ephemeral,
    Checkpoint { id: usize, is_marked: bool },
    Marked,
}

impl Flags {
    fn retention(self, id: usize) -> Retention {
        match self.0 {
            0 => Retention::Ephemeral,
            2 => Retention::Marked,
            bits => Retention::Checkpoint { id, is_marked: bits & 2 != 0 },
        }
    }
}

impl Retention {
    fn flags(self) -> Flags {
        match self {
            Retention::Ephemeral => Flags::EPHEMERAL,
            Retention::Marked => Flags::MARKED,
            Retention::Checkpoint { is_marked, .. } => Flags(1 | u8::from(is_marked) << 1),
        }
    }
}

#[generator]
fn leaves<T: Clone + PartialEq + 'static>(leaf: impl Reflective<Value = T> + Clone) -> Vec<(T, Retention)> {
    let leaves = draw(vec((leaf.clone(), retention_flags()), 0..=16));
    leaves.into_iter().enumerate().map(|(id, (leaf, flags))| (leaf, flags.retention(id))).collect()
}

#[generator]
fn leaves_advised<T: Clone + PartialEq + 'static>(leaf: impl Reflective<Value = T> + Clone) -> Vec<(T, Retention)> {
    let leaves = draw(vec((leaf.clone(), retention_flags()), 0..=16).at(|leaves: &Vec<(T, Retention)>| {
        leaves.iter().map(|(leaf, retention)| (leaf.clone(), retention.flags())).collect::<Vec<_>>()
    }));
    leaves.into_iter().enumerate().map(|(id, (leaf, flags))| (leaf, flags.retention(id))).collect()
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Asn1Class {
    Universal,
    Application,
    Context,
    Private,
}

#[generator]
fn asn1_class() -> Asn1Class {
    match draw(any::<u8>()) % 4 {
        0 => Asn1Class::Private,
        1 => Asn1Class::Context,
        2 => Asn1Class::Universal,
        3 => Asn1Class::Application,
        _ => panic!("four classes"),
    }
}

#[derive(Debug, Clone, PartialEq)]
struct BigUnsigned {
    digits: Vec<u32>,
}

impl BigUnsigned {
    fn from_u32(n: u32) -> Option<Self> {
        Some(BigUnsigned { digits: if n == 0 { Vec::new() } else { vec![n] } })
    }
}

#[derive(Debug, Clone, PartialEq)]
struct RandomUnsigned {
    x: BigUnsigned,
}

#[generator]
fn big_unsigned() -> RandomUnsigned {
    let v = BigUnsigned::from_u32(draw(any::<u32>())).unwrap();
    RandomUnsigned { x: v }
}
