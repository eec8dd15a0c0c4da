//! Lines as the library writes them, about 2 KB each.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::rng::Rng;

pub(crate) const PROPERTY: &str = "shop::orders::totals_are_sums";

/// The line of one case, always the same for the same number.
pub(crate) fn write_line(out: &mut impl Write, case: u64) -> io::Result<()> {
    let mut rng = Rng::new(case);
    // Some cases are there again, and short ones more often.
    let length = if rng.below(8) == 0 { rng.below(2) } else { 20 + rng.below(140) };
    let numbers: Vec<String> = (0..length).map(|_| rng.between(-9_999, 9_999).to_string()).collect();
    let (list, choices) = (numbers.join(", "), numbers.join(" "));
    let status = ["passed", "passed", "passed", "gave_up"][rng.below(4) as usize];
    let reason = if status == "passed" { "" } else { "assume(!list.is_empty()) at src/orders.rs:31:5" };
    let kind = ["sorted", "reversed", "mixed"][rng.below(3) as usize];
    let mut line = String::new();
    let _ = writeln!(
        line,
        "{{\"type\":\"test_case\",\"run_start\":1794770449.5,\"property\":\"{PROPERTY}\",\"status\":\"{status}\",\
         \"status_reason\":\"{reason}\",\"representation\":\"totals_are_sums(list = [{list}], note = \\\"n{}\\\")\",\
         \"arguments\":{{\"list\":[{list}],\"note\":\"n\"}},\"how_generated\":\"random\",\
         \"features\":{{\"length\":{length},\"kind\":\"{kind}\",\"mean\":{},\"empty\":{},\"target:sum\":{}}},\
         \"coverage\":null,\"timing\":{{\"generate:list\":{:e},\"generate:note\":1.2e-6,\"execute:test\":{:e}}},\
         \"metadata\":{{\"seed\":{case},\"case\":{case},\"choices\":\"{length}({choices})\"}}}}",
        rng.below(3),
        rng.below(1_000_000) as f64 / 1_000.0,
        length == 0,
        rng.between(-100_000, 100_000),
        (1 + length) as f64 * 3.1e-8,
        (1 + length) as f64 * 1.7e-7,
    );
    out.write_all(line.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::write_line;

    #[test]
    fn lines_are_about_two_kilobytes_and_as_they_should_be() {
        let mut out = Vec::new();
        (0..200).for_each(|case| write_line(&mut out, case).unwrap());
        let text = String::from_utf8(out).unwrap();
        text.lines().for_each(|line| cargo_mirrorcheck::line::rules::well_formed(line).unwrap());
        let mean = text.len() / 200;
        assert!((1_600..2_400).contains(&mean), "{mean} bytes a line");
    }
}
