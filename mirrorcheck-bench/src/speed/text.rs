//! W8 for text: a generator of JSON texts as a parser, by length and by depth.

use std::hint::black_box;

use mirrorcheck::Interpretations;

use super::Plan;
use super::figure::{Figure, Limit, Memory, median, ratios};
use super::peers::OURS;
use crate::alloc::counting;
use crate::cpu;
use crate::workloads::json;

/// How many bytes of the shorter texts are read in one round, and how many are made.
const BYTES: usize = 200_000;
/// Beyond this serde_json gives up.
const DEEPEST: usize = 100;

/// A text, with what reading it took.
struct Text {
    name: String,
    text: String,
    is_deep: bool,
    /// CPU nanoseconds a byte, one figure a round.
    reflecting: Vec<f64>,
    serde: Vec<f64>,
}

pub(super) fn measure(plan: &Plan) -> Result<Vec<Figure>, String> {
    let lengths = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    let depths = [1, 10, 100, 1_000, 10_000, 100_000];
    let new = |name, text, is_deep| Text { name, text, is_deep, reflecting: Vec::new(), serde: Vec::new() };
    let mut texts: Vec<Text> = lengths
        .map(|length| new(format!("text of {length} bytes"), document(length), false))
        .into_iter()
        .chain(depths.map(|depth| new(format!("text of depth {depth}"), nested(depth), true)))
        .collect();
    let mut forward = Vec::new();
    // The long ones take a second each.
    for round in 0..plan.rounds.min(7) {
        forward.push(making(round as u64));
        for text in &mut texts {
            text.read()?;
        }
    }
    let base = median(&forward);
    let mut figures = Vec::new();
    for text in &texts {
        figures.push(text.figure("forward, a byte", &forward, 10.0));
        if !text.serde.is_empty() {
            figures.push(text.figure("serde_json", &text.serde, 20.0));
        }
    }
    if base > 0.0 { Ok(figures) } else { Err("nothing was made".to_owned()) }
}

/// CPU nanoseconds a byte to make texts.
fn making(round: u64) -> f64 {
    let (before, mut made, mut seed) = (cpu::thread(), 0, round << 32);
    while made < BYTES {
        made += black_box(json().sample(seed)).len();
        seed += 1;
    }
    (cpu::thread() - before).as_nanos() as f64 / made as f64
}

impl Text {
    fn read(&mut self) -> Result<(), String> {
        let times = (BYTES / self.text.len()).max(1);
        let a_byte = 1.0 / (times * self.text.len()) as f64;
        let before = cpu::process();
        for _ in 0..times {
            if !matches!(json().reflect_first(black_box(&self.text)), Ok(Some(_))) {
                return Err(format!("the {} was not read", self.name));
            }
        }
        self.reflecting.push((cpu::process() - before).as_nanos() as f64 * a_byte);
        if self.is_deep && self.text.len() > 2 * DEEPEST {
            return Ok(());
        }
        let before = cpu::process();
        for _ in 0..times {
            let value: Result<serde_json::Value, _> = serde_json::from_str(black_box(&self.text));
            black_box(value).map_err(|error| format!("the {} is no JSON: {error}", self.name))?;
        }
        self.serde.push((cpu::process() - before).as_nanos() as f64 * a_byte);
        Ok(())
    }

    fn figure(&self, against: &'static str, base: &[f64], goal: f64) -> Figure {
        let allocated = counting(|| json().reflect_first(&self.text)).1;
        let length = self.text.len() as f64;
        Figure {
            framework: OURS,
            problem: "W8",
            values: self.name.clone(),
            what: "first_reflection",
            ns: self.reflecting.iter().map(|ns| ns * length).collect(),
            ratios: ratios(&self.reflecting, base),
            ratio_to: against,
            overhead_ns: None,
            goal: Some(Limit::Ratio(goal)),
            memory: Memory {
                allocations: allocated.allocations as f64,
                own: 1.0,
                peak_bytes: allocated.peak_bytes as f64,
            },
            mean_size: length,
        }
    }
}

/// A list of records, as a server would answer, of at least so many bytes.
fn document(length: usize) -> String {
    let mut text = String::from("[\n");
    for i in 0u64.. {
        let n = i.wrapping_mul(6_364_136_223_846_793_005).rotate_left(17);
        text += &format!(
            "  {{\"id\": {}, \"name\": \"user {}\", \"active\": {}, \"score\": {}.{}, \
             \"tags\": [\"line\\n{}\", \"größe\", null], \"nested\": {{\"list\": [[], {{}}, [1, -2.5e-3]]}}}}",
            n % 100_000,
            n % 977,
            n % 2 == 0,
            n % 100,
            n % 10,
            n % 7
        );
        if text.len() >= length {
            break;
        }
        text += ",\n";
    }
    text + "\n]\n"
}

fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}
