//! Sequences of operations on something that has a fault. What may be done next depends on the state, so these
//! generators run forward only, and what is shrunk is recorded choices.

use mirrorcheck::prelude::*;

use super::{check_forward, check_forward_near, check_minimal};

#[derive(Debug, Clone, Copy, PartialEq, Arbitrary)]
enum Op {
    Pop,
    Push(u8),
    Clear,
}
use Op::{Clear, Pop, Push};

/// Operations that are always possible: a pop comes only where something is there.
#[generator(forward)]
fn possible() -> Vec<Op> {
    let mut size = 0;
    let mut ops = Vec::new();
    for _ in 0..draw(0..=30) {
        let op = if size == 0 { Push(draw(0..=99)) } else { draw(any_op()) };
        size = match op {
            Pop => size - 1,
            Push(_) => size + 1,
            Clear => 0,
        };
        ops.push(op);
    }
    ops
}

#[generator(forward)]
fn any_op() -> Op {
    pick([(3, "pop", Pop), (6, "push", Push(draw(0..=99))), (1, "clear", Clear)])
}

/// The same in direct style, going on as long as a choice says so.
fn as_long_as_it_goes() -> impl Generator<Value = Vec<Op>> {
    from_fn(|| {
        let (mut size, mut ops) = (0, Vec::new());
        while draw(frequency([(1, exact(false)), (15, exact(true))])) {
            let op = if size == 0 { Push(draw(0..=99)) } else { draw(any_op()) };
            size = match op {
                Pop => size - 1,
                Push(_) => size + 1,
                Clear => 0,
            };
            ops.push(op);
        }
        ops
    })
}

/// A queue that forgets its order when it has held more than three elements.
fn is_faulty_queue(ops: &[Op]) -> bool {
    let (mut queue, mut model) = (Vec::new(), Vec::new());
    for op in ops {
        match op {
            Push(n) => {
                queue.push(*n);
                model.push(*n);
                if queue.len() > 3 {
                    queue.swap(0, 1);
                }
            }
            Pop if queue.is_empty() => {}
            Pop => {
                if queue.remove(0) != model.remove(0) {
                    return true;
                }
            }
            Clear => (queue, model) = (Vec::new(), Vec::new()),
        }
    }
    false
}

/// A stack that counts one too many after it was cleared and filled again.
fn is_faulty_stack(ops: &[Op]) -> bool {
    let (mut size, mut was_cleared) = (0, false);
    ops.iter().any(|op| {
        match op {
            Push(_) => size += 1,
            Pop => size -= size.min(1),
            Clear => (size, was_cleared) = (0, was_cleared || size > 1),
        }
        was_cleared && size > 0
    })
}

#[test]
fn a_queue_with_possible_operations() {
    let expected = vec![Push(0), Push(1), Push(0), Push(0), Pop];
    check_forward(possible(), |ops| is_faulty_queue(ops), expected.clone(), 320);
    check_forward(as_long_as_it_goes(), |ops| is_faulty_queue(ops), expected, 320);
}

#[test]
fn a_queue_with_any_operations() {
    let expected = vec![Push(0), Push(1), Push(0), Push(0), Pop];
    check_minimal(any::<Vec<Op>>(), |ops| is_faulty_queue(ops), expected, 200);
}

#[test]
fn a_stack_with_possible_operations() {
    let expected = vec![Push(0), Push(0), Clear, Push(0)];
    check_forward(possible(), |ops| is_faulty_stack(ops), expected.clone(), 200);
    check_forward(as_long_as_it_goes(), |ops| is_faulty_stack(ops), expected, 200);
}

#[test]
fn a_stack_with_any_operations() {
    check_minimal(any::<Vec<Op>>(), |ops| is_faulty_stack(ops), vec![Push(0), Push(0), Clear, Push(0)], 200);
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Transfer {
    Deposit(usize, u32),
    Move(usize, usize, u32),
}
use Transfer::{Deposit, Move};

/// Transfers between accounts, never of more than there is.
fn transfers() -> impl Generator<Value = Vec<Transfer>> {
    from_fn(|| {
        let mut accounts = [0u32; 3];
        let length = draw(0..=25usize);
        (0..length)
            .map(|_| {
                let account = draw(0..3usize);
                if accounts[account] == 0 || draw(any::<bool>()) {
                    let amount = draw(1..=100u32);
                    accounts[account] += amount;
                    return Deposit(account, amount);
                }
                let amount = draw(1..=accounts[account]);
                let to = draw(0..3usize);
                accounts[account] -= amount;
                accounts[to] += amount;
                Move(account, to, amount)
            })
            .collect()
    })
}

/// Money that is moved to the account that it is on is there twice.
fn makes_money(transfers: &[Transfer]) -> bool {
    transfers.iter().any(|transfer| matches!(transfer, Move(from, to, _) if from == to))
}

/// A large amount that is moved is cut off.
fn loses_money(transfers: &[Transfer]) -> bool {
    transfers.iter().any(|transfer| matches!(transfer, Move(_, _, amount) if *amount > 64))
}

#[test]
fn a_bank() {
    check_forward(transfers(), |t| makes_money(t), vec![Deposit(0, 1), Move(0, 0, 1)], 150);
    // The money that is moved may have come in several parts, and no edit takes one away and adds it to another.
    let is_near = |t: &Vec<Transfer>| matches!(t.last(), Some(Move(_, _, 65)));
    check_forward_near(transfers(), |t| loses_money(t), vec![Deposit(0, 65), Move(0, 0, 65)], is_near, 900);
}

#[test]
fn a_bank_whose_accounts_differ() {
    let fails = |t: &Vec<Transfer>| t.iter().any(|t| matches!(t, Move(from, to, _) if from != to));
    check_forward(transfers(), fails, vec![Deposit(0, 1), Move(0, 1, 1)], 150);
}

/// Handles are made by operations, and used by later ones.
#[derive(Debug, Clone, Copy, PartialEq)]
enum File {
    Open,
    Write(usize, u8),
    Close(usize),
}

fn files() -> impl Generator<Value = Vec<File>> {
    from_fn(|| {
        let (mut made, mut open) = (0, Vec::new());
        let mut ops = Vec::new();
        let length = draw(0..=30usize);
        while ops.len() < length {
            let which = if open.is_empty() { 0 } else { draw(0..=2) };
            ops.push(match which {
                0 => {
                    open.push(made);
                    made += 1;
                    File::Open
                }
                1 => File::Write(draw(element_of(&open)), draw(0..=255)),
                _ => {
                    let at = draw(0..open.len());
                    File::Close(open.remove(at))
                }
            });
        }
        ops
    })
}

#[test]
fn handles() {
    use File::{Close, Open, Write};
    let writes_late = |ops: &Vec<File>| {
        let mut closed = false;
        ops.iter().any(|op| {
            closed |= matches!(op, Close(_));
            closed && matches!(op, Write(..))
        })
    };
    check_forward(files(), writes_late, vec![Open, Close(0), Open, Write(1, 0)], 200);
    let closes_the_first_last = |ops: &Vec<File>| {
        let close = |file| ops.iter().position(|op| *op == Close(file));
        close(0).is_some_and(|first| close(1).is_some_and(|second| second < first))
    };
    check_forward(files(), closes_the_first_last, vec![Open, Open, Close(1), Close(0)], 200);
}
