//! An allocator that counts when it is asked to. When it is not, it costs one branch, so that it does not blur the
//! times.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

static COUNTS: AtomicBool = AtomicBool::new(false);
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
/// Bytes that are held, less those held when counting began.
static HELD: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

/// What one piece of work has allocated.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Allocated {
    /// How often memory was asked for, growing included.
    pub(crate) allocations: u64,
    /// The most that was held at a time.
    pub(crate) peak_bytes: u64,
}

/// Counts while `work` runs. For one thread at a time.
pub(crate) fn counting<R>(work: impl FnOnce() -> R) -> (R, Allocated) {
    ALLOCATIONS.store(0, Relaxed);
    HELD.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    let result = work();
    COUNTS.store(false, Relaxed);
    let peak_bytes = PEAK.load(Relaxed).max(0) as u64;
    (result, Allocated { allocations: ALLOCATIONS.load(Relaxed), peak_bytes })
}

pub(crate) struct Counting;

fn count(allocations: u64, bytes: i64) {
    if COUNTS.load(Relaxed) {
        ALLOCATIONS.fetch_add(allocations, Relaxed);
        let held = HELD.fetch_add(bytes, Relaxed) + bytes;
        PEAK.fetch_max(held, Relaxed);
    }
}

// SAFETY: every call goes on to the system's allocator unchanged; counting does not allocate.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as i64);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as i64);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, -(layout.size() as i64));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(1, size as i64 - layout.size() as i64);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
