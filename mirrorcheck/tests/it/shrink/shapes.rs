//! Other shapes of data: tables, intervals, documents, dates, lists that belong together.

use std::collections::BTreeMap;

use mirrorcheck::collections::btree_map;
use mirrorcheck::prelude::*;

/// Rows of equal length.
#[generator]
fn matrix() -> Vec<Vec<i32>> {
    let columns = draw((1..=6usize).at(|rows: &Vec<Vec<i32>>| rows.first().map(Vec::len)));
    draw(vec(vec(-9..=9, columns), 1..=6))
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Json {
    Null,
    Bool(bool),
    Number(i32),
    String(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    fn any(&self, wanted: &dyn Fn(&Json) -> bool) -> bool {
        wanted(self)
            || match self {
                Json::Array(values) => values.iter().any(|value| value.any(wanted)),
                Json::Object(values) => values.values().any(|value| value.any(wanted)),
                _ => false,
            }
    }

    fn has(&self, wanted: &dyn Fn(&Json) -> bool) -> bool {
        match self {
            Json::Array(values) => values.iter().any(wanted),
            Json::Object(values) => values.values().any(wanted),
            _ => false,
        }
    }

    fn is_array(&self) -> bool {
        matches!(self, Json::Array(_))
    }

    fn is_object(&self) -> bool {
        matches!(self, Json::Object(_))
    }
}

fn object(key: &str, value: Json) -> Json {
    Json::Object(BTreeMap::from([(key.to_owned(), value)]))
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Interval {
    from: i32,
    to: i32,
}

#[generator]
fn interval() -> Interval {
    let from = draw(0..=1000);
    let to = draw(from..=1000);
    Interval { from, to }
}

fn spans(list: &[(i32, i32)]) -> Vec<Interval> {
    list.iter().map(|&(from, to)| Interval { from, to }).collect()
}

fn overlap(one: &Interval, other: &Interval) -> bool {
    one.from < other.to && other.from < one.to
}

fn pairs<T>(list: &[T], wanted: impl Fn(&T, &T) -> bool) -> bool {
    list.iter().enumerate().any(|(i, one)| list[i + 1..].iter().any(|other| wanted(one, other)))
}

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Date {
    year: u16,
    month: u8,
    day: u8,
}

#[generator]
fn date() -> Date {
    let year = draw(1900..=2100u16);
    let month = draw(1..=12u8);
    let day = draw(1..=days(year, month));
    Date { year, month, day }
}

fn days(year: u16, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn day(year: u16, month: u8, day: u8) -> Date {
    Date { year, month, day }
}

/// A list, and a position in it.
#[generator]
fn list_and_position() -> (Vec<u8>, usize) {
    let list = draw(vec(0..=99u8, 1..=20));
    let position = draw(0..list.len());
    (list, position)
}

/// A text that is run-length encoded.
fn runs() -> impl Reflective<Value = Vec<(char, u8)>> {
    vec(('a'..='z', 1..=20u8), 0..=10)
}

minimal! {
    a_matrix: matrix(), |m| m.iter().flatten().any(|n| *n < 0) => vec![vec![-1]], 10;
    a_matrix_of_two_rows: matrix(), |m| m.len() > 1 && m[0] != m[1] => vec![vec![0], vec![1]], 15;
    a_wide_matrix: matrix(), |m| m[0].len() > m.len() + 1 => vec![vec![0, 0, 0]], 25;

    an_array_in_an_object: any::<Json>(), |j| j.any(&|j| j.is_object() && j.has(&Json::is_array)) =>
        object("", Json::Array(vec![])), 35;
    an_object_in_an_array: any::<Json>(), |j| j.any(&|j| j.is_array() && j.has(&Json::is_object)) =>
        Json::Array(vec![Json::Object(BTreeMap::new())]), 35;
    an_array_in_an_object_in_an_array: any::<Json>(), |j| j.any(&|j| {
        j.is_array() && j.has(&|j| j.is_object() && j.has(&Json::is_array))
    }) => Json::Array(vec![object("", Json::Array(vec![]))]), 50;
    a_number_in_a_document: any::<Json>(), |j| j.any(&|j| matches!(j, Json::Number(n) if *n > 5)) => Json::Number(6), 45;
    a_key_in_a_document: any::<Json>(),
        |j| j.any(&|j| matches!(j, Json::Object(o) if o.keys().any(|key| key.contains('k')))) =>
        object("k", Json::Null), 50;
    two_kinds_in_an_array: any::<Json>(), |j| j.any(&|j| {
        j.is_array() && j.has(&|j| matches!(j, Json::Bool(_))) && j.has(&|j| matches!(j, Json::String(_)))
    }) => Json::Array(vec![Json::Bool(false), Json::String(String::new())]), 45;

    an_interval: interval(), |i| i.to - i.from > 10 => Interval { from: 0, to: 11 }, 25;
    an_interval_over_a_point: interval(), |i| i.from < 500 && 500 < i.to => Interval { from: 0, to: 501 }, 45;
    two_that_overlap: vec(interval(), 0..=20), |list| pairs(list, overlap) => spans(&[(0, 1), (0, 1)]), 145;
    two_that_touch: vec(interval(), 0..=20), |list| pairs(list, |a, b| a.to == b.from && a.from < a.to) =>
        spans(&[(0, 1), (1, 1)]), 120;
    one_in_another: vec(interval(), 0..=20), |list| pairs(list, |a, b| a.from < b.from && b.to < a.to) =>
        spans(&[(0, 2), (1, 1)]), 125;

    the_last_of_february: date(), |d| d.month == 2 && d.day == 29 => day(1904, 2, 29), 75;
    a_date_late_in_a_month: date(), |d| d.day > 30 => day(1900, 1, 31), 30;
    a_date_after: date(), |d| *d > day(1999, 12, 31) => day(2000, 1, 1), 45;
    two_dates_out_of_order: (date(), date()), |(a, b)| a > b => (day(1900, 1, 2), day(1900, 1, 1)), 20;
    two_dates_in_one_month: (date(), date()), |(a, b)| (a.year, a.month) == (b.year, b.month) =>
        (day(1900, 1, 1), day(1900, 1, 1)), 10;

    a_list_with_a_sum: vec(0..=1000u32, 0..50), |v| v.iter().sum::<u32>() > 2_500 => vec![501, 1000, 1000], 345;
    a_list_with_an_average: vec(0..=100u32, 1..20), |v| v.iter().sum::<u32>() > 50 * v.len() as u32 => vec![51], 50;
    a_list_that_grows_and_falls: vec(0..=9, 0..20), |v| v.windows(3).any(|w| w[0] < w[1] && w[1] > w[2]) =>
        vec![0, 1, 0], 75;
    a_list_with_a_difference: vec(0..=99, 0..20), |v| pairs(v, |a: &i32, b| (a - b).abs() == 13) => vec![0, 13], 60;
    two_lists_that_differ: (vec(0..=9, 0..9), vec(0..=9, 0..9)), |(a, b)| a.iter().zip(b).any(|(a, b)| a > b) =>
        (vec![1], vec![0]), 85;
    two_lists_of_different_lengths: (vec(0..=9, 0..9), vec(0..=9, 0..9)), |(a, b)| a.len() > b.len() =>
        (vec![0], vec![]), 10;
    two_lists_of_equal_length: (vec(0..=9, 0..9), vec(0..=9, 0..9)), |(a, b)| a.len() == b.len() && a.len() > 2 =>
        (vec![0; 3], vec![0; 3]), 90;
    two_lists_that_share: (vec(0..=99, 0..20), vec(0..=99, 0..20)), |(a, b)| a.iter().any(|n| *n > 9 && b.contains(n)) =>
        (vec![10], vec![10]), 85;
    a_position_that_is_not_the_first: list_and_position(), |(list, i)| list[*i] > list[0] => (vec![0, 1], 1), 40;
    a_position_of_the_last: list_and_position(), |(list, i)| list.len() > 3 && *i == list.len() - 1 =>
        (vec![0; 4], 3), 45;

    a_map_with_equal_values: btree_map(0..=99u8, 0..=99u8, 0..=20),
        |m| pairs(&m.values().collect::<Vec<_>>(), |a, b| a == b) => BTreeMap::from([(0, 0), (1, 0)]), 10;
    a_map_from_a_key_to_another: btree_map(0..=20u8, 0..=20u8, 0..=20),
        |m| m.iter().any(|(key, value)| key != value && m.contains_key(value)) => BTreeMap::from([(0, 0), (1, 0)]), 10;
    a_map_with_a_cycle: btree_map(0..=20u8, 0..=20u8, 0..=20),
        |m| m.iter().any(|(key, value)| key != value && m.get(value) == Some(key)) => BTreeMap::from([(0, 1), (1, 0)]), 20;
    neighbours_in_runs: runs(), |r| r.windows(2).any(|w| w[0].0 == w[1].0) => vec![('a', 1), ('a', 1)], 10;
    many_in_runs: runs(), |r| r.iter().map(|run| u32::from(run.1)).sum::<u32>() > 25 => vec![('a', 6), ('a', 20)], 140;
    two_lists_with_one_sum: (vec(1..=9, 1..9), vec(1..=9, 1..9)),
        |(a, b)| a.len() != b.len() && a.iter().sum::<i32>() == b.iter().sum::<i32>() => (vec![2], vec![1, 1]), 295;
}

// These need two edits at once: a row and a column, or a part less here and a larger number there.
near! {
    a_column_with_a_sum: matrix(), |m| (0..m[0].len()).any(|i| m.iter().map(|row| row[i]).sum::<i32>() > 9) =>
        vec![vec![1], vec![9]], |m| m.len() == 2 && m[0].len() <= 2, 90;
    a_matrix_that_is_not_symmetric: matrix(),
        |m| m.len() > 1 && m.len() == m[0].len() && (0..m.len()).any(|i| (0..i).any(|j| m[i][j] != m[j][i])) =>
        vec![vec![0, 0], vec![1, 0]], |m| m.iter().flatten().sum::<i32>() == 1, 115;
}
