//! What one case in a child may use.

use std::time::Duration;

/// Limits of one case.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Limits {
    pub(crate) time: Option<Duration>,
    /// In bytes.
    pub(crate) memory: Option<u64>,
    /// When to print a line about a case that takes long.
    pub(crate) notice: Option<Duration>,
}

impl Limits {
    /// Why the standard library ended a process, from what it printed last.
    pub(super) fn cause(&self, printed: &str) -> Option<String> {
        if printed.contains("has overflowed its stack") {
            return Some("stack overflow".to_owned());
        }
        let is_out_of_memory = printed.contains("memory allocation of ") && printed.contains(" bytes failed");
        is_out_of_memory.then(|| match self.memory {
            Some(memory) => format!("out of memory (limit: {})", shown(memory)),
            None => "out of memory".to_owned(),
        })
    }
}

/// A number of bytes, for people.
fn shown(bytes: u64) -> String {
    const UNITS: [(u64, &str); 6] =
        [(1 << 30, "GiB"), (1_000_000_000, "GB"), (1 << 20, "MiB"), (1_000_000, "MB"), (1 << 10, "KiB"), (1_000, "kB")];
    for (unit, name) in UNITS {
        if bytes >= unit && bytes % unit == 0 {
            return format!("{} {name}", bytes / unit);
        }
    }
    format!("{bytes} bytes")
}

/// Whether the system can limit the memory of a process.
pub(crate) const LIMITS_MEMORY: bool = cfg!(any(target_os = "linux", target_os = "android"));

/// Lets this process have this much memory more than it has now. Allocations beyond that fail.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn limit_memory(bytes: u64) {
    use std::ffi::{c_int, c_ulong};

    /// The same on all architectures but Alpha, MIPS and SPARC, for which Rust has no tests of its own either.
    const RLIMIT_DATA: c_int = 2;

    #[repr(C)]
    struct Limit {
        soft: c_ulong,
        hard: c_ulong,
    }

    unsafe extern "C" {
        fn getrlimit(resource: c_int, limit: *mut Limit) -> c_int;
        fn setrlimit(resource: c_int, limit: *const Limit) -> c_int;
    }

    let most = used().saturating_add(bytes).saturating_add(crate::core::stack::OWN as u64);
    let mut limit = Limit { soft: 0, hard: 0 };
    // SAFETY: the system writes to and reads from a value of the type that it expects.
    unsafe {
        if getrlimit(RLIMIT_DATA, &mut limit) == 0 {
            limit.soft = limit.hard.min(c_ulong::try_from(most).unwrap_or(c_ulong::MAX));
            setrlimit(RLIMIT_DATA, &limit);
        }
    }
}

/// How much memory for data this process has now.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn used() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let data = status.lines().find_map(|line| line.strip_prefix("VmData:"));
    let kilobytes = data.and_then(|data| data.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) fn limit_memory(_: u64) {}

#[cfg(test)]
mod tests {
    use super::{Limits, shown};

    #[test]
    fn the_cause_of_a_death_is_read_from_the_last_words() {
        let limits = |memory| Limits { memory, ..Limits::default() };
        assert_eq!(limits(None).cause("thread 'x' has overflowed its stack\n").as_deref(), Some("stack overflow"));
        let failed = "memory allocation of 64 bytes failed\n";
        assert_eq!(limits(None).cause(failed).as_deref(), Some("out of memory"));
        assert_eq!(limits(Some(1 << 30)).cause(failed).as_deref(), Some("out of memory (limit: 1 GiB)"));
        assert_eq!(limits(None).cause("something else"), None);
        assert_eq!([1_500_000, 3 << 20, 7].map(shown), ["1500 kB", "3 MiB", "7 bytes"]);
    }
}
