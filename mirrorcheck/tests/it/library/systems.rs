//! Types of the standard library for the operating system, threads and memory.

use std::alloc::Layout;
use std::cell::OnceCell;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::io::{self, Cursor, ErrorKind, SeekFrom};
use std::marker::PhantomPinned;
use std::net::Shutdown;
use std::num::FpCategory;
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::*;
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::task::Poll;
use std::time::{Duration, Instant};

use mirrorcheck::generators::Wraps;
use mirrorcheck::prelude::*;

use crate::laws::{check_but_probability, erased};

laws! {
    atomics: inside::<AtomicBool>();
    atomic_numbers: (inside::<AtomicU8>(), inside::<AtomicI16>(), inside::<AtomicU32>(), inside::<AtomicI64>());
    atomic_sizes: (inside::<AtomicUsize>(), inside::<AtomicIsize>());
    atomic_others: (inside::<AtomicI8>(), inside::<AtomicU16>(), inside::<AtomicI32>(), inside::<AtomicU64>());
    locks: (inside::<Mutex<u8>>(), inside::<RwLock<bool>>(), inside::<AssertUnwindSafe<u8>>());
    pinned: any::<(Pin<Box<u8>>, PhantomPinned)>();
    written_once: any::<(OnceCell<u8>, OnceLock<bool>)>();
    polled: any::<(Poll<u8>, Poll<Option<bool>>)>();
    control_flow: any::<ControlFlow<u8, bool>>();
    cursors: any::<Cursor<Vec<u8>>>();
    io_errors: inside::<io::Error>();
    error_kinds: any::<ErrorKind>();
    seeking: any::<SeekFrom>();
    kinds: any::<(Shutdown, FpCategory, Ordering)>();
    layouts: any::<Layout>();
    instants: any::<Instant>();
    tuples_of_sixteen: halves();
}

/// Returns a generator of what a type without `==` contains.
fn inside<W>() -> impl Reflective<Value = W::Inner> + Clone
where
    W: Arbitrary<Generator: Clone> + Wraps<Inner: Clone + PartialEq>,
{
    any::<W>().convert(|wrapper| wrapper.look(|inner| inner.cloned().unwrap()), |inner| Some(W::wrap(inner.clone())))
}

type Eight = (bool, u8, bool, bool, bool, bool, bool, i8);
type Sixteen = (bool, u8, bool, bool, bool, bool, bool, i8, bool, u8, bool, bool, bool, bool, bool, i8);

/// Returns a generator of two halves of a tuple, because one of more than twelve parts has neither `==` nor `Debug`.
fn halves() -> impl Reflective<Value = (Eight, Eight)> + Clone {
    any::<Sixteen>().convert(
        |(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)| ((a, b, c, d, e, f, g, h), (i, j, k, l, m, n, o, p)),
        |((a, b, c, d, e, f, g, h), (i, j, k, l, m, n, o, p)): &(Eight, Eight)| {
            Some((*a, *b, *c, *d, *e, *f, *g, *h, *i, *j, *k, *l, *m, *n, *o, *p))
        },
    )
}

#[test]
fn tuples_have_up_to_sixteen_parts() {
    fn parts<T: Arbitrary>(count: usize) {
        assert_eq!(T::arbitrary().randomness(1).labels().len(), count);
    }
    type B = bool;
    parts::<(B, B, B, B, B, B, B, B, B, B, B, B, B)>(13);
    parts::<(B, B, B, B, B, B, B, B, B, B, B, B, B, B)>(14);
    parts::<(B, B, B, B, B, B, B, B, B, B, B, B, B, B, B)>(15);
    parts::<(B, B, B, B, B, B, B, B, B, B, B, B, B, B, B, B)>(16);
}

/// Texts that are not Unicode are filtered, so their probability is only known within bounds.
#[test]
fn texts_of_systems() {
    check_but_probability(erased(any::<OsString>()));
    check_but_probability(erased(any::<PathBuf>()));
    check_but_probability(erased(any::<CString>()));
    check_but_probability(erased(any::<(Box<OsStr>, Rc<OsStr>, Arc<OsStr>)>()));
    check_but_probability(erased(any::<(Box<Path>, Rc<Path>, Arc<Path>)>()));
    check_but_probability(erased(any::<(Box<CStr>, Rc<CStr>, Arc<CStr>)>()));
}

/// All bytes are in range, in exactly one way.
#[cfg(unix)]
#[test]
fn os_strings_have_arbitrary_bytes() {
    use std::os::unix::ffi::OsStringExt;

    let (mut unicode, mut other) = (0, 0);
    // Bytes that are almost UTF-8.
    let near = oneof((
        any::<Vec<u8>>(),
        (any::<String>(), 0..=9usize, 0x80..=0xffu8).convert(
            |(text, at, byte)| {
                let mut bytes = text.into_bytes();
                let at = at.min(bytes.len());
                bytes.insert(at, byte);
                bytes
            },
            |_| None,
        ),
        any::<String>().convert(String::into_bytes, |_| None),
    ));
    for bytes in near.samples(1).take(1_000) {
        match std::str::from_utf8(&bytes) {
            Ok(_) => unicode += 1,
            Err(_) => other += 1,
        }
        let text = OsString::from_vec(bytes.clone());
        assert_eq!(any::<OsString>().reflect(&text).count(), 1, "{text:?}");
        assert!(any::<PathBuf>().contains(&PathBuf::from(text)));
        if let Ok(text) = CString::new(bytes) {
            assert_eq!(any::<CString>().reflect(&text).count(), 1, "{text:?}");
        }
    }
    assert!(unicode > 200 && other > 200, "{unicode} and {other}");
}

#[test]
fn one_in_sixteen_is_not_unicode() {
    let of_system = any::<OsString>().samples(1).take(3_200).filter(|text| text.to_str().is_none()).count();
    assert!(if cfg!(any(unix, windows)) { (150..250).contains(&of_system) } else { of_system == 0 }, "{of_system}");
    let of_c = any::<CString>().samples(1).take(3_200).filter(|text| text.to_str().is_err()).count();
    assert!((150..250).contains(&of_c), "{of_c}");
}

#[test]
fn the_largest_layouts_are_in_range() {
    let largest = Layout::from_size_align(isize::MAX as usize, 1).unwrap();
    let widest = Layout::from_size_align(0, 1 << (usize::BITS - 1)).unwrap();
    let full = Layout::from_size_align(isize::MAX as usize + 1 - 4096, 4096).unwrap();
    for layout in [largest, widest, full, Layout::new::<()>(), Layout::new::<[u128; 7]>()] {
        assert!(any::<Layout>().contains(&layout), "{layout:?}");
    }
    let shrunk = any::<Layout>().shrink(full, |layout| layout.align() >= 8 && layout.size() > 10);
    assert_eq!(shrunk.value, Layout::from_size_align(11, 8).unwrap());
}

#[test]
fn differences_of_instants_replay() {
    let instants = any::<(Instant, Instant)>();
    let (one, other) = instants.replay(&"3 0 5 500000000".parse().unwrap()).unwrap();
    assert_eq!(other - one, Duration::from_millis(2_500));
    assert!(instants.contains(&(Instant::now(), Instant::now() + Duration::from_secs(60))));
}

#[test]
fn os_errors_are_not_made() {
    let wraps_text = io::Error::new(ErrorKind::InvalidData, "no number");
    assert!(any::<io::Error>().contains(&wraps_text));
    assert!(any::<io::Error>().contains(&ErrorKind::NotFound.into()));
    assert!(!any::<io::Error>().contains(&io::Error::from_raw_os_error(2)));
}
