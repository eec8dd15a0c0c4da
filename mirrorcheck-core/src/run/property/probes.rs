//! Questions about types that only the compiler can answer: `(&&x).method()` takes the first trait whose bound holds.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::core::arbitrary::{Arbitrary, any};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::interpret::backward;
use crate::core::replay::replay;
use crate::core::seek::seek_text;
use crate::run::check::{AnyForm, Backward};

/// A type of values: `(&&Values::<V>::HERE).any()`.
pub struct Values<V>(PhantomData<fn() -> V>);

impl<V> Values<V> {
    /// The only instance.
    pub const HERE: Values<V> = Values(PhantomData);
}

/// Answers for types with a generator of their own.
pub trait KnownType<V> {
    /// Returns what the type's own generator can do.
    fn any(&self) -> Option<AnyForm<V>>;
}

impl<V: Arbitrary + Sources> KnownType<V> for &Values<V> {
    fn any(&self) -> Option<AnyForm<V>> {
        Some(AnyForm {
            reflect: |values| backward::first(&any::<V>(), values, true).ok().flatten(),
            replay: |choices, value| match replay(&any::<V>(), choices) {
                Ok(made) => {
                    *value = Some(made);
                    Ok(())
                }
                Err(error) => Err(error.to_string()),
            },
            source: V::sources,
        })
    }
}

/// Answers for types without a generator of their own.
pub trait UnknownType<V> {
    /// Returns `None`.
    fn any(&self) -> Option<AnyForm<V>>;
}

impl<V> UnknownType<V> for Values<V> {
    fn any(&self) -> Option<AnyForm<V>> {
        None
    }
}

/// Tuples whose parts can be written as source.
pub trait Sources {
    /// Each part.
    fn sources(&self) -> Option<Vec<String>>;
}

macro_rules! sources {
    ($(($($t:ident $i:tt),*))*) => { $(
        impl<$($t: Arbitrary),*> Sources for ($($t,)*) {
            fn sources(&self) -> Option<Vec<String>> {
                Some(vec![$(self.$i.source()?),*])
            }
        }
    )* };
}
sources! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11)
}

/// What `#[from(…)]` names, which should be a generator of `V`: `From::<V, _>::new(g).generator()`.
pub struct FromGenerator<V, G>(G, PhantomData<fn() -> V>);

impl<V, G> FromGenerator<V, G> {
    /// Wraps what `#[from(…)]` names.
    pub fn new(generator: G) -> FromGenerator<V, G> {
        FromGenerator(generator, PhantomData)
    }
}

/// A type that should have a generator of its own: `FromType::<V>::HERE.generator()`.
pub struct FromType<V>(PhantomData<fn() -> V>);

impl<V> FromType<V> {
    /// The only instance.
    pub const HERE: FromType<V> = FromType(PhantomData);
}

/// Answers for generators of the right type.
pub trait IsGenerator {
    /// The type of the generator.
    type Generator;

    /// Returns the generator.
    fn generator(self) -> Self::Generator;
}

impl<V, G: Generator<Value = V>> IsGenerator for FromGenerator<V, G> {
    type Generator = G;

    fn generator(self) -> G {
        self.0
    }
}

impl<V: Arbitrary> IsGenerator for FromType<V> {
    type Generator = V::Generator;

    fn generator(self) -> V::Generator {
        any::<V>()
    }
}

/// Reports an expression that is not a generator of `V`. It returns a generator, so that there is only one error.
pub trait IsNoGenerator<V, G> {
    /// Fails to compile: `G` is not a generator of `V`.
    fn generator(self) -> Unusable<V>
    where
        G: Generator<Value = V>;
}

impl<V, G> IsNoGenerator<V, G> for &FromGenerator<V, G> {
    fn generator(self) -> Unusable<V>
    where
        G: Generator<Value = V>,
    {
        unreachable!("it does not compile")
    }
}

/// Reports a type without a generator of its own.
pub trait IsNoType<V> {
    /// Fails to compile: `V` is not [`Arbitrary`].
    fn generator(self) -> Unusable<V>
    where
        V: Arbitrary;
}

impl<V> IsNoType<V> for &FromType<V> {
    fn generator(self) -> Unusable<V>
    where
        V: Arbitrary,
    {
        unreachable!("it does not compile")
    }
}

/// Stands for a generator where there is none.
pub enum Unusable<V> {
    #[doc(hidden)]
    Never(std::convert::Infallible, PhantomData<fn() -> V>),
}

impl<V> Generator for Unusable<V> {
    type Value = V;

    fn run(&self, _: &mut Cx<'_>, _: Focus<'_, V>) -> Result<V, Rejected> {
        match self {
            Unusable::Never(never, _) => match *never {},
        }
    }
}

impl<V> Reflective for Unusable<V> {}

/// The generator of an argument: who looks on wants to know how long each takes.
pub struct Argument<G>(pub G);

impl<G: Generator> Generator for Argument<G> {
    type Value = G::Value;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, G::Value>) -> Result<G::Value, Rejected> {
        let made = self.0.run(cx, focus);
        cx.made_argument();
        made
    }
}

impl<G: Reflective> Reflective for Argument<G> {}

/// A type of generators: `(&&Directions::of(&make)).backward()`.
pub struct Directions<G>(PhantomData<fn() -> G>);

impl<G> Directions<G> {
    /// Names the type of the generators that a function makes.
    pub fn of(_: &impl Fn() -> G) -> Directions<G> {
        Directions(PhantomData)
    }
}

/// Answers for generators that run backward.
pub trait BackwardOnly<G, V> {
    /// Returns how to run the generator backward.
    fn backward(&self) -> Option<Backward<G, V>>;
}

impl<G: Reflective> BackwardOnly<G, G::Value> for &Directions<G> {
    fn backward(&self) -> Option<Backward<G, G::Value>> {
        Some(Backward::Reflects(backward::choices))
    }
}

/// Answers for generators that only run forward.
pub trait ForwardOnly<G: Generator> {
    /// Returns how to look for choices by experiment.
    fn backward(&self) -> Option<Backward<G, G::Value>>;
}

impl<G: Generator> ForwardOnly<G> for Directions<G> {
    fn backward(&self) -> Option<Backward<G, G::Value>> {
        // Named here, so that only programs with such a property compile it.
        Some(Backward::Seeks(seek_text))
    }
}

/// The value of an argument: `(&&Shown(&value)).debug()`.
pub struct Shown<'a, T: ?Sized>(pub &'a T);

impl<T: ?Sized> Clone for Shown<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Shown<'_, T> {}

/// Answers for values with `Debug`.
pub trait HasDebug<'a> {
    /// Returns the value as reports show it.
    fn debug(&self) -> &'a dyn Debug;
}

impl<'a, T: Debug> HasDebug<'a> for &Shown<'a, T> {
    fn debug(&self) -> &'a dyn Debug {
        self.0
    }
}

/// Reports a value without `Debug`, which is an error.
pub trait HasNoDebug<'a, T> {
    /// Fails to compile: the type has no `Debug`.
    fn debug(self) -> &'a dyn Debug
    where
        T: Reportable;
}

impl<'a, T> HasNoDebug<'a, T> for Shown<'a, T> {
    fn debug(self) -> &'a dyn Debug
    where
        T: Reportable,
    {
        &()
    }
}

/// What a report can show. No type is it but those with `Debug`, which are not asked.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `Debug`, which failure reports need",
    label = "a failure report could not print this argument",
    note = "add `#[derive(Debug)]` to it"
)]
pub trait Reportable {}
