//! What the macros say about each mistake: one message, with the ways out.

use proc_macro2::Ident;

const FORWARD: &str = "or, to make values without taking them apart, use `#[generator(forward)]`";

pub(crate) fn not_shown(name: &str) -> String {
    format!(
        "{name} does not stand in the result, so it could not be found again when running backward\n\
         help: let the result contain it,\n\
         \x20     or say where to look for it: `draw(g.at(|whole| …))`,\n\
         \x20     {FORWARD}"
    )
}

/// For a value with a text: in which of the two it is missing.
pub(crate) fn not_shown_in_part(name: &str, part: &str) -> String {
    not_shown(name).replacen("in the result,", &format!("in the {part} of this result,"), 1)
}

pub(crate) fn not_shown_in(name: &str, result: Option<&str>) -> String {
    let message = not_shown(name);
    match result {
        Some(result) => message.replacen("in the result,", &format!("in the result `{result}`,"), 1),
        None => message,
    }
}

pub(crate) fn draws_one() -> String {
    "`draw` takes one generator: `draw(0..=9)`".to_owned()
}

pub(crate) fn not_a_generator(literal: &str) -> String {
    format!(
        "`draw` takes a generator, and `{literal}` is a value\n\
         help: use the value itself, or draw from a generator such as `exact({literal})` or a range"
    )
}

pub(crate) fn question_mark() -> String {
    "`?` would leave the generator with something that is not its result\n\
     help: return a result yourself: `let Some(x) = … else { return … };`,\n\
     \x20     or reject what is being made: `assume(x.is_some());`"
        .to_owned()
}

pub(crate) fn in_loop() -> String {
    format!(
        "a draw in a loop cannot be run backward\n\
         help: draw all at once, as in `draw(vec(g, 0..10))`,\n\
         \x20     or let a recursive generator draw one at a time,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn in_closure(what: &str) -> String {
    format!(
        "{} `{what}` in a closure cannot be run backward\n\
         help: write it before the closure,\n\
         \x20     or draw from a generator of the whole, as in `draw(vec(g, 0..10))`,\n\
         \x20     {FORWARD}",
        article(what)
    )
}

pub(crate) fn in_macro(what: &str) -> String {
    format!(
        "{} `{what}` in the argument of a macro is hidden from `#[generator]`\n\
         help: write it before, into a variable: `let x = {what}(…);`,\n\
         \x20     {FORWARD}",
        article(what)
    )
}

pub(crate) fn not_a_result(what: &str) -> String {
    format!(
        "this `{what}` is not the result of the generator, so it could not be run backward\n\
         help: put what depends on it into its alternatives, so that it comes last,\n\
         \x20     or draw a part from generators: `draw({what}([…]))`,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn changed(name: &str) -> String {
    format!(
        "`{name}` is drawn and can be changed, so the result would not show what was drawn\n\
         help: bind what is drawn without `mut`, and let what is computed from it have a name of its own,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn alternatives(what: &str, shape: &str) -> String {
    format!(
        "`{what}` takes its alternatives in brackets: `{what}([{shape}, …])`\n\
         help: for alternatives that are made at run time use `pick_from(list)`"
    )
}

pub(crate) fn alternative(what: &str, shape: &str) -> String {
    format!("an alternative of `{what}` is written `{shape}`")
}

pub(crate) fn repeated_label(label: &str) -> String {
    format!(
        "the label \"{label}\" stands twice in one pick, so that the two could not be told apart\n\
         help: give each a label of its own, or the empty label for none"
    )
}

pub(crate) fn not_written() -> String {
    "every result of this generator needs its text form, because some have one\n\
     help: write it as `written(value, format!(…))`, or `written(draw(g))` for what is drawn with its own"
        .to_owned()
}

pub(crate) fn out_of_order(first: &str, second: &str) -> String {
    format!(
        "{first} stands before {second} in the text, but is drawn after it\n\
         help: draw the pieces of a text in the order in which they stand in it,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn computed_late(name: &str, draw: &str) -> String {
    format!(
        "`{name}` is computed after {draw} is drawn, but stands before it in the text, so it could not be read in time\n\
         help: compute it before,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn computed_from_what_follows(name: &str) -> String {
    format!(
        "what is computed from `{name}` stands before it in the text, so it could not be read in time\n\
         help: draw it first, and `{name}` after it: `let n = draw(0..=9); let {name} = draw(many(g, n));`,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn broken_format() -> String {
    "the braces of this format string do not match\n\
     help: a brace that stands for itself is written twice: `{{` or `}}`"
        .to_owned()
}

pub(crate) fn unused_argument() -> String {
    "this argument is never used in the format string".to_owned()
}

pub(crate) fn format_of_a_draw(spec: &str) -> String {
    format!(
        "what is drawn and formatted by `{{:{spec}}}` could not be read back\n\
         help: whole numbers can have a sign and zeros in front: `{{n:+}}`, `{{n:04}}`,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn width_by_argument() -> String {
    "a width that is another argument of `format!` cannot be read here\n\
     help: give it a name of its own before: `let w = …;` and then `{x:w$}`"
        .to_owned()
}

pub(crate) fn two_formats() -> String {
    "one draw has two formats here: it could not be known how to read it\n\
     help: draw it in each alternative by itself"
        .to_owned()
}

pub(crate) fn unnamed_piece() -> String {
    format!(
        "a piece of a text needs a name of its own\n\
         help: bind what is drawn to a variable, and draw each piece by itself,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) const NO_FUNCTION: &str = "`#[property]` stands before a function with a body";

pub(crate) const TEST_TWICE: &str = "`#[property]` adds `#[test]` itself: with another one the test would run twice\n\
                                     help: leave out `#[test]`";

pub(crate) const ASYNC_PROPERTY: &str = "a property cannot be `async`: that is not there yet\n\
     help: let the property be a plain function, and run what is asynchronous in it: `runtime.block_on(async { … })`";

pub(crate) const UNSAFE_PROPERTY: &str = "a property cannot be `unsafe`, because nobody calls it with care\n\
                                          help: write `unsafe { … }` in the body";

pub(crate) const GENERIC_PROPERTY: &str = "a property cannot be generic: it would not be known for which types or lifetimes to run it\n\
     help: write a generic function, and a property for each type that calls it; lifetimes can be left out";

pub(crate) const METHOD_PROPERTY: &str = "a property cannot be a method\n\
     help: write it outside of `impl`, with an argument for what it needs: `fn property(value: Type)`";

pub(crate) const OPAQUE_ARGUMENT: &str = "it must be known which type to make a value of, and `impl Trait` does not say\n\
                                          help: name the type";

pub(crate) const FROM_ON_FUNCTION: &str = "`#[from(…)]` says where an argument comes from\n\
                                           help: put it before an argument: `fn property(#[from(0..=9)] n: u8)`";

pub(crate) const FROM_TWICE: &str = "an argument comes from one generator\n\
                                     help: leave one `#[from(…)]` out, or choose: `#[from(oneof((g, h)))]`";

pub(crate) const FROM_ONE: &str = "`#[from(…)]` takes one generator";

pub(crate) const FROM_NOTHING: &str = "`#[from(…)]` needs a generator: `#[from(0..=9)]`\n\
                                       help: without `#[from]`, the argument comes from the generator of its type";

pub(crate) const EXAMPLE: &str = "an example has a value for each argument: `example(1, \"two\")`\n\
                                  help: for an example by its choices, write `choices = \"…\"`";

pub(crate) fn too_many_arguments(most: usize) -> String {
    format!(
        "a property has at most {most} arguments\n\
         help: put some of them into a struct with `#[derive(Arbitrary)]`, or into a tuple: `(a, b): (i32, i32)`"
    )
}

pub(crate) fn example_of(given: usize, wanted: usize) -> String {
    let values = if given == 1 { "value" } else { "values" };
    let arguments = if wanted == 1 { "argument" } else { "arguments" };
    format!("this example has {given} {values}, and the property {wanted} {arguments}")
}

pub(crate) fn option_twice(name: &Ident) -> String {
    format!("`{name}` stands twice\nhelp: leave one of them out")
}

pub(crate) fn option_needs_value(name: &Ident) -> String {
    let example = match name.to_string().as_str() {
        "cases" => "1000",
        "seed" => "7",
        "jobs" => "4",
        "shrink" => "100",
        "discards" => "20",
        "verbose" => "1",
        "timeout" => "\"500ms\"",
        "time" | "shrink_time" => "\"2s\"",
        "doubts" => "\"hide\"",
        "choices" => "\"…\"",
        _ => "true",
    };
    format!("`{name}` needs a value: `{name} = {example}`")
}

pub(crate) fn option_is_number(name: &Ident) -> String {
    format!("`{name}` is a whole number from 0 up, or a constant: `{name} = 100`")
}

pub(crate) fn option_is_text(name: &Ident) -> String {
    format!("`{name}` is a text: `{name} = \"…\"`")
}

pub(crate) fn option_is_duration(name: &Ident) -> String {
    format!(
        "`{name}` is a time: `{name} = \"2s\"`\n\
         help: a number and a unit, which is one of ns, us, ms, s, min, h: \"500ms\", \"1.5s\", \"3min\""
    )
}

pub(crate) fn unknown_doubts(value: &str) -> String {
    format!("`doubts` is \"show\", \"hide\" or \"fail\", not {value:?}")
}

pub(crate) fn unknown_property_option(name: &str, known: &[&str]) -> String {
    let nearest = known.iter().map(|known| (distance(name, known), known)).min();
    let help = match nearest {
        Some((distance, nearest)) if distance <= 2.min(name.len() / 2) => format!("did you mean `{nearest}`?"),
        _ => format!("the options are {}", known.join(", ")),
    };
    format!("a property has no option `{name}`\nhelp: {help}")
}

/// How many letters have to be put in, left out or changed to come from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'o']) { "an" } else { "a" }
}
