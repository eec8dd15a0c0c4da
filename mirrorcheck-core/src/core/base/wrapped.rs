//! Types that hold a value of another type, or are another form of one.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::marker::PhantomData;
use std::num::{Saturating, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};

use super::collections::{Optional, option};
use crate::core::arbitrary::Outline;
use crate::core::arbitrary::{Arbitrary, any};
use crate::core::combinators::labeled;
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::source;

/// A type whose values are made from those of another.
///
/// ```
/// use std::cell::RefCell;
/// use mirrorcheck::generators::Wraps;
///
/// fn is_seen<W: Wraps>(wrapper: &W) -> bool {
///     wrapper.look(|inner| inner.is_some())
/// }
/// let cell = RefCell::wrap(5);
/// assert!(is_seen(&cell));
/// let _guard = cell.borrow_mut();
/// assert!(!is_seen(&cell));
/// ```
pub trait Wraps: Sized {
    /// The type of the inner value.
    type Inner;

    /// Wraps a value.
    ///
    /// ```
    /// use std::cell::Cell;
    /// use mirrorcheck::generators::Wraps;
    ///
    /// assert_eq!(Cell::wrap(5).get(), 5);
    /// ```
    fn wrap(inner: Self::Inner) -> Self;

    /// Looks at the inner value; `None` if it cannot be seen.
    ///
    /// ```
    /// use std::rc::Rc;
    /// use mirrorcheck::generators::Wraps;
    ///
    /// assert_eq!(Rc::new(5).look(|inner| inner.copied()), Some(5));
    /// ```
    fn look<R>(&self, look: impl FnOnce(Option<&Self::Inner>) -> R) -> R;

    /// Whether a sketch of the inner value is also a sketch of this type.
    const IS_TRANSPARENT: bool = false;
}

/// The generator that [`any`] returns for types that hold a value of another type, such as `Rc<T>`, `RefCell<T>` and
/// `Range<T>`.
///
/// ```
/// use std::cell::Cell;
/// use mirrorcheck::prelude::*;
///
/// let cell: Cell<u8> = any::<Cell<u8>>().sample(1);
/// assert!(any::<Cell<u8>>().contains(&cell));
/// ```
#[derive(Debug)]
pub struct Wrapped<W, G> {
    inner: G,
    wrapper: PhantomData<fn() -> W>,
}

impl<W, G: Clone> Clone for Wrapped<W, G> {
    fn clone(&self) -> Self {
        Wrapped { inner: self.inner.clone(), wrapper: PhantomData }
    }
}

impl<W: Wraps, G: Generator<Value = W::Inner>> Wrapped<W, G> {
    pub(crate) fn new(inner: G) -> Wrapped<W, G> {
        Wrapped { inner, wrapper: PhantomData }
    }
}

impl<W: Wraps, G: Generator<Value = W::Inner>> Generator for Wrapped<W, G> {
    type Value = W;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, W>) -> Result<W, Rejected> {
        let inner = match focus {
            Focus::On(wrapper) => wrapper.look(|inner| match inner {
                Some(inner) if W::IS_TRANSPARENT => self.inner.run(cx, Focus::On(inner)),
                Some(inner) => cx.on_temporary(|cx| self.inner.run(cx, Focus::On(inner))),
                None => Err(cx.reject(|| "the value inside cannot be inspected".to_owned())),
            }),
            Focus::Sketch(partial) if W::IS_TRANSPARENT => self.inner.run(cx, Focus::Sketch(partial)),
            Focus::Sketch(_) | Focus::Free => self.inner.run(cx, Focus::Free),
        };
        inner.map(W::wrap)
    }
}

impl<W: Wraps, G: Reflective<Value = W::Inner>> Reflective for Wrapped<W, G> {}

macro_rules! wrapped {
    ($($(#[transparent $transparent:tt])? [$($bounds:tt)*] $wrapper:ty = $inner:ty:
        |$value:ident| $wrap:expr, |$this:ident| $look:expr, $source:expr;)*) => { $(
        impl<$($bounds)*> Wraps for $wrapper {
            type Inner = $inner;

            #[inline]
            fn wrap($value: $inner) -> Self {
                $wrap
            }

            #[inline]
            fn look<R>(&self, look: impl FnOnce(Option<&$inner>) -> R) -> R {
                let $this = self;
                look($look)
            }

            $(const IS_TRANSPARENT: bool = $transparent;)?
        }

        impl<$($bounds)*> Arbitrary for $wrapper {
            type Generator = Wrapped<Self, <$inner as Arbitrary>::Generator>;

            #[inline]
            fn arbitrary() -> Self::Generator {
                Wrapped::new(any::<$inner>())
            }

            #[inline]
            fn source(&self) -> Option<String> {
                let source: fn(&$inner) -> Option<String> = $source;
                self.look(|inner| source(inner?))
            }

            #[inline]
            fn outline(outline: &mut Outline) {
                outline.part::<$inner>();
            }
        }
    )* };
}
pub(crate) use wrapped;

wrapped! {
    #[transparent true] [T: Arbitrary] Box<T> = T:
        |value| Box::new(value), |this| Some(&**this), |inner| source::call("Box::new", &[inner]);
    #[transparent true] [T: Arbitrary] Rc<T> = T:
        |value| Rc::new(value), |this| Some(&**this), |inner| source::call("::std::rc::Rc::new", &[inner]);
    #[transparent true] [T: Arbitrary] Arc<T> = T:
        |value| Arc::new(value), |this| Some(&**this), |inner| source::call("::std::sync::Arc::new", &[inner]);
    [T: Arbitrary + Copy] Cell<T> = T:
        |value| Cell::new(value), |this| Some(&this.get()), |inner| source::call("::std::cell::Cell::new", &[inner]);
    [T: Arbitrary] RefCell<T> = T:
        |value| RefCell::new(value), |this| this.try_borrow().ok().as_deref(),
        |inner| source::call("::std::cell::RefCell::new", &[inner]);
    [T: Arbitrary] Mutex<T> = T:
        |value| Mutex::new(value), |this| this.try_lock().ok().as_deref(),
        |inner| source::call("::std::sync::Mutex::new", &[inner]);
    [T: Arbitrary] RwLock<T> = T:
        |value| RwLock::new(value), |this| this.try_read().ok().as_deref(),
        |inner| source::call("::std::sync::RwLock::new", &[inner]);
    [T: Arbitrary] Wrapping<T> = T:
        |value| Wrapping(value), |this| Some(&this.0), |inner| source::call("::std::num::Wrapping", &[inner]);
    [T: Arbitrary] Saturating<T> = T:
        |value| Saturating(value), |this| Some(&this.0), |inner| source::call("::std::num::Saturating", &[inner]);
    [T: Arbitrary] Reverse<T> = T:
        |value| Reverse(value), |this| Some(&this.0), |inner| source::call("::std::cmp::Reverse", &[inner]);
    [T: Arbitrary + Clone] Range<T> = (T, T):
        |ends| ends.0..ends.1, |this| Some(&(this.start.clone(), this.end.clone())),
        |(start, end)| source::range(Some(start), "..", Some(end));
    [T: Arbitrary + Clone] RangeInclusive<T> = (T, T):
        |ends| ends.0..=ends.1, |this| Some(&(this.start().clone(), this.end().clone())),
        |(start, end)| source::range(Some(start), "..=", Some(end));
    [T: Arbitrary] RangeFrom<T> = T:
        |start| start.., |this| Some(&this.start), |start| source::range(Some(start), "..", None);
    [T: Arbitrary] RangeTo<T> = T: |end| ..end, |this| Some(&this.end), |end| source::range(None, "..", Some(end));
    [T: Arbitrary] RangeToInclusive<T> = T:
        |end| ..=end, |this| Some(&this.end), |end| source::range(None, "..=", Some(end));
    [T: Arbitrary + Clone] Box<[T]> = Vec<T>:
        |items| items.into(), |this| Some(&this.to_vec()), |items| source::call("Box::from", &[items]);
    [T: Arbitrary + Clone] Rc<[T]> = Vec<T>:
        |items| items.into(), |this| Some(&this.to_vec()), |items| source::call("::std::rc::Rc::from", &[items]);
    [T: Arbitrary + Clone] Arc<[T]> = Vec<T>:
        |items| items.into(), |this| Some(&this.to_vec()), |items| source::call("::std::sync::Arc::from", &[items]);
    [] Box<str> = String:
        |text| text.into(), |this| Some(&this.to_string()), |text| source::text("Box::from", text);
    [] Rc<str> = String:
        |text| text.into(), |this| Some(&this.to_string()), |text| source::text("::std::rc::Rc::from", text);
    [] Arc<str> = String:
        |text| text.into(), |this| Some(&this.to_string()), |text| source::text("::std::sync::Arc::from", text);
}

impl<'a, B> Wraps for Cow<'a, B>
where
    B: ToOwned + ?Sized,
{
    type Inner = B::Owned;

    fn wrap(inner: B::Owned) -> Self {
        Cow::Owned(inner)
    }

    fn look<R>(&self, look: impl FnOnce(Option<&B::Owned>) -> R) -> R {
        match self {
            Cow::Borrowed(borrowed) => look(Some(&(*borrowed).to_owned())),
            Cow::Owned(owned) => look(Some(owned)),
        }
    }
}

impl<'a, B> Arbitrary for Cow<'a, B>
where
    B: ToOwned + ?Sized,
    B::Owned: Arbitrary,
{
    type Generator = Wrapped<Self, <B::Owned as Arbitrary>::Generator>;

    fn arbitrary() -> Self::Generator {
        Wrapped::new(any::<B::Owned>())
    }

    fn source(&self) -> Option<String> {
        self.look(|inner| source::call("::std::borrow::Cow::Owned", &[inner?]))
    }

    fn outline(outline: &mut Outline) {
        outline.part::<B::Owned>();
    }
}

/// The generator of `any::<Bound<T>>()`.
///
/// ```
/// use std::ops::Bound;
/// use mirrorcheck::prelude::*;
///
/// assert!(any::<Bound<u8>>().contains(&Bound::Excluded(7)));
/// ```
#[derive(Debug, Clone)]
pub struct Bounds<G>(Optional<(super::Bools, G)>);

impl<T: Arbitrary + Clone> Arbitrary for Bound<T> {
    type Generator = Bounds<T::Generator>;

    fn arbitrary() -> Self::Generator {
        Bounds(option((any::<bool>(), any::<T>())))
    }

    fn source(&self) -> Option<String> {
        match self {
            Bound::Unbounded => source::leaf("::std::ops::Bound::Unbounded"),
            Bound::Included(end) => source::call("::std::ops::Bound::Included", &[end]),
            Bound::Excluded(end) => source::call("::std::ops::Bound::Excluded", &[end]),
        }
    }

    fn outline(outline: &mut Outline) {
        outline.perhaps::<T>();
    }
}

impl<G: Generator> Generator for Bounds<G>
where
    G::Value: Clone,
{
    type Value = Bound<G::Value>;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Bound<G::Value>>) -> Result<Bound<G::Value>, Rejected> {
        let shown = match focus {
            Focus::On(Bound::Unbounded) => Some(None),
            Focus::On(Bound::Included(end)) => Some(Some((false, end.clone()))),
            Focus::On(Bound::Excluded(end)) => Some(Some((true, end.clone()))),
            Focus::Free | Focus::Sketch(_) => None,
        };
        let made = match &shown {
            Some(shown) => cx.on_temporary(|cx| self.0.run(cx, Focus::On(shown))),
            None => self.0.run(cx, Focus::Free),
        };
        made.map(|bound| match bound {
            None => Bound::Unbounded,
            Some((false, end)) => Bound::Included(end),
            Some((true, end)) => Bound::Excluded(end),
        })
    }
}

impl<G: Reflective> Reflective for Bounds<G> where G::Value: Clone {}

/// Generators that are an expression over others.
macro_rules! expressed {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $generator:expr, |$value:ident| $source:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl Generator for $name {
            type Value = $type;

            #[inline]
            fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, $type>) -> Result<$type, Rejected> {
                ($generator).run(cx, focus)
            }
        }

        impl Reflective for $name {}

        impl Arbitrary for $type {
            type Generator = $name;

            #[inline]
            fn arbitrary() -> $name {
                $name
            }

            #[inline]
            fn source(&self) -> Option<String> {
                let $value = self;
                $source
            }
        }
    )* };
}
pub(crate) use expressed;

macro_rules! non_zeros {
    ($($unsigned:ident $signed:ident)*) => { $(
        impl Wraps for std::num::NonZero<$unsigned> {
            type Inner = $unsigned;

            #[inline]
            fn wrap(inner: $unsigned) -> Self {
                // The generator makes no 0.
                Self::new(inner).unwrap_or(Self::MIN)
            }

            #[inline]
            fn look<R>(&self, look: impl FnOnce(Option<&$unsigned>) -> R) -> R {
                look(Some(&self.get()))
            }
        }

        impl Arbitrary for std::num::NonZero<$unsigned> {
            type Generator = Wrapped<Self, super::Biased<$unsigned>>;

            #[inline]
            fn arbitrary() -> Self::Generator {
                Wrapped::new(super::biased(1..))
            }

            #[inline]
            fn source(&self) -> Option<String> {
                source::leaf(format!("::std::num::NonZero::new({self}).unwrap()"))
            }
        }

        impl Wraps for std::num::NonZero<$signed> {
            type Inner = $signed;

            #[inline]
            fn wrap(inner: $signed) -> Self {
                Self::new(inner).unwrap_or(Self::MIN)
            }

            #[inline]
            fn look<R>(&self, look: impl FnOnce(Option<&$signed>) -> R) -> R {
                look(Some(&self.get()))
            }
        }

        impl Arbitrary for std::num::NonZero<$signed> {
            type Generator = Wrapped<Self, NonZeros<$signed>>;

            #[inline]
            fn arbitrary() -> Self::Generator {
                Wrapped::new(NonZeros { positive: super::biased(1..), negative: super::biased(..0) })
            }

            #[inline]
            fn source(&self) -> Option<String> {
                source::leaf(format!("::std::num::NonZero::new({self}).unwrap()"))
            }
        }
    )* };
}
non_zeros!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);

/// Makes numbers on both sides of zero.
///
/// ```
/// use std::num::NonZero;
/// use mirrorcheck::prelude::*;
///
/// assert!((0..100).all(|seed| any::<NonZero<i8>>().sample(seed).get() != 0));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct NonZeros<T> {
    positive: super::Biased<T>,
    negative: super::Biased<T>,
}

impl<T: super::RangeValue> Generator for NonZeros<T> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, T>) -> Result<T, Rejected> {
        labeled([("positive", self.positive), ("negative", self.negative)]).run(cx, focus)
    }
}

impl<T: super::RangeValue> Reflective for NonZeros<T> {}
