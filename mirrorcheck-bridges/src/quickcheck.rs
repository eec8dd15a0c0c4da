//! The bridge from the crate `quickcheck`.

use std::fmt;
use std::marker::PhantomData;

use mirrorcheck_core::generators::no_shrink;
use mirrorcheck_core::numbers::uniform;
use mirrorcheck_core::{Cx, Focus, Generator, Rejected};
use quickcheck::{Arbitrary, Gen};

/// Makes values of a type that implements `quickcheck::Arbitrary`.
///
/// A `Gen` does not show its choices. So the recorded choice is its seed, and its size is that of the run. The type's own
/// `shrink` shrinks a failure. Each step is recorded as a choice, so the result can be replayed.
///
/// ```
/// use mirrorcheck::Checker;
/// use mirrorcheck::prelude::*;
/// use mirrorcheck_bridges::from_quickcheck;
///
/// let lists = from_quickcheck::<Vec<u8>>();
/// assert_eq!(lists.replay(&lists.randomness(1)), Ok(lists.sample(1)));
///
/// let report = Checker::new(lists).examine(|list| list.iter().all(|n| *n < 90));
/// assert_eq!(report.failures[0].value, [90]);
/// ```
pub fn from_quickcheck<T: Arbitrary>() -> FromQuickcheck<T> {
    FromQuickcheck(PhantomData)
}

/// The generator that [`from_quickcheck`] returns.
///
/// ```
/// use mirrorcheck::prelude::*;
/// use mirrorcheck_bridges::{FromQuickcheck, from_quickcheck};
///
/// let texts: FromQuickcheck<String> = from_quickcheck();
/// assert_eq!(texts.sample(1), texts.sample(1));
/// ```
pub struct FromQuickcheck<T>(PhantomData<fn() -> T>);

impl<T> Clone for FromQuickcheck<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FromQuickcheck<T> {}

impl<T> fmt::Debug for FromQuickcheck<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from_quickcheck::<{}>()", std::any::type_name::<T>())
    }
}

/// How many smaller values are proposed at once. A type may have any number of them.
const AT_ONCE: usize = 64;

impl<T: Arbitrary> Generator for FromQuickcheck<T> {
    type Value = T;

    fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, T>) -> Result<T, Rejected> {
        cx.group(|cx| {
            // A smaller seed makes an unrelated value, not a simpler one.
            let seed = no_shrink(uniform::<u64>()).run(cx, Focus::Free)?;
            // Many implementations draw from `0..size`, which panics if it is empty.
            let size = cx.size().max(1) as usize;
            let value = T::arbitrary(&mut Gen::from_size_and_seed(size, seed));
            Ok(if cx.is_plain() { value } else { smaller(cx, value) })
        })
    }
}

/// Follows the recorded or proposed steps of the type's own shrinking.
fn smaller<T: Arbitrary>(cx: &mut Cx<'_>, mut value: T) -> T {
    'smaller: loop {
        let mut rest = value.shrink();
        loop {
            let mut proposed: Vec<T> = rest.by_ref().take(AT_ONCE + 1).collect();
            let next = if proposed.len() > AT_ONCE { proposed.pop() } else { None };
            let more = usize::from(next.is_some());
            match cx.shrink(proposed.len() + more) {
                Some(chosen) if chosen < proposed.len() => {
                    value = proposed.swap_remove(chosen);
                    continue 'smaller;
                }
                // None of these.
                Some(_) => rest = Box::new(next.into_iter().chain(rest)),
                None => return value,
            }
        }
    }
}
