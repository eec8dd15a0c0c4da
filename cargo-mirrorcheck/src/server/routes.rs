//! From a path and a query to a view, and from that to a page, or to JSON.

use std::ops::Deref;

use serde::Serialize;

use super::query::Query;
use crate::filter::Filter;
use crate::index::Index;
use crate::page::{self, Place};
use crate::view::{self, RunKey};

/// A longer URL was not made by the page.
const LONGEST: usize = 16 * 1024;

const JSON: &str = "application/json; charset=utf-8";

pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) kind: &'static str,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn page(status: u16, html: String) -> Answer {
        Answer { status, ..Answer::of("text/html; charset=utf-8", html) }
    }

    pub(super) fn text(text: String) -> Answer {
        Answer::of("text/plain; charset=utf-8", text)
    }

    fn of(kind: &'static str, body: impl Into<Vec<u8>>) -> Answer {
        Answer { status: 200, kind, body: body.into() }
    }

    fn json(view: &impl Serialize) -> Answer {
        Answer::of(JSON, serde_json::to_vec(view).expect("a view is plain data"))
    }
}

/// Why there is no answer.
enum Refused {
    /// What was asked makes no sense.
    Wrong(String),
    /// It makes sense, but is not there.
    Missing(String),
}

impl From<String> for Refused {
    fn from(why: String) -> Refused {
        Refused::Wrong(why)
    }
}

/// The answer to a request for `url`. The index is held no longer than it is needed.
pub(super) fn answer<I: Deref<Target = Index>>(index: &dyn Fn() -> I, url: &str) -> Answer {
    if url.len() > LONGEST {
        return Answer::page(414, page::message("Too long", "The address is longer than any link on these pages."));
    }
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    match route(index, path, query) {
        Ok(answer) => answer,
        Err(Refused::Wrong(why)) => Answer::page(400, page::message("The address is wrong", &why)),
        Err(Refused::Missing(why)) => Answer::page(404, page::message("Not found", &why)),
    }
}

fn route<I: Deref<Target = Index>>(index: &dyn Fn() -> I, path: &str, query: &str) -> Result<Answer, Refused> {
    // What is the same for everybody needs neither a query nor the index.
    match path {
        "/style.css" => return Ok(Answer::of("text/css; charset=utf-8", page::STYLE)),
        "/script.js" => return Ok(Answer::of("text/javascript; charset=utf-8", page::SCRIPT)),
        // Pages bring their own, but browsers also ask for that of a line.
        "/favicon.ico" => return Ok(Answer { status: 204, ..Answer::of("image/x-icon", "") }),
        _ => {}
    }
    let query = Query::read(query)?;
    match path {
        "/" | "/overview.json" => {
            let find = query.one("find")?.unwrap_or_default();
            let (view, place) = seen(index, |index| Some(view::overview(index)))?;
            Ok(either(path, &view, |view| page::overview(view, find, place)))
        }
        "/run" | "/run.json" => {
            let key = key(&query)?;
            let (view, place) = seen(index, |index| view::run(index, &key))?;
            Ok(either(path, &view, |view| page::run(view, place)))
        }
        "/examples" | "/examples.json" => {
            let (key, filter) = (key(&query)?, Filter::of_pairs(query.pairs())?);
            let number = query.number("page")?.unwrap_or(1);
            let (view, place) = seen(index, |index| view::examples(index, &key, &filter, number))?;
            Ok(either(path, &view, |view| page::examples(view, place)))
        }
        "/compare" => {
            let left = key(&query)?;
            // A property beside itself: its last two runs.
            let property = query.one("with_property")?.filter(|property| *property != left.property);
            let start = query.number("with")?;
            let (view, place) = seen(index, |index| {
                let start = start.or_else(|| property.is_none().then(|| before(index, &left)).flatten());
                let right = RunKey { property: property.unwrap_or(&left.property).to_owned(), start };
                view::compare(index, &left, &right)
            })?;
            let key = |run: &view::RunView| (run.row.property.clone(), run.row.start);
            if key(&view.left) != key(&view.right) {
                return Ok(Answer::page(200, page::compare(&view, place)));
            }
            let (title, text) = match view.left.runs.len() {
                1 => ("Nothing to compare with yet", "This property has only one run so far."),
                _ => ("Nothing to compare", "This is the same run twice. Choose another one on its page."),
            };
            Ok(Answer::page(200, page::message(title, text)))
        }
        "/raw" => {
            let key = key(&query)?;
            let case =
                query.number("case")?.ok_or_else(|| "The address needs `&case=N`; the first case is 0.".to_owned())?;
            let (line, _) = seen(index, |index| view::raw(index, &key, case))?;
            Ok(Answer::of(JSON, line))
        }
        _ => Err(Refused::Missing(format!("There is no page `{path}`."))),
    }
}

/// What is to be seen, and where: both of the same moment.
fn seen<I: Deref<Target = Index>, V>(
    index: &dyn Fn() -> I,
    look: impl FnOnce(&Index) -> Option<V>,
) -> Result<(V, Place), Refused> {
    let index = index();
    let view = look(&index).ok_or_else(|| Refused::Missing("No such run was recorded.".to_owned()))?;
    Ok((view, Place::Served { version: index.version() }))
}

/// The run before this one, of the same property.
fn before(index: &Index, key: &RunKey) -> Option<f64> {
    let start = index.run(key)?.start;
    index.runs(&key.property).iter().map(|run| run.start).filter(|other| *other < start).reduce(f64::max)
}

fn either<V: Serialize>(path: &str, view: &V, page: impl FnOnce(&V) -> String) -> Answer {
    if path.ends_with(".json") { Answer::json(view) } else { Answer::page(200, page(view)) }
}

fn key(query: &Query) -> Result<RunKey, Refused> {
    let property = query.one("property")?.ok_or_else(|| "The address needs `?property=…`.".to_owned())?.to_owned();
    Ok(RunKey { property, start: query.number("start")? })
}
