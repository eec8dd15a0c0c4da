//! One core for the whole run: a thread that moves leaves its caches behind.

/// The cores that were allowed before, which are allowed again when this is dropped.
pub(super) struct Pinned(libc::cpu_set_t);

impl Pinned {
    /// Keeps this thread, and those that it starts, on the core where it is. Nothing where that is refused.
    pub(super) fn here() -> Option<Pinned> {
        let before = allowed()?;
        // SAFETY: it has no arguments and changes nothing.
        let core = unsafe { libc::sched_getcpu() };
        let mut one = no_cores();
        // SAFETY: the number of the core that runs this is within the set.
        unsafe { libc::CPU_SET(usize::try_from(core).ok()?, &mut one) };
        allow(&one).then_some(Pinned(before))
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        // These cores were allowed before; should that be refused now, the process goes on with one.
        let _ = allow(&self.0);
    }
}

fn no_cores() -> libc::cpu_set_t {
    // SAFETY: `cpu_set_t` is made of integers, for which all zeros are valid.
    unsafe { std::mem::zeroed() }
}

fn allowed() -> Option<libc::cpu_set_t> {
    let mut cores = no_cores();
    // SAFETY: `cores` is a valid place for one `cpu_set_t`, whose size is told.
    let failed = unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut cores) };
    (failed == 0).then_some(cores)
}

fn allow(cores: &libc::cpu_set_t) -> bool {
    // SAFETY: `cores` is a valid `cpu_set_t`, whose size is told.
    unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), cores) == 0 }
}

#[cfg(test)]
mod tests {
    use super::{Pinned, allowed};

    #[test]
    fn cores_are_given_back() {
        let count = || allowed().map(|cores| count_of(&cores));
        let before = count();
        if let Some(pinned) = Pinned::here() {
            assert_eq!(count(), Some(1));
            drop(pinned);
        }
        assert_eq!(count(), before);
    }

    fn count_of(cores: &libc::cpu_set_t) -> i32 {
        // SAFETY: it only reads the set.
        unsafe { libc::CPU_COUNT(cores) }
    }
}
