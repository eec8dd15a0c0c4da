//! The simply typed lambda calculus: reduction keeps types, unless shifting or substitution is wrong.

mod by_hand;
mod calculus;
mod generators;
mod mirrored;

use calculus::{Mutant, Term};

use super::subject::{Property, Subject, Tasks, Tested};

pub(crate) fn subject() -> Subject {
    Subject {
        name: "STLC",
        switch: Mutant::switch_to,
        properties: vec![Tested::new::<OneStep>(), Tested::new::<ManySteps>()],
        tasks: TASKS,
        inputs_of_slowest: 20_000,
    }
}

/// All mutants are seen by both properties.
const BOTH: &[&str] = &[OneStep::NAME, ManySteps::NAME];

const TASKS: &[Tasks] = &[
    Tasks { mutant: "shift leaves variables alone", properties: BOTH },
    Tasks { mutant: "shift moves all variables", properties: BOTH },
    Tasks { mutant: "shift leaves the variable at the cutoff", properties: BOTH },
    Tasks { mutant: "shift keeps the cutoff under an abstraction", properties: BOTH },
    Tasks { mutant: "substitution replaces all variables", properties: BOTH },
    Tasks { mutant: "substitution replaces no variable", properties: BOTH },
    Tasks { mutant: "substitution does not shift under an abstraction", properties: BOTH },
    Tasks { mutant: "substitution keeps the index under an abstraction", properties: BOTH },
    Tasks { mutant: "contraction does not shift up", properties: BOTH },
    Tasks { mutant: "contraction does not shift back", properties: BOTH },
];

/// One step of a term, if it has one, has the same type.
struct OneStep;

impl Property for OneStep {
    const NAME: &'static str = "OneStep";
    type Input = Term;

    fn holds(term: &Term) -> Option<bool> {
        let before = term.type_of()?;
        Some(term.step().is_none_or(|after| after.type_of() == Some(before)))
    }
}

/// So has what it comes to after many.
struct ManySteps;

impl ManySteps {
    const MANY: usize = 40;
}

impl Property for ManySteps {
    const NAME: &'static str = "ManySteps";
    type Input = Term;

    fn holds(term: &Term) -> Option<bool> {
        let before = term.type_of()?;
        Some(term.steps(Self::MANY).type_of() == Some(before))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};

    use mirrorcheck::prelude::*;

    use super::by_hand::{EMPTY, Source, closed_term};
    use super::calculus::{Mutant, Term, Type};
    use super::mirrored::closed_terms;
    use super::{ManySteps, OneStep, TASKS};
    use crate::etna::subject::Property;
    use crate::rng::Rng;

    /// Held by whoever switches mutants.
    static SWITCH: Mutex<()> = Mutex::new(());

    /// All well-typed closed terms of at most so many constructors, whose types are of these.
    fn small_terms(most: usize) -> Vec<Term> {
        let function = Type::fun(Type::Bool, Type::Bool);
        let types = [Type::Bool, function.clone()];
        let terms = (1..=most).flat_map(|size| terms(size, 0, &types));
        terms.filter(|term| term.type_of().is_some()).collect()
    }

    /// All terms of this size among so many variables.
    fn terms(size: usize, variables: i32, types: &[Type]) -> Vec<Term> {
        if size == 1 {
            return (0..variables).map(Term::Var).chain([Term::Bool(true)]).collect();
        }
        let bodies = terms(size - 1, variables + 1, types);
        let abstractions = types.iter().flat_map(|ty| bodies.iter().map(|body| Term::abs(ty.clone(), body.clone())));
        let mut all: Vec<Term> = abstractions.collect();
        for left in 1..size - 1 {
            let arguments = terms(size - 1 - left, variables, types);
            for function in terms(left, variables, types) {
                all.extend(arguments.iter().map(|argument| Term::app(function.clone(), argument.clone())));
            }
        }
        all
    }

    #[test]
    fn tasks_are_what_fails_on_small_terms() {
        let _switch = SWITCH.lock().unwrap_or_else(PoisonError::into_inner);
        let terms = small_terms(8);
        assert_eq!(TASKS.len(), Mutant::ContractDoesNotShiftBack as usize);
        for (number, tasks) in TASKS.iter().enumerate() {
            Mutant::switch_to(number + 1);
            let seen: Vec<&str> = [
                (OneStep::NAME, terms.iter().any(|term| OneStep::holds(term) == Some(false))),
                (ManySteps::NAME, terms.iter().any(|term| ManySteps::holds(term) == Some(false))),
            ]
            .into_iter()
            .filter_map(|(name, fails)| fails.then_some(name))
            .collect();
            assert_eq!(seen, tasks.properties, "{}", tasks.mutant);
        }
        Mutant::switch_to(0);
        for term in &terms {
            assert_eq!((OneStep::holds(term), ManySteps::holds(term)), (Some(true), Some(true)), "{term:?}");
        }
    }

    #[test]
    fn preconditions_leave_out_what_is_not_well_typed() {
        let apply_a_bool = Term::app(Term::Bool(true), Term::Bool(false));
        for term in [Term::Var(0), Term::abs(Type::Bool, Term::Var(1)), Term::Var(-1), apply_a_bool] {
            assert_eq!((OneStep::holds(&term), ManySteps::holds(&term)), (None, None), "{term:?}");
        }
    }

    #[test]
    fn reduction_replaces_what_is_bound_and_moves_what_is_free() {
        let _switch = SWITCH.lock().unwrap_or_else(PoisonError::into_inner);
        Mutant::switch_to(0);
        let function = Type::fun(Type::Bool, Type::Bool);
        // λf. λb. (λx. λy. f x) b, in which b moves under y, and f back by one.
        let inner = Term::abs(Type::Bool, Term::abs(Type::Bool, Term::app(Term::Var(3), Term::Var(1))));
        let outer = |body| Term::abs(function.clone(), Term::abs(Type::Bool, body));
        let term = outer(Term::app(inner, Term::Var(0)));
        let reduced = outer(Term::abs(Type::Bool, Term::app(Term::Var(2), Term::Var(1))));
        assert_eq!(term.step(), Some(reduced.clone()));
        assert_eq!(reduced.step(), None);
        assert_eq!(term.steps(9), reduced);
    }

    impl Source for Rng {
        fn below(&mut self, end: u32) -> Option<u32> {
            Some(Rng::below(self, end.into()) as u32)
        }
    }

    #[test]
    fn generators_make_well_typed_terms_in_the_same_shares() {
        assert_eq!(EMPTY.types().count(), 0);
        let mut rng = Rng::new(1);
        let by_hand: Vec<Term> = (0..20_000).filter_map(|_| closed_term(&mut rng)).collect();
        let mirrored: Vec<Term> = closed_terms().samples(1).take(20_000).collect();
        let share = |terms: &[Term], is: fn(&Term) -> bool| {
            terms.iter().filter(|term| is(term)).count() as f64 / terms.len() as f64
        };
        for terms in [&by_hand, &mirrored] {
            assert!(terms.iter().all(|term| term.type_of().is_some()));
        }
        for is in [(|term| matches!(term, Term::Bool(_))) as fn(&Term) -> bool, |term| term.step().is_some()] {
            let (here, there) = (share(&by_hand, is), share(&mirrored, is));
            assert!((here - there).abs() < 0.02, "{here} {there}");
        }
    }
}
