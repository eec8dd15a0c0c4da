//! Strategies of crates from multihash to num-bigint.

use std::collections::HashSet;
use std::fmt;

use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("m_to_n.rs"));
    suite.add(["multihash 0.19.5", "src/arb.rs:11"], Quickcheck, 20, "multihash", multihash());
    suite.advised("multihash_advised", multihash_advised());
    suite.add(["multihash 0.19.5", "src/arb.rs:38"], Arb, 19, "multihash_bytewise", multihash_bytewise());
    suite.advised("multihash_bytewise_advised", multihash_bytewise_advised());
    suite.add(["naga 30.0.1", "src/arena/unique_arena.rs:238"], Arb, 11, "unique_arena", unique_arena());
    suite.advised("unique_arena_advised", unique_arena_advised());
    suite.add(["nalgebra 0.35.0", "src/base/construction.rs:898"], Quickcheck, 14, "matrix", matrix(None, Some(3)));
    suite.advised("matrix_advised", matrix_advised(None, Some(3)));
    suite.add(["newtype-uuid 1.4.0", "src/lib.rs:923"], Proptest, 14, "typed_uuid", typed_uuid());
    suite.advised("typed_uuid_advised", typed_uuid_advised());
    let nextest = "nextest-filtering 0.23.0";
    suite.add([nextest, "src/proptest_helpers.rs:16"], Proptest, 20, "filter", filter());
    suite.add([nextest, "src/proptest_helpers.rs:108"], Proptest, 15, "filter_leaf", filter_leaf());
    let metadata = "nextest-metadata 0.15.0";
    suite.add([metadata, "src/test_list.rs:1078"], Proptest, 5, "binary_id", binary_id());
    suite.advised("binary_id_advised", binary_id_advised());
    suite.add([metadata, "src/test_list.rs:1087"], Proptest, 5, "test_name", test_name());
    suite.advised("test_name_advised", test_name_advised());
    suite.add(["num-bigint 0.5.1", "src/bigint/arbitrary.rs:11"], Quickcheck, 5, "big_integer", big_integer());
    suite.add(["num-bigint-dig 0.9.1", "src/biguint.rs:3388"], Arb, 4, "digits", digits());
}

mod hash {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Multihash {
        code: u64,
        size: u8,
        digest: [u8; 16],
    }

    impl Multihash {
        pub(super) fn wrap(code: u64, data: &[u8]) -> Result<Self, usize> {
            if data.len() > 16 {
                return Err(data.len());
            }
            let mut digest = [0; 16];
            digest[..data.len()].copy_from_slice(data);
            Ok(Multihash { code, size: data.len() as u8, digest })
        }

        pub(super) fn code(&self) -> u64 {
            self.code
        }

        pub(super) fn digest(&self) -> &[u8] {
            &self.digest[..usize::from(self.size)]
        }
    }
}

use hash::Multihash;

#[generator]
fn multihash() -> Multihash {
    let code = match draw(frequency([(128, 0..=0u8), (64, 1..=1), (32, 2..=2), (16, 3..=3), (4, 4..=7)])) {
        0 => draw(0..1u64 << 7),
        1 => draw(1 << 7..1u64 << 14),
        2 => draw(1 << 14..1u64 << 21),
        3 => draw(1 << 21..1u64 << 28),
        4 => draw(1 << 28..1u64 << 35),
        5 => draw(1 << 35..1u64 << 42),
        6 => draw(1 << 42..1u64 << 49),
        _ => draw(1 << 56..1u64 << 63),
    };
    let size = draw(0..16usize);
    let mut data = [0; 16];
    for byte in &mut data {
        *byte = draw(any::<u8>());
    }
    Multihash::wrap(code, &data[..size]).unwrap()
}

#[generator]
fn multihash_advised() -> Multihash {
    let step = frequency([(128, 0..=0u8), (64, 1..=1), (32, 2..=2), (16, 3..=3), (4, 4..=7)]);
    let code =
        match draw(step.at(|hash: &Multihash| hash.code().checked_ilog2().map_or(0, |bit| (bit / 7).min(7) as u8))) {
            0 => draw((0..1u64 << 7).at(Multihash::code)),
            1 => draw((1 << 7..1u64 << 14).at(Multihash::code)),
            2 => draw((1 << 14..1u64 << 21).at(Multihash::code)),
            3 => draw((1 << 21..1u64 << 28).at(Multihash::code)),
            4 => draw((1 << 28..1u64 << 35).at(Multihash::code)),
            5 => draw((1 << 35..1u64 << 42).at(Multihash::code)),
            6 => draw((1 << 42..1u64 << 49).at(Multihash::code)),
            _ => draw((1 << 56..1u64 << 63).at(Multihash::code)),
        };
    let size = draw((0..16usize).at(|hash: &Multihash| hash.digest().len()));
    let mut data = [0; 16];
    for (i, byte) in data.iter_mut().enumerate() {
        *byte = draw(any::<u8>().at(move |hash: &Multihash| hash.digest().get(i).copied().unwrap_or(0)));
    }
    Multihash::wrap(code, &data[..size]).unwrap()
}

#[generator]
fn multihash_bytewise() -> Multihash {
    let mut code = 0u64;
    let mut length = draw(any::<u8>()) | 1;
    while length & 1 == 1 {
        length >>= 1;
        let byte = draw(any::<u8>());
        let Some(shifted) = code.checked_mul(256) else { break };
        code = shifted.saturating_add(u64::from(byte));
    }
    let size = draw(0..=16usize);
    let data = draw(vec(any::<u8>(), size));
    Multihash::wrap(code, &data).unwrap()
}

#[generator]
fn multihash_bytewise_advised() -> Multihash {
    let mut code = 0u64;
    let mut length = draw(any::<u8>().at(|_: &Multihash| 0xff)) | 1;
    while length & 1 == 1 {
        let shift = 8 * (length.count_ones() - 1);
        length >>= 1;
        let byte = draw(any::<u8>().at(move |hash: &Multihash| (hash.code() >> shift) as u8));
        let Some(shifted) = code.checked_mul(256) else { break };
        code = shifted.saturating_add(u64::from(byte));
    }
    let size = draw((0..=16usize).at(|hash: &Multihash| hash.digest().len()));
    let data = draw(vec(any::<u8>(), size).at(|hash: &Multihash| hash.digest().to_vec()));
    Multihash::wrap(code, &data).unwrap()
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Arbitrary)]
enum Shape {
    Scalar(u8),
    Vector { size: u8, width: u8 },
    Texture,
}

#[derive(Debug, Clone, PartialEq, Default)]
struct UniqueArena {
    set: HashSet<Shape>,
    spans: Vec<(u32, u32)>,
}

#[generator]
fn unique_arena() -> UniqueArena {
    let mut arena = UniqueArena::default();
    for shape in draw(any::<Vec<Shape>>()) {
        arena.set.insert(shape);
        arena.spans.push((0, 0));
    }
    arena
}

#[generator]
fn unique_arena_advised() -> UniqueArena {
    let mut arena = UniqueArena::default();
    // Those that came twice are any of them.
    let shapes = draw(
        any::<Vec<Shape>>()
            .at(|arena: &UniqueArena| arena.set.iter().cycle().take(arena.spans.len()).cloned().collect::<Vec<_>>()),
    );
    for shape in shapes {
        arena.set.insert(shape);
        arena.spans.push((0, 0));
    }
    arena
}

#[derive(Debug, Clone, PartialEq)]
struct Matrix {
    rows: usize,
    columns: usize,
    cells: Vec<i32>,
}

impl Matrix {
    fn from_fn(rows: usize, columns: usize, mut cell: impl FnMut(usize, usize) -> i32) -> Self {
        let mut cells = Vec::with_capacity(rows * columns);
        for column in 0..columns {
            for row in 0..rows {
                cells.push(cell(row, column));
            }
        }
        Matrix { rows, columns, cells }
    }
}

#[generator]
fn matrix(rows: Option<usize>, columns: Option<usize>) -> Matrix {
    let rows = match rows {
        Some(rows) => rows,
        None => draw(any::<usize>()) % 10,
    };
    let columns = match columns {
        Some(columns) => columns,
        None => draw(any::<usize>()) % 10,
    };
    Matrix::from_fn(rows, columns, |_, _| draw(any::<i32>()))
}

#[generator]
fn matrix_advised(rows: Option<usize>, columns: Option<usize>) -> Matrix {
    let rows = match rows {
        Some(rows) => rows,
        None => draw(any::<usize>().at(|matrix: &Matrix| matrix.rows)) % 10,
    };
    let columns = match columns {
        Some(columns) => columns,
        None => draw(any::<usize>().at(|matrix: &Matrix| matrix.columns)) % 10,
    };
    Matrix::from_fn(rows, columns, |row, column| {
        draw(any::<i32>().at(move |matrix: &Matrix| matrix.cells.get(column * rows + row).copied()))
    })
}

mod ids {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Uuid([u8; 16]);

    impl Uuid {
        /// Sets the bits of the version and of the variant.
        pub(super) fn from_random_bytes(mut bytes: [u8; 16]) -> Self {
            bytes[6] = (bytes[6] & 0x0f) | 0x40;
            bytes[8] = (bytes[8] & 0x3f) | 0x80;
            Uuid(bytes)
        }

        pub(super) fn into_bytes(self) -> [u8; 16] {
            self.0
        }
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Typed<T> {
        uuid: Uuid,
        of: std::marker::PhantomData<T>,
    }

    impl<T> Typed<T> {
        pub(super) fn from_untyped(uuid: Uuid) -> Self {
            Typed { uuid, of: std::marker::PhantomData }
        }

        pub(super) fn to_untyped(&self) -> Uuid {
            self.uuid
        }
    }
}

#[generator]
fn typed_uuid() -> ids::Typed<u8> {
    let bytes = draw(any::<[u8; 16]>());
    let uuid = ids::Uuid::from_random_bytes(bytes);
    ids::Typed::from_untyped(uuid)
}

#[generator]
fn typed_uuid_advised() -> ids::Typed<u8> {
    let bytes = draw(any::<[u8; 16]>().at(|id: &ids::Typed<u8>| id.to_untyped().into_bytes()));
    let uuid = ids::Uuid::from_random_bytes(bytes);
    ids::Typed::from_untyped(uuid)
}

#[derive(Debug, Clone, PartialEq)]
enum FilterLeaf {
    Package(String),
    Deps(String),
    Kind(String),
    Platform(bool),
    Test(String),
    All,
    None,
}

#[generator]
fn glob() -> String {
    draw(regex("[a-z*?-]{1,8}"))
}

#[generator]
fn filter_leaf() -> FilterLeaf {
    labeled([
        ("package", FilterLeaf::Package(draw(glob()))),
        ("deps", FilterLeaf::Deps(draw(glob()))),
        ("kind", FilterLeaf::Kind(draw(regex("lib|bin|test")))),
        ("platform", FilterLeaf::Platform(draw(any::<bool>()))),
        ("test", FilterLeaf::Test(draw(regex("[a-z:]{0,12}")))),
        ("all", FilterLeaf::All),
        ("none", FilterLeaf::None),
    ])
}

#[derive(Debug, Clone, PartialEq)]
enum Filter {
    Set(FilterLeaf),
    Not(char, Box<Filter>),
    Union(Box<Filter>, Box<Filter>),
    Intersection(Box<Filter>, Box<Filter>),
    Parens(Box<Filter>),
}

impl Filter {
    fn in_not(self) -> Box<Filter> {
        match self {
            Filter::Union(..) | Filter::Intersection(..) => Box::new(Filter::Parens(Box::new(self))),
            other => Box::new(other),
        }
    }

    fn in_and(self) -> Box<Filter> {
        match self {
            Filter::Union(..) => Box::new(Filter::Parens(Box::new(self))),
            other => Box::new(other),
        }
    }
}

#[generator]
fn filter() -> Filter {
    pick([
        (6, "set", Filter::Set(draw(filter_leaf()))),
        (1, "not", Filter::Not(draw(element_of(&['!', '~'])), draw(filter()).in_not())),
        (1, "or", Filter::Union(Box::new(draw(filter())), Box::new(draw(filter())))),
        (1, "and", Filter::Intersection(draw(filter()).in_and(), draw(filter()).in_and())),
        (1, "parens", Filter::Parens(Box::new(draw(filter())))),
    ])
}

#[derive(Debug, Clone, PartialEq)]
struct BinaryId(Box<str>);

impl BinaryId {
    fn new(id: &str) -> Self {
        BinaryId(id.into())
    }
}

#[generator]
fn binary_id() -> BinaryId {
    let id = draw(any::<String>());
    BinaryId::new(&id)
}

#[generator]
fn binary_id_advised() -> BinaryId {
    let id = draw(any::<String>().at(|id: &BinaryId| id.0.to_string()));
    BinaryId::new(&id)
}

#[derive(Debug, Clone, PartialEq)]
struct TestName {
    name: String,
}

impl TestName {
    fn new(name: &str) -> Self {
        TestName { name: name.to_owned() }
    }

    fn as_str(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for TestName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[generator]
fn test_name() -> TestName {
    TestName::new(&draw(any::<String>()))
}

#[generator]
fn test_name_advised() -> TestName {
    TestName::new(&draw(any::<String>().at(|test: &TestName| test.name.clone())))
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Sign {
    Minus,
    Zero,
    Plus,
}

#[derive(Debug, Clone, PartialEq)]
struct Digits {
    data: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq)]
struct BigInteger {
    sign: Sign,
    size: Digits,
}

impl BigInteger {
    fn from_size(sign: Sign, size: Digits) -> Self {
        let sign = if size.data.is_empty() { Sign::Zero } else { sign };
        BigInteger { sign, size }
    }
}

#[generator]
fn digits() -> Digits {
    let data = draw(any::<Vec<u32>>());
    Digits { data }
}

#[generator]
fn big_integer() -> BigInteger {
    let sign = if draw(any::<bool>()) { Sign::Plus } else { Sign::Minus };
    BigInteger::from_size(sign, draw(digits()))
}
