//! The processor time of a thread: what it took itself, however busy the machine is.

use std::time::Duration;

/// The processor time that the current thread has used so far, where the system tells.
pub(crate) fn time() -> Option<Duration> {
    clock::time()
}

/// Systems whose numbers are known, and whose `timespec` consists of two 64-bit integers.
#[cfg(all(
    target_pointer_width = "64",
    not(miri),
    any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd")
))]
mod clock {
    use std::ffi::c_int;
    use std::time::Duration;

    #[cfg(any(target_os = "linux", target_os = "android"))]
    const CLOCK_THREAD_CPUTIME_ID: c_int = 3;
    #[cfg(target_os = "macos")]
    const CLOCK_THREAD_CPUTIME_ID: c_int = 16;
    #[cfg(target_os = "freebsd")]
    const CLOCK_THREAD_CPUTIME_ID: c_int = 14;

    #[repr(C)]
    struct Timespec {
        seconds: i64,
        nanoseconds: i64,
    }

    unsafe extern "C" {
        // Declared by hand because a crate that declares it would add about a second to every user's build.
        fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
    }

    pub(super) fn time() -> Option<Duration> {
        let mut time = Timespec { seconds: 0, nanoseconds: 0 };
        // SAFETY: the system writes one `timespec`, to memory that is valid and has its layout.
        let status = unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
        let Timespec { seconds, nanoseconds } = time;
        let (seconds, nanoseconds) = (u64::try_from(seconds).ok()?, u32::try_from(nanoseconds).ok()?);
        (status == 0).then(|| Duration::new(seconds, nanoseconds))
    }
}

#[cfg(not(all(
    target_pointer_width = "64",
    not(miri),
    any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd")
)))]
mod clock {
    use std::time::Duration;

    pub(super) fn time() -> Option<Duration> {
        None
    }
}

#[cfg(all(test, target_os = "linux", target_pointer_width = "64", not(miri)))]
mod tests {
    use super::time;
    use std::time::{Duration, Instant};

    #[test]
    fn sleep_takes_no_processor_time_and_work_does() {
        let begin = time().unwrap();
        std::thread::sleep(Duration::from_millis(50));
        assert!(time().unwrap() - begin < Duration::from_millis(40));
        let (begin, clock) = (time().unwrap(), Instant::now());
        while time().unwrap() - begin < Duration::from_millis(20) {
            assert!(clock.elapsed() < Duration::from_secs(60), "the clock of the thread stands still");
        }
    }
}
