//! The tree that `Serialize` writes. It is one list of nodes, so neither cloning nor dropping it recurses.

/// An integer of any width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Integer {
    Natural(u128),
    Negative(i128),
}

impl Integer {
    pub(super) fn signed(number: i128) -> Integer {
        u128::try_from(number).map_or(Integer::Negative(number), Integer::Natural)
    }

    /// Converts the number, if it fits.
    pub(super) fn fit<N: TryFrom<u128> + TryFrom<i128>>(self) -> Option<N> {
        match self {
            Integer::Natural(number) => N::try_from(number).ok(),
            Integer::Negative(number) => N::try_from(number).ok(),
        }
    }

    pub(super) fn as_f64(self) -> f64 {
        match self {
            Integer::Natural(number) => number as f64,
            Integer::Negative(number) => number as f64,
        }
    }
}

/// One value of serde's data model. Parts are indices of other nodes, which come before this one.
#[derive(Debug, Clone)]
pub(super) enum Node {
    Unit,
    None,
    Some(usize),
    Bool(bool),
    Integer(Integer),
    F32(f32),
    F64(f64),
    Char(char),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<usize>),
    Map(Vec<(usize, usize)>),
    Record(Vec<(&'static str, usize)>),
    Variant(&'static str, Option<usize>),
}

/// A value as `Serialize` wrote it.
#[derive(Debug, Clone, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    digests: Vec<Digest>,
}

impl Tree {
    pub(super) fn push(&mut self, node: Node) -> usize {
        let digest = self.digest_of(&node);
        self.nodes.push(node);
        self.digests.push(digest);
        self.nodes.len() - 1
    }

    pub(super) fn node(&self, id: usize) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The node of the whole value, which is written last.
    pub(super) fn root(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// Returns a digest of a part, which does not depend on the order of maps.
    pub(super) fn digest(&self, id: usize) -> Digest {
        self.digests[id]
    }

    /// Whether two trees are the same, apart from the order of maps.
    pub(super) fn is_same(&self, other: &Tree) -> bool {
        self.digests.last() == other.digests.last()
    }

    /// Returns a node's text, if it can be a key.
    pub(super) fn key(&self, id: usize) -> Option<&str> {
        match self.node(id) {
            Node::Text(text) => Some(text),
            Node::Variant(name, None) => Some(name),
            _ => None,
        }
    }

    /// Returns the tree with the parts of one node reversed, if that makes a difference.
    pub(super) fn reversed(&self, id: usize) -> Option<Tree> {
        let is_other = match self.node(id) {
            Node::List(items) => {
                let same = items.iter().zip(items.iter().rev()).all(|(a, b)| self.digest(*a) == self.digest(*b));
                !same
            }
            Node::Map(entries) => entries.len() > 1,
            _ => false,
        };
        let mut tree = is_other.then(|| self.clone())?;
        match &mut tree.nodes[id] {
            Node::List(items) => items.reverse(),
            Node::Map(entries) => entries.reverse(),
            _ => {}
        }
        Some(tree)
    }

    fn digest_of(&self, node: &Node) -> Digest {
        let part = |id: &usize| self.digests[*id];
        let mut digest = Digest::new(match node {
            Node::Unit => 1,
            Node::None => 2,
            Node::Some(_) => 3,
            Node::Bool(_) => 4,
            Node::Integer(_) => 5,
            Node::F32(_) => 6,
            Node::F64(_) => 7,
            Node::Char(_) => 8,
            Node::Text(_) => 9,
            Node::Bytes(_) => 10,
            Node::List(_) => 11,
            Node::Map(_) => 12,
            Node::Record(_) => 13,
            Node::Variant(..) => 14,
        });
        match node {
            Node::Unit | Node::None => {}
            Node::Some(inner) => digest.part(part(inner)),
            Node::Bool(value) => digest.word((*value).into()),
            Node::Integer(Integer::Natural(number)) => digest.wide(*number),
            Node::Integer(Integer::Negative(number)) => digest.wide(*number as u128),
            Node::F32(number) => digest.word(number.to_bits().into()),
            Node::F64(number) => digest.word(number.to_bits()),
            Node::Char(c) => digest.word((*c).into()),
            Node::Text(text) => digest.bytes(text.as_bytes()),
            Node::Bytes(bytes) => digest.bytes(bytes),
            Node::List(items) => items.iter().for_each(|item| digest.part(part(item))),
            Node::Map(entries) => {
                digest.unordered(entries.iter().map(|(key, value)| part(key).then(part(value))));
            }
            Node::Record(fields) => fields.iter().for_each(|(name, value)| {
                digest.bytes(name.as_bytes());
                digest.part(part(value));
            }),
            Node::Variant(name, inner) => {
                digest.bytes(name.as_bytes());
                inner.iter().for_each(|inner| digest.part(part(inner)));
            }
        }
        digest
    }
}

/// A digest of data, wide enough that two are never the same by chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Digest(u64, u64);

impl Digest {
    pub(super) fn new(seed: u64) -> Digest {
        let mut digest = Digest(0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f);
        digest.word(seed);
        digest
    }

    /// Returns half of the digest, which is enough for a key.
    pub(super) fn short(self) -> u64 {
        self.0
    }

    pub(super) fn word(&mut self, word: u64) {
        self.0 = mixed(self.0 ^ word);
        self.1 = mixed(self.1.rotate_left(23) ^ word.wrapping_mul(0xa076_1d64_78bd_642f));
    }

    pub(super) fn wide(&mut self, wide: u128) {
        self.word(wide as u64);
        self.word((wide >> 64) as u64);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    pub(super) fn part(&mut self, part: Digest) {
        self.word(part.0);
        self.word(part.1);
    }

    pub(super) fn then(mut self, next: Digest) -> Digest {
        self.part(next);
        self
    }

    /// Adds parts whose order does not matter.
    pub(super) fn unordered(&mut self, parts: impl Iterator<Item = Digest>) {
        let mut sum = (0u64, 0u64);
        for part in parts {
            sum = (sum.0.wrapping_add(mixed(part.0)), sum.1.wrapping_add(mixed(part.1)));
        }
        self.word(sum.0);
        self.word(sum.1);
    }
}

fn mixed(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
