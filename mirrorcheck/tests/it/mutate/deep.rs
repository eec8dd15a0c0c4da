//! A value nested 100,000 deep on the stack of a test thread.

use mirrorcheck::prelude::*;

const DEPTH: usize = 100_000;

/// A list as a chain whose own `Drop` goes round in a loop.
enum Chain {
    End,
    Link(u8, Box<Chain>),
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

impl Chain {
    fn items(&self) -> Vec<u8> {
        let (mut here, mut items) = (self, Vec::new());
        while let Chain::Link(head, tail) = here {
            items.push(*head);
            here = tail;
        }
        items
    }
}

#[generator]
fn chain() -> Chain {
    pick([
        (1, "end", Chain::End),
        (9, "link", {
            let head = draw(any::<u8>());
            let tail = draw(chain());
            Chain::Link(head, Box::new(tail))
        }),
    ])
}

fn deep() -> Chain {
    (0..DEPTH).fold(Chain::End, |tail, n| Chain::Link(n as u8, Box::new(tail)))
}

fn on_a_small_stack(body: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(body).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn mutants_of_a_deeply_nested_value() {
    on_a_small_stack(|| {
        let value = deep();
        for mutant in chain().mutate(&value, 1).take(2) {
            assert!(mutant.items() != value.items());
        }
    });
}

#[test]
fn deeply_nested_choices_are_repaired() {
    on_a_small_stack(|| {
        let choices = chain().reflect_first(&deep()).unwrap().unwrap();
        let text = choices.to_string().replacen("link(7 ", "link(777 ", 1);
        let repaired = chain().replay_repaired(&text.parse().unwrap(), 1).unwrap().items();
        let value = deep().items();
        let changed = repaired.iter().zip(&value).filter(|(a, b)| a != b).count();
        assert!(repaired.len() == DEPTH && changed <= 1, "{changed} have changed");
    });
}
