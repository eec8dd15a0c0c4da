//! Strategies of crates from ipld-core to multiaddr.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, Ipv6Addr};

use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("i_to_m.rs"));
    suite.add(["ipld-core 0.4.3", "src/arb.rs:8"], Quickcheck, 38, "ipld", ipld(12));
    suite.advised("ipld_advised", ipld_advised(12));
    suite.add(["jiff 0.2.43", "src/signed_duration.rs:2983"], Arb, 8, "signed_duration", signed_duration());
    suite.add(["k256 0.14.0", "src/arithmetic/field.rs:794"], Proptest, 10, "field_element", field_element());
    suite.advised("field_element_advised", field_element_advised());
    suite.add(["k256 0.14.0", "src/arithmetic/scalar.rs:1060"], Proptest, 5, "scalar", scalar());
    suite.advised("scalar_advised", scalar_advised());
    suite.add(["libp2p-identity 0.3.1", "src/rsa.rs:334"], Quickcheck, 4, "keypair", keypair());
    suite.add(["move-core-types 0.0.3", "src/identifier.rs:235"], Proptest, 9, "identifier", identifier());
    suite.add(["move-core-types 0.0.3", "src/proptest_types.rs:11"], Proptest, 35, "type_tag", type_tag());
    suite.add(["multiaddr 0.19.1", "tests/lib.rs:88"], Quickcheck, 4, "multiaddr", multiaddr());
    suite.add(["multiaddr 0.19.1", "tests/lib.rs:102"], Quickcheck, 76, "protocol", protocol());
}

#[derive(Debug, Clone, PartialEq)]
enum Ipld {
    Null,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Ipld>),
    Map(BTreeMap<String, Ipld>),
    Link([u8; 4]),
}

impl Ipld {
    fn kind(&self) -> usize {
        match self {
            Ipld::Null => 0,
            Ipld::Bool(_) => 1,
            Ipld::Integer(_) => 2,
            Ipld::Float(_) => 3,
            Ipld::Text(_) => 4,
            Ipld::Bytes(_) => 5,
            Ipld::List(_) => 6,
            Ipld::Map(_) => 7,
            Ipld::Link(_) => 8,
        }
    }

    /// The values in it, with their names.
    fn inner(&self) -> Vec<(String, Ipld)> {
        match self {
            Ipld::List(items) => items.iter().map(|item| (String::new(), item.clone())).collect(),
            Ipld::Map(map) => map.clone().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn item(&self, i: usize) -> Option<Ipld> {
        self.inner().get(i).map(|(_, item)| item.clone())
    }

    fn len(&self) -> usize {
        self.inner().len()
    }
}

/// At most so many values.
#[generator]
fn ipld(size: usize) -> Ipld {
    if size == 0 {
        return Ipld::Null;
    }
    match draw(any::<usize>()) % 9 {
        0 => Ipld::Null,
        1 => Ipld::Bool(draw(any::<bool>())),
        2 => Ipld::Integer(draw(any::<i128>())),
        3 => Ipld::Float(draw(any::<f64>())),
        4 => Ipld::Text(draw(any::<String>())),
        5 => Ipld::Bytes(draw(any::<Vec<u8>>())),
        6 => {
            let len = draw(any::<usize>()) % size;
            Ipld::List((0..len).map(|_| draw(ipld(size / (len + 1)))).collect())
        }
        7 => {
            let len = draw(any::<usize>()) % size;
            Ipld::Map((0..len).map(|_| (draw(any::<String>()), draw(ipld(size / (len + 1))))).collect())
        }
        _ => Ipld::Link(draw(any::<[u8; 4]>())),
    }
}

#[generator]
fn ipld_advised(size: usize) -> Ipld {
    if size == 0 {
        return Ipld::Null;
    }
    match draw(any::<usize>().at(Ipld::kind)) % 9 {
        0 => Ipld::Null,
        1 => Ipld::Bool(draw(any::<bool>())),
        2 => Ipld::Integer(draw(any::<i128>())),
        3 => Ipld::Float(draw(any::<f64>())),
        4 => Ipld::Text(draw(any::<String>())),
        5 => Ipld::Bytes(draw(any::<Vec<u8>>())),
        6 => {
            let len = draw(any::<usize>().at(Ipld::len)) % size;
            let item = ipld_advised(size / (len + 1));
            let items = (0..len).map(|i| draw(item.clone().at(move |whole: &Ipld| whole.item(i))));
            Ipld::List(items.collect())
        }
        7 => {
            let len = draw(any::<usize>().at(Ipld::len)) % size;
            let pair = (any::<String>(), ipld_advised(size / (len + 1)));
            let pairs = (0..len).map(|i| draw(pair.clone().at(move |whole: &Ipld| whole.inner().get(i).cloned())));
            Ipld::Map(pairs.collect())
        }
        _ => Ipld::Link(draw(any::<[u8; 4]>())),
    }
}

mod duration {
    const NANOS: i32 = 1_000_000_000;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct SignedDuration {
        secs: i64,
        nanos: i32,
    }

    impl SignedDuration {
        /// Both parts have the same sign in the end.
        pub(super) fn new(mut secs: i64, mut nanos: i32) -> Self {
            if nanos != 0 && secs != 0 && secs.signum() != i64::from(nanos.signum()) {
                if secs < 0 {
                    (secs, nanos) = (secs + 1, nanos - NANOS);
                } else {
                    (secs, nanos) = (secs - 1, nanos + NANOS);
                }
            }
            SignedDuration { secs, nanos }
        }
    }
}

#[generator]
fn signed_duration() -> duration::SignedDuration {
    let secs = draw(any::<i64>());
    let nanos = draw(-999_999_999..=999_999_999);
    duration::SignedDuration::new(secs, nanos)
}

const MODULUS: u128 = u128::MAX - 158;

#[derive(Debug, Clone, Copy, PartialEq)]
struct FieldElement(u128);

impl From<u128> for FieldElement {
    fn from(n: u128) -> Self {
        FieldElement(n)
    }
}

#[generator]
fn field_element() -> FieldElement {
    let mut residue = u128::from_be_bytes(draw(any::<[u8; 16]>()));
    // The modulus has as many bits, so that subtracting once is enough.
    if residue >= MODULUS {
        residue -= MODULUS;
    }
    FieldElement::from(residue)
}

#[generator]
fn field_element_advised() -> FieldElement {
    let mut residue = u128::from_be_bytes(draw(any::<[u8; 16]>().at(|element: &FieldElement| element.0.to_be_bytes())));
    if residue >= MODULUS {
        residue -= MODULUS;
    }
    FieldElement::from(residue)
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Scalar([u8; 16]);

impl Scalar {
    fn reduce(bytes: [u8; 16]) -> Self {
        Scalar((u128::from_be_bytes(bytes) % MODULUS).to_be_bytes())
    }
}

#[generator]
fn scalar() -> Scalar {
    Scalar::reduce(draw(any::<[u8; 16]>()))
}

#[generator]
fn scalar_advised() -> Scalar {
    Scalar::reduce(draw(any::<[u8; 16]>().at(|scalar: &Scalar| scalar.0)))
}

#[derive(Debug, Clone, PartialEq)]
struct Keypair {
    key: Vec<u8>,
}

impl Keypair {
    fn try_decode(bytes: &mut [u8]) -> Result<Self, String> {
        let (first, rest) = bytes.split_first_mut().ok_or("nothing")?;
        if *first != 0x30 {
            return Err("no sequence".to_owned());
        }
        *first = 0;
        Ok(Keypair { key: rest.to_vec() })
    }
}

const KEYS: [&[u8]; 3] = [&[0x30, 1, 2, 3], &[0x30, 9, 8, 7], &[0x30, 5, 5, 5]];

#[generator]
fn keypair() -> Keypair {
    let mut key = draw(element_of(&KEYS)).to_vec();
    Keypair::try_decode(&mut key).unwrap()
}

mod names {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Identifier(Box<str>);

    impl Identifier {
        pub(super) fn new(name: impl Into<Box<str>>) -> Result<Self, String> {
            let name = name.into();
            let is_valid = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && &*name != "self";
            if is_valid { Ok(Identifier(name)) } else { Err(format!("{name} is no name")) }
        }
    }
}

use names::Identifier;

#[generator]
fn identifier() -> Identifier {
    let name = draw(regex("[a-zA-Z][a-zA-Z0-9_]{0,12}"));
    assume(name != "self");
    Identifier::new(name).unwrap()
}

#[derive(Debug, Clone, PartialEq)]
enum TypeTag {
    Bool,
    U8,
    U64,
    Address,
    Vector(Box<TypeTag>),
    Struct(StructTag),
}

#[derive(Debug, Clone, PartialEq)]
struct StructTag {
    address: [u8; 8],
    module: Identifier,
    name: Identifier,
    parameters: Vec<TypeTag>,
}

#[generator]
fn type_tag() -> TypeTag {
    pick([
        (3, "bool", TypeTag::Bool),
        (3, "u8", TypeTag::U8),
        (3, "u64", TypeTag::U64),
        (3, "address", TypeTag::Address),
        (3, "vector", TypeTag::Vector(Box::new(TypeTag::Bool))),
        (4, "struct", {
            let address = draw(any::<[u8; 8]>());
            let module = draw(identifier());
            let name = draw(identifier());
            let parameters = draw(vec(type_tag(), 0..4));
            TypeTag::Struct(StructTag { address, module, name, parameters })
        }),
    ])
}

/// The kinds of protocols that the original has, one or two of each kind.
#[derive(Debug, Clone, PartialEq)]
enum Protocol {
    Http,
    Dccp(u16),
    Dns(String),
    Ip4(Ipv4Addr),
    Ip6(Ipv6Addr),
    Memory(u64),
    Onion([u8; 10], u16),
    Garlic(Vec<u8>),
    Ws(String),
}

#[generator]
fn protocol() -> Protocol {
    match draw(any::<u8>()) % 9 {
        0 => Protocol::Http,
        1 => Protocol::Dccp(draw(any::<u16>())),
        2 => Protocol::Dns(draw(regex("[a-z]{1,10}"))),
        3 => Protocol::Ip4(draw(any::<Ipv4Addr>())),
        4 => Protocol::Ip6(draw(any::<Ipv6Addr>())),
        5 => Protocol::Memory(draw(any::<u64>())),
        6 => {
            let key = std::iter::repeat_with(|| draw(any::<u8>())).take(10).collect::<Vec<_>>().try_into().unwrap();
            Protocol::Onion(key, std::cmp::max(1, draw(any::<u16>())))
        }
        7 => {
            let len = draw(any::<usize>()) % (62 - 7) + 7;
            Protocol::Garlic(std::iter::repeat_with(|| draw(any::<u8>())).take(len).collect::<Vec<_>>())
        }
        _ => Protocol::Ws("/".into()),
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Multiaddr {
    protocols: Vec<Protocol>,
}

impl FromIterator<Protocol> for Multiaddr {
    fn from_iter<I: IntoIterator<Item = Protocol>>(protocols: I) -> Self {
        Multiaddr { protocols: protocols.into_iter().collect() }
    }
}

#[generator]
fn multiaddr() -> Multiaddr {
    Multiaddr::from_iter((0..draw(any::<u8>()) % 16).map(|_| draw(protocol())))
}
