//! A value nested 100,000 deep, in every direction, on the stack of a test thread. Its own `Drop`, `Clone` and
//! `PartialEq` go round in loops, so that whatever overflows is the library's.

use mirrorcheck::choices::{Fold, Outcome, Ways};
use mirrorcheck::prelude::*;

const DEPTH: u32 = 100_000;

/// The stack that a test thread has.
fn on_a_small_stack(body: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(body).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

enum Chain {
    End,
    Link(u8, Box<Chain>),
}

impl Chain {
    fn of(items: impl DoubleEndedIterator<Item = u8>) -> Chain {
        items.rev().fold(Chain::End, |tail, head| Chain::Link(head, Box::new(tail)))
    }

    fn items(&self) -> impl Iterator<Item = u8> + '_ {
        let mut here = self;
        std::iter::from_fn(move || {
            let Chain::Link(head, tail) = here else { return None };
            here = tail;
            Some(*head)
        })
    }
}

impl Drop for Chain {
    fn drop(&mut self) {
        let Chain::Link(_, tail) = self else { return };
        let mut below = std::mem::replace(&mut **tail, Chain::End);
        while let Chain::Link(_, tail) = &mut below {
            // What is dropped here is one link with nothing below it.
            below = std::mem::replace(&mut **tail, Chain::End);
        }
    }
}

impl Clone for Chain {
    fn clone(&self) -> Chain {
        Chain::of(self.items().collect::<Vec<_>>().into_iter())
    }
}

impl PartialEq for Chain {
    fn eq(&self, other: &Chain) -> bool {
        self.items().eq(other.items())
    }
}

impl std::fmt::Debug for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a chain of {} links", self.items().count())
    }
}

/// Ends at random.
#[generator]
fn chain() -> Chain {
    pick([
        (1, "end", Chain::End),
        (3, "link", {
            let head = draw(0..=9);
            let tail = draw(chain());
            Chain::Link(head, Box::new(tail))
        }),
    ])
}

/// Exactly as long as it is told.
#[generator]
fn chain_of(length: u32) -> Chain {
    if length == 0 {
        return Chain::End;
    }
    let head = draw(0..=9);
    let tail = draw(chain_of(length - 1));
    Chain::Link(head, Box::new(tail))
}

fn long() -> Chain {
    Chain::of((0..DEPTH).map(|i| (i % 10) as u8))
}

/// Out of range at its very end.
fn bad_at_the_end() -> Chain {
    Chain::of((0..DEPTH).map(|i| (i % 10) as u8).chain([10]))
}

#[test]
fn forward() {
    on_a_small_stack(|| {
        let sampled = chain_of(DEPTH).sample(1);
        assert_eq!(sampled.items().count(), DEPTH as usize);
        assert!(chain_of(DEPTH).samples(1).next().is_some());
        let choices = chain_of(DEPTH).randomness(1);
        assert!(chain_of(DEPTH).replay(&choices) == Ok(sampled));
        assert_eq!(chain_of(DEPTH).value_now().map(|_| ()), None);
    });
}

#[test]
fn backward() {
    on_a_small_stack(|| {
        let value = long();
        assert!(chain().contains(&value));
        let first = chain().reflect_first(&value).unwrap().unwrap();
        assert_eq!(first.len(), 2 * DEPTH as usize + 1);
        assert!(chain().replay(&first).as_ref() == Ok(&value));
        let generator = chain();
        let ways = generator.reflect(&value);
        assert_eq!((ways.outcome(), ways.ways()), (Outcome::Complete, Ways::Finite(1)));
        assert!(ways.eq([first.clone()]));
        assert!(chain().reflect_likeliest(&value) == Some(first));
        let expected = f64::from(DEPTH) * (0.75f64.ln() + 0.1f64.ln()) + 0.25f64.ln();
        let log = chain().log_probability(&value);
        assert!((log - expected).abs() < 1e-9 * expected.abs(), "{log} is not {expected}");
        assert!(chain_of(DEPTH).contains(&value));
    });
}

#[test]
fn out_of_range() {
    on_a_small_stack(|| {
        let value = bad_at_the_end();
        assert!(!chain().contains(&value));
        assert_eq!(chain().reflect_first(&value), Ok(None));
        let generator = chain();
        let ways = generator.reflect(&value);
        assert_eq!((ways.outcome(), ways.count()), (Outcome::Complete, 0));
        assert_eq!(chain().log_probability(&value), f64::NEG_INFINITY);
        assert_eq!(
            chain().why_not(&value).unwrap().to_string(),
            "in link › link › link › … › link › link › link › link: 10 is not in 0..=9 (99994 levels are not shown)"
        );
        assert!(chain().complete(&sketch!(Chain::Link(1, value)), 1).is_none());
    });
}

#[test]
fn bytes() {
    on_a_small_stack(|| {
        let value = long();
        let bytes = chain().to_bytes(&value).unwrap();
        assert_eq!(bytes.len(), 1 + 2 * DEPTH as usize + 1);
        assert!(chain().from_bytes(&bytes) == Ok(value));
    });
}

#[test]
fn derivatives() {
    on_a_small_stack(|| {
        let value = long();
        let left = chain().derivative("link").derivative(0).derivative("link").derivative(1);
        let rest = left.reflect_first(&value).unwrap().unwrap();
        assert_eq!(rest.len(), 2 * DEPTH as usize + 1 - 4);
        assert!(left.replay(&rest).as_ref() == Ok(&value));
        assert_eq!(left.reflect(&value).ways(), Ways::Finite(1));
        // Many choices made beforehand.
        let made: Vec<_> = chain().reflect_first(&value).unwrap().unwrap().sequence().take(1_000).collect();
        let left = made[1..].iter().fold(chain().derivative(&made[0]), |left, choice| left.derivative(choice));
        assert!(left.contains(&value) && left.choices_now().len() == 2);
        assert!(left.sample(1).items().take(500).eq(value.items().take(500)));
    });
}

#[test]
fn completion() {
    on_a_small_stack(|| {
        let tail = long();
        let completed = chain().complete(&sketch!(Chain::Link(_, tail)), 1).unwrap();
        assert_eq!(completed.items().count(), DEPTH as usize + 1);
        let whole = long();
        assert!(chain().complete(&sketch!(whole), 1) == Some(long()));
    });
}

/// How deep the labels are nested.
struct Depth;

impl Fold for Depth {
    type Out = u32;

    fn none(&mut self) -> u32 {
        0
    }

    fn split(&mut self, first: u32, rest: u32) -> u32 {
        first.max(rest)
    }

    fn mark(&mut self, _: &str, inner: u32) -> u32 {
        inner + 1
    }
}

#[test]
fn choices() {
    on_a_small_stack(|| {
        let choices = chain().reflect_first(&long()).unwrap().unwrap();
        let text = choices.to_string();
        assert!(text.starts_with("link(0 link(1 link(2 ") && text.contains("link(8 link(9 end))))"), "{}", &text[..40]);
        let read: Choices = text.parse().unwrap();
        assert!(read == choices && read.clone() == choices);
        assert!(std::collections::HashSet::from([choices.clone()]).contains(&read));
        assert_eq!(choices.fold(&mut Depth), DEPTH + 1);
        assert_eq!(choices.labels().len(), 2 * DEPTH as usize + 1);
        assert_eq!(choices.frequencies()["link"], u64::from(DEPTH));
        assert_eq!(choices.bits().unwrap().matches('(').count(), 2 * DEPTH as usize);
        assert_eq!(read.bits(), None);
        let term = choices.term();
        assert!(term.to_string().starts_with("link(0, link(1, link(2, "));
        assert!(term.clone() == term);
        assert!(!format!("{term:?}").is_empty() && !format!("{choices:?}").is_empty());
        drop((term, read));
        // Brackets alone, which are dropped as soon as they are read.
        let nothing: Choices = ["(".repeat(DEPTH as usize), ")".repeat(DEPTH as usize)].concat().parse().unwrap();
        assert!(nothing.is_empty());
        assert!("(".repeat(DEPTH as usize).parse::<Choices>().is_err());
    });
}

/// As deep on the left as on the right.
enum Tree {
    Leaf,
    Fork(Box<Tree>, Box<Tree>),
}

impl Drop for Tree {
    fn drop(&mut self) {
        let Tree::Fork(left, right) = self else { return };
        let mut below = vec![std::mem::replace(&mut **left, Tree::Leaf), std::mem::replace(&mut **right, Tree::Leaf)];
        while let Some(mut tree) = below.pop() {
            if let Tree::Fork(left, right) = &mut tree {
                below.push(std::mem::replace(&mut **left, Tree::Leaf));
                below.push(std::mem::replace(&mut **right, Tree::Leaf));
            }
        }
    }
}

#[generator]
fn tree() -> Tree {
    pick([
        (2, "leaf", Tree::Leaf),
        (1, "fork", {
            let left = draw(tree());
            let right = draw(tree());
            Tree::Fork(Box::new(left), Box::new(right))
        }),
    ])
}

#[test]
fn to_the_left_and_to_the_right() {
    on_a_small_stack(|| {
        let zigzag = (0..DEPTH).fold(Tree::Leaf, |tree, i| match i % 2 {
            0 => Tree::Fork(Box::new(tree), Box::new(Tree::Leaf)),
            _ => Tree::Fork(Box::new(Tree::Leaf), Box::new(tree)),
        });
        let choices = tree().reflect_first(&zigzag).unwrap().unwrap();
        assert_eq!(choices.len(), 2 * DEPTH as usize + 1);
        assert!(tree().replay(&choices).is_ok());
        assert_eq!(tree().reflect(&zigzag).ways(), Ways::Finite(1));
        assert!(tree().from_bytes(&tree().to_bytes(&zigzag).unwrap()).is_ok());
        assert_eq!(choices.to_string().parse::<Choices>().as_ref(), Ok(&choices));
    });
}

/// Panics at the very bottom, on another stack than the one it was started on.
#[generator]
fn explosive(depth: u32) -> Chain {
    if depth == 0 {
        std::panic::panic_any(77u64);
    }
    let head = draw(0..=9);
    let tail = draw(explosive(depth - 1));
    Chain::Link(head, Box::new(tail))
}

#[test]
fn panics_from_far_down_pass_through_unchanged() {
    on_a_small_stack(|| {
        fn caught<T>(body: fn() -> T) -> u64 {
            *std::panic::catch_unwind(|| drop(body())).unwrap_err().downcast::<u64>().expect("the payload")
        }
        assert_eq!(caught(|| explosive(50_000).sample(1)), 77);
        assert_eq!(caught(|| explosive(50_000).contains(&long())), 77);
        assert_eq!(caught(|| explosive(50_000).randomness(1)), 77);
        // And later runs still work.
        assert!(chain_of(DEPTH).contains(&long()));
        assert_eq!(chain_of(3).sample(1).items().count(), 3);
    });
}

#[test]
fn panics_of_a_generator_in_direct_style_far_down() {
    #[generator(forward)]
    fn down(depth: u32) -> u32 {
        assert!(depth > 0, "the bottom");
        draw(0..=1) + draw(down(depth - 1))
    }
    on_a_small_stack(|| {
        let payload = std::panic::catch_unwind(|| down(20_000).sample(1)).unwrap_err();
        assert_eq!(*payload.downcast::<&str>().expect("the message"), "the bottom");
        assert!(std::panic::catch_unwind(|| draw(0..=1)).is_err(), "nothing is lent any more");
        assert_eq!(from_fn(|| draw(7..=7)).sample(1), 7);
    });
}

#[test]
fn direct_style_is_deep_as_well() {
    #[generator(forward)]
    fn sum(depth: u32) -> u64 {
        if depth == 0 { 0 } else { draw(1..=2u64) + draw(sum(depth - 1)) }
    }
    on_a_small_stack(|| {
        let total = sum(30_000).sample(1);
        assert!((30_000..=60_000).contains(&total));
        assert_eq!(sum(30_000).replay(&sum(30_000).randomness(1)), Ok(total));
    });
}
