//! The theory of the papers, as properties of interpretations: the laws of monads, profunctors and partial monadic
//! profunctors (003 §4.1), factoring (004 Theorem 1), the derivative (004 equations 3.1–3.4, Theorem 2), and weak
//! completeness (003 Lemma 4.4).
//!
//! Two programs are the same if every interpretation says so. `x.at(f)` is `(lmap f . prune) x`, `.then(k)` is
//! `>>= k`, and `return a`, which looks at nothing, is `exact(a)` looked for in what is `a` everywhere.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;
use std::marker::PhantomData;

use mirrorcheck::choices::{Answerer, Ask, Outcome};
use mirrorcheck::generators::Exact;
use mirrorcheck::prelude::*;
use mirrorcheck::{At, Choice, Cx, Rejected, ReplayError, void};

/// Plays choices and multiplies how likely each was.
struct Chances {
    choices: std::vec::IntoIter<Choice>,
    chance: f64,
}

impl Answerer for Chances {
    fn answer(&mut self, ask: &Ask<'_>) -> Result<u128, Rejected> {
        let index = self.choices.next().and_then(|choice| ask.find(&choice)).ok_or(Rejected)?;
        self.chance *= ask.chance(index);
        Ok(index)
    }
}

fn chance_of<G: Generator>(generator: &G, choices: &Choices) -> f64 {
    let sequence: Vec<Choice> = choices.sequence().collect();
    let mut chances = Chances { choices: sequence.into_iter(), chance: 1.0 };
    generator.interpret(&mut chances).expect("these choices make a value");
    chances.chance
}

fn sequences(all: impl Iterator<Item = Choices>) -> HashSet<Vec<Choice>> {
    all.map(|choices| choices.sequence().collect()).collect()
}

fn is_close(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-12 * left.max(right)
}

/// Every interpretation of two programs with finite languages says the same. Brackets may differ: how choices are
/// grouped is how the program is written.
fn assert_same<L, R>(law: &str, left: &L, right: &R, beyond: &[L::Value])
where
    L: Reflective + Clone,
    L::Value: PartialEq + Debug + Clone,
    R: Reflective<Value = L::Value> + Clone,
{
    // Forward: the same language, each sequence with the same value and the same chance.
    assert_eq!(sequences(left.language()), sequences(right.language()), "{law}: language");
    for choices in left.language() {
        assert_eq!(left.replay(&choices), right.replay(&choices), "{law}: {choices}");
        assert!(is_close(chance_of(left, &choices), chance_of(right, &choices)), "{law}: {choices}");
    }
    let mut values: Vec<L::Value> = left.all_values().collect();
    let others: Vec<L::Value> = right.all_values().collect();
    assert!(values.iter().all(|v| others.contains(v)) && others.iter().all(|v| values.contains(v)), "{law}: values");
    assert_eq!((left.is_void(), left.value_now()), (right.is_void(), right.value_now()), "{law}");
    assert!(left.choices_now().weighted().eq(right.choices_now().weighted()), "{law}: choices now");
    for seed in 0..10 {
        assert_eq!(left.try_sample(seed).ok(), right.try_sample(seed).ok(), "{law}: seed {seed}");
        let bytes = vec(0..=u8::MAX, 9).sample(seed);
        assert_eq!(left.from_bytes(&bytes).ok(), right.from_bytes(&bytes).ok(), "{law}: {bytes:?}");
    }
    // Backward: the same ways to each value, also to those that are out of range.
    values.extend_from_slice(beyond);
    for value in &values {
        let ways = left.reflect(value);
        assert_eq!(ways.outcome(), Outcome::Complete, "{law}: {value:?}");
        assert_eq!(sequences(ways), sequences(right.reflect(value)), "{law}: {value:?}");
        let (p, q) = (left.probability(value), right.probability(value));
        assert!(is_close(p, q), "{law}: {value:?} has probability {p} and {q}");
        assert_eq!(left.contains(value), right.contains(value), "{law}: {value:?}");
        assert_eq!(left.to_bytes(value), right.to_bytes(value), "{law}: {value:?}");
    }
    assert!(beyond.iter().all(|value| !left.contains(value)), "{law}: these are out of range");
}

/// The papers' `return`: a part of anything.
fn give<W, T: Clone + PartialEq>(value: T) -> At<Exact<T>, impl Fn(&W) -> Option<T> + Clone> {
    exact(value.clone()).at(move |_: &W| Some(value.clone()))
}

/// The papers' bind for parts of any kind.
#[derive(Clone)]
struct Then<P, K, H>(P, K, PhantomData<H>);

fn then<W, P: Part<W>, K: Fn(P::Value) -> H, H: Generator<Value = W>>(part: P, next: K) -> Then<P, K, H> {
    Then(part, next, PhantomData)
}

impl<P, K, H> Generator for Then<P, K, H>
where
    P: Part<H::Value>,
    K: Fn(P::Value) -> H,
    H: Generator,
{
    type Value = H::Value;

    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, H::Value>) -> Result<H::Value, Rejected> {
        let first = self.0.run_in(cx, focus)?;
        (self.1)(first).run(cx, focus)
    }
}

impl<P, K, H> Reflective for Then<P, K, H>
where
    P: Part<H::Value>,
    K: Fn(P::Value) -> H,
    H: Reflective,
{
}

/// The papers' `lmap f . prune` for parts of any kind: `f` says where in the outer whole the part's own whole is.
#[derive(Clone)]
struct Within<P, F, Inner>(P, F, PhantomData<Inner>);

fn within<Outer, Inner, P: Part<Inner>, F: Fn(&Outer) -> Option<Inner>>(part: P, f: F) -> Within<P, F, Inner> {
    Within(part, f, PhantomData)
}

impl<Outer, Inner, P, F> Part<Outer> for Within<P, F, Inner>
where
    P: Part<Inner>,
    F: Fn(&Outer) -> Option<Inner>,
{
    type Value = P::Value;

    fn run_in(&self, cx: &mut Cx<'_>, whole: Focus<'_, Outer>) -> Result<P::Value, Rejected> {
        match whole {
            Focus::On(whole) => {
                let inner = (self.1)(whole).ok_or(Rejected)?;
                cx.on_temporary(|cx| self.0.run_in(cx, Focus::On(&inner)))
            }
            _ => self.0.run_in(cx, Focus::Free),
        }
    }
}

// Three types, each with the one before as a part of it, and programs that go from one to the next.
type A = u8;
type B = (A, Vec<bool>);
type C = (B, char);

fn a_in_b(b: &B) -> Option<A> {
    Some(b.0)
}

/// A partial look.
fn a_if_short(b: &B) -> Option<A> {
    (b.1.len() < 2).then_some(b.0)
}

fn b_in_c(c: &C) -> Option<B> {
    Some(c.0.clone())
}

fn b_if_lower(c: &C) -> Option<B> {
    (c.1 != 'b').then(|| c.0.clone())
}

fn b_from(a: A) -> impl Reflective<Value = B> + Clone {
    (exact(a), vec(any::<bool>(), 0..=usize::from(a)))
}

fn c_from(b: B) -> impl Reflective<Value = C> + Clone {
    let last = char::from(b'a' + b.1.len() as u8);
    (exact(b), 'a'..=last)
}

fn beyond_b() -> Vec<B> {
    vec![(9, vec![]), (0, vec![true]), (1, vec![true, false])]
}

fn beyond_c() -> Vec<C> {
    vec![((9, vec![]), 'a'), ((1, vec![]), 'b'), ((1, vec![true]), 'c')]
}

/// Calls `$check(x)` for several programs `x` of type `A`: without a choice, with one, with overlap, with rejection.
macro_rules! for_several {
    ($check:ident) => {{
        $check(exact(1));
        $check(0..=2);
        $check(oneof([0..=1, 1..=2]));
        $check(pick([(3, "low", 0..=1), (0, "never", 0..=9), (1, "high", 1..=1)]));
        $check((0..=3).such_that(|n| n % 2 == 1));
        $check((0..=1, 0..=1).convert(|(a, b)| a + b, |&n: &u8| Some((n.min(1), n - n.min(1)))));
        $check(sized(|size| 0..=(size / 50) as u8));
        $check((0..=2, 0..=5).derivative(1).derivative(0).convert(|(a, _)| a, |&a: &u8| Some((a, 0))));
        $check(void::<u8>());
    }};
}

#[test]
fn m1_return_a_then_f_is_f_a() {
    for a in 0..=2 {
        assert_same("M1", &give::<B, A>(a).then(b_from), &b_from(a), &beyond_b());
    }
    let b = (1, vec![true]);
    assert_same("M1", &give::<C, B>(b.clone()).then(c_from), &c_from(b), &beyond_c());
}

#[test]
fn m2_x_then_return_is_x() {
    fn check<X: Reflective<Value = A> + Clone>(x: X) {
        assert_same("M2", &x.clone().at(|a: &A| Some(*a)).then(exact), &x, &[77]);
        let b = x.at(a_in_b).then(b_from);
        assert_same("M2", &b.clone().at(|b: &B| Some(b.clone())).then(exact), &b, &beyond_b());
    }
    for_several!(check);
}

#[test]
fn m3_binds_are_associative() {
    fn check<X: Reflective<Value = A> + Clone>(x: X) {
        let left = x.clone().at(a_in_b).then(b_from).at(b_in_c).then(c_from);
        let right = x.at(|c: &C| a_in_b(&b_in_c(c)?)).then(|a| b_from(a).at(b_in_c).then(c_from));
        assert_same("M3", &left, &right, &beyond_c());
    }
    for_several!(check);
}

#[test]
fn p1_to_look_at_all_of_it_is_to_look_at_it() {
    fn check<X: Reflective<Value = A> + Clone>(x: X) {
        assert_same("P1", &then(x.clone().at(|a: &A| Some(*a)), exact), &then(x.clone(), exact), &[77]);
        assert_same("P1", &then(x.clone(), exact), &x, &[77]);
        assert_same("P1, both ways", &x.clone().convert(|a| a, |a| Some(*a)), &x, &[77]);
    }
    for_several!(check);
}

#[test]
fn p2_looks_compose() {
    fn check<X: Reflective<Value = A> + Clone>(x: X) {
        let one_by_one = within(x.clone().at(a_in_b), b_in_c);
        let at_once = x.clone().at(|c: &C| a_in_b(&b_in_c(c)?));
        let rest = |a| b_from(a).at(b_in_c).then(c_from);
        assert_same("P2", &then(one_by_one, rest), &then(at_once, rest), &beyond_c());
        let twice = x.clone().convert(|a| a + 1, |&a: &A| a.checked_sub(1)).convert(|a| a * 2, |&a: &A| Some(a / 2));
        let once = x.convert(|a| (a + 1) * 2, |&a: &A| (a / 2).checked_sub(1));
        assert_same("P2, both ways", &twice, &once, &[0, 1, 3, 77]);
    }
    for_several!(check);
}

#[test]
fn pmp1_a_look_that_always_finds_everything_prunes_nothing() {
    fn check<X: Reflective<Value = A> + Clone>(x: X) {
        let pruned = within(x.clone(), |a: &A| Some(*a));
        assert_same("PMP1", &then(pruned, exact), &then(x, exact), &[77]);
    }
    for_several!(check);
}

#[test]
fn pmp2_partial_looks_compose() {
    fn check<X: Reflective<Value = A> + Clone>(x: X) {
        let one_by_one = within(x.clone().at(a_if_short), b_if_lower);
        let at_once = x.at(|c: &C| b_if_lower(c).and_then(|b| a_if_short(&b)));
        // Pruned is what neither look finds; so only what they find is in range.
        let rest = |a: A| (exact(a), vec(any::<bool>(), 0..=1)).at(b_if_lower).then(|b| (exact(b), exact('a')));
        assert_same("PMP2", &then(one_by_one, rest), &then(at_once, rest), &beyond_c());
    }
    for_several!(check);
}

#[test]
fn pmp3_to_return_looks_at_nothing() {
    for a in 0..=2 {
        let looked = within(give::<B, A>(a), b_in_c);
        let rest = |a| b_from(a).at(b_in_c).then(c_from);
        assert_same("PMP3", &then(looked, rest), &then(give::<C, A>(a), rest), &beyond_c());
    }
    // In the papers a `return` does not even notice that it was pruned. Here a look that finds nothing ends the run at
    // once, which no program that makes a choice could tell from ending at that choice.
    let nowhere = exact(1).at(|_: &B| None).then(b_from);
    assert!(nowhere.all_values().all(|b| !nowhere.contains(&b)));
    assert!(nowhere.all_values().count() > 0);
}

#[test]
fn pmp4_a_look_goes_into_both_sides_of_a_bind() {
    fn check<X: Reflective<Value = A> + Clone>(x: X) {
        let outside = within(x.clone().at(a_in_b).then(b_from), b_if_lower);
        let inside = x.at(|c: &C| a_in_b(&b_if_lower(c)?)).then(|a| b_from(a).at(b_if_lower).then(only_a));
        assert_same("PMP4", &then(outside, only_a), &inside, &beyond_c());
    }
    fn only_a(b: B) -> impl Reflective<Value = C> + Clone {
        exact((b, 'a'))
    }
    for_several!(check);
}

#[test]
fn nothing_then_anything_is_nothing() {
    assert_same("void >>= f", &void::<A>().at(a_in_b).then(b_from), &void::<B>(), &beyond_b());
    // What comes to nothing after a choice has no language either, but is not `void` by its looks.
    let later = (0..=2u8).at(|&a: &A| Some(a)).then(|_| void());
    assert_eq!((later.is_void(), later.language().count(), later.all_values().count()), (false, 0, 0));
    assert!((0..=2).all(|a| !later.contains(&a)));
}

/// What 004's 𝓖 says: how likely each value is, by the language.
fn distribution<G: Generator<Value: Debug> + Clone>(generator: &G) -> BTreeMap<String, f64> {
    let mut all = BTreeMap::new();
    for choices in generator.language() {
        let value = generator.replay(&choices).expect("the language is what can be parsed");
        *all.entry(format!("{value:?}")).or_insert(0.0) += chance_of(generator, &choices);
    }
    all
}

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

/// 004's `fgenTree`.
#[generator]
fn tree(height: u32) -> Tree {
    if height == 0 {
        return Tree::Leaf;
    }
    pick([
        (1, "l", Tree::Leaf),
        (3, "n", {
            let x = draw(0..=1);
            let left = draw(tree(height - 1));
            let right = draw(tree(height - 1));
            Tree::Node(Box::new(left), x, Box::new(right))
        }),
    ])
}

#[test]
fn theorem_1_a_generator_is_a_parser_of_randomness() {
    fn check<G: Reflective<Value: PartialEq + Debug> + Clone>(generator: G) {
        for seed in 0..200 {
            let choices = generator.randomness(seed);
            assert_eq!(generator.replay(&choices), Ok(generator.sample(seed)), "{choices}");
            // Nothing is left over, and nothing could be.
            let longer: Choices = format!("{choices} 0").parse().unwrap();
            assert!(matches!(generator.replay(&longer), Err(ReplayError::TooLong { left: 1, .. })), "{longer}");
        }
    }
    check(tree(2));
    check(tree(5));
    check(vec(oneof([0..=4, 3..=9]), 0..=6));
    check((0..=99).such_that(|n| n % 3 == 0));
    check(exact(1));
}

#[test]
fn theorem_1_as_distributions() {
    fn check<G: Reflective<Value: PartialEq + Debug> + Clone>(generator: G) {
        let parsed = distribution(&generator);
        assert!(is_close(parsed.values().sum(), 1.0));
        for value in generator.all_values() {
            let p = generator.probability(&value);
            assert!(is_close(p, parsed[&format!("{value:?}")]), "{value:?}: {p}");
        }
        // And both are what chance does: six standard deviations.
        const CASES: u64 = 3_000;
        let mut sampled: BTreeMap<String, f64> = BTreeMap::new();
        let mut chosen: BTreeMap<String, f64> = BTreeMap::new();
        for seed in 0..CASES {
            *sampled.entry(format!("{:?}", generator.sample(seed))).or_default() += 1.0;
            *chosen.entry(generator.randomness(seed).to_string()).or_default() += 1.0;
        }
        for (value, &p) in &parsed {
            let off = sampled.get(value).unwrap_or(&0.0) - CASES as f64 * p;
            assert!(off.abs() < 6.0 * (CASES as f64 * p * (1.0 - p)).sqrt() + 3.0, "{value}: {off} off {p}");
        }
        for choices in generator.language() {
            let p = chance_of(&generator, &choices);
            let off = chosen.remove(&choices.to_string()).unwrap_or(0.0) - CASES as f64 * p;
            assert!(off.abs() < 6.0 * (CASES as f64 * p * (1.0 - p)).sqrt() + 3.0, "{choices}: {off} off {p}");
        }
        assert!(chosen.is_empty(), "not in the language: {chosen:?}");
    }
    check(tree(2));
    check(oneof([0..=4, 3..=9]));
    check(pick([(1, "a", 0..=2u8), (0, "never", 5..=6), (7, "b", 2..=3)]));
    check(vec(any::<bool>(), 0..=3));
    check((0..=2).at(a_in_b).then(b_from));
}

/// The language derivative: what follows `c` in a language.
fn after(language: &HashSet<Vec<Choice>>, c: &Choice) -> HashSet<Vec<Choice>> {
    language.iter().filter(|word| word.first() == Some(c)).map(|word| word[1..].to_vec()).collect()
}

#[test]
fn theorem_2_the_language_of_the_derivative_is_the_derivative_of_the_language() {
    fn check<G: Reflective<Value: PartialEq + Debug> + Clone>(generator: G) {
        let whole = sequences(generator.language());
        let mut choices: Vec<Choice> = generator.choices_now().iter().collect();
        choices.extend([Choice::from("absent"), Choice::from(-77), Choice::from('!'), Choice::Index(99)]);
        for c in &choices {
            let left = after(&whole, c);
            let derivative = generator.derivative(c);
            assert_eq!(sequences(derivative.language()), left, "{c}");
            assert_eq!(derivative.is_void(), left.is_empty(), "{c}");
            // Once more, and so by induction for every word.
            for d in derivative.choices_now().iter() {
                let further = derivative.derivative(&d);
                assert_eq!(sequences(further.language()), after(&left, &d), "{c} {d}");
            }
        }
    }
    check(tree(2));
    check(0..=3u8);
    check('a'..='c');
    check(exact(1));
    check(void::<u8>());
    check(oneof([0..=4, 3..=9]));
    check(pick([(1, "a", 0..=2u8), (0, "absent", 5..=6), (7, "b", 2..=3)]));
    check(vec(any::<bool>(), 0..=3));
    check((0..=2).at(a_in_b).then(b_from));
    check(((0..=2, any::<bool>()), 'x'..='y'));
}

#[test]
fn repeated_derivatives_simulate_the_parser() {
    for choices in tree(2).language() {
        let sequence: Vec<Choice> = choices.sequence().collect();
        let (first, rest) = sequence.split_first().unwrap();
        let left = rest.iter().fold(tree(2).derivative(first), |left, c| left.derivative(c));
        assert_eq!(left.value_now(), tree(2).replay(&choices).ok(), "{choices}");
    }
}

#[test]
fn equation_3_1_of_nothing() {
    for c in [Choice::from("c"), Choice::from(0), Choice::Index(0)] {
        assert_same("3.1", &void::<A>().derivative(c), &void::<A>(), &[0]);
    }
}

#[test]
fn equation_3_2_of_return() {
    for c in [Choice::from("c"), Choice::from(0), Choice::Index(0)] {
        assert_same("3.2", &exact(5).derivative(c), &void::<i32>(), &[5]);
    }
}

#[test]
fn equation_3_3_of_pick() {
    let xs = [("a", oneof([0..=1, 1..=2])), ("b", oneof([5..=6, 7..=7]))];
    let pick = labeled(xs.clone());
    for (c, x) in xs {
        assert_same("3.3", &pick.derivative(c), &x, &[9]);
    }
    assert_same("3.3", &pick.derivative("c"), &void::<i32>(), &[0, 5]);
    // A range is a pick among exact values, an unlabelled pick one by position.
    assert_same("3.3", &(3..=5).derivative(4), &exact(4), &[3, 5]);
    assert_same("3.3", &(3..=5).derivative(6), &void::<i32>(), &[3, 4, 5]);
    assert_same(
        "3.3",
        &frequency([(2, 0..=1), (0, 5..=6), (1, 8..=9)]).derivative(Choice::Index(2)),
        &(8..=9),
        &[0, 5],
    );
    assert_same("3.3", &frequency([(2, 0..=1), (0, 5..=6)]).derivative(Choice::Index(1)), &void::<i32>(), &[0, 5]);
}

#[test]
fn equation_3_4_of_bind() {
    // Where `x` has its value already, the choice is one of what comes next.
    for a in 0..=2 {
        for c in 0..=2 {
            let bound = give::<B, A>(a).then(b_from);
            assert_same("3.4", &bound.derivative(c), &b_from(a).derivative(c), &beyond_b());
        }
    }
    // Where it has not, it is one of `x`.
    fn check<X: Reflective<Value = A> + Clone>(x: X) {
        if x.value_now().is_some() {
            return;
        }
        let mut choices: Vec<Choice> = x.choices_now().iter().collect();
        choices.push(Choice::from("absent"));
        for c in choices {
            let left = x.clone().at(a_in_b).then(b_from).derivative(&c);
            let right = x.derivative(&c).at(a_in_b).then(b_from);
            assert_same("3.4", &left, &right, &beyond_b());
        }
    }
    for_several!(check);
}

/// The weights are only known when it runs.
#[generator]
fn weighted(low: i32, high: i32) -> u8 {
    pick([
        (low, "low", {
            let n = draw(0..=3);
            n
        }),
        (high, "high", {
            let n = draw(2..=9);
            n
        }),
    ])
}

#[test]
fn lemma_4_4_what_reflects_can_be_made() {
    fn check<G: Reflective<Value: PartialEq + Debug> + Clone>(generator: G, candidates: &[G::Value]) {
        let made: Vec<G::Value> = generator.all_values().collect();
        for value in candidates {
            let reflects = generator.reflect(value).next().is_some();
            assert_eq!(reflects, made.contains(value), "{value:?}");
            assert_eq!(reflects, generator.probability(value) > 0.0, "{value:?}");
            assert_eq!(reflects, generator.contains(value), "{value:?}");
            assert_eq!(reflects, generator.to_bytes(value).is_some(), "{value:?}");
            assert_eq!(reflects, generator.reflect_likeliest(value).is_some(), "{value:?}");
            assert!(reflects || (0..500).all(|seed| generator.sample(seed) != *value), "{value:?}");
        }
    }
    let digits: Vec<u8> = (0..=11).collect();
    check(weighted(1, 1), &digits);
    check(weighted(1, 0), &digits);
    check(weighted(-5, 2), &digits);
    check(frequency([(0, 0..=3), (2, 3..=5), (0, 5..=11)]), &digits);
    check(oneof([0..=3, 7..=9]), &digits);
}

#[test]
fn an_alternative_of_weight_0_is_not_there_in_any_direction() {
    let only_high = weighted(0, 1);
    assert_eq!(only_high.all_values().collect::<Vec<_>>(), (2..=9).collect::<Vec<_>>());
    assert_eq!(only_high.reflect(&3).map(|choices| choices.to_string()).collect::<Vec<_>>(), ["high(3)"]);
    assert_eq!(only_high.probability(&3), 1.0 / 8.0);
    assert!(only_high.derivative("low").is_void());
    assert_eq!(only_high.choices_now().weighted().collect::<Vec<_>>(), [(1, Choice::from("high"))]);
    assert!(matches!(only_high.replay(&"low(3)".parse().unwrap()), Err(ReplayError::Unknown { position: 0, .. })));
    assert_eq!(only_high.complete(&sketch!(0), 1), None);
    assert_eq!(only_high.complete(&sketch!(3), 1), Some(3));
    assert!((0..=255).all(|byte| only_high.from_bytes(&[0, byte, byte]).is_ok_and(|n| n >= 2)));
    assert!(only_high.validate_against(&(2..=9)).is_sound());
    // With no weight left, nothing is.
    assert_same("no weight", &weighted(0, 0), &void::<u8>(), &[0, 3, 9]);
    assert_same("no weight", &frequency([(0, exact(1)), (0, exact(2))]), &void::<i32>(), &[1, 2]);
}
