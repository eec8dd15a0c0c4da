//! The crate `uuid`.

use uuid::{Uuid, Variant};

use crate::core::arbitrary::Arbitrary;
use crate::core::base::wrapped::expressed;
use crate::core::base::{biased, uniform};
use crate::core::combinators::{convert, exact, pick, such_that};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::source;

expressed! {
    /// The generator of `any::<Uuid>()`: mostly random ones of version 4, many of version 7, some that are all zeros or
    /// all ones, and some of any other kind.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use uuid::Uuid;
    ///
    /// let v4 = "67e55044-10b1-426f-9247-bb680e5fe0c8".parse::<Uuid>().unwrap();
    /// assert!(any::<Uuid>().contains(&v4));
    /// assert_eq!(any::<Uuid>().probability(&Uuid::nil()), 1.0 / 16.0);
    /// ```
    Uuids: Uuid = pick((
        (1, "nil", exact(Uuid::nil())),
        (8, "v4", convert(0..1u128 << 122, |bits| of_version(4, bits), |uuid: &Uuid| bits_of_version(4, uuid))),
        // Milliseconds since 1970, then chance.
        (4, "v7", convert((biased(0..1u64 << 48), 0..1u128 << 74),
            |(time, random)| of_version(7, u128::from(time) << 74 | random),
            |uuid: &Uuid| bits_of_version(7, uuid).map(|bits| ((bits >> 74) as u64, bits & ((1 << 74) - 1))),
        )),
        (2, "other", such_that(
            convert(uniform::<u128>(), Uuid::from_u128, |uuid: &Uuid| Some(uuid.as_u128())),
            is_other,
        )),
        (1, "max", exact(Uuid::max())),
    )), |uuid| source::parsed("::uuid::Uuid", uuid);
}

/// Where the bits stand that say the version, and those that say that there is one.
const VERSION: u32 = 76;
const VARIANT: u32 = 62;

/// The identifier of a version with all its other bits.
#[inline]
fn of_version(version: u128, bits: u128) -> Uuid {
    let (high, middle, low) = (bits >> 74, bits >> 62 & 0xfff, bits & ((1 << 62) - 1));
    Uuid::from_u128(high << 80 | version << VERSION | middle << 64 | 0b10 << VARIANT | low)
}

/// The inverse of [`of_version`].
#[inline]
fn bits_of_version(version: usize, uuid: &Uuid) -> Option<u128> {
    let bits = uuid.as_u128();
    let (high, middle, low) = (bits >> 80, bits >> 64 & 0xfff, bits & ((1 << 62) - 1));
    has_version(version, uuid).then_some(high << 74 | middle << 62 | low)
}

#[inline]
fn has_version(version: usize, uuid: &Uuid) -> bool {
    uuid.get_variant() == Variant::RFC4122 && uuid.get_version_num() == version
}

#[inline]
fn is_other(uuid: &Uuid) -> bool {
    !(uuid.is_nil() || uuid.is_max() || has_version(4, uuid) || has_version(7, uuid))
}
