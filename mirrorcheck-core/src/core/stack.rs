//! The native stack is finite, values are not: a run that comes near its end goes on upon another stack.

/// How much of a stack of unknown size is used before going on elsewhere. The smallest that is met is a test's 2 MiB.
const USED_OF_UNKNOWN: usize = 512 << 10;
/// What is left over on our own stacks, for the frames between two checks and for the user's own `Drop` and `Clone`.
const SPARE: usize = 512 << 10;
/// The size of our own stacks. Pages that are not touched cost nothing.
pub(crate) const OWN: usize = 64 << 20;
/// How many of our own stacks one run may have: enough for values nested a million deep, in optimised code.
pub(crate) const MAX: u32 = 32;

/// Roughly where the stack ends now: the address of a local variable.
#[inline(always)]
pub(crate) fn here() -> usize {
    let local = 0u8;
    &raw const local as usize
}

/// The lowest address to go down to from here, on a stack of unknown size.
pub(crate) fn limit() -> usize {
    limit_at(here(), USED_OF_UNKNOWN)
}

/// Miri gives variables any addresses, and its stack has no end.
fn limit_at(start: usize, room: usize) -> usize {
    if cfg!(miri) { 0 } else { start.saturating_sub(room) }
}

/// Runs `body` on a fresh stack and waits for it; `body` gets that stack's limit. Panics pass through.
pub(crate) fn grow<R>(body: impl FnOnce(usize) -> R) -> R {
    struct Lent<T>(T);
    // SAFETY: the calling thread does nothing until the new one has ended, thread-locals included (`join` waits for
    // it, which the end of a scope alone would not). So whatever is lent is never used by two threads at a time, and
    // nothing of it stays behind.
    unsafe impl<T> Send for Lent<T> {}
    impl<T> Lent<T> {
        fn unwrap(self) -> T {
            self.0
        }
    }

    let lent = Lent(move || Lent(body(limit_at(here(), OWN - SPARE))));
    // The name is what a panic message shows: that of the test.
    let name = std::thread::current().name().unwrap_or("mirrorcheck").to_owned();
    std::thread::scope(|scope| {
        let spawned =
            std::thread::Builder::new().name(name).stack_size(OWN).spawn_scoped(scope, move || lent.unwrap()()).expect(
                "a value is nested so deeply that it needs another stack, and no thread could be started for it",
            );
        match spawned.join() {
            Ok(result) => result.unwrap(),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
