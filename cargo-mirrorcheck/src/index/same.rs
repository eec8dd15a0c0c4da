//! Finds the cases with the same representation, in linear time and a few bytes per case.

/// No case.
const NONE: u32 = u32::MAX;

/// Cases by the hash of their representation.
#[derive(Debug, Default)]
pub(crate) struct Same {
    hashes: Vec<u64>,
    /// The first case with the hash of each.
    first: Vec<u32>,
    /// How many cases have the hash of each; only kept where a case is the first.
    counts: Vec<u32>,
    /// Whether one of them was not discarded, where a case is the first.
    is_valid: Vec<bool>,
    /// First cases, by hash: a table with open addressing, at most half full.
    table: Vec<u32>,
    pub(crate) distinct: u64,
    pub(crate) distinct_valid: u64,
    /// The case that most others are like.
    most: Option<u32>,
}

impl Same {
    /// The next case. Gives whether it is the first of its kind.
    pub(crate) fn push(&mut self, hash: u64, is_valid: bool) -> bool {
        if self.table.len() < 2 * (self.distinct as usize + 1) {
            self.grow();
        }
        let case = self.hashes.len() as u32;
        let slot = self.slot(hash);
        let is_first = self.table[slot] == NONE;
        if is_first {
            self.table[slot] = case;
            self.distinct += 1;
        }
        let first = self.table[slot];
        self.hashes.push(hash);
        self.first.push(first);
        self.counts.push(0);
        self.is_valid.push(false);
        self.count(first, is_valid);
        is_first
    }

    fn count(&mut self, first: u32, is_valid: bool) {
        let at = first as usize;
        self.counts[at] += 1;
        if is_valid && !self.is_valid[at] {
            self.is_valid[at] = true;
            self.distinct_valid += 1;
        }
        if self.most.is_none_or(|most| self.counts[most as usize] < self.counts[at]) {
            self.most = Some(first);
        }
    }

    /// The first case of this hash, or the slot for it.
    fn slot(&self, hash: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        while self.table[at] != NONE && self.hashes[self.table[at] as usize] != hash {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let slots = (2 * self.table.len()).max(64);
        let before = std::mem::replace(&mut self.table, vec![NONE; slots]);
        for case in before.into_iter().filter(|&case| case != NONE) {
            let slot = self.slot(self.hashes[case as usize]);
            self.table[slot] = case;
        }
    }

    pub(crate) fn find(&self, hash: u64) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        Some(self.table[self.slot(hash)]).filter(|&case| case != NONE)
    }

    /// The first case with the same representation.
    pub(crate) fn first(&self, case: u32) -> u32 {
        self.first[case as usize]
    }

    pub(crate) fn is_first(&self, case: u32) -> bool {
        self.first(case) == case
    }

    pub(crate) fn hash(&self, case: u32) -> u64 {
        self.hashes[case as usize]
    }

    /// How many cases are like one that is the first of its kind.
    pub(crate) fn alike(&self, first: u32) -> u64 {
        u64::from(self.counts[first as usize])
    }

    /// The representation that most cases have: one of them, and how many.
    pub(crate) fn most(&self) -> Option<(u32, u64)> {
        self.most.map(|most| (most, u64::from(self.counts[most as usize])))
    }
}

/// FNV is too weak for keys that differ in few places and a strong hash too slow for gigabytes: eight bytes at a time,
/// multiplied to 128 bits and folded. It is the same in every run of the program, as it is part of URLs.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    fn fold(a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        (product as u64) ^ ((product >> 64) as u64)
    }
    let mut state = 0x9e37_79b9_7f4a_7c15 ^ bytes.len() as u64;
    let chunks = bytes.chunks_exact(8);
    let mut last = [0; 8];
    last[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    for chunk in chunks.map(|chunk| chunk.try_into().unwrap_or_default()).chain([last]) {
        state = fold(state ^ u64::from_le_bytes(chunk), 0xa076_1d64_78bd_642f) ^ state.rotate_left(23);
    }
    fold(state, 0xe703_7ed1_a0b4_28db)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Same, hash};
    use mirrorcheck::prelude::*;

    #[property]
    fn it_counts_as_a_map_does(#[from(vec((0..=9_u64, any::<bool>()), 0..200))] cases: Vec<(u64, bool)>) {
        let mut same = Same::default();
        let mut firsts: HashMap<u64, u32> = HashMap::new();
        for (case, &(value, is_valid)) in (0..).zip(&cases) {
            let hash = hash(&value.to_le_bytes());
            assert_eq!(same.push(hash, is_valid), !firsts.contains_key(&value));
            firsts.entry(value).or_insert(case);
            assert_eq!((same.first(case), same.find(hash)), (firsts[&value], Some(firsts[&value])));
        }
        let valid: std::collections::HashSet<u64> = cases.iter().filter(|case| case.1).map(|case| case.0).collect();
        assert_eq!((same.distinct, same.distinct_valid), (firsts.len() as u64, valid.len() as u64));
        let count = |value: u64| cases.iter().filter(|case| case.0 == value).count() as u64;
        assert_eq!(same.most().map(|(_, count)| count), (0..=9).map(count).max().filter(|&most| most > 0));
    }

    #[test]
    fn similar_texts_have_different_hashes() {
        let hashes: std::collections::HashSet<u64> =
            (0..100_000).map(|number| hash(format!("insert(list = [{number}])").as_bytes())).collect();
        assert_eq!(hashes.len(), 100_000);
        assert_ne!(hash(b""), hash(b"\0"));
    }
}
