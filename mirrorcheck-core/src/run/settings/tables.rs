//! The tables of a file, filled while it is read.

use super::Options;
use super::error::{Wrong, shown};
use super::keys::{KEYS, RawValue};
use super::toml::{Mistake, Name, Value, broken};

/// The tables of a file in order of appearance, each of them a profile.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// The name of each table with its position in `all`, sorted by name.
    names: Vec<(String, usize)>,
    all: Vec<Table>,
}

/// What a top-level name stands for. Whatever is not a table has its mistake noted.
#[derive(Debug)]
struct Table {
    form: TableForm,
    options: Options,
    /// Which of `KEYS` are set.
    is_set: [bool; KEYS.len()],
    /// The first mistake inside it. The reader continues: an error of syntax further down is reported instead.
    mistake: Option<Mistake>,
}

/// How a name was introduced, which decides how it may be used again.
#[derive(Debug, Clone, Copy, PartialEq)]
enum TableForm {
    /// `[name]`
    Header,
    /// Only part of a longer header so far, `[name.x]`.
    Implied,
    /// `name.x = …`
    Dotted,
    /// `[[name]]`
    List,
    /// `name = …`
    Value,
}

/// The place of the entries that follow.
#[derive(Debug, Clone, Copy)]
pub(super) enum Home {
    Root,
    Table(usize),
    /// Deeper than any setting: the mistake is noted already.
    Deep,
}

impl Tables {
    pub(super) fn get(&self, name: &str) -> Option<&Options> {
        let place = self.find(name).ok()?;
        Some(&self.all[self.names[place].1].options)
    }

    /// The place of a name in `names`, or where it belongs.
    fn find(&self, name: &str) -> Result<usize, usize> {
        self.names.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }

    /// The names of all tables, sorted.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the first mistake of the first table that has one.
    pub(super) fn take_mistake(&mut self) -> Option<Mistake> {
        for table in &mut self.all {
            if table.mistake.is_some() {
                return table.mistake.take();
            }
        }
        None
    }

    /// Opens the table of a header that begins at this position.
    pub(super) fn open(&mut self, path: &[Name], is_list: bool, at: usize) -> Result<Home, Mistake> {
        let value = if is_list { Value::List } else { Value::Table };
        match path {
            [name] if is_list => {
                let table = self.named(name, TableForm::List, at)?;
                let table = &mut self.all[table];
                if table.mistake.is_none() {
                    table.mistake = Some((outside(&name.text, true), name.at));
                }
                Ok(Home::Deep)
            }
            [name] => Ok(Home::Table(self.named(name, TableForm::Header, at)?)),
            [name, key, rest @ ..] => {
                let table = self.named(name, TableForm::Implied, at)?;
                self.set(table, key, if rest.is_empty() { &value } else { &Value::Table }, key.at)?;
                Ok(Home::Deep)
            }
            [] => Ok(Home::Root),
        }
    }

    /// Puts a value under its key. Returns the home of the entries inside the value.
    pub(super) fn put(&mut self, home: Home, path: &[Name], value: &Value, at: usize) -> Result<Home, Mistake> {
        let (table, key, rest) = match (home, path) {
            (Home::Table(table), [key, rest @ ..]) => (table, key, rest),
            (Home::Root, [name, key, rest @ ..]) => (self.named(name, TableForm::Dotted, name.at)?, key, rest),
            (Home::Root, [name]) => {
                let table = self.named(name, TableForm::Value, name.at)?;
                if *value == Value::Table {
                    return Ok(Home::Table(table));
                }
                self.all[table].mistake = Some((outside(&name.text, *value == Value::List), name.at));
                return Ok(Home::Deep);
            }
            _ => return Ok(Home::Deep),
        };
        self.set(table, key, if rest.is_empty() { value } else { &Value::Table }, at)?;
        Ok(Home::Deep)
    }

    /// Finds or makes the table of a top-level name, used in this form.
    fn named(&mut self, name: &Name, form: TableForm, at: usize) -> Result<usize, Mistake> {
        let index = match self.find(&name.text) {
            Ok(place) => self.names[place].1,
            Err(place) => {
                self.names.insert(place, (name.text.clone(), self.all.len()));
                let is_set = [false; KEYS.len()];
                self.all.push(Table { form, options: Options::default(), is_set, mistake: None });
                return Ok(self.all.len() - 1);
            }
        };
        match (self.all[index].form, form) {
            (TableForm::Implied, TableForm::Header) => self.all[index].form = form,
            (TableForm::Header | TableForm::Implied | TableForm::Dotted | TableForm::List, TableForm::Implied)
            | (TableForm::Dotted, TableForm::Dotted)
            | (TableForm::List, TableForm::List) => {}
            _ => return Err(twice(&name.text, at)),
        }
        Ok(index)
    }

    fn set(&mut self, table: usize, key: &Name, value: &Value, at: usize) -> Result<(), Mistake> {
        let table = &mut self.all[table];
        let given = match value {
            Value::Text(text) => RawValue::Text(text),
            Value::Integer(number) => RawValue::Integer(*number),
            Value::Float(number) => RawValue::Float(*number),
            Value::Flag(flag) => RawValue::Flag(*flag),
            Value::List => RawValue::Other("a list"),
            Value::Table => RawValue::Other("a table"),
        };
        let mistake = match place_of_key(&key.text) {
            Some(index) if table.is_set[index] => return Err(twice(&key.text, key.at)),
            _ if table.mistake.is_some() => return Ok(()),
            Some(index) => match KEYS[index].put(&mut table.options, given) {
                Ok(()) => {
                    table.is_set[index] = true;
                    return Ok(());
                }
                Err(wrong) => (wrong, at),
            },
            None => (unknown_key(&key.text), key.at),
        };
        table.mistake = Some(mistake);
        Ok(())
    }
}

fn twice(name: &str, at: usize) -> Mistake {
    broken(&format!("`{}` is defined twice", shown(name)), "keep one of the two", at)
}

/// A key that stands in no table.
pub(super) fn outside(name: &str, is_list: bool) -> Wrong {
    if place_of_key(name).is_some() {
        Wrong::new(format!("`{name}` is outside of any table"), "put it below a line `[default]`")
    } else if is_list {
        let name = shown(name);
        Wrong::new(format!("the profile `{name}` is a list"), format!("write `[{name}]`, once"))
    } else {
        let mut wrong = unknown_key(name);
        wrong.advice.push_str(" And put it below a line `[default]`");
        wrong
    }
}

/// Returns the place of a key among all of them.
fn place_of_key(name: &str) -> Option<usize> {
    KEYS.iter().position(|key| key.name == name)
}

pub(super) fn unknown_key(name: &str) -> Wrong {
    if matches!(name, "replay" | "profile") {
        let variable = name.to_ascii_uppercase();
        let what = format!("`{name}` cannot be set in a file");
        return Wrong::new(what, format!("set the variable MIRRORCHECK_{variable} instead"));
    }
    let mut names: Vec<&str> = Vec::new();
    for key in &KEYS {
        names.push(key.name);
    }
    Wrong::unknown("key", name, &names)
}
