//! A calculator that only looks for a literal zero before it divides.

use super::Problem;

pub(crate) struct Calculator;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expr {
    Int(i64),
    Add(Box<Expr>, Box<Expr>),
    Div(Box<Expr>, Box<Expr>),
}

impl Expr {
    pub(crate) fn add(left: Expr, right: Expr) -> Expr {
        Expr::Add(Box::new(left), Box::new(right))
    }

    pub(crate) fn div(left: Expr, right: Expr) -> Expr {
        Expr::Div(Box::new(left), Box::new(right))
    }

    /// `None` where it divides by zero.
    fn value(&self) -> Option<i64> {
        match self {
            Expr::Int(n) => Some(*n),
            Expr::Add(left, right) => Some(left.value()?.wrapping_add(right.value()?)),
            Expr::Div(left, right) => match (left.value()?, right.value()?) {
                (_, 0) => None,
                (left, right) => Some(left.wrapping_div(right)),
            },
        }
    }

    fn divides_by_literal_zero(&self) -> bool {
        match self {
            Expr::Int(_) => false,
            Expr::Add(left, right) => left.divides_by_literal_zero() || right.divides_by_literal_zero(),
            Expr::Div(_, right) if **right == Expr::Int(0) => true,
            Expr::Div(left, right) => left.divides_by_literal_zero() || right.divides_by_literal_zero(),
        }
    }

    /// The number of constructors.
    fn size(&self) -> usize {
        match self {
            Expr::Int(_) => 1,
            Expr::Add(left, right) | Expr::Div(left, right) => 1 + left.size() + right.size(),
        }
    }
}

impl Problem for Calculator {
    const NAME: &'static str = "calculator";
    type Input = Expr;

    fn holds(expr: &Expr) -> bool {
        expr.divides_by_literal_zero() || expr.value().is_some()
    }

    /// `0 / (0 + 0)` or `0 / (0 / 1)`.
    fn is_minimal(expr: &Expr) -> bool {
        let Expr::Div(left, right) = expr else { return false };
        let of_ints = |left: &Expr, right: &Expr| match (left, right) {
            (Expr::Int(left), Expr::Int(right)) => Some((*left, *right)),
            _ => None,
        };
        **left == Expr::Int(0)
            && match &**right {
                Expr::Int(_) => false,
                Expr::Add(left, right) => of_ints(left, right) == Some((0, 0)),
                Expr::Div(left, right) => of_ints(left, right) == Some((0, 1)),
            }
    }

    fn size(expr: &Expr) -> f64 {
        expr.size() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::check_problem;
    use super::*;

    #[test]
    fn calculator() {
        let int = Expr::Int;
        let minima = [Expr::div(int(0), Expr::add(int(0), int(0))), Expr::div(int(0), Expr::div(int(0), int(1)))];
        let holding = [
            int(0),
            Expr::div(int(1), int(0)),
            Expr::add(int(i64::MAX), int(1)),
            Expr::div(int(i64::MIN), int(-1)),
            Expr::div(int(0), Expr::add(int(0), int(1))),
            Expr::div(int(0), Expr::div(int(0), int(0))),
        ];
        let larger = [
            Expr::div(int(1), Expr::add(int(0), int(0))),
            Expr::div(int(0), Expr::add(int(1), int(-1))),
            Expr::div(int(0), Expr::div(int(0), int(2))),
            Expr::add(int(0), minima[0].clone()),
            Expr::div(minima[1].clone(), int(1)),
        ];
        check_problem::<Calculator>(&minima, &holding, &larger);
        assert!(minima.iter().all(|expr| expr.size() == 5));
    }
}
