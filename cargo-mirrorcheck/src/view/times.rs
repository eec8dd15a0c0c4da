//! Where the time of a run went.

use super::{Slow, TimePart, Timing, evenly, only};
use crate::index::{Lines, Run};

const SLOWEST: usize = 10;
/// Points of time by size.
const POINTS: usize = 1_000;
/// Characters of a slow case that are shown.
const CHARACTERS: usize = 300;

pub(super) fn timing(run: &Run, lines: &mut Lines<'_>) -> Timing {
    if run.times.is_empty() {
        return Timing::default();
    }
    let mut parts: Vec<TimePart> = run
        .times
        .iter()
        .map(|time| {
            let mut values = time.column.values().to_vec();
            let middle = (values.len().max(1) - 1) / 2;
            let median = values.select_nth_unstable_by(middle, f32::total_cmp).1;
            TimePart {
                name: time.name.clone(),
                seconds: time.total,
                median: f64::from(*median),
                greatest: f64::from(values.iter().copied().fold(0.0, f32::max)),
            }
        })
        .collect();
    parts.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    let slow = |&(seconds, case): &(f32, u32)| Slow {
        case: u64::from(case),
        seconds: f64::from(seconds),
        representation: lines.representation(run.place(case), CHARACTERS),
        filter: only(case),
    };
    let point = |case: usize| (f64::from(run.size[case]), f64::from(run.seconds[case]), only(case as u32));
    Timing {
        total: run.total_seconds,
        parts,
        slowest: run.slowest.iter().take(SLOWEST).map(slow).collect(),
        by_size: evenly(run.cases() as usize, POINTS).map(point).collect(),
    }
}
