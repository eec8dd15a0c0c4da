//! The compile errors of `derive(Arbitrary)`, each with the ways out.

use proc_macro2::Ident;

pub(super) const NO_VARIANTS: &str = "an enum without variants has no values to generate\n\
                                      help: add a variant, or remove `Arbitrary`";
pub(super) const ALL_SKIPPED: &str = "every variant is skipped, so there is nothing to generate\n\
                                      help: leave one variant without `skip` and with a weight above 0";
pub(super) const UNION: &str = "a union does not say which field it holds, so its values cannot be taken apart\n\
                                help: use an enum, or write `impl Arbitrary` by hand";
pub(super) const NO_TYPE: &str = "`derive(Arbitrary)` can only be applied to a struct or an enum";
pub(super) const PARENTHESES: &str = "options go in parentheses: `#[arbitrary(weight = 3)]`";
pub(super) const WEIGHT: &str = "a weight must be a non-negative integer: `weight = 3`";
pub(super) const LABEL: &str = "a label must be a string: `label = \"node\"`";
pub(super) const BOUND: &str = "a bound must be a string: `bound = \"T: Clone\"`";
pub(super) const SKIP_VARIANT: &str = "`skip` takes no value: it leaves a variant out\n\
                                       help: to make the variant rarer, use `weight = …`";
pub(super) const SKIP_FIELD: &str = "`skip` takes no value: it gives a field its default value\n\
                                     help: for another value, use `default = …`";
pub(super) const FILTERED_VALUE: &str = "there is nothing to filter: the value is always the same\n\
                                         help: remove `filter`, or use `with = …` to choose from several values";

pub(super) fn unknown(name: &Ident, kind: &str) -> String {
    let known = match kind {
        "a variant" => "`weight`, `label` and `skip`",
        "a field" => "`with`, `range`, `len`, `filter`, `skip` and `default`",
        _ => "`bound` and `filter`",
    };
    format!("unknown option `{name}` of {kind}\nhelp: the options of {kind} are {known}")
}

pub(super) fn no_choice(name: &Ident) -> String {
    format!(
        "a struct has no alternatives, so it has no {name}\n\
         help: put `{name}` before a variant of an enum, or remove it"
    )
}

pub(super) fn before_a_variant(name: &Ident) -> String {
    format!("`{name}` belongs to one variant of an enum\nhelp: put it before that variant")
}

pub(super) fn twice(name: &Ident) -> String {
    format!("`{name}` is given twice\nhelp: remove one of them")
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
        "this is not a bound: {error}\n\
         help: write it as you would after `where`: `bound = \"T: Clone, U: Default\"`"
    )
}

pub(super) fn not_a_range(value: &str) -> String {
    format!(
        "`{value}` is a single value, not a range\n\
         help: write a range: `range = 0..=9`,\n\
         \x20     or `default = {value}` for a field that is always the same"
    )
}

pub(super) fn conflict(first: &str, second: &str) -> String {
    let mut both = [first, second];
    both.sort_unstable_by_key(|name| {
        ["with", "range", "len", "default", "skip", "weight"].iter().position(|n| n == name)
    });
    match both {
        ["with", "range"] => "`range` and `with` both say which generator to use\nhelp: keep one of them".to_owned(),
        ["with", "len"] => "`with` already decides the length\n\
                            help: put the length there: `with = vec(g, 1..=5)`,\n\
                            \x20     or remove `with` and keep `len`"
            .to_owned(),
        ["range", "len"] => "`range` is for numbers, `len` for collections\n\
                             help: for a collection of numbers, use `with = vec(0..=9, 1..=5)`"
            .to_owned(),
        ["skip", "weight"] => {
            "a variant with `skip` is never generated, whatever its weight\nhelp: keep one of them".to_owned()
        }
        ["default", "skip"] => "`skip` and `default` both set the value\nhelp: keep one of them".to_owned(),
        [chosen, fixed] => format!(
            "`{fixed}` fixes the field to one value, but `{chosen}` chooses among several\n\
             help: keep one of them"
        ),
    }
}

pub(super) fn repeated_label(label: &str) -> String {
    crate::advice::repeated_label(label).replace("alternatives of one pick", "variants")
}
