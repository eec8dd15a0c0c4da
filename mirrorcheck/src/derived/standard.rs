//! `Option` and `Result`: what the macro would write, with the names that their generators have.

use super::{Derive, Derived, Form, Outline, Place, derived, field_borrowed};
use crate::arbitrary::Arbitrary;
use crate::cx::Cx;
use crate::generator::{Focus, Rejected};
use crate::sketch::Shape;

impl<T: Arbitrary> Arbitrary for Option<T> {
    type Generator = Derived<Self>;

    fn arbitrary() -> Self::Generator {
        derived()
    }

    fn outline(outline: &mut Outline) {
        outline.derived::<Self>();
    }
}

impl<T: Arbitrary> Derive for Option<T> {
    const FORM: &'static Form =
        &Form::new("Option", &[Shape::Of("None", &[]), Shape::Of("Some", &[])], &["none", "some"], &[])
            .usually(&[1, 3]);

    fn parts(outline: &mut Outline) {
        outline.variant();
        outline.variant();
        outline.part::<T>();
    }

    fn shown(&self) -> u32 {
        self.is_some().into()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make(cx: &mut Cx<'_>, focus: Focus<'_, Self>, variant: u32) -> Result<Self, Rejected> {
        if variant == 0 {
            return Ok(None);
        }
        let shown = match focus {
            Focus::On(value) => value.as_ref(),
            Focus::Free | Focus::Sketch(_) => None,
        };
        field_borrowed(cx, shown, (Place::of(focus, "Some"), "0"), T::arbitrary()).map(Some)
    }
}

impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    type Generator = Derived<Self>;

    fn arbitrary() -> Self::Generator {
        derived()
    }

    fn outline(outline: &mut Outline) {
        outline.derived::<Self>();
    }
}

impl<T: Arbitrary, E: Arbitrary> Derive for Result<T, E> {
    const FORM: &'static Form =
        &Form::new("Result", &[Shape::Of("Ok", &[]), Shape::Of("Err", &[])], &["ok", "err"], &[]).usually(&[3, 1]);

    fn parts(outline: &mut Outline) {
        outline.variant();
        outline.part::<T>();
        outline.variant();
        outline.part::<E>();
    }

    fn shown(&self) -> u32 {
        self.is_err().into()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make(cx: &mut Cx<'_>, focus: Focus<'_, Self>, variant: u32) -> Result<Self, Rejected> {
        let (ok, err) = match focus {
            Focus::On(Ok(value)) => (Some(value), None),
            Focus::On(Err(error)) => (None, Some(error)),
            Focus::Free | Focus::Sketch(_) => (None, None),
        };
        match variant {
            0 => field_borrowed(cx, ok, (Place::of(focus, "Ok"), "0"), T::arbitrary()).map(Ok),
            _ => field_borrowed(cx, err, (Place::of(focus, "Err"), "0"), E::arbitrary()).map(Err),
        }
    }
}
