//! CPU time, because a machine that others use too makes wall time meaningless.

use std::time::Duration;

/// What this thread has used so far.
pub(crate) fn thread() -> Duration {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// What all threads have used so far: deeply nested values go on upon others.
pub(crate) fn process() -> Duration {
    read(libc::CLOCK_PROCESS_CPUTIME_ID)
}

fn read(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for one `timespec`, which is all that is written.
    let failed = unsafe { libc::clock_gettime(clock, &raw mut time) };
    assert_eq!(failed, 0, "there is no such clock for CPU time");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Runs below this are repeated, because the clock and the caches are of the same order.
const SHORT: Duration = Duration::from_millis(2);
const REPEATS: usize = 4;

/// The time of a run: if it is short, the least of four.
pub(crate) fn least_if_short(first: Duration, mut again: impl FnMut() -> Duration) -> Duration {
    if first > SHORT {
        return first;
    }
    (1..REPEATS).fold(first, |least, _| least.min(again()))
}

/// What the processes that were started from here, and theirs, have used up to their ends.
pub(crate) fn children() -> Duration {
    // SAFETY: `rusage` is made of integers, for which all zeros are valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is a valid place for one `rusage`, which is all that is written.
    let failed = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) };
    assert_eq!(failed, 0, "the usage of child processes is not known");
    let of = |time: libc::timeval| Duration::new(time.tv_sec as u64, 1_000 * time.tv_usec as u32);
    of(usage.ru_utime) + of(usage.ru_stime)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{SHORT, least_if_short};

    #[test]
    fn only_short_runs_are_repeated() {
        let mut others = [9, 3, 5].map(Duration::from_micros).into_iter();
        assert_eq!(least_if_short(Duration::from_micros(7), || others.next().unwrap()), Duration::from_micros(3));
        assert_eq!(others.next(), None, "four runs");
        let long = SHORT + Duration::from_nanos(1);
        assert_eq!(least_if_short(long, || unreachable!("a long run is not repeated")), long);
    }
}
