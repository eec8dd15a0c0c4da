//! Generators of `Instant`, `Layout`, and the standard library's enums for input, output and memory.

use std::alloc::Layout;
use std::io::{ErrorKind, SeekFrom};
use std::marker::PhantomPinned;
use std::net::Shutdown;
use std::num::FpCategory;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::wrapped::expressed;
use super::{biased, element_of};
use crate::core::arbitrary::{Arbitrary, any};
use crate::core::combinators::{convert, exact, labeled};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::source;

expressed! {
    /// The generator of `any::<Instant>()`: up to 136 years after the first instant that the process generated.
    ///
    /// An `Instant` means nothing outside of its process. In another process, the same choices make an instant at the same
    /// distance from its first one, so differences replay. But the value is printed differently each time, so a saved failure
    /// that shows an `Instant` is stale in the next run. If that matters, draw a `Duration` and add it to an instant of your
    /// own.
    ///
    /// ```
    /// use std::time::Instant;
    /// use mirrorcheck::prelude::*;
    ///
    /// let first = any::<Instant>().all_values().next().unwrap();
    /// assert!(any::<Instant>().contains(&Instant::now()));
    /// assert!(any::<Instant>().samples(1).take(100).all(|instant| instant >= first));
    /// ```
    Instants: Instant = convert((biased(0..=u32::MAX), biased(0..1_000_000_000u32)),
        |(seconds, nanos)| first_instant() + Duration::new(seconds.into(), nanos),
        |instant: &Instant| {
            let after = instant.checked_duration_since(first_instant())?;
            Some((u32::try_from(after.as_secs()).ok()?, after.subsec_nanos()))
        },
    ), |_instant| None;

    /// The generator of `any::<ErrorKind>()`: all kinds that the oldest supported Rust has.
    ///
    /// ```
    /// use std::io::ErrorKind;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<ErrorKind>().contains(&ErrorKind::NotFound));
    /// ```
    ErrorKinds: ErrorKind = element_of(KINDS), |kind| source::leaf(format!("::std::io::ErrorKind::{kind:?}"));

    /// The generator of `any::<SeekFrom>()`.
    ///
    /// ```
    /// use std::io::SeekFrom;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<SeekFrom>().contains(&SeekFrom::End(-1)));
    /// ```
    SeekFroms: SeekFrom = labeled((
        ("start", convert(any::<u64>(), SeekFrom::Start, |from: &SeekFrom| match from {
            SeekFrom::Start(at) => Some(*at),
            _ => None,
        })),
        ("end", convert(any::<i64>(), SeekFrom::End, |from: &SeekFrom| match from {
            SeekFrom::End(at) => Some(*at),
            _ => None,
        })),
        ("current", convert(any::<i64>(), SeekFrom::Current, |from: &SeekFrom| match from {
            SeekFrom::Current(at) => Some(*at),
            _ => None,
        })),
    )), |from| source::leaf(format!("::std::io::SeekFrom::{from:?}"));

    /// The generator of `any::<Shutdown>()`.
    ///
    /// ```
    /// use std::net::Shutdown;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(any::<Shutdown>().all_values().count(), 3);
    /// ```
    Shutdowns: Shutdown = labeled([
        ("read", exact(Shutdown::Read)),
        ("write", exact(Shutdown::Write)),
        ("both", exact(Shutdown::Both)),
    ]), |how| source::leaf(format!("::std::net::Shutdown::{how:?}"));

    /// The generator of `any::<FpCategory>()`. For floats of one category, use
    /// [`float_class`](crate::floats::float_class).
    ///
    /// ```
    /// use std::num::FpCategory;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(any::<FpCategory>().all_values().count(), 5);
    /// ```
    FpCategories: FpCategory = labeled([
        ("zero", exact(FpCategory::Zero)),
        ("normal", exact(FpCategory::Normal)),
        ("subnormal", exact(FpCategory::Subnormal)),
        ("infinite", exact(FpCategory::Infinite)),
        ("nan", exact(FpCategory::Nan)),
    ]), |category| source::leaf(format!("::std::num::FpCategory::{category:?}"));

    /// The generator of `any::<std::sync::atomic::Ordering>()`. Some operations panic for some of them.
    ///
    /// ```
    /// use std::sync::atomic::Ordering;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(any::<Ordering>().all_values().count(), 5);
    /// ```
    AtomicOrderings: Ordering = labeled([
        ("seq_cst", exact(Ordering::SeqCst)),
        ("acq_rel", exact(Ordering::AcqRel)),
        ("acquire", exact(Ordering::Acquire)),
        ("release", exact(Ordering::Release)),
        ("relaxed", exact(Ordering::Relaxed)),
    ]), |ordering| source::leaf(format!("::std::sync::atomic::Ordering::{ordering:?}"));

    /// The generator of `any::<PhantomPinned>()`.
    ///
    /// ```
    /// use std::marker::PhantomPinned;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert_eq!(any::<PhantomPinned>().sample(1), PhantomPinned);
    /// ```
    PhantomsPinned: PhantomPinned = exact(PhantomPinned), |_pinned| source::leaf("::std::marker::PhantomPinned");

    /// The generator of `any::<Layout>()`: all alignments, with all sizes that each allows.
    ///
    /// ```
    /// use std::alloc::Layout;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<Layout>().contains(&Layout::new::<[u64; 5]>()));
    /// ```
    Layouts: Layout = Aligned, |layout| source::leaf(format!(
        "::std::alloc::Layout::from_size_align({}, {}).unwrap()", layout.size(), layout.align(),
    ));
}

/// Returns the instant that all generated ones follow.
fn first_instant() -> Instant {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    *FIRST.get_or_init(Instant::now)
}

const KINDS: &[ErrorKind] = &[
    ErrorKind::Other,
    ErrorKind::NotFound,
    ErrorKind::PermissionDenied,
    ErrorKind::AlreadyExists,
    ErrorKind::WouldBlock,
    ErrorKind::Interrupted,
    ErrorKind::UnexpectedEof,
    ErrorKind::TimedOut,
    ErrorKind::InvalidInput,
    ErrorKind::InvalidData,
    ErrorKind::WriteZero,
    ErrorKind::Unsupported,
    ErrorKind::OutOfMemory,
    ErrorKind::BrokenPipe,
    ErrorKind::ConnectionRefused,
    ErrorKind::ConnectionReset,
    ErrorKind::ConnectionAborted,
    ErrorKind::NotConnected,
    ErrorKind::AddrInUse,
    ErrorKind::AddrNotAvailable,
    ErrorKind::HostUnreachable,
    ErrorKind::NetworkUnreachable,
    ErrorKind::NetworkDown,
    ErrorKind::NotADirectory,
    ErrorKind::IsADirectory,
    ErrorKind::DirectoryNotEmpty,
    ErrorKind::ReadOnlyFilesystem,
    ErrorKind::StaleNetworkFileHandle,
    ErrorKind::StorageFull,
    ErrorKind::NotSeekable,
    ErrorKind::FileTooLarge,
    ErrorKind::ResourceBusy,
    ErrorKind::ExecutableFileBusy,
    ErrorKind::Deadlock,
    ErrorKind::TooManyLinks,
    ErrorKind::ArgumentListTooLong,
];

/// The generator of layouts. It draws the alignment first, because the alignment limits the size.
struct Aligned;

impl Generator for Aligned {
    type Value = Layout;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Layout>) -> Result<Layout, Rejected> {
        let shown = match focus.resolve() {
            Focus::On(layout) => Some((layout.align().trailing_zeros(), layout.size())),
            Focus::Free | Focus::Sketch(_) => None,
        };
        cx.on_temporary(|cx| {
            cx.group(|cx| {
                let (bits, size) = shown
                    .as_ref()
                    .map_or((Focus::Free, Focus::Free), |(bits, size)| (Focus::On(bits), Focus::On(size)));
                let align = 1usize << biased(0..usize::BITS).run(cx, bits)?;
                // Rounded up to the alignment, the size must not exceed `isize::MAX`.
                let most = isize::MAX as usize + 1 - align;
                let size = biased(0..=most).run(cx, size)?;
                Layout::from_size_align(size, align).map_err(|error| cx.reject(|| error.to_string()))
            })
        })
    }
}

impl Reflective for Aligned {}
