//! Bridges from and to the crate `arbitrary`.

use std::fmt;
use std::marker::PhantomData;

use arbitrary::{Arbitrary, Error, Unstructured};

use crate::core::base::{uniform, vec};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::interpret::{BytesError, read_bytes};

/// Makes values of a type that implements `arbitrary::Arbitrary`, from random bytes.
///
/// Such a type can make a value from bytes, but cannot find the bytes of a value, so this generator only runs forward. Each
/// byte is a choice, so you can sample, record, replay and shrink.
///
/// ```
/// use mirrorcheck::from_arbitrary;
/// use mirrorcheck::prelude::*;
///
/// let pairs = from_arbitrary::<(u8, bool)>();
/// let choices = pairs.randomness(1);
/// assert_eq!(pairs.replay(&choices), Ok(pairs.sample(1)));
/// ```
pub fn from_arbitrary<T: for<'a> Arbitrary<'a>>() -> FromArbitrary<T> {
    FromArbitrary(PhantomData)
}

/// The generator that [`from_arbitrary`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::from_arbitrary;
/// use mirrorcheck::generators::FromArbitrary;
///
/// let texts: FromArbitrary<String> = from_arbitrary();
/// assert_eq!(texts.all_values().next().as_deref(), Some(""));
/// ```
pub struct FromArbitrary<T>(PhantomData<fn() -> T>);

impl<T> Clone for FromArbitrary<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FromArbitrary<T> {}

impl<T> fmt::Debug for FromArbitrary<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from_arbitrary::<{}>()", std::any::type_name::<T>())
    }
}

/// A type that needs at most this many bytes gets all that it can use. Others get a random number of bytes.
const FEW: usize = 256;
/// How many times to draw bytes until they make a value.
const TRIES: u32 = 100;

impl<T: for<'a> Arbitrary<'a>> Generator for FromArbitrary<T> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, T>) -> Result<T, Rejected> {
        let (least, most) = T::size_hint(0);
        cx.retry(TRIES, |cx| {
            let bytes = match most.filter(|most| *most <= FEW) {
                Some(most) => vec(uniform::<u8>(), most).run(cx, Focus::Free)?,
                None => vec(uniform::<u8>(), least..).run(cx, Focus::Free)?,
            };
            T::arbitrary_take_rest(Unstructured::new(&bytes)).map_err(|error| cx.reject(|| error.to_string()))
        })
    }
}

/// Makes a value from the next bytes, as [`from_bytes`](crate::Interpretations::from_bytes) does. This way, any generator can
/// make a part of a `cargo fuzz` input, and [`to_bytes`](crate::Interpretations::to_bytes) makes the corpus.
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::unstructured;
///
/// #[derive(Debug)]
/// struct Input {
///     version: String,
///     rest: u8,
/// }
///
/// impl<'a> Arbitrary<'a> for Input {
///     fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Input> {
///         Ok(Input { version: unstructured(&regex("[0-9]{1,2}[.][0-9]{1,2}"), u)?, rest: u.arbitrary()? })
///     }
/// }
///
/// let mut bytes = regex("[0-9]{1,2}[.][0-9]{1,2}").to_bytes(&"1.85".to_owned()).unwrap();
/// bytes.push(7);
/// let input = Input::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
/// assert_eq!((input.version.as_str(), input.rest), ("1.85", 7));
/// ```
pub fn unstructured<G: Generator>(generator: &G, u: &mut Unstructured<'_>) -> arbitrary::Result<G::Value> {
    let bytes = u.peek_bytes(u.len()).unwrap_or_default();
    let (value, used) = read_bytes(generator, bytes);
    u.bytes(used)?;
    value.map_err(|error| match error {
        BytesError::Rejected { .. } => Error::IncorrectFormat,
        BytesError::Endless => Error::NotEnoughData,
    })
}
