//! The command line.

use std::path::PathBuf;

/// The options that experiments share. What is not given is the experiment's to decide.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Arguments {
    pub(crate) seeds: Option<u64>,
    pub(crate) rounds: Option<usize>,
    pub(crate) json: bool,
    /// The one problem to run.
    pub(crate) only: Option<String>,
    /// The frameworks to run; all of them if there is none.
    pub(crate) frameworks: Vec<String>,
    /// Where shrinking starts.
    pub(crate) from: From,
    /// CPU seconds of a cell.
    pub(crate) seconds: Option<f64>,
    /// Runs of each kind that are killed.
    pub(crate) kills: Option<u64>,
    /// What the moments of the kills are drawn from.
    pub(crate) seed: Option<u64>,
    /// Cases in a file.
    pub(crate) examples: Option<u64>,
    /// The directory to draw figures into.
    pub(crate) figures: Option<PathBuf>,
    /// The file to keep the findings in.
    pub(crate) save: Option<PathBuf>,
    /// The file to write the tables into as Markdown.
    pub(crate) markdown: Option<PathBuf>,
    /// The directory to write everything into, instead of into the project.
    pub(crate) out: Option<PathBuf>,
    /// As little as shows that it works.
    pub(crate) quick: bool,
}

/// What shrinking is given.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) enum From {
    /// The choices that made the failing value.
    #[default]
    Choices,
    /// The bare value.
    Value,
}

impl Arguments {
    /// The name of the experiment and its options, or what is wrong with them.
    pub(crate) fn parse(arguments: &[String]) -> Result<(String, Arguments), String> {
        let mut experiment = None;
        let mut parsed = Arguments::default();
        let mut left = arguments.iter();
        while let Some(argument) = left.next() {
            match argument.as_str() {
                "--json" => parsed.json = true,
                "--seeds" => parsed.seeds = Some(count(argument, left.next())?),
                "--examples" => parsed.examples = Some(count(argument, left.next())?),
                "--kills" => parsed.kills = Some(count(argument, left.next())?),
                "--seed" => parsed.seed = Some(count(argument, left.next())?),
                "--rounds" => parsed.rounds = Some(count(argument, left.next())? as usize),
                "--only" => parsed.only = Some(name(argument, left.next())?),
                "--framework" => parsed.frameworks.extend(names(argument, left.next())?),
                "--from" => parsed.from = from(&name(argument, left.next())?)?,
                "--seconds" => parsed.seconds = Some(seconds(argument, left.next())?),
                "--quick" => parsed.quick = true,
                "--save" => parsed.save = Some(name(argument, left.next())?.into()),
                "--markdown" => parsed.markdown = Some(name(argument, left.next())?.into()),
                "--out" => parsed.out = Some(name(argument, left.next())?.into()),
                "--figures" => parsed.figures = Some(name(argument, left.next())?.into()),
                option if option.starts_with('-') => return Err(format!("there is no option `{option}`")),
                name if experiment.is_none() => experiment = Some(name.to_owned()),
                extra => return Err(format!("one experiment at a time: what is `{extra}`?")),
            }
        }
        Ok((experiment.ok_or("which experiment?")?, parsed))
    }

    /// Whether a framework takes part.
    pub(crate) fn wants_framework(&self, name: &str) -> bool {
        self.frameworks.is_empty() || self.frameworks.iter().any(|wanted| wanted == name)
    }
}

fn count(option: &str, value: Option<&String>) -> Result<u64, String> {
    let value = value.ok_or_else(|| format!("`{option}` needs a number"))?;
    match value.parse() {
        Ok(0) | Err(_) => Err(format!("`{option}` needs a number from 1 up, not `{value}`")),
        Ok(count) => Ok(count),
    }
}

fn seconds(option: &str, value: Option<&String>) -> Result<f64, String> {
    let value = value.ok_or_else(|| format!("`{option}` needs a number"))?;
    match value.parse() {
        Ok(seconds) if seconds > 0.0 && f64::is_finite(seconds) => Ok(seconds),
        _ => Err(format!("`{option}` needs a number above 0, not `{value}`")),
    }
}

fn name(option: &str, value: Option<&String>) -> Result<String, String> {
    value.cloned().ok_or_else(|| format!("`{option}` needs a name"))
}

/// Names with commas between them.
fn names(option: &str, value: Option<&String>) -> Result<Vec<String>, String> {
    let names: Vec<String> = name(option, value)?.split(',').map(|name| name.trim().to_owned()).collect();
    if names.iter().any(String::is_empty) {
        Err(format!("`{option}` needs names with commas between them"))
    } else {
        Ok(names)
    }
}

fn from(value: &str) -> Result<From, String> {
    match value {
        "choices" => Ok(From::Choices),
        "value" => Ok(From::Value),
        _ => Err(format!("`--from` needs `choices` or `value`, not `{value}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, From};

    fn parse(line: &str) -> Result<(String, Arguments), String> {
        Arguments::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_stand_anywhere() {
        let expected = Arguments { seeds: Some(5), rounds: Some(3), json: true, ..Arguments::default() };
        assert_eq!(parse("--json speed --rounds 3 --seeds 5"), Ok(("speed".to_owned(), expected)));
        assert_eq!(parse("speed"), Ok(("speed".to_owned(), Arguments::default())));
        let (only, frameworks) = (Some("reverse".to_owned()), vec!["proptest".to_owned()]);
        let expected = Arguments { only, frameworks, from: From::Value, ..Arguments::default() };
        let line = "shrink --only reverse --framework proptest --from value";
        assert_eq!(parse(line), Ok(("shrink".to_owned(), expected)));
    }

    #[test]
    fn frameworks_are_repeated_or_listed() {
        let frameworks = ["mirrorcheck", "proptest", "quickcheck"].map(str::to_owned).to_vec();
        let expected = Arguments { frameworks, ..Arguments::default() };
        assert!(expected.wants_framework("proptest"));
        assert!(!expected.wants_framework("bolero"));
        assert!(Arguments::default().wants_framework("bolero"));
        let line = "compile --framework mirrorcheck,proptest --framework quickcheck";
        assert_eq!(parse(line), Ok(("compile".to_owned(), expected)));
        let wrong = "`--framework` needs names with commas between them";
        assert_eq!(parse("compile --framework mirrorcheck,"), Err(wrong.to_owned()));
    }

    #[test]
    fn examples() {
        let expected = Arguments { examples: Some(500), ..Arguments::default() };
        assert_eq!(parse("load --examples 500"), Ok(("load".to_owned(), expected)));
    }

    #[test]
    fn kills() {
        let markdown = Some("kills.md".into());
        let expected = Arguments { kills: Some(60), seed: Some(7), markdown, ..Arguments::default() };
        assert_eq!(parse("kill --kills 60 --seed 7 --markdown kills.md"), Ok(("kill".to_owned(), expected)));
    }

    #[test]
    fn seconds_and_figures() {
        let expected = Arguments { seconds: Some(0.5), figures: Some("out".into()), ..Arguments::default() };
        assert_eq!(parse("cgs --seconds 0.5 --figures out"), Ok(("cgs".to_owned(), expected)));
        assert_eq!(parse("cgs --seconds 0"), Err("`--seconds` needs a number above 0, not `0`".to_owned()));
        assert_eq!(parse("cgs --seconds inf"), Err("`--seconds` needs a number above 0, not `inf`".to_owned()));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(parse(""), Err("which experiment?".to_owned()));
        assert_eq!(parse("speed --jsn"), Err("there is no option `--jsn`".to_owned()));
        assert_eq!(parse("speed twice"), Err("one experiment at a time: what is `twice`?".to_owned()));
        assert_eq!(parse("speed --seeds"), Err("`--seeds` needs a number".to_owned()));
        assert_eq!(parse("shrink --only"), Err("`--only` needs a name".to_owned()));
        let wrong = "`--from` needs `choices` or `value`, not `bytes`";
        assert_eq!(parse("shrink --from bytes"), Err(wrong.to_owned()));
        assert_eq!(parse("speed --seeds 0"), Err("`--seeds` needs a number from 1 up, not `0`".to_owned()));
    }
}
