//! The generators that everything else is built from.

mod any;
mod around;
mod arrangements;
mod characters;
mod collections;
mod distinct;
mod elements;
mod floats;
mod functions;
mod holders;
mod integers;
mod os;
mod ranges;
mod sequences;
mod standard;
mod strings;
mod system;
mod with;
pub(crate) mod wrapped;

pub use crate::core::lengths::{Length, Lengths};
pub use any::ArrayOf;
pub use around::{Toward, toward};
pub use arrangements::{Partition, Shuffled, Subsequence, index_into, partition, permutation, shuffle, subsequence};
pub use collections::{Optional, VecOf, option, vec};
pub(crate) use distinct::in_any_order;
pub use distinct::{Entries, EntriesOf, SortedOf, UniqueOf, btree_map, btree_set, hash_map, hash_set, sorted, unique};
pub use elements::{Element, ElementMut, ElementRef, WeightedElement, element_of, element_of_mut, weighted_element_of};
pub use floats::{FloatClass, FloatValue, WithNan, float_class};
pub use functions::{Function, FunctionOf, function};
pub use os::{CStrings, OsStrings, PathBufs};
pub use ranges::{Biased, RangeValue, biased, uniform};
pub use sequences::{HeapOf, Sequence, SequenceOf, binary_heap, sequence};
pub use standard::*;
pub use strings::{StringOf, string};
pub use system::{AtomicOrderings, ErrorKinds, FpCategories, Instants, Layouts, PhantomsPinned, SeekFroms, Shutdowns};
pub use wrapped::{Bounds, NonZeros, Wrapped, Wraps};

use crate::core::arbitrary::Arbitrary;
use crate::core::choice::Names;
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::source;
use crate::core::text::Text;

impl Arbitrary for bool {
    type Generator = Bools;

    fn arbitrary() -> Bools {
        Bools
    }

    fn source(&self) -> Option<String> {
        source::debug(self)
    }
}

/// `false` or `true`.
///
/// ```
/// use mirrorcheck::prelude::*;
///
/// assert_eq!(any::<bool>().all_values().collect::<Vec<_>>(), [false, true]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Bools;

impl Generator for Bools {
    type Value = bool;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, bool>) -> Result<bool, Rejected> {
        let shown = match focus.resolve() {
            Focus::On(value) => Some(usize::from(*value)),
            Focus::Free | Focus::Sketch(_) => None,
        };
        cx.group(|cx| cx.pick(&[1, 1], Names::Literals(&["false", "true"]), shown)).map(|i| i == 1)
    }
}

impl Reflective for Bools {}

impl Text for Bools {
    #[inline]
    fn run_text(&self, cx: &mut Cx<'_>, _: bool) -> Result<Option<bool>, Rejected> {
        cx.printed(self, &|value, text| text.push_str(if *value { "true" } else { "false" })).map(Some)
    }
}

impl Arbitrary for () {
    type Generator = ();

    fn arbitrary() {}

    #[inline]
    fn source(&self) -> Option<String> {
        source::leaf("()")
    }
}
