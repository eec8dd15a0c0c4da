//! Every generator of the library, under the laws.

/// A test of all laws for each generator.
macro_rules! laws {
    ($($name:ident: $generator:expr;)*) => { $(
        #[test]
        fn $name() {
            crate::laws::check(crate::laws::erased($generator));
        }
    )* };
}

mod collections;
mod scalars;
