//! Strategies of crates from alloy-dyn-abi to byteorder.

use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("a_to_b.rs"));
    let alloy = "alloy-dyn-abi 1.7.3";
    suite.add([alloy, "src/arbitrary.rs:90"], Arb, 8, "solidity_name", solidity_name());
    suite.advised("solidity_name_advised", solidity_name_advised());
    suite.add([alloy, "src/arbitrary.rs:148"], Arb, 21, "sol_type", sol_type());
    suite.advised("sol_type_advised", sol_type_advised());
    suite.add(["alloy-primitives 1.7.3", "src/sealed.rs:162"], Arb, 6, "sealed_header", sealed_header());
    suite.add(["alloy-primitives 1.7.3", "src/bits/macros.rs:771"], Arb, 3, "address", address());
    suite.add(["automerge 0.12.0", "src/author.rs:251"], Proptest, 3, "author_bytes", author_bytes());
    suite.add(["automerge 0.12.0", "src/author.rs:255"], Proptest, 3, "author", author());
    suite.advised("author_advised", author_advised());
    suite.add(["bitcoin 0.32.102", "src/bip152.rs:1058"], Arb, 6, "block_transactions", block_transactions());
    suite.add(["bitcoin 0.32.102", "src/bip152.rs:1068"], Arb, 6, "block_request", block_request());
    suite.add(["bitcoin_hashes 1.2.0", "src/internal_macros.rs:122"], Arb, 3, "digest", digest());
    suite.add(["bitcoin_hashes 1.2.0", "src/hmac/mod.rs:77"], Arb, 3, "hmac", hmac(digest()));
    suite.add(["bitflags 2.13.2", "src/external.rs:197"], Arb, 5, "permissions", permissions());
    suite.add(["bstr 1.13.1", "src/impls.rs:1269"], Quickcheck, 3, "byte_string", byte_string());
    suite.advised("byte_string_advised", byte_string_advised());
    suite.add(["byteorder 1.5.0", "src/lib.rs:2341"], Quickcheck, 6, "unsigned_wide", unsigned_wide(16));
    suite.advised("unsigned_wide_advised", unsigned_wide_advised(16));
    suite.add(["byteorder 1.5.0", "src/lib.rs:2350"], Quickcheck, 6, "signed_wide", signed_wide(11));
    suite.advised("signed_wide_advised", signed_wide_advised(11));
}

#[derive(Debug, Clone, PartialEq)]
struct SolidityName(String);

const NAME_LETTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789";

fn name_char(byte: u8, is_first: bool) -> char {
    let allowed = if is_first { 54 } else { 64 };
    NAME_LETTERS[usize::from(byte) % allowed] as char
}

#[generator]
fn solidity_name() -> SolidityName {
    let len = draw(1..=128usize);
    let mut name = String::with_capacity(len);
    for i in 0..len {
        name.push(name_char(draw(any::<u8>()), i == 0));
    }
    SolidityName(name)
}

#[generator]
fn solidity_name_advised() -> SolidityName {
    let len = draw((1..=128usize).at(|whole: &SolidityName| whole.0.len()));
    let mut name = String::with_capacity(len);
    for i in 0..len {
        let byte = draw(any::<u8>().at(move |whole: &SolidityName| {
            let letter = *whole.0.as_bytes().get(i)?;
            NAME_LETTERS.iter().position(|&other| other == letter).map(|at| at as u8)
        }));
        name.push(name_char(byte, i == 0));
    }
    SolidityName(name)
}

#[derive(Debug, Clone, PartialEq)]
enum SolType {
    Bool,
    Int(usize),
    Uint(usize),
    Address,
    FixedBytes(usize),
    Bytes,
    Text,
    List(Box<SolType>),
    FixedList(Box<SolType>, usize),
    Tuple(Vec<SolType>),
    Struct { name: String, props: Vec<String>, types: Vec<SolType> },
}

impl SolType {
    fn kind(&self) -> u8 {
        match self {
            SolType::Bool => 0,
            SolType::Int(_) => 1,
            SolType::Uint(_) => 2,
            SolType::Address => 3,
            SolType::FixedBytes(_) => 4,
            SolType::Bytes => 5,
            SolType::Text => 6,
            SolType::List(_) => 7,
            SolType::FixedList(..) => 8,
            SolType::Tuple(_) => 9,
            SolType::Struct { .. } => 10,
        }
    }

    fn bits(&self) -> Option<u16> {
        match self {
            SolType::Int(bits) | SolType::Uint(bits) => Some((bits / 8 - 1) as u16),
            _ => None,
        }
    }

    fn fields(&self) -> Option<Vec<(SolidityName, SolType)>> {
        match self {
            SolType::Struct { props, types, .. } => {
                Some(props.iter().cloned().map(SolidityName).zip(types.iter().cloned()).collect())
            }
            _ => None,
        }
    }

    fn name(&self) -> Option<SolidityName> {
        match self {
            SolType::Struct { name, .. } => Some(SolidityName(name.clone())),
            _ => None,
        }
    }
}

fn int_size(n: u16) -> usize {
    (usize::from(n) % 32 + 1) * 8
}

#[generator]
fn sol_type() -> SolType {
    match draw(0..=10u8) {
        0 => SolType::Bool,
        1 => SolType::Int(int_size(draw(any::<u16>()))),
        2 => SolType::Uint(int_size(draw(any::<u16>()))),
        3 => SolType::Address,
        4 => SolType::FixedBytes(draw(1..=32usize)),
        5 => SolType::Bytes,
        6 => SolType::Text,
        7 => SolType::List(Box::new(draw(sol_type()))),
        8 => SolType::FixedList(Box::new(draw(sol_type())), draw(1..=16usize)),
        9 => SolType::Tuple(draw(vec(sol_type(), 1..=3))),
        _ => {
            let name = draw(solidity_name()).0;
            let fields = draw(vec((solidity_name(), sol_type()), 0..=2));
            let (props, types) = fields.into_iter().map(|(name, ty)| (name.0, ty)).unzip();
            SolType::Struct { name, props, types }
        }
    }
}

#[generator]
fn sol_type_advised() -> SolType {
    match draw((0..=10u8).at(SolType::kind)) {
        0 => SolType::Bool,
        1 => SolType::Int(int_size(draw(any::<u16>().at(SolType::bits)))),
        2 => SolType::Uint(int_size(draw(any::<u16>().at(SolType::bits)))),
        3 => SolType::Address,
        4 => SolType::FixedBytes(draw(1..=32usize)),
        5 => SolType::Bytes,
        6 => SolType::Text,
        7 => SolType::List(Box::new(draw(sol_type_advised()))),
        8 => SolType::FixedList(Box::new(draw(sol_type_advised())), draw(1..=16usize)),
        9 => SolType::Tuple(draw(vec(sol_type_advised(), 1..=3))),
        _ => {
            let name = draw(solidity_name_advised().at(SolType::name)).0;
            let fields = draw(vec((solidity_name_advised(), sol_type_advised()), 0..=2).at(SolType::fields));
            let (props, types) = fields.into_iter().map(|(name, ty)| (name.0, ty)).unzip();
            SolType::Struct { name, props, types }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Header {
    number: u64,
    parent: [u8; 4],
}

#[derive(Debug, Clone, PartialEq)]
struct Sealed {
    inner: Header,
    seal: u64,
}

impl Header {
    fn seal_slow(self) -> Sealed {
        let seal = self.parent.iter().fold(self.number, |hash, &byte| hash.wrapping_mul(31) ^ u64::from(byte));
        Sealed { inner: self, seal }
    }
}

#[generator]
fn header() -> Header {
    Header { number: draw(any::<u64>()), parent: draw(any::<[u8; 4]>()) }
}

#[generator]
fn sealed_header() -> Sealed {
    draw(header()).seal_slow()
}

#[derive(Debug, Clone, PartialEq)]
struct Bytes20([u8; 20]);

#[derive(Debug, Clone, PartialEq)]
struct Address(Bytes20);

#[generator]
fn bytes20() -> Bytes20 {
    Bytes20(draw(any::<[u8; 20]>()))
}

#[generator]
fn address() -> Address {
    Address(draw(bytes20()))
}

#[derive(Debug, Clone, PartialEq)]
struct Author {
    bytes: Vec<u8>,
}

impl From<Vec<u8>> for Author {
    fn from(bytes: Vec<u8>) -> Self {
        Author { bytes }
    }
}

#[generator]
fn author_bytes() -> Vec<u8> {
    draw(vec(any::<u8>(), 0..64))
}

#[generator]
fn author() -> Author {
    Author::from(draw(author_bytes()))
}

#[generator]
fn author_advised() -> Author {
    Author::from(draw(author_bytes().at(|author: &Author| author.bytes.clone())))
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Transaction {
    version: i32,
    lock_time: u32,
    script: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq)]
struct BlockTransactions {
    block_hash: [u8; 32],
    transactions: Vec<Transaction>,
}

#[generator]
fn block_transactions() -> BlockTransactions {
    BlockTransactions { block_hash: draw(any::<[u8; 32]>()), transactions: draw(any::<Vec<Transaction>>()) }
}

#[derive(Debug, Clone, PartialEq)]
struct BlockRequest {
    block_hash: [u8; 32],
    indexes: Vec<u64>,
}

#[generator]
fn block_request() -> BlockRequest {
    BlockRequest { block_hash: draw(any::<[u8; 32]>()), indexes: draw(any::<Vec<u64>>()) }
}

#[derive(Debug, Clone, PartialEq)]
struct Digest([u8; 32]);

#[generator]
fn digest() -> Digest {
    Digest(draw(any::<[u8; 32]>()))
}

#[derive(Debug, Clone, PartialEq)]
struct Hmac<T>(T);

#[generator]
fn hmac<T: Clone + PartialEq + 'static>(hash: impl Reflective<Value = T> + Clone) -> Hmac<T> {
    Hmac(draw(hash.clone()))
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Permissions(u8);

impl Permissions {
    const ALL: u8 = 0b0011_0111;

    fn from_bits(bits: u8) -> Option<Self> {
        (bits & !Self::ALL == 0).then_some(Permissions(bits))
    }
}

#[generator]
fn permissions() -> Permissions {
    let flags = Permissions::from_bits(draw(any::<u8>()));
    assume(flags.is_some());
    flags.unwrap()
}

#[derive(Debug, Clone, PartialEq)]
struct ByteString {
    bytes: Vec<u8>,
}

impl From<Vec<u8>> for ByteString {
    fn from(bytes: Vec<u8>) -> Self {
        ByteString { bytes }
    }
}

#[generator]
fn byte_string() -> ByteString {
    ByteString::from(draw(any::<Vec<u8>>()))
}

#[generator]
fn byte_string_advised() -> ByteString {
    ByteString::from(draw(any::<Vec<u8>>().at(|text: &ByteString| text.bytes.clone())))
}

#[derive(Debug, Clone, PartialEq)]
struct Wide<T>(T);

#[generator]
fn unsigned_wide(bytes: u32) -> Wide<u128> {
    let max = if bytes >= 16 { u128::MAX } else { 1 << (8 * bytes) };
    let output = u128::from(draw(any::<u64>())) | (u128::from(draw(any::<u64>())) << 64);
    Wide(output & (max - 1))
}

#[generator]
fn unsigned_wide_advised(bytes: u32) -> Wide<u128> {
    let max = if bytes >= 16 { u128::MAX } else { 1 << (8 * bytes) };
    let low = draw(any::<u64>().at(|wide: &Wide<u128>| wide.0 as u64));
    let high = draw(any::<u64>().at(|wide: &Wide<u128>| (wide.0 >> 64) as u64));
    Wide((u128::from(low) | (u128::from(high) << 64)) & (max - 1))
}

#[generator]
fn signed_wide(bytes: u32) -> Wide<i128> {
    let max = if bytes >= 16 { i128::MAX } else { 1 << (8 * bytes) };
    let output = i128::from(draw(any::<i64>())) | (i128::from(draw(any::<i64>())) << 64);
    Wide(output & (max - 1))
}

#[generator]
fn signed_wide_advised(bytes: u32) -> Wide<i128> {
    let max = if bytes >= 16 { i128::MAX } else { 1 << (8 * bytes) };
    let low = draw(any::<i64>().at(|wide: &Wide<i128>| wide.0 as i64));
    let high = draw(any::<i64>().at(|wide: &Wide<i128>| (wide.0 >> 64) as i64));
    Wide((i128::from(low) | (i128::from(high) << 64)) & (max - 1))
}
