//! Functions as generated values.

use std::cell::RefCell;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;
use std::rc::Rc;

use crate::core::choice::{Ask, Names};
use crate::core::cx::{Answerer, Cx};
use crate::core::generator::{Focus, Generator, Rejected};
use crate::core::replay::interpret;
use crate::core::rng::Rng;

/// Makes functions whose results come from a generator: equal arguments have equal results, different ones may not.
///
/// A function prints as a table of its calls so far. The generator only runs forward, because a function cannot be
/// taken apart.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::function;
///
/// let f = function::<str, _>(0..=9u8).sample(1);
/// let (a, b) = (f.call("a"), f.call("b"));
/// assert_eq!(f.call("a"), a);
/// assert_eq!(format!("{f:?}"), format!("{{\"a\": {a}, \"b\": {b}, _: …}}"));
/// ```
pub fn function<A: Hash + ?Sized, G: Generator>(result: G) -> FunctionOf<A, G> {
    FunctionOf { result: Rc::new(result), argument: PhantomData }
}

/// The generator that [`function`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::function;
///
/// // Of all functions the constant one is the simplest.
/// let first = function::<u32, _>(5..=9).all_values().next().unwrap();
/// assert_eq!((first.call(&1), first.call(&2)), (5, 5));
/// ```
pub struct FunctionOf<A: ?Sized, G> {
    result: Rc<G>,
    argument: PhantomData<fn(&A)>,
}

impl<A: ?Sized, G> Clone for FunctionOf<A, G> {
    fn clone(&self) -> Self {
        FunctionOf { result: self.result.clone(), argument: PhantomData }
    }
}

impl<A: ?Sized, G: fmt::Debug> fmt::Debug for FunctionOf<A, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FunctionOf").field(&self.result).finish()
    }
}

impl<A: Hash + ?Sized, G: Generator> Generator for FunctionOf<A, G> {
    type Value = Function<A, G>;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, Function<A, G>>) -> Result<Function<A, G>, Rejected> {
        let seed = cx.choose(&Ask::uniform(u64::MAX.into(), Names::Unnamed), None)?;
        let size = cx.size();
        // It must be able to give something at all; which it does here where a rejection is heard.
        let function = Function {
            result: self.result.clone(),
            seed: seed as u64,
            size,
            calls: Rc::default(),
            argument: PhantomData,
        };
        function
            .result_for(0)
            .map(|_| function)
            .map_err(|Rejected| cx.reject(|| "the function has no result".to_owned()))
    }
}

/// A generated function.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck::generators::function;
///
/// let is_kept = function::<i32, _>(any::<bool>()).sample(1);
/// let kept: Vec<i32> = (0..10).filter(|n| is_kept.call(n)).collect();
/// assert_eq!(kept, (0..10).filter(|n| is_kept.call(n)).collect::<Vec<_>>());
/// ```
pub struct Function<A: ?Sized, G> {
    result: Rc<G>,
    seed: u64,
    size: u32,
    /// The arguments so far, as printed, with their hashes.
    calls: Rc<RefCell<Vec<(u64, String)>>>,
    argument: PhantomData<fn(&A)>,
}

impl<A: ?Sized, G> Clone for Function<A, G> {
    fn clone(&self) -> Self {
        let (result, calls) = (self.result.clone(), self.calls.clone());
        Function { result, seed: self.seed, size: self.size, calls, argument: PhantomData }
    }
}

/// How often a result is drawn before a call gives up.
const TRIES: u64 = 1_000;

impl<A: Hash + ?Sized, G: Generator> Function<A, G> {
    /// Returns the result for an argument.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::generators::function;
    ///
    /// let key = function::<str, _>(0..=9).sample(1);
    /// assert_eq!(key.call("a"), key.call("a"));
    /// ```
    ///
    /// # Panics
    /// Panics if the generator rejects every attempt to make a result for this argument, which is as unlikely as it is
    /// for a single value.
    #[track_caller]
    pub fn call(&self, argument: &A) -> G::Value
    where
        A: fmt::Debug,
    {
        let mut hasher = DefaultHasher::new();
        argument.hash(&mut hasher);
        let hash = hasher.finish();
        let mut calls = self.calls.borrow_mut();
        if calls.iter().all(|(known, _)| *known != hash) {
            calls.push((hash, format!("{argument:?}")));
        }
        match self.result_for(hash) {
            Ok(value) => value,
            Err(Rejected) => panic!("the generator of the function's results made no value"),
        }
    }
}

impl<A: ?Sized, G: Generator> Function<A, G> {
    fn result_for(&self, hash: u64) -> Result<G::Value, Rejected> {
        // The first of all functions is constant.
        let hash = if self.seed == 0 { 0 } else { hash };
        if self.seed == 0 {
            if let Ok((value, _)) = interpret(&*self.result, &mut First) {
                return Ok(value);
            }
        }
        let attempt = |i: u64| {
            let mut cx = Cx::random(Rng::new(self.seed, hash.wrapping_add(i)), self.size);
            self.result.run(&mut cx, Focus::Free)
        };
        (0..TRIES).map(attempt).find(Result::is_ok).unwrap_or(Err(Rejected))
    }
}

/// Answers with the first alternative every time.
struct First;

impl Answerer for First {
    #[inline]
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        ask.at_rank(0).ok_or(Rejected)
    }
}

/// The calls so far as a table.
impl<A: ?Sized, G: Generator> fmt::Debug for Function<A, G>
where
    G::Value: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (hash, argument) in self.calls.borrow().iter() {
            match self.result_for(*hash) {
                Ok(value) => write!(f, "{argument}: {value:?}, ")?,
                Err(Rejected) => write!(f, "{argument}: nothing, ")?,
            }
        }
        f.write_str("_: …}")
    }
}
