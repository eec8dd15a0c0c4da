//! Values with holes, for completion.

use std::any::Any;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use crate::core::generator::Focus;

/// A value of type `T` with holes, as `sketch!` writes it.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::Sketch;
///
/// fn is_right(sketch: &impl Sketch<(u8, u8)>, value: (u8, u8)) -> bool {
///     sketch.admits(&value)
/// }
/// assert!(is_right(&sketch!((_, 3)), (1, 3)));
/// assert!(!is_right(&sketch!((_, 3)), (3, 1)));
/// ```
#[diagnostic::on_unimplemented(message = "this is not a sketch of a `{T}`")]
pub trait Sketch<T> {
    /// Returns what it fixes.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Sketch;
    ///
    /// fn second(sketch: &impl Sketch<(u8, u8)>) -> Option<u8> {
    ///     sketch.partial().field("()", "1")?.value().copied()
    /// }
    /// assert_eq!(second(&sketch!((_, 3))), Some(3));
    /// ```
    fn partial(&self) -> &Partial;

    /// Returns whether a complete value agrees with everything that the sketch fixes.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Sketch;
    ///
    /// fn is_right(sketch: &impl Sketch<Vec<u8>>, value: &[u8]) -> bool {
    ///     sketch.admits(&value.to_vec())
    /// }
    /// assert!(is_right(&sketch!(vec![_, 3]), &[1, 3]));
    /// assert!(!is_right(&sketch!(vec![_, 3]), &[1, 3, 5]));
    /// ```
    fn admits(&self, value: &T) -> bool;

    /// Returns the value, if the sketch has no holes.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Sketch;
    ///
    /// fn given(sketch: &impl Sketch<(u8, u8)>) -> Option<(u8, u8)> {
    ///     sketch.given().copied()
    /// }
    /// assert_eq!(given(&sketch!((_, 3))), None);
    /// let pair = (1, 3);
    /// assert_eq!(given(&sketch!(pair)), Some((1, 3)));
    /// ```
    fn given(&self) -> Option<&T> {
        None
    }
}

/// What a sketch fixes, as a tree: constructors by name, given values, and holes.
///
/// ```
/// use mirrorcheck::Partial;
///
/// let pair = Partial::Made("()", vec![("1", Partial::Value(Box::new(3)))]);
/// assert!(pair.field("()", "0").unwrap().is_hole());
/// assert_eq!(pair.field("()", "1").unwrap().value(), Some(&3));
/// ```
#[derive(Debug)]
pub enum Partial {
    /// Any value.
    Hole,
    /// Exactly this value.
    Value(Box<dyn Any>),
    /// These texts in this order, with a hole between each two.
    Text(Vec<String>),
    /// This constructor, with these fields; a field that is not listed is a hole. The fields of tuples are `0`, `1`, …;
    /// tuples themselves are called `()`, lists `[]`.
    Made(&'static str, Vec<(&'static str, Partial)>),
}

/// The shape of an expression that can be a result, for comparing with a sketch.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// A variable, or anything that is computed.
    Any,
    /// A constructor with its fields.
    Of(&'static str, &'static [(&'static str, Shape)]),
}

impl Partial {
    /// Returns whether this is a hole.
    ///
    /// ```
    /// use mirrorcheck::Partial;
    ///
    /// assert!(Partial::Hole.is_hole());
    /// ```
    pub fn is_hole(&self) -> bool {
        matches!(self, Partial::Hole)
    }

    /// Returns the given value, if it is one of this type.
    ///
    /// ```
    /// use mirrorcheck::Partial;
    ///
    /// let three = Partial::Value(Box::new(3));
    /// assert_eq!(three.value::<i32>(), Some(&3));
    /// assert_eq!(three.value::<char>(), None);
    /// ```
    pub fn value<T: 'static>(&self) -> Option<&T> {
        match self.focus() {
            Focus::On(value) => Some(value),
            _ => None,
        }
    }

    /// Returns a field of the constructor with this name; `None` if there is a different constructor here, or none is
    /// known.
    ///
    /// ```
    /// use mirrorcheck::Partial;
    ///
    /// let some = Partial::Made("Some", vec![("0", Partial::Value(Box::new(3)))]);
    /// assert_eq!(some.field("Some", "0").unwrap().value(), Some(&3));
    /// assert!(some.field("None", "0").is_none());
    /// ```
    pub fn field(&self, constructor: &str, field: &str) -> Option<&Partial> {
        match self {
            Partial::Made(name, fields) if *name == constructor => {
                Some(fields.iter().find(|(name, _)| *name == field).map_or(&Partial::Hole, |(_, partial)| partial))
            }
            _ => None,
        }
    }

    /// Returns the focus of a generator of `T` on this.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::Partial;
    ///
    /// assert!(Partial::Hole.focus::<i32>().is_free());
    /// assert!(matches!(Partial::Value(Box::new(3)).focus::<i32>(), Focus::On(3)));
    /// ```
    // Without closures, because every type of a value has its own copy of this.
    pub fn focus<T: 'static>(&self) -> Focus<'_, T> {
        match self {
            Partial::Hole => return Focus::Free,
            Partial::Made(..) | Partial::Text(_) => {}
            Partial::Value(any) => {
                if let Some(value) = any.downcast_ref::<T>() {
                    return Focus::On(value);
                }
                if let Some(value) = any.downcast_ref::<Box<T>>() {
                    return Focus::On(value);
                }
                if let Some(value) = any.downcast_ref::<Rc<T>>() {
                    return Focus::On(value);
                }
                if let Some(value) = any.downcast_ref::<Arc<T>>() {
                    return Focus::On(value);
                }
            }
        }
        Focus::Sketch(self)
    }

    #[inline]
    pub(crate) fn is_made(&self) -> bool {
        matches!(self, Partial::Made(..))
    }

    /// Returns the length of a list, if it is known.
    pub(crate) fn length(&self) -> Option<usize> {
        match self {
            Partial::Made("[]", fields) => Some(fields.len()),
            _ => None,
        }
    }

    /// Returns the focus of one element of a list.
    pub(crate) fn item<T>(&self, index: usize) -> Focus<'_, T> {
        match self {
            Partial::Made("[]", fields) => match fields.get(index) {
                Some((_, partial)) if !partial.is_hole() => Focus::Sketch(partial),
                _ => Focus::Free,
            },
            _ => Focus::Free,
        }
    }

    pub(crate) fn fits(&self, shape: &Shape) -> bool {
        match (self, shape) {
            (Partial::Made(name, fields), Shape::Of(wanted, shapes)) => {
                name == wanted
                    && (*name != "[]" || fields.len() == shapes.len())
                    && shapes.iter().all(|(field, shape)| self.field(name, field).is_none_or(|p| p.fits(shape)))
            }
            // A value of a type that cannot be named here is compared when the whole is there.
            _ => true,
        }
    }

    /// What stands at a path of (constructor, field) in it; `None` if something else stands on the way.
    fn at(&self, path: &[(&str, &str)]) -> Option<&Partial> {
        let mut here = self;
        for (constructor, field) in path {
            here = match here {
                Partial::Made(..) => here.field(constructor, field)?,
                Partial::Hole | Partial::Value(_) | Partial::Text(_) => return Some(&Partial::Hole),
            };
        }
        Some(here)
    }

    /// What stands at the path that belongs to a result.
    pub(crate) fn follow_toward(&self, toward: u32, paths: Paths<'_>) -> Option<&Partial> {
        paths.iter().find(|(result, _)| *result == toward).and_then(|(_, path)| self.at(path))
    }

    /// The focus of what stands at a path.
    pub(crate) fn follow<'a, T>(&'a self, path: &[(&str, &str)]) -> Option<Focus<'a, T>> {
        let here = self.at(path)?;
        Some(if here.is_hole() { Focus::Free } else { Focus::Sketch(here) })
    }
}

/// What `sketch!` makes.
pub struct Sketched<T, F> {
    partial: Partial,
    admits: F,
    whole: PhantomData<fn(&T)>,
}

impl<T, F: Fn(Option<&Partial>, &T) -> bool> Sketched<T, F> {
    /// A sketch of what `partial` fixes, with the test that says so of a whole value.
    pub fn new(partial: Partial, admits: F) -> Sketched<T, F> {
        Sketched { partial, admits, whole: PhantomData }
    }
}

impl<T, F: Fn(Option<&Partial>, &T) -> bool> Sketch<T> for Sketched<T, F> {
    fn partial(&self) -> &Partial {
        &self.partial
    }

    fn admits(&self, value: &T) -> bool {
        (self.admits)(Some(&self.partial), value)
    }
}

/// What `sketch!` makes of a value without holes.
pub struct Given<T> {
    value: T,
    partial: Partial,
}

impl<T> Given<T> {
    /// A sketch that leaves nothing open.
    pub fn new(value: T) -> Given<T> {
        Given { value, partial: Partial::Hole }
    }
}

impl<T: PartialEq> Sketch<T> for Given<T> {
    fn partial(&self) -> &Partial {
        &self.partial
    }

    fn admits(&self, value: &T) -> bool {
        *value == self.value
    }

    fn given(&self) -> Option<&T> {
        Some(&self.value)
    }
}

/// Where each result shows a draw in a sketch.
pub type Paths<'p> = &'p [(u32, &'p [(&'p str, &'p str)])];
