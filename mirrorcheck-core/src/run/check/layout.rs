//! A case laid out for people: its arguments, and what the property draws when it runs on them.

use super::engine::{FoundFailure, Origin};
use super::finding::{replayed, taken_apart};
use super::report::{ShownPart, shown};
use super::trial::{Case, Trial, chance_of, size_of};
use crate::core::choice::Choice;
use crate::core::choices::{Choices, Tape};
use crate::core::cx::{Cx, DEFAULT_SIZE, SearchMode};
use crate::core::drawn::{DrawLog, Drawn, SeenDraw};
use crate::core::generator::Rejected;
use crate::core::replay::Player;
use crate::core::rng::Rng;

/// A case as reports show it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub(crate) arguments: Vec<ShownPart>,
    pub(crate) draws: Vec<ShownDraw>,
}

/// Something that the property drew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShownDraw {
    pub(crate) part: ShownPart,
    pub(crate) form: DrawForm,
    /// Its type, and the value as Rust source.
    pub(crate) source: Option<(&'static str, String)>,
}

/// How a value that was drawn is saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DrawForm {
    /// By its choices under `any` of its type, which outlive a change of its generator.
    Any(String),
    /// By its own choices.
    Choices(String),
    /// Together with all other choices: it is not one draw.
    Together,
}

/// What is told of choices in the body that no draw made, or of which it is not known which draw did.
const OTHERS: &str = "choices of its draws";

impl Layout {
    /// The case of these choices. If `runs`, the property is run, to see what it draws.
    pub(crate) fn of_choices(trial: &mut dyn Trial, choices: &Choices, runs: bool) -> Result<Layout, Rejected> {
        Layout::replayed(trial, choices, runs).map(|(layout, _)| layout)
    }

    /// The case of these choices, and what came of it.
    pub(crate) fn of_case(trial: &mut dyn Trial, choices: &Choices) -> Result<(Layout, Case), Rejected> {
        Layout::replayed(trial, choices, true)
    }

    fn replayed(trial: &mut dyn Trial, choices: &Choices, runs: bool) -> Result<(Layout, Case), Rejected> {
        let sequence: Vec<Choice> = choices.sequence().collect();
        let mut player = Player::of_property(&sequence);
        let mut cx = recording(Cx::cold(Rng::new(0, 0), choices.size(), SearchMode::First));
        if let Some(cold) = cx.cold_mut() {
            cold.answerer = Some(&mut player);
        }
        trial.make(&mut cx)?;
        Ok(laid_out(trial, &mut cx, runs))
    }

    /// A failing case as it was found, in a run with this seed.
    pub(crate) fn of_failure(
        trial: &mut dyn Trial,
        met: &FoundFailure,
        seed: u64,
        runs: bool,
    ) -> Result<Layout, Rejected> {
        match (&met.origin, &met.choices) {
            (Origin::Random { seed, case }, _) => {
                let mut cx = recording(Cx::cold(chance_of(*seed, *case), size_of(*case), SearchMode::First));
                trial.make(&mut cx)?;
                Ok(laid_out(trial, &mut cx, runs).0)
            }
            (Origin::Example(number), _) => {
                let mut cx = recording(Cx::cold(chance_of(seed, 0), DEFAULT_SIZE, SearchMode::First));
                trial.example(*number)?;
                Ok(laid_out(trial, &mut cx, runs).0)
            }
            (Origin::Chosen | Origin::Kept(_), Some(choices)) => Layout::of_choices(trial, choices, runs),
            (Origin::Chosen | Origin::Kept(_), None) => Err(Rejected),
        }
    }

    /// The case of these choices, of a property that cannot be run here.
    pub(crate) fn without_running(trial: &mut dyn Trial, choices: &Choices) -> Result<Layout, Rejected> {
        let mut drawn = Vec::new();
        for made in taken_apart(trial, choices).1 {
            drawn.push(made.choice());
        }
        replayed(trial, choices)?;
        Ok(Layout { arguments: shown(trial), draws: others(&drawn).into_iter().collect() })
    }

    /// All of it.
    pub(crate) fn parts(&self) -> Vec<ShownPart> {
        let mut parts = self.arguments.clone();
        for draw in &self.draws {
            parts.push(draw.part.clone());
        }
        parts
    }

    /// All of it without names, in one line.
    pub(crate) fn line(&self) -> String {
        let mut texts = Vec::new();
        for part in self.parts() {
            texts.push(part.short);
        }
        if let [only] = &texts[..] { only.clone() } else { format!("({})", texts.join(", ")) }
    }
}

fn recording(mut cx: Cx<'_>) -> Cx<'_> {
    if let Some(cold) = cx.cold_mut() {
        cold.tape = Some(Tape::new());
    }
    cx
}

/// The value that was made and, if the property is to be run on it, what it draws and what comes of it.
fn laid_out(trial: &mut dyn Trial, cx: &mut Cx<'_>, runs: bool) -> (Layout, Case) {
    let arguments = shown(trial);
    if !runs {
        return (Layout { arguments, draws: Vec::new() }, Case::Discarded);
    }
    cx.begin_body(None);
    cx.log_draws(true);
    let came = trial.test(cx);
    let Some(log) = cx.take_draws() else { return (Layout { arguments, draws: Vec::new() }, came) };
    let mut names: Vec<&str> = Vec::new();
    for part in &arguments {
        names.push(&part.name);
    }
    let mut draws = Vec::new();
    for (name, drawn) in named(&names, &log) {
        draws.push(ShownDraw::new(name, drawn));
    }
    draws.extend(others(&log.others));
    (Layout { arguments, draws }, came)
}

/// The draws with their names, no two of which are the same: the second `n` is `n #2`. In a loop, the first is `n #1`.
pub(crate) fn named<'l>(arguments: &[&str], log: &'l DrawLog) -> Vec<(String, &'l Drawn)> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for argument in arguments {
        counts.push(((*argument).to_owned(), 1));
    }
    let mut named = Vec::new();
    for drawn in &log.draws {
        let (name, repeats) = match &drawn.seen {
            Some(SeenDraw { site, .. }) => (site.name.to_owned(), site.repeats),
            None => (format!("draw at {}:{}", drawn.place.file(), drawn.place.line()), false),
        };
        let known = counts.iter().position(|(known, _)| *known == name);
        let at = known.unwrap_or_else(|| {
            counts.push((name.clone(), 0));
            counts.len() - 1
        });
        counts[at].1 += 1;
        let count = counts[at].1;
        named.push((if count > 1 || repeats { format!("{name} #{count}") } else { name }, drawn));
    }
    named
}

/// What was drawn as `Debug` writes it, or its choices where that is not known.
pub(crate) fn short(drawn: &Drawn) -> String {
    match (text(drawn), &drawn.seen) {
        (Some((short, _)), _) => short.clone(),
        (None, Some(_)) => format!("{}; its type has no `Debug`", listed(&drawn.choices)),
        (None, None) => listed(&drawn.choices),
    }
}

/// What was drawn as `Debug` writes it, on one line and on many.
fn text(drawn: &Drawn) -> Option<&(String, Option<String>)> {
    drawn.seen.as_ref().and_then(|seen| seen.text.as_ref()).or(drawn.text.as_ref())
}

/// Choices that no draw made.
pub(crate) fn others(choices: &[Choice]) -> Option<ShownDraw> {
    let text = words(choices);
    let part = ShownPart { name: OTHERS.to_owned(), short: text.clone(), long: Some(text) };
    if choices.is_empty() { None } else { Some(ShownDraw { part, form: DrawForm::Together, source: None }) }
}

fn listed(choices: &[Choice]) -> String {
    match choices {
        [] => "no choices".to_owned(),
        [only] => format!("choice {only}"),
        _ => format!("choices {}", words(choices)),
    }
}

fn words(choices: &[Choice]) -> String {
    let mut words = Vec::new();
    for choice in choices {
        words.push(choice.to_string());
    }
    words.join(" ")
}

impl ShownDraw {
    fn new(name: String, drawn: &Drawn) -> ShownDraw {
        let short = short(drawn);
        let long = text(drawn).map_or_else(|| Some(short.clone()), |(_, long)| long.clone());
        let mut draw = ShownDraw {
            part: ShownPart { name, short, long },
            form: DrawForm::Choices(format!("@{} ({})", drawn.size, words(&drawn.choices))),
            source: None,
        };
        if let Some(SeenDraw { any, source, .. }) = &drawn.seen {
            if let Some(any) = any {
                draw.form = DrawForm::Any(any.clone());
            }
            // What has no `Debug` cannot be given.
            draw.source = source.clone().filter(|_| text(drawn).is_some()).map(|source| (drawn.type_name, source));
        }
        draw
    }
}
