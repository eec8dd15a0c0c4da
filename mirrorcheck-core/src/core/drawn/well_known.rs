//! Values of types that everybody knows, shown where nothing says that their type has `Debug`.

use std::any::TypeId;
use std::fmt::Debug;
use std::marker::PhantomData;

/// A value whose type is forgotten, but not which one it was.
pub(crate) struct Forgotten<'v> {
    identity: TypeId,
    value: *const (),
    lent: PhantomData<&'v ()>,
}

impl<'v> Forgotten<'v> {
    #[inline]
    pub(crate) fn new<T>(value: &'v T) -> Forgotten<'v> {
        Forgotten { identity: typeid::of::<T>(), value: std::ptr::from_ref(value).cast(), lent: PhantomData }
    }

    /// The value, if it is of one of these types.
    pub(super) fn debug(&self) -> Option<&'v dyn Debug> {
        macro_rules! find {
            ($($known:ty),*) => { $(
                if self.identity == TypeId::of::<$known>() {
                    // SAFETY: the value is lent for this long. It is of this type: the identity tells types apart, except
                    // by their lifetimes, and this one has none.
                    return Some(unsafe { &*self.value.cast::<$known>() });
                }
            )* };
        }
        macro_rules! find_with_lists {
            ($($known:ty),*) => { find!($($known, Vec<$known>, Option<$known>),*) };
        }
        find_with_lists!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64, bool, char, String);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Forgotten;

    fn shown<T>(value: &T) -> Option<String> {
        Forgotten::new(value).debug().map(|value| format!("{value:?}"))
    }

    #[test]
    fn only_well_known_types_are_shown() {
        struct Other(#[expect(dead_code, reason = "it has the layout of a number")] u32);
        assert_eq!(shown(&7u32).as_deref(), Some("7"));
        assert_eq!(shown(&vec![Some(1u8)]), None);
        assert_eq!(shown(&vec![1.5f32]).as_deref(), Some("[1.5]"));
        assert_eq!(shown(&Some("a".to_owned())).as_deref(), Some("Some(\"a\")"));
        assert_eq!(shown(&Other(7)), None);
        let text = "a".to_owned();
        assert_eq!(shown(&text.as_str()), None);
        assert_eq!(shown(&&text), None);
    }
}
