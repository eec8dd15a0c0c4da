use mirrorcheck::prelude::*;
use uuid::{Uuid, Variant};

use crate::laws;

#[test]
fn laws_hold() {
    laws::check(laws::erased(any::<Uuid>()));
}

/// Each kind has its share, and each identifier is of one kind.
#[test]
fn kinds_are_as_likely_as_they_should_be() {
    let kind = |uuid: &Uuid| match (uuid.get_variant(), uuid.get_version_num()) {
        _ if uuid.is_nil() || uuid.is_max() => 0,
        (Variant::RFC4122, 4) => 1,
        (Variant::RFC4122, 7) => 2,
        _ => 3,
    };
    let mut counts = [0; 4];
    (0..1_600).for_each(|seed| counts[kind(&any::<Uuid>().sample(seed))] += 1);
    assert!((150..250).contains(&counts[0]), "{counts:?}");
    assert!((700..900).contains(&counts[1]), "{counts:?}");
    assert!((330..470).contains(&counts[2]), "{counts:?}");
    assert!((150..250).contains(&counts[3]), "{counts:?}");
}

#[test]
fn every_identifier_is_in_range_in_one_way() {
    for bits in uniform_bits().samples(1).take(300) {
        let uuid = Uuid::from_u128(bits);
        assert_eq!(any::<Uuid>().reflect(&uuid).count(), 1, "{uuid}");
    }
    for (text, label) in [
        ("67e55044-10b1-426f-9247-bb680e5fe0c8", "v4"),
        ("01890a5d-ac96-774b-bcce-b302099a8057", "v7"),
        ("00000000-0000-0000-0000-000000000000", "nil"),
        ("ffffffff-ffff-ffff-ffff-ffffffffffff", "max"),
        ("c232ab00-9414-11ec-b3c8-9f6bdeced846", "other"),
        // The bits of version 4 without those that say that there is a version.
        ("67e55044-10b1-426f-1247-bb680e5fe0c8", "other"),
    ] {
        let choices = any::<Uuid>().reflect_first(&text.parse().unwrap()).unwrap().unwrap();
        assert_eq!(choices.labels()[0], label, "{text}");
    }
}

/// All bits, with those of the versions more often than by chance.
#[generator(forward)]
fn uniform_bits() -> u128 {
    let version = draw(0..=15u128);
    draw(0..=u128::MAX) & !(0xf << 76) | version << 76
}
