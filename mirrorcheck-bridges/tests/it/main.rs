#![expect(missing_docs, reason = "tests")]

#[cfg(feature = "proptest")]
mod from_proptest;
#[cfg(feature = "quickcheck")]
mod from_quickcheck;
#[cfg(all(feature = "rand08", feature = "rand09", feature = "rand010"))]
mod from_rand;
mod laws;
#[cfg(feature = "proptest")]
mod to_proptest;
