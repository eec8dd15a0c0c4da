//! Types that wrap a value of another type: atomics, cells that are written once, `Poll`, `ControlFlow`, `io::Error`.

use std::io::{self, Cursor, ErrorKind};
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicIsize, AtomicU8, AtomicU16, AtomicU32, AtomicUsize,
};
#[cfg(target_has_atomic = "64")]
use std::sync::atomic::{AtomicI64, AtomicU64};
use std::task::Poll;

use super::wrapped::{Wrapped, Wraps, wrapped};
use crate::core::arbitrary::{Arbitrary, Outline, any};
use crate::core::source;

/// Generators of atomics. Backward, each is loaded once, so another thread that changes it does no harm.
macro_rules! atomics {
    ($($(#[$attribute:meta])* $atomic:ident: $inner:ty;)*) => { $(
        $(#[$attribute])*
        wrapped! {
            [] $atomic = $inner:
                |value| $atomic::new(value), |this| Some(&this.load(std::sync::atomic::Ordering::SeqCst)),
                |inner| source::call(concat!("::std::sync::atomic::", stringify!($atomic), "::new"), &[inner]);
        }
    )* };
}

atomics! {
    AtomicBool: bool;
    AtomicI8: i8;
    AtomicI16: i16;
    AtomicI32: i32;
    AtomicIsize: isize;
    AtomicU8: u8;
    AtomicU16: u16;
    AtomicU32: u32;
    AtomicUsize: usize;
    #[cfg(target_has_atomic = "64")]
    AtomicI64: i64;
    #[cfg(target_has_atomic = "64")]
    AtomicU64: u64;
}

wrapped! {
    #[transparent true] [T: Arbitrary] Pin<Box<T>> = T:
        |value| Box::pin(value), |this| Some(&**this), |inner| source::call("Box::pin", &[inner]);
    [T: Arbitrary] AssertUnwindSafe<T> = T:
        |value| AssertUnwindSafe(value), |this| Some(&this.0),
        |inner| source::call("::std::panic::AssertUnwindSafe", &[inner]);
    [T: Arbitrary + Clone] std::cell::OnceCell<T> = Option<T>:
        |value| value.map_or_else(Self::new, Self::from), |this| Some(&this.get().cloned()),
        |inner| once("::std::cell::OnceCell", inner.as_ref());
    [T: Arbitrary + Clone] OnceLock<T> = Option<T>:
        |value| value.map_or_else(Self::new, Self::from), |this| Some(&this.get().cloned()),
        |inner| once("::std::sync::OnceLock", inner.as_ref());
    [T: Arbitrary + Clone] Poll<T> = Option<T>:
        |value| value.map_or(Poll::Pending, Poll::Ready),
        |this| Some(&match this {
            Poll::Ready(value) => Some(value.clone()),
            Poll::Pending => None,
        }),
        |inner| match inner {
            Some(value) => source::call("::std::task::Poll::Ready", &[value]),
            None => source::leaf("::std::task::Poll::Pending"),
        };
    [B: Arbitrary + Clone, C: Arbitrary + Clone] ControlFlow<B, C> = Result<C, B>:
        |value| match value {
            Ok(value) => ControlFlow::Continue(value),
            Err(value) => ControlFlow::Break(value),
        },
        |this| Some(&match this {
            ControlFlow::Continue(value) => Ok(value.clone()),
            ControlFlow::Break(value) => Err(value.clone()),
        }),
        |inner| match inner {
            Ok(value) => source::call("::std::ops::ControlFlow::Continue", &[value]),
            Err(value) => source::call("::std::ops::ControlFlow::Break", &[value]),
        };
    [T: Arbitrary + Clone] Cursor<T> = (T, u64):
        |parts| {
            let mut cursor = Cursor::new(parts.0);
            cursor.set_position(parts.1);
            cursor
        },
        |this| Some(&(this.get_ref().clone(), this.position())),
        |(value, position)| {
            let new = source::call("::std::io::Cursor::new", &[value])?;
            source::leaf(format!("{{ let mut cursor = {new}; cursor.set_position({position}); cursor }}"))
        };
    // Errors of the operating system have a number instead of a text, and are not generated.
    [] io::Error = (ErrorKind, Option<String>):
        |parts| match parts {
            (kind, Some(text)) => io::Error::new(kind, text),
            (kind, None) => io::Error::from(kind),
        },
        |this| Some((this.kind(), this.get_ref().map(ToString::to_string)))
            .filter(|(kind, text)| text.is_some() || this.to_string() == io::Error::from(*kind).to_string())
            .as_ref(),
        |(kind, text)| match text {
            Some(text) => source::call("::std::io::Error::new", &[kind, text]),
            None => source::call("::std::io::Error::from", &[kind]),
        };
}

fn once<T: Arbitrary>(name: &str, value: Option<&T>) -> Option<String> {
    match value {
        Some(value) => source::call(&format!("{name}::from"), &[value]),
        None => source::leaf(format!("{name}::new()")),
    }
}
