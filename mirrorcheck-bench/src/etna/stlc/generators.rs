//! Terms out of the other frameworks. Those by hand are the same in plain Rust over each one's source of numbers, or built
//! of combinators where there is no such source; those from the type follow it, with any number as a variable.

use std::ops::Bound;

use bolero::generator::bolero_generator::driver::Driver;
use bolero::{ValueGenerator, produce};
use checkito::boxed::Boxed;
use checkito::{FullGenerate, Generate, Weight, any as any_of, lazy, with};
use crabcheck::{BoxGen, Gen, GenExt, gens};
use hegel::generators::{self as gs, Generator as _};
use hegel::{TestCase, one_of, tuples};
use proptest::prelude::{any, prop_oneof};
use proptest::strategy::{BoxedStrategy, Just, Strategy, Union};
use quickcheck::Arbitrary as _;

use super::by_hand::{ARGUMENT_DEPTH, DEPTH, Source, TYPE_DEPTH, Weights, closed_term};
use super::calculus::{Term, Type};
use crate::etna::frameworks::arbitrary::FromBytes;
use crate::etna::frameworks::bolero::Bolero;
use crate::etna::frameworks::checkito::Checkito;
use crate::etna::frameworks::crabcheck::Crabcheck;
use crate::etna::frameworks::hegeltest::Hegeltest;
use crate::etna::frameworks::proptest::Proptest;
use crate::etna::frameworks::quickcheck::Quickcheck;

/// A source of numbers never ends but where it is made of bytes.
const ENDLESS: &str = "there is always another number";

impl Proptest for Term {
    fn bespoke() -> impl Strategy<Value = Term> {
        proposed_type(TYPE_DEPTH).prop_flat_map(|wanted| proposed(Vec::new(), wanted, DEPTH))
    }

    fn derived() -> impl Strategy<Value = Term> {
        let types = Just(Type::Bool)
            .prop_recursive(3, 8, 2, |inner| (inner.clone(), inner).prop_map(|(from, to)| Type::fun(from, to)));
        let leaf = prop_oneof![any::<i32>().prop_map(Term::Var), any::<bool>().prop_map(Term::Bool)];
        leaf.prop_recursive(5, 32, 2, move |inner| {
            prop_oneof![
                (types.clone(), inner.clone()).prop_map(|(from, body)| Term::abs(from, body)),
                (inner.clone(), inner).prop_map(|(function, argument)| Term::app(function, argument)),
            ]
        })
    }
}

fn proposed_type(depth: u32) -> BoxedStrategy<Type> {
    if depth == 0 {
        return Just(Type::Bool).boxed();
    }
    let functions = (proposed_type(depth - 1), proposed_type(depth - 1)).prop_map(|(from, to)| Type::fun(from, to));
    prop_oneof![Just(Type::Bool), functions].boxed()
}

/// A term of this type, among variables of these, the innermost last.
fn proposed(context: Vec<Type>, wanted: Type, depth: u32) -> BoxedStrategy<Term> {
    let variables = variables(&context, &wanted);
    let weights = Weights::of(&wanted, variables.len(), depth);
    let simplest = match wanted.clone() {
        Type::Bool => any::<bool>().prop_map(Term::Bool).boxed(),
        Type::Fun(from, to) => {
            let body = proposed(with_one_more(&context, &from), *to, depth.saturating_sub(1));
            body.prop_map(move |body| Term::abs(from.as_ref().clone(), body)).boxed()
        }
    };
    let mut alternatives = vec![(weights.literal + weights.abstraction, simplest)];
    if weights.variable > 0 {
        alternatives.push((weights.variable, proptest::sample::select(variables).prop_map(Term::Var).boxed()));
    }
    if weights.application > 0 {
        let applications = proposed_type(ARGUMENT_DEPTH).prop_flat_map(move |from| {
            let function = Type::fun(from.clone(), wanted.clone());
            (proposed(context.clone(), function, depth - 1), proposed(context.clone(), from, depth - 1))
        });
        let applications = applications.prop_map(|(function, argument)| Term::app(function, argument));
        alternatives.push((weights.application, applications.boxed()));
    }
    Union::new_weighted(alternatives).boxed()
}

fn variables(context: &[Type], wanted: &Type) -> Vec<i32> {
    (0..).zip(context.iter().rev()).filter(|(_, ty)| *ty == wanted).map(|(index, _)| index).collect()
}

fn with_one_more(context: &[Type], innermost: &Type) -> Vec<Type> {
    [context, std::slice::from_ref(innermost)].concat()
}

impl Quickcheck for Term {
    fn bespoke(g: &mut quickcheck::Gen) -> Term {
        closed_term(g).expect(ENDLESS)
    }

    fn derived(g: &mut quickcheck::Gen) -> Term {
        let size = g.size();
        quick_term(g, size)
    }
}

impl Source for quickcheck::Gen {
    fn below(&mut self, end: u32) -> Option<u32> {
        // It has no other numbers within a range than the choice of an element.
        const NUMBERS: [u32; 64] = {
            let mut numbers = [0; 64];
            let mut number = 0;
            while number < 64 {
                numbers[number] = number as u32;
                number += 1;
            }
            numbers
        };
        self.choose(&NUMBERS[..end as usize]).copied()
    }
}

fn quick_term(g: &mut quickcheck::Gen, size: usize) -> Term {
    match g.below(if size == 0 { 2 } else { 4 }) {
        Some(0) => Term::Var(i32::arbitrary(g)),
        Some(2) => Term::abs(quick_type(g, size / 2), quick_term(g, size / 2)),
        Some(3) => Term::app(quick_term(g, size / 2), quick_term(g, size / 2)),
        _ => Term::Bool(bool::arbitrary(g)),
    }
}

fn quick_type(g: &mut quickcheck::Gen, size: usize) -> Type {
    if size == 0 || bool::arbitrary(g) {
        return Type::Bool;
    }
    Type::fun(quick_type(g, size / 2), quick_type(g, size / 2))
}

impl Hegeltest for Term {
    fn bespoke(tc: &TestCase) -> Term {
        closed_term(&mut Drawn(tc)).expect(ENDLESS)
    }

    fn derived(tc: &TestCase) -> Term {
        let leaf = one_of!(gs::integers::<i32>().map(Term::Var), gs::booleans().map(Term::Bool));
        tc.draw_silent(gs::recursive(leaf, |inner| {
            let types = gs::recursive(gs::just(Type::Bool), |inner| {
                tuples!(inner.clone(), inner).map(|(from, to)| Type::fun(from, to))
            });
            one_of!(
                tuples!(types, inner.clone()).map(|(from, body)| Term::abs(from, body)),
                tuples!(inner.clone(), inner).map(|(function, argument)| Term::app(function, argument)),
            )
        }))
    }
}

struct Drawn<'a>(&'a TestCase);

impl Source for Drawn<'_> {
    fn below(&mut self, end: u32) -> Option<u32> {
        Some(self.0.draw_silent(gs::integers().min_value(0).max_value(end - 1)))
    }
}

impl Crabcheck for Term {
    fn bespoke() -> impl Gen<Value = Term> {
        |g: &mut crabcheck::Source| closed_term(g).expect(ENDLESS)
    }

    fn derived() -> impl Gen<Value = Term> {
        let leaves = || -> Vec<BoxGen<Term>> {
            let variables = crabcheck::any::<i32>().map(Term::Var);
            vec![variables.boxed(), crabcheck::any::<bool>().map(Term::Bool).boxed()]
        };
        gens::recursive(5, gens::one_of(leaves()).boxed(), move |inner| {
            let abstractions = (crabbed_type(), inner.clone()).map(|(from, body)| Term::abs(from, body));
            let applications = (inner.clone(), inner).map(|(function, argument)| Term::app(function, argument));
            let mut alternatives = leaves();
            alternatives.extend([abstractions.boxed(), applications.boxed()]);
            gens::one_of(alternatives).boxed()
        })
    }
}

fn crabbed_type() -> impl Gen<Value = Type> {
    let bools = || gens::constant(Type::Bool).boxed();
    gens::recursive(3, bools(), move |inner| {
        let functions = (inner.clone(), inner).map(|(from, to)| Type::fun(from, to));
        gens::one_of(vec![bools(), functions.boxed()]).boxed()
    })
}

impl Source for crabcheck::Source {
    fn below(&mut self, end: u32) -> Option<u32> {
        Some(self.int(0..end))
    }
}

impl FromBytes for Term {
    fn bespoke(u: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<Term> {
        closed_term(u).ok_or(arbitrary::Error::NotEnoughData)
    }

    fn derived(u: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<Term> {
        u.arbitrary()
    }
}

impl Source for arbitrary::Unstructured<'_> {
    fn below(&mut self, end: u32) -> Option<u32> {
        self.int_in_range(0..=end - 1).ok()
    }
}

impl Checkito for Term {
    fn bespoke() -> impl Generate<Item = Term> {
        checked_type(TYPE_DEPTH).flat_map(|wanted| checked(Vec::new(), wanted, DEPTH))
    }

    fn derived() -> impl Generate<Item = Term> {
        checked_by_type(5)
    }
}

fn checked_type(depth: u32) -> Boxed<Type> {
    let bools = with(|| Type::Bool);
    if depth == 0 {
        return bools.boxed();
    }
    let inner = move || lazy(move || checked_type(depth - 1));
    (bools, (inner(), inner()).map(|(from, to)| Type::fun(from, to))).any().unify().boxed()
}

fn checked(context: Vec<Type>, wanted: Type, depth: u32) -> Boxed<Term> {
    let variables = variables(&context, &wanted);
    let weights = Weights::of(&wanted, variables.len(), depth);
    let simplest = match wanted.clone() {
        Type::Bool => bool::generator().map(Term::Bool).boxed(),
        Type::Fun(from, to) => {
            let body = checked(with_one_more(&context, &from), *to, depth.saturating_sub(1));
            body.map(move |body| Term::abs(from.as_ref().clone(), body)).boxed()
        }
    };
    let mut alternatives = vec![Weight::new(f64::from(weights.literal + weights.abstraction), simplest)];
    if weights.variable > 0 {
        let one = Generate::map(0..variables.len(), move |nth| Term::Var(variables[nth]));
        alternatives.push(Weight::new(f64::from(weights.variable), one.boxed()));
    }
    if weights.application > 0 {
        let applications = checked_type(ARGUMENT_DEPTH).flat_map(move |from| {
            let function = Type::fun(from.clone(), wanted.clone());
            (checked(context.clone(), function, depth - 1), checked(context.clone(), from, depth - 1))
        });
        let applications = applications.map(|(function, argument)| Term::app(function, argument));
        alternatives.push(Weight::new(f64::from(weights.application), applications.boxed()));
    }
    any_of(alternatives).map(|term| term.expect("there is always an alternative")).boxed()
}

/// Dampening changes lengths and numbers, not which alternative is taken, so that a depth must end this.
fn checked_by_type(depth: u32) -> Boxed<Term> {
    let variables = i32::generator().map(Term::Var);
    let bools = bool::generator().map(Term::Bool);
    if depth == 0 {
        return (variables, bools).any().unify().boxed();
    }
    let inner = move || lazy(move || checked_by_type(depth - 1));
    let abstractions = (checked_type(3), inner()).map(|(from, body)| Term::abs(from, body));
    let applications = (inner(), inner()).map(|(function, argument)| Term::app(function, argument));
    (variables, bools, abstractions, applications).any().unify().boxed()
}

impl Bolero for Term {
    fn bespoke() -> impl ValueGenerator<Output = Term> {
        Driven
    }

    fn derived() -> impl ValueGenerator<Output = Term> {
        produce::<Term>()
    }
}

struct Driven;

impl ValueGenerator for Driven {
    type Output = Term;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Term> {
        closed_term(&mut Numbers(driver))
    }
}

struct Numbers<'a, D>(&'a mut D);

impl<D: Driver> Source for Numbers<'_, D> {
    fn below(&mut self, end: u32) -> Option<u32> {
        self.0.gen_u32(Bound::Included(&0), Bound::Excluded(&end))
    }
}
