//! Every generator of the library, under the laws.

/// A test of all laws for each generator.
macro_rules! laws {
    ($($name:ident: $generator:expr;)*) => { $(
        #[test]
        fn $name() {
            crate::laws::check_large(crate::laws::erased($generator));
        }
    )* };
}

mod collections;
mod distribution;
mod errors;
mod lists;
mod networks;
mod pinned;
mod scalars;
mod systems;
mod with;
