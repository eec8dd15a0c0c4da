//! What a property is called and where it stands.

use std::path::Path;

use super::layout::ShownDraw;

/// What a test is called, and where its crate is.
pub(crate) struct Identity<'p> {
    /// Its path, from the crate on. What has none is neither kept nor watched.
    pub(crate) name: Option<&'p str>,
    /// What it is called for people, and on disk: without the crate where there is no other of that name in the package.
    pub(crate) shown: &'p str,
    /// The test that runs it, as the test program knows it.
    pub(crate) test: Option<&'p str>,
    pub(crate) manifest: Option<&'p Path>,
    /// The text that its panic must contain, if it is expected to panic; empty for any panic.
    pub(crate) should_panic: Option<&'p str>,
    /// Whether a line of code that runs it on choices can be written.
    pub(crate) has_replay: bool,
    /// What to write before each argument in a call, where it can be called.
    pub(crate) lent: &'p [&'p str],
    pub(crate) package: Option<&'p str>,
    pub(crate) documentation: &'p str,
    pub(crate) place: Option<SourcePlace>,
}

impl Identity<'_> {
    /// What the property is called in a case: its name without the modules.
    pub(crate) fn short(&self) -> &str {
        self.name.map_or("property", |_| self.shown.rsplit("::").next().unwrap_or_default())
    }
}

/// Where something stands in the source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SourcePlace {
    pub(crate) file: &'static str,
    pub(crate) line: u32,
}

/// The call that runs a property on values given as source.
pub(crate) fn call(name: &str, lent: &[&str], sources: &[String]) -> String {
    let name = name.rsplit("::").next().unwrap_or(name);
    let mut arguments = String::new();
    for (lent, source) in lent.iter().zip(sources) {
        if !arguments.is_empty() {
            arguments += ", ";
        }
        // A reference would apply to the start of a range only.
        let needs_brackets = !lent.is_empty() && source.contains("..");
        let (open, close) = if needs_brackets { ("(", ")") } else { ("", "") };
        arguments += &format!("{lent}{open}{source}{close}");
    }
    format!("{name}::on({arguments});")
}

/// The code that makes a call with the values that the property draws in it, for a test in the module `path`. Nothing if
/// one of them cannot be written.
pub(crate) fn paste(call: &str, draws: &[ShownDraw], path: &str) -> Option<String> {
    if draws.is_empty() {
        return Some(format!("    {call}"));
    }
    let (mut before, mut values) = (String::new(), Vec::new());
    for (number, draw) in draws.iter().enumerate() {
        let (type_name, source) = draw.source.as_ref()?;
        match written(type_name, source) {
            Some(value) => values.push(format!("&{value}")),
            // An empty list would not say what it is a list of.
            None => {
                let name = variable(&draw.part.name, number, &before);
                before += &format!("    let {name}: {} = {source};\n", type_here(type_name, path));
                values.push(format!("&{name}"));
            }
        }
    }
    // Without arguments, the function itself will do.
    let call = call.strip_suffix(';').unwrap_or(call);
    let body = call.strip_suffix("()").map_or_else(|| format!("|| {call}"), str::to_owned);
    Some(format!("{before}    mirrorcheck::with_draws(&[{}], {body});", values.join(", ")))
}

/// An expression that says its type itself, if there is one.
fn written(type_name: &str, source: &str) -> Option<String> {
    match type_name {
        "i32" | "f64" | "bool" | "char" | "()" | "alloc::string::String" => Some(source.to_owned()),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i64" | "i128" | "isize" | "f32" => {
            let is_number = source.ends_with(|c: char| c.is_ascii_digit());
            is_number.then(|| format!("{source}{type_name}"))
        }
        // What has parameters, or is a tuple or a list, may have numbers or nothing in it.
        _ => type_name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ':').then(|| source.to_owned()),
    }
}

/// A variable for a draw, other than those that are there.
fn variable(name: &str, number: usize, before: &str) -> String {
    let mut variable = String::new();
    for c in name.chars() {
        match c {
            '#' | ' ' => {}
            _ if c.is_alphanumeric() || c == '_' => variable.push(c),
            _ => return format!("draw_{}", number + 1),
        }
    }
    let is_free = !before.contains(&format!("let {variable}:"));
    let starts_well = variable.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if is_free && starts_well { variable } else { format!("draw_{}", number + 1) }
}

/// The name of a type as it can be written in a module: with its path from the crate, or without one in the module itself
/// and in the standard library. What is elsewhere may have a path of which nobody may use all: it is left out.
fn type_here(type_name: &str, path: &str) -> String {
    let krate = path.split("::").next().unwrap_or(path);
    let (mut text, mut rest) = (String::new(), type_name);
    while !rest.is_empty() {
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length.max(rest.chars().next().map_or(0, char::len_utf8)));
        rest = after;
        let Some((module, last)) = name.rsplit_once("::") else {
            text += name;
            continue;
        };
        match module.split("::").next().unwrap_or(module) {
            _ if module == path => text += last,
            first if first == krate => text += &format!("crate{}::{last}", &module[krate.len()..]),
            "alloc" | "core" | "std" if PRELUDE.contains(&last) => text += last,
            _ => {
                text += "_";
                rest = after_parameters(rest);
            }
        }
    }
    text
}

/// Types of the standard library that have a name everywhere.
const PRELUDE: [&str; 5] = ["Vec", "Option", "Result", "String", "Box"];

/// What comes after the parameters of a type.
fn after_parameters(text: &str) -> &str {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return if c == '>' { &text[at + 1..] } else { text };
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::layout::DrawForm;
    use super::super::report::ShownPart;
    use super::*;

    #[test]
    fn types_have_the_names_of_their_module() {
        for (name, expected) in [
            ("alloc::vec::Vec<u8>", "Vec<u8>"),
            ("core::option::Option<alloc::string::String>", "Option<String>"),
            ("(u8, alloc::boxed::Box<[i64; 3]>)", "(u8, Box<[i64; 3]>)"),
            ("alloc::vec::Vec<small::tests::Shape>", "Vec<Shape>"),
            ("alloc::vec::Vec<small::shapes::Shape<u8>>", "Vec<crate::shapes::Shape<u8>>"),
            ("alloc::vec::Vec<other::inner::Shape<u8, other::A>>", "Vec<_>"),
            ("(std::collections::hash::map::HashMap<u8, u8>, u8)", "(_, u8)"),
        ] {
            assert_eq!(type_here(name, "small::tests"), expected);
        }
    }

    #[test]
    fn draws_are_set_in_front_of_the_call() {
        let draw = |name: &str, type_name: &'static str, source: &str| {
            let part = ShownPart { name: name.to_owned(), short: String::new(), long: None };
            ShownDraw { part, form: DrawForm::Together, source: Some((type_name, source.to_owned())) }
        };
        let draws = [
            draw("n #1", "u8", "7"),
            draw("n #2", "f32", "f32::NAN"),
            draw("list", "alloc::vec::Vec<u8>", "vec![]"),
            draw("draw(level())", "core::option::Option<u8>", "None"),
            draw("list", "small::Level", "Level(1)"),
        ];
        let code = paste("p::on(1);", &draws, "small").unwrap();
        let expected = "    let n2: f32 = f32::NAN;\n    let list: Vec<u8> = vec![];\n    let draw_4: Option<u8> = None;\n    \
                        mirrorcheck::with_draws(&[&7u8, &n2, &list, &draw_4, &Level(1)], || p::on(1));";
        assert_eq!(code, expected);
        let unknown = ShownDraw { source: None, ..draw("n", "u8", "7") };
        assert_eq!(paste("p::on(1);", &[unknown], "small"), None);
        let alone = paste("p::on();", &draws[..1], "small").unwrap();
        assert_eq!(alone, "    mirrorcheck::with_draws(&[&7u8], p::on);");
    }
}
