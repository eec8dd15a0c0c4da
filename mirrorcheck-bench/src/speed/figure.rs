//! One figure of the experiment, before it is a row or part of a table.

use crate::report::Row;

#[derive(Debug, Clone)]
pub(super) struct Figure {
    pub(super) framework: &'static str,
    pub(super) problem: &'static str,
    /// Whose values these are.
    pub(super) values: String,
    pub(super) what: &'static str,
    /// CPU nanoseconds a value, one figure a round.
    pub(super) ns: Vec<f64>,
    /// To what it is compared with, each round by itself: what slows the machine down for longer than that slows both
    /// sides.
    pub(super) ratios: Vec<f64>,
    pub(super) ratio_to: &'static str,
    /// What a run of a property adds to a case.
    pub(super) overhead_ns: Option<f64>,
    pub(super) goal: Option<Limit>,
    pub(super) memory: Memory,
    pub(super) mean_size: f64,
}

/// What must not be exceeded.
#[derive(Debug, Clone, Copy)]
pub(super) enum Limit {
    Ratio(f64),
    Overhead(f64),
    Nanoseconds(f64),
}

/// A value on average; the peak is the most that was held at a time.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Memory {
    pub(super) allocations: f64,
    /// The allocations that a copy of the value needs as well.
    pub(super) own: f64,
    pub(super) peak_bytes: f64,
}

impl Figure {
    pub(super) fn ns(&self) -> f64 {
        median(&self.ns)
    }

    pub(super) fn ratio(&self) -> f64 {
        median(&self.ratios)
    }

    pub(super) fn ratio_goal(&self) -> Option<f64> {
        match self.goal? {
            Limit::Ratio(limit) => Some(limit),
            Limit::Overhead(_) | Limit::Nanoseconds(_) => None,
        }
    }

    /// Nothing if there is no goal.
    pub(super) fn is_met(&self) -> Option<bool> {
        Some(match self.goal? {
            Limit::Ratio(limit) => self.ratio() <= limit,
            Limit::Overhead(limit) => self.overhead_ns? <= limit,
            Limit::Nanoseconds(limit) => self.ns() <= limit,
        })
    }

    pub(super) fn row(&self) -> Row {
        let (goal, goal_for) = match self.goal {
            None => (None, ""),
            Some(Limit::Ratio(limit)) => (Some(limit), "ratio"),
            Some(Limit::Overhead(limit)) => (Some(limit), "overhead_ns"),
            Some(Limit::Nanoseconds(limit)) => (Some(limit), "ns"),
        };
        Row::new()
            .text("framework", self.framework)
            .text("problem", self.problem)
            .text("values", &self.values)
            .text("what", self.what)
            .number("ns", self.ns(), 1)
            .number("ratio", self.ratio(), 3)
            .number("ratio_q1", quantile(&self.ratios, 0.25), 3)
            .number("ratio_q3", quantile(&self.ratios, 0.75), 3)
            .text("ratio_to", self.ratio_to)
            .optional("overhead_ns", self.overhead_ns, 1)
            .optional("goal", goal, 1)
            .text("goal_for", goal_for)
            .number("allocs", self.memory.allocations, 2)
            .number("own_allocs", self.memory.own, 2)
            .number("peak_bytes", self.memory.peak_bytes, 0)
            .number("mean_size", self.mean_size, 2)
    }
}

/// Each round by itself.
pub(super) fn ratios(ns: &[f64], base: &[f64]) -> Vec<f64> {
    ns.iter().zip(base).map(|(ns, base)| ns / base).collect()
}

pub(super) fn median(figures: &[f64]) -> f64 {
    quantile(figures, 0.5)
}

fn quantile(figures: &[f64], q: f64) -> f64 {
    crate::statistics::quantile(figures, q).unwrap_or(f64::NAN)
}
