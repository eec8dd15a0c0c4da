//! Who looks for valid values, other than the library: endless iterators, in which the same value may come again.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};

use mirrorcheck::Derivative;
use mirrorcheck::prelude::*;

use super::problems::Problem;
use crate::rng::Rng;

/// Makes values and drops those that are not valid.
struct Rejection<V, G> {
    generator: G,
    is_valid: fn(&V) -> bool,
    seed: u64,
}

pub(super) fn rejection<P: Problem>(seed: u64) -> impl Iterator<Item = P::Value> {
    Rejection { generator: P::generator(), is_valid: P::is_valid, seed: first_of(seed) }
}

/// The seeds of one trial are far away from those of the next.
fn first_of(trial: u64) -> u64 {
    trial << 40
}

impl<G: Generator> Iterator for Rejection<G::Value, G> {
    type Item = G::Value;

    fn next(&mut self) -> Option<G::Value> {
        loop {
            self.seed += 1;
            let value = self.generator.sample(self.seed);
            if (self.is_valid)(&value) {
                return Some(value);
            }
        }
    }
}

/// Choice gradient sampling as the dissertation has it (004, Figure 3.3), word for word, on derivatives.
struct Plain<V, G> {
    generator: G,
    is_valid: fn(&V) -> bool,
    /// Samples of each derivative.
    rate: u64,
    rng: Rng,
    /// What was found and not yet given.
    found: Vec<V>,
}

pub(super) fn plain<P: Problem>(seed: u64) -> impl Iterator<Item = P::Value> {
    let generator = P::generator();
    Plain { generator, is_valid: P::is_valid, rate: P::RATE, rng: Rng::new(first_of(seed)), found: Vec::new() }
}

impl<G: Generator<Value: Eq + Hash> + Clone> Iterator for Plain<G::Value, G> {
    type Item = G::Value;

    fn next(&mut self) -> Option<G::Value> {
        while self.found.is_empty() {
            self.walk();
        }
        self.found.pop()
    }
}

/// The derivatives by all choices that there are, with the weights of these.
type Gradient<G> = Vec<(u64, Derivative<G>)>;

impl<G: Generator<Value: Eq + Hash> + Clone> Plain<G::Value, G> {
    /// From the whole generator to a value, or to where nothing is left, one choice after another.
    fn walk(&mut self) {
        let choices = self.generator.choices_now();
        let mut gradient: Gradient<G> =
            choices.weighted().map(|(weight, choice)| (weight, self.generator.derivative(choice))).collect();
        while !gradient.is_empty() {
            let chosen = self.choose(&gradient);
            let (_, rest) = gradient.swap_remove(chosen);
            if let Some(value) = rest.value_now() {
                self.found.extend(Some(value).filter(self.is_valid));
                return;
            }
            let choices = rest.choices_now();
            gradient = choices.weighted().map(|(weight, choice)| (weight, rest.derivative(choice))).collect();
        }
    }

    /// By fitness; by weight where none of them has any.
    fn choose(&mut self, gradient: &Gradient<G>) -> usize {
        let mut fitness: Vec<u64> = gradient.iter().map(|(_, derivative)| self.fitness(derivative)).collect();
        if fitness.iter().all(|&fitness| fitness == 0) {
            fitness = gradient.iter().map(|(weight, _)| *weight).collect();
        }
        let mut left = self.rng.below(fitness.iter().sum());
        let is_it = |fitness: &u64| match left.checked_sub(*fitness) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        };
        fitness.iter().position(is_it).unwrap_or(0)
    }

    /// How many different ones out of the samples of a derivative are valid: a set, so that a choice which leads to
    /// the same value over and over is not the fittest. They are kept: no effort is wasted.
    fn fitness(&mut self, derivative: &Derivative<G>) -> u64 {
        if derivative.is_void() {
            return 0;
        }
        let samples = (0..self.rate).filter_map(|_| derivative.try_sample(self.rng.next()).ok());
        // Always in the same order.
        let valid: HashSet<G::Value, BuildHasherDefault<DefaultHasher>> = samples.filter(self.is_valid).collect();
        let fitness = valid.len() as u64;
        self.found.extend(valid);
        fitness
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{plain, rejection};
    use crate::cgs::problems::Problem;
    use crate::cgs::problems::avl::Avl;
    use crate::cgs::problems::sorted::Sorted;

    fn first<V>(sampler: impl Iterator<Item = V>, count: usize) -> Vec<V> {
        sampler.take(count).collect()
    }

    #[test]
    fn what_is_found_is_valid() {
        assert!(first(rejection::<Avl>(1), 100).iter().all(Avl::is_valid));
        assert!(first(plain::<Avl>(1), 2_000).iter().all(Avl::is_valid));
    }

    #[test]
    fn a_trial_is_a_function_of_its_number() {
        assert_eq!(first(rejection::<Sorted>(3), 100), first(rejection::<Sorted>(3), 100));
        assert_eq!(first(plain::<Sorted>(3), 100), first(plain::<Sorted>(3), 100));
        assert_ne!(first(plain::<Sorted>(3), 100), first(plain::<Sorted>(4), 100));
    }

    /// Among as many valid values, there are more different ones than by chance.
    #[test]
    fn gradients_lead_somewhere() {
        let distinct = |lists: Vec<_>| lists.into_iter().collect::<HashSet<_>>().len();
        let (by_chance, by_gradient) = (first(rejection::<Sorted>(1), 50_000), first(plain::<Sorted>(1), 50_000));
        let [by_chance, by_gradient] = [by_chance, by_gradient].map(distinct);
        assert!(3 * by_gradient > 4 * by_chance, "{by_gradient} by gradients, {by_chance} by chance");
    }
}
