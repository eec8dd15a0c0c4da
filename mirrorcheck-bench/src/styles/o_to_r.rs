//! Strategies of crates from ordered-float to reddsa.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use mirrorcheck::prelude::*;

use super::suite::Kind::{Arbitrary as Arb, Proptest, Quickcheck};
use super::suite::Suite;

pub(super) fn styles(suite: &mut Suite<'_>) {
    suite.source(include_str!("o_to_r.rs"));
    suite.add(["ordered-float 5.5.1", "src/lib.rs:2987"], Proptest, 6, "not_nan", not_nan());
    suite.add(["ordered-float 5.5.1", "src/lib.rs:2996"], Proptest, 5, "ordered_float", ordered_float());
    suite.add(["p256 0.14.0", "tests/ecdsa.rs:12"], Proptest, 5, "signing_key", signing_key());
    suite.add(["petgraph 0.8.3", "src/quickcheck.rs:36"], Quickcheck, 30, "graph", graph(true));
    suite.add(["petgraph 0.8.3", "src/quickcheck.rs:104"], Quickcheck, 41, "stable_graph", stable_graph());
    suite.add(["quick-xml 0.42.0", "src/events/mod.rs:345"], Arb, 9, "start_tag", start_tag());
    suite.advised("start_tag_advised", start_tag_advised());
    suite.add(["quick-xml 0.42.0", "src/events/mod.rs:485"], Arb, 3, "end_tag", end_tag());
    suite.add(["quinn-proto 0.11.19", "src/lib.rs:124"], Arb, 9, "transport", transport());
    suite.add(["quinn-proto 0.11.19", "src/lib.rs:144"], Arb, 11, "packet", packet());
    suite.advised("packet_advised", packet_advised());
    suite.add(["radix_trie 0.3.0", "src/qc_test.rs:18"], Quickcheck, 8, "trie_key", trie_key());
    suite.advised("trie_key_advised", trie_key_advised());
    suite.add(["radix_trie 0.3.0", "src/qc_test.rs:51"], Quickcheck, 16, "trie_keys", trie_keys());
    suite.add(["rangemap 1.8.0", "src/inclusive_map.rs:107"], Quickcheck, 10, "range_map", range_map());
    suite.add(["rangemap 1.8.0", "src/inclusive_map.rs:977"], Proptest, 11, "any_range_map", any_range_map());
    suite.add(["reddsa 0.6.1", "tests/proptests.rs:92"], Proptest, 7, "tweak", tweak());
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct NotNan(f64);

impl TryFrom<f64> for NotNan {
    type Error = String;

    fn try_from(x: f64) -> Result<Self, String> {
        if x.is_nan() { Err("NaN".to_owned()) } else { Ok(NotNan(x)) }
    }
}

#[generator]
fn not_nan() -> NotNan {
    let number = NotNan::try_from(draw(any::<f64>())).ok();
    assume(number.is_some());
    number.unwrap()
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct OrderedFloat(f64);

impl From<f64> for OrderedFloat {
    fn from(x: f64) -> Self {
        OrderedFloat(x)
    }
}

#[generator]
fn ordered_float() -> OrderedFloat {
    OrderedFloat::from(draw(any::<f64>()))
}

#[derive(Debug, Clone, PartialEq)]
struct SigningKey {
    secret: u64,
}

const ORDER: u64 = 0xffff_ffff_0000_0001;

fn reduce_nonzero(bytes: &[u8; 8]) -> u64 {
    u64::from_be_bytes(*bytes) % (ORDER - 1) + 1
}

impl From<u64> for SigningKey {
    fn from(secret: u64) -> Self {
        SigningKey { secret }
    }
}

#[generator]
fn signing_key() -> SigningKey {
    let bytes = draw(any::<[u8; 8]>());
    reduce_nonzero(&bytes).into()
}

mod graphs {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Graph {
        directed: bool,
        nodes: Vec<Option<u8>>,
        edges: Vec<(usize, usize, i8)>,
    }

    impl Graph {
        pub(super) fn with_capacity(directed: bool, nodes: usize, edges: usize) -> Self {
            Graph { directed, nodes: Vec::with_capacity(nodes), edges: Vec::with_capacity(edges) }
        }

        pub(super) fn add_node(&mut self, weight: u8) -> usize {
            self.nodes.push(Some(weight));
            self.nodes.len() - 1
        }

        pub(super) fn add_edge(&mut self, from: usize, to: usize, weight: i8) {
            self.edges.push((from, to, weight));
        }

        pub(super) fn remove_node(&mut self, node: usize) -> Option<u8> {
            self.edges.retain(|(from, to, _)| *from != node && *to != node);
            self.nodes[node].take()
        }

        pub(super) fn is_directed(&self) -> bool {
            self.directed
        }

        pub(super) fn node_count(&self) -> usize {
            self.nodes.len()
        }
    }
}

use graphs::Graph;

#[generator]
fn graph(directed: bool) -> Graph {
    let nodes = draw(0..=6usize);
    if nodes == 0 {
        return Graph::with_capacity(directed, 0, 0);
    }
    // The square makes graphs with few edges likelier.
    let edge_chance = draw(0.0..1.0) * draw(0.0..1.0);
    let edges = ((nodes * nodes) as f64 * edge_chance) as usize;
    let mut graph = Graph::with_capacity(directed, nodes, edges);
    for _ in 0..nodes {
        graph.add_node(draw(any::<u8>()));
    }
    for i in 0..nodes {
        for j in 0..nodes {
            if !graph.is_directed() && i > j {
                continue;
            }
            if draw(0.0..1.0) <= edge_chance {
                graph.add_edge(i, j, draw(any::<i8>()));
            }
        }
    }
    graph
}

#[generator]
fn stable_graph() -> Graph {
    let mut graph = draw(graph(false));
    if draw(any::<bool>()) && graph.node_count() > 0 {
        // Holes in the numbers of the nodes.
        let holes = draw(any::<u8>()) % (graph.node_count() as u8);
        for _ in 0..holes {
            let node = draw(any::<usize>()) % graph.node_count();
            graph.remove_node(node);
        }
    }
    graph
}

#[derive(Debug, Clone, PartialEq)]
struct StartTag {
    text: String,
    name_len: usize,
}

impl StartTag {
    fn new(name: &str) -> Self {
        StartTag { text: name.to_owned(), name_len: name.len() }
    }

    fn extend_attributes(&mut self, attributes: Vec<(String, String)>) -> &mut Self {
        for (key, value) in attributes {
            self.text.push_str(&format!(" {key}=\"{}\"", value.replace('"', "&quot;")));
        }
        self
    }
}

#[generator]
fn start_tag() -> StartTag {
    let name = draw(string(any::<char>(), 0..=10));
    assume(!name.is_empty() && name.chars().all(char::is_alphanumeric));
    let mut tag = StartTag::new(&name);
    tag.extend_attributes(draw(any::<Vec<(String, String)>>()));
    tag
}

#[generator]
fn start_tag_advised() -> StartTag {
    let name = draw(string(any::<char>(), 0..=10).at(|tag: &StartTag| tag.text[..tag.name_len].to_owned()));
    assume(!name.is_empty() && name.chars().all(char::is_alphanumeric));
    let mut tag = StartTag::new(&name);
    // All attributes but the last value can be the name of one.
    tag.extend_attributes(draw(any::<Vec<(String, String)>>().at(|tag: &StartTag| {
        let attributes = tag.text[tag.name_len..].strip_prefix(' ').and_then(|rest| rest.strip_suffix('"'));
        let pair = attributes.and_then(|rest| rest.rsplit_once("=\""));
        pair.map(|(key, value)| (key.to_owned(), value.to_owned())).into_iter().collect::<Vec<_>>()
    })));
    tag
}

#[derive(Debug, Clone, PartialEq)]
struct EndTag {
    name: String,
}

impl EndTag {
    fn new(name: impl Into<String>) -> Self {
        EndTag { name: name.into() }
    }
}

#[generator]
fn end_tag() -> EndTag {
    EndTag::new(draw(any::<String>()))
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Transport {
    streams_both_ways: u64,
    streams_one_way: u64,
    ack_delay: u8,
    max_payload: u16,
    idle_timeout: u64,
    grease: Option<u32>,
}

#[generator]
fn transport() -> Transport {
    Transport {
        streams_both_ways: draw(any::<u64>()),
        streams_one_way: draw(any::<u64>()),
        ack_delay: draw(any::<u8>()),
        max_payload: draw(any::<u16>()),
        ..Transport::default()
    }
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Buffer {
    bytes: Vec<u8>,
}

impl Buffer {
    fn put_slice(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Packet {
    id_len: usize,
    buffer: Buffer,
    grease: bool,
}

#[generator]
fn packet() -> Packet {
    let id_len = draw(0..=20usize);
    let bytes = draw(any::<Vec<u8>>());
    let mut buffer = Buffer::default();
    buffer.put_slice(&bytes[..]);
    Packet { id_len, buffer, grease: draw(any::<bool>()) }
}

#[generator]
fn packet_advised() -> Packet {
    let id_len = draw(0..=20usize);
    let bytes = draw(any::<Vec<u8>>().at(|packet: &Packet| packet.buffer.bytes.clone()));
    let mut buffer = Buffer::default();
    buffer.put_slice(&bytes[..]);
    Packet { id_len, buffer, grease: draw(any::<bool>()) }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct TrieKey(Vec<u8>);

impl TrieKey {
    fn extended(&self, with: &TrieKey) -> TrieKey {
        TrieKey(self.0.iter().chain(&with.0).copied().collect())
    }
}

#[generator]
fn trie_key() -> TrieKey {
    let len = draw(any::<usize>()) % 10;
    let mut key = Vec::with_capacity(len);
    for _ in 0..len {
        key.push(draw(any::<u8>()) % 4);
    }
    TrieKey(key)
}

#[generator]
fn trie_key_advised() -> TrieKey {
    let len = draw(any::<usize>().at(|key: &TrieKey| key.0.len())) % 10;
    let mut key = Vec::with_capacity(len);
    for i in 0..len {
        key.push(draw(any::<u8>().at(move |key: &TrieKey| key.0.get(i).copied())) % 4);
    }
    TrieKey(key)
}

#[derive(Debug, Clone, PartialEq)]
struct TrieKeys(HashSet<TrieKey>);

#[generator]
fn trie_keys() -> TrieKeys {
    let count = draw(any::<usize>()) % 20;
    let mut keys = Vec::with_capacity(count);
    keys.push(draw(trie_key()));
    for _ in 0..count {
        match draw(any::<u8>()) % 10 {
            1 => keys.push(draw(trie_key())),
            _ => {
                let i = draw(any::<usize>()) % keys.len();
                let key = keys[i].extended(&draw(trie_key()));
                keys.push(key);
            }
        }
    }
    TrieKeys(HashSet::from_iter(keys))
}

/// Ranges that do not touch, in order: those that come later overwrite.
#[derive(Debug, Clone, PartialEq, Default)]
struct RangeMap {
    ranges: Vec<(u8, u8, bool)>,
}

impl RangeMap {
    fn insert(&mut self, range: &RangeInclusive<u8>, value: bool) {
        let (start, end) = (*range.start(), *range.end());
        let mut ranges = Vec::new();
        for &(low, high, old) in &self.ranges {
            if low < start {
                ranges.push((low, high.min(start - 1), old));
            }
            if high > end {
                ranges.push((low.max(end + 1), high, old));
            }
        }
        ranges.push((start, end, value));
        ranges.sort_unstable();
        ranges.dedup_by(|next, last| {
            let joins = last.2 == next.2 && last.1.checked_add(1) == Some(next.0);
            if joins {
                last.1 = next.1;
            }
            joins
        });
        self.ranges = ranges;
    }
}

impl FromIterator<(RangeInclusive<u8>, bool)> for RangeMap {
    fn from_iter<I: IntoIterator<Item = (RangeInclusive<u8>, bool)>>(ranges: I) -> Self {
        let mut map = RangeMap::default();
        for (range, value) in ranges.into_iter().filter(|(range, _)| !range.is_empty()) {
            map.insert(&range, value);
        }
        map
    }
}

impl IntoIterator for RangeMap {
    type Item = (RangeInclusive<u8>, bool);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        let ranges = self.ranges.into_iter().map(|(start, end, value)| (start..=end, value));
        ranges.collect::<Vec<_>>().into_iter()
    }
}

#[generator]
fn range_map() -> RangeMap {
    let ranges = draw(vec((any::<RangeInclusive<u8>>(), any::<bool>()), 0..=5));
    ranges.into_iter().filter(|(range, _)| !range.is_empty()).collect()
}

#[generator]
fn any_range_map() -> RangeMap {
    draw(vec((any::<RangeInclusive<u8>>(), any::<bool>()), 0..=5)).into_iter().collect::<RangeMap>()
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Tweak {
    Nothing,
    Message,
    Key,
}

#[generator]
fn tweak() -> Tweak {
    pick([(10, "nothing", Tweak::Nothing), (1, "message", Tweak::Message), (1, "key", Tweak::Key)])
}
