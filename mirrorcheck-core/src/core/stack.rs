//! The native stack is finite, values are not: a run that comes near the end of its stack continues on another.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};

/// How much of a stack of unknown size to use before switching. The smallest in practice is a test's 2 MiB.
const USED_OF_UNKNOWN: usize = 512 << 10;
/// What to leave free on our own stacks, for the frames between two checks and for the user's `Drop` and `Clone`.
const SPARE: usize = 512 << 10;
/// The size of our own stacks. Pages that are not touched cost nothing.
pub(crate) const OWN: usize = 64 << 20;
/// How many of our own stacks one run may use: enough for values nested a million deep, in optimised code.
pub(crate) const MAX: u32 = 32;

/// Returns roughly the current end of the stack: the address of a local variable.
#[inline(always)]
pub(crate) fn here() -> usize {
    let local = 0u8;
    &raw const local as usize
}

/// Returns the lowest address to use from here, on a stack of unknown size.
pub(crate) fn limit() -> usize {
    limit_at(here(), USED_OF_UNKNOWN)
}

/// Under Miri, addresses are arbitrary and the stack has no limit.
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
    std::thread::scope(|scope| {
        let spawned = own().spawn_scoped(scope, move || lent.unwrap()()).expect(NO_THREAD);
        match spawned.join() {
            Ok(result) => result.unwrap(),
            Err(panic) => resume_unwind(panic),
        }
    })
}

const NO_THREAD: &str =
    "a value is nested so deeply that it needs another stack, and no thread could be started for it";

/// Builds a thread with a stack of our own. It takes the name of the test, because panic messages show it.
fn own() -> Builder {
    let name = std::thread::current().name().unwrap_or("mirrorcheck").to_owned();
    Builder::new().name(name).stack_size(OWN)
}

/// A stack that a run reuses each time it reaches the same depth, together with the deeper ones. A search can get there
/// once for every value that it passes, and a fresh stack each time would cost more than the work done on it.
pub(crate) struct Kept {
    jobs: Option<SyncSender<Job>>,
    done: Receiver<Result<(), Box<dyn Any + Send>>>,
    thread: Option<JoinHandle<()>>,
    /// The stack to continue on when this one is used up.
    pub(crate) deeper: Option<Box<Kept>>,
}

/// The next closure to run. The sender waits until it is done.
struct Job(*mut (dyn FnMut(usize) + 'static));

// SAFETY: the sender does nothing until the job is done, so two threads never use its target at the same time.
unsafe impl Send for Job {}

impl Kept {
    pub(crate) fn new() -> Box<Kept> {
        let (jobs, next) = sync_channel::<Job>(1);
        let (report, done) = sync_channel(1);
        let work = move || {
            let limit = limit_at(here(), OWN - SPARE);
            while let Ok(Job(body)) = next.recv() {
                // SAFETY: nobody else uses the closure until the report is sent; see `run`.
                let result = catch_unwind(AssertUnwindSafe(|| unsafe { (*body)(limit) }));
                if report.send(result).is_err() {
                    break;
                }
            }
        };
        let thread = own().spawn(work).expect(NO_THREAD);
        Box::new(Kept { jobs: Some(jobs), done, thread: Some(thread), deeper: None })
    }

    /// Runs `body` here and waits for it; `body` gets this stack's limit. Panics pass through.
    pub(crate) fn run(&self, body: &mut dyn FnMut(usize)) {
        let body: *mut (dyn FnMut(usize) + '_) = body;
        // SAFETY: only the lifetime changes. The closure is not used after this function returns: the worker reports
        // when it is done with it, and nothing here can return or unwind before that report.
        let job = Job(unsafe {
            std::mem::transmute::<*mut (dyn FnMut(usize) + '_), *mut (dyn FnMut(usize) + 'static)>(body)
        });
        let sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        // The worker ends only when the sender is gone.
        match sent.then(|| self.done.recv()) {
            Some(Ok(Ok(()))) => {}
            Some(Ok(Err(panic))) => resume_unwind(panic),
            Some(Err(_)) | None => unreachable!("a kept stack ended by itself"),
        }
    }
}

impl Drop for Kept {
    /// Waits for the thread to end: generators may have left values in its thread-locals that borrow from this thread.
    fn drop(&mut self) {
        self.deeper = None;
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread::{ThreadId, current};

    use super::Kept;

    fn place(kept: &Kept) -> ThreadId {
        let mut id = None;
        kept.run(&mut |_| id = Some(current().id()));
        id.expect("it ran")
    }

    #[test]
    fn a_kept_stack_is_used_again_even_after_a_panic() {
        let mut kept = Kept::new();
        let (first, here) = (place(&kept), current().id());
        assert_ne!(first, here);
        let panic = catch_unwind(AssertUnwindSafe(|| kept.run(&mut |_| panic!("over there"))));
        assert_eq!(panic.unwrap_err().downcast_ref::<&str>(), Some(&"over there"));
        assert_eq!(place(&kept), first);
        kept.deeper = Some(Kept::new());
        let deeper = kept.deeper.as_ref().map(|deeper| place(deeper));
        assert!(deeper.is_some_and(|deeper| deeper != first && deeper != here));
    }
}
