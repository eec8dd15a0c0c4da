//! What the macros say about each mistake: one message, with the ways out.

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

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'o']) { "an" } else { "a" }
}
