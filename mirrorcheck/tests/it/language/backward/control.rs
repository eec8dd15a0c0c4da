//! Ways that depend on drawn values.

use mirrorcheck::prelude::*;

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Circle { radius: u32 },
    Square(u32),
    Nothing,
}

#[generator]
fn matched() -> Shape {
    match draw(0..=2) {
        0 => Shape::Circle { radius: draw(1..=50) },
        1 => Shape::Square(draw(1..=50)),
        _ => Shape::Nothing,
    }
}

#[generator]
fn matched_name() -> Shape {
    let kind = draw(0..=2);
    let size = draw(1..=50);
    match kind {
        0 => Shape::Circle { radius: size },
        1 => Shape::Square(size * 2),
        _ => Shape::Nothing,
    }
}

#[generator]
fn matched_in_a_field() -> (String, u32) {
    let size = draw(1..=50);
    let name = match draw(any::<bool>()) {
        true => "big",
        false => "small",
    };
    (name.to_owned(), size)
}

#[generator]
fn condition() -> Shape {
    if draw(any::<bool>()) { Shape::Circle { radius: draw(1..=50) } } else { Shape::Square(draw(1..=50)) }
}

#[generator]
fn condition_on_a_number() -> Result<u32, u32> {
    let n = draw(0..=99);
    if n % 2 == 0 { Ok(n / 2) } else { Err(n) }
}

#[generator]
fn condition_in_a_let() -> (u32, u32) {
    let first = draw(0..=9);
    let second = if first < 5 { draw(0..=9) } else { draw(10..=19) };
    (first, second)
}

#[generator]
fn condition_without_else() -> Vec<u8> {
    let mut list = vec![draw(0..=9)];
    if draw(any::<bool>()) {
        list.push(draw(0..=9));
    }
    list
}

#[generator]
fn early_return() -> Option<u32> {
    let is_there = draw(any::<bool>());
    if !is_there {
        return None;
    }
    let n = draw(0..=9);
    Some(n + 1)
}

#[generator]
fn let_else() -> (u32, u32) {
    let Some(n) = draw(option(1..=9)) else { return (0, 0) };
    (n, n + draw(0..=9))
}

#[generator]
fn if_let() -> (bool, u32) {
    let mut found = (false, 0);
    if let Some(n) = draw(option(1..=9)) {
        found = (true, n);
    }
    found
}

#[generator]
fn matched_option() -> String {
    let name = match draw(option(1..=9)) {
        Some(n) => format!("n{n}"),
        None => "none".to_owned(),
    };
    let twice = name.clone() + &name;
    twice
}

#[generator]
fn assumption() -> (u32, u32) {
    let (a, b) = draw((0..=9, 0..=9));
    assume(a <= b);
    (b - a, a)
}

#[generator]
fn pick_of_a_let() -> (i32, u32) {
    let sign = draw(element_of(&[-1, 1]));
    let n = draw(1..=9);
    (sign * n, draw(0..=3))
}

#[generator]
fn closure() -> (u32, u32) {
    let point = |limit: u32| draw(0..=limit);
    (point(9), point(99))
}

#[generator]
fn closure_of_a_struct() -> Vec<Shape> {
    let shape = || Shape::Circle { radius: draw(1..=50) };
    vec![shape(), shape()]
}

#[generator]
fn then_some() -> (Option<u32>, u8) {
    let n = draw(0..=9u32);
    let is_there = draw(any::<bool>());
    (is_there.then_some(n), draw(0..=9))
}

#[generator]
fn then_draws() -> (Option<u32>, u8) {
    let is_there = draw(any::<bool>());
    (is_there.then(|| draw(0..=99)), draw(0..=9))
}

forms! {
    "Ways that depend on drawn values":
    matched Few "`match draw(g) { 0 => Shape::Circle { radius: draw(h) }, … }`";
    matched_name Few "`match kind { 1 => Shape::Square(size * 2), … }`";
    matched_in_a_field Few "`let name = match draw(g) { … };`";
    condition Few "`if draw(g) { … } else { … }`";
    condition_on_a_number Few "`if n % 2 == 0 { Ok(n / 2) } else { Err(n) }`";
    condition_in_a_let Once "`let m = if n < 5 { draw(g) } else { draw(h) };`";
    condition_without_else Few "`if draw(g) { list.push(draw(h)); }`";
    early_return Few "`if !is_there { return None; }`";
    let_else Few "`let Some(n) = draw(g) else { return … };`";
    if_let Few "`if let Some(n) = draw(g) { … }`";
    matched_option Few "`match draw(g) { Some(n) => …, None => … }`";
    assumption Few "`assume(a <= b)`";
    pick_of_a_let Few "`sign * n`";
    closure Few "`let point = |limit| draw(0..=limit);`";
    closure_of_a_struct Few "`let shape = || Shape::Circle { radius: draw(g) };`";
    then_some Few "`is_there.then_some(n)`";
    then_draws Few "`is_there.then(|| draw(g))`";
}
