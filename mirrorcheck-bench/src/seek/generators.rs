//! Forward generators of different kinds, as people write them who do not think of running them backward.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{Debug, Write as _};

use mirrorcheck::prelude::*;

/// Looks at one generator after another.
pub(crate) trait Visitor {
    /// Looks at a generator that makes about so many choices.
    fn visit<G: Generator>(&mut self, name: &'static str, make: impl Fn(usize) -> G)
    where
        G::Value: Debug + PartialEq;
}

#[derive(Debug, Clone, PartialEq)]
enum Expression {
    Number(i64),
    Negated(Box<Expression>),
    Sum(Box<Expression>, Box<Expression>),
    Call { name: String, arguments: Vec<Expression> },
}

fn expression(room: usize) -> Expression {
    if room < 2 {
        return Expression::Number(draw(-99..=99));
    }
    match draw(0..=3) {
        0 => Expression::Number(draw(-99..=99)),
        1 => Expression::Negated(Box::new(expression(room - 2))),
        2 => {
            let left = expression(room / 2);
            Expression::Sum(Box::new(left), Box::new(expression(room / 2)))
        }
        _ => {
            let name = format!("f{}", draw(0..=9));
            let arguments = (0..draw(0..=3)).map(|_| expression(room / 3)).collect();
            Expression::Call { name, arguments }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Event {
    Opened,
    Paid(u32),
    Refunded { cents: u32, left: u32 },
    Closed,
}

#[derive(Debug, Clone, PartialEq)]
struct Order {
    id: u32,
    customer: &'static str,
    items: Vec<Item>,
    total: u64,
}

#[derive(Debug, Clone, PartialEq)]
struct Item {
    sku: String,
    quantity: u32,
    price: u32,
}

fn history(steps: usize) -> (Vec<Event>, u32) {
    let (mut events, mut balance, mut is_open) = (Vec::new(), 0, false);
    for _ in 0..steps {
        if !is_open {
            is_open = true;
            events.push(Event::Opened);
            continue;
        }
        match draw(0..=4) {
            0..=2 => {
                let cents = draw(1..=500);
                balance += cents;
                events.push(Event::Paid(cents));
            }
            3 if balance > 0 => {
                let cents = draw(1..=balance);
                balance -= cents;
                events.push(Event::Refunded { cents, left: balance });
            }
            _ => {
                is_open = false;
                events.push(Event::Closed);
            }
        }
    }
    (events, balance)
}

fn mixed(values: &[u32]) -> u64 {
    values.iter().fold(0xcbf2_9ce4_8422_2325, |hash, value| {
        (hash ^ u64::from(*value)).wrapping_mul(0x100_0000_01b3).rotate_left(23)
    })
}

fn date(days: u32) -> String {
    let (mut year, mut left) = (1970, days);
    loop {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let length = if is_leap { 366 } else { 365 };
        if left < length {
            let months = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            let mut month = 0;
            while left >= months[month] {
                left -= months[month];
                month += 1;
            }
            return format!("{year:04}-{:02}-{:02}", month + 1, left + 1);
        }
        left -= length;
        year += 1;
    }
}

/// Shows a visitor all of them.
pub(crate) fn all(visitor: &mut impl Visitor) {
    numbers(visitor);
    lists(visitor);
    texts(visitor);
    structures(visitor);
    bits(visitor);
}

fn numbers(v: &mut impl Visitor) {
    v.visit("arithmetic", |n| {
        from_fn(move || {
            let pair = || {
                let (a, b) = (draw(0..=999i64), draw(-50..=50i64));
                (3 * a + b, a - 2 * b + 7)
            };
            (0..n.div_ceil(2)).map(|_| pair()).collect::<Vec<_>>()
        })
    });
    v.visit("prefix sums", |n| {
        from_fn(move || {
            let mut sum = 100u64;
            (0..n)
                .map(|_| {
                    sum += draw(0..=50u64);
                    sum
                })
                .collect::<Vec<_>>()
        })
    });
    v.visit("products", |n| {
        from_fn(move || {
            let mut before = 3u64;
            (0..n)
                .map(|_| {
                    let now = draw(2..=99u64);
                    before * std::mem::replace(&mut before, now) / 3 + now * before
                })
                .collect::<Vec<_>>()
        })
    });
    v.visit("dependent bounds", |n| {
        from_fn(move || {
            let mut low = 0;
            (0..n.div_ceil(2))
                .map(|_| {
                    low = draw(low..=low + 20);
                    let high = draw(low..=low + 100);
                    (low + high, high - low)
                })
                .collect::<Vec<(i32, i32)>>()
        })
    });
    v.visit("one sum", |n| from_fn(move || (0..n).map(|_| draw(0..=100u32)).sum::<u32>()));
    v.visit("prices with discount", |n| {
        from_fn(move || {
            (0..n)
                .map(|_| {
                    let cents = draw(100..=99_999u64);
                    let percent = if cents > 5_000 { 85 } else { 95 };
                    cents * percent / 100
                })
                .collect::<Vec<_>>()
        })
    });
    v.visit("scaled floats", |n| {
        from_fn(move || (0..n).map(|_| f64::from(draw(-10_000..=10_000)) / 100.0 * 1.8 + 32.0).collect::<Vec<_>>())
    });
    v.visit("normal floats", |n| {
        from_fn(move || {
            (0..n.div_ceil(2))
                .map(|_| {
                    let (u, w) = (f64::from(draw(1..=65_536)) / 65_536.0, f64::from(draw(0..=359)).to_radians());
                    (-2.0 * u.ln()).sqrt() * w.cos()
                })
                .collect::<Vec<_>>()
        })
    });
    v.visit("dates as days", |n| {
        from_fn(move || {
            (0..n.div_ceil(3))
                .map(|_| {
                    let (year, month) = (draw(1970..=2099u32), draw(1..=12u32));
                    let day = draw(1..=if month == 2 { 28 } else { 30 });
                    (year - 1970) * 365 + (month - 1) * 30 + day + (year - 1969) / 4
                })
                .collect::<Vec<_>>()
        })
    });
    v.visit("L * L^T", |n| {
        let size = (1..).find(|size| size * (size + 1) / 2 >= n).unwrap_or(1);
        from_fn(move || {
            let entry = |row: usize, column: usize| match column.cmp(&row) {
                Ordering::Less => draw(-9..=9i64),
                Ordering::Equal => draw(1..=9),
                Ordering::Greater => 0,
            };
            let l: Vec<Vec<i64>> = (0..size).map(|row| (0..size).map(|column| entry(row, column)).collect()).collect();
            let dot = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<i64>();
            l.iter().map(|a| l.iter().map(|b| dot(a, b)).collect()).collect::<Vec<Vec<i64>>>()
        })
    });
}

fn lists(v: &mut impl Visitor) {
    v.visit("sorted", |n| {
        from_fn(move || {
            let mut list: Vec<u16> = (0..n).map(|_| draw(0..=999)).collect();
            list.sort_unstable();
            list
        })
    });
    v.visit("sorted and deduplicated", |n| {
        from_fn(move || {
            let mut list = draw(vec(0..=3 * n as u32, n / 2..=n));
            list.sort_unstable();
            list.dedup();
            list
        })
    });
    v.visit("permutation", |n| {
        from_fn(move || {
            let mut list: Vec<usize> = (0..=n).collect();
            for i in 0..n {
                let j = draw(i..=n);
                list.swap(i, j);
            }
            list
        })
    });
    v.visit("transposed matrix", |n| {
        from_fn(move || {
            let width = n.div_ceil(3);
            let rows: Vec<Vec<i32>> = (0..width).map(|_| (0..3).map(|_| draw(-99..=99)).collect()).collect();
            (0..3).map(|column| rows.iter().map(|row| row[column]).collect()).collect::<Vec<Vec<i32>>>()
        })
    });
    v.visit("histogram", |n| {
        from_fn(move || {
            let mut counts = BTreeMap::new();
            for _ in 0..n {
                *counts.entry(draw(0..=9u8)).or_insert(0u32) += 1;
            }
            counts
        })
    });
    v.visit("rejection loop", |n| {
        from_fn(move || {
            let mut list: Vec<u32> = Vec::new();
            while list.len() < n.div_ceil(2) {
                let number = draw(0..=999u32);
                if number.is_multiple_of(3) || number.is_multiple_of(5) {
                    list.push(number);
                }
            }
            list
        })
    });
    v.visit("merged intervals", |n| {
        from_fn(move || {
            let mut spans: Vec<(u32, u32)> = (0..n.div_ceil(2))
                .map(|_| {
                    let from = draw(0..=n as u32 * 20);
                    (from, from + draw(1..=20u32))
                })
                .collect();
            spans.sort_unstable();
            let mut merged: Vec<(u32, u32)> = Vec::new();
            for (from, to) in spans {
                match merged.last_mut().filter(|last| last.1 >= from) {
                    Some(last) => last.1 = last.1.max(to),
                    None => merged.push((from, to)),
                }
            }
            merged
        })
    });
    v.visit("word counts in a hash map", |n| {
        from_fn(move || {
            let mut counts: HashMap<String, u32> = HashMap::new();
            for _ in 0..n.div_ceil(2) {
                let word = draw(element_of(&["ada", "emmy", "kurt", "alan", "grace"]));
                *counts.entry(word.to_owned()).or_default() += draw(1..=9u32);
            }
            counts
        })
    });
    v.visit("as long as the size", |n| {
        let sizes = sized(move |size| 0..=(size as usize * n / 50).max(1));
        from_fn(move || {
            let count = draw(&sizes);
            (0..count).map(|_| draw(0..=999u32) * 2).collect::<Vec<_>>()
        })
    });
}

fn texts(v: &mut impl Visitor) {
    v.visit("date texts", |n| from_fn(move || (0..n).map(|_| date(draw(0..=40_000))).collect::<Vec<_>>()));
    v.visit("clock texts", |n| {
        from_fn(move || {
            let clock = |s: u32| format!("{:02}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
            (0..n).map(|_| clock(draw(0..=86_399))).collect::<Vec<_>>().join(" ")
        })
    });
    v.visit("loop into a string", |n| {
        from_fn(move || {
            let mut text = String::new();
            for _ in 0..n.div_ceil(2) {
                let (name, number) = (draw('a'..='z'), draw(0..=99));
                let _ = write!(text, "{name}={number};");
            }
            text
        })
    });
    v.visit("hexadecimal", |n| {
        from_fn(move || (0..n).fold(String::new(), |text, _| text + &format!("{:x}", draw(0..=9_999u32))))
    });
    v.visit("run lengths", |n| {
        from_fn(move || {
            (0..n.div_ceil(2))
                .map(|_| {
                    let (letter, times) = (draw('a'..='d'), draw(1..=9usize));
                    letter.to_string().repeat(times)
                })
                .collect::<String>()
        })
    });
    v.visit("Caesar", |n| {
        from_fn(move || {
            let shift = draw(0..=25u8);
            (0..n).map(|_| char::from((draw(b'a'..=b'z') - b'a' + shift) % 26 + b'A')).collect::<String>()
        })
    });
    v.visit("CSV orders", |n| {
        from_fn(move || {
            let mut text = "id,item,quantity,price\n".to_owned();
            for id in 1..=draw(1..=n.div_ceil(2)) {
                let item = draw(element_of(&["apple", "pear", "fig"]));
                let (quantity, cents) = (draw(1..=20u32), draw(5..=999u32));
                let _ =
                    writeln!(text, "{id},{item},{quantity},{}.{:02}", cents * quantity / 100, cents * quantity % 100);
            }
            text
        })
    });
    v.visit("JSON text", |n| {
        from_fn(move || {
            let users: Vec<String> = (0..draw(0..=n.div_ceil(2)))
                .map(|id| {
                    let (age, is_admin) = (draw(0..=120u8), draw(any::<bool>()));
                    format!(r#"{{"id": {id}, "age": {age}, "admin": {is_admin}}}"#)
                })
                .collect();
            format!(r#"{{"users": [{}], "total": {}}}"#, users.join(", "), users.len())
        })
    });
    v.visit("base 64", |n| {
        from_fn(move || {
            let digits: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
            let bytes: Vec<u8> = (0..n.div_ceil(3) * 3).map(|_| draw(any::<u8>())).collect();
            let mut text = String::new();
            for three in bytes.chunks(3) {
                let word = three.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte));
                text.extend((0..4).rev().map(|at| digits[(word >> (6 * at)) as usize & 63]));
            }
            text
        })
    });
}

fn structures(v: &mut impl Visitor) {
    v.visit("hash beside its input", |n| {
        from_fn(move || {
            let list: Vec<u32> = (0..n).map(|_| draw(0..=9_999)).collect();
            (mixed(&list), list)
        })
    });
    v.visit("checksum", |n| {
        from_fn(move || {
            let mut bytes: Vec<u8> = (0..n).map(|_| draw(any::<u8>())).collect();
            let sum = bytes.iter().fold(0u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte));
            bytes.push(sum);
            bytes
        })
    });
    v.visit("validated records", |n| {
        from_fn(move || {
            let order = |id| {
                let items: Vec<Item> = (0..draw(1..=4usize))
                    .map(|_| Item {
                        sku: format!("{}{:03}", draw('A'..='F'), draw(0..=999)),
                        quantity: draw(1..=12),
                        price: draw(50..=9_999),
                    })
                    .collect();
                let total = items.iter().map(|item| u64::from(item.quantity) * u64::from(item.price)).sum();
                Order { id, customer: draw(element_of(&["Ada", "Emmy", "Kurt"])), items, total }
            };
            (0..n.div_ceil(12) as u32).map(order).collect::<Vec<_>>()
        })
    });
    v.visit("table", |n| {
        from_fn(move || {
            let rows: Vec<Vec<u32>> =
                (0..n.div_ceil(3)).map(|_| (0..3).map(|_| draw(0..=99)).collect::<Vec<_>>()).collect();
            let sums: Vec<u32> = rows.iter().map(|row| row.iter().sum()).collect();
            let columns: Vec<u32> = (0..3).map(|column| rows.iter().map(|row| row[column]).sum()).collect();
            let shares: Vec<u32> = rows.iter().zip(&sums).map(|(row, sum)| 1000 * row[0] / (sum + 1)).collect();
            (sums, columns, shares, rows.iter().map(|row| row[1]).collect::<Vec<_>>())
        })
    });
    v.visit("history of a machine", |n| from_fn(move || history(n * 2 / 3 + 1).0));
    v.visit("state of a machine", |n| {
        from_fn(move || {
            let (events, balance) = history(n * 2 / 3 + 1);
            (events.len(), balance, events.iter().filter(|event| **event == Event::Closed).count())
        })
    });
    v.visit("nested enum", |n| from_fn(move || expression(n)));
    v.visit("graph by coins", |n| {
        let nodes = (2..).find(|nodes| nodes * (nodes - 1) / 2 >= n).unwrap_or(2);
        from_fn(move || {
            let mut neighbours = vec![Vec::new(); nodes];
            for a in 0..nodes {
                for b in a + 1..nodes {
                    if draw(any::<bool>()) {
                        neighbours[a].push(b);
                        neighbours[b].push(a);
                    }
                }
            }
            neighbours
        })
    });
    v.visit("graph by edges", |n| {
        from_fn(move || {
            let nodes = n / 2 + 3;
            (0..n.div_ceil(2))
                .map(|_| {
                    let (a, b) = (draw(0..=nodes), draw(0..=nodes));
                    (a.min(b), a.max(b))
                })
                .filter(|(a, b)| a != b)
                .collect::<BTreeSet<_>>()
        })
    });
    v.visit("commands and their output", |n| {
        from_fn(move || {
            let (mut stack, mut output) = (vec![1i64], Vec::new());
            for _ in 0..n * 2 / 3 {
                match (draw(frequency([(3, 0..=0), (2, 1..=2), (2, 3..=3)])), stack.len()) {
                    (0, _) => stack.push(draw(-9..=9)),
                    (1, 2..) => {
                        let top = stack.pop().unwrap_or(0);
                        stack.extend(output.last().map(|last: &i64| last + top).or(Some(top)));
                    }
                    (2, 1..) => {
                        let top = stack.pop().unwrap_or(0);
                        stack.push(top * 3);
                    }
                    _ => output.push(stack.last().copied().unwrap_or(0)),
                }
            }
            output
        })
    });
}

fn bits(v: &mut impl Visitor) {
    v.visit("hash alone", |n| from_fn(move || mixed(&(0..n).map(|_| draw(0..=9_999)).collect::<Vec<u32>>())));
    v.visit("rotate and xor", |n| {
        from_fn(move || {
            let mut state = 0x1234_5678u32;
            (0..n)
                .map(|_| {
                    state = state.rotate_left(7) ^ draw(0..=0xffffu32);
                    state
                })
                .collect::<Vec<_>>()
        })
    });
    v.visit("Gray code", |n| {
        from_fn(move || {
            (0..n)
                .map(|_| {
                    let number = draw(0..=1023u32);
                    number ^ number >> 1
                })
                .collect::<Vec<_>>()
        })
    });
    v.visit("packed bits", |n| {
        from_fn(move || {
            let bits: Vec<bool> = (0..n).map(|_| draw(any::<bool>())).collect();
            bits.chunks(8)
                .map(|eight| eight.iter().fold(0u8, |byte, bit| byte << 1 | u8::from(*bit)))
                .collect::<Vec<_>>()
        })
    });
    v.visit("packed fields", |n| {
        from_fn(move || {
            (0..n.div_ceil(3))
                .map(|_| {
                    let (kind, flags, length) = (draw(0..=7u32), draw(0..=31u32), draw(0..=4_095u32));
                    kind << 29 | flags << 24 | length << 4 | (kind ^ flags ^ length) & 15
                })
                .collect::<Vec<_>>()
        })
    });
}
