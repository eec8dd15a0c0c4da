//! What kind of choice one is, to know others like it.

use super::{Ask, Law, Names};

impl Ask<'_> {
    /// A number for the kind of choice it is: the same for choices among the same alternatives, and mostly for no others. Ranges
    /// that depend on earlier choices differ in their ends, so these count for nothing.
    #[inline]
    pub(crate) fn family(&self) -> u64 {
        match (self.law, self.names) {
            (Law::Each(_), Names::Literals(labels)) => labels.as_ptr() as u64,
            (Law::Each(weights), _) => weights.len() as u64,
            (_, Names::Numbers(_)) => 1 << 32 | self.role as u64,
            (_, Names::Chars(_) | Names::Set(_)) => 2 << 32,
            (Law::Alike, _) => (self.last as u64).wrapping_add(1),
            (Law::Equal, _) => 3 << 32 | self.role as u64,
            (Law::Spread(_), _) => 4 << 32 | self.role as u64,
        }
    }

    /// Whether all alternatives are equally likely because nothing else is said.
    #[inline]
    pub(crate) fn is_uniform(&self) -> bool {
        matches!(self.law, Law::Equal)
    }

    /// Numbers that tell what can be chosen and how likely it is from all else, where that is written down in the choice itself.
    #[inline]
    pub(crate) fn signature(&self) -> Option<[u64; 2]> {
        let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
        let law = match self.law {
            Law::Equal => 1,
            Law::Alike => 4,
            Law::Each(weights) => weights.iter().fold(2, |hash, weight| mix(hash, *weight)),
            Law::Spread(spread) => mix(3, spread.signature()?),
        };
        let names = match self.names {
            Names::Unnamed => 1,
            Names::Labels(_) => return None,
            Names::Literals(labels) => mix(2, labels.as_ptr() as u64),
            Names::Numbers(low) => mix(mix(3, low.magnitude() as u64), u64::from(low.is_negative())),
            Names::Chars(low) => mix(4, low.into()),
            Names::Set(set) => set.spans().fold(5, |hash, (low, high)| mix(mix(hash, low.into()), high.into())),
        };
        Some([mix(law, self.last as u64), mix(names, self.role as u64 ^ (self.last >> 64) as u64)])
    }
}
