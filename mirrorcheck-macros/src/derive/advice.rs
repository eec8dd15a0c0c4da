//! What `derive(Arbitrary)` says about each mistake, with the ways out.

use proc_macro2::Ident;

pub(super) const NO_VARIANTS: &str = "an enum without variants has no values, so nothing could make one\n\
                                      help: give it a variant, or leave out `Arbitrary`";
pub(super) const ALL_SKIPPED: &str = "no variant is left, so nothing could make a value\n\
                                      help: let one variant be without `skip`, and with a weight above 0";
pub(super) const UNION: &str = "a union does not show which of its fields it holds, so its values could not be taken apart\n\
                                help: use an enum, or write `impl Arbitrary` by hand";
pub(super) const NO_TYPE: &str = "`derive(Arbitrary)` stands before a struct or an enum";
pub(super) const PARENTHESES: &str = "options stand in parentheses: `#[arbitrary(weight = 3)]`";
pub(super) const WEIGHT: &str = "a weight is a whole number from 0 up: `weight = 3`";
pub(super) const LABEL: &str = "a label is a text: `label = \"node\"`";
pub(super) const BOUND: &str = "a bound is a text: `bound = \"T: Clone\"`";
pub(super) const SKIP_VARIANT: &str = "`skip` has no value: a variant with it is never made\n\
                                       help: to make it less often, use `weight = …`";
pub(super) const SKIP_FIELD: &str = "`skip` has no value: a field with it has its default value\n\
                                     help: for another one, use `default = …`";
pub(super) const FILTERED_VALUE: &str = "there is nothing to filter where the value is always the same\n\
                                         help: leave out `filter`, or say by `with = …` what to choose from";

pub(super) fn unknown(name: &Ident, kind: &str) -> String {
    let known = match kind {
        "a variant" => "`weight`, `label` and `skip`",
        "a field" => "`with`, `range`, `len`, `filter`, `skip` and `default`",
        _ => "`bound` and `filter`",
    };
    format!("{kind} has no option `{name}`\nhelp: the options of {kind} are {known}")
}

pub(super) fn no_choice(name: &Ident) -> String {
    format!(
        "a struct is no choice, so it has no {name}\n\
         help: put `{name}` before a variant of an enum, or leave it out"
    )
}

pub(super) fn before_a_variant(name: &Ident) -> String {
    format!("`{name}` is about one variant of an enum\nhelp: put it before that variant")
}

pub(super) fn twice(name: &Ident) -> String {
    format!("`{name}` stands twice\nhelp: leave one of them out")
}

pub(super) fn no_value(name: &Ident) -> String {
    let example = match name.to_string().as_str() {
        "weight" => "3",
        "label" => "\"node\"",
        "bound" => "\"T: Clone\"",
        "with" => "vec(0..=9, 1..=3)",
        "range" => "0..=9",
        "len" => "1..=5",
        "filter" => "|value| …",
        _ => "…",
    };
    format!("`{name}` needs a value: `{name} = {example}`")
}

pub(super) fn not_a_bound(error: &str) -> String {
    format!(
        "this is no bound: {error}\n\
         help: write it as after `where`: `bound = \"T: Clone, U: Default\"`"
    )
}

pub(super) fn not_a_range(value: &str) -> String {
    format!(
        "`{value}` is one value and no range\n\
         help: write a range: `range = 0..=9`,\n\
         \x20     or, for a field that is always the same, `default = {value}`"
    )
}

pub(super) fn conflict(first: &str, second: &str) -> String {
    let mut both = [first, second];
    both.sort_unstable_by_key(|name| {
        ["with", "range", "len", "default", "skip", "weight"].iter().position(|n| n == name)
    });
    match both {
        ["with", "range"] => {
            "`range` is the generator of a field, and `with` is another\nhelp: keep one of them".to_owned()
        }
        ["with", "len"] => "`with` says all about a field, its length too\n\
                            help: say the length there: `with = vec(g, 1..=5)`,\n\
                            \x20     or leave out `with` and keep `len`"
            .to_owned(),
        ["range", "len"] => "`range` is for numbers, and `len` for collections\n\
                             help: for a collection of numbers use `with = vec(0..=9, 1..=5)`"
            .to_owned(),
        ["skip", "weight"] => {
            "a variant with `skip` is never made, whatever its weight\nhelp: keep one of them".to_owned()
        }
        ["default", "skip"] => {
            "`skip` is the default value of the type, and `default` is another\nhelp: keep one of them".to_owned()
        }
        [chosen, fixed] => format!(
            "a field with `{fixed}` is always the same, and with `{chosen}` it is not\n\
             help: keep one of them"
        ),
    }
}

pub(super) fn repeated_label(label: &str) -> String {
    crate::advice::repeated_label(label).replace("in one pick", "in one enum")
}
