//! `Option` and `Result`: what the macro would write, with the names that their generators have.

use super::{Derive, Derived, FieldPlace, field_borrowed};
use crate::core::arbitrary::{Arbitrary, Outline, TypeForm};
use crate::core::cx::Cx;
use crate::core::generator::Rejected;
use crate::core::search::of_type;
use crate::core::sketch::{Partial, Shape};
use crate::core::source;

impl<T: Arbitrary> Arbitrary for Option<T> {
    type Generator = Derived<Self>;

    fn arbitrary() -> Self::Generator {
        Derived::HERE
    }

    fn source(&self) -> Option<String> {
        match self {
            Some(inner) => source::call("Some", &[inner]),
            None => source::leaf("None"),
        }
    }

    fn outline(outline: &mut Outline) {
        outline.derived(Self::FORM);
    }
}

impl<T: Arbitrary> Derive for Option<T> {
    const FORM: &'static TypeForm = &TypeForm::new(
        "Option",
        of_type::<Self>,
        |outline| {
            outline.variant();
            outline.variant();
            outline.part::<T>();
        },
        &[Shape::Of("None", &[]), Shape::Of("Some", &[])],
        &["none", "some"],
        &[],
    )
    .usually(&[1, 3]);

    fn shown(&self) -> u32 {
        self.is_some().into()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make(cx: &mut Cx<'_>, shown: Option<&Self>, sketch: Option<&Partial>, variant: u32) -> Result<Self, Rejected> {
        if variant == 0 {
            return Ok(None);
        }
        let shown = shown.and_then(Option::as_ref);
        field_borrowed(cx, shown, FieldPlace { sketch, constructor: "Some" }, "0", T::arbitrary()).map(Some)
    }
}

impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    type Generator = Derived<Self>;

    fn arbitrary() -> Self::Generator {
        Derived::HERE
    }

    fn source(&self) -> Option<String> {
        match self {
            Ok(inner) => source::call("Ok", &[inner]),
            Err(inner) => source::call("Err", &[inner]),
        }
    }

    fn outline(outline: &mut Outline) {
        outline.derived(Self::FORM);
    }
}

impl<T: Arbitrary, E: Arbitrary> Derive for Result<T, E> {
    const FORM: &'static TypeForm = &TypeForm::new(
        "Result",
        of_type::<Self>,
        |outline| {
            outline.variant();
            outline.part::<T>();
            outline.variant();
            outline.part::<E>();
        },
        &[Shape::Of("Ok", &[]), Shape::Of("Err", &[])],
        &["ok", "err"],
        &[],
    )
    .usually(&[3, 1]);

    fn shown(&self) -> u32 {
        self.is_err().into()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make(cx: &mut Cx<'_>, shown: Option<&Self>, sketch: Option<&Partial>, variant: u32) -> Result<Self, Rejected> {
        if variant == 0 {
            let shown = shown.and_then(|shown| shown.as_ref().ok());
            return field_borrowed(cx, shown, FieldPlace { sketch, constructor: "Ok" }, "0", T::arbitrary()).map(Ok);
        }
        let shown = shown.and_then(|shown| shown.as_ref().err());
        field_borrowed(cx, shown, FieldPlace { sketch, constructor: "Err" }, "0", E::arbitrary()).map(Err)
    }
}
