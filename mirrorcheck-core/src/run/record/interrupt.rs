//! Says which case was running when the user presses Ctrl-C. Systems other than Unix print nothing.

#[cfg(not(unix))]
use super::Ledger;

#[cfg(not(unix))]
pub(super) fn install(_: &'static Ledger) {}

#[cfg(unix)]
pub(super) use unix::install;

#[cfg(unix)]
mod unix {
    use std::ffi::{c_int, c_void};
    use std::ptr;
    use std::sync::atomic::{AtomicPtr, Ordering};

    use super::super::{CASES, LENGTH, Ledger, SEED, SLOTS, WORKERS};

    /// These are the same on every system that has records.
    const SIGINT: c_int = 2;
    const SIG_DFL: usize = 0;
    const SIG_ERR: usize = usize::MAX;

    unsafe extern "C" {
        fn signal(signal: c_int, handler: usize) -> usize;
        fn raise(signal: c_int) -> c_int;
        fn write(file: c_int, bytes: *const c_void, length: usize) -> isize;
    }

    static LEDGER: AtomicPtr<Ledger> = AtomicPtr::new(ptr::null_mut());

    /// Looks at the record when the process is interrupted, unless the program handles that itself.
    pub(in super::super) fn install(ledger: &'static Ledger) {
        // A parent reports what its children left.
        if super::super::named_by_parent().is_some() {
            return;
        }
        LEDGER.store(ptr::from_ref(ledger).cast_mut(), Ordering::Release);
        let handler: extern "C" fn(c_int) = interrupted;
        // SAFETY: the handler only does what a handler may do: it reads memory that is never freed, writes to a
        // descriptor, and restores what was there.
        unsafe {
            let before = signal(SIGINT, handler as usize);
            if before != SIG_DFL && before != SIG_ERR {
                signal(SIGINT, before);
            }
        }
    }

    extern "C" fn interrupted(_: c_int) {
        let ledger = LEDGER.load(Ordering::Acquire);
        // SAFETY: it is null or was made from a reference that lives as long as the process.
        if let Some(ledger) = unsafe { ledger.as_ref() } {
            for slot in 0..SLOTS {
                tell(ledger, slot);
            }
        }
        // SAFETY: both may be called in a handler. The process ends as it would have without one.
        unsafe {
            signal(SIGINT, SIG_DFL);
            raise(SIGINT);
        }
    }

    fn tell(ledger: &Ledger, slot: usize) {
        let name = ledger.name(slot);
        if name.is_empty() {
            return;
        }
        let start = name.iter().position(|byte| *byte == b'|').map_or(0, |at| at + 1);
        let mut case = 0;
        for worker in 0..WORKERS {
            case = ledger.word(slot, CASES + worker).load(Ordering::Relaxed);
            if case != 0 {
                break;
            }
        }
        let (mut digits, mut seed_digits) = ([0; 20], [0; 20]);
        let number = decimal(case, &mut digits);
        let seed = decimal(ledger.word(slot, SEED).load(Ordering::Relaxed), &mut seed_digits);
        let mut line = Line { bytes: [0; 1400], length: 0 };
        line.push(b"mirrorcheck: ");
        line.push(&name[start..]);
        if case != 0 {
            line.push(b": interrupted in case ");
            line.push(number);
            line.push(b" (seed ");
            line.push(seed);
            line.push(b"); the next run looks into that case\n");
        } else if ledger.word(slot, LENGTH).load(Ordering::Relaxed) != 0 {
            line.push(b": interrupted in a given case or while shrinking; the next run looks into that case\n");
        } else {
            return;
        }
        // SAFETY: the bytes are there. If the terminal is gone, there is nobody to tell.
        unsafe { write(2, line.bytes.as_ptr().cast(), line.length) };
    }

    /// A line of at most so many bytes, on the stack: a handler must not allocate.
    struct Line {
        bytes: [u8; 1400],
        length: usize,
    }

    impl Line {
        fn push(&mut self, bytes: &[u8]) {
            for byte in bytes {
                if let Some(place) = self.bytes.get_mut(self.length) {
                    *place = *byte;
                    self.length += 1;
                }
            }
        }
    }

    fn decimal(mut number: u64, digits: &mut [u8; 20]) -> &[u8] {
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return &digits[at..];
            }
        }
    }
}
