//! The generators that are compared.

use mirrorcheck::lab::Tuner;
use mirrorcheck::prelude::*;

use super::documents::with_hashcode;

/// In the order of the rows.
pub(super) const GENERATORS: [&str; 4] = ["unweighted", "tuned_like", "tuned_like_context", "tuned_unlike"];
/// How many choices above one are its context.
pub(super) const CONTEXT: usize = 2;

/// Returns this many documents of each generator, or why there are none.
pub(super) fn documents(examples: &[String], count: u64) -> Result<[Vec<String>; GENERATORS.len()], String> {
    let generator = with_hashcode();
    let failed = |error: &dyn std::fmt::Display| format!("the generator cannot be tuned: {error}");
    let like = generator.tuned_like(examples).map_err(|error| failed(&error))?;
    let context = Tuner::new(&generator).context(CONTEXT).like(examples).map_err(|error| failed(&error))?;
    let unlike = generator.tuned_unlike(examples).map_err(|error| failed(&error))?;
    Ok([made(&generator, count)?, made(&like, count)?, made(&context, count)?, made(&unlike, count)?])
}

fn made(generator: &impl Generator<Value = String>, count: u64) -> Result<Vec<String>, String> {
    (0..count).map(|seed| generator.try_sample(seed).map_err(|none| none.to_string())).collect()
}
