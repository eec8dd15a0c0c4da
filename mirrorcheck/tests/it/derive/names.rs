//! Names that could be taken for others.
#![expect(non_camel_case_types, reason = "odd names are what is tested")]

use mirrorcheck::Interpretations as _;

use super::check;

#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary)]
enum Option {
    None,
    Some(u8),
    Ok,
    Err(Box<Option>),
}

#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary)]
struct Result(Option);

#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary)]
struct Box<T>(std::boxed::Box<T>);

#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary)]
enum Focus {
    Free,
    On { cx: bool },
    Sketch(Rejected),
}

#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary)]
struct Rejected;

#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary)]
struct u8;

#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary)]
struct Self_ {
    cx: bool,
    focus: u8,
    shown: bool,
    shown0: bool,
    place: bool,
    sketch: bool,
    variant: bool,
    outline: bool,
    r#type: bool,
    made: bool,
}

#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary)]
enum r#match {
    r#fn(bool),
    r#Self_ { r#in: bool },
}

/// What an attribute says means what it means outside.
#[derive(Debug, Clone, PartialEq, mirrorcheck::Arbitrary)]
struct Outside {
    #[arbitrary(default = place + cx() + shown0)]
    sum: i32,
    #[arbitrary(with = variant)]
    other: i32,
}

#[expect(non_upper_case_globals, reason = "the name of a variable inside")]
const place: i32 = 1;
#[expect(non_upper_case_globals, reason = "the name of a variable inside")]
const shown0: i32 = 10;
#[expect(non_upper_case_globals, reason = "the name of a variable inside")]
const variant: std::ops::RangeInclusive<i32> = 1..=2;

fn cx() -> i32 {
    100
}

#[test]
fn names() {
    check::<Option>();
    check::<Result>();
    check::<Box<bool>>();
    check::<Focus>();
    check::<Self_>();
    check::<r#match>();
    check::<Outside>();
    assert!(mirrorcheck::any::<Outside>().contains(&Outside { sum: 111, other: 2 }));
}

#[test]
fn raw_names() {
    let value = r#match::r#Self_ { r#in: true };
    let generator = mirrorcheck::any::<r#match>();
    assert_eq!(generator.reflect(&value).next().unwrap().labels(), ["Self_", "true"]);
    assert_eq!(generator.reflect(&r#match::r#fn(true)).next().unwrap().labels(), ["fn", "true"]);
}

macro_rules! many {
    ($($name:ident)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, mirrorcheck::Arbitrary)]
        enum Many { $($name,)* Last(bool, bool) }
        const MANY: &[Many] = &[$(Many::$name),*];
    };
}
many! {
    A00 A01 A02 A03 A04 A05 A06 A07 A08 A09 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20 A21 A22 A23 A24
    B00 B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12 B13 B14 B15 B16 B17 B18 B19 B20 B21 B22 B23 B24
    C00 C01 C02 C03 C04 C05 C06 C07 C08 C09 C10 C11 C12 C13 C14 C15 C16 C17 C18 C19 C20 C21 C22 C23 C24
    D00 D01 D02 D03 D04 D05 D06 D07 D08 D09 D10 D11 D12 D13 D14 D15 D16 D17 D18 D19 D20 D21 D22 D23 D24
    E00 E01 E02 E03 E04 E05 E06 E07 E08 E09 E10 E11 E12 E13 E14 E15 E16 E17 E18 E19 E20 E21 E22 E23 E24
    F00 F01 F02 F03 F04 F05 F06 F07 F08 F09 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24
    G00 G01 G02 G03 G04 G05 G06 G07 G08 G09 G10 G11 G12 G13 G14 G15 G16 G17 G18 G19 G20 G21 G22 G23 G24
    H00 H01 H02 H03 H04 H05 H06 H07 H08 H09 H10 H11 H12 H13 H14 H15 H16 H17 H18 H19 H20 H21 H22 H23 H24
}

#[test]
fn two_hundred_variants() {
    let generator = mirrorcheck::any::<Many>();
    assert_eq!((MANY.len(), generator.all_values().count()), (200, 204));
    for value in MANY {
        assert_eq!(generator.reflect(value).next().unwrap().labels(), [format!("{value:?}")]);
        assert!((generator.probability(value) - 1.0 / 201.0).abs() < 1e-12);
    }
    check::<Many>();
}
