//! Draws that are made again and again.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use mirrorcheck::collections::unique;
use mirrorcheck::prelude::*;

#[generator]
fn push_in_a_loop() -> Vec<u8> {
    let n = draw(0..=5);
    let mut out = Vec::new();
    for _ in 0..n {
        out.push(draw(0..=9));
    }
    out
}

#[generator]
fn text_in_a_loop() -> String {
    let n = draw(0..=5);
    let mut out = String::new();
    for _ in 0..n {
        out.push(draw('a'..='e'));
    }
    out
}

#[generator]
fn push_str_in_a_loop() -> String {
    let mut out = String::new();
    for _ in 0..draw(0..=3) {
        out.push_str(draw(element_of(&["ab", "cd"])));
    }
    out
}

#[generator]
fn collected() -> Vec<u32> {
    let n = draw(0..=4u32);
    (0..n).map(|i| draw(0..=9) + i).collect()
}

#[generator]
fn collected_tuples() -> Vec<(String, bool)> {
    (0..draw(0..=3usize)).map(|_| (draw(string('a'..='c', 0..=2)), draw(any::<bool>()))).collect()
}

#[generator]
fn collected_text() -> String {
    let letters = draw(vec('a'..='e', 0..=5));
    let text: String = letters.into_iter().collect();
    text.chars().collect::<String>()
}

#[generator]
fn letters_in_a_range() -> String {
    (0..draw(0..=4)).map(|_| draw('a'..='e')).collect::<String>()
}

#[generator]
fn zipped() -> Vec<(u8, bool)> {
    let numbers = draw(vec(0..=9, 0..=3));
    let flags = draw(vec(any::<bool>(), numbers.len()));
    numbers.into_iter().zip(flags).collect()
}

#[generator]
fn map_of_pairs() -> HashMap<u8, bool> {
    draw(vec((0..=9, any::<bool>()), 0..=2)).into_iter().collect()
}

#[generator]
fn zipped_into_a_map() -> BTreeMap<u8, bool> {
    let keys = draw(unique(0..=9, 0..=3));
    let values = draw(vec(any::<bool>(), keys.len()));
    keys.into_iter().zip(values).collect()
}

#[generator]
fn inserted_in_a_loop() -> BTreeMap<u8, bool> {
    let mut map = BTreeMap::new();
    for _ in 0..draw(0..=2) {
        map.insert(draw(0..=9), draw(any::<bool>()));
    }
    map
}

#[generator]
fn set_in_a_loop() -> HashSet<u8> {
    let mut set = HashSet::new();
    for _ in 0..draw(0..=2) {
        set.insert(draw(0..=4));
    }
    set
}

#[generator]
fn while_loop() -> Vec<u8> {
    let mut out = Vec::new();
    while out.len() < 4 && draw(any::<bool>()) {
        out.push(draw(0..=9));
    }
    out
}

#[generator]
fn endless_loop() -> VecDeque<u8> {
    let mut out = VecDeque::new();
    loop {
        let n = draw(0..=9);
        if n == 0 || out.len() == 4 {
            break;
        }
        out.push_back(n);
    }
    out
}

#[generator]
fn repeat_with() -> Vec<u8> {
    let n = draw(0..=4usize);
    std::iter::repeat_with(|| draw(0..=9)).take(n).collect()
}

#[generator]
fn mapped_list() -> Vec<u32> {
    let list = draw(vec(0..=99u32, 0..=3));
    list.into_iter().map(|n| n * 2 + 1).collect()
}

#[generator]
fn mapped_by_reference() -> Vec<String> {
    let list = draw(vec(0..=99u32, 0..=3));
    list.iter().map(|n| n.to_string()).collect()
}

#[generator]
fn mapped_by_a_function() -> Vec<String> {
    fn text(n: u8) -> String {
        format!("<{n}>")
    }
    draw(vec(0..=9u8, 0..=3)).into_iter().map(text).collect()
}

#[generator]
fn depends_on_the_one_before() -> Vec<u32> {
    let mut out = Vec::new();
    let mut last = 0;
    for _ in 0..draw(0..=4) {
        last += draw(1..=9);
        out.push(last);
    }
    out
}

#[generator]
fn nested_loops() -> Vec<Vec<u8>> {
    let (rows, columns) = draw((0..=2, 1..=2));
    let mut out = Vec::new();
    for _ in 0..rows {
        let mut row = Vec::new();
        for _ in 0..columns {
            row.push(draw(0..=9));
        }
        out.push(row);
    }
    out
}

#[generator]
fn nested_maps() -> Vec<Vec<u8>> {
    let columns = draw(1..=2);
    (0..draw(1..=2)).map(|_| (0..columns).map(|_| draw(0..=9)).collect()).collect()
}

#[generator]
fn for_each_item_of_a_list() -> Vec<(u8, bool)> {
    let list = draw(vec(0..=9, 0..=3));
    let mut out = Vec::new();
    for n in list {
        out.push((n, draw(any::<bool>())));
    }
    out
}

#[generator]
fn joined() -> String {
    let words = draw(vec(string('a'..='c', 1..=2), 1..=3));
    let text = words.join("-");
    text
}

#[generator]
fn summed() -> u32 {
    (0..draw(1..=2)).map(|_| draw(1..=6)).sum()
}

#[generator]
fn filtered() -> Vec<u8> {
    draw(vec(0..=4, 0..=2)).into_iter().filter(|n| *n != 3).collect()
}

forms! {
    "Loops and iterators":
    push_in_a_loop Few "`for _ in 0..n { out.push(draw(g)); }`";
    text_in_a_loop Few "the same into a `String`";
    push_str_in_a_loop Few "`out.push_str(draw(g))`";
    collected Few "`(0..n).map(|i| draw(g) + i).collect()`";
    collected_tuples Few "`(0..n).map(|_| (draw(g), draw(h))).collect()`";
    collected_text Few "`letters.into_iter().collect::<String>()`";
    letters_in_a_range Few "`(0..n).map(|_| draw(g)).collect::<String>()`";
    zipped Few "`numbers.into_iter().zip(flags).collect()`";
    map_of_pairs Few "pairs into a `HashMap`";
    zipped_into_a_map Few "`keys.into_iter().zip(values).collect::<BTreeMap<_, _>>()`";
    inserted_in_a_loop Few "`for … { map.insert(draw(g), draw(h)); }`";
    set_in_a_loop Few "`for … { set.insert(draw(g)); }`";
    while_loop Few "`while draw(g) { out.push(draw(h)); }`";
    endless_loop Trying "`loop { … break … }`";
    repeat_with Trying "`repeat_with(|| draw(g)).take(n).collect()`";
    mapped_list Once "`list.into_iter().map(|n| n * 2 + 1).collect()`";
    mapped_by_reference Once "`list.iter().map(|n| n.to_string()).collect()`";
    mapped_by_a_function Trying "`list.into_iter().map(function).collect()`";
    depends_on_the_one_before Few "`last += draw(g); out.push(last);` in a loop";
    nested_loops Few "loops in loops";
    nested_maps Few "`map` in `map`";
    for_each_item_of_a_list Few "`for n in list { out.push((n, draw(g))); }`";
    joined Few "`words.join(\"-\")`";
    summed Few "`(0..n).map(|_| draw(g)).sum()`";
    filtered Few "`list.into_iter().filter(|n| …).collect()`";
}
