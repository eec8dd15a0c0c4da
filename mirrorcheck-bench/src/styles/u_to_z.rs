//! Strategies of crates from unsigned-varint to zip.

use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("u_to_z.rs"));
    suite.add(["unsigned-varint 0.8.0", "tests/io.rs:108"], Quickcheck, 29, "varint", varint());
    suite.add(["uuid 1.29.1", "src/external/arbitrary_support.rs:5"], Arb, 7, "uuid", uuid());
    suite.advised("uuid_advised", uuid_advised());
    suite.add(["uuid 1.29.1", "src/external/arbitrary_support.rs:19"], Arb, 4, "non_nil_uuid", non_nil_uuid());
    suite.advised("non_nil_uuid_advised", non_nil_uuid_advised());
    suite.add(["wasm-smith 0.263.0", "src/component.rs:1881"], Arb, 5, "custom_section", custom_section());
    suite.add(["x509-cert 0.3.0", "src/serial_number.rs:192"], Arb, 4, "serial_number", serial_number());
    suite.add(["zcash_address 0.14.0", "src/lib.rs:368"], Proptest, 7, "sprout_address", sprout_address());
    suite.advised("sprout_address_advised", sprout_address_advised());
    suite.add(["zcash_address 0.14.0", "src/lib.rs:376"], Proptest, 7, "sapling_address", sapling_address());
    suite.advised("sapling_address_advised", sapling_address_advised());
    let primitives = "zcash_primitives 0.31.0";
    suite.add([primitives, "src/transaction/mod.rs:1498"], Proptest, 3, "transaction_id", transaction_id());
    suite.advised("transaction_id_advised", transaction_id_advised());
    let versions = transaction_version(Branch::Sprout);
    suite.add([primitives, "src/transaction/mod.rs:1502"], Proptest, 16, "transaction_version", versions);
    suite.add(["zip 9.2.2", "src/datetime.rs:47"], Arb, 12, "dos_time", dos_time());
    suite.add(["zip 9.2.2", "src/extra_fields/custom_extra_field.rs:72"], Arb, 23, "extra_field", extra_field());
    suite.advised("extra_field_advised", extra_field_advised());
}

#[derive(Debug, Clone, PartialEq)]
enum Varint {
    U8(u8, Vec<u8>),
    U16(u16, Vec<u8>),
    U32(u32, Vec<u8>),
    U64(u64, Vec<u8>),
    U128(u128, Vec<u8>),
}

/// Seven bits a byte, the lowest first.
fn encode(mut n: u128) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let byte = (n & 0x7f) as u8;
        n >>= 7;
        if n == 0 {
            bytes.push(byte);
            return bytes;
        }
        bytes.push(byte | 0x80);
    }
}

#[generator]
fn varint() -> Varint {
    let n = draw(any::<u128>());
    match n % 5 {
        0 => Varint::U8(n as u8, encode(u128::from(n as u8))),
        1 => Varint::U16(n as u16, encode(u128::from(n as u16))),
        2 => Varint::U32(n as u32, encode(u128::from(n as u32))),
        3 => Varint::U64(n as u64, encode(u128::from(n as u64))),
        _ => Varint::U128(n, encode(n)),
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Uuid([u8; 16]);

impl Uuid {
    /// Of version 4.
    fn from_random_bytes(mut bytes: [u8; 16]) -> Self {
        bytes[6] = bytes[6] & 0x0f | 0x40;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        Uuid(bytes)
    }
}

#[generator]
fn uuid() -> Uuid {
    let bytes = draw(vec(any::<u8>(), 16)).try_into().unwrap();
    Uuid::from_random_bytes(bytes)
}

#[generator]
fn uuid_advised() -> Uuid {
    let bytes = draw(vec(any::<u8>(), 16).at(|uuid: &Uuid| uuid.0.to_vec())).try_into().unwrap();
    Uuid::from_random_bytes(bytes)
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct NonNilUuid(Uuid);

impl TryFrom<Uuid> for NonNilUuid {
    type Error = String;

    fn try_from(uuid: Uuid) -> Result<Self, String> {
        if uuid.0 == [0; 16] { Err("nil".to_owned()) } else { Ok(NonNilUuid(uuid)) }
    }
}

#[generator]
fn non_nil_uuid() -> NonNilUuid {
    let uuid = NonNilUuid::try_from(draw(uuid()));
    assume(uuid.is_ok());
    uuid.unwrap()
}

#[generator]
fn non_nil_uuid_advised() -> NonNilUuid {
    let uuid = NonNilUuid::try_from(draw(uuid_advised().at(|uuid: &NonNilUuid| uuid.0)));
    assume(uuid.is_ok());
    uuid.unwrap()
}

#[derive(Debug, Clone, PartialEq)]
struct CustomSection {
    name: String,
    data: Vec<u8>,
}

#[generator]
fn limited_string(max_size: usize) -> String {
    let size = draw(0..=max_size);
    draw(string(any::<char>(), 0..=size))
}

#[generator]
fn custom_section() -> CustomSection {
    let name = draw(limited_string(100));
    let data = draw(any::<Vec<u8>>());
    CustomSection { name, data }
}

mod certificate {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct SerialNumber {
        bytes: Vec<u8>,
    }

    impl SerialNumber {
        pub(super) const MAX_LEN: u8 = 20;

        /// Without zeros in front; one that looks negative gets one.
        pub(super) fn new(bytes: &[u8]) -> Result<Self, String> {
            let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            let mut bytes = bytes[zeros..].to_vec();
            if bytes.first().is_some_and(|&first| first >= 0x80) {
                bytes.insert(0, 0);
            }
            if bytes.len() > usize::from(Self::MAX_LEN) {
                Err("too long".to_owned())
            } else {
                Ok(SerialNumber { bytes })
            }
        }
    }
}

use certificate::SerialNumber;

#[generator]
fn serial_number() -> SerialNumber {
    let len = draw(0..=SerialNumber::MAX_LEN);
    let number = SerialNumber::new(&draw(vec(any::<u8>(), usize::from(len))));
    assume(number.is_ok());
    number.unwrap()
}

#[derive(Debug, Clone, PartialEq)]
enum AddressKind {
    Sprout([u8; 64]),
    Sapling([u8; 43]),
}

#[generator]
fn sprout_address() -> AddressKind {
    let bytes = draw(vec(any::<u8>(), 64));
    AddressKind::Sprout(bytes.try_into().unwrap())
}

#[generator]
fn sprout_address_advised() -> AddressKind {
    let bytes = draw(vec(any::<u8>(), 64).at(|address: &AddressKind| match address {
        AddressKind::Sprout(bytes) => Some(bytes.to_vec()),
        AddressKind::Sapling(_) => None,
    }));
    AddressKind::Sprout(bytes.try_into().unwrap())
}

#[generator]
fn sapling_address() -> AddressKind {
    AddressKind::Sapling(draw(vec(any::<u8>(), 43)).try_into().unwrap())
}

#[generator]
fn sapling_address_advised() -> AddressKind {
    let bytes = draw(vec(any::<u8>(), 43).at(|address: &AddressKind| match address {
        AddressKind::Sapling(bytes) => Some(bytes.to_vec()),
        AddressKind::Sprout(_) => None,
    }));
    AddressKind::Sapling(bytes.try_into().unwrap())
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct TransactionId([u8; 32]);

impl TransactionId {
    fn from_bytes(bytes: [u8; 32]) -> Self {
        TransactionId(bytes)
    }
}

#[generator]
fn transaction_id() -> TransactionId {
    TransactionId::from_bytes(draw(any::<[u8; 32]>()))
}

#[generator]
fn transaction_id_advised() -> TransactionId {
    TransactionId::from_bytes(draw(any::<[u8; 32]>().at(|id: &TransactionId| id.0)))
}

#[derive(Debug, Clone, Copy, PartialEq, Arbitrary)]
enum Branch {
    Sprout,
    Overwinter,
    Sapling,
    Nu5,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum TransactionVersion {
    Sprout(u32),
    V3,
    V4,
    V5,
}

#[generator]
fn transaction_version(branch: Branch) -> TransactionVersion {
    match branch {
        Branch::Sprout => TransactionVersion::Sprout(draw(1..=2u32)),
        Branch::Overwinter => TransactionVersion::V3,
        Branch::Sapling => TransactionVersion::V4,
        Branch::Nu5 => TransactionVersion::V5,
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct DosTime {
    date: u16,
    time: u16,
}

#[generator]
fn dos_time() -> DosTime {
    let year = draw(1980..=2107u16);
    let month = draw(1..=12u16);
    let day = draw(1..=31u16);
    let date = day | (month << 5) | ((year - 1980) << 9);
    let hour = draw(0..=23u16);
    let minute = draw(0..=59u16);
    let second = draw(0..=58u16);
    let time = (second >> 1) | (minute << 5) | (hour << 11);
    DosTime { date, time }
}

#[derive(Debug, Clone, PartialEq)]
struct ExtraField {
    is_central: bool,
    id: u16,
    data: Vec<u8>,
}

impl ExtraField {
    fn write(&self, out: &mut Vec<u8>) -> Result<(), String> {
        let len = u16::try_from(self.data.len()).map_err(|error| error.to_string())?;
        out.extend(self.id.to_le_bytes());
        out.extend(len.to_le_bytes());
        out.extend(&self.data);
        Ok(())
    }

    /// Some numbers have a form of their own.
    fn parse(bytes: &[u8]) -> Result<u16, String> {
        match u16::from_le_bytes([bytes[0], bytes[1]]) {
            1 if bytes.len() < 12 => Err("too short".to_owned()),
            id => Ok(id),
        }
    }
}

#[generator]
fn extra_field() -> ExtraField {
    let field = ExtraField { is_central: draw(any::<bool>()), id: draw(any::<u16>()), data: draw(any::<Vec<u8>>()) };
    let mut serialized = Vec::with_capacity(field.data.len() + 4);
    assume(field.write(&mut serialized).is_ok());
    assume(ExtraField::parse(&serialized).is_ok());
    field
}

#[generator]
fn extra_field_advised() -> ExtraField {
    let is_central = draw(any::<bool>().at(|field: &ExtraField| field.is_central));
    let id = draw(any::<u16>().at(|field: &ExtraField| field.id));
    let field = ExtraField { is_central, id, data: draw(any::<Vec<u8>>().at(|field: &ExtraField| field.data.clone())) };
    let mut serialized = Vec::with_capacity(field.data.len() + 4);
    assume(field.write(&mut serialized).is_ok());
    assume(ExtraField::parse(&serialized).is_ok());
    field
}
