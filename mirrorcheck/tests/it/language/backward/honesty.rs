//! What is said where a way back is not found.

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq)]
struct Seal {
    hash: u64,
}

/// Nobody can undo it.
fn hash(n: u64) -> u64 {
    let n = (n ^ (n >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (n ^ (n >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53)
}

#[generator]
fn seal() -> Seal {
    let content = draw(any::<u64>());
    Seal { hash: hash(content) }
}

/// Few enough to try all.
#[generator]
fn small_seal() -> Seal {
    let content = draw(0..=99);
    Seal { hash: hash(content) }
}

#[test]
fn given_up_is_not_no() {
    let sealed = Seal { hash: hash(0x1234_5678_9abc_def0) };
    assert!(seal().try_contains(&sealed).is_err());
    assert!(seal().reflect_first(&sealed).is_err());
    assert_eq!(seal().reflect(&sealed).outcome(), mirrorcheck::choices::Outcome::OutOfFuel);
    let why = seal().why_not(&sealed).unwrap().to_string();
    for said in [
        "gave up",
        "`content`",
        "of `seal`",
        "tried 60000 times",
        "let content = draw(any::<u64>().at(|seal: &Seal| seal.content()));",
    ] {
        assert!(why.contains(said), "`{said}` is not in {why}");
    }
}

#[test]
fn validation_says_it_beforehand() {
    let report = seal().validate();
    assert!(report.is_sound(), "{report}");
    let shown = report.to_string();
    assert!(shown.contains("gave up on: Seal") && shown.contains("`content`"), "{shown}");
    let report = small_seal().validate();
    assert!(report.is_sound() && report.gave_up.is_none(), "{report}");
}

#[test]
fn what_can_all_be_tried_is_known() {
    assert!(small_seal().contains(&Seal { hash: hash(57) }));
    assert_eq!(small_seal().try_contains(&Seal { hash: hash(100) }), Ok(false));
    assert_eq!(small_seal().probability(&Seal { hash: hash(57) }), 0.01);
    assert_eq!(small_seal().probability(&Seal { hash: 1 }), 0.0);
}
