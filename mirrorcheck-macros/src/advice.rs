//! The compile errors of the macros: one message for each mistake, with the ways out.

use proc_macro2::Ident;

const FORWARD: &str = "or use `#[generator(forward)]`, which only makes values and never takes them apart";

/// Says what can be read backward: a value, or a text.
fn readable(is_text: bool) -> &'static str {
    if is_text {
        "backward, Mirrorcheck reads the variables in a text, as in `format!(\"{a}, {b}\")`"
    } else {
        "backward, Mirrorcheck takes apart constructors, struct literals, tuples, arrays and `vec![a, b]`"
    }
}

/// A result in which a draw is missing.
pub(crate) enum Lack {
    /// The draw is not in it.
    Absent,
    /// The draw is not in it, but a variable of the same name is.
    Shadowed,
    /// The draw is in it, but where it cannot be read; `is_text` if it is a text.
    Unreadable { is_text: bool },
}

pub(crate) fn not_shown(name: &str) -> String {
    not_shown_in(name, "the result", &Lack::Absent)
}

/// `place` is the result, or the part of it, that lacks the draw.
pub(crate) fn not_shown_in(name: &str, place: &str, lack: &Lack) -> String {
    let what = match lack {
        Lack::Absent => format!("{name} does not appear in {place}, so running backward could not recover it"),
        Lack::Shadowed => format!(
            "{name} does not appear in {place}, where another variable has its name, so running backward could not \
             recover it"
        ),
        Lack::Unreadable { is_text } => {
            let place = place.strip_prefix("the result ").unwrap_or(place);
            let readable = readable(*is_text);
            format!("{name} cannot be read back from {place}: {readable}")
        }
    };
    let unchanged = if matches!(lack, Lack::Unreadable { .. }) { " unchanged" } else { "" };
    format!(
        "{what}\n\
         help: put it into the result{unchanged},\n\
         \x20     or say where to find it: `draw(g.at(|whole| …))`,\n\
         \x20     {FORWARD}"
    )
}

/// For a draw without a name in an expression that is computed.
pub(crate) fn drawn_inside(is_text: bool) -> String {
    let readable = readable(is_text);
    format!(
        "what is drawn here cannot be read back: {readable}\n\
         help: bind it to a variable, and put that into the result,\n\
         \x20     or say where to find it: `draw(g.at(|whole| …))`,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn draws_one() -> String {
    "`draw` takes one generator: `draw(0..=9)`".to_owned()
}

pub(crate) fn not_a_generator(literal: &str) -> String {
    format!(
        "`draw` takes a generator, but `{literal}` is a value\n\
         help: use the value itself, or draw from a generator such as `exact({literal})` or a range"
    )
}

pub(crate) fn question_mark() -> String {
    "`?` would return something that is not a result of the generator\n\
     help: return a result yourself: `let Some(x) = … else { return … };`,\n\
     \x20     or discard the value: `assume(x.is_some());`"
        .to_owned()
}

pub(crate) fn in_loop() -> String {
    format!(
        "a draw in a loop cannot run backward\n\
         help: draw everything at once, as in `draw(vec(g, 0..10))`,\n\
         \x20     or draw one at a time in a recursive generator,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn in_closure(what: &str) -> String {
    format!(
        "{} `{what}` in a closure cannot run backward\n\
         help: move it in front of the closure,\n\
         \x20     or draw everything at once, as in `draw(vec(g, 0..10))`,\n\
         \x20     {FORWARD}",
        article(what)
    )
}

pub(crate) fn in_macro(what: &str) -> String {
    format!(
        "`#[generator]` cannot see {} `{what}` in a macro's argument\n\
         help: bind it to a variable first: `let x = {what}(…);`,\n\
         \x20     {FORWARD}",
        article(what)
    )
}

pub(crate) fn not_a_result(what: &str) -> String {
    format!(
        "this `{what}` is not the result of the generator, so it cannot run backward\n\
         help: move what depends on it into its alternatives, so that it comes last,\n\
         \x20     or draw from it: `draw({what}([…]))`,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn changed(name: &str) -> String {
    format!(
        "`{name}` is drawn and mutable, so the result might not show what was drawn\n\
         help: bind the draw without `mut`, and give what you compute from it another name,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn alternatives(what: &str, shape: &str) -> String {
    format!(
        "`{what}` takes its alternatives in brackets: `{what}([{shape}, …])`\n\
         help: for alternatives made at run time, use `pick_from(list)`"
    )
}

pub(crate) fn alternative(what: &str, shape: &str) -> String {
    format!("an alternative of `{what}` has the form `{shape}`")
}

pub(crate) fn repeated_label(label: &str) -> String {
    format!(
        "two alternatives of one pick have the label \"{label}\", so they cannot be told apart\n\
         help: give each its own label, or an empty one for none"
    )
}

pub(crate) fn not_written() -> String {
    "some results of this generator have a text form, so every one needs it\n\
     help: write `written(value, format!(…))`, or `written(draw(g))` for a draw that has its own"
        .to_owned()
}

pub(crate) fn out_of_order(first: &str, second: &str) -> String {
    format!(
        "{first} comes before {second} in the text, but is drawn after it\n\
         help: draw the pieces of a text in the order of the text,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn computed_late(name: &str, draw: &str) -> String {
    format!(
        "`{name}` is computed after {draw} is drawn, but comes before it in the text, so it cannot be read in time\n\
         help: compute it first,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn computed_from_what_follows(name: &str) -> String {
    format!(
        "something computed from `{name}` comes before it in the text, so it cannot be read in time\n\
         help: draw it first, then `{name}`: `let n = draw(0..=9); let {name} = draw(many(g, n));`,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn broken_format() -> String {
    "the braces of this format string do not match\n\
     help: double a brace to print it: `{{` or `}}`"
        .to_owned()
}

pub(crate) fn unused_argument() -> String {
    "this argument is never used in the format string".to_owned()
}

pub(crate) fn format_of_a_draw(spec: &str) -> String {
    format!(
        "a draw formatted with `{{:{spec}}}` cannot be read back\n\
         help: integers can have a sign and leading zeros: `{{n:+}}`, `{{n:04}}`,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) fn width_by_argument() -> String {
    "a width cannot be another argument of `format!` here\n\
     help: give it a name first: `let w = …;`, then `{x:w$}`"
        .to_owned()
}

pub(crate) fn two_formats() -> String {
    "one draw has two formats here, so it is unclear how to read it\n\
     help: draw it separately in each alternative"
        .to_owned()
}

pub(crate) fn unnamed_piece() -> String {
    format!(
        "each piece of a text needs its own name\n\
         help: draw each piece separately, and bind it to a variable,\n\
         \x20     {FORWARD}"
    )
}

pub(crate) const NO_FUNCTION: &str = "`#[property]` can only be applied to a function with a body";

pub(crate) const TEST_TWICE: &str = "two attributes make this a test, so it would run twice\n\
                                     help: remove one of them";

pub(crate) const ASYNC_PROPERTY: &str = "`async` properties are not supported yet\n\
     help: make it a plain `fn`, and run asynchronous code in its body: `runtime.block_on(async { … })`";

pub(crate) const ASYNC_TEST: &str = "this attribute is for an `async fn`, and `async` properties are not supported yet\n\
     help: remove it, and run asynchronous code in the body: `runtime.block_on(async { … })`";

pub(crate) const CASE: &str = "the arguments of a property come from generators, not from a list of cases\n\
     help: add the case as an example, which runs first: `#[property(example(1, 2))]`,\n\
     \x20     or choose from a list: `#[from(element_of(&[1, 2]))]`";

pub(crate) const FIXTURE: &str = "the arguments of a property come from generators, so `rstest` cannot fill them in\n\
     help: remove `#[rstest]`, and call the fixture in the body, so that each case gets a fresh one: `let db = db();`,\n\
     \x20     or make it an argument: `#[from(from_fn(db))] db: Db`";

pub(crate) const UNSAFE_PROPERTY: &str = "a property cannot be `unsafe`: the test harness cannot uphold its contract\n\
                                          help: write `unsafe { … }` in the body";

pub(crate) const GENERIC_PROPERTY: &str = "a property cannot be generic: Mirrorcheck would not know which types to run it for\n\
     help: write a generic function and a property for each type that calls it; leave lifetimes out";

pub(crate) const METHOD_PROPERTY: &str = "a property cannot be a method\n\
     help: move it out of the `impl`, and take the value as an argument: `fn property(value: Type)`";

pub(crate) const OPAQUE_ARGUMENT: &str = "`impl Trait` does not say which type to generate\n\
                                          help: name the type";

pub(crate) const FROM_ON_FUNCTION: &str = "`#[from(…)]` belongs to an argument, not to the function\n\
                                           help: put it before an argument: `fn property(#[from(0..=9)] n: u8)`";

pub(crate) const FROM_TWICE: &str = "this argument has two generators\n\
                                     help: remove one `#[from(…)]`, or combine them: `#[from(oneof((g, h)))]`";

pub(crate) const FROM_ONE: &str = "`#[from(…)]` takes one generator";

pub(crate) const FROM_NOTHING: &str = "`#[from(…)]` needs a generator: `#[from(0..=9)]`\n\
                                       help: without `#[from]`, the argument comes from the generator of its type";

pub(crate) const EXAMPLE: &str = "an example needs a value for each argument: `example(1, \"two\")`\n\
                                  help: to give an example by its choices, write `choices = \"…\"`";

pub(crate) fn too_many_arguments(most: usize) -> String {
    format!(
        "a property can have at most {most} arguments\n\
         help: move some of them into a struct with `#[derive(Arbitrary)]`, or into a tuple: `(a, b): (i32, i32)`"
    )
}

pub(crate) fn example_of(given: usize, wanted: usize) -> String {
    let values = if given == 1 { "value" } else { "values" };
    let arguments = if wanted == 1 { "argument" } else { "arguments" };
    format!("this example has {given} {values}, but the property has {wanted} {arguments}")
}

pub(crate) fn option_twice(name: &Ident) -> String {
    format!("`{name}` is given twice\nhelp: remove one of them")
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
        "time" | "shrink_time" | "hang_limit" => "\"2s\"",
        "memory" => "\"1GB\"",
        "doubts" => "\"hide\"",
        "choices" => "\"…\"",
        _ => "true",
    };
    format!("`{name}` needs a value: `{name} = {example}`")
}

pub(crate) fn option_is_number(name: &Ident) -> String {
    format!("`{name}` must be a non-negative integer or a constant: `{name} = 100`")
}

pub(crate) fn option_is_text(name: &Ident) -> String {
    format!("`{name}` must be a string: `{name} = \"…\"`")
}

pub(crate) fn option_is_duration(name: &Ident) -> String {
    format!(
        "`{name}` must be a duration: `{name} = \"2s\"`\n\
         help: write a number and a unit (ns, us, ms, s, min, h): \"500ms\", \"1.5s\", \"3min\""
    )
}

pub(crate) fn option_is_memory(name: &Ident) -> String {
    format!(
        "`{name}` must be an amount of memory: `{name} = \"1GB\"`\n\
         help: write a number and a unit (KB, MB, GB, KiB, MiB, GiB): \"512MB\", \"1.5GiB\""
    )
}

pub(crate) fn unknown_doubts(value: &str) -> String {
    format!("`doubts` must be \"show\", \"hide\" or \"fail\", not {value:?}")
}

pub(crate) fn unknown_property_option(name: &str, known: &[&str]) -> String {
    let nearest = known.iter().map(|known| (distance(name, known), known)).min();
    let help = match nearest {
        Some((distance, nearest)) if distance <= 2.min(name.len() / 2) => format!("did you mean `{nearest}`?"),
        _ => format!("the options are {}", known.join(", ")),
    };
    format!("unknown option `{name}`\nhelp: {help}")
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
