//! The passes of the papers on trees of bits, such as `(10(1(100)0))`.

use std::fmt;
use std::str::FromStr;

use crate::core::choices::Choices;

/// A tree of single-bit choices in brackets: the papers' `Choices`, on which they define the first passes of reflective
/// shrinking. The shrinker has its own passes, on choices with names and positions; these are their origin.
///
/// ```
/// use mirrorcheck::choices::Bits;
///
/// let bits: Bits = "(10(1(100)0))".parse().unwrap();
/// let texts = |all: Vec<Bits>| all.iter().map(Bits::to_string).collect::<Vec<_>>();
/// assert_eq!(texts(bits.sub_trees()), ["(1(100)0)", "(100)"]);
/// assert_eq!(texts(bits.zero_draws())[..2], ["(10(00000))", "(10(0000))"]);
/// assert_eq!(texts(bits.swap_bits()), ["(0111000)", "(1010100)"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    /// Kept as text, so that no depth can overflow the stack: zeros, ones, and brackets that match.
    text: String,
}

impl Bits {
    /// Returns the bits of choices; `None` if they were read from text, which does not say how many alternatives there
    /// were.
    ///
    /// ```
    /// use mirrorcheck::prelude::*;
    /// use mirrorcheck::choices::Bits;
    ///
    /// let choices = option(0..=3).reflect(&Some(2)).next().unwrap();
    /// assert_eq!(Bits::of(&choices).unwrap().to_string(), "(1(10))");
    /// ```
    #[inline]
    pub fn of(choices: &Choices) -> Option<Bits> {
        choices.bits().map(|text| Bits { text })
    }

    /// Returns every draw inside this one: the papers' `subTrees`.
    ///
    /// ```
    /// let bits: mirrorcheck::choices::Bits = "(1(01)(0(1)))".parse().unwrap();
    /// assert_eq!(bits.sub_trees().len(), 3);
    /// ```
    #[inline]
    pub fn sub_trees(&self) -> Vec<Bits> {
        self.draws()
            .into_iter()
            .skip(1)
            .map(|(start, end, _)| Bits { text: self.text[start..end].to_owned() })
            .collect()
    }

    /// Returns copies in which one of the direct inner draws is replaced by zeros: as many as it had bits, and ever
    /// fewer, down to none. These are the papers' `zeroDraws`.
    ///
    /// ```
    /// let bits: mirrorcheck::choices::Bits = "(1(11))".parse().unwrap();
    /// let zeros: Vec<String> = bits.zero_draws().iter().map(|bits| bits.to_string()).collect();
    /// assert_eq!(zeros, ["(1(00))", "(1(0))", "(1)"]);
    /// ```
    #[inline]
    pub fn zero_draws(&self) -> Vec<Bits> {
        let mut all = Vec::new();
        for (start, end, _) in self.draws().into_iter().filter(|(_, _, depth)| *depth == 1) {
            let (before, draw, after) = (&self.text[..start], &self.text[start..end], &self.text[end..]);
            for zeros in (0..=bits(draw).count()).rev() {
                let draw = if zeros == 0 { String::new() } else { format!("({})", "0".repeat(zeros)) };
                all.push(Bits { text: format!("{before}{draw}{after}") });
            }
        }
        all
    }

    /// Returns copies of the bits alone in which a one and the zero after it are swapped: the papers' `swapBits`.
    ///
    /// ```
    /// let bits: mirrorcheck::choices::Bits = "(0110)".parse().unwrap();
    /// assert_eq!(bits.swap_bits()[0].to_string(), "(0101)");
    /// ```
    #[inline]
    pub fn swap_bits(&self) -> Vec<Bits> {
        let bits: String = bits(&self.text).collect();
        let swapped = |(i, _): (usize, &str)| Bits { text: format!("({}01{})", &bits[..i], &bits[i + 2..]) };
        bits.match_indices("10").map(swapped).collect()
    }

    /// Where draws begin and end, and inside of how many others they are.
    #[inline]
    fn draws(&self) -> Vec<(usize, usize, usize)> {
        let mut draws: Vec<(usize, usize, usize)> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (i, c) in self.text.char_indices() {
            match c {
                '(' => {
                    open.push(draws.len());
                    draws.push((i, i, open.len() - 1));
                }
                ')' => {
                    if let Some(draw) = open.pop() {
                        draws[draw].1 = i + 1;
                    }
                }
                _ => {}
            }
        }
        draws
    }
}

#[inline]
fn bits(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| "01".contains(*c))
}

impl fmt::Display for Bits {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// An error: a text that is not in the form of bits in brackets.
///
/// ```
/// let error = "(10(1)".parse::<mirrorcheck::choices::Bits>().unwrap_err();
/// assert_eq!(error.to_string(), "not bits in brackets: a bracket is not closed at byte 6");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseBitsError {
    /// Where the mistake is, in bytes.
    pub position: usize,
    problem: &'static str,
}

impl fmt::Display for ParseBitsError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not bits in brackets: {} at byte {}", self.problem, self.position)
    }
}

impl std::error::Error for ParseBitsError {}

impl FromStr for Bits {
    type Err = ParseBitsError;

    #[inline]
    fn from_str(text: &str) -> Result<Bits, ParseBitsError> {
        let mut depth = 0u64;
        for (position, c) in text.char_indices() {
            let problem = match c {
                '0' | '1' => continue,
                '(' => {
                    depth += 1;
                    continue;
                }
                ')' if depth > 0 => {
                    depth -= 1;
                    continue;
                }
                ')' => "a bracket closes nothing",
                _ => "a character that is no bit",
            };
            return Err(ParseBitsError { position, problem });
        }
        match depth {
            0 => Ok(Bits { text: text.to_owned() }),
            _ => Err(ParseBitsError { position: text.len(), problem: "a bracket is not closed" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn the_figure_of_the_papers() -> Result<(), super::ParseBitsError> {
        let bits: Bits = "(10(1(100)0))".parse()?;
        let texts = |all: Vec<Bits>| all.iter().map(Bits::to_string).collect::<Vec<_>>();
        assert_eq!(texts(bits.sub_trees()), ["(1(100)0)", "(100)"]);
        let zeros = ["(10(00000))", "(10(0000))", "(10(000))", "(10(00))", "(10(0))", "(10)"];
        assert_eq!(texts(bits.zero_draws()), zeros);
        assert_eq!(texts(bits.swap_bits()), ["(0111000)", "(1010100)"]);
        Ok(())
    }
}
