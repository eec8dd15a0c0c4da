//! The text form of weights, for a file in your project.

use std::fmt::{self, Write};
use std::path::Path;
use std::str::FromStr;

use super::Weights;
use super::weights::AFTER;
use crate::lab::trail::AROUND;
use crate::run::files::{read_text, replace};

const HEADER: &str = "# Weights of choices: a label and how much it weighs. [Brackets] say where it is.";

/// An error: weights cannot be read. It says where, and what to do.
///
/// ```
/// use mirrorcheck::lab::Weights;
///
/// let error = "leaf 1\nnode".parse::<Weights>().unwrap_err();
/// assert_eq!(error.to_string(), "line 2: `node` has no weight; write a label and a number, such as `node 3`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightsError {
    /// The file, if it is one.
    file: Option<String>,
    line: Option<usize>,
    wrong: String,
}

impl fmt::Display for WeightsError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file.iter().try_for_each(|file| write!(f, "{file}: "))?;
        self.line.iter().try_for_each(|line| write!(f, "line {line}: "))?;
        f.write_str(&self.wrong)
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// Loads weights from a file.
    ///
    /// ```
    /// use mirrorcheck::lab::Weights;
    ///
    /// let error = Weights::load("no/such/file").unwrap_err();
    /// assert!(error.to_string().starts_with("no/such/file: "));
    /// ```
    pub fn load(path: impl AsRef<Path>) -> Result<Weights, WeightsError> {
        let file = Some(path.as_ref().display().to_string());
        match read_text(path.as_ref()) {
            Ok(text) => text.parse().map_err(|error| WeightsError { file, ..error }),
            Err(error) => Err(WeightsError { file, line: None, wrong: format!("cannot be read: {error}") }),
        }
    }

    /// Saves the weights to a file, completely or not at all.
    ///
    /// ```
    /// use mirrorcheck::lab::Weights;
    ///
    /// let path = std::env::temp_dir().join(format!("weights-{}", std::process::id()));
    /// let weights = Weights::new().with("leaf", 2.0);
    /// weights.save(&path).unwrap();
    /// assert_eq!(Weights::load(&path).unwrap(), weights);
    /// # std::fs::remove_file(path).unwrap();
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), WeightsError> {
        let path = path.as_ref();
        replace(path, &self.to_string()).map_err(|error| {
            let file = Some(path.display().to_string());
            WeightsError { file, line: None, wrong: format!("cannot be written: {error}") }
        })
    }
}

#[inline]
pub(super) fn write(weights: &Weights, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{HEADER}")?;
    if weights.is_unlike {
        writeln!(f, "unlike")?;
    }
    writeln!(f, "smoothing {}", weights.smoothing)?;
    weights.lasting.iter().try_for_each(|choices| writeln!(f, "lasting {choices}"))?;
    for context in weights.contexts() {
        if !context.is_empty() {
            let parts: Vec<String> = context.iter().map(|part| quoted(part)).collect();
            writeln!(f, "\n[{}]", parts.join(" < "))?;
        }
        weights.in_context(context).try_for_each(|(label, weight)| writeln!(f, "{} {weight}", quoted(label)))?;
    }
    Ok(())
}

const WORDS: [&str; 3] = ["smoothing", "lasting", "unlike"];

/// A text as one word.
#[inline]
fn quoted(text: &str) -> String {
    let is_word = |c: char| !c.is_whitespace() && !c.is_control() && !"\"\\[]<#".contains(c);
    if !text.is_empty() && text.chars().all(is_word) && !WORDS.contains(&text) {
        text.to_owned()
    } else {
        format!("{text:?}")
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    #[inline]
    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let mut weights = Weights::new();
        let mut context = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            read_line(&mut weights, &mut context, line).map_err(|wrong| WeightsError {
                file: None,
                line: Some(number + 1),
                wrong,
            })?;
        }
        Ok(weights)
    }
}

#[inline]
fn read_line(weights: &mut Weights, context: &mut Vec<String>, line: &str) -> Result<(), String> {
    if let Some(inside) = line.strip_prefix('[') {
        let inside = inside.strip_suffix(']').ok_or("a `]` is missing at the end of the line")?;
        *context = read_context(inside)?;
        return Ok(());
    }
    let (label, rest) = read_word(line)?;
    let is_quoted = line.starts_with('"');
    if label == "unlike" && rest.is_empty() && !is_quoted {
        weights.is_unlike = true;
        return Ok(());
    }
    if rest.is_empty() {
        let such = if is_quoted { "\"a label\" 3".to_owned() } else { format!("{label} 3") };
        return Err(format!("`{label}` has no weight; write a label and a number, such as `{such}`"));
    }
    let weight: f64 = rest.parse().map_err(|_| format!("`{rest}` is not a number; write one such as `3` or `0.5`"))?;
    if !(0.0..=1e15).contains(&weight) {
        return Err(format!("{rest} is not a weight; write a number from 0 to 1e15"));
    }
    match label.as_str() {
        "smoothing" if !is_quoted => weights.smoothing = weight,
        "lasting" if !is_quoted => weights.lasting = Some(weight as u64),
        _ => weights.set(context.clone(), label, weight),
    }
    Ok(())
}

#[inline]
fn read_context(text: &str) -> Result<Vec<String>, String> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (part, after) = read_word(rest)?;
        parts.push(part);
        rest = match after.strip_prefix('<') {
            Some(around) => around.trim_start(),
            None if after.is_empty() => "",
            None => return Err(format!("expected `<` instead of `{after}`, as in `[node.1 < node.2]`")),
        };
    }
    match parts.len() {
        0..=AROUND => Ok(parts),
        count if count == AROUND + 1 && parts[AROUND].starts_with(AFTER) => Ok(parts),
        more => Err(format!("too many alternatives around a choice ({more}); at most {AROUND} are possible")),
    }
}

/// The first word, and what follows it.
#[inline]
fn read_word(text: &str) -> Result<(String, &str), String> {
    let Some(inside) = text.strip_prefix('"') else {
        let end = text.find(|c: char| c.is_whitespace() || c == '<').unwrap_or(text.len());
        return Ok((text[..end].to_owned(), text[end..].trim_start()));
    };
    let (mut word, mut chars) = (String::new(), inside.char_indices());
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((word, inside[at + 1..].trim_start())),
            '\\' => {
                let (_, escaped) = chars.next().ok_or("a `\"` is missing")?;
                word.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    '0' => '\0',
                    'u' => read_code(&mut chars)?,
                    other => other,
                });
            }
            other => word.write_char(other).map_err(|error| error.to_string())?,
        }
    }
    Err("a `\"` is missing".to_owned())
}

/// `{1f600}` after `\u`.
#[inline]
fn read_code(chars: &mut std::str::CharIndices<'_>) -> Result<char, String> {
    let code: String = chars.by_ref().map(|(_, c)| c).skip(1).take_while(|c| *c != '}').collect();
    let number = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
    number.ok_or_else(|| format!("`\\u{{{code}}}` is not a character"))
}
