//! The cases to mutate: where they come from, and how they are saved.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::Mutating;
use crate::core::choices::Choices;
use crate::core::generator::Reflective;
use crate::core::interpret::backward;
use crate::run::debug_text::visible;
use crate::run::files;

impl Mutating {
    /// Creates the strategy with an empty pool: it begins with random cases.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::Mutating;
    ///
    /// // It climbs from whatever it has begun with.
    /// let report = Checker::new(vec(0..=1000, 5)).cases(5000).strategy(Mutating::new()).examine(|list| {
    ///     target(list.iter().sum::<i32>());
    ///     assert!(list.iter().sum::<i32>() < 4900);
    /// });
    /// assert_eq!(report.failures.len(), 1);
    /// ```
    #[inline]
    pub fn new() -> Mutating {
        Mutating::default()
    }

    /// Sets a seed, to be used instead of that of the run.
    ///
    /// ```
    /// use mirrorcheck::strategy::Mutating;
    ///
    /// assert_ne!(Mutating::new().seed(1), Mutating::new());
    /// ```
    #[must_use]
    #[inline]
    pub fn seed(self, seed: u64) -> Mutating {
        Mutating { seed: Some(seed), ..self }
    }

    /// Adds values, wherever they came from, as the cases that a generator finds in them. The generator must be that of
    /// the property; for several arguments, a tuple of theirs. Values out of its range are left out, with a warning on
    /// standard error.
    ///
    /// ```
    /// use mirrorcheck::strategy::Mutating;
    ///
    /// let mutating = Mutating::new().values(&(0..=9), [3, 10, 5]);
    /// assert_eq!(mutating.pool().map(|case| case.to_string()).collect::<Vec<_>>(), ["3", "5"]);
    /// assert_eq!(mutating.left_out(), ["value 2 is left out: 10 is not in 0..=9"]);
    /// ```
    pub fn values<G: Reflective + ?Sized>(
        mut self,
        generator: &G,
        values: impl IntoIterator<Item = G::Value>,
    ) -> Mutating {
        for (i, value) in values.into_iter().enumerate() {
            self.add(generator, &value, &|| format!("value {}", i + 1));
        }
        self
    }

    /// Adds real data: the text of every file in a folder. A newline at the end of a file is dropped if the generator
    /// makes the text only without it. Files that cannot be read or are out of range are left out, with a warning on
    /// standard error.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::strategy::Mutating;
    ///
    /// let folder = std::env::temp_dir().join("mirrorcheck-example-of-a-folder");
    /// std::fs::create_dir_all(&folder).unwrap();
    /// std::fs::write(folder.join("good.txt"), "10,20,30\n").unwrap();
    /// std::fs::write(folder.join("bad.txt"), "10,20,thirty\n").unwrap();
    ///
    /// let numbers = regex("[0-9]{1,3}(,[0-9]{1,3})*");
    /// let mutating = Mutating::new().folder(&numbers, &folder);
    /// assert_eq!((mutating.pool().count(), mutating.left_out().len()), (1, 1));
    /// # std::fs::remove_dir_all(folder).unwrap();
    /// ```
    pub fn folder<G: Reflective<Value = String> + ?Sized>(mut self, generator: &G, path: impl AsRef<Path>) -> Mutating {
        let path = path.as_ref();
        let mut found = match files::list(path) {
            Ok(found) => found,
            Err(error) => {
                self.leave_out(format!("{} is left out: {error}", path.display()));
                Vec::new()
            }
        };
        found.sort();
        for file in found.into_iter().filter(|file| !file.is_dir()) {
            match files::read_text(&file) {
                Ok(text) => self.add_text(generator, text, &file),
                Err(error) => self.leave_out(format!("{} is left out: {error}", file.display())),
            }
        }
        self
    }

    fn add_text<G: Reflective<Value = String> + ?Sized>(&mut self, generator: &G, text: String, file: &Path) {
        let without_end = text.strip_suffix('\n').map(|text| text.strip_suffix('\r').unwrap_or(text).to_owned());
        let text = match without_end {
            Some(shorter)
                if backward::contains(generator, &text) == Ok(false)
                    && backward::contains(generator, &shorter) == Ok(true) =>
            {
                shorter
            }
            _ => text,
        };
        self.add(generator, &text, &|| file.display().to_string());
    }

    fn add<G: Reflective + ?Sized>(&mut self, generator: &G, value: &G::Value, name: &dyn Fn() -> String) {
        match backward::first(generator, value, true) {
            Ok(Some(choices)) => self.pool.push(choices),
            Ok(None) => {
                let why = backward::why_not(generator, value)
                    .map_or_else(|| "it is out of range".to_owned(), |why| why.to_string());
                self.leave_out(format!("{} is left out: {why}", name()));
            }
            Err(out_of_fuel) => self.leave_out(format!("{} is left out: {out_of_fuel}", name())),
        }
    }

    #[inline]
    fn leave_out(&mut self, what: String) {
        eprintln!("mirrorcheck: {}", visible(&what));
        self.left_out.push(what);
    }

    /// Returns what was left out, and why.
    ///
    /// ```
    /// use mirrorcheck::strategy::Mutating;
    ///
    /// assert!(Mutating::new().left_out().is_empty());
    /// ```
    #[inline]
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Adds cases by their choices. Those that do not quite fit are repaired, as by
    /// [`replay_repaired`](crate::Lab::replay_repaired).
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::Mutating;
    ///
    /// let mut seen = Vec::new();
    /// let strategy = Mutating::new().choices(["7".parse().unwrap()]);
    /// Checker::new(0..=9).cases(20).strategy(strategy).run(|n| seen.push(n));
    /// assert_eq!(seen[0], 7);
    /// ```
    pub fn choices(mut self, choices: impl IntoIterator<Item = Choices>) -> Mutating {
        self.pool.extend(choices);
        self
    }

    /// Returns the cases to mutate: the given ones and, after a run, those that proved interesting. To look at a
    /// strategy after its run, share it:
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use std::rc::Rc;
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Checker;
    /// use mirrorcheck::strategy::{Mutating, Strategy};
    ///
    /// let mutating = Rc::new(RefCell::new(Mutating::new()));
    /// let strategy: Rc<RefCell<dyn Strategy>> = mutating.clone();
    /// Checker::new(0..=99).strategy(strategy).run(|n| label(if n < 50 { "small" } else { "large" }));
    /// assert!(mutating.borrow().pool().count() >= 2);
    /// ```
    #[inline]
    pub fn pool(&self) -> impl Iterator<Item = &Choices> {
        self.pool.iter()
    }

    /// Writes the pool to a file, completely or not at all: one line of text per case, for you to read, compare and edit.
    ///
    /// ```
    /// use mirrorcheck::strategy::Mutating;
    ///
    /// let file = std::env::temp_dir().join("mirrorcheck-example-of-a-pool.txt");
    /// Mutating::new().values(&(0..=9), [3, 5]).save(&file).unwrap();
    /// let loaded = Mutating::new().load(&file).unwrap();
    /// assert_eq!(loaded, Mutating::new().values(&(0..=9), [3, 5]));
    /// # std::fs::remove_file(file).unwrap();
    /// ```
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let lines: String = self.pool.iter().map(|choices| format!("{choices}\n")).collect();
        files::replace(path.as_ref(), &format!("# Cases to be mutated: the choices of each.\n{lines}"))
    }

    /// Adds the cases of a [saved](Self::save) file. Empty lines and those that begin with `#` are ignored.
    ///
    /// ```
    /// use mirrorcheck::strategy::Mutating;
    ///
    /// let file = std::env::temp_dir().join("mirrorcheck-example-of-a-bad-pool.txt");
    /// std::fs::write(&file, "# digits\n3\n\n(5\n").unwrap();
    /// let error = Mutating::new().load(&file).unwrap_err();
    /// assert_eq!(error.line(), Some(4));
    /// # std::fs::remove_file(file).unwrap();
    /// ```
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if a line is not in the form of choices.
    pub fn load(mut self, path: impl AsRef<Path>) -> Result<Mutating, PoolError> {
        self.pool.extend(read_pool(path.as_ref())?);
        Ok(self)
    }
}

/// An empty line, or one that begins with `# `: `#2` is a choice.
#[inline]
fn is_comment(line: &str) -> bool {
    line.is_empty() || line == "#" || line.starts_with("# ")
}

/// Reads the cases of a file.
#[inline]
pub(in crate::lab::strategy) fn read_pool(path: &Path) -> Result<Vec<Choices>, PoolError> {
    let error = |line, what| PoolError { path: path.to_owned(), line, what };
    let text = files::read_text(path).map_err(|cause| error(None, format!("it cannot be read: {cause}")))?;
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !is_comment(line));
    let read = |(number, line): (usize, &str)| {
        line.parse().map_err(|cause| error(Some(number), format!("{cause}; correct or delete it")))
    };
    lines.map(read).collect()
}

/// An error: a pool could not be read.
///
/// ```
/// use mirrorcheck::strategy::Mutating;
///
/// let error = Mutating::new().load("no such file").unwrap_err();
/// assert!(error.to_string().starts_with("no such file: it cannot be read"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolError {
    path: PathBuf,
    line: Option<usize>,
    what: String,
}

impl PoolError {
    /// Returns the number of the wrong line, from 1, if the error is about one.
    ///
    /// ```
    /// use mirrorcheck::strategy::Mutating;
    ///
    /// assert_eq!(Mutating::new().load("no such file").unwrap_err().line(), None);
    /// ```
    #[inline]
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for PoolError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        self.line.iter().try_for_each(|line| write!(f, ":{line}"))?;
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for PoolError {}
