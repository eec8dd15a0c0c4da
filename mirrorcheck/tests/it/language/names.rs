//! Names and places: what a generator may be called, where it may stand, and what may write it.

use mirrorcheck::prelude::*;

use super::{makes, makes_if_any, refuses, takes_apart};

/// Generators with the names of primitive types do not get into the way of the types.
mod primitives {
    use mirrorcheck::prelude::*;

    #[generator]
    pub fn char() -> char {
        draw('a'..='b')
    }

    #[generator]
    pub fn bool() -> bool {
        oneof([true, false])
    }

    #[generator]
    pub fn u8(max: u8) -> u8 {
        draw(0..=max)
    }

    #[generator]
    pub fn str() -> &'static str {
        draw(element_of(&["x"]))
    }

    pub(super) fn still_types(c: char, b: bool, n: u8) -> (char, bool, u8) {
        (c, b, n)
    }
}

/// A module and a generator of one name.
mod json {
    use mirrorcheck::prelude::*;

    #[generator]
    pub(super) fn number() -> u8 {
        draw(0..=1)
    }
}

/// Booleans and numbers.
#[generator]
fn json() -> Result<bool, u8> {
    oneof([Ok(draw(primitives::bool())), Err(draw(json::number()))])
}

#[test]
fn names_of_primitives_and_modules() {
    makes(&primitives::char(), &['a', 'b']);
    makes(&primitives::bool(), &[true, false]);
    makes(&primitives::u8(1), &[0, 1]);
    makes(&primitives::str(), &["x"]);
    assert_eq!(primitives::still_types('a', true, 1), ('a', true, 1));
    makes(&json(), &[Ok(true), Ok(false), Err(0), Err(1)]);
    refuses(&json(), &[Err(2)]);
}

#[test]
fn names_that_differ_little() {
    #[generator]
    fn digit() -> u8 {
        draw(0..=1)
    }
    #[generator]
    fn digit_() -> u8 {
        draw(0..=2)
    }
    #[generator]
    fn _digit() -> u8 {
        draw(0..=3)
    }
    #[generator]
    fn digit__() -> u8 {
        draw(0..=4)
    }
    #[generator]
    #[expect(non_snake_case, reason = "a name that differs only in its case")]
    fn Digit() -> u8 {
        draw(0..=5)
    }
    let highest = [
        digit().all_values().max(),
        digit_().all_values().max(),
        _digit().all_values().max(),
        digit__().all_values().max(),
        Digit().all_values().max(),
    ];
    assert_eq!(highest, [1, 2, 3, 4, 5].map(Some));
}

#[test]
fn raw_identifiers() {
    #[derive(Debug, Clone, PartialEq)]
    struct Item {
        r#type: u8,
        r#match: bool,
    }
    #[generator]
    fn r#type(r#move: u8) -> Item {
        let r#type = draw(0..=r#move);
        let r#fn = draw(any::<bool>());
        Item { r#match: r#fn, r#type }
    }
    #[generator]
    fn r#struct() -> Item {
        draw(r#type(0))
    }
    let item = |r#type, r#match| Item { r#type, r#match };
    makes(&r#type(1), &[item(0, false), item(0, true), item(1, false), item(1, true)]);
    refuses(&r#type(1), &[item(2, true)]);
    makes(&r#struct(), &[item(0, false), item(0, true)]);
}

#[test]
fn names_that_the_expansion_might_use() {
    #[derive(Debug, Clone, PartialEq)]
    struct Focus(u8);
    #[derive(Debug, Clone, PartialEq)]
    enum Option {
        Some(u8),
        None,
    }
    type Result = Option;
    #[generator]
    fn cx(focus: u8, value: u8) -> (Focus, Result, u8) {
        let cx = draw(0..=focus);
        let toward = value;
        let generator = draw(0..=1);
        let out = if cx == toward { Option::Some(generator) } else { Option::Some(generator) };
        if let Option::None = out {
            return (Focus(generator), out.clone(), cx);
        }
        (Focus(cx), Option::Some(generator), cx)
    }
    takes_apart(&cx(1, 0), &[(Focus(1), Option::Some(1), 1)]);
    refuses(&cx(1, 0), &[(Focus(2), Option::Some(1), 2), (Focus(1), Option::None, 1)]);
}

mod visible {
    pub(super) mod everywhere {
        use mirrorcheck::prelude::*;

        #[generator]
        pub fn public() -> u8 {
            draw(0..=draw_less())
        }

        #[generator]
        pub(crate) fn in_the_crate() -> u8 {
            draw(private())
        }

        #[generator]
        pub(in super::super) fn in_a_path() -> u8 {
            draw(super::above())
        }

        #[generator]
        fn private() -> u8 {
            5
        }

        fn draw_less() -> u8 {
            1
        }
    }

    use mirrorcheck::prelude::*;

    #[generator]
    pub(self) fn above() -> u8 {
        6
    }
}

#[test]
fn every_visibility() {
    makes(&visible::everywhere::public(), &[0, 1]);
    makes(&visible::everywhere::in_the_crate(), &[5]);
    makes(&visible::everywhere::in_a_path(), &[6]);
}

#[test]
fn attributes() {
    /// Documented here.
    ///
    /// # And here
    #[must_use]
    #[inline]
    #[generator]
    fn documented() -> u8 {
        draw(0..=1)
    }
    makes(&documented(), &[0, 1]);

    #[cfg(any())]
    #[generator]
    fn absent() -> Missing {
        Missing
    }
    #[generator]
    #[cfg(any())]
    fn absent() -> Missing {
        Missing
    }
    #[cfg(test)]
    #[generator]
    fn present() -> u8 {
        1
    }
    #[cfg_attr(test, generator)]
    fn conditional() -> u8 {
        draw(0..=1)
    }
    makes(&present(), &[1]);
    makes(&conditional(), &[0, 1]);
}

#[test]
fn lint_levels_reach_the_body() {
    #[generator]
    #[expect(unused_variables, reason = "the body has a variable that is not used")]
    fn quiet(given: u8) -> u8 {
        let unused = 1;
        draw(0..=1)
    }
    makes(&quiet(1), &[0, 1]);
}

#[test]
fn with_the_path_of_the_crate() {
    #[mirrorcheck::generator]
    fn number() -> (u8, u8) {
        let low = mirrorcheck::draw(0..=2);
        mirrorcheck::assume(low < 2);
        mirrorcheck::pick([(1, "same", (low, low)), (1, "other", (low, mirrorcheck::draw(5..=5)))])
    }
    makes_if_any(&number(), &[(0, 0), (1, 1), (0, 5), (1, 5)]);
    refuses(&number(), &[(2, 2), (0, 1)]);
}

/// Trees of one kind of leaf.
macro_rules! trees {
    ($tree:ident, $name:ident, $leaf:ty, $leaves:expr, $weight:expr, $label:literal) => {
        #[derive(Debug, Clone, PartialEq)]
        enum $tree {
            Leaf($leaf),
            Node(Box<$tree>, Box<$tree>),
        }

        #[generator]
        fn $name(depth: u32) -> $tree {
            pick([
                (1, $label, $tree::Leaf(draw($leaves))),
                (depth.min($weight), "node", {
                    let left = draw($name(depth - 1));
                    let right = draw($name(depth - 1));
                    $tree::Node(Box::new(left), Box::new(right))
                }),
            ])
        }
    };
}

trees!(Letters, letters, char, 'a'..='b', 1, "letter");
trees!(Numbers, numbers, u8, (0..=3).such_that(|n| n % 3 == 0), 2, "number");

/// One struct, with a draw for each field.
macro_rules! record {
    ($name:ident { $($field:ident : $type:ty = $from:expr),* $(,)? } by $make:ident $body:block) => {
        #[derive(Debug, Clone, PartialEq)]
        struct $name {
            $($field: $type,)*
        }

        #[generator]
        fn $make() -> $name $body
    };
    ($name:ident { $($field:ident : $type:ty = $from:expr),* $(,)? } by $make:ident) => {
        #[derive(Debug, Clone, PartialEq)]
        struct $name {
            $($field: $type,)*
        }

        #[generator]
        fn $make() -> $name {
            $(let $field = draw($from);)*
            $name { $($field),* }
        }
    };
}

record!(Point { x: u8 = 0..=1, y: bool = any::<bool>() } by point);
record!(Wrapped { x: u8 = () } by wrapped {
    let x = draw(7..=8);
    Wrapped { x }
});

/// Alternatives out of a macro's arguments.
macro_rules! choice {
    ($name:ident : $type:ty => $($value:expr),+) => {
        #[generator]
        fn $name() -> $type {
            oneof([$($value),+])
        }
    };
}

choice!(small: Option<u8> => None, Some(1), Some(draw(2..=3)), if true { Some(4) } else { None });

#[test]
fn generators_written_by_macros() {
    let node = |left, right| Letters::Node(Box::new(Letters::Leaf(left)), Box::new(Letters::Leaf(right)));
    let all = [Letters::Leaf('a'), Letters::Leaf('b'), node('a', 'a'), node('a', 'b'), node('b', 'a'), node('b', 'b')];
    makes(&letters(1), &all);
    refuses(&letters(1), &[Letters::Leaf('c'), Letters::Node(Box::new(node('a', 'a')), Box::new(Letters::Leaf('a')))]);
    takes_apart(&numbers(2), &[Numbers::Leaf(3)]);
    refuses(&numbers(2), &[Numbers::Leaf(1)]);

    makes(&point(), &[(0, false), (0, true), (1, false), (1, true)].map(|(x, y)| Point { x, y }));
    makes(&wrapped(), &[Wrapped { x: 7 }, Wrapped { x: 8 }]);
    assert_eq!(small().reflect(&None).count(), 1);
    makes(&small(), &[None, Some(1), Some(2), Some(3), Some(4)]);
    refuses(&small(), &[Some(5)]);
}
