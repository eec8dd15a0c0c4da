//! Values nested 100,000 deep, in every direction, on the stack of a test thread.

use mirrorcheck::choices::{Outcome, Ways};
use mirrorcheck::prelude::*;

const DEPTH: usize = 100_000;

fn on_a_small_stack(body: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(body).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Its own `Drop` and `PartialEq` go round in loops, so that whatever overflows is the library's.
#[derive(Arbitrary)]
enum Chain {
    End,
    Link(#[arbitrary(range = 0..=9)] u8, Box<Chain>),
}

impl Chain {
    fn of(items: impl Iterator<Item = u8>) -> Chain {
        items.fold(Chain::End, |tail, head| Chain::Link(head, Box::new(tail)))
    }

    fn items(&self) -> impl Iterator<Item = u8> + '_ {
        let mut here = self;
        std::iter::from_fn(move || {
            let Chain::Link(head, tail) = here else { return None };
            here = tail;
            Some(*head)
        })
    }

    fn long() -> Chain {
        Chain::of((0..DEPTH).map(|i| (i % 10) as u8))
    }
}

impl Drop for Chain {
    fn drop(&mut self) {
        let Chain::Link(_, tail) = self else { return };
        let mut below = std::mem::replace(&mut **tail, Chain::End);
        while let Chain::Link(_, tail) = &mut below {
            below = std::mem::replace(&mut **tail, Chain::End);
        }
    }
}

impl PartialEq for Chain {
    fn eq(&self, other: &Chain) -> bool {
        self.items().eq(other.items())
    }
}

#[test]
fn forward() {
    on_a_small_stack(|| {
        let large = resize(1_000_000, any::<Chain>());
        let (seed, made) = (0..)
            .map(|seed| (seed, large.sample(seed)))
            .find(|(_, chain)| (DEPTH..3 * DEPTH).contains(&chain.items().count()))
            .unwrap();
        let choices = large.randomness(seed);
        assert!(large.replay(&choices) == Ok(made));
    });
}

#[test]
fn backward() {
    on_a_small_stack(|| {
        let value = Chain::long();
        assert!(any::<Chain>().contains(&value));
        let first = any::<Chain>().reflect_first(&value).unwrap().unwrap();
        assert_eq!(first.len(), 2 * DEPTH + 1);
        assert!(any::<Chain>().replay(&first).as_ref() == Ok(&value));
        let generator = any::<Chain>();
        let mut ways = generator.reflect(&value);
        assert_eq!((ways.outcome(), ways.ways()), (Outcome::Complete, Ways::Finite(1)));
        assert!(ways.next() == Some(first));
        // Past its room a chain goes on with a small weight, never with none.
        let ln = any::<Chain>().log_probability(&value);
        assert!(ln.is_finite() && ln < -4.0 * DEPTH as f64, "{ln}");
        let bytes = any::<Chain>().to_bytes(&value).unwrap();
        assert!(any::<Chain>().from_bytes(&bytes).is_ok_and(|made| made == value));
    });
}

#[test]
fn out_of_range_at_the_very_end() {
    on_a_small_stack(|| {
        let value = Chain::of([10].into_iter().chain((0..DEPTH).map(|i| (i % 10) as u8)));
        assert!(!any::<Chain>().contains(&value));
        assert_eq!(any::<Chain>().reflect(&value).count(), 0);
        assert_eq!(any::<Chain>().probability(&value), 0.0);
    });
}

#[test]
fn completion() {
    on_a_small_stack(|| {
        let tail = Chain::long();
        let made = any::<Chain>().complete(&sketch!(Chain::Link(_, tail)), 1).unwrap();
        assert_eq!(made.items().count(), DEPTH + 1);
        let made = any::<Chain>().complete(&sketch!(Chain::Link(3, Chain::Link(_, Chain::End))), 1).unwrap();
        assert_eq!((made.items().count(), made.items().next()), (2, Some(3)));
    });
}
